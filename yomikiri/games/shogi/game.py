"""The shogi family as people and programs use it: text, boards and pictures."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from yomikiri.errors import TEXT, NotationError, check_kind
from yomikiri.games.game import Choice, Ended, Game, Shown, State, TableClass
from yomikiri.games.lesson import Guide
from yomikiri.games.scene import Piece, Scene, Touches
from yomikiri.games.shogi import drawing, notation, number_tables, sfen
from yomikiri.games.shogi import page as pages
from yomikiri.games.shogi import weights as described
from yomikiri.games.shogi.evaluation import make_weights
from yomikiri.games.shogi.exchange import pays
from yomikiri.games.shogi.features import fill_features
from yomikiri.games.shogi.lesson import guide_of, names
from yomikiri.games.shogi.moves import (
    is_lost,
    legal_moves,
)  # rules are registered by importing them
from yomikiri.games.shogi.state import NOT_NUMBERED, Shogi, make_rules
from yomikiri.games.shogi.tables import Layout, Words
from yomikiri.games.shogi.unplay import unplay
from yomikiri.games.shogi.variant import Variant
from yomikiri.jit import DISABLED
from yomikiri.rules import CHECK, mark
from yomikiri.words import message

__all__ = ["ShogiGame", "legal_moves", "pays", "unplay"]


class ShogiGame(Game):
    """A variant with its switches chosen."""

    players: ClassVar = {"en": ("Sente", "Gote"), "ja": ("先手", "後手")}
    page = "shogi"
    case_matters = True
    protocol = "usi"
    position_format = "sfen"
    variant: Variant

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.fairy_variant = self.family
        self.variant = self.make_variant(choice)
        self.layout = Layout(self.variant)
        self.rules = make_rules(self.variant)
        fill_features(self.layout, self.rules.tables)
        if number_tables.can_be_numbered(self.layout):
            number_tables.fill_numbers(self.layout, self.rules.tables)
            self.rules = self.rules._replace(hands=len(self.layout.kinds.hand))
        if DISABLED:  # without the compiler NumPy's integers would get into positions
            self.rules = self.rules._replace(tables=self.rules.tables.tolist())
        self.weights = make_weights(self.layout)
        if (known := described.fitted_weights().get(self.family)) is not None:
            plain, self.weights = self.weights, described.read(self.layout, known)
            self.weight_sets = {"fitted": self.weights, "values": plain}  # type: ignore[misc]
        self.occurrences = self.variant.occurrences
        has_csa = self.variant.royal == "K" and set(self.variant.pieces) <= notation.CSA.keys()
        self.formats = ("kif", *(("csa",) if has_csa else ()), "usi", "sfen")
        self.start: Shogi = self.parse(self.variant.start)

    def make_variant(self, choice: Choice) -> Variant:
        """The variant of these switches."""
        raise NotImplementedError

    def parse(self, text: str) -> Shogi:
        """Read SFEN."""
        check_kind(TEXT, text=text)
        return sfen.parse(self.layout, self.rules, text)

    def show(self, state: State) -> str:
        """Write SFEN."""
        return sfen.show(self.layout, state)

    def read_move(self, state: State, text: str, last: int | None = None) -> int:
        """A legal move in USI, as digits or in Japanese; `last` is the move before, for 同."""
        check_kind(TEXT, text=text)
        legal = self.legal_moves(state)
        move = notation.read_plain(self.layout, text)
        if move is None:
            target = None if last is None else notation.target_of(last)
            move = notation.read_japanese(self.layout, state, text, legal, target)
        if move is None and not any(ord(sign) > 127 for sign in text):
            raise NotationError("shogi.move", example=self.example(), got=text)
        if move not in legal:
            raise self.illegal(state, text)
        assert move is not None
        return move

    def example(self) -> str:
        """A move of the start."""
        return self.move_name(self.start, self.legal_moves(self.start)[0])

    def move_name(self, state: State, move: int) -> str:
        """The move in USI."""
        return notation.usi(self.layout, move)

    def japanese(self, state: State, move: int, last: int | None = None) -> str:
        """The move as `▲3四歩`; `last` is the move before, for 同."""
        target = None if last is None else notation.target_of(last)
        return notation.japanese(self.layout, state, move, self.legal_moves(state), target)

    has_notation = True

    def notation(self, state: State, move: int, last: int | None = None) -> Mapping[str, str]:
        """`P-3d`, and `▲３四歩` or `△同歩` with the digit as wide as the characters."""
        legal = self.legal_moves(state)
        return {
            "en": notation.western(self.layout, state, move, legal),
            "ja": self.japanese(state, move, last).translate(notation.WIDE),
        }

    def looks_like(self, *, ascii: bool) -> tuple[str, str]:
        """Capitals and small letters, or the signs that stand before moves."""
        return ("ABC", "abc") if ascii else ("▲", "△")

    def describe_weights(self, weights: Words) -> Mapping[str, Any]:
        """By pieces, cells and names."""
        return described.describe(self.layout, weights)

    def table_classes(self) -> Sequence[TableClass]:
        """All positions where they can be numbered."""
        if self.rules.hands == NOT_NUMBERED:
            return ()
        return number_tables.table_classes(self.layout, self.rules.tables)

    def scene(self, state: State) -> drawing.Scene:
        """What stands on the board and lies beside it."""
        return drawing.Scene(sfen.men_of(self.layout, state), sfen.hands_of(self.layout, state))

    def as_text(self, state: State, shown: Shown) -> str:
        """The board as lines of text, with both hands; kanji, or letters for `ascii`.

        Nearly every cell is the target of some move, so marks are not shown.
        """
        scene = self.scene(state)._replace(numbers=by_target(shown.numbers))
        return drawing.text_board(self.layout, scene, ascii=shown.ascii)

    def as_svg(self, state: State, shown: Shown) -> str:
        """The board as a picture."""
        scene = self.scene(state)._replace(
            title=f"{self.titles['en']} {self.show(state)}",
            legal=sorted({notation.target_of(move) for move in shown.legal}),
            last=None if shown.last is None else notation.target_of(shown.last),
            numbers=by_target(shown.numbers),
        )
        return drawing.picture(self.layout, scene)

    # What a page draws.

    @cached_property
    def page_scene(self) -> Scene:
        """The board, the hands and the pieces."""
        return pages.make_scene(self.layout)

    def pieces_on(self, state: State) -> list[Piece]:
        """What stands on the board and lies beside it."""
        return pages.pieces(self.layout, self.scene(state))

    def touches(self, state: State, move: int) -> Touches:
        """From a cell or a hand to a cell."""
        return pages.touches(self.layout, self.mover(state), move)

    def set_up(self, pieces: Sequence[Piece], mover: int) -> str:
        """The pieces as SFEN."""
        return pages.set_up(self.layout, pieces, mover)

    def alarms(self, state: State) -> list[str]:
        """The royal piece in check."""
        if not mark(self.rules, state) & CHECK:
            return []
        return self.royal_at(state, self.mover(state))

    def royal_at(self, state: State, side: int) -> list[str]:
        """Where the royal piece of a side stands."""
        men, wanted = self.scene(state).men, (side, self.variant.royal)
        return [sfen.cell_name(self.layout, cell) for cell, man in men.items() if man == wanted]

    def guide(self) -> Guide:
        """How it is taught."""
        return guide_of(self)

    def ending(self, states: Sequence[State]) -> Ended:
        """The royal piece was taken, has arrived on the far rank, or cannot be saved."""
        state, side = states[-1], self.mover(states[-1])
        king, royal = self.royal_at(state, side), names(self.variant, self.variant.royal)
        if not king:  # it stood there before
            before = self.royal_at(states[-2], side) if len(states) > 1 else []
            return Ended(message("end.taken", royal=royal), before)
        if is_lost(self.rules, state):
            return Ended(message("end.try", royal=royal), self.royal_at(state, 1 - side))
        if self.alarms(state):
            return Ended(message("end.mate", royal=royal), king)
        return Ended(message("end.stuck"), king)


def by_target(numbers: Mapping[int, int]) -> dict[int, int]:
    """What belongs to moves, by the cells they lead to."""
    return {notation.target_of(move): number for move, number in numbers.items()}
