"""Numbers of positions and moves taken back, edge for edge against moves forward."""

import random
import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from yomikiri.games import load
from yomikiri.games.game import Game, State
from yomikiri.jit import DISABLED
from yomikiri.rules import index, is_position, leaves_class, mirror, play, unindex, unplay

SPECS = ["dobutsu", "anpanman", "anpanman,try=safe"]
SAMPLES = 20 if DISABLED else 600
Place = tuple[int, int]  # class and number


def sample(game: Game, number: int) -> Iterator[tuple[Place, State]]:
    """Positions by numbers drawn at random, classes as likely as they are large."""
    chance = random.Random(f"numbers of {game}")
    classes = game.table_classes()
    for _ in range(number):
        group = chance.choices(range(len(classes)), [each.size for each in classes])[0]
        place = group, chance.randrange(classes[group].size)
        state = unindex(game.rules, *place)
        if is_position(game.rules, state):
            yield place, state


def edges(game: Game, state: State) -> Counter[Place]:
    """How often moves of a position lead to each position of its class."""
    found: Counter[Place] = Counter()
    if game.outcome(state) is None:
        for move in game.legal_moves(state):
            if not leaves_class(game.rules, state, move):
                found[tuple(index(game.rules, play(game.rules, state, move)))] += 1
    return found


def edges_back(game: Game, state: State) -> Counter[int]:
    """How often each number is written for a position."""
    out = np.zeros(512, np.int64)
    written = out[: unplay(game.rules, state, out)].tolist()
    assert all(number % 2 == 0 for number in written)  # players take turns
    return Counter(number // 2 for number in written)


@pytest.mark.parametrize("spec", SPECS)
def test_a_position_has_the_number_it_was_made_from(spec):
    game = load(spec)
    for place, state in sample(game, 10 * SAMPLES):
        assert tuple(index(game.rules, state)) == place
        assert game.parse(game.show(state)) == state


def test_mirror_images_and_exchanged_colours_share_a_number():
    game = load("dobutsu")
    for place, state in sample(game, SAMPLES):
        assert tuple(index(game.rules, mirror(game.rules, state, 1))) == place
        rows, _, hands, _ = game.show(state).split()
        turned = re.sub(r"([A-Za-z])\+", r"+\1", rows[::-1].swapcase())
        image = game.parse(f"{turned} w {hands.swapcase()} 1")
        assert tuple(index(game.rules, image)) == place


def test_there_are_as_many_arrangements_as_tanaka_counted():
    (everything,) = load("dobutsu").table_classes()
    # 132 places of the lions, of which 72 stand on the left or in the middle.
    assert everything.size * 132 // 72 == 1_567_925_964


@pytest.mark.parametrize("spec", SPECS)
def test_moves_and_moves_taken_back_are_the_same_edges(spec):
    game = load(spec)
    for place, state in sample(game, SAMPLES):
        check_edges(game, place, state)


def check_edges(game: Game, place: Place, state: State) -> None:
    """Every edge that leaves or reaches a position is seen from its other end."""
    for (group, number), times in edges(game, state).items():
        assert group == place[0]
        after = unindex(game.rules, group, number)
        assert edges_back(game, after)[place[1]] == times, (game.show(state), game.show(after))
    for number, times in edges_back(game, state).items():
        before = unindex(game.rules, place[0], number)
        assert is_position(game.rules, before)
        assert edges(game, before)[place] == times, (game.show(before), game.show(state))


def symmetric(chance: random.Random) -> str:
    """A position of dobutsu that is its own mirror image."""
    rows = [["." for _ in range(3)] for _ in range(4)]
    lions = chance.sample(range(4), 2)
    rows[lions[0]][1], rows[lions[1]][1] = "L", "l"
    hand = ""
    for signs in (["G"], ["E"], ["C", "+C"]):
        sign = chance.choice(signs + [sign.lower() for sign in signs])
        free = [row for row in rows if row[0] == "."]
        middle = [row for row in rows if row[1] == "."]
        way = chance.randrange(3)
        if way == 0 and free:
            row = chance.choice(free)
            row[0] = row[2] = sign
        elif way == 1 and len(middle) == 2:
            for row in middle:
                row[1] = chance.choice(signs + [sign.lower() for sign in signs])
        else:
            hand += "2" + sign[-1]
    board = "/".join("".join(row) for row in rows)
    for gap in ("...", "..", "."):
        board = board.replace(gap, str(len(gap)))
    return f"{board} b {hand or '-'} 1"


def test_positions_that_are_their_own_images_have_all_their_edges():
    game, chance = load("dobutsu"), random.Random("symmetric")
    for _ in range(SAMPLES // 4):
        state = game.parse(symmetric(chance))
        assert mirror(game.rules, state, 1) == state
        place = tuple(index(game.rules, state))
        check_edges(game, place, state)
        for group, number in edges(game, state):
            check_edges(game, (group, number), unindex(game.rules, group, number))
