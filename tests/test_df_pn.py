"""Proof numbers against alpha-beta and the judge, where they are not yet left to alpha-beta."""

import random
from typing import NamedTuple

import pytest

from yomikiri.games import load, use
from yomikiri.games.game import Game, State
from yomikiri.games.plain import simple_game
from yomikiri.library.checking import check_game
from yomikiri.rules import ONGOING, remaining, rule
from yomikiri.running import Limits, Stopped
from yomikiri.search.df_pn import BY_ALPHA_BETA, prove
from yomikiri.search.judge import judge_with_memory
from yomikiri.search.proof_numbers import DECIDED, PROVED, REFUTED
from yomikiri.solve import solve
from yomikiri.think.team import Team

BOARDS = ("nip:4x4", "nip:4x6", "nip:4x6,rim=lap", "nip:6x6,empties=winner", "othello:5x5")


def random_position(game: Game, left: int, chance: random.Random) -> State:
    """A position reached by random play in which `left` remains and the game goes on."""
    while True:
        state = game.start
        while remaining(game.rules, state) > left and (moves := game.legal_moves(state)):
            state = game.play(state, chance.choice(moves))
        if remaining(game.rules, state) == left and game.legal_moves(state):
            return state


def ask(game: Game, state: State, goal: int, megabytes: float = 1) -> int:
    """What `prove` says, alone."""
    team = Team(game.rules, megabytes=megabytes)
    team.control[2] = 1 << 62
    space = team.spaces[0]
    return int(prove(game.rules, space, team.proofs, state, goal, DECIDED, DECIDED, 0, 0))


@pytest.mark.compiled
@pytest.mark.parametrize("spec", BOARDS)
def test_a_goal_is_proved_up_to_the_value_and_refuted_beyond(spec: str) -> None:
    game, chance = load(spec), random.Random(spec)
    most = remaining(game.rules, game.start)
    for left in (BY_ALPHA_BETA + 1, BY_ALPHA_BETA + 2, BY_ALPHA_BETA + 3):
        for _ in range(6):
            state = random_position(game, min(left, most), chance)
            value = Team(game.rules, megabytes=1).search(state, -64, 64)
            for goal in (value - 3, value - 1, value):
                assert ask(game, state, goal) == PROVED, (game.show(state), value, goal)
            for goal in (value + 1, value + 2, value + 5):
                assert ask(game, state, goal) == REFUTED, (game.show(state), value, goal)


@pytest.mark.compiled
def test_the_judge_agrees_above_what_alpha_beta_reads_out() -> None:
    game, chance = load("nip:4x6"), random.Random(7)
    known: dict[State, int] = {}
    for _ in range(4):
        state = random_position(game, BY_ALPHA_BETA + 1, chance)
        value = judge_with_memory(game.rules, state, known)
        assert ask(game, state, value) == PROVED
        assert ask(game, state, value + 1) == REFUTED


@pytest.mark.compiled
def test_goals_do_not_mix_in_one_table() -> None:
    game, chance = load("nip:6x6"), random.Random(3)
    team = Team(game.rules, megabytes=1)
    for _ in range(5):
        state = random_position(game, BY_ALPHA_BETA + 3, chance)
        value = Team(game.rules, megabytes=1).search(state, -64, 64)
        goals = [value + step for step in range(-6, 8)]
        chance.shuffle(goals)
        for goal in goals:
            assert (team.search(state, goal - 1, goal) >= goal) == (value >= goal)


@pytest.mark.compiled
def test_two_threads_prove_the_same() -> None:
    game, chance = load("othello:5x5"), random.Random(5)
    for _ in range(5):
        state = random_position(game, BY_ALPHA_BETA + 5, chance)
        value = Team(game.rules, megabytes=4).search(state, -64, 64)
        team = Team(game.rules, megabytes=4, threads=2)
        assert team.search(state, value - 1, value) >= value
        assert team.search(state, value, value + 1) <= value


@pytest.mark.compiled
def test_a_limit_of_nodes_stops_a_proof() -> None:
    game = load("nip:6x8")
    team = Team(game.rules, megabytes=8, limits=Limits(nodes=50_000))
    with pytest.raises(Stopped, match="nodes"):
        team.search(game.start, 0, 1)
    assert 50_000 <= team.nodes <= 50_010


class RingRules(NamedTuple):
    """A stone goes round for ever, and nobody says so."""

    size: int = 5


class Ring(NamedTuple):
    place: int = 0
    turn: int = 0


@rule
def legal_moves(rules: RingRules, state, out):
    out[0], out[1] = 1, 2
    return 2


@rule
def play(rules: RingRules, state, move):
    return Ring((state.place + move) % rules.size, 1 - state.turn)


@rule
def outcome(rules: RingRules, state):
    return ONGOING


@rule
def mover(rules: RingRules, state):
    return state.turn


@rule
def key(rules: RingRules, state):
    return state.place, state.turn


@pytest.mark.compiled
@pytest.mark.long
def test_a_game_that_does_not_say_that_it_repeats_ends_no_process():
    """Lines without end ran out of the stack."""
    use(simple_game("ring", RingRules(), Ring()))
    game = load("ring")
    assert solve(game, nodes=300_000).stopped == "depth"
    faults = {checked.name: checked.faults for checked in check_game(game) if checked.faults}
    assert "may_repeat" in str(faults["remains"][0])
