"""Lessons: every position and every move in them is made by the rules."""

import json

import pytest

from yomikiri.cli.app import run
from yomikiri.games import load
from yomikiri.play.lesson import make_lesson

LESSONS = {
    "tictactoe": 2,
    "connect4:4x4": 2,
    "nip:4x4": 3,
    "othello:4x4": 2,
    "minishogi": 4,
    "dobutsu": 4,
    "anpanman": 2,
    "janken:single,pieces=2": 3,
    "ending:KPK": 2,
}


@pytest.mark.parametrize("spec", LESSONS)
def test_a_lesson_has_tasks_that_the_rules_let_one_do(spec):
    game = load(spec)
    lesson = make_lesson(game)
    assert len(lesson.steps) >= LESSONS[spec] and lesson.rules
    for step in lesson.steps:
        legal = game.legal_moves(step.state)
        assert step.moves and set(step.moves) <= set(legal)
        assert game.parse(game.show(step.state)) == step.state
    view = lesson.to_dict()
    for texts in (view["goal"], *view["rules"], *(step["text"] for step in view["steps"])):
        assert texts["en"] and texts["ja"] and texts["en"] != texts["ja"]


def test_the_rim_of_nip_is_practised_where_straight_lines_bracket_nothing():
    game, straight = load("nip:4x4"), load("nip:4x4,rim=off")
    step = make_lesson(game).steps[-1]
    assert not set(step.moves) & set(straight.legal_moves(step.state))


def test_the_terminal_tells_the_rules_in_both_languages(capsys):
    for language, said in (("en", "How to play"), ("ja", "遊び方")):
        assert run(["rules", "tictactoe", "--lang", language]) == 0
        assert said in capsys.readouterr().out
    assert run(["rules", "tictactoe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][0]["moves"]
    assert run(["rules", "chequers"]) == 2
