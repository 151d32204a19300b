"""Games that are rules alone: names, positions, moves and a picture without a word about them.

    FAMILY = simple_game("nim", NimRules(), Nim(3, 4, 5))

A position is the fields of its state, a move its number, the picture the fields by their names.  If
the rules have `height` and `width` and states are sets of cells, `own` and `other`, numbered row by
row from the top left, it is a board of stones.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from yomikiri.errors import NotationError
from yomikiri.games.cells import CELL_PATTERN, Place, cell_name
from yomikiri.games.family import Family
from yomikiri.games.game import Choice, Game, Shown, State
from yomikiri.games.grid import Content, GridGame
from yomikiri.games.pictures import words_on_paper
from yomikiri.games.scene import Touches
from yomikiri.words import LANGUAGES, message, say

STEP = 2  # cells: the one that a stone leaves, and the one to which it goes
STEP_EXAMPLE = "b3b4"
SAMPLES, LONGEST = 20, 400  # random games by which typed numbers are judged, and their plies


class PlainGame(Game):
    """A game whose positions are written as the fields of its states, its moves as numbers."""

    def parse(self, text: str) -> State:
        """The position with these fields, such as `3 4 5 0`."""
        words = text.replace(",", " ").split()
        names = " ".join(self.start._fields)
        if len(words) != len(self.start) or not all(re.fullmatch(r"-?\d{1,19}", w) for w in words):
            raise NotationError("grid.fields", names=names, example=self.show(self.start), got=text)
        values = [int(word) for word in words]
        for name, value, widest in zip(self.start._fields, values, self.widest, strict=True):
            least = -widest if any(row < 0 for row in self.seen[name]) else 0
            if not least <= value <= widest:
                raise NotationError("grid.field", name=name, least=least, most=widest, got=value)
        return type(self.start)(*values)

    def show(self, state: State) -> str:
        """The fields of the state."""
        return " ".join(str(int(value)) for value in state)

    def read_move(self, state: State, text: str) -> int:
        """The move with this name."""
        word = text.strip()
        for move in self.legal_moves(state):
            if self.move_name(state, move) == word:
                return move
        raise self.illegal(state, word)

    def move_name(self, state: State, move: int) -> str:
        """Its number."""
        return str(move)

    @cached_property
    def seen(self) -> Mapping[str, set[int]]:
        """The values of each field in some random games."""
        found: dict[str, set[int]] = {name: set() for name in self.start._fields}
        chance = Random(0)
        for _ in range(SAMPLES):
            state = self.start
            for _ in range(LONGEST):
                for name, value in zip(found, state, strict=True):
                    found[name].add(int(value))
                moves = self.legal_moves(state)
                if not moves:
                    break
                state = self.play(state, chance.choice(moves))
        return found

    @cached_property
    def widest(self) -> list[int]:
        """The greatest value of each field that may be typed: as many bits as were seen."""
        most = (max(map(abs, values)) for values in self.seen.values())
        return [(1 << max(1, value.bit_length())) - 1 for value in most]

    def as_text(self, state: State, shown: Shown) -> str:
        """The fields with their names."""
        broad = max(map(len, state._fields))
        return "\n".join(f"{name.ljust(broad)}  {int(v)}" for name, v in state._asdict().items())

    def as_svg(self, state: State, shown: Shown) -> str:
        """The same as a picture."""
        lines = self.as_text(state, shown).splitlines()
        return words_on_paper(f"{self.titles['en']} {self.show(state)}", lines)


class PlainGridGame(GridGame):
    """A game of stones: moves are cells; where stones go from cell to cell, both; else numbers."""

    @cached_property
    def are_cells(self) -> bool:
        """Whether moves are cells, for no stone of the start can go from one to another."""
        return not steps_in(self, self.start)

    def placed(self, content: Mapping[int, Content]) -> dict[Place, Content]:
        return super().placed(content) if self.are_cells else {}

    def find_move(self, state: State, text: str) -> int:
        word = text.strip().lower()
        if self.are_cells and not word.isdigit():
            return super().find_move(state, word)
        # A number is a move only where a move is called so, as a pass may be.
        names = {self.move_name(state, move): move for move in self.legal_moves(state)}
        if word in names:
            return names[word]
        if self.are_cells:
            return super().find_move(state, word)
        if re.fullmatch(rf"({CELL_PATTERN}){{1,2}}", word):
            raise self.illegal(state, text)
        raise NotationError("grid.step", example=next(iter(names), STEP_EXAMPLE), got=text)

    def move_name(self, state: State, move: int) -> str:
        if self.are_cells:
            return super().move_name(state, move)
        return "".join(steps_in(self, state).get(move, (str(move),)))

    def touches(self, state: State, move: int) -> Touches:
        """Both cells of a step; a move that is neither a step nor a cell is a button."""
        if self.are_cells:
            return super().touches(state, move)
        path = steps_in(self, state).get(move, (str(move),))
        return Touches(path, path[-1] if len(path) == STEP else "")

    def split_moves(self, text: str) -> list[str]:
        return text.replace(",", " ").lower().split()


@lru_cache(maxsize=64)
def steps_in(game: PlainGridGame, state: State) -> Mapping[int, tuple[str, ...]]:
    """The moves by which one stone of the mover leaves a cell for another, and no other does so."""
    found: dict[int, tuple[str, ...]] = {}
    side, before = game.mover(state), game.stones_of(state)
    for move in game.legal_moves(state):
        after = game.stones_of(game.play(state, move))
        left, come = before[side] & ~after[side], after[side] & ~before[side]
        if left.bit_count() == come.bit_count() == 1:
            cells = (left.bit_length() - 1, come.bit_length() - 1)
            found[move] = tuple(cell_name(game.places[cell]) for cell in cells)
    paths = Counter(found.values())
    return {move: path for move, path in found.items() if paths[path] == 1}


def simple_game(
    name: str,
    rules: Any,
    start: State,
    *,
    titles: Mapping[str, str] | None = None,
    descriptions: Mapping[str, str] | None = None,
    greatest: int = 1,
    game: type[Game] | None = None,
) -> Family:
    """The family of a game that is rules alone, or of a class `game` that has some more to say."""
    is_grid = {"height", "width"} <= {*rules._fields} and {"own", "other"} <= {*start._fields}
    base = game or (PlainGridGame if is_grid else PlainGame)
    said = say(message("game.own"), "en"), say(message("game.own"), "ja")

    def build(self: Game, choice: Choice) -> None:
        base.__init__(self, choice)
        self.rules, self.start = rules, start

    fields: dict[str, Any] = {
        "__module__": type(rules).__module__,
        "__init__": build,
        "family": name,
        "greatest": greatest,
        "has_score": greatest > 1,
    }
    if titles is not None:
        fields["titles"] = dict(titles)
    if issubclass(base, GridGame):
        fields |= {"height": rules.height, "width": rules.width}
    made: Any = type(f"{type(rules).__name__}Game", (base,), fields)
    return Family(game=made, descriptions=descriptions or dict(zip(LANGUAGES, said, strict=True)))
