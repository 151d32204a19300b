"""The command line: what it prints, its JSON, its exit codes, and that every error is one line."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from yomikiri import cli

COMMANDS = (
    "games",
    "rules",
    "check",
    "new-game",
    "perft",
    "solve",
    "solves",
    "forecast",
    "verify",
    "atlas",
    "analyze",
    "play",
    "review",
    "exercise",
    "match",
    "tournament",
    "sprt",
    "runs",
    "rerun",
    "stats",
    "tune",
    "learn",
    "players",
    "reproduce",
    "doctor",
    "cache",
)
OTHERS = (
    "engine",
    "serve",
    "warm",
    "certificate",
    "book",
    "table",
    "net",
    "lab",
)  # they do not answer in one document


# Help, version, wrong words.


def test_without_arguments_it_tells_what_there_is(yk):
    code, out, err = yk()
    assert code == 0 and not err
    assert re.findall(r"^  ([\w-]+) ", out.partition("Commands:")[2], re.M) == [*COMMANDS, *OTHERS]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_is_not_cut_off(yk, command):
    code, out, _ = yk(command, "--help")
    assert code == 0
    assert "--json" in out and "..." not in re.sub(r"\.\.\.\]|(?<=[A-Z\]}])\.\.\.", "", out)


def test_version(yk):
    assert re.fullmatch(r"yomikiri \S+\n", yk("--version").out)


BAD = [
    ("perft",),
    ("perft", "nip"),
    ("perft", "nip", "x"),
    ("perft", "nip", "-1"),
    ("perft", "nip", "101"),
    ("perft", "nip", "1", "2"),
    ("perft", "nip:4x4", "2", "--position", "x"),
    ("solve",),
    ("solve", ""),
    ("solve", "chess"),
    ("solve", "nip:5x5"),
    ("solve", "nip:4x4,rim=on"),
    ("solve", "nip:4x4", "--goal", "mate"),
    ("solve", "nip:4x4", "--goal", "stages=3,3"),
    ("solve", "tictactoe", "--goal", "stages=all"),
    ("solve", "nip:4x4", "--threads", "0"),
    ("solve", "nip:4x4", "--threads", "two"),
    ("solve", "nip:4x4", "--seconds", "0"),
    ("solve", "nip:4x4", "--seconds", "nan"),
    ("solve", "nip:4x4", "--seconds", "soon"),
    ("solve", "nip:4x4", "--nodes", "0"),
    ("solve", "nip:4x4", "--nodes", "1.5"),
    ("solve", "nip:4x4", "--memory", "much"),
    ("solve", "nip:4x4", "--memory", "1"),
    ("solve", "nip:4x4", "--position", "xo x"),
    ("solve", "nip:4x4", "--moves", "a1"),
    ("solve", "nip:4x4", "--moves", "b1b1"),
    ("solve", "nip:4x4", "--svg", "no/such/folder/x.svg"),
    ("solve", "nip:4x4", "--svg"),
    ("solve", "nip:4x4", "--svg", "x.png"),
    ("solve", "nip:4x4", "--resume"),
    ("analyze", "nip:4x4", "--depth", "0"),
    ("analyze", "nip:4x4", "--player", "somebody"),
    ("analyze", "nip:4x4", "--lang", "fr"),
    ("play", "nip:4x4", "--first", "somebody"),
    ("play", "nip:4x4", "--second", "level:10"),
    ("play", "nip:4x4", "--load", "missing.json"),
    ("play", "nip:4x4", "--load", "missing.json", "--moves", "b1"),
    ("play", "nip:4x4", "--seed", "x"),
    ("match", "tictactoe", "random"),
    ("match", "tictactoe", "random", "nobody"),
    ("match", "tictactoe", "random", "greedy", "--games", "0"),
    ("match", "tictactoe", "random", "greedy", "--jobs", "0"),
    ("match", "tictactoe", "random", "greedy", "--openings", "book.txt"),
    ("match", "tictactoe", "random", "greedy", "--out", "/dev/null/x"),
    ("games", "go"),
    ("games", "nip", "othello"),
    ("--unknown",),
    ("unknown",),
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_is_one_line_and_exit_2(yk, arguments):
    code, out, err = yk(*arguments)
    assert code == 2 and not out
    assert err.startswith("yomikiri: ") and err.count("\n") == 1 and len(err) < 300


@pytest.mark.parametrize(
    ("arguments", "suggested"),
    [
        (("slove", "nip"), "'solve'"),
        (("solve", "nipp"), "'nip'"),
        (("solve", "nip:4x4", "--thread", "2"), "--threads"),
        (("solve", "nip:4x4", "--games", "nim.txt"), "--games FILE.py"),
        (("solve", "nip:4x4", "--goal", "wni"), "'win'"),
        (("play", "nip:4x4", "--first", "lvel:3"), "'level'"),
    ],
    ids=str,
)
def test_a_near_word_is_suggested(yk, arguments, suggested):
    assert suggested in yk(*arguments).err


def test_what_came_is_named_in_the_message(yk):
    assert "'two'" in yk("solve", "nip:4x4", "--threads", "two").err
    assert "-1" in yk("perft", "nip:4x4", "-1").err


WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=12
) | st.sampled_from(
    ["-", "--", "0", "-1", "1e9", "inf", "stages=", "stages=all,", "win=", "1GiB", "\x1b[2J", "b2"]
)


@given(
    st.sampled_from(["--goal", "--moves", "--position", "--memory", "--seconds", "--nodes"]), WORDS
)
def test_no_option_value_brings_more_than_an_answer_or_one_line(option, word):
    with Silence() as silence:
        code = cli.run(["solve", "tictactoe", option, word, "--json"])
    if code == 0:
        json.loads(silence.out)
    else:
        assert code == 2 and not silence.out
        assert silence.err.count("\n") == 1 and "\x1b" not in silence.err


@given(st.lists(WORDS.filter(lambda word: word != "--help"), max_size=3))
def test_no_words_bring_a_traceback(words):
    with Silence() as silence:
        code = cli.run(["games", *words])
    assert code in (0, 2)
    assert code == 0 or silence.err.count("\n") == 1


class Silence:
    """Catches what is printed; Hypothesis cannot use capsys."""

    def __enter__(self):
        from contextlib import ExitStack, redirect_stderr, redirect_stdout
        from io import StringIO

        self.streams = StringIO(), StringIO()
        self.stack = ExitStack()
        self.stack.enter_context(redirect_stdout(self.streams[0]))
        self.stack.enter_context(redirect_stderr(self.streams[1]))
        return self

    def __exit__(self, *error):
        self.stack.close()
        lines = self.streams[1].getvalue().splitlines(keepends=True)
        self.out = self.streams[0].getvalue()
        self.err = "".join(line for line in lines if not line.startswith("compiling"))


LIGHT = """
import sys
from yomikiri.cli.app import run
code = run(["perft", "nip:4x4", "1"])
heavy = {"pydantic", "yomikiri.lab.batch", "yomikiri.web", "numba.cpython.unicode"}
print(code, sorted(heavy & set(sys.modules)))
"""


@pytest.mark.long
def test_a_command_loads_only_what_it_needs():
    """Each of these takes a tenth of a second and more; the kernels are read from disk."""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 []", done.stdout + done.stderr


def test_values_of_options_are_read_as_typer_does():
    from yomikiri.cli.app import make_app
    from yomikiri.cli.values import KEPT, Reader

    app: Any = typer.main.get_command(make_app("solve"))
    command = app.commands["solve"]
    for parameter in command.params:
        if getattr(parameter, KEPT, 0) is not None:
            continue  # a Typer of another kind
        parser = parameter.type_descriptor.parameter_info.parser
        kind = parameter.type_descriptor.annotation
        texts = ("3",) if parser is not None else ("3", "nip") if kind is str else ()
        for value in (*texts, parameter.default):
            plain = Reader().coerce(value, param=parameter, ctx=None)
            setattr(parameter, KEPT, None)
            by_typer = parameter.get_runtime_param().coerce(value, param=parameter, ctx=None)
            assert plain == by_typer and type(plain) is type(by_typer), parameter.name
