"""The shogi family as people and programs use it: text, boards and pictures."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from yomikiri.errors import InputError, NotationError, UnknownGame
from yomikiri.games.claim import Claim, Known
from yomikiri.games.family import Family, Switch
from yomikiri.games.game import Choice, Game, Shown, State, TableClass
from yomikiri.games.scene import Piece, Scene, Touches
from yomikiri.games.shogi import drawing, file, notation, number_tables, sfen, variants
from yomikiri.games.shogi import page as pages
from yomikiri.games.shogi import weights as described
from yomikiri.games.shogi.evaluation import make_weights
from yomikiri.games.shogi.exchange import pays
from yomikiri.games.shogi.moves import legal_moves  # rules are registered by importing them
from yomikiri.games.shogi.state import NOT_NUMBERED, Shogi, make_rules
from yomikiri.games.shogi.tables import Layout, Words
from yomikiri.games.shogi.unplay import unplay
from yomikiri.games.shogi.variant import Variant
from yomikiri.jit import DISABLED
from yomikiri.rules import CHECK, mark

__all__ = [
    "ANPANMAN",
    "DOBUTSU",
    "GOROGORO",
    "MINISHOGI",
    "SHOGI_FILE",
    "ShogiGame",
    "legal_moves",
    "pays",
    "unplay",
]


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
        self.variant = self.make_variant(choice)
        self.layout = Layout(self.variant)
        self.rules = make_rules(self.variant)
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
        return sfen.parse(self.layout, self.rules, text)

    def show(self, state: State) -> str:
        """Write SFEN."""
        return sfen.show(self.layout, state)

    def read_move(self, state: State, text: str, last: int | None = None) -> int:
        """A legal move in USI, as digits or in Japanese; `last` is the move before, for 同."""
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
        wanted = (self.mover(state), self.variant.royal)
        men = self.scene(state).men
        return [sfen.cell_name(self.layout, cell) for cell, man in men.items() if man == wanted]


def by_target(numbers: Mapping[int, int]) -> dict[int, int]:
    """What belongs to moves, by the cells they lead to."""
    return {notation.target_of(move): number for move, number in numbers.items()}


class MinishogiGame(ShogiGame):
    """5五将棋."""

    family = "minishogi"
    titles: ClassVar = {"en": "Minishogi", "ja": "5五将棋"}

    def make_variant(self, choice: Choice) -> Variant:
        """What a repetition is can be chosen."""
        return variants.MINISHOGI._replace(repetition=choice.options["repetition"])


class DobutsuGame(ShogiGame):
    """Dobutsu shogi."""

    family = "dobutsu"
    titles: ClassVar = {"en": "Dobutsu shogi", "ja": "どうぶつしょうぎ"}
    known = (Claim("dobutsu", "T. Tanaka, 2009", "second", distance=78),)

    def make_variant(self, choice: Choice) -> Variant:
        """There is nothing to choose."""
        return variants.DOBUTSU


class GorogoroGame(ShogiGame):
    """Goro-goro dobutsu shogi."""

    family = "gorogoro"
    titles: ClassVar = {"en": "Goro-goro dobutsu shogi", "ja": "ごろごろどうぶつしょうぎ"}

    def make_variant(self, choice: Choice) -> Variant:
        """There is nothing to choose."""
        return variants.GOROGORO


class AnpanmanGame(ShogiGame):
    """Anpanman hajimete shogi."""

    family = "anpanman"
    titles: ClassVar = {
        "en": "Anpanman hajimete shogi",
        "ja": "アンパンマンはじめてしょうぎ",
    }
    known = tuple(
        Claim(f"anpanman{setup}", "Shiota, Ishimizu and Yamamoto, 2013", "draw")
        for setup in ("", ",setup=mirrored")
    )
    found = tuple(Known(claim.game, "draw") for claim in known)

    def make_variant(self, choice: Choice) -> Variant:
        """The side on which guard and soldier stand, and when a try wins."""
        variant = variants.ANPANMAN._replace(tries=choice.options["try"])
        if choice.options["setup"] == "mirrored":
            variant = variant._replace(start=variants.MIRRORED_ANPANMAN)
        return variant

    def table_starts(self) -> Iterable[tuple[str, State]]:
        """Both setups have the same rules, so the same table."""
        starts = {"rotated": variants.ANPANMAN.start, "mirrored": variants.MIRRORED_ANPANMAN}
        return [(f"setup={setup}", self.parse(text)) for setup, text in starts.items()]


class ShogiFileGame(ShogiGame):
    """A variant of one's own."""

    family = "shogi-file"
    titles: Mapping[str, str] = {"en": "Shogi of one's own", "ja": "自作将棋"}  # type: ignore[misc]

    def __init__(self, choice: Choice) -> None:
        self.description = file.read_file(choice.variant)
        self.titles = self.description.titles
        super().__init__(choice)

    def make_variant(self, choice: Choice) -> Variant:
        """What the file says."""
        return self.description.variant

    def switches(self) -> Mapping[str, str]:
        """The rules are what the file says, wherever it is."""
        return {"variant": self.description.digest}


def read_path(text: str) -> str:
    """The path of a variant that can be played; raises UnknownGame."""
    description = file.read_file(text)
    try:
        layout, rules = Layout(description.variant), make_rules(description.variant)
        sfen.parse(layout, rules, description.variant.start)
    except InputError as error:
        raise UnknownGame(
            "variant.start", path=text, line=file.line_of_start(text), why=error
        ) from None
    return text


MINISHOGI = Family(
    game=MinishogiGame,
    descriptions={
        "en": "shogi on 5x5 cells with six pieces a side, and drops",
        "ja": "5×5マス、六枚ずつの将棋。持ち駒も使える",
    },
    switches=(Switch("repetition", ("uec", "draw")),),
)
DOBUTSU = Family(
    game=DobutsuGame,
    descriptions={
        "en": "four animals a side on 3x4 cells: catch the lion, or bring yours home",
        "ja": "3×4マス、四匹ずつ。ライオンを捕まえるかトライすれば勝ち",
    },
)
GOROGORO = Family(
    game=GorogoroGame,
    descriptions={
        "en": "dobutsu shogi grown up: 5x6 cells, lion, dogs, cats and chicks",
        "ja": "5×6マスのどうぶつしょうぎ。ライオン、犬、猫、ひよこ",
    },
)
ANPANMAN = Family(
    game=AnpanmanGame,
    descriptions={
        "en": "three pieces a side on 3x5 cells that never move back; no drops",
        "ja": "3×5マス、三枚ずつ。駒は後ろに下がらず、持ち駒もない",
    },
    switches=(
        Switch("setup", ("rotated", "mirrored"), is_rule=False),
        Switch("try", ("now", "safe")),
    ),
)
SHOGI_FILE = Family(
    game=ShogiFileGame,
    descriptions={
        "en": "a variant of your own up to 6x6, described in a file",
        "ja": "ファイルに書いた自作の将棋（6×6マスまで）",
    },
    variants=("examples/knights.toml",),
    read_variant=read_path,
)
