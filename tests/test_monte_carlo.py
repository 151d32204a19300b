"""Flat Monte Carlo: against a twin in plain Python, and against exact probabilities."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.conftest import COMPILER_OFF
from tests.test_players import ToyGame
from tests.test_playout import SIGMAS, words
from tests.test_toy import games
from tests.toy import START, TRACK, Toy, make_toy
from yomikiri.chance import STREAM
from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.rules import CHANCE, FIRST, chances, mover, outcome, play, standing, tempts
from yomikiri.search.judge import moves_of, reach, sign
from yomikiri.search.monte_carlo import EXCHANGE
from yomikiri.tally import Tally
from yomikiri.think.monte_carlo import Numbers, fixed_results, search

PLAYOUTS = 300 if COMPILER_OFF else 20_000
FEW = Numbers(6, 3, 3, 15)


# The twin: the method as it is told, with the same random words.


def twin_moves(
    rules: Any, state: Any, capture: float, stream: Iterator[int]
) -> tuple[list[int], int]:
    """The moves among which the next word chooses, and that word."""
    moves = moves_of(rules, state)
    if capture and mover(rules, state) != CHANCE and (next(stream) >> 11) < capture * 2**53:
        moves = [move for move in moves if tempts(rules, state, move)] or moves
    return moves, next(stream)


def twin_playout(rules: Any, state: Any, plies: int, capture: float, stream: Iterator[int]) -> Any:
    """The position in which a playout ends."""
    for _ in range(plies):
        if not moves_of(rules, state):
            break
        moves, word = twin_moves(rules, state, capture, stream)
        if mover(rules, state) == CHANCE:
            weights = [int(chances(rules, state, move)) for move in moves]
            point = sum(weights) * (word >> 11) / 2**53
            move = next(m for i, m in enumerate(moves) if point < sum(weights[: i + 1]))
        else:
            move = moves[word * len(moves) >> 64]
        state = play(rules, state, move)
    return state


def twin_search(rules: Any, state: Any, numbers: Numbers, seed: int, capture: float) -> set[int]:
    """The best moves."""
    me, moves = sign(rules, state), moves_of(rules, state)
    rates: dict[int, Fraction] = {}
    for number, move in enumerate(moves):
        child = play(rules, state, move)
        streams = [
            words(next(words((seed + s * STREAM) % 2**64))) for s in (2 * number, 2 * number + 1)
        ]
        good = 0
        for _ in range(numbers.playouts):
            end = twin_playout(rules, child, numbers.plies, capture, streams[0])
            good += me * sign(rules, end) * int(standing(rules, end)) > 0
        if numbers.playouts and good < numbers.threshold:
            continue
        points = Fraction(0)
        for _ in range(numbers.final):
            end = twin_playout(rules, child, 1000, capture, streams[1])
            result = me * sign(rules, end) * int(outcome(rules, end))
            points += Fraction(1 + (result > 0) - (result < 0), 2)
        rates[move] = points
    return {move for move in rates if rates[move] == max(rates.values())} or set(moves)


@pytest.mark.parametrize("capture", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("numbers", [FEW, Numbers(0, 0, 0, 9)])
def test_the_twin_finds_the_same_moves_with_the_same_random_words(capture, numbers):
    for seed, rules in enumerate(games(twice=1)):
        if seed % 10 == 0:
            for state in reach(rules, START):
                moves = moves_of(rules, state)
                if moves and mover(rules, state) != CHANCE:
                    found = search(rules, state, moves, numbers, seed=seed, capture=capture)
                    assert set(found.best) == twin_search(rules, state, numbers, seed, capture)


@pytest.mark.parametrize("spec", ["othello:4x4", "nip:4x4"])
def test_the_twin_agrees_on_a_real_board(spec):
    game = load(spec)
    for seed in range(3):
        state = game.start
        for _ in range(seed):
            state = game.play(state, game.legal_moves(state)[0])
        found = search(game.rules, state, game.legal_moves(state), FEW, seed=seed)
        assert set(found.best) == twin_search(game.rules, state, FEW, seed, 0.0)


# Exact probabilities.


def chance_of_winning(rules: Any, state: Any, me: int, greedy: bool) -> Fraction:
    """The expected points of player `me` in random play; `greedy` prefers tempting moves."""
    moves = moves_of(rules, state)
    if not moves:
        result = sign(rules, state) * (1 if me == FIRST else -1) * int(outcome(rules, state))
        return Fraction(1 + (result > 0) - (result < 0), 2)
    is_chance = mover(rules, state) == CHANCE
    if greedy and not is_chance:
        moves = [move for move in moves if tempts(rules, state, move)] or moves
    weights = [int(chances(rules, state, move)) if is_chance else 1 for move in moves]
    below = [chance_of_winning(rules, play(rules, state, m), me, greedy) for m in moves]
    return sum((w * b for w, b in zip(weights, below)), Fraction(0)) / sum(weights)


@pytest.mark.parametrize("greedy", [False, True])
def test_rates_are_the_exact_chances_of_winning(greedy):
    for rules in games(endless=0):
        if rules.nodes > 9:
            break
        moves = moves_of(rules, START)
        if not moves or mover(rules, START) == CHANCE:
            continue
        numbers = Numbers(0, 0, 0, PLAYOUTS // 10)
        found = search(rules, START, moves, numbers, seed=rules.nodes, capture=float(greedy))
        for trial in found.trials:
            exact = float(chance_of_winning(rules, play(rules, START, trial.move), 0, greedy))
            stray = SIGMAS * math.sqrt(0.25 / numbers.final) + 1e-9
            assert trial.final is not None and abs(trial.final.rate - exact) < stray


def test_a_half_played_game_of_tic_tac_toe_has_the_exact_chances():
    game = load("tictactoe")
    state = game.parse("xo./.x./..o x")
    found = search(game.rules, state, game.legal_moves(state), Numbers(0, 0, 0, PLAYOUTS), seed=1)
    for trial in found.trials:
        exact = float(chance_of_winning(game.rules, game.play(state, trial.move), 0, False))
        assert trial.final is not None
        assert abs(trial.final.rate - exact) < SIGMAS * math.sqrt(0.25 / PLAYOUTS)


# The options.


def test_giving_up_early_never_changes_the_best_moves():
    game = load("othello:4x4")
    saved = 0
    for seed in range(3 if COMPILER_OFF else 30):
        state = game.start
        for _ in range(seed % 5):
            state = game.play(state, game.legal_moves(state)[seed % len(game.legal_moves(state))])
        moves = game.legal_moves(state)
        for numbers in (Numbers(6, 4, 2, 40), Numbers(0, 0, 0, 40)):
            whole = search(game.rules, state, moves, numbers, seed=seed)
            early = search(game.rules, state, moves, numbers, seed=seed, stop=True)
            assert whole.best == early.best
            saved += whole.plies - early.plies
            assert all(
                trial.final is not None and trial.move not in early.best
                for trial in early.trials
                if trial.stopped
            )
    assert saved > 0


def test_any_move_is_played_if_none_is_good_enough():
    rules = make_toy(TRACK, twice=0, endless=0, chance=0)
    found = search(rules, Toy(1, 0), [3, 5, 8], Numbers(5, 0, 5, 7), seed=1)  # nobody stands at +
    assert found.best == [3, 5, 8] and all(trial.final is None for trial in found.trials)


def slow_settle(rules: Any, state: Any, depth: int) -> tuple[int, int]:
    """How the first player stands when tempting moves pay; a finished game comes first."""
    own = sign(rules, state)
    result = int(outcome(rules, state))
    if not moves_of(rules, state):
        return own * ((result > 0) - (result < 0)), 0
    now = (0, own * int(standing(rules, state)))
    if depth == 0 or mover(rules, state) == CHANCE:
        return now
    tempting = [move for move in moves_of(rules, state) if tempts(rules, state, move)]
    values = [now, *(slow_settle(rules, play(rules, state, m), depth - 1) for m in tempting)]
    return max(values) if own == 1 else min(values)


def test_moves_that_lose_something_at_once_are_left_out():
    left_out = 0
    for number, rules in enumerate(games()):
        for state in reach(rules, START):
            moves = moves_of(rules, state)
            if number % 5 or not moves or mover(rules, state) == CHANCE:
                continue
            own = sign(rules, state)
            values = {m: slow_settle(rules, play(rules, state, m), EXCHANGE) for m in moves}
            seen = {m: (own * end, own * now) for m, (end, now) in values.items()}
            enough = min((0, int(standing(rules, state))), max(seen.values()))
            kept = [move for move in moves if seen[move] >= enough]
            found = search(rules, state, moves, Numbers(0, 0, 0, 1), seed=1, prune=True)
            assert [t.move for t in found.trials if t.first is not None] == kept
            left_out += len(moves) - len(kept)
    assert left_out > 50


def test_a_result_known_from_the_history_is_not_simulated():
    rules = make_toy(TRACK, twice=0, endless=1, chance=0)
    moves = moves_of(rules, Toy(1, 1))
    game = ToyGame(rules)
    assert fixed_results(game, Toy(1, 1), moves, [START]) == {}
    assert fixed_results(game, Toy(1, 1), moves, [START, Toy(1, 1), START]) == {0: 0}
    for result, tally in ((1, Tally(9, 0, 0)), (0, Tally(0, 9, 0)), (-2, Tally(0, 0, 9))):
        found = search(rules, Toy(1, 1), moves, Numbers(0, 0, 0, 9), seed=1, fixed={0: result})
        assert next(trial.final for trial in found.trials if trial.move == 0) == tally


def test_a_playout_without_an_end_is_a_draw():
    circle = (*(track._replace(arrows=(0, 1)) for track in TRACK[:2]), *TRACK[6:8])
    rules = make_toy(circle, twice=0, endless=1, chance=0)
    found = search(rules, START, [0, 1], Numbers(0, 0, 0, 8), seed=1, longest=50)
    assert [trial.final for trial in found.trials] == [Tally(0, 8, 0)] * 2
    assert found.plies == 2 * 8 * 50


# The player.


def test_the_same_seed_plays_the_same_move_and_says_the_same():
    game = load("othello:4x4")
    choices = []
    for seed in (1, 1, 2, 3, 4, 5):
        choices.append(make_player("monte:6,3,3,15", game, seed).choose(game.start))
    assert choices[0] == choices[1]
    assert len({choice.move for choice in choices}) > 1
    assert all(-1000 <= (choice.value or 0) <= 1000 for choice in choices)
