"""What `make run` does."""

import pytest

from yomikiri import demo
from yomikiri.games import load


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("YOMIKIRI_QUIET", "1")


def test_small_boards_beside_the_thesis(capsys, monkeypatch):
    monkeypatch.setattr(demo, "SCORED", ("nip:4x4",))
    monkeypatch.setattr(demo, "WON", ())
    (answer,) = demo.run("en")
    assert answer.value == 2
    out, _ = capsys.readouterr()
    (row,) = [line for line in out.splitlines() if "White 2-10" in line]
    assert row.split()[:3] == ["nip:4x4", "Black", "7-5"] and row.endswith("0.09 s")
    assert "  1    ●1" in out, "the final board has the numbers of the moves"
    assert "scores are wrong" in out
    *tried, theses = out.rstrip().splitlines()[-4:]
    assert all("yomikiri " in line for line in tried), "three commands to try next"
    assert theses.endswith("yomikiri reproduce"), "and one line that names the theses' tables"


def test_in_japanese(capsys, monkeypatch):
    monkeypatch.setattr(demo, "SCORED", ("nip:4x4",))
    monkeypatch.setattr(demo, "WON", ())
    demo.run("ja")
    assert "黒の勝ち 7-5" in capsys.readouterr().out


def test_the_boards_are_those_of_the_thesis():
    boards = demo.boards()
    assert [(b.spec, b.goal) for b in boards] == [
        ("nip:4x4", "score"),
        ("nip:4x6", "score"),
        ("nip:6x6", "score"),
        ("nip:4x8", "score"),
        ("nip:4x10", "win"),
    ]
    assert all(board.published.game == board.spec for board in boards)


def test_the_commands_to_try_next_exist():
    from yomikiri import cli

    known = {
        getattr(command.callback, "__name__", "")
        for command in cli.make_app("").registered_commands
    }
    assert demo.THESES.split()[1] in known
    for command, _ in demo.NEXT:
        words = command.split()
        assert words[0] == "yomikiri" and words[1] in known and load(words[2])


@pytest.mark.compiled
def test_the_whole_demonstration(capsys):
    answers = demo.run("en")
    assert [a.value for a in answers[:3]] == [2, 19, 4]
    assert answers[-1].winner == "first"
    for answer in answers:
        assert answer.exact
        assert not answer.game.legal_moves(answer.end), "the line is played to its end"
