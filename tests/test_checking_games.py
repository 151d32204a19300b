"""Games of one's own that are wrong, `check`, which says so, and `new-game`."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import yomikiri as yk
from tests.outside import EXAMPLES, ask, know_examples
from yomikiri import cli, games
from yomikiri.games.family import Family
from yomikiri.library import skeleton


@pytest.fixture(autouse=True)
def known_games(monkeypatch):
    """The examples; whatever a test registers besides is forgotten."""
    know_examples(monkeypatch)


def test_check_finds_nothing_wrong_with_the_examples(capsys):
    code, out, _ = ask(capsys, "check", str(EXAMPLES / "nim.py"), "--json")
    document = json.loads(out)
    assert code == 0 and document["right"] and len(document["games"][0]["checks"]) == 10
    for game in ("tictactoe", "nip:4x4"):  # whose rules have a table, a list in plain Python
        assert ask(capsys, "check", game)[0] == 0


BROKEN = {  # a change of nim.py, and the checks that find it
    "no end": ("LOSS if state.a + state.b + state.c == 0 else ONGOING", "ONGOING", {"moves"}),
    "a key for all": ("state.a + MOST * state.b + MOST * MOST * state.c, 0", "0, 0", {"keys"}),
    "who": ("    return state.turn\n", "    return state.turn + 2\n", {"states"}),
    "too great": ("return LOSS if", "return 5 * LOSS if", {"results"}),
    "one number": ("heap * MOST + taken", "taken", {"moves"}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_check_finds_what_is_wrong_with_a_game(name, tmp_path):
    old, new, wanted = BROKEN[name]
    source = (EXAMPLES / "nim.py").read_text("utf-8")
    assert old in source
    kind = "".join(word.capitalize() for word in name.split())
    source = source.replace(old, new).replace("Nim", f"Nim{kind}").replace('"nim"', '"broken_nim"')
    (tmp_path / "broken_nim.py").write_text(source, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "yomikiri", "check", "broken_nim.py", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(EXAMPLES.parent), "PATH": ""},
    )
    checks = json.loads(done.stdout)["games"][0]["checks"]
    assert done.returncode == 1 and {c["check"] for c in checks if c["faults"]} >= wanted


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("number += 1", "number += oen", "NameError: name 'oen' is not defined"),
        ("    number = 0\n", "    number = 0\n    {}['a'] = 1\n", "line 28: >>> setitem(Dict"),
        ("return state.turn", "return 1 // 0", "ZeroDivisionError"),
        ("MOST * state.c, 0", "MOST * state.c", "the rules in 'failing.py' may be at fault"),
        ("heaps: int = 3", "heaps: str = '3'", "FailingRules.heaps is a str; write a whole"),
    ],
)
def test_rules_that_fail_are_told_in_one_line(old, new, said, tmp_path, monkeypatch):
    text = (EXAMPLES / "nim.py").read_text("utf-8").replace("Nim", "Failing")
    text = text.replace('"nim"', '"failing"')
    assert text.count(old) >= 1
    (tmp_path / "failing.py").write_text(text.replace(old, new), "utf-8")
    for words in (["solve", "failing", "--games", "failing.py"], ["check", "failing.py"]):
        command = [sys.executable, "-m", "yomikiri", *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode in (1, 2), done
        assert "Traceback" not in done.stderr and len(done.stdout.splitlines()) < 30
        told = [line for line in done.stderr.splitlines() if line.startswith("yomikiri: ")]
        assert words[0] == "check" or (len(told) == 1 and said in told[0]), done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Nim(3, 4, 5))", "[3, 4, 5])", "are NamedTuples of numbers, got [3, 4, 5]"),
        ("Nim(3, 4, 5))", "Nim(3, 4, 5), game=int)", "a class that comes from Game, got <class"),
        ("Nim(3, 4, 5))", "Nim(3, 4, 5), titles={'en': 'Nim'})", "write titles in each language"),
        ("Nim(3, 4, 5))", "Nim(3, 4, 5), descriptions=5)", "write descriptions in each language"),
        ("Nim(3, 4, 5))", "Nim(3, 4, 5), greatest=-5)", "a whole number from 1, got -5"),
        ('simple_game("faulty"', "simple_game(None", "not 'None'"),
        ("MOST = 16", "raise SystemExit(0)", "cannot be loaded: line 11: SystemExit: 0"),
    ],
)
def test_a_family_that_is_none_is_refused_in_one_line(old, new, said, tmp_path, capsys):
    """Also by `games`, which names none, and by a script that would end the process."""
    text = (EXAMPLES / "nim.py").read_text("utf-8").replace('"nim"', '"faulty"')
    assert text.count(old) == 1
    file = tmp_path / "faulty.py"
    file.write_text(text.replace(old, new), "utf-8")
    for words in (["check", str(file)], ["games", "faulty", "--games", str(file)]):
        code, _, err = ask(capsys, *words)
        assert code == 2 and err.count("\n") == 1 and said in err


def test_less_than_no_moves_is_a_fault_of_the_rules(monkeypatch):
    monkeypatch.setattr("yomikiri.rules.playing.legal_moves", lambda rules, state, out: -1)
    game = yk.load("nim")
    with pytest.raises(yk.InputError, match=r"`legal_moves` of NimRules returns .* got -1"):
        game.legal_moves(game.start)


def test_check_names_its_file_where_a_game_cannot_be_built(tmp_path, capsys):
    text = (EXAMPLES / "nim.py").read_text("utf-8").replace('"nim"', '"unbuilt"')
    file = tmp_path / "unbuilt.py"  # what fails stands in no line of it
    file.write_text(f"{text}\nFAMILY = FAMILY._replace(check=int)\n", "utf-8")
    code, _, err = ask(capsys, "check", str(file))
    assert code == 1 and err.count("\n") == 1 and "may be at fault" in err and "unbuilt.py" in err


def test_a_new_game_runs_and_is_right(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, out, _ = ask(capsys, "new-game", "my_game", "--json")
    assert code == 0 and json.loads(out)["files"] == ["my_game.py", "test_my_game.py"]
    code, _, err = ask(capsys, "new-game", "my_game")
    assert code == 2 and "there already" in err
    assert ask(capsys, "new-game", "My Game")[0] == 2
    for name in ("nip", "class", "random", "numpy", *skeleton.IMPORTED):
        words = "_".join(re.findall("[A-Z][a-z]+|[a-z]+", name)).lower()
        code, _, err = ask(capsys, "new-game", words)
        assert code == 2 and "has already" in err and not Path(f"{words}.py").exists()
    for name in ("my_game", "my_game.py"):
        assert "use that of the file here: --games my_game.py" in ask(capsys, "solve", name)[2]
    assert [*yk.use("my_game.py")] == ["my_game"]
    won = yk.load("my_game").position(moves="a1 a4 b1 b4 c1")
    assert won.result is not None and won.result.winner == "first"
    assert isinstance(sys.modules["my_game"].FAMILY, Family)
    assert yk.load("my_game").position().svg().count("<rect") > 16


def test_a_new_game_may_be_changed_to_one_whose_stones_move(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert ask(capsys, "new-game", "runner")[0] == 0
    text = Path("runner.py").read_text("utf-8")
    for old, new in (
        ("own: int = 0", "own: int = 1"),
        ("count(state.other) - count(state.own)", "count(state.other)"),
        ("state.own | bit(move))", "bit(move - 100))"),
        ("out[number] = lowest(empty)", "out[number] = 100 + lowest(empty)"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    Path("runner.py").write_text(text, "utf-8")
    yk.use("runner.py")
    start = yk.load("runner").position()
    assert start.moves[0] == "a1b1" and start.play("a1d4").text == "..../..../..../...x o"


def test_a_command_to_type_next_names_the_file_of_a_game(tmp_path, capsys):
    assert cli.run(["table", "probe", "nim", "--tables", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert f"yomikiri table build nim --games {EXAMPLES / 'nim.py'}" in told
    assert cli.run(["solve", "nim", "--nodes", "1"]) == 0
    assert f"yomikiri table build nim --games {EXAMPLES / 'nim.py'}" in capsys.readouterr().out
    assert games.as_typed(yk.load("nim")) == ["nim", "--games", str(EXAMPLES / "nim.py")]
    assert games.as_typed(yk.load("tictactoe")) == ["tictactoe"]
