"""What a solver answers: it prints itself and turns into JSON."""

from typing import Any, NamedTuple, Protocol, TypeVar

from yomikiri.games.game import Final, Game
from yomikiri.games.parts import Move, many, plies
from yomikiri.running import INTERRUPT
from yomikiri.words import Message, say

WINNERS = ("first", "second")
SCORE = "score"  # a goal: the value
WIN = "win"  # the winner alone
MATE = "mate"


def origin(source: str, nodes: int, seconds: float, threads: int) -> str:
    """What an answer comes from, in words: a table, or a search and what it took."""
    if source == "table":
        return "from a table"
    return f"{many(nodes, 'node')}, {seconds:.2f} s, {many(threads, 'thread')}"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `answer` is what was known by then."""

    def __init__(self, answer: Any) -> None:
        super().__init__("interrupted")
        self.answer = answer


class Stoppable(Protocol):
    """What a run found, and what ended it early."""

    @property
    def stopped(self) -> str: ...


Result = TypeVar("Result", bound=Stoppable)


def not_interrupted(result: Result) -> Result:
    """What a run found; raises Interrupted if Ctrl-C ended it."""
    if result.stopped == INTERRUPT:
        raise Interrupted(result)
    return result


class Progress(NamedTuple):
    """The progress of a solver, for a live display."""

    done: int  # root moves decided; in a mate search the plies it searches
    moves: int  # root moves in all, mirror images counted once; 0 in a mate search
    lower: int  # the value is at least this, as the first player sees it
    upper: int  # and at most this
    nodes: int
    seconds: float
    tasks: int = 0  # done, in a solve that lasts
    open: int = 0  # tasks that are known and not done
    rest: tuple[float, float] = (0.0, 0.0)  # nodes that are left, at least and at most
    chunks: tuple[int, int] = (0, 0)  # of a certificate: made, and in all


class Written(NamedTuple):
    """What a certificate took."""

    file: str
    bytes: int
    positions: int  # distinct ones, in all proofs
    moves: int  # that had to be stored
    cut: int  # empty cells, below which checkers search
    seconds: float  # beside the solve
    fault: Message | str = ""  # why there is no file after all

    def to_dict(self) -> dict[str, Any]:
        """The JSON of it; `fault` only where there is one."""
        found = self._asdict()
        fault = found.pop("fault")
        return found | ({"fault": say(fault, "en")} if fault else {})


class Answer(NamedTuple):
    """The value of a position.  `value`, `final` and bounds are as the first player sees them."""

    game: Game
    position: Any
    goal: str
    value: int | None  # None if the search was stopped before it was known
    lower: int
    upper: int
    best_moves: list[Move]  # all of them; of a stopped search the best known
    line: list[Move]  # a principal variation, played to its end
    nodes: int
    seconds: float
    threads: int
    stopped: str = ""  # why the search ended early: seconds, nodes, depth or interrupt
    distance: int | None = None
    source: str = "search"  # or table
    store: str = ""  # the file of facts of a solve that lasts
    tasks: int = 0  # that were done for it, in all its sessions
    certificate: Written | None = None  # if one was asked for

    @property
    def exact(self) -> bool:
        """Whether the search was completed."""
        return not self.stopped

    @property
    def winner(self) -> str | None:
        """first, second or draw; None if it is not known."""
        if self.lower > 0 or self.upper < 0:
            return WINNERS[self.upper < 0]
        return "draw" if self.lower == self.upper == 0 else None

    @property
    def end(self) -> Any:
        """The position at the end of the line."""
        return self.game.replay(self.position, self.line)

    @property
    def final(self) -> Final | None:
        """The final count with best play on both sides; None if only the winner was asked for."""
        known = self.exact and (self.goal == "score" or not self.game.has_score)
        return self.game.final(self.end) if known else None

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `solve`."""
        final = self.final
        answer: dict[str, Any] = {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.position),
            "goal": self.goal,
            "value": self.value,
            "winner": self.winner,
            "distance": self.distance,
            "final": None if final is None else final._asdict(),
            "best_moves": list(self.best_moves),
            "line": list(self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "threads": self.threads,
            "exact": self.exact,
            "source": self.source,
        }
        if self.store:
            answer |= {"store": self.store, "tasks": self.tasks}
        if self.certificate is not None:
            answer["certificate"] = self.certificate.to_dict()
        if self.stopped:
            answer |= {"lower": self.lower, "upper": self.upper, "stopped": self.stopped}
        return answer

    def _repr_svg_(self) -> str:
        return self.game.svg(self.end, numbers=self.numbers())

    def __repr__(self) -> str:
        return str(self)  # moves by name, not by number

    def numbers(self) -> dict[int, int]:
        """When each move of the line was played, from 1; a pass takes a number too."""
        return {move.number: number for number, move in enumerate(self.line, 1)}

    def __str__(self) -> str:
        names = self.game.players["en"]
        ends = {"first": f"{names[0]} wins", "second": f"{names[1]} wins", "draw": "a draw"}
        lines = [f"{self.game}, goal {self.goal}"]
        if self.stopped:
            winner = self.winner
            lines.append(
                f"stopped ({self.stopped}): value between {self.lower:+} and {self.upper:+}"
                + (f", {ends[winner]}" if winner in WINNERS else "")
            )
        elif self.value is None:
            lines.append("no mate")
        else:
            final = self.final
            counted = "" if final is None else f", {final.first}-{final.second}"
            lines.append(f"{ends[str(self.winner)]}{counted}, value {self.value:+}")
        if self.best_moves:
            lines.append("best moves: " + " ".join(self.best_moves))
        if self.line:
            lines.append("line: " + " ".join(self.line))
        if self.distance is not None:
            lines.append(f"{plies(self.distance)} to the end")
        lines.append(origin(self.source, self.nodes, self.seconds, self.threads))
        return "\n".join(lines)
