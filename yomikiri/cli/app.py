"""The command line: parse arguments, call one function, print its report.

Exit 0 on success (also when a limit asked for ended the search), 1 for a failed task, 2 for bad
input with one line on standard error, 130 after Ctrl-C.
"""

import os
import random
import re
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli import screen
from yomikiri.cli.analyze import analyze_and_report
from yomikiri.cli.engine import converse
from yomikiri.cli.games import list_games
from yomikiri.cli.japanese import translate_help
from yomikiri.cli.match import match_and_report
from yomikiri.cli.options import (
    Ascii,
    AsJson,
    GameOrFen,
    GameText,
    Jobs,
    Language,
    Memory,
    Moves,
    Nodes,
    PlayerText,
    Position,
    Seconds,
    Start,
    Threads,
    place_to_begin,
    whole,
)
from yomikiri.cli.perft import count_and_report
from yomikiri.cli.play import play_and_report
from yomikiri.cli.solve import solve_and_report
from yomikiri.cli.table import tables
from yomikiri.cli.table.probe import game_of
from yomikiri.cli.tune import tune_and_report
from yomikiri.cli.words import LANGUAGES, Words
from yomikiri.errors import InputError, shortened
from yomikiri.games import load

SUCCESS, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141

# Typer exports no other of its errors of usage; all of them have this base.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]

app = typer.Typer(
    name="yomikiri",
    add_completion=False,
    rich_markup_mode=None,
    help="Play, solve and study small two-player board games.",
)


@app.callback(invoke_without_command=True)
def yomikiri(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
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


@app.command()
def games(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A game to tell more about.")
    ] = None,
    json: AsJson = False,
    lang: Language = None,
    ascii: Ascii = False,
) -> None:
    """List the games, or tell all about one."""
    list_games(name, as_json=json, words=Words(lang), ascii=screen.needs_ascii(ascii))


@app.command()
def perft(
    game: GameText,
    depth: Annotated[int, typer.Argument(parser=whole, metavar="DEPTH", help="Plies.")],
    position: Position = None,
    start: Start = None,
    moves: Moves = "",
    turns: Annotated[
        bool, typer.Option("--turns", help="DEPTH counts whole turns, not single actions.")
    ] = False,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Count the sequences of moves up to DEPTH plies."""
    chosen = load(game)
    return count_and_report(
        chosen,
        depth,
        position=place_to_begin(chosen, start, position),
        moves=moves,
        by_turns=turns,
        as_json=json,
        words=Words(lang),
    )


@app.command()
def solve(
    game: GameText,
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
            help="score (exact), win (who wins), mate (by checks), stages=m,n or stages=all:"
            " m stones ahead, then the rest; after a comma also kind=win-win|score-score|"
            "score-win|win-score, wide, and (after all) majority.",
        ),
    ] = "score",
    position: Position = None,
    start: Start = None,
    moves: Moves = "",
    threads: Threads = 1,
    memory: Memory = "1GiB",
    seconds: Seconds = None,
    nodes: Nodes = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the final board as a picture.")
    ] = None,
    json: AsJson = False,
    lang: Language = None,
    ascii: Ascii = False,
) -> int:
    """Read a game out: its value, best moves and best play."""
    chosen = load(game)
    return solve_and_report(
        chosen,
        goal=goal,
        position=place_to_begin(chosen, start, position),
        moves=moves,
        threads=threads,
        memory=memory,
        seconds=seconds,
        nodes=nodes,
        svg=svg,
        as_json=json,
        words=Words(lang),
        ascii=screen.needs_ascii(ascii),
    )


@app.command()
def analyze(
    game: GameOrFen,
    position: Position = None,
    start: Start = None,
    moves: Moves = "",
    player: Annotated[
        str | None, typer.Option(metavar="P", help="Values of this player's own search.")
    ] = None,
    seconds: Seconds = None,
    depth: Annotated[
        int | None, typer.Option(parser=whole, metavar="D", help="Look so many plies ahead.")
    ] = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    memory: Memory = "1GiB",
    json: AsJson = False,
    lang: Language = None,
    ascii: Ascii = False,
) -> int:
    """Show every legal move with its value to the mover."""
    chosen, where = game_of(game, position)
    return analyze_and_report(
        chosen,
        position=place_to_begin(chosen, start, where),
        moves=moves,
        player=player,
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        threads=threads,
        memory=memory,
        as_json=json,
        words=Words(lang),
        ascii=screen.needs_ascii(ascii),
    )


@app.command()
def play(
    game: GameText,
    first: PlayerText = None,
    second: PlayerText = None,
    position: Position = None,
    start: Start = None,
    moves: Moves = "",
    load_file: Annotated[
        str | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="The same seed, the same moves of players."),
    ] = None,
    json: AsJson = False,
    lang: Language = None,
    ascii: Ascii = False,
) -> int:
    """Play in the terminal, or watch two players."""
    chosen = load(game)
    return play_and_report(
        chosen,
        first=first,
        second=second,
        position=place_to_begin(chosen, start, position),
        moves=moves,
        file=load_file,
        seed=random.SystemRandom().randrange(1 << 31) if seed is None else seed,
        as_json=json,
        words=Words(lang),
        ascii=screen.needs_ascii(ascii),
    )


@app.command()
def match(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="PLAYER", help="such as level:3")],
    second: Annotated[str, typer.Argument(metavar="PLAYER", help="the other")],
    games: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="Games in all; colours alternate.")
    ] = 100,
    openings: Annotated[
        str,
        typer.Option(
            metavar="random=PLIES",
            help="Begin with so many moves at random; random-start draws the start too.",
        ),
    ] = "random=0",
    start: Start = None,
    seed: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="The same seed, the same games.")
    ] = 0,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep every game in this new folder.")
    ] = None,
    each: Annotated[bool, typer.Option("--each", help="Also print a row for every game.")] = False,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Let two players play many games."""
    chosen = load(game)
    return match_and_report(
        chosen,
        first,
        second,
        games=games,
        openings=openings,
        start=place_to_begin(chosen, start, None),
        seed=seed,
        jobs=jobs,
        out=out,
        each=each,
        as_json=json,
        words=Words(lang),
    )


@app.command()
def tune(
    game: GameText,
    games: Annotated[
        int | None,
        typer.Option(
            parser=whole, metavar="N", help="Games of a trial (200), or to fit to (1000)."
        ),
    ] = None,
    match_games: Annotated[
        int, typer.Option("--match", parser=whole, metavar="N", help="Games of the match after it.")
    ] = 400,
    depth: Annotated[
        int, typer.Option(parser=whole, metavar="D", help="Plies that the players look ahead.")
    ] = 3,
    nodes: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="In shogi: positions they visit a move.")
    ] = 2000,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A new file for the weights.")
    ] = None,
    seed: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="The same seed, the same weights.")
    ] = 0,
    jobs: Jobs = 1,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Search for better weights of an evaluation by self-play, and measure what is gained."""
    return tune_and_report(
        load(game),
        games=games,
        match_games=match_games,
        depth=depth,
        nodes=nodes,
        out=out,
        seed=seed,
        jobs=jobs,
        as_json=json,
        words=Words(lang),
    )


@app.command()
def engine(game: GameText) -> int:
    """Speak USI (shogi family) or UCI (chess endings) on standard input and output."""
    return converse(load(game))


app.add_typer(tables, name="table", help="Tables of all positions: build them, ask them.")


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; others see 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="The port; 0: any that is free.")
    ] = 8000,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
) -> None:
    """Open the web page on this machine."""
    # Only this command needs a web server: the others start faster without it.
    from yomikiri.web.serve import serve as serve_page

    serve_page(host, port, data)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit code.  Every error is one line on standard error."""
    # A closed stream is None, and `print` would take that for standard output.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # better a ? than no answer
    words = spoken(arguments)
    try:
        command = typer.main.get_command(app)
        if words.language == "ja":
            translate_help(command)
        if "--help" in arguments:  # then groups of commands may be asked in a language, too
            arguments = re.sub(r"\0--lang(\0|=)[^\0]*", "", "\0".join(["", *arguments])).split(
                "\0"
            )[1:]
        with command.make_context("yomikiri", list(arguments)) as context:
            code = command.invoke(context)
        sys.stdout.flush()
        return code if isinstance(code, int) else SUCCESS
    except typer.Exit as end:
        return end.exit_code
    except UsageError as error:
        text = usage_text(error.format_message())  # type: ignore[attr-defined]
        return complain(words.error(text), BAD_INPUT)
    except InputError as error:
        return complain(words.error(error), BAD_INPUT)
    except MemoryError:
        return complain("there is not so much memory; try a smaller --memory", FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has gone; what is still in the buffer must not be written at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        return complain(f"{error.filename or 'output'}: {error.strerror or error}", FAILED)


def spoken(arguments: Sequence[str]) -> Words:
    """The language that the arguments ask for, before they are understood."""
    for word, following in zip(arguments, [*arguments[1:], ""]):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked in LANGUAGES:
            return Words(asked)
    return Words()


def usage_text(message: str) -> str:
    """What Typer says of a wrong usage, in our words where its own mislead."""
    if match := re.match(r"No such option: (-\d.*)", message):
        return f"expected no negative number, got {match[1]}"
    return message


def complain(message: str, code: int) -> int:
    """Print an error as one line."""
    line = " ".join(screen.printable(message).split())
    print(f"yomikiri: {shortened(line)}", file=sys.stderr)
    return code


def main() -> None:
    """The command `yomikiri`."""
    sys.exit(run(sys.argv[1:]))
