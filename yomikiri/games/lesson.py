"""How a game is taught: its goal, its rules in a few sentences, and tasks to do on the board.

A task says what a move must do; positions in which it can be done are found by the rules
themselves (play/lesson.py), so that every variant has its own.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from yomikiri.words import Message

Does = Callable[[Any, int], bool]  # a position and a legal move there -> whether the move does it
Place = Callable[[Random], Any]  # -> a position that a game may come to, by lot; None: try again
Line = Callable[[Any], list[int]]  # a position -> moves in a row that show something, or none

LOOKED_AT = 3  # moves at least, to see whether something is threatened
TURNS = 40  # that are tried by each side, to come back to a position


class Task(NamedTuple):
    """Something to be done with one move."""

    text: Message
    does: Does
    is_easy: bool = False  # every move may do it


class Rule(NamedTuple):
    """A rule in words; where a move can show it, what that move does, or the moves in a row."""

    text: Message
    does: Does | None = None
    line: Line | None = None
    is_throw: bool = False  # the line begins with a throw of the dice
    typed: Message | None = None  # other words for the terminal, where nothing can be touched

    @property
    def is_shown(self) -> bool:
        """Whether moves can show it."""
        return self.does is not None or self.line is not None


class Sign(NamedTuple):
    """Something that is seen on the board, and what it means."""

    text: Message
    look: str = ""  # of the page's scene
    markup: str = ""  # else SVG around (0, 0), as large as a cell
    written: tuple[str, str] = ("", "")  # on boards of text, and on those in ASCII


class Guide(NamedTuple):
    """What somebody must know who has never heard of a game."""

    goal: Message
    rules: Sequence[Rule] = ()
    tasks: Sequence[Task] = ()
    legend: Sequence[Sign] = ()
    place: Place | None = None  # where random games hardly ever come to what is to be done


def alarm(text: Message) -> Sign:
    """How the page marks what is under attack (`Game.alarms`)."""
    return Sign(text, markup='<circle r="20" class="alarm"/>')


def sides(game: Any) -> dict[str, dict[str, str]]:
    """The players by name, the one who begins first."""
    begins = game.mover(game.start) % 2
    return {
        place: {language: names[side] for language, names in game.players.items()}
        for place, side in (("first", begins), ("second", 1 - begins))
    }


# What moves of any game may do; a game is asked through its own methods.


def wins(game: Any) -> Does:
    """Whether a move wins at once."""

    def does(state: Any, move: int) -> bool:
        child = game.play(state, move)
        result = game.outcome(child)
        if not result:
            return False
        return bool((result > 0) == (game.mover(child) == game.mover(state)))

    return does


def draws(game: Any) -> Does:
    """Whether a move ends the game in a draw."""
    return lambda state, move: game.outcome(game.play(state, move)) == 0


def blocks(game: Any) -> Does:
    """Whether a move is the only one after which the other cannot win at once, and does not win."""
    is_won = wins(game)

    def is_safe(state: Any, move: int) -> bool:
        child = game.play(state, move)
        return not any(is_won(child, reply) for reply in game.legal_moves(child))

    def does(state: Any, move: int) -> bool:
        moves = game.legal_moves(state)
        if len(moves) < 2 or any(is_won(state, each) for each in moves):
            return False
        return is_safe(state, move) and not any(is_safe(state, m) for m in moves if m != move)

    return does


def saves(game: Any) -> Does:
    """Whether a move prevents a loss at once that most other moves allow, where nothing wins."""
    is_won = wins(game)

    def is_safe(state: Any, move: int) -> bool:
        child = game.play(state, move)
        if game.outcome(child) is not None:
            return False
        return not any(is_won(child, reply) for reply in game.legal_moves(child))

    @lru_cache(maxsize=1)  # moves of one position are asked about one after the other
    def saving(state: Any) -> list[int]:
        moves, left = game.legal_moves(state), game.actions_left(state)
        if left is not None and left > 1:  # the turn goes on
            return []
        # A threat shows after nearly every move, so that a few tell whether there is one.
        few = moves[:: len(moves) // LOOKED_AT + 1]
        if any(is_won(state, move) for move in moves) or all(is_safe(state, m) for m in few):
            return []
        safe = [move for move in moves if is_safe(state, move)]
        return safe if 2 * len(safe) < len(moves) else []

    return lambda state, move: move in saving(state)


def forks(game: Any) -> Does:
    """Whether a move makes two threats of which only one can be met; nothing wins before."""
    is_won = wins(game)

    def has_win(state: Any) -> bool:
        return any(is_won(state, move) for move in game.legal_moves(state))

    def does(state: Any, move: int) -> bool:
        if has_win(state):
            return False
        child = game.play(state, move)
        after = [game.play(child, reply) for reply in game.legal_moves(child)]
        return bool(after) and not has_win(child) and all(map(has_win, after))

    return does


def takes(game: Any, *, is_last: bool = False) -> Does:
    """Whether a move takes a piece of the other side; the game goes on, or it may be the last."""

    @lru_cache(maxsize=2)  # moves of one position are asked about one after the other
    def pieces(state: Any, side: int) -> int:
        places = game.page_scene.stacks
        return sum(p.side == side and p.place not in places for p in game.pieces_on(state))

    def does(state: Any, move: int) -> bool:
        other, child = 1 - game.mover(state), game.play(state, move)
        goes_on = is_last or game.outcome(child) is None
        return goes_on and pieces(child, other) < pieces(state, other)

    return does


def checks(game: Any) -> Does:
    """Whether a move gives check, and the game goes on."""

    def does(state: Any, move: int) -> bool:
        child = game.play(state, move)
        return game.outcome(child) is None and bool(game.alarms(child))

    return does


def hems(game: Any) -> Does:
    """Whether a move leaves the other a single one, and gives no check."""

    def does(state: Any, move: int) -> bool:
        child = game.play(state, move)
        return len(game.legal_moves(child)) == 1 and not game.alarms(child)

    return does


def chooses(game: Any, sign: str) -> Does:
    """Whether a move is made with a choice that begins so, such as a promotion."""
    return lambda state, move: game.touches(state, move).path[-1].startswith(sign)


def drops(game: Any) -> Does:
    """Whether a move puts a piece from the hand."""
    return lambda state, move: game.touches(state, move).path[0] in game.page_scene.stacks


def turns(game: Any, state: Any, most: int) -> Iterator[list[int]]:
    """Some ways to spend a turn in which pieces move from place to place and nothing ends."""
    waiting: list[tuple[Any, list[int]]] = [(state, [])]
    while waiting and most:
        here, made = waiting.pop()
        if made and game.mover(here) != game.mover(state):
            most -= 1
            yield made
            continue
        for move in game.legal_moves(here):
            child, path = game.play(here, move), game.touches(here, move).path
            if len(path) == 2 and game.outcome(child) is None:
                waiting.append((child, [*made, move]))


def taken_back(game: Any, before: Any, made: Sequence[int], state: Any) -> list[int]:
    """The turn in `state` that undoes one made in `before`, piece by piece; else none."""
    paths = []
    for move in made:
        paths.append(game.touches(before, move).path)
        before = game.play(before, move)
    found = []
    for start, end in reversed(paths):
        ways = {game.touches(state, move).path: move for move in game.legal_moves(state)}
        if (end, start) not in ways:
            return []
        found.append(ways[end, start])
        state = game.play(state, found[-1])
    return found


def returns(game: Any) -> Line:
    """Both go forth and back until the position has come up so often that the game is over."""

    def cycle(state: Any) -> list[int]:
        for own in turns(game, state, TURNS):
            there = along(game, state, own)
            for other in turns(game, there, TURNS):
                back = taken_back(game, state, own, after := along(game, there, other))
                last = taken_back(game, there, other, along(game, after, back)) if back else []
                moves = [*own, *other, *back, *last]
                if last and along(game, state, moves) == state:
                    return moves
        return []

    return lambda state: cycle(state) * (game.occurrences - 1)


def along(game: Any, state: Any, moves: Sequence[int]) -> Any:
    """The position after some moves."""
    for move in moves:
        state = game.play(state, move)
    return state
