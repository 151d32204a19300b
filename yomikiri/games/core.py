"""What every game has: positions and moves as text, and what its rules answer, for Python."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from yomikiri import rules as contract
from yomikiri.errors import POSITION, WHOLE, IllegalMove, check_kind, wrong_kind
from yomikiri.games.end import REPETITION, RULES, End
from yomikiri.games.parts import Choice, Move, Return, State, cut, short_hash
from yomikiri.sources import rules_fingerprint

Text = TypeVar("Text", bound=str)


class Core(ABC):
    """A game without what only some can do: see `Game`.  `str(game)` is its normalised name."""

    family: ClassVar[str]

    # Raised when the rules of the family change, or the numbers of its positions or features:
    # results of another version are not trusted.  tests/test_versions.py says when.
    rules_version: ClassVar[int] = 1
    numbering_version: ClassVar[int] = 1
    features_version: ClassVar[int] = 1

    occurrences: int = 3  # of one position end a game that may repeat

    spec: str  # such as "nip:6x6,rim=lap"
    rules: Any
    start: State

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

    # What the rules are.

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"yomikiri.load({self.spec!r})"

    def switches(self) -> Mapping[str, str]:
        """What decides the rules: all that goes into the rules hash."""
        return self.choice.rules

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

    # What they answer.

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
        self.check(state)
        return contract.list_moves(self.rules, state)

    def play(self, state: State, move: int) -> State:
        """The position after a legal move."""
        self.check(state)
        if type(move) is not int:
            check_kind(WHOLE, move=move)
        return contract.play(self.rules, state, move)

    def outcome(self, state: State) -> int | None:
        """The result as the player to move sees it, or None while the game goes on."""
        self.check(state)
        result = int(contract.outcome(self.rules, state))
        return None if result == contract.ONGOING else result

    def mover(self, state: State) -> int:
        """0 the first player, 1 the second, 2 chance."""
        self.check(state)
        return int(contract.mover(self.rules, state))

    def actions_left(self, state: State) -> int | None:
        """How many moves the player has until the other's turn; None where it is always one."""
        return None

    def check(self, state: State) -> None:
        """Raise InputError for what is no position of such a game; kernels could not tell why."""
        if type(state) is not type(self.start):
            raise wrong_kind(POSITION, "state", state)

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

    def returning(self, state: State, history: Sequence[State]) -> dict[int, Return]:
        """The moves that lead back to a position of the game so far, this one included."""
        if not self.may_repeat:
            return {}
        path, found = [*history, state], {}
        places = [contract.key(self.rules, earlier) for earlier in path]
        for move in self.legal_moves(state):
            child = self.play(state, move)
            times = 1 + places.count(contract.key(self.rules, child))
            if times > 1:
                value = self.repetition_value(path, child) or 0
                value = value if self.mover(child) == self.mover(state) else -value
                found[move] = Return(value, times >= self.occurrences)
        return found

    def end(self, state: State, history: Sequence[State], times: int) -> End | None:
        """Why the rules, or a repetition, end the game; None while it goes on.

        `times` is how often the position has occurred by now, `history` those before it.
        """
        result, reason = self.outcome(state), RULES
        if result is None and self.may_repeat and times >= self.occurrences:
            result, reason = self.repetition_value(history, state) or 0, REPETITION
        if result is None:
            return None
        return End(reason, -result if self.mover(state) == contract.SECOND else result)

    # Lines of moves.

    def read_moves(self, state: State, text: str, history: Sequence[State] = ()) -> list[int]:
        """The moves of a game written one after the other, played from `state`."""
        moves, states = [], [*history, state]
        for word in self.split_moves(text):
            if not self.legal_moves(states[-1]):
                raise IllegalMove("move.over_before", move=word, position=self.show(states[-1]))
            move = self.read_along(states, word)
            moves.append(move)
            states.append(self.play(states[-1], move))
        return moves

    def read_along(self, states: Sequence[State], text: str) -> int:
        """The move written as text in the last of the positions of a game.

        Only games whose moves depend on what came before, such as the numbers of dice, need more
        than the last one.
        """
        return self.read_move(states[-1], text)

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

    def replay(self, state: State, moves: Sequence[int | Move]) -> State:
        """The position after these moves."""
        for move in moves:
            state = self.play(state, move.number if isinstance(move, Move) else move)
        return state

    def move(self, state: State, number: int) -> Move:
        """The move with this number."""
        return Move(self.move_name(state, number), number)

    def line_text(self, state: State, moves: Sequence[int]) -> list[Move]:
        """The moves of a line as text, each in its own position."""
        return self.named(self.move, state, moves)

    def named(
        self, name: Callable[[State, int], Text], state: State, moves: Sequence[int]
    ) -> list[Text]:
        """Each move of a line by its name."""
        names = []
        for move in moves:
            names.append(name(state, move))
            state = self.play(state, move)
        return names
