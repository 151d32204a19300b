"""`yomikiri check`: the contract's questions put to any game, and what is wrong with its answers.

Random games are played; each check looks at their positions.  The rules are also run as plain
Python, in a process without the compiler, over the same games: where the two differ, the compiler
took something otherwise than it was meant, mostly a number of the wrong type.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from yomikiri import rules as contract
from yomikiri.errors import Said
from yomikiri.games import load, meet, strangers
from yomikiri.games.game import Game, State
from yomikiri.games.scene import box, shapes
from yomikiri.outside import fault_of
from yomikiri.rules import MOST_ESTIMATE, MOST_MOVE, UNLIMITED, is_answered
from yomikiri.solve.options import read_game
from yomikiri.words import LANGUAGES, Message, message

GAMES, LONGEST = 10, 400  # random games, and the plies of each
FAULTS = 3  # of a check, that are told
PATIENCE = 300.0  # seconds for the games in plain Python

Fault = Message | str
Check = Callable[[Game, Sequence[State]], Iterator[Fault]]


class Checked(NamedTuple):
    """What a check found."""

    name: str
    faults: list[Fault]  # the first few


def random_games(game: Game) -> Iterator[State]:
    """The positions of some random games, one after the other."""
    for number in range(GAMES):
        chance, state = random.Random(number), game.start
        for _ in range(LONGEST):
            yield state
            moves = game.legal_moves(state)
            if not moves:
                break
            state = game.play(state, chance.choice(moves))


def check_game(game: Game) -> Iterator[Checked]:
    """Every check with the faults that it found, none if all is well."""
    states: list[State] = []
    for name, check in CHECKS.items():
        faults: list[Fault] = []
        try:
            states = states or list(random_games(game))
            found = check(game, states)
            while len(faults) < FAULTS:
                faults.append(next(found))
        except StopIteration:
            pass
        except Said as error:
            faults.append(error.message)
        except Exception as error:
            found_in = fault_of(error)
            faults.append(found_in[1] if found_in else f"{type(error).__name__}: {error}")
        yield Checked(name, faults)
        if not states:
            return


def fault(name: str, game: Game, state: State, **fields: Any) -> Message:
    """A fault at a position."""
    place: object = tuple(state)
    with suppress(Exception):
        place = game.show(state)
    return message(f"check.{name}", position=str(place), **fields)


def check_moves(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """No moves exactly when the game is over; numbers that differ and are not too great."""
    for state in states:
        moves = game.legal_moves(state)
        if (not moves) != (game.outcome(state) is not None):
            yield fault("over", game, state, moves=len(moves))
        if len({*moves}) != len(moves) or any(not 0 <= move <= MOST_MOVE for move in moves):
            yield fault("numbers", game, state)


def check_states(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Tuples of whole numbers of one class; the player to move is 0, 1 or 2."""
    kind = type(game.start)
    for state in states:
        if type(state) is not kind or not all(type(field) is int for field in state):
            yield fault("state", game, state, kind=kind.__name__)
        if game.mover(state) not in (0, 1, 2):
            yield fault("mover", game, state, got=game.mover(state))


def check_results(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Within the greatest result; estimates below proofs."""
    estimates = is_answered(
        contract.ask_evaluate, game.rules
    )  # else by random games, which take long
    for state in states:
        result = game.outcome(state)
        if result is not None and abs(result) > game.greatest:
            yield fault("greatest", game, state, got=result, greatest=game.greatest)
        if not estimates:
            continue
        if abs(int(contract.evaluate(game.rules, state, game.weights))) > MOST_ESTIMATE:
            yield fault("estimate", game, state, most=MOST_ESTIMATE)


def check_text(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Positions and moves are read as they are written."""
    for state in states:
        if game.parse(game.show(state)) != state:
            yield fault("text", game, state)
        for move in game.legal_moves(state):
            name = game.move_name(state, move)
            if game.read_move(state, name) != move:
                yield fault("move_text", game, state, move=name)


def check_keys(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Positions with one key have the same moves and results."""
    futures: dict[Any, Any] = {}
    for state in states:
        place = tuple(map(int, contract.key(game.rules, state)))
        future = (sorted(game.legal_moves(state)), game.outcome(state))
        if futures.setdefault(place, future) != future:
            yield fault("key", game, state)


def check_remaining(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """What remains never grows; a game that can come back to a position says so."""
    met: set[tuple[int, ...]] = set()  # in this game
    for state in states:
        if state is game.start:
            met.clear()
        place = tuple(map(int, contract.key(game.rules, state)))
        if place in met and not game.may_repeat:
            yield fault("repeated", game, state)
        met.add(place)
        left = int(contract.remaining(game.rules, state))
        for move in game.legal_moves(state):
            after = int(contract.remaining(game.rules, game.play(state, move)))
            if left < UNLIMITED and after > left:
                yield fault("remaining", game, state, before=left, after=after)


def check_symmetry(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Mirror images have mirrored moves, and lead to mirror images."""
    rules = game.rules
    for state in states:
        for number in range(int(contract.symmetries(rules))):
            image = contract.mirror(rules, state, number)
            moves = game.legal_moves(state)
            mirrored = [int(contract.mirror_move(rules, move, number)) for move in moves]
            same = sorted(mirrored) == sorted(game.legal_moves(image))
            if not same or game.outcome(image) != game.outcome(state):
                yield fault("symmetry", game, state, number=number)
                continue
            for move, other in zip(moves, mirrored, strict=True):
                after = contract.mirror(rules, game.play(state, move), number)
                if contract.key(rules, after) != contract.key(rules, game.play(image, other)):
                    yield fault("symmetry", game, state, number=number)


def check_numbering(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Numbers lead back to their positions, where the game numbers them."""
    classes = game.table_classes()
    if not classes or not is_answered(contract.index, game.rules):
        return
    for state in states:
        if game.outcome(state) is None and game.has_number(state):
            group, number = map(int, contract.index(game.rules, state))
            if not (0 <= group < len(classes) and 0 <= number < classes[group].size):
                yield fault("number", game, state, number=number)
            elif contract.index(game.rules, contract.unindex(game.rules, group, number)) != (
                group,
                number,
            ):
                yield fault("number", game, state, number=number)


def check_drawing(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """Boards as text and pictures, names in both languages, what a page touches."""
    if set(game.titles) != {*LANGUAGES} or set(game.players) != {*LANGUAGES}:
        yield message("check.languages")
    zones = {zone.name for zone in game.page_scene.zones}
    for state in states[:: max(1, len(states) // 20)]:
        moves = game.legal_moves(state)
        picture = game.svg(state, legal=moves)
        if not game.draw(state).strip() or not shapes(picture) or box(picture)[2] <= 1:
            yield fault("picture", game, state)
        paths = [game.touches(state, move).path for move in moves]
        if len({*paths}) != len(paths) and zones:
            yield fault("touches", game, state)


def check_plain(game: Game, states: Sequence[State]) -> Iterator[Fault]:
    """The same games without the compiler."""
    asked = json.dumps([strangers(), game.spec, len(states)])
    program = "from yomikiri.library.checking import tell; tell()"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=asked,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    if done.returncode:
        yield (done.stderr.strip().splitlines() or ["?"])[-1]
        return
    told = [json.loads(line) for line in done.stdout.splitlines()]
    for state, plain in zip(states, told, strict=False):
        if facts(game, state) != plain:
            yield fault("plain", game, state)
            return
    if len(told) != len(states):
        yield message("check.plain_length", here=len(states), there=len(told))


def facts(game: Game, state: State) -> list[Any]:
    """What the rules say about a position."""
    fields = [int(field) for field in state]
    key = [int(word) for word in contract.key(game.rules, state)]
    return [fields, game.legal_moves(state), game.outcome(state), game.mover(state), key]


def tell() -> None:
    """Print the facts about the positions of the same random games: the other process."""
    homes, spec, number = json.loads(sys.stdin.read())
    meet(homes)
    game = load(spec)
    for state, _ in zip(random_games(game), range(number), strict=False):
        print(json.dumps(facts(game, state)))


CHECKS: dict[str, Check] = {
    "moves": check_moves,
    "states": check_states,
    "results": check_results,
    "texts": check_text,
    "keys": check_keys,
    "remains": check_remaining,
    "symmetries": check_symmetry,
    "numbering": check_numbering,
    "drawing": check_drawing,
    "python": check_plain,
}


def check(game: Game | str) -> list[Checked]:
    """The whole contract put to a game: each check, with the faults that it found.

    >>> [found.name for found in check("tictactoe") if found.faults]
    []
    """
    return list(check_game(read_game(game)))
