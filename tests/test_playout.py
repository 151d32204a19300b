"""Random play: against a twin in plain Python, and against exact distributions."""

import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.conftest import COMPILER_OFF
from tests.test_toy import label, variants
from tests.toy import START, TRACK, Toy, make_toy
from yomikiri.chance import draw
from yomikiri.games import load
from yomikiri.games.reversi.state import PASS
from yomikiri.rules import CHANCE, ONGOING, chances, mover, outcome, play
from yomikiri.search.judge import moves_of, sign
from yomikiri.search.playout import playouts

GAMES = 500 if COMPILER_OFF else 50_000
SIGMAS = 5  # a right program strays so far once in two million times

that_end = pytest.mark.parametrize("rules", variants(endless=0), ids=label)


def words(seed: int) -> Any:
    """SplitMix64 as it was published, in unsigned words."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        yield word ^ word >> 31


Ends = dict[tuple[int, int], Fraction]


def distribution(rules: Any, state: Any, known: dict[Any, Ends]) -> Ends:
    """How likely each result, as the first player sees it, and each number of plies are."""
    if state not in known:
        moves = moves_of(rules, state)
        likely: Ends = {}
        if not moves:
            likely[sign(rules, state) * int(outcome(rules, state)), 0] = Fraction(1)
        is_chance = mover(rules, state) == CHANCE
        weights = [int(chances(rules, state, move)) if is_chance else 1 for move in moves]
        for move, weight in zip(moves, weights):
            below = distribution(rules, play(rules, state, move), known)
            for (result, plies), chance in below.items():
                end = result, plies + 1
                likely[end] = likely.get(end, Fraction(0)) + chance * weight / sum(weights)
        known[state] = likely
    return known[state]


def check(rules: Any, state: Any, seed: int) -> None:
    """Every end comes about as often as it should, and no other."""
    likely = distribution(rules, state, {})
    found = playouts(rules, state, GAMES, seed)
    seen = Counter(zip(found.results.tolist(), found.plies.tolist()))
    assert seen.keys() <= likely.keys()
    for end, chance in likely.items():
        share = float(chance)
        stray = SIGMAS * math.sqrt(GAMES * share * (1 - share)) + 1
        assert abs(seen[end] - GAMES * share) <= stray, (end, seen[end], GAMES * share)


def test_the_generator_is_the_published_one():
    # The first words of seed 1234567, from the authors' C program as Rosetta Code quotes it.
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    generator = np.array([1234567])
    assert [int(draw(generator)) % 2**64 for _ in published] == published
    for seed in (0, 2026, 2**63 - 1):
        generator, twin = np.array([seed]), words(seed)
        assert all(int(draw(generator)) % 2**64 == next(twin) for _ in range(100))


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:4x4", "othello:4x4", "nip:4x6,rim=lap"])
def test_every_game_is_the_one_that_its_random_words_choose(spec):
    game = load(spec)
    found = playouts(game.rules, game.start, 50, seed=7)
    twin = words(7)
    for result, plies in zip(found.results.tolist(), found.plies.tolist()):
        state, played = game.start, 0
        while moves := game.legal_moves(state):
            state = game.play(state, moves[next(twin) * len(moves) >> 64])
            played += 1
        assert (result, plies) == (sign(game.rules, state) * (game.outcome(state) or 0), played)


def test_tic_tac_toe_ends_as_often_each_way_as_it_should():
    game = load("tictactoe")
    check(game.rules, game.start, seed=1)


def test_plain_python_plays_the_same_distribution():
    game, rng = load("tictactoe"), random.Random(3)
    results = Counter[int]()
    for _ in range(500):
        state = game.start
        while moves := game.legal_moves(state):
            state = game.play(state, rng.choice(moves))
        results[sign(game.rules, state) * (game.outcome(state) or 0)] += 1
    found = Counter(playouts(game.rules, game.start, 500, seed=3).results.tolist())
    for result in (-1, 0, 1):
        # Both counts stray: their difference has twice the variance.
        assert abs(results[result] - found[result]) < SIGMAS * math.sqrt(2 * 500 / 4)


@that_end
def test_throws_are_as_likely_as_their_weights(rules):
    for state in (START, Toy(2, 1), Toy(5, 0)):
        check(rules, state, seed=state.node)


def test_passes_are_played():
    game, rng = load("othello:4x4"), random.Random(1)
    state = game.start
    while (moves := game.legal_moves(state)) != [PASS]:
        state = game.play(state, rng.choice(moves)) if moves else game.start
    check(game.rules, state, seed=5)


def test_a_finished_game_is_its_own_end():
    rules = make_toy(TRACK, twice=0, endless=0, chance=0)
    for turn in (0, 1):
        found = playouts(rules, Toy(6, turn), 3, seed=1)
        assert found.results.tolist() == [2, 2, 2] and found.plies.tolist() == [0, 0, 0]


def test_the_same_seed_plays_the_same_games_and_another_does_not():
    game = load("othello:4x4")
    first, same, other = (playouts(game.rules, game.start, 100, seed) for seed in (5, 5, 6))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)
    # More games are the same ones and others after them.
    more = playouts(game.rules, game.start, 1100, seed=5)
    assert np.array_equal(first, [column[:100] for column in more])


def test_a_game_without_an_end_is_given_up():
    rules = make_toy(TRACK, twice=0, endless=1, chance=1)
    found = playouts(rules, START, 500, seed=1, longest=4)
    given_up = found.results == ONGOING
    assert 0 < given_up.sum() < 500
    assert (found.plies[given_up] == 4).all() and set(found.results[~given_up]) <= {-2, 0, 2}
    # Long enough, all end: the token does not go round for ever by chance.
    assert ONGOING not in playouts(rules, START, 500, seed=1).results


def test_no_games_are_no_games():
    rules = make_toy(TRACK, twice=0, endless=0, chance=0)
    assert [column.size for column in playouts(rules, START, 0, seed=1)] == [0, 0]


def test_bad_numbers_are_refused():
    rules = make_toy(TRACK, twice=0, endless=0, chance=0)
    with pytest.raises(ValueError, match="0 games or more, got -1"):
        playouts(rules, START, -1, seed=1)
    with pytest.raises(ValueError, match="0 plies or more, got -2"):
        playouts(rules, START, 1, seed=1, longest=-2)
