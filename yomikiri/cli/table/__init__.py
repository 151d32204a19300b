"""The group of commands `table`: parse arguments, call one function."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli import screen
from yomikiri.cli.options import (
    Ascii,
    AsJson,
    Folder,
    GameOrFen,
    GameText,
    Language,
    Moves,
    Position,
    Start,
    Threads,
    place_to_begin,
    whole,
)
from yomikiri.cli.table.build import build_and_report
from yomikiri.cli.table.check import check_and_report
from yomikiri.cli.table.export import export_and_report
from yomikiri.cli.table.info import info_and_report
from yomikiri.cli.table.line import line_and_report
from yomikiri.cli.table.list import list_and_report
from yomikiri.cli.table.map import map_and_report
from yomikiri.cli.table.probe import game_of, probe_and_report
from yomikiri.cli.words import Words
from yomikiri.games import load

tables = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@tables.command("build")
def table_build(
    game: GameText,
    folder: Folder = None,
    threads: Threads = 1,
    memory: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Refuse to take more, such as 4GiB.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Only say what it would take.")
    ] = False,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Build the tables of a game; a stopped build goes on where it was."""
    return build_and_report(
        load(game),
        folder=folder,
        threads=threads,
        memory=memory,
        only_estimate=estimate,
        as_json=json,
        words=Words(lang),
    )


@tables.command("info")
def table_info(
    game: GameText,
    folder: Folder = None,
    reachable: Annotated[
        bool, typer.Option("--reachable", help="Count what comes from the start, too.")
    ] = False,
    threads: Threads = 1,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Counts, distances, longest wins, and the value of every start."""
    return info_and_report(
        load(game),
        folder=folder,
        reachable=reachable,
        threads=threads,
        as_json=json,
        words=Words(lang),
    )


@tables.command("probe")
def table_probe(
    game: GameOrFen,
    position: Position = None,
    start: Start = None,
    moves: Moves = "",
    folder: Folder = None,
    lines: Annotated[
        str, typer.Option(metavar="N|all", help="How many of the shortest lines to show.")
    ] = "1",
    pgn: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the lines as PGN.")
    ] = None,
    json: AsJson = False,
    lang: Language = None,
    ascii: Ascii = False,
) -> int:
    """The value of a position and of each move, and the shortest lines."""
    chosen, where = game_of(game, position)
    return probe_and_report(
        chosen,
        folder=folder,
        position=place_to_begin(chosen, start, where),
        moves=moves,
        lines=lines,
        pgn=pgn,
        as_json=json,
        words=Words(lang),
        ascii=screen.needs_ascii(ascii),
    )


@tables.command("check")
def table_check(
    game: GameText,
    folder: Folder = None,
    threads: Threads = 1,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Derive every value again from those after its moves."""
    return check_and_report(
        load(game), folder=folder, threads=threads, as_json=json, words=Words(lang)
    )


@tables.command("line")
def table_line(
    game: GameOrFen,
    line: Annotated[str, typer.Argument(metavar="MOVES", help="None: the best line.")] = "",
    position: Position = None,
    folder: Folder = None,
    pgn: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write it as PGN.")] = None,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Judge a line move by move: is it the best there is?"""
    return line_and_report(
        game,
        line,
        position=position,
        folder=folder,
        pgn=pgn,
        as_json=json,
        words=Words(lang),
    )


@tables.command("map")
def table_map(
    game: Annotated[str, typer.Argument(metavar="GAME|FEN", help="An ending, or a position.")],
    piece: Annotated[str, typer.Option(metavar="MAN", help="K, k, P ... or his square.")],
    position: Position = None,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="*.svg or *.png")] = None,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Put one man on every square in turn, and say what each is worth."""
    return map_and_report(
        game,
        piece,
        position=position,
        folder=folder,
        out=out,
        as_json=json,
        words=Words(lang),
    )


@tables.command("list")
def table_list(
    game: GameText,
    kind: Annotated[
        str, typer.Argument(metavar="longest|single|zugzwang", help="What to look for.")
    ],
    limit: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="How many positions to show.")
    ] = 20,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="*.epd or *.csv")] = None,
    json: AsJson = False,
    lang: Language = None,
) -> int:
    """Longest wins, positions with one winning move only, mutual zugzwangs; longest first."""
    return list_and_report(
        load(game), kind, limit=limit, folder=folder, out=out, as_json=json, words=Words(lang)
    )


@tables.command("export")
def table_export(
    game: GameText,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="*.npz, *.csv or *.epd")],
    folder: Folder = None,
    lang: Language = None,
) -> int:
    """Write a table for other programs."""
    return export_and_report(load(game), file, folder=folder, words=Words(lang))
