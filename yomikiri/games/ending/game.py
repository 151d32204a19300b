"""Chess endings as people and programs use them: names, FEN, SAN, boards."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from yomikiri import rules as contract
from yomikiri.errors import TEXT, NotationError, check_kind
from yomikiri.games.ending import (  # they answer questions
    evaluation,  # noqa: F401
    features,  # noqa: F401
    page,
    unplay,  # noqa: F401
)
from yomikiri.games.ending.drawing import Scene, picture, text_board
from yomikiri.games.ending.fen import BLACK, COLOURS, WHITE, Board, read_fen, square_name, write_fen
from yomikiri.games.ending.layout import make_layout
from yomikiri.games.ending.lesson import guide_of
from yomikiri.games.ending.material import Material, all_materials, arrange, read_material
from yomikiri.games.ending.moves import Move, find, read_number, san
from yomikiri.games.ending.published import FOUND, KNOWN
from yomikiri.games.ending.rules import MAN, TO, Ending, EndingRules
from yomikiri.games.ending.start import start_men
from yomikiri.games.ending.thesis import Thesis
from yomikiri.games.game import Choice, Ended, Game, Shown, State, TableClass
from yomikiri.games.lesson import Guide
from yomikiri.games.parts import LineWriter, short_hash
from yomikiri.games.scene import Piece, Touches
from yomikiri.games.scene import Scene as PageScene
from yomikiri.jit import DISABLED
from yomikiri.rules import CHECK, LOSS
from yomikiri.words import Message, message

ALL = {"all3": 3, "all4": 4}  # variants: every ending with up to this many men
METRICS = ("dtm", "dtz", "dtc", "dtp")
KING = {"en": "king", "ja": "キング"}


MOVE_NUMBER = re.compile(r"^[0-9]+\.(\.\.)?")


class EndingGame(Game):
    """Chess with the men of one material, and what captures and promotions make of it."""

    family = "ending"
    titles: ClassVar = {"en": "Chess endings", "ja": "チェスの終盤"}
    players: ClassVar = {"en": ("White", "Black"), "ja": ("白", "黒")}
    known = KNOWN
    found = FOUND
    case_matters = True
    numbers_both_sides = True
    protocol = "uci"
    formats = ("pgn", "fen", "moves")
    position_format = "fen"
    metrics = METRICS
    counted = message("ending.counted")

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.thesis = choice.options["end"] == "thesis"
        self.metric = choice.options["metric"]
        if self.thesis:
            self.protocol = ""  # other programs only know chess
        if choice.variant in ALL:
            self.asked = all_materials(ALL[choice.variant])  # what the name asks for
            self.material = Material("KP", "K")
        else:
            self.material = read_material(choice.variant)
            self.asked = (self.material,)
        self.layout = make_layout(self.asked, self.material if self.thesis else None)
        tables = self.layout.tables
        self.rules = EndingRules(
            thesis=int(self.thesis),
            metric=METRICS.index(self.metric),
            first_class=self.layout.first_class,
            first_triple=self.layout.first_triple,
            # Without the compiler NumPy's integers would get into states, and overflow there.
            tables=tables.tolist() if DISABLED else tables,
        )
        if choice.variant == "KPK":
            thesis = Thesis(self, self.layout.materials, is_thesis=self.thesis)
            self.own_players = {"peai": thesis, "perm": thesis}
        self.start = self.state_of(Board(start_men(self.material), WHITE, 0))

    # Positions.

    def parse(self, text: str) -> Ending:
        """A FEN of this material, or of what it may become."""
        check_kind(TEXT, text=text)
        board = read_fen(text)
        state = self.state_of(board)
        if contract.mark(self.rules, state._replace(side=1 - state.side)) & CHECK:
            kings = [square for square, man in board.men.items() if man in "Kk"]
            if max(abs(kings[0] % 8 - kings[1] % 8), abs(kings[0] // 8 - kings[1] // 8)) < 2:
                raise NotationError("ending.kings_touch")
            raise NotationError(
                "ending.check", other=COLOURS[1 - board.turn], who=COLOURS[board.turn]
            )
        return state

    def state_of(self, board: Board) -> Ending:
        """A board's men in the order of their material, seen from the stronger side."""
        men = board.men
        material, turned = arrange(board.side(WHITE), board.side(BLACK))
        if material not in self.layout.materials:
            most = max(known.men for known in self.layout.materials)
            if len(men) > most:
                raise NotationError("ending.too_many_men", most=most, game=self.spec, n=len(men))
            raise NotationError("ending.other_men", game=self.spec, got=material)
        colour = int(turned)
        left = sorted((square ^ 56 * colour, man) for square, man in men.items())
        word = 0
        for place, kind in enumerate(str(material)):
            strong = place < len(material.strong)
            letter = kind if strong != turned else kind.lower()
            found = next(item for item in left if item[1] == letter)
            left.remove(found)
            word |= found[0] << 8 * place
        number = self.layout.materials.index(material)
        passed = board.passed and board.passed ^ 56 * colour
        return Ending(word, number, board.turn ^ colour, passed, colour)

    def board(self, state: State) -> Board:
        """The men of a state by square."""
        material = self.layout.materials[state.material]
        flip = 56 * state.colour
        men = {}
        for place, kind in enumerate(str(material)):
            white = (place < len(material.strong)) != bool(state.colour)
            men[(state.men >> 8 * place & 63) ^ flip] = kind if white else kind.lower()
        return Board(men, self.mover(state), state.passed and state.passed ^ flip)

    def show(self, state: State) -> str:
        """The FEN."""
        return write_fen(self.board(state))

    # Moves.

    def seen(self, state: State, move: int) -> Move:
        """A move as people see it."""
        kind = str(self.layout.materials[state.material])[move >> MAN & 7]
        return read_number(move, kind, 56 * state.colour)

    def move_name(self, state: State, move: int) -> str:
        """The move in SAN."""
        rivals = (other for other in self.legal_moves(state) if not (other ^ move) >> TO & 63)
        others = [self.seen(state, other) for other in rivals]
        child = self.play(state, move)
        sign = ""
        if contract.mark(self.rules, child) & CHECK:
            over = not self.legal_moves(child) and self.outcome(child) == LOSS
            sign = "#" if over and not self.thesis else "+"
        return san(self.seen(state, move), others) + sign

    def engine_move(self, state: State, move: int) -> str:
        """The move in UCI."""
        return self.seen(state, move).uci

    def read_move(self, state: State, text: str) -> int:
        """A move in SAN or UCI."""
        check_kind(TEXT, text=text)
        legal = {move: self.seen(state, move) for move in self.legal_moves(state)}
        found = find(text, legal)
        if len(found) == 1:
            return found.pop()
        if len(found) > 1:
            names = " ".join(self.move_name(state, move) for move in legal)
            raise NotationError("move.several", move=text.strip(), names=names)
        raise self.illegal(state, text)

    # Boards.

    def as_text(self, state: State, shown: Shown) -> str:
        """The board, White below."""
        flip = 56 * state.colour
        notes = {(move >> TO & 63) ^ flip: str(n) for move, n in shown.numbers.items()}
        notes |= {(move >> TO & 63) ^ flip: sign for move, sign in shown.marks.items()}
        return text_board(self.board(state).men, notes, ascii=shown.ascii)

    def looks_like(self, *, ascii: bool) -> tuple[str, str]:
        """The kings."""
        return ("K", "k") if ascii else ("♔", "♚")

    def as_svg(self, state: State, shown: Shown) -> str:
        """The board as a picture."""
        flip, last = 56 * state.colour, shown.last
        ends = None if last is None else ((last & 63) ^ flip, (last >> TO & 63) ^ flip)
        return picture(
            Scene(
                title=f"{self.titles['en']} {self.show(state)}",
                men=self.board(state).men,
                targets=[(move >> TO & 63) ^ flip for move in shown.legal],
                last=ends,
                numbers={(move >> TO & 63) ^ flip: n for move, n in shown.numbers.items()},
            )
        )

    # What a page draws.

    @cached_property
    def page_scene(self) -> PageScene:
        """The board and its men."""
        return page.make_scene()

    def pieces_on(self, state: State) -> list[Piece]:
        """The men."""
        return page.pieces(self.board(state).men)

    def touches(self, state: State, move: int) -> Touches:
        """From square to square."""
        return page.touches(self.seen(state, move))

    def set_up(self, pieces: Sequence[Piece], mover: int) -> str:
        """The men as FEN."""
        return page.set_up(pieces, mover)

    def alarms(self, state: State) -> list[str]:
        """The king in check."""
        if not contract.mark(self.rules, state) & CHECK:
            return []
        board = self.board(state)
        return [square_name(at) for at, man in board.men.items() if man == "Kk"[board.turn]]

    def guide(self) -> Guide:
        """How it is taught."""
        return guide_of(self)

    def ending(self, states: Sequence[State]) -> Ended:
        """Checkmate, stalemate, bare kings; by the thesis a promotion."""
        state = states[-1]
        board = self.board(state)
        king = [square_name(at) for at, man in board.men.items() if man == "Kk"[board.turn]]
        if len(board.men) == 2:
            return Ended(message("end.bare"))
        if self.thesis and any(man in "Qq" for man in board.men.values()):
            return Ended(message("end.promoted"))
        if self.alarms(state):
            return Ended(message("end.mate", royal=KING), king)
        return Ended(message("end.stalemate"), king)

    # Tables.

    def split_moves(self, text: str) -> list[str]:
        """The words of a line as books print it, `1. Kf2, Kf8 2. ...`, without move numbers."""
        words = (MOVE_NUMBER.sub("", word) for word in super().split_moves(text))
        return [word for word in words if word]

    def table_classes(self) -> Sequence[TableClass]:
        """Shared by all materials that lead to them."""
        return self.layout.classes

    def own_classes(self) -> Sequence[int]:
        """Those of the materials that were asked for."""
        wanted = {str(material) for material in self.asked}
        classes = enumerate(self.layout.classes)
        return [group for group, cls in classes if cls.name.split("-")[0] in wanted]

    @property
    def line_formats(self) -> Mapping[str, LineWriter]:
        """EPD."""
        return {".epd": self.epd}

    def epd(self, state: State, wdl: int, distance: int | None) -> str:
        """A position in EPD: `dm` where the metric is mate, in moves of the winner; `c0` in words.

        >>> from yomikiri.games import load
        >>> game = load("ending:KQK")
        >>> load("ending:KQK").line_formats[".epd"](game.start, 1, 15)
        '4k3/8/8/8/8/8/8/3QK3 w - - dm 8; c0 "won dtm 15";'
        """
        board = " ".join(self.show(state).split()[:4])
        if not wdl:
            return f'{board} c0 "drawn";'
        plies = distance or 0
        mate = f"dm {wdl * ((plies + 1) // 2)}; " if self.metric == "dtm" else ""
        return f'{board} {mate}c0 "{"won" if wdl > 0 else "lost"} {self.metric} {plies}";'

    def table_name(self, group: int) -> str:
        """Such as `ending-KPK-5-dtm`."""
        end = "-thesis" if self.thesis else ""
        return f"{self.family}-{self.layout.classes[group].name}{end}-{self.metric}"

    def table_hash(self, group: int) -> str:
        """Of the class, the metric and the end of the game."""
        return short_hash(f"{self.table_name(group)} {self.numbering_version}{self.made_by}")

    def table_starts(self) -> Iterable[tuple[Message | str, State]]:
        """The start, with either side to move."""
        black = self.start._replace(side=1)
        white, other = (message("ending.to_move", who=who) for who in COLOURS)
        return [(white, self.start), (other, black)]
