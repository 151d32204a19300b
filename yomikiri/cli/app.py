"""The command line: parse arguments, call one function, print its report.

Exit 0 on success (also when a limit asked for ended the search), 1 for a failed task, 2 for bad
input with one line on standard error, 130 after Ctrl-C.
"""

import errno
import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from yomikiri import starting
from yomikiri.cli.command import command
from yomikiri.cli.completing import undo_breaks
from yomikiri.cli.help import Command, Group
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.options import TYPED
from yomikiri.cli.usage import UsageError, usage
from yomikiri.cli.words import Words
from yomikiri.errors import InputError, Said, printable, reason, shortened
from yomikiri.games import strangers, use
from yomikiri.outside import fault_of
from yomikiri.sources import own_version
from yomikiri.uncompiled import HURRY
from yomikiri.words import LANGUAGES, message, say

SUCCESS, FAILED, BAD_INPUT, BROKEN_PIPE = 0, 1, 2, 141

# Each command and the module that it is in, in the order of `--help`.
COMMANDS = {
    "games": "games",
    "rules": "rules",
    "check": "check",
    "new-game": "check",
    "perft": "perft",
    "solve": "solve",
    "solves": "solves",
    "forecast": "forecast",
    "verify": "verify",
    "atlas": "atlas",
    "analyze": "analyze",
    "play": "play",
    "review": "review",
    "exercise": "exercise",
    "match": "match",
    "tournament": "tournament",
    "sprt": "sprt",
    "runs": "runs",
    "rerun": "runs",
    "stats": "stats",
    "tune": "tune",
    "learn": "learn",
    "players": "players",
    "reproduce": "reproduce",
    "doctor": "doctor",
    "cache": "cache",
    "engine": "engine",
    "serve": "serve",
    "warm": "warm",
}
COMPLETE = "_YOMIKIRI_COMPLETE"  # what a shell sets that wants to know how a word may go on
# Those for which a person waits, and which say what to compile.
AT_ONCE = ("analyze", "solve", "perft", "play", "engine", "serve")
GROUPS = {
    "certificate": "certificates",
    "book": "books",
    "table": "tables",
    "net": "nets",
    "lab": "experiments",
}


@command
def yomikiri(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version")] = False,
    *,
    words: Words,
) -> None:
    """Play, solve and study small two-player board games."""
    if show_version:
        print(f"yomikiri {own_version()}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@cache
def make_app(wanted: str) -> typer.Typer:
    """The command line with one command; with all for "", but to load all takes half a second."""
    completes = not wanted or COMPLETE in os.environ
    app = typer.Typer(name="yomikiri", cls=Group, add_completion=completes, rich_markup_mode=None)
    app.callback(invoke_without_command=True)(yomikiri)
    for name, module in COMMANDS.items():
        if wanted in ("", name):
            function = getattr(import_module(f"yomikiri.cli.{module}"), name.replace("-", "_"))
            app.command(cls=Command)(function)
    for name, group in GROUPS.items():
        if wanted in ("", name):
            app.add_typer(getattr(import_module(f"yomikiri.cli.{name}"), group), name=name)
    return app


def command_of(arguments: Sequence[str]) -> str:
    """The command that the arguments begin with, but for a language; or nothing."""
    for word in arguments:
        if word in COMMANDS or word in GROUPS:
            return word
        if not word.startswith("--lang") and word not in LANGUAGES:
            return ""
    return ""


def complete() -> None:
    """Tell the shell how the command that is being typed may go on, and exit."""
    kept = undo_breaks() if os.environ.get(COMPLETE) == "complete_bash" else 0
    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    told = io.StringIO()
    try:
        with redirect_stdout(told):
            app = make_app(command_of(typed.split()[1:]))
            typer.main.get_command(app).main([], prog_name="yomikiri")
    finally:
        print(*(line[kept:] for line in told.getvalue().splitlines()), sep="\n", flush=True)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit code.  Every error is one line on standard error."""
    # A closed stream is None, and `print` would take that for standard output.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # better a ? than no answer
    words = spoken(arguments)
    TYPED[:] = arguments
    try:
        if command_of(arguments) in AT_ONCE:
            HURRY.prime()
        arguments = use_files(arguments)
        command = typer.main.get_command(make_app(command_of(arguments)))
        with command.make_context("yomikiri", list(arguments), obj=words.language) as context:
            code = command.invoke(context)
        sys.stdout.flush()
        return code if isinstance(code, int) else SUCCESS
    except typer.Exit as end:
        return end.exit_code
    except UsageError as error:
        return complain(say(usage(error), words.language), BAD_INPUT)
    except InputError as error:
        return complain(words.error(error), BAD_INPUT)
    except Said as error:  # nothing is wrong with what was typed
        return complain(words.error(error), FAILED)
    except MemoryError:
        return complain(words("command.memory"), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; what is still in the buffer must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        file = error.filename or message("command.output")
        name = "command.full" if error.errno == errno.ENOSPC else "command.system"
        return complain(words(name, file=file, why=reason(error)), FAILED)
    except Exception as error:
        if (fault := fault_of(error)) is not None:
            file = os.path.relpath(fault[0])
            return complain(words("game.failing", file=file, why=fault[1]), FAILED)
        if not (homes := homes_of(arguments)):
            raise
        why = f"{type(error).__name__}: {shortened(str(error), 200)}"
        return complain(words("game.perhaps", file=os.path.relpath(homes[0]), why=why), FAILED)


def spoken(arguments: Sequence[str]) -> Words:
    """The language that the arguments ask for, before they are understood."""
    for word, following in zip(arguments, [*arguments[1:], ""]):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked in LANGUAGES:
            return Words(asked)
    return Words()


def homes_of(arguments: Sequence[str]) -> list[str]:
    """The files of the games that are named, as far as they are in files of one's own."""
    homes = strangers()
    files = {str(Path(word).resolve()) for word in arguments if word.endswith(".py")}  # of `check`
    named = {re.split("[:,]", word)[0] for word in arguments}
    found = {home for name, home in homes.items() if name in named or home in files}
    return [home for home in found if home.endswith(".py")]


def use_files(arguments: Sequence[str]) -> list[str]:
    """The arguments without `--games FILE.py`, whose games are known from then on.

    Files may also be named by the variable YOMIKIRI_GAMES.
    """
    for file in filter(None, os.environ.get("YOMIKIRI_GAMES", "").split(os.pathsep)):
        use(file)
    words = [word for one in arguments for word in split_games(one)]
    rest: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--games" and words and words[0].endswith(".py"):
            use(words.pop(0))
        else:
            rest.append(word)
    return rest


def split_games(word: str) -> list[str]:
    """`--games=FILE.py` as two words."""
    option, equals, file = word.partition("=")
    return [option, file] if option == "--games" and equals and file.endswith(".py") else [word]


def complain(text: str, code: int) -> int:
    """Print an error as one line."""
    line = " ".join(printable(text).split())
    print(f"yomikiri: {shortened(line)}", file=sys.stderr)
    return code


def main() -> None:
    """The command `yomikiri`; Ctrl-C while it ends, perhaps the second, ends it at once."""
    starting.done()
    try:
        if COMPLETE in os.environ:
            complete()
        code = run(sys.argv[1:])
        starting.begin()
    except KeyboardInterrupt:
        starting.end()
    sys.exit(code)
