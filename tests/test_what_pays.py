"""What a game says about itself never makes reading it out slower, or wrong."""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import yomikiri as yk
from examples.breakthrough import breakthrough
from tests.conftest import portion
from yomikiri import games
from yomikiri.bits import mix, shift_down
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.jit import kernel
from yomikiri.rules import (
    QUESTIONS,
    contenders,
    is_answered,
    legal_moves,
    move_buffer,
    play,
    remaining,
)
from yomikiri.running import Limits, Stopped
from yomikiri.search.judge import children, judge_with_memory
from yomikiri.search.workspace import READ_OUT
from yomikiri.think.team import Team

NOISE = 1.15  # another order of moves may cost or save this much by chance
SYMMETRY = ("symmetries", "mirror", "mirror_move")


def nodes_of(rules: Any, state: Any, goal: int = 1, weights: Any = None) -> tuple[bool, int]:
    """Whether the mover of a position reaches `goal`, and how many nodes it took."""
    team = Team(rules, mode=READ_OUT, weights=weights, megabytes=64)
    return team.search(state, goal - 1, goal) >= goal, team.nodes


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Dots and Boxes on the smallest board of interest, from the examples."""
    monkeypatch.setattr(games, "FAMILIES", dict(games.FAMILIES))
    yk.use(Path(__file__).parent.parent / "examples" / "dots_and_boxes.py")
    return load("boxes:2x2")


def boxes_to_come(rules: Any, state: Any, known: dict[int, int]) -> int:
    """Boxes that the mover wins more than the other, by a plain dynamic program over the lines."""
    if state.drawn not in known:
        state, values = state._replace(lead=0, turn=0), []
        for child in children(rules, state):
            rest = boxes_to_come(rules, child, known)
            values.append(child.lead + rest if child.turn == 0 else -rest)
        known[state.drawn] = max(values, default=0)
    return known[state.drawn]


def test_dots_and_boxes_is_read_out_as_what_is_to_come(boxes: Game) -> None:
    rules, start = boxes.rules, boxes.start
    value = boxes_to_come(rules, start, {})
    assert value == boxes_value(rules, start)
    assert boxes_value(rules, start._replace(lead=2)) == value + 2
    plain = without(rules, "so_far", "future")
    assert nodes_of(rules, start, value)[1] < nodes_of(plain, start, value)[1]


def boxes_value(rules: Any, state: Any) -> int:
    """The greatest goal that can be reached."""
    return max(goal for goal in range(-8, 9) if goal == -8 or nodes_of(rules, state, goal)[0])


def test_one_of_the_contenders_is_best() -> None:
    game = load("connect4:4x5")
    rules, out, left_out = game.rules, move_buffer(), 0
    known: dict[Any, int] = {}
    for seed in range(portion(60)):
        judge_with_memory(rules, late_position(game, seed, 9), known)
    for state, value in known.items():
        if number := legal_moves(rules, state, out):
            kept, lower, upper = contenders(rules, state, out, number)
            assert 0 < kept <= number
            assert lower <= value <= upper
            if lower != upper:
                left_out += number - kept
                assert value == max(-known[play(rules, state, move)] for move in out[:kept])
    assert left_out > 0


def late_position(game: Game, seed: int, left: int) -> Any:
    """A position of a random game in which this much remains; or its end."""
    chance, state = random.Random(seed), game.start
    while remaining(game.rules, state) > left and (moves := game.legal_moves(state)):
        state = game.play(state, chance.choice(moves))
    return state


# Games, positions in which so much remains, and answers that they could do without.  `remaining`
# and `finish` are not among them: they trade nodes for many more that are many times cheaper.
ANSWERS = ("evaluate", "order", "symmetries", "contenders")
CASES = {"nip:6x6": 18, "othello:6x6": 18, "othello:4x8": 20, "connect4:5x6": 22, "nip:4x10": 22}


@pytest.mark.slow
@pytest.mark.parametrize("spec", CASES)
def test_no_answer_makes_reading_out_slower(spec: str) -> None:
    game = load(spec)
    states = [late_position(game, seed, CASES[spec]) for seed in range(10)]
    check_answers(game.rules, states, game.weights)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(5, 3), (5, 4)])
def test_nor_in_breakthrough(size: tuple[int, int]) -> None:
    rules, start = breakthrough(*size)
    check_answers(rules, [start], np.zeros(1, np.int64))


@pytest.mark.slow
def test_nor_in_dots_and_boxes(boxes: Game) -> None:
    wider = load("boxes:2x3")
    check_answers(wider.rules, [wider.start], None)


@kernel
def nonsense(rules: Any, state: Any, weights: Any) -> int:
    """An estimate that has nothing to do with the game."""
    mixed = mix(state.own ^ mix(state.other, -7046029254386353131), -4417276706812531889)
    return shift_down(mixed, 54) - 512


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["hex:4x4", "breakthrough", "othello:6x6", "connect4:5x6"])
def test_nor_does_an_estimate_that_is_nonsense(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "FAMILIES", dict(games.FAMILIES))
    yk.use(Path(__file__).parent.parent / "examples" / "hex.py")
    if spec == "breakthrough":
        rules, start = breakthrough(5, 3)
        states = [start]
    else:
        game = load(spec)
        rules, states = game.rules, [late_position(game, seed, 16) for seed in range(5)]
    silent, misled = without(rules, "evaluate"), without(rules, "evaluate")
    monkeypatch.setitem(QUESTIONS["evaluate"].answers, type(misled), nonsense)
    weights = np.zeros(1, np.int64)
    plain = [nodes_of(silent, state, weights=weights) for state in states]
    found = [nodes_of(misled, state, weights=weights) for state in states]
    print(spec, sum(nodes for _, nodes in plain), sum(nodes for _, nodes in found))
    assert [answer for answer, _ in found] == [answer for answer, _ in plain]
    assert sum(nodes for _, nodes in found) <= NOISE * sum(nodes for _, nodes in plain)


def check_answers(rules: Any, states: list[Any], weights: Any) -> None:
    """Without any one of its answers a game takes as many nodes, or nearly."""
    spent = sum(nodes_of(rules, state, weights=weights)[1] for state in states)
    for name in (*ANSWERS, "so_far"):
        if is_answered(QUESTIONS[name], rules):
            names = {"symmetries": SYMMETRY, "so_far": ("so_far", "future")}.get(name, (name,))
            silent = without(rules, *names)
            without_it = nodes_up_to(spent, silent, states, weights)
            print(type(rules).__name__, name, spent, without_it)
            assert spent <= NOISE * without_it, name


def nodes_up_to(most: int, rules: Any, states: list[Any], weights: Any) -> int:
    """What they take together, or a little more than `most`: without an answer it may be hours."""
    spent = 0
    for state in states:
        limits = Limits(nodes=max(1, most - spent))
        team = Team(rules, mode=READ_OUT, weights=weights, megabytes=64, limits=limits)
        with suppress(Stopped):
            team.search(state, 0, 1)
        spent += team.nodes
    return spent


def without(rules: Any, *names: str) -> Any:
    """The same rules, of a class that does not answer these questions."""
    kind = type(rules)
    silent = f"{kind.__name__}Without{''.join(name.title() for name in names)}"
    fields = [(name, kind.__annotations__[name]) for name in kind._fields]
    other = NamedTuple(silent, fields)  # type: ignore[misc]
    for name, question in QUESTIONS.items():
        if name not in names and kind in question.answers:
            question.answers[other] = question.answers[kind]
    return other(*rules)
