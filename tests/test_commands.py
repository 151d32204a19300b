"""How commands are made: options that are written once, and one screen for every command."""

import subprocess
import sys
from typing import Annotated, Any

import pytest
import typer

from tests.test_cli import COMMANDS
from yomikiri import cli
from yomikiri.cli.app import GROUPS, make_app
from yomikiri.cli.command import command
from yomikiri.cli.options import Effort, Place
from yomikiri.cli.screen import Screen

TABLE_COMMANDS = ("build", "info", "probe", "check", "line", "map", "list", "export")
LAB_COMMANDS = ("levels", "errors")
BOOK_COMMANDS = ("build", "show", "merge", "export")
EVERYWHERE = ("--json", "--lang", "--ascii")


def everything():
    """The words of every command that reports."""
    groups = {"table": TABLE_COMMANDS, "lab": LAB_COMMANDS, "book": BOOK_COMMANDS}
    inner = [(group, name) for group, names in groups.items() for name in names]
    return [(name,) for name in COMMANDS] + inner


@pytest.mark.parametrize("words", everything(), ids=" ".join)
def test_every_command_that_reports_has_the_same_options_for_it(yk, words):
    code, out, _ = yk(*words, "--help")
    assert code == 0 and all(option in out for option in EVERYWHERE)


@pytest.mark.parametrize(
    "words",
    [
        ("--lang", "ja", "games", "tictactoe"),
        ("--lang=ja", "games", "tictactoe"),
        ("games", "--lang", "ja", "tictactoe"),
        ("games", "tictactoe", "--lang", "ja"),
        ("--lang", "en", "games", "tictactoe", "--lang", "ja"),
    ],
    ids=" ".join,
)
def test_the_language_stands_before_or_behind_the_command(yk, words):
    code, out, err = yk(*words)
    assert code == 0 and "引き分け" in out, err


def test_the_language_stands_before_a_command_of_a_group(yk):
    for words in (("--lang", "ja", "table"), ("table", "--lang", "ja")):
        code, _, err = yk(*words, "info", "nosuch")
        assert code == 2 and "ゲーム" in err
        assert "全局面の表" in yk(*words).out


def test_a_wrong_language_before_the_command_is_refused(yk):
    for words in (("--lang", "xx"), ("--lang", "xx", "games"), ("table", "--lang", "xx")):
        code, out, err = yk(*words)
        assert (code, out) == (2, "") and "expected --lang en or ja, got 'xx'" in err


def test_a_group_without_a_command_tells_what_it_has(yk):
    code, out, err = yk("table")
    assert code == 0 and not err and all(f"\n  {name} " in out for name in TABLE_COMMANDS)


def test_a_chess_position_names_its_game_for_every_command_that_takes_one(yk):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    for words in (["perft", fen, "1"], ["play", fen, "--first", "random", "--second", "random"]):
        assert yk(*words, "--json").json()["game"].startswith("ending:KPK")


def test_an_object_is_made_of_the_options_that_its_maker_takes(yk, monkeypatch):
    seen = []

    @command
    def look(
        place: Place,
        *,
        often: Annotated[int, typer.Option()] = 1,
        effort: Effort,
        screen: Screen,
    ) -> int:
        """A command."""
        seen.append((str(place.game), place.moves, often, effort.nodes, screen.as_json))
        return 0

    app = cli.make_app("")
    monkeypatch.setattr(app, "registered_commands", [*app.registered_commands])
    app.command()(look)
    words = ("tictactoe", "--moves", "b2", "--often", "3", "--nodes", "7", "--json")
    assert yk("look", *words).code == 0
    assert [(game, len(moves), *rest) for game, moves, *rest in seen] == [
        ("tictactoe", 1, 3, 7, True)
    ]


@pytest.mark.long
def test_a_command_starts_without_what_only_others_need():
    heavy = ("matplotlib", "fastapi", "uvicorn", "starlette", "asyncio")
    code = f"import sys, yomikiri.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_group_lists_its_commands_where_there_is_none_of_the_name(capsys):
    for name in GROUPS:
        app: Any = typer.main.get_command(make_app(name))
        assert cli.run([name, "bogus"]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert said.rstrip().endswith(f"known here: {', '.join(app.commands[name].commands)}")
    assert cli.run(["table", "buld"]) == 2 and "did you mean 'build'" in capsys.readouterr().err
    assert cli.run(["solve", "nip:4x4", "--resume"]) == 2
    assert "the same command" in capsys.readouterr().err  # not that it may mean --fresh
    assert cli.run(["bogus"]) == 2 and "`yomikiri --help`" in capsys.readouterr().err
