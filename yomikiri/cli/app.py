"""The command line: parse arguments, call one function, print its report.

Exit 0 on success (also when a limit asked for ended the search), 1 for a failed task, 2 for bad
input with one line on standard error, 130 after Ctrl-C.
"""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from yomikiri import starting
from yomikiri.cli.analyze import analyze
from yomikiri.cli.book import books
from yomikiri.cli.certificate import certificates
from yomikiri.cli.command import command
from yomikiri.cli.engine import engine
from yomikiri.cli.forecast import forecast
from yomikiri.cli.games import games
from yomikiri.cli.help import Command, Group
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.lab import experiments
from yomikiri.cli.match import match
from yomikiri.cli.options import TYPED
from yomikiri.cli.perft import perft
from yomikiri.cli.play import play
from yomikiri.cli.players import players
from yomikiri.cli.reproduce import reproduce
from yomikiri.cli.runs import rerun, runs
from yomikiri.cli.screen import printable
from yomikiri.cli.serve import serve
from yomikiri.cli.solve import solve
from yomikiri.cli.solves import solves
from yomikiri.cli.sprt import sprt
from yomikiri.cli.stats import stats
from yomikiri.cli.table import tables
from yomikiri.cli.tournament import tournament
from yomikiri.cli.tune import tune
from yomikiri.cli.usage import UsageError, usage
from yomikiri.cli.verify import verify
from yomikiri.cli.words import Words
from yomikiri.errors import InputError, Said, reason, shortened
from yomikiri.words import LANGUAGES, message, say

SUCCESS, FAILED, BAD_INPUT, BROKEN_PIPE = 0, 1, 2, 141

app = typer.Typer(
    name="yomikiri",
    cls=Group,
    add_completion=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
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


def own_version() -> str:
    """The version of the installed package."""
    try:
        return version("yomikiri")
    except PackageNotFoundError:
        return "0+unknown"


for function in (
    games,
    perft,
    solve,
    solves,
    forecast,
    verify,
    analyze,
    play,
    match,
    tournament,
    sprt,
    runs,
    rerun,
    stats,
    tune,
    players,
    reproduce,
    engine,
    serve,
):
    app.command(cls=Command)(function)
app.add_typer(certificates, name="certificate")
app.add_typer(books, name="book")
app.add_typer(tables, name="table")
app.add_typer(experiments, name="lab")


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
        command = typer.main.get_command(app)
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
        return complain(words("command.system", file=file, why=reason(error)), FAILED)


def spoken(arguments: Sequence[str]) -> Words:
    """The language that the arguments ask for, before they are understood."""
    for word, following in zip(arguments, [*arguments[1:], ""]):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked in LANGUAGES:
            return Words(asked)
    return Words()


def complain(text: str, code: int) -> int:
    """Print an error as one line."""
    line = " ".join(printable(text).split())
    print(f"yomikiri: {shortened(line)}", file=sys.stderr)
    return code


def main() -> None:
    """The command `yomikiri`; Ctrl-C while it ends, perhaps the second, ends it at once."""
    starting.done()
    try:
        code = run(sys.argv[1:])
        starting.begin()
    except KeyboardInterrupt:
        starting.end()
    sys.exit(code)
