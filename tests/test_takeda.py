"""The player of the thesis on janken shogi agrees with its program, and dice keep their numbers."""

import random

import pytest

from tests.slow_takeda import Die, SlowTakeda
from yomikiri.games import load
from yomikiri.games.janken.dice import LIES
from yomikiri.games.janken.notation import layout_of
from yomikiri.games.janken.numbers import numbers_at, numbers_through
from yomikiri.players import make_player

pytestmark = pytest.mark.compiled

WEIGHTS = {"goal": (10000, 100, 10), "attack": (100, 10000, 10)}


def slow_start(game) -> SlowTakeda:
    """The same start, its dice by the thesis's numbers."""
    sides = layout_of(game.start).sides
    numbers = numbers_at(game.start, game.pieces)
    places = sorted(numbers, key=lambda place: numbers[place])
    return SlowTakeda([Die(at, LIES[{**sides[0], **sides[1]}[at]]) for at in places], 1)


def random_game(game, seed: int, plies: int):
    """Positions of ours and of the slow twin along a random game."""
    chance = random.Random(seed)
    states, slow = [game.start], slow_start(game)
    for _ in range(plies):
        legal = game.legal_moves(states[-1])
        if not legal:
            return
        yield states, slow, legal
        move = chance.choice(legal)
        (x, y), to = game.way(states[-1].turn, move)
        way = {(0, -1): "u", (1, 0): "r", (0, 1): "d", (-1, 0): "l"}[to[0] - x, to[1] - y]
        [number] = [n for n, die in enumerate(slow.dice) if die.at == (x, y)]
        after = slow.after(number, way)
        assert after is not None
        states, slow = [*states, game.play(states[-1], move)], after


@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
@pytest.mark.parametrize("name", WEIGHTS)
def test_it_values_every_move_as_the_program_does(pieces, name):
    game = load(f"janken:single,pieces={pieces}")
    plies = 4 if pieces < 3 else 3
    for seed in range(2):
        for ply, (states, slow, legal) in enumerate(random_game(game, seed, 40)):
            if ply % 7 != seed:
                continue
            player = make_player(f"takeda:eval={name},depth={plies}", game)
            reasons = player.explain(states[-1], states).reasons
            ours = sorted(reason.numbers["own_value"] for reason in reasons)
            found = sorted(slow.turn * c.value(WEIGHTS[name], plies) for c in slow.children())
            assert ours == found and len(legal) == len(found)


def test_dice_are_tried_by_their_number_not_by_their_cell():
    # Along random games with two dice each, the order matters: without the history the numbers
    # are counted anew, and some values differ.
    game = load("janken:single,pieces=2")
    differ = 0
    for seed in range(6):
        for states, _, _ in random_game(game, seed, 30):
            player = make_player("takeda", game)
            known = [r.value for r in player.explain(states[-1], states).reasons]
            counted = [r.value for r in player.explain(states[-1]).reasons]
            differ += known != counted
    assert differ > 0


def test_dice_keep_their_numbers_through_a_game():
    game = load("janken:single")
    moves = ["3u", "6d", "3r", "6l", "3r"]
    states = [game.start]
    for text, cell in zip(moves, ("25u", "52d", "24r", "53l", "34r"), strict=True):
        numbers = numbers_through(states, 4)
        place = next(place for place, number in numbers.items() if number == int(text[0]))
        assert f"{place[0]}{place[1]}" == cell[:2]
        states.append(game.play(states[-1], game.read_move(states[-1], cell)))
    assert numbers_through(states, 4)[4, 4] == 3
    assert numbers_at(states[-1], 4)[4, 4] != 3  # counted anew


def test_a_die_that_was_taken_leaves_its_number_to_nobody():
    game = load("janken:single,pieces=2")
    start = game.parse("33gcp,16gcp/43cgp,61gcp 1")
    numbers = numbers_at(start, 2)
    after = game.play(start, game.read_move(start, "33r"))
    assert numbers[4, 3] == 3
    assert numbers_through([start, after], 2) == {(1, 6): 1, (4, 3): 2, (6, 1): 4}
