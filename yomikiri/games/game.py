"""A game as people and Python programs use it: what each can do, and answers for the others.

Text is checked here, once; below this file nothing can be illegal.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from yomikiri.errors import TEXT, InputError, check_kind, check_optional
from yomikiri.games import scene as scenes
from yomikiri.games.claim import Claim, Known
from yomikiri.games.core import Core
from yomikiri.games.lesson import Guide, Rule, Task, wins
from yomikiri.games.net import usual_net
from yomikiri.games.parts import (
    REACHED,
    Choice,
    Ended,
    Final,
    LineWriter,
    Move,
    Shown,
    State,
    TableClass,
    is_by_lot,
    short_hash,
)
from yomikiri.games.position import Position
from yomikiri.games.scene import Piece, Scene, Touches
from yomikiri.rules import ask_evaluate, is_answered
from yomikiri.words import LANGUAGES, Message, message

# What a game outside the package needs, too.
__all__ = ["Choice", "Ended", "Final", "Game", "Move", "Position", "Shown", "State", "TableClass"]


ESTIMATE_UNIT = 100  # of an estimate, for one stone at the end
FIRST_AND_SECOND = {"en": ("First", "Second"), "ja": ("先手", "後手")}


class Game(Core):
    """One game with its variant and switches chosen.  `str(game)` is its normalised name."""

    titles: ClassVar[Mapping[str, str]]  # language ("en", "ja") -> the family's name
    players: ClassVar[Mapping[str, tuple[str, str]]]  # language -> names of first and second
    known: ClassVar[Sequence[Claim]] = ()  # what was stated about the games of the family
    found: ClassVar[Sequence[Known]] = ()  # what we found about them

    greatest: int = 1  # the best outcome there is
    has_score: bool = False  # whether outcomes are more than won, drawn and lost
    weights: Any = np.zeros(1, np.int64)  # of the evaluation, for players
    weight_names: ClassVar[Sequence[str]] = ()  # what can be weighed, where people may choose
    weight_sets: ClassVar[Mapping[str, Sequence[int]]] = {}  # `eval=` of players, default first
    metrics: ClassVar[Sequence[str]] = ()  # what a table's distances may be counted to
    metric: str = "distance"  # what they are counted to: the end of the game, or one of those
    numbers_both_sides: bool = False  # a table has positions for each player to move apart
    counted: Message = message("table.all_numbers")  # what the counts of a table count
    arrangements: int | None = None  # ways to write a position, if they are not numbered
    chance_unit: float = 5.0  # an estimate with which the mover wins 73 games of 100
    finished_count: bool = False  # perft: a finished game counts at every greater depth
    page: ClassVar[str] = ""  # of docs/games/, if not named like the family
    case_matters: ClassVar[bool] = False  # capitals and small letters differ in positions
    # Where each cell is, column and row, if a position is two sets of cells, `own` and `other`.
    places: Mapping[int, tuple[int, int]] = MappingProxyType({})
    proof_cut: int = 8  # empty cells: below, a checker of certificates in Python searches by itself
    formats: Sequence[str] = ("moves", "position")  # that games are written in, most usual first

    # What it can do besides being played.  Nobody below asks for a game's class, only for these.
    protocol: str = ""  # that our engine of it speaks: usi or uci; "": there is none
    position_format: ClassVar[str] = ""  # what its positions are called there: fen, sfen
    fairy_variant: str = ""  # what programs that know many games call it; "": they need no name
    own_players: Mapping[str, Any] = {}  # players of this game only -> what they know about it

    @cached_property
    def guesses(self) -> bool:
        """Whether random games stand in for an evaluation that the rules do not have."""
        return not self.has_chance and not is_answered(ask_evaluate, self.rules)

    def chance(self, estimate: float) -> float:
        """The chance to win, a draw being half, of a mover with this estimate."""
        if self.has_chance:  # estimates are means of results
            return min(1.0, max(0.0, (1 + estimate) / 2))
        unit, shift = self.chance_unit, 0.0
        if self.usual_net is not None:  # it was trained to predict results by a unit of its own
            header = self.usual_net[0]
            unit = header.get("chance_unit", header["unit"]) / ESTIMATE_UNIT
            shift = header.get("chance_shift", 0.0) / ESTIMATE_UNIT
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, (estimate - shift) / unit))))

    @cached_property
    def usual_net(self) -> tuple[Mapping[str, Any], Any] | None:
        """The header of the net that players use unless they are told otherwise, and the net."""
        return usual_net(self)

    has_notation: ClassVar[bool] = False  # people write moves otherwise than they type them

    def notation(self, state: State, move: int, last: int | None = None) -> Mapping[str, str]:
        """A move as people write it, in each language; `last` is the move before."""
        return dict.fromkeys(LANGUAGES, self.move_name(state, move))

    @cached_property
    def best_weights(self) -> Any:
        """Those that players use unless they are told otherwise: a net, where it is usual."""
        return self.weights if self.usual_net is None else self.usual_net[1]

    def __init_subclass__(cls, **options: Any) -> None:
        """A game that has no names for itself and its players gets plain ones."""
        super().__init_subclass__(**options)
        family = cls.__dict__.get("family")
        if family and not hasattr(cls, "titles"):
            cls.titles = dict.fromkeys(LANGUAGES, family.replace("_", " ").capitalize())
        if family and not hasattr(cls, "players"):
            cls.players = FIRST_AND_SECOND

    # Boards.

    def draw(
        self,
        state: State,
        *,
        marks: Mapping[int, str] | None = None,
        numbers: Mapping[int, int] | None = None,
        ascii: bool = False,
    ) -> str:
        """The board as lines of text with coordinates.

        `marks` puts a sign on the target of a move, `numbers` writes beside the stone there when
        it was played.  `ascii` is for terminals that cannot show round stones, or that give them
        two columns, as East Asian ones may.
        """
        return self.as_text(state, Shown((), None, marks or {}, numbers or {}, ascii))

    def draw_along(
        self,
        states: Sequence[State],
        *,
        marks: Mapping[int, str] | None = None,
        ascii: bool = False,
    ) -> str:
        """The same for the last of the positions of a game, for games whose pieces have names."""
        return self.draw(states[-1], marks=marks, ascii=ascii)

    def svg(
        self,
        state: State,
        *,
        legal: Sequence[int] = (),
        last: int | None = None,
        numbers: Mapping[int, int] | None = None,
    ) -> str:
        """The board as SVG; `numbers` writes on the target of each move when it was played."""
        return self.as_svg(state, Shown(legal, last, {}, numbers or {}))

    def as_text(self, state: State, shown: Shown) -> str:
        """The board as lines of text: what `draw` asks for.  A game brings it, or `draw` itself."""
        raise NotImplementedError

    def as_svg(self, state: State, shown: Shown) -> str:
        """The board as SVG: what `svg` asks for.  A game brings it, or `svg` itself."""
        raise NotImplementedError

    # What a page draws (see scene.py).  Without places it shows the picture and lists the moves.

    @cached_property
    def page_scene(self) -> Scene:
        """What stays the same all game long."""
        return Scene(scenes.box(self.svg(self.start)), "")

    def pieces_on(self, state: State) -> list[Piece]:
        """The pieces on the board and beside it."""
        return []

    def touches(self, state: State, move: int) -> Touches:
        """How a move is made by touching the board."""
        return Touches((self.move_name(state, move),), "")

    def alarms(self, state: State) -> list[str]:
        """Places to be marked, such as that of a king in check."""
        return []

    def guide(self) -> Guide:
        """How it is taught: its goal, its rules in words, and what to do on the board."""
        is_won = wins(self)
        rules = [Rule(message("teach.any.win"), is_won)]
        return Guide(message("teach.any.goal"), rules, [Task(message("teach.shogi.wins"), is_won)])

    def ending(self, states: Sequence[State]) -> Ended:
        """Why the rules have ended a game whose last position is the last of these."""
        return Ended(message("end.by_rules"))

    def set_up(self, pieces: Sequence[Piece], mover: int) -> str:
        """The text of a position with these pieces; whether it is legal, `parse` says."""
        raise InputError("game.no_pieces", game=self)

    def final(self, state: State) -> Final | None:
        """The final count, where the game has one."""
        return None

    def read_start(self, text: str) -> State:
        """A start that a person chose, where the game allows that; raises InputError."""
        raise InputError("game.no_start_choice", game=self, got=text)

    def draw_start(self, chance: Random) -> State:
        """One of the starts at random; raises InputError if there is only one."""
        raise InputError("game.one_start", game=self)

    def begin(self, text: str, chance: Random) -> State:
        """The start that a person chose, or one at random where the text says so."""
        return self.draw_start(chance) if is_by_lot(text) else self.read_start(text)

    def arranged(self, left: int) -> int:
        """How many ways there are to write a position with `left` remaining; 0: not known."""
        return 0

    def arrange(self, left: int, chance: Random) -> State:
        """One of them, each with the same chance."""
        raise NotImplementedError

    def looks_like(self, *, ascii: bool) -> tuple[str, str]:
        """How the first and the second player's pieces look on a board of text."""
        return "x", "o"

    def make_weights(self, values: Sequence[int]) -> Any:
        """Weights of the evaluation, in the order of their names; raises InputError."""
        return np.array(values, np.int64)

    def describe_weights(self, weights: Any) -> Mapping[str, Any] | None:
        """Weights of an estimate that is a sum, for a file; None: they cannot be fitted."""
        return None

    @property
    def foreign_protocol(self) -> str:
        """That other programs speak which play it: usi or uci; "": there are none."""
        return self.protocol

    def engine_position(self, state: State) -> str:
        """The position as engines of that protocol write it."""
        return self.show(state)

    def engine_move(self, state: State, move: int) -> str:
        """The move as they write it."""
        return self.move_name(state, move)

    def read_engine_move(self, state: State, text: str) -> int:
        """The legal move that they write so; raises NotationError or IllegalMove."""
        return self.read_move(state, text)

    def engine_line(self, state: State, moves: Sequence[int]) -> list[str]:
        """The moves of a line as engines write them."""
        return self.named(self.engine_move, state, moves)

    def as_read(self, moves: Sequence[int]) -> list[int]:
        """The moves in the order in which people read the board."""
        return list(moves)

    def table_classes(self) -> Sequence[TableClass]:
        """The classes of positions in dependency order, by number.

        None: a table has what can be reached from the start, if that is not too much.
        """
        return ()

    def own_classes(self) -> Sequence[int]:
        """The classes of the game itself; the others are those that captures lead to."""
        return range(len(self.table_classes()) or 1)

    @property
    def line_formats(self) -> Mapping[str, LineWriter]:
        """How other programs write a position and its value in a line, by the ending of a file."""
        return {}

    def table_name(self, group: int) -> str:
        """The name of a class's file."""
        name = self.spec.replace(":", "-").replace(",", "-")
        classes = self.table_classes()
        return f"{name}-{classes[group].name if classes else REACHED}"

    def table_hash(self, group: int) -> str:
        """What a class's file must agree with; games that share classes override both."""
        if self.numbering_version == 1:
            return self.rules_hash
        return short_hash(f"{self.rules_hash} {self.numbering_version}")

    def has_number(self, state: State) -> bool:
        """Whether a table knows this position itself, or only those after its moves."""
        return True

    def table_starts(self) -> Iterable[tuple[Message | str, State]]:
        """The positions whose value a table's report gives, each with a label."""
        return [("", self.start)]

    def holding(self, state: State, player: int) -> Callable[[State], int] | None:
        """The moves of a player who draws from a position in few others; None: any will do."""
        return None

    def claims(self) -> Sequence[Claim]:
        """What was stated about this very game."""
        return [claim for claim in self.known if claim.game == self.spec]

    # What all games share.

    def _repr_svg_(self) -> str:
        return self.svg(self.start)

    def position(
        self, text: str = "", moves: str | Iterable[str] = "", *, start: str = "", seed: int = 0
    ) -> Position:
        """The position written as `text`, or the start, after some moves.

        Where there are several starts `start` names one, or says "random": by lot, by the seed.
        """
        check_optional(TEXT, position=text)
        check_kind(TEXT, start=start)
        if text and start:
            raise InputError("argument.two_places")
        begun = self.begin(start, Random(seed)) if start else self.start
        return Position(self, self.parse(text) if text else begun).play(moves)
