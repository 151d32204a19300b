"""Limits of what a game may be: as great as they say, and kept where a game breaks them."""

from pathlib import Path

import numpy as np
import pytest

from tests.choosing import START, Choosing, ChoosingRules
from tests.test_toy import make_space
from yomikiri import games
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.rules import (
    MOST_ESTIMATE,
    MOST_MOVE,
    MOST_MOVES,
    MOST_SCORE,
    QUESTIONS,
    SPARE,
    UNLIMITED,
    TooManyMoves,
    is_proof,
    legal_moves,
    move_buffer,
)
from yomikiri.search.alpha_beta import search
from yomikiri.search.perft import perft
from yomikiri.search.playout import playouts
from yomikiri.search.table import INFINITE, recall
from yomikiri.search.values import certain_plies, certain_result
from yomikiri.search.workspace import LOOK_AHEAD, SCRATCH, STACK

CHOOSING = ChoosingRules(moves=5, step=1, best=3, score=1, estimate=0)


def value_of(rules: ChoosingRules, state: Choosing, depth: int = 9, mode: int = 0) -> int:
    """What alpha-beta finds."""
    space = make_space(mode=mode, megabytes=1)
    return int(search(rules, space, state, -INFINITE, INFINITE, depth, 0, 0))


def test_as_many_moves_as_there_is_room_for():
    rules = CHOOSING._replace(moves=MOST_MOVES, best=MOST_MOVES - 1)
    assert perft(rules, START, 1) == MOST_MOVES
    assert value_of(rules, START) == 1


@pytest.mark.parametrize("moves", [MOST_MOVES + 1, SPARE])
def test_more_moves_are_refused_by_every_kernel_and_no_memory_is_harmed(moves):
    rules = CHOOSING._replace(moves=moves)
    out = move_buffer()
    out[:] = 7
    with pytest.raises(TooManyMoves):
        legal_moves(rules, START, out)
    assert moves < out.size and (out[moves:] == 7).all()
    with pytest.raises(TooManyMoves):
        perft(rules, START, 2)
    with pytest.raises(TooManyMoves):
        playouts(rules, START, 2, 1)
    with pytest.raises(TooManyMoves):
        value_of(rules, START)


def test_there_is_room_to_spare_behind_every_stack_of_moves():
    assert move_buffer(3).size == 3 * MOST_MOVES + SPARE
    assert SCRATCH - (STACK - MOST_MOVES) >= MOST_MOVES + SPARE


def test_the_refusal_says_what_to_do_in_both_languages():
    error = TooManyMoves()
    assert isinstance(error, InputError) and f"{MOST_MOVES:,} legal moves" in str(error)
    assert "合法手" in error.say("ja")


@pytest.mark.parametrize("step", [1 << 16, 1 << 30, MOST_MOVE // 4])
def test_moves_that_differ_in_high_bits_only_are_told_apart(step):
    rules = CHOOSING._replace(step=step)
    space = make_space(megabytes=1)
    assert search(rules, space, START, -INFINITE, INFINITE, 9, 0, 0) == 1
    assert recall(space.table, *START)[1] == 3 * step


@pytest.mark.parametrize("score", [125, 3000, MOST_SCORE])
def test_great_scores_are_found_as_they_are(score):
    for sign in (1, -1):
        rules = CHOOSING._replace(score=sign * score)
        assert value_of(rules, START) == sign * score
        found = value_of(rules, START, mode=LOOK_AHEAD)
        assert certain_result(found) == sign * score and certain_plies(found) == 1


def test_no_estimate_is_taken_for_a_proof():
    for estimate in (MOST_ESTIMATE, 1 << 30, -MOST_ESTIMATE, -(1 << 30)):
        found = value_of(CHOOSING._replace(estimate=estimate), START, depth=0, mode=LOOK_AHEAD)
        assert found == np.sign(estimate) * MOST_ESTIMATE and not is_proof(found)
    assert is_proof(MOST_ESTIMATE + 1) and is_proof(-MOST_ESTIMATE - 1)


def test_a_game_with_greater_scores_is_refused_when_it_is_loaded(monkeypatch):
    games.build.cache_clear()
    monkeypatch.setattr(type(load("tictactoe")), "greatest", MOST_SCORE + 1)
    games.build.cache_clear()
    with pytest.raises(InputError, match="count in larger units"):
        load("tictactoe")
    games.build.cache_clear()


def test_the_guide_names_every_question_and_every_limit():
    guide = (Path(__file__).parent.parent / "docs" / "adding-a-game.md").read_text("utf-8")
    for name in [*QUESTIONS, "MOST_MOVES", "MOST_MOVE", "MOST_SCORE", "MOST_ESTIMATE", "UNLIMITED"]:
        assert f"`{name}" in guide, f"docs/adding-a-game.md does not explain {name}"
    for limit in (MOST_MOVES, MOST_SCORE, MOST_ESTIMATE, UNLIMITED):
        assert f"{limit:,}" in guide
    assert MOST_MOVE == 2**40 - 1 and "2⁴⁰ - 1" in guide
