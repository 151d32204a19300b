"""Mate search against trying everything, on random positions of the shogi family."""

import functools
import random
from typing import Any

import pytest

from tests.conftest import COMPILER_OFF, portion
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game, State
from yomikiri.players import make_player
from yomikiri.rules import CHECK, mark
from yomikiri.running import Handle, Limits
from yomikiri.search.mate import MOST_PLIES
from yomikiri.solve import Answer, solve
from yomikiri.think.mate import find_mate

POSITIONS = 4 if COMPILER_OFF else portion(60)
DEEPEST = 3 if COMPILER_OFF else 5


def slow_mate(game: Game, state: State, left: int) -> bool:
    """Whether the player to move mates within so many plies, by trying every check."""
    if left <= 0:
        return False
    for move in game.legal_moves(state):
        child = game.play(state, move)
        result = game.outcome(child)
        if result is not None and result < 0:
            return True
        if result is None and mark(game.rules, child) & CHECK:
            after = [game.play(child, reply) for reply in game.legal_moves(child)]
            ends = [game.outcome(s) for s in after]
            if all(
                slow_mate(game, s, left - 2) if end is None else end > 0
                for s, end in zip(after, ends)
            ):
                return True
    return False


def shortest(game: Game, state: State) -> int | None:
    """The plies of the shortest mate."""
    return next((n for n in range(1, DEEPEST + 1, 2) if slow_mate(game, state, n)), None)


@functools.cache
def positions(spec: str) -> list[tuple[State, int | None]]:
    """Random positions with what the slow search says: about half with a mate."""
    game, rng = load(spec), random.Random(spec)
    found: list[tuple[State, int | None]] = []
    state = game.start
    while len(found) < POSITIONS:
        moves = game.legal_moves(state)
        state = game.play(state, rng.choice(moves)) if moves else game.start
        if rng.random() < 0.15 and game.legal_moves(state):
            plies = shortest(game, state)
            if plies is not None or rng.random() < 0.1:
                found.append((state, plies))
    return found


@pytest.mark.parametrize("spec", ["minishogi", "dobutsu", "gorogoro"])
def test_the_shortest_mate_is_found(spec):
    game = load(spec)
    seen = set()
    for state, plies in positions(spec):
        found = find_mate(game.rules, state, limits=Limits(depth=DEEPEST), megabytes=1)
        assert found.plies == plies, game.show(state)
        assert not found.stopped
        seen.add(plies)
        if plies is None:
            assert found.searched >= DEEPEST
            continue
        assert len(found.line) == plies and found.line[0] == found.best_moves[0]
        end = game.replay(state, found.line)
        assert game.outcome(end) == -1
        for move in game.legal_moves(state):
            child = game.play(state, move)
            result = game.outcome(child)
            mates = result is not None and result < 0
            if result is None and mark(game.rules, child) & CHECK and plies > 1:
                mates = all(
                    (game.outcome(s) or 0) > 0 or slow_mate(game, s, plies - 2)
                    for s in (game.play(child, reply) for reply in game.legal_moves(child))
                )
            assert (move in found.best_moves) == mates
    assert {1, 3, None} <= seen or COMPILER_OFF


def test_a_table_that_is_full_makes_no_search_endless():
    # Two positions in all: whatever is stored pushes out what the moves beside it lead to.
    game, limits = load("minishogi"), Limits(depth=3, nodes=200_000)
    for state, plies in positions("minishogi"):
        found = find_mate(game.rules, state, limits=limits, megabytes=0)
        assert not found.stopped, game.show(state)
        assert found.plies == (plies if plies in (1, 3) else None)


def test_checks_that_run_out_are_no_mate_at_all():
    game = load("minishogi")
    state = game.parse("4k/5/5/5/K2S1 b - 1")
    found = find_mate(game.rules, state)
    assert (found.plies, found.searched, found.stopped) == (None, MOST_PLIES + 1, "")


def test_checks_without_end_are_no_proof_that_there_is_no_mate():
    game = load("minishogi")
    state = game.parse("k4/5/5/5/K3R b - 1")
    for plies in (3, 7):
        found = find_mate(game.rules, state, limits=Limits(depth=plies))
        assert (found.plies, found.searched, found.stopped) == (None, plies, "")


def test_a_limit_of_nodes_is_kept():
    game = load("minishogi")
    found = find_mate(game.rules, game.start, limits=Limits(nodes=5))
    assert found.plies is None and (found.stopped == "nodes" or found.searched > 0)


def test_a_search_can_be_told_to_stop():
    game = load("minishogi")
    endless = game.parse("k4/5/5/5/K3R b - 1")  # a rook has always another check
    handle = Handle()
    handle.stop()
    found = find_mate(game.rules, endless, handle=handle)
    assert (found.plies, found.stopped) == (None, "stop")


def solved(*args: Any, **options: Any) -> Answer:
    """An answer of `solve`."""
    answer = solve(*args, **options)
    assert isinstance(answer, Answer)
    return answer


def test_solve_answers_the_goal_mate():
    game = load("minishogi")
    answer = solved(game, goal="mate", position="2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1")
    assert answer.distance == 5 == len(answer.line)
    assert (answer.winner, answer.best_moves) == ("first", ["4d1d"])
    turned = solved(game, goal="mate", position="+B1rks/2g2/1r2P/+s2p1/g+b2K w - 1")
    assert (turned.winner, turned.value, turned.distance) == ("second", -1, 5)
    assert answer.exact and answer.to_dict()["goal"] == "mate"
    none = solved(game, goal="mate", position="4k/5/5/5/K2S1 b - 1")
    assert (none.value, none.winner, none.exact, none.distance) == (None, None, True, None)
    assert "no mate" in str(none)


def test_a_move_that_leaves_no_reply_wins_as_a_mate_does():
    game = load("minishogi")
    answer = solved(game, goal="mate", position="4k/5/4P/5/K4 b 2G 1")
    assert (answer.distance, set(answer.best_moves)) == (1, {"G*1b", "G*3b"})
    state = game.parse("4k/5/4P/5/K4 b 2G 1")
    left = [game.play(state, game.read_move(state, name)) for name in ("G*1b", "G*3b")]
    assert [bool(mark(game.rules, child) & CHECK) for child in left] == [True, False]
    assert [game.outcome(child) for child in left] == [-1, -1]


def test_a_player_that_looks_one_ply_ahead_sees_a_mate_in_five():
    game = load("minishogi")
    state = game.parse("2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1")
    choice = make_player("alphabeta:depth=1", game).choose(state)
    assert (choice.value, choice.exact, len(choice.line)) == (1, True, 5)
    assert game.move_name(state, choice.move) == "4d1d"


def test_games_without_checks_are_refused():
    with pytest.raises(InputError, match="there are no checks in nip:4x4, so no mate"):
        solve("nip:4x4", goal="mate")
