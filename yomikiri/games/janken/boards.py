"""Janken shogi on boards: dice and moves as text, as pictures, and in the page."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from yomikiri.games.game import Game, Shown, State
from yomikiri.games.janken import page
from yomikiri.games.janken.dice import CELLS
from yomikiri.games.janken.drawing import Hint, Scene, picture_board, text_board
from yomikiri.games.janken.notation import (
    Place,
    layout_of,
    place_name,
    place_of,
    write_layout,
    write_move,
)
from yomikiri.games.janken.numbers import numbers_through
from yomikiri.games.janken.state import FULL, SIMPLE, SLIDE, STAY
from yomikiri.games.scene import Piece, Touches
from yomikiri.games.scene import Scene as PageScene


class JankenBoards(Game):
    """A rule set as it is drawn."""

    titles: ClassVar = {"en": "Janken shogi", "ja": "ジャンケン将棋"}
    players: ClassVar = {"en": ("First", "Second"), "ja": ("先手", "後手")}
    kind: int  # SIMPLE, SINGLE or FULL
    pieces: int  # dice of a player
    kinds: list[str]  # the signs on their faces, of each kind of die

    @property
    def is_mixed(self) -> bool:
        """Whether its dice differ."""
        return bool(self.rules.signs)

    def numbers(self, state: State) -> dict[Place, int]:
        """The numbers of the dice where a game begins: at the start, those of the thesis."""
        return numbers_through([state], self.pieces)

    def move_name(self, state: State, move: int) -> str:
        """Cell and direction, such as `16u`."""
        return write_move(move, state.turn, full=self.kind == FULL)

    def way(self, turn: int, move: int) -> tuple[Place, Place] | None:
        """From where to where a move of this player goes; None: nowhere."""
        if move >= STAY:
            return None
        source = place_of(move % SLIDE >> 2, turn)
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[move & 3 ^ 2 * turn]
        return source, (source[0] + dx, source[1] + dy)

    # Boards.

    def scene(self, state: State) -> Scene:
        """What is drawn."""
        cells = [cell for cell in range(CELLS) if self.rules.area >> cell & 1]
        areas = [[place_of(cell, turn) for cell in cells] for turn in (0, 1)]
        layout = layout_of(state)
        has_goals = self.kind != SIMPLE
        faces = (self.kinds, layout.kinds or {})
        return Scene(layout.sides, *faces, self.numbers(state), has_goals, (areas[0], areas[1]))

    def draw_along(
        self,
        states: Sequence[State],
        *,
        marks: Mapping[int, str] | None = None,
        ascii: bool = False,
    ) -> str:
        """The board as text, dice with the numbers that they have kept."""
        scene = self.scene(states[-1])
        scene = scene._replace(numbers=numbers_through(states, self.pieces))
        return self.text_of(scene, states[-1].turn, Shown(marks=marks or {}, ascii=ascii))

    def as_text(self, state: State, shown: Shown) -> str:
        """The board as text."""
        return self.text_of(self.scene(state), state.turn, shown)

    def text_of(self, scene: Scene, turn: int, shown: Shown) -> str:
        """The board as text.  Dice move on, so there are no numbers of moves on it."""
        signs: dict[Place, list[str]] = {}
        for move, sign in shown.marks.items():
            if (way := self.way(turn, move)) is not None:
                found = signs.setdefault(way[1], [])
                found += [sign] * (sign not in found)
        cells = {place: "/".join(found)[:4] for place, found in signs.items()}
        return text_board(scene, cells, ascii=shown.ascii)

    def looks_like(self, *, ascii: bool) -> tuple[str, str]:
        """The brackets around the top of a die."""
        return "( )", "[ ]"

    def as_svg(self, state: State, shown: Shown) -> str:
        """The board as a picture."""
        ways = [(move, self.way(state.turn, move)) for move in shown.legal if move < SLIDE]
        hints = [Hint(*way, self.move_name(state, move)) for move, way in ways if way]
        # In the middle of a turn the last move was the mover's own.
        turn = state.turn if state.trail and not self.is_mixed else 1 - state.turn
        way = None if shown.last is None else self.way(turn, shown.last)
        title = f"{self.titles['en']} {self.show(state)}"
        return picture_board(title, self.scene(state), hints, way)

    # What a page draws.

    @cached_property
    def page_scene(self) -> PageScene:
        """The board, and the dice in every way they can lie."""
        empty = self.scene(self.start)._replace(sides=({}, {}), kinds={}, numbers={})
        return page.make_scene(empty)

    def pieces_on(self, state: State) -> list[Piece]:
        """The dice."""
        return page.pieces(layout_of(state), self.kinds)

    def touches(self, state: State, move: int) -> Touches:
        """From cell to cell; a die may also slide, and a turn may end."""
        way = self.way(state.turn, move)
        if way is None:
            return Touches((page.STAYS if move == STAY else self.move_name(state, move),), "")
        source, target = map(place_name, way)
        return Touches((source, target, *([page.SLIDES] if move >= SLIDE else [])), target)

    def set_up(self, pieces: Sequence[Piece], mover: int) -> str:
        """The dice of both players, at the beginning of a turn."""
        layout = page.layout_of(pieces, mover, self.kinds)
        return write_layout(layout if self.is_mixed else layout._replace(kinds=None), self.kinds)
