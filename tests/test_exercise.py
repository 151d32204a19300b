"""Exercises: what they claim is compared with the slow judge."""

import json
from typing import Any

import pytest

from yomikiri.cli.app import run
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.exercise import DRAW, MATE, SHORTEST, STONES, WIN, exercise, kinds_of
from yomikiri.search.judge import judge_endless, judge_with_memory
from yomikiri.tables.build import build_table
from yomikiri.tables.files import tables_folder


def judged(game, state, known):
    """What each move is worth to whoever makes it, by the slow judge."""
    values = {}
    for move in game.legal_moves(state):
        child = game.play(state, move)
        value = judge_with_memory(game.rules, child, known)
        values[move] = value if game.mover(child) == game.mover(state) else -value
    return values


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tictactoe", "connect4:4x4", "nip:4x4", "othello:4x4"])
def test_the_slow_judge_finds_the_same_move_and_no_other(spec):
    game, made = load(spec), 0
    known: dict[Any, int] = {}
    for kind in kinds_of(game):
        for number in range(3):
            try:
                found = exercise(game, kind=kind, seed=5, number=number)
            except InputError:
                continue  # this game has too few of them
            made += 1
            values = judged(game, found.state, known)
            assert {each.move: each.value for each in found.rated} == values
            right = values.pop(found.move)
            if kind == WIN:
                assert right > 0 and all(value <= 0 for value in values.values())
            elif kind == DRAW:
                assert right == 0 and all(value < 0 for value in values.values())
            elif kind == STONES:
                assert all(value < right for value in values.values())
            else:
                assert right > 0 and (found.distance or 0) >= 3
    assert made >= 5


def wins_within(game, state, side, plies):
    """Whether a player wins in so many plies, whatever the other does: all lines, slowly."""
    result = game.outcome(state)
    if result is not None:
        return (result > 0) == (game.mover(state) == side) and result != 0
    if not plies:
        return False
    after = (
        wins_within(game, game.play(state, move), side, plies - 1)
        for move in game.legal_moves(state)
    )
    return any(after) if game.mover(state) == side else all(after)


@pytest.mark.compiled
def test_a_win_in_n_by_search_is_one_by_trying_all_lines():
    game = load("anpanman")
    found = exercise(game, kind=MATE, seed=2)
    side = game.mover(found.state)
    assert found.distance is not None
    for plies in range(1, found.distance + 1):
        winning = [
            move
            for move in game.legal_moves(found.state)
            if wins_within(game, game.play(found.state, move), side, plies - 1)
        ]
        assert winning == ([found.move] if plies == found.distance else [])
    state = found.state
    for move in game.read_moves(state, " ".join(found.line)):
        state = game.play(state, move)
    assert len(found.line) == found.distance and game.outcome(state) is not None
    told = found.to_dict()
    assert [each["exact"] for each in told["moves"]] == [True] + [False] * (len(found.rated) - 1)
    assert told["difficulty"]["keeping"] == 1  # the others are not known to win


@pytest.mark.compiled
def test_a_table_gives_every_kind_and_the_same_seed_the_same_exercise():
    game = load("ending:KRK")
    assert kinds_of(game) == (MATE,)
    build_table(game, tables_folder())
    assert kinds_of(game) == (WIN, DRAW, MATE, SHORTEST)
    first = exercise(game, kind=SHORTEST, seed=1, number=4)
    again = exercise(game, kind=SHORTEST, seed=1, number=4)
    other = exercise(game, kind=SHORTEST, seed=1, number=5)
    assert first == again and first.state != other.state and first.source == "table"
    distances = [each.distance or 0 for each in first.rated if each.value > 0]
    assert len(distances) > 1 and distances.count(min(distances)) == 1


@pytest.mark.compiled
def test_exercises_from_a_table_are_those_of_the_slow_judge():
    game = load("tictactoe")
    build_table(game, tables_folder())
    verdicts = judge_endless(game.rules, game.start)
    made = 0
    for kind in (WIN, DRAW, MATE):
        for number in range(2):
            found = exercise(game, kind=kind, seed=3, number=number)
            assert found.source == "table"
            made += 1
            values = {}
            for move in game.legal_moves(found.state):
                value, distance = verdicts[game.play(found.state, move)]
                values[move] = (-value, None if distance is None else distance + 1)
            assert {each.move: (each.value, each.distance) for each in found.rated} == values
            value, plies = values.pop(found.move)
            assert (value, plies) == (found.value, found.distance)
            others = list(values.values())
            if kind == WIN:
                assert value > 0 and all(other <= 0 for other, _ in others)
            elif kind == DRAW:
                assert value == 0 and all(other < 0 for other, _ in others)
            else:
                assert value > 0 and plies is not None
                assert all((steps or 0) >= plies for other, steps in others if other > 0)
    assert made == 6


def test_the_command_writes_each_format(capsys):
    assert run(["exercise", "tictactoe", "--kind", "win", "--count", "2"]) == 0
    assert "the only move that wins" in capsys.readouterr().out
    assert run(["exercise", "tictactoe", "--format", "json", "--seed", "3"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["exercises"]
    assert one["seed"] == 3 and one["solution"] == one["moves"][0]["move"]
    for wrong in (["--kind", "none"], ["--format", "epd"], ["--count", "0"]):
        assert run(["exercise", "tictactoe", *wrong]) == 2
    assert run(["exercise", "janken:full,dice=on"]) == 2


@pytest.mark.compiled
def test_lines_for_other_programs(capsys):
    assert run(["exercise", "minishogi", "--format", "sfen"]) == 0
    kind, _, text = capsys.readouterr().out.strip().partition(" ")
    assert kind == "sfen" and load("minishogi").parse(text)
    assert run(["exercise", "ending:KQK", "--format", "epd"]) == 0
    line = capsys.readouterr().out
    assert " bm " in line and "dm " in line


@pytest.mark.compiled
def test_the_command_tells_a_win_in_n_to_its_end(capsys):
    assert run(["exercise", "anpanman", "--kind", "mate", "--seed", "2", "--count", "2"]) == 0
    _, _, told = capsys.readouterr().out.partition("solution: ")
    made = [exercise("anpanman", kind=MATE, seed=2, number=number) for number in range(2)]
    assert told.strip() == "; ".join(" ".join(one.line) for one in made)
    assert all(len(one.line) == one.distance for one in made)
