"""Looking ahead with the habits of chess programs: facts stay facts, captures are read out."""

from typing import Any

import numpy as np

from tests.conftest import COMPILER_OFF
from tests.test_toy import MEGABYTES, games, make_space, shuffled
from tests.toy import START, Toy, ToyRules
from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import evaluate, is_proof, outcome, play, tempts
from yomikiri.search import alpha_beta
from yomikiri.search.judge import judge_endless, moves_of, reach, sign
from yomikiri.search.look_ahead import look
from yomikiri.search.margins import BEYOND
from yomikiri.search.quiescence import quiesce
from yomikiri.search.values import SCORE_STEP, WON, certain_plies, certain_result
from yomikiri.search.workspace import HISTORY, KILLERS, LOOK_AHEAD, STOP
from yomikiri.think.team import Team

BOUND = 450_000
NO_WEIGHTS = np.zeros(1, np.int64)


def ask(space: Any, rules: ToyRules, state: Toy, depth: int) -> int:
    """The value of a position, looked at so deep."""
    found = int(look(rules, space, state, -BOUND, BOUND, depth))
    assert space.control[STOP] == 0
    return found


def test_looking_ahead_to_the_end_finds_the_winner():
    space = make_space(mode=LOOK_AHEAD, megabytes=MEGABYTES)
    for seed, rules in enumerate(games(endless=0, chance=0)):
        space.table[:] = 0
        verdicts = judge_endless(rules, START)
        for state in shuffled(verdicts, seed):
            found = ask(space, rules, state, 60)
            assert np.sign(found) == np.sign(verdicts[state].value)
            assert is_proof(found) or found == 0


def test_a_value_beyond_every_estimate_is_a_fact():
    space = make_space(mode=LOOK_AHEAD, megabytes=MEGABYTES)
    certain = 0
    for seed, rules in enumerate(games(chance=0)):
        verdicts = judge_endless(rules, START)
        space.table[:] = 0
        for depth in (1, 2, 4, 8):
            for state in shuffled(verdicts, seed)[: 3 if COMPILER_OFF else 8]:
                found = ask(space, rules, state, depth)
                if is_proof(found):
                    certain += 1
                    assert np.sign(found) == np.sign(verdicts[state].value)
    assert certain > 50


def test_every_line_in_full_finds_the_soonest_end_first():
    """With results of one size: a greater one is preferred to a sooner one."""
    space = make_space(mode=LOOK_AHEAD, megabytes=MEGABYTES)
    seen = 0
    for seed, rules in enumerate(games(endless=0, chance=0)):
        verdicts = judge_endless(rules, START)
        if len({abs(verdict.value) for verdict in verdicts.values()} - {0}) != 1:
            continue
        for state in shuffled(verdicts, seed)[:8]:
            space.table[:] = 0  # what another search has seen may lie beyond the depth
            value, distance = verdicts[state]
            for depth in range(1, (distance or 0) + 1):
                found = alpha_beta.search(rules, space, state, -BOUND, BOUND, depth, 0, 0)
                # A line through a position that was searched before may see further.
                assert not is_proof(found) or certain_plies(found) == distance
            if distance:
                assert (certain_result(found), certain_plies(found)) == (value, distance)
                seen += 1
    assert seen > 20


def slow_quiesce(rules: ToyRules, state: Toy, left: int, ply: int) -> int:
    """Tempting moves, or to stand still, whichever is best: by the definition."""
    moves = moves_of(rules, state)
    if not moves:
        result = int(outcome(rules, state))
        return int(np.sign(result)) * (WON - ply) + SCORE_STEP * result
    values = [int(evaluate(rules, state, NO_WEIGHTS))]
    for move in moves:
        if left > 0 and tempts(rules, state, move):
            child = play(rules, state, move)
            turn = sign(rules, child) * sign(rules, state)
            values.append(turn * slow_quiesce(rules, child, left - 1, ply + 1))
    return max(values)


def test_tempting_moves_are_read_out():
    space = make_space(mode=LOOK_AHEAD)
    for rules in games(chance=0):
        for state in reach(rules, START):
            for left in (0, 1, 2, BEYOND):
                found = quiesce(rules, space, state, -BOUND, BOUND, left, 0, 0)
                assert found == slow_quiesce(rules, state, left, 0)


def test_a_team_looks_ahead_so_where_the_game_has_captures():
    rules = next(iter(games(chance=0)))
    team = Team(rules, mode=LOOK_AHEAD, megabytes=MEGABYTES)
    assert team.is_lively
    assert is_proof(team.search(START, -BOUND, BOUND, 20))
    assert not Team(rules, megabytes=MEGABYTES).is_lively


def test_a_team_goes_on_with_what_another_remembers():
    rules = next(iter(games(chance=0)))
    team = Team(rules, mode=LOOK_AHEAD, megabytes=MEGABYTES)
    value = team.search(START, -BOUND, BOUND, 20)
    scratch = team.spaces[0].scratch
    scratch[HISTORY], scratch[KILLERS], scratch[KILLERS + 4] = 9, 1, 2
    heir = Team(rules, mode=LOOK_AHEAD, megabytes=MEGABYTES, after=team)
    assert heir.table is team.table and heir.spaces[0].scratch is scratch
    assert scratch[HISTORY] == 4 and scratch[KILLERS] == 2
    assert heir.search(START, -BOUND, BOUND, 20) == value
    assert 0 < heir.nodes < team.nodes


def test_a_player_uses_what_it_knows_in_the_same_game_only():
    game = load("minishogi")
    player = make_player("alphabeta:nodes=50", game, 1)
    assert isinstance(player, AlphaBetaPlayer) and player.memory is not None
    team = Team(game.rules, mode=LOOK_AHEAD, megabytes=MEGABYTES)
    memory, plan = player.memory, player.plan
    assert memory.take(game, plan, []) is None
    states = [game.start]
    for _ in range(3):
        states.append(game.play(states[-1], game.legal_moves(states[-1])[0]))
    for before, found in ((states[:2], team), (states[1:3], None), ([], None)):
        memory.keep(game, plan, game.start, team)
        assert memory.bytes == team.table.nbytes
        assert memory.take(game, plan, before) is found
        assert memory.kept is None
    memory.keep(game, plan, game.start, team)
    assert memory.take(game, plan._replace(threads=2), states[:2]) is None
    for text, other in (("alphabeta:depth=3", game), ("alphabeta:nodes=50", load("tictactoe"))):
        player = make_player(text, other, 1)
        assert isinstance(player, AlphaBetaPlayer) and player.memory is None
