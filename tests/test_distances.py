"""Distances that are called exact, against a plain search of every line, in every game."""

import random
from typing import Any

import numpy as np
import pytest

import yomikiri as yk
from yomikiri.games.game import Game
from yomikiri.jit import kernel
from yomikiri.rules import legal_moves, mover, outcome, play
from yomikiri.think import Limits, Thought, think

pytestmark = pytest.mark.compiled

GAMES = (
    "minishogi",
    "dobutsu",
    "anpanman",
    "gorogoro",
    "ending:KQKR",
    "janken",
    "connect4:5x5",
    "tictactoe",
)
PLIES = 4  # that the plain search can look at
NODES = 12_000


@kernel
def wins_within(rules, state, attacker, left, moves, top):
    """Whether a player wins within so many plies: every line, nothing remembered."""
    number = legal_moves(rules, state, moves[top:])
    is_attack = mover(rules, state) == attacker
    if number == 0:
        result = outcome(rules, state)
        return result > 0 if is_attack else result < 0
    if left <= 0:
        return False
    for index in range(top, top + number):
        child = play(rules, state, moves[index])
        if wins_within(rules, child, attacker, left - 1, moves, top + number) == is_attack:
            return is_attack
    return not is_attack


def soonest(game: Game, state: Any, attacker: int, most: int) -> int | None:
    """Plies in which a player wins, if they are at most so many."""
    moves = np.zeros(256 * (most + 2), np.int64)
    for left in range(most + 1):
        if wins_within(game.rules, state, attacker, left, moves, 0):
            return left
    return None


def late_positions(game: Game, number: int) -> list[Any]:
    """Positions from random games, a few plies before their ends."""
    chance = random.Random(f"late {game}")
    found: list[Any] = []
    while len(found) < number:
        states = [game.start]
        while len(states) < 200 and (moves := game.legal_moves(states[-1])):
            states.append(game.play(states[-1], chance.choice(moves)))
        if game.outcome(states[-1]) not in (None, 0) and len(states) > 4:
            found.append(states[-chance.randrange(2, min(6, len(states)))])
    return found


def check_analysis(game: Game, state: Any) -> int:
    """How many distances of an analysis were compared."""
    me, compared = game.mover(state), 0
    for entry in yk.analyze(game, position=state, nodes=NODES, memory="32M").moves:
        if not entry.exact or entry.value == 0 or entry.distance is None:
            assert entry.distance is None
            continue
        attacker = me if entry.value > 0 else 1 - me
        child = game.play(state, entry.move.number)
        if entry.distance <= PLIES + 1:
            where = f"{game.show(state)} {entry.move}"
            assert soonest(game, child, attacker, PLIES) == entry.distance - 1, where
            compared += 1
    return compared


@pytest.mark.parametrize("name", GAMES)
def test_a_distance_that_is_called_exact_is_the_distance(name):
    game = yk.load(name)
    assert sum(check_analysis(game, state) for state in late_positions(game, 12)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_hundreds_of_distances_are_right(name):
    game = yk.load(name)
    assert sum(check_analysis(game, state) for state in late_positions(game, 200)) > 300


def test_a_search_depth_is_no_distance():
    # 3d4e was said to lose in 1: the opponent's capture of the king is the second ply.
    moves = "4e3d 4a5b 3e2d 5b3d 1e1b 3d1b 2d3e R*1e P*2b 2a2b 2e3d 1e3e+"
    analysis = yk.analyze("minishogi", moves=moves, seconds=2)
    found = {str(entry.move): entry for entry in analysis.moves}
    assert (found["3d4e"].value, found["3d4e"].distance) == (-1, 2)
    for entry in analysis.moves:
        if entry.distance is not None:
            assert entry.distance % 2 == (entry.value > 0)


@pytest.mark.parametrize("name", ["minishogi", "dobutsu", "anpanman", "ending:KQKR"])
def test_a_mate_that_an_engine_tells_is_one(name):
    game, compared = yk.load(name), 0
    for state in late_positions(game, 25):
        told: list[Thought] = []
        think(game, state, limits=Limits(nodes=2000), report=told.append)
        me = game.mover(state)
        for mate in {thought.mate for thought in told} - {None}:
            assert mate is not None
            if abs(mate) <= PLIES:
                found = soonest(game, state, me if mate > 0 else 1 - me, PLIES)
                assert found is not None and found <= abs(mate), game.show(state)
                compared += 1
    assert compared > 10
