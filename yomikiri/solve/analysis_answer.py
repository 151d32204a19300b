"""What an analysis answers: every move with its value, as a small table or as JSON."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from yomikiri.games.game import ESTIMATE_UNIT, Game, Move
from yomikiri.games.parts import plies
from yomikiri.rules import CHANCE, is_proof
from yomikiri.search.table import INFINITE
from yomikiri.search.values import WON, certain_result
from yomikiri.solve.answer import WINNERS, origin
from yomikiri.think import Valued

DIGITS = 4  # of a mean, that are shown


class MoveValue(NamedTuple):
    """One move and what it is worth to the mover of the analysed position."""

    move: Move
    value: float  # the result if exact, else an estimate in the same unit (stones, where counted)
    exact: bool
    line: list[Move]  # the move and what may follow
    distance: int | None = None  # plies to the end of the game, where that is proved
    rank: int = 0  # sorts results and estimates together: won, open, lost
    numbers: Mapping[str, float] = {}  # those by which a player ranked it, by name
    chosen: bool = False  # by that player

    @property
    def is_valued(self) -> bool:
        """Whether it was searched; a player may overlook moves."""
        return not math.isnan(self.value)


def shown(game: Game, state: Any, valued: Valued) -> MoveValue:
    """A move as an analysis shows it; one that was not searched comes last."""
    number, value, exact, played, numbers, distance, _ = valued
    move, line = game.move(state, number), game.line_text(state, played)
    if value is None:
        return MoveValue(move, math.nan, False, line, None, -INFINITE, numbers)
    rank = valued.rank
    if exact:
        value = round(value)
    elif game.has_chance:
        rank, value = round(value * WON), round(value, DIGITS)
    elif is_proof(value):
        value = certain_result(round(value))  # unproved, for not every line was seen to its end
    else:
        value = value / ESTIMATE_UNIT
    return MoveValue(move, value, exact, line, distance, rank, numbers)


class Analysis(NamedTuple):
    """The moves of a position, best first.  Values are as its mover sees them."""

    game: Game
    position: Any
    moves: list[MoveValue]
    value: float | None  # None: nothing was found in time
    exact: bool  # whether `value` is the result of perfect play
    depth: int  # plies of look-ahead behind the estimates; 0 if there are none
    nodes: int
    seconds: float
    threads: int = 1
    player: str = ""  # whose values they are, if not the analysis's own
    stopped: str = ""  # why no more was found: seconds, nodes, depth or interrupt
    source: str = "search"  # or table

    @property
    def mover(self) -> str:
        """first or second; dice where they are thrown, and then values are the first player's."""
        mover = self.game.mover(self.position)
        return "dice" if mover == CHANCE else WINNERS[mover]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `analyze`."""
        return {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.position),
            "mover": self.mover,
            "value": self.value,
            "exact": self.exact,
            "moves": [
                {
                    "move": entry.move,
                    "value": entry.value if entry.is_valued else None,
                    "distance": entry.distance,
                    "exact": entry.exact,
                    "line": list(entry.line),
                    **self.player_fields(entry),
                }
                for entry in self.moves
            ],
            "player": self.player or None,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "threads": self.threads,
            "stopped": self.stopped or None,
            "source": self.source,
        }

    def player_fields(self, entry: MoveValue) -> dict[str, Any]:
        """What the JSON of a move has beside its value, if the values are a player's."""
        return {"chosen": entry.chosen, "numbers": dict(entry.numbers)} if self.player else {}

    def _repr_svg_(self) -> str:
        return self.game.svg(self.position, legal=[entry.move.number for entry in self.moves])

    def __repr__(self) -> str:
        return str(self)  # moves by name, not by number

    def __str__(self) -> str:
        mover = self.game.mover(self.position)
        whose = (
            "dice to be thrown" if mover == CHANCE else f"{self.game.players['en'][mover]} to move"
        )
        lines = [f"{self.game}, {whose}"]
        if not self.moves and self.value is not None:
            return f"{lines[0]}: the game is over, value {self.value:+}"
        for entry in self.moves:
            sign = "" if entry.exact else "~"
            distance = "" if entry.distance is None else f" in {entry.distance}"
            number = f"{entry.value:+.2f}" if entry.is_valued else "-"
            if entry.exact:
                number = f"{entry.value:+}"
            value = f"{sign}{number}{distance}"
            lines.append(f"{value:>12}  {' '.join(entry.line)}")
        if not all(entry.exact for entry in self.moves):
            source = self.player or f"looking {plies(self.depth)} ahead"
            kind = "the mean of all throws" if self.game.has_chance else "an estimate"
            lines.append(f"~ {kind}, by {source}")
        lines.append(origin(self.source, self.nodes, self.seconds, self.threads))
        return "\n".join(lines)


def gathered(
    game: Game,
    state: Any,
    moves: Iterable[MoveValue],
    *,
    mean: float = 0.0,
    depth: int = 0,
    stopped: str = "",
    **fields: Any,
) -> Analysis:
    """The analysis that has these moves, best first; where dice are thrown, with their mean."""
    entries, legal, is_thrown = list(moves), game.legal_moves(state), game.mover(state) == CHANCE
    is_known = len(entries) == len(legal) and all(entry.exact for entry in entries)
    if not is_thrown:
        entries.sort(key=lambda entry: (entry.chosen, entry.rank), reverse=True)
    value, exact = (entries[0].value, entries[0].exact) if entries else (None, False)
    if not legal:
        value, exact = game.outcome(state) or 0, True
    elif is_thrown:
        value, exact = None if math.isnan(mean) else round(mean, DIGITS), is_known
    elif not is_known:
        exact = exact and value == game.greatest
    return Analysis(
        game,
        state,
        entries,
        value,
        exact,
        depth=0 if all(entry.exact for entry in entries) else depth,
        stopped="" if is_known else stopped,
        **fields,
    )
