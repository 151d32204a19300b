"""Reading out where a repetition is no draw: a toy in which the first player loses by it."""

from typing import Any

import pytest

from tests.conftest import COMPILER_OFF
from tests.test_toy import GRAPHS, keeps_promise, make_space, shuffled
from tests.toy import FIRST_LOSES, START, SternToyRules, make_toy, random_graph
from yomikiri.rules import ONGOING, outcome
from yomikiri.search.alpha_beta import search
from yomikiri.search.judge import reach, sign
from yomikiri.search.workspace import OWN_WORD, STOP
from yomikiri.think.team import Team


def judged(rules: Any) -> dict[Any, int]:
    """Values as the mover sees them, where endless play is a loss of the first player.

    As in judge_endless: round n has the values of the game that is called off after n plies.
    """
    after = reach(rules, START)
    ends = {state: int(outcome(rules, state)) for state in after}
    values = {
        state: sign(rules, state) * FIRST_LOSES if end == ONGOING else end
        for state, end in ends.items()
    }
    while True:
        before = dict(values)
        for state, following in after.items():
            if ends[state] == ONGOING:
                own = sign(rules, state)
                values[state] = max(own * sign(rules, s) * before[s] for s in following)
        if values == before:
            return values


def stern_games(number: int) -> list[SternToyRules]:
    """Random graphs in which the token can go round."""
    return [
        SternToyRules(
            *make_toy(random_graph(seed, 4 + seed % 10), twice=seed & 1, endless=1, chance=0)
        )
        for seed in range(number)
    ]


@pytest.mark.parametrize("megabytes", [0, 0.05], ids=["tiny table", "large table"])
def test_every_position_is_read_out_right(megabytes):
    space = make_space(megabytes=megabytes)
    space.control[OWN_WORD] = 1
    for seed, rules in enumerate(stern_games(GRAPHS)):
        space.table[:] = 0
        values = judged(rules)
        for state in shuffled(values, seed):
            for alpha, beta in ((-9, 9), (-1, 0), (0, 1)):
                found = search(rules, space, state, alpha, beta, 255, 0, 0)
                assert keeps_promise(found, alpha, beta, values[state])
                assert space.control[STOP] == 0


@pytest.mark.skipif(COMPILER_OFF, reason="takes many graphs")
def test_the_rule_for_draws_would_be_wrong_here():
    space, wrong = make_space(megabytes=0.05), 0
    for seed, rules in enumerate(stern_games(GRAPHS)):
        space.table[:] = 0
        values = judged(rules)
        for state in shuffled(values, seed):
            found = search(rules, space, state, -9, 9, 255, 0, 0)
            wrong += found != values[state]
    assert wrong > 0


def test_a_team_knows_whether_a_game_has_its_own_word():
    rules = stern_games(1)[0]
    assert Team(rules, megabytes=0).control[OWN_WORD] == 1
    plain = make_toy(random_graph(1, 5), twice=0, endless=1, chance=0)
    assert Team(plain, megabytes=0).control[OWN_WORD] == 0
