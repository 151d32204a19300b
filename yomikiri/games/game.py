"""A game as people and Python programs use it: names, positions and moves as text, pictures.

Text is checked here, once; below this file nothing can be illegal.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

import numpy as np

from yomikiri import rules as contract
from yomikiri.errors import IllegalMove, InputError
from yomikiri.games import scene as scenes
from yomikiri.games.claim import Claim, Known
from yomikiri.games.scene import Piece, Scene, Touches
from yomikiri.sources import rules_fingerprint
from yomikiri.words import Message, message

State = Any  # a NamedTuple of ints; each game has its own class

__all__ = ["Choice", "Final", "Game", "Position", "State", "TableClass"]


def many(number: int, one: str, more: str = "") -> str:
    """A number of something, in words: 1 move, 2 moves."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def plies(number: int) -> str:
    """A number of plies, in words."""
    return many(number, "ply", "plies")


def short_hash(text: str) -> str:
    """Sixteen digits that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# State, won 1, drawn 0 or lost -1 for the player to move, and in how many plies -> a line of text.
LineWriter = Callable[[State, int, int | None], str]


def cut(text: str, most: int = 160) -> str:
    """A list that may be long, cut so that an error stays one line."""
    return text if len(text) <= most else text[: most - 3] + "..."


class Choice(NamedTuple):
    """What a game string chose, checked."""

    spec: str  # normalised: defaults left out, switches in the family's order
    variant: str  # "" where the family has only one
    options: Mapping[str, str]  # every switch and its value
    rules: Mapping[str, str]  # what decides the rules: the variant, and the switches that do


class Final(NamedTuple):
    """What is counted at the end of a game."""

    first: int
    second: int
    empty: int


class Shown(NamedTuple):
    """What is shown on a board beside what stands on it."""

    legal: Sequence[int] = ()
    last: int | None = None  # the move that led here
    marks: Mapping[int, str] = {}  # signs on the targets of moves
    numbers: Mapping[int, int] = {}  # when moves were played
    ascii: bool = False


class TableClass(NamedTuple):
    """Positions that are numbered together in a table."""

    name: str  # within its game, such as "2-1"
    size: int  # how many numbers there are


class Game(ABC):
    """One game with its variant and switches chosen.  `str(game)` is its normalised name."""

    family: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]  # language ("en", "ja") -> the family's name
    players: ClassVar[Mapping[str, tuple[str, str]]]  # language -> names of first and second
    known: ClassVar[Sequence[Claim]] = ()  # what was stated about the games of the family
    found: ClassVar[Sequence[Known]] = ()  # what we found about them

    # Raised when the rules of the family change, or the numbers of its positions: results of
    # another version are not trusted.  tests/test_versions.py says when.
    rules_version: ClassVar[int] = 1
    numbering_version: ClassVar[int] = 1

    spec: str  # such as "nip:6x6,rim=lap"
    rules: Any
    start: State
    greatest: int = 1  # the best outcome there is
    has_score: bool = False  # whether outcomes are more than won, drawn and lost
    weights: Any = np.zeros(1, np.int64)  # of the evaluation, for players
    weight_names: ClassVar[Sequence[str]] = ()  # what can be weighed, where people may choose
    weight_sets: ClassVar[Mapping[str, Sequence[int]]] = {}  # `eval=` of players, default first
    metrics: ClassVar[Sequence[str]] = ()  # what a table's distances may be counted to
    metric: str = "distance"  # what they are counted to: the end of the game, or one of those
    counted: Message = message("table.all_numbers")  # what the counts of a table count
    finished_count: bool = False  # perft: a finished game counts at every greater depth
    occurrences: int = 3  # of one position end a game that may repeat
    page: ClassVar[str] = ""  # of docs/games/, if not named like the family
    case_matters: ClassVar[bool] = False  # capitals and small letters differ in positions
    formats: Sequence[str] = ("moves", "position")  # that games are written in, most usual first

    # What it can do besides being played.  Nobody below asks for a game's class, only for these.
    protocol: str = ""  # that engines of it speak: usi or uci; "": there are none
    position_format: ClassVar[str] = ""  # what its positions are called there: fen, sfen
    own_players: Mapping[str, Any] = {}  # players of this game only -> what they know about it

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.spec = choice.spec

    # What each game brings.

    @abstractmethod
    def parse(self, text: str) -> State:
        """The position written as `text`; raises NotationError."""

    @abstractmethod
    def show(self, state: State) -> str:
        """The position as text: parse(show(state)) == state."""

    @abstractmethod
    def read_move(self, state: State, text: str) -> int:
        """The legal move written as `text`; raises NotationError or IllegalMove."""

    @abstractmethod
    def move_name(self, state: State, move: int) -> str:
        """The move as text."""

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

    def looks_like(self, *, ascii: bool) -> tuple[str, str]:
        """How the first and the second player's pieces look on a board of text."""
        return "x", "o"

    def make_weights(self, values: Sequence[int]) -> Any:
        """Weights of the evaluation, in the order of their names; raises InputError."""
        return np.array(values, np.int64)

    def describe_weights(self, weights: Any) -> Mapping[str, Any] | None:
        """Weights of an estimate that is a sum, for a file; None: they cannot be fitted."""
        return None

    def engine_move(self, state: State, move: int) -> str:
        """The move as engines of the game's protocol write it."""
        return self.move_name(state, move)

    def engine_line(self, state: State, moves: Sequence[int]) -> list[str]:
        """The moves of a line as engines write them."""
        return self.named(self.engine_move, state, moves)

    def as_read(self, moves: Sequence[int]) -> list[int]:
        """The moves in the order in which people read the board."""
        return list(moves)

    def table_classes(self) -> Sequence[TableClass]:
        """The classes of positions in dependency order, by number; none: there are no tables."""
        return ()

    def own_classes(self) -> Sequence[int]:
        """The classes of the game itself; the others are those that captures lead to."""
        return range(len(self.table_classes()))

    @property
    def line_formats(self) -> Mapping[str, LineWriter]:
        """How other programs write a position and its value in a line, by the ending of a file."""
        return {}

    def table_name(self, group: int) -> str:
        """The name of a class's file."""
        name = self.spec.replace(":", "-").replace(",", "-")
        return f"{name}-{self.table_classes()[group].name}"

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

    def switches(self) -> Mapping[str, str]:
        """What decides the rules: all that goes into the rules hash."""
        return self.choice.rules

    def claims(self) -> Sequence[Claim]:
        """What was stated about this very game."""
        return [claim for claim in self.known if claim.game == self.spec]

    # What all games share.

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"yomikiri.load({self.spec!r})"

    def _repr_svg_(self) -> str:
        return self.svg(self.start)

    def position(self, text: str = "", moves: str = "") -> "Position":
        """The position written as `text`, or the start, after some moves."""
        state = self.parse(text) if text else self.start
        return Position(self, state).play(moves)

    @cached_property
    def rules_hash(self) -> str:
        """Stored with every result: a result is never used under other rules."""
        text = self.family + "".join(f",{k}={v}" for k, v in sorted(self.switches().items()))
        return short_hash(text + self.made_by)

    @cached_property
    def made_by(self) -> str:
        """What the hashes cover besides names: the version of the rules, or their sources.

        Nothing for the first version, whose hashes are those of Yomikiri 0.1.
        """
        version = f",version={self.rules_version}" if self.rules_version > 1 else ""
        sources = rules_fingerprint(type(self.rules), type(self))
        return version + (f",sources={sources}" if sources else "")

    @property
    def has_chance(self) -> bool:
        """Whether dice are thrown."""
        return contract.is_answered(contract.chances, self.rules)

    @property
    def may_repeat(self) -> bool:
        """Whether a position can be repeated within a game."""
        return bool(contract.may_repeat(self.rules))

    def legal_moves(self, state: State) -> list[int]:
        """The moves allowed; none exactly when the game is over."""
        return contract.list_moves(self.rules, state)

    def play(self, state: State, move: int) -> State:
        """The position after a legal move."""
        return contract.play(self.rules, state, move)

    def outcome(self, state: State) -> int | None:
        """The result as the player to move sees it, or None while the game goes on."""
        result = int(contract.outcome(self.rules, state))
        return None if result == contract.ONGOING else result

    def mover(self, state: State) -> int:
        """0 the first player, 1 the second, 2 chance."""
        return int(contract.mover(self.rules, state))

    def repetition_value(self, path: Sequence[State], state: State) -> int | None:
        """The value of `state`, as its mover sees it, if it is a repetition on the path."""
        places = [contract.key(self.rules, earlier) for earlier in path]
        if (place := contract.key(self.rules, state)) not in places:
            return None
        me = self.mover(state)
        marks = [-1, -1]  # shared by the positions where the same player, or the other, is to move
        for earlier in path[places.index(place) :]:
            marks[self.mover(earlier) != me] &= int(contract.mark(self.rules, earlier))
        return int(contract.repetition(self.rules, state, *marks))

    def read_moves(self, state: State, text: str) -> list[int]:
        """The moves of a game written one after the other, played from `state`."""
        moves = []
        for word in self.split_moves(text):
            if not self.legal_moves(state):
                raise IllegalMove("move.over_before", move=word, position=self.show(state))
            move = self.read_move(state, word)
            moves.append(move)
            state = self.play(state, move)
        return moves

    def illegal(self, state: State, text: str) -> IllegalMove:
        """The error for a move that is well written but cannot be played here."""
        legal = " ".join(self.move_name(state, move) for move in self.legal_moves(state))
        move, position = text.strip(), self.show(state)
        if not legal:
            return IllegalMove("move.illegal_over", move=move, position=position)
        return IllegalMove("move.illegal", move=move, position=position, legal=cut(legal))

    def split_moves(self, text: str) -> list[str]:
        """The words of a game's text; games whose moves are written together override this."""
        return text.replace(",", " ").split()

    def replay(self, state: State, moves: Sequence[int]) -> State:
        """The position after these moves."""
        for move in moves:
            state = self.play(state, move)
        return state

    def line_text(self, state: State, moves: Sequence[int]) -> list[str]:
        """The moves of a line as text, each in its own position."""
        return self.named(self.move_name, state, moves)

    def named(
        self, name: Callable[[State, int], str], state: State, moves: Sequence[int]
    ) -> list[str]:
        """Each move of a line by its name."""
        names = []
        for move in moves:
            names.append(name(state, move))
            state = self.play(state, move)
        return names


class Position(NamedTuple):
    """A game and a state of it, to look at and to play on in Python."""

    game: Game
    state: State
    last: int | None = None  # the move that led here

    def play(self, moves: str) -> "Position":
        """The position after these moves, such as "b1 a3"."""
        state, last = self.state, self.last
        for move in self.game.read_moves(state, moves):
            state, last = self.game.play(state, move), move
        return Position(self.game, state, last)

    @property
    def moves(self) -> list[str]:
        """The legal moves."""
        legal = self.game.legal_moves(self.state)
        return [self.game.move_name(self.state, move) for move in legal]

    def __str__(self) -> str:
        return self.game.draw(self.state)

    def _repr_svg_(self) -> str:
        legal = self.game.legal_moves(self.state)
        return self.game.svg(self.state, legal=legal, last=self.last)
