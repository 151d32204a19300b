"""What a reading in two stages answers: the splits as a table, beside the published one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from yomikiri.games.game import Game
from yomikiri.solve.answer import origin
from yomikiri.solve.options import Goal
from yomikiri.solve.published import STAGES, PublishedBoard, PublishedSplit
from yomikiri.solve.stages_picture import Column, draw_columns


class Kept(NamedTuple):
    """A position at the end of stage 1."""

    line: list[int]  # the moves that lead there
    position: Any
    value: int | None = None  # in stage 2, as the first player sees it; None: it was not needed


class Split(NamedTuple):
    """One split [m,n] of the empty cells.  Values are as the first player sees them."""

    m: int
    n: int
    winner: str = ""  # first (先手有利), second (後手有利) or draw
    first_value: int | None = None  # of stage 1; None if `wide`
    value: int | None = None  # of stage 2; None if nothing was kept
    kept: Sequence[Kept] = ()
    kept_number: int = 0
    leaves: tuple[int, int] = (0, 0)  # of both stages: positions counted, and ends
    seconds: tuple[float, float] = (0.0, 0.0)


class StagesAnswer(NamedTuple):
    """The splits that were searched."""

    game: Game
    position: Any
    goal: Goal
    splits: list[Split]
    total: int  # how many were asked for
    nodes: int
    seconds: float
    threads: int
    stopped: str = ""  # why the search ended early: seconds, nodes or interrupt

    @property
    def exact(self) -> bool:
        """Whether all that was asked for is done."""
        return not self.stopped

    @property
    def tally(self) -> dict[str, int]:
        """How many splits each side is ahead in."""
        winners = [split.winner for split in self.splits]
        return {who: winners.count(who) for who in ("first", "second", "draw")}

    @property
    def winner(self) -> str | None:
        """Who is ahead in more splits; None if none was finished, or not all and it is open."""
        first, second, _ = self.tally.values()
        if not self.splits or (self.stopped and 2 * max(first, second) <= self.total):
            return None
        return "draw" if first == second else ("first" if first > second else "second")

    @property
    def value(self) -> int | None:
        """Of the only split, if only one was asked for."""
        return self.splits[0].value if self.goal.split and self.splits else None

    @property
    def published(self) -> PublishedBoard | None:
        """What the thesis has on this, if it was searched in the same way."""
        is_same = self.position == self.game.start and not self.goal.wide
        return STAGES.get(str(self.game)) if is_same and self.goal.kind == "win-win" else None

    @property
    def best(self) -> list[Kept]:
        """Of the only split, what was kept and turned out best."""
        return [k for k in self.splits[0].kept if k.value == self.value] if self.value else []

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `solve`, and all splits."""
        published = self.published
        best = self.best
        answer: dict[str, Any] = {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.position),
            "goal": str(self.goal),
            "value": self.value,
            "winner": self.winner,
            "distance": None,
            "final": None,
            "best_moves": [self.game.line_text(self.position, k.line)[0] for k in best],
            "line": self.game.line_text(self.position, best[0].line) if best else [],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "threads": self.threads,
            "exact": self.exact,
            "tally": self.tally,
            "splits": [self.split_dict(split) for split in self.splits],
        }
        if published is not None and published.tally and self.goal.is_whole:
            first, second = published.tally
            answer["published_tally"] = {"first": first, "second": second}
        return answer | ({"stopped": self.stopped} if self.stopped else {})

    def split_dict(self, split: Split) -> dict[str, Any]:
        """One split, with what was published about it."""
        claim = self.published.splits.get(split.m) if self.published else None
        return {
            "m": split.m,
            "n": split.n,
            "winner": split.winner,
            "stage_values": [split.first_value, split.value],
            "kept": split.kept_number,
            "lines": [self.game.line_text(self.position, kept.line) for kept in split.kept],
            "leaves": list(split.leaves),
            "seconds": [round(seconds, 3) for seconds in split.seconds],
            "published": claim._asdict() if claim else None,
        }

    def _repr_svg_(self) -> str:
        """Of the only split the best end of stage 1, each stone with its number; else a chart."""
        if not self.best:
            columns = [
                Column(f"[{split.m},{split.n}]", split.leaves, split.winner, split.value)
                for split in self.splits
            ]
            return draw_columns(f"{self.game}, {self.goal}", columns)
        numbers = {move: number for number, move in enumerate(self.best[0].line, 1)}
        return self.game.svg(self.best[0].position, numbers=numbers)

    def __repr__(self) -> str:
        return str(self)  # lines by name, not by number

    def __str__(self) -> str:
        published = self.published
        lines = [f"{self.game}, goal {self.goal}"]
        head = f"{'[m,n]':>7}  {'ahead':<6} {'values':>8} {'kept':>7}"
        head += f" {'leaves 1':>13} {'leaves 2':>13} {'seconds':>8}"
        if published:
            head += "   published"
        lines.append(head)
        lines += [self.row(split, published) for split in self.splits]
        if self.goal.split is None:
            lines.append("first : second = " + counted(self.tally))
            if published and published.tally:
                first, second = published.tally
                lines[-1] += f" (published {first} : {second})"
        for kept in self.splits[0].kept if self.goal.split and self.splits else ():
            value = "not read" if kept.value is None else f"{kept.value:+}"
            lines.append(
                f"kept: {' '.join(self.game.line_text(self.position, kept.line))}  {value}"
            )
        if published:
            lines.append(f"published: {published.source}; its program has mistakes")
        if self.stopped:
            lines.append(f"stopped ({self.stopped}): {len(self.splits)} of {self.total} splits")
        lines.append(origin("search", self.nodes, self.seconds, self.threads))
        return "\n".join(lines)

    def row(self, split: Split, published: PublishedBoard | None) -> str:
        """One line of the table."""
        values = "/".join("-" if v is None else f"{v:+}" for v in (split.first_value, split.value))
        row = (
            f"{f'[{split.m},{split.n}]':>7}  {split.winner:<6} {values:>8}"
            f" {split.kept_number:>7,} {split.leaves[0]:>13,} {split.leaves[1]:>13,}"
            f" {sum(split.seconds):>8.2f}"
        )
        claim = published.splits.get(split.m) if published else None
        return row if claim is None else f"{row}   {claimed(claim, split.winner)}"


def counted(tally: dict[str, int]) -> str:
    """Such as 8 : 6, 1 drawn."""
    drawn = f", {tally['draw']} drawn" if tally["draw"] else ""
    return f"{tally['first']} : {tally['second']}{drawn}"


def claimed(claim: PublishedSplit, winner: str) -> str:
    """What was published about a split, and whether it is the same."""
    text = f"{claim.winner:<6} {'=' if claim.winner == winner else '/='}"
    if claim.leaves and claim.seconds is not None:
        text = f"{text:<9} {claim.leaves[0]:>14,} {claim.leaves[1]:>14,} {claim.seconds:>8,} s"
    return text
