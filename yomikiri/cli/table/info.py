"""The command `table info`: counts, distances, longest wins, starts."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, GameText, Threads, folder_of
from yomikiri.cli.screen import Screen
from yomikiri.cli.table.report import start_text, value_text, watched
from yomikiri.games import load
from yomikiri.solve.options import check_threads
from yomikiri.tables.build import size_text
from yomikiri.tables.counts import Counts
from yomikiri.tables.info import TableInfo, table_info
from yomikiri.tables.numbering import counted
from yomikiri.tables.table import Probe
from yomikiri.words import say

BAR = 40  # columns of a histogram
FEW = 24  # starts that are listed one by one


@command
def info(
    game: GameText,
    *,
    folder: Folder = None,
    reachable: Annotated[bool, typer.Option("--reachable")] = False,
    threads: Threads = 1,
    screen: Screen,
) -> int:
    """Counts, distances, longest wins, and the value of every start."""
    chosen = load(game)
    check_threads(threads)
    with watched(screen, chosen) as watch:
        found = table_info(
            chosen, folder_of(folder), reachable=reachable, threads=threads, watch=watch
        )
    if screen.as_json:
        screen.document(found.to_dict())
    else:
        show_info(screen, found)
    return 0


def show_info(screen: Screen, info: TableInfo) -> None:
    """Counts by class, distances, the longest wins and the starts."""
    words = screen.words
    screen.print(f"{info.game}  {words('games.rules_hash')} {info.game.rules_hash}")
    size = size_text(info.bytes)
    screen.print(words("table.counted", what=counted(info.game), size=size))
    names = ["column.class", "column.positions", "result.won", "result.drawn", "result.lost"]
    names += ["column.longest_win", "column.longest_loss"]
    table = screen.table(*(words(name) for name in names), right=(1, 2, 3, 4, 5, 6))
    for name, counts in info.classes:
        table.add_row(name, *count_cells(counts))
    if len(info.classes) > 1:
        table.add_row(words("table.together"), *count_cells(info.total))
    if info.own is not None and info.own != info.total:
        table.add_row(words("table.own"), *count_cells(info.own))
    for side, counts in enumerate(info.sides):
        who = words.player(info.game, side)
        table.add_row(words("table.to_move", who=who), *count_cells(counts))
    if info.reachable is not None:
        table.add_row(words("table.reachable"), *count_cells(info.reachable))
    if info.wins_taken is not None:
        table.add_row(words("table.wins_taken"), *count_cells(info.wins_taken))
    screen.put(table)
    if info.wins_taken is not None:
        screen.print(words("table.about_wins_taken", over=f"{info.over:,}"))
    show_histogram(screen, info)
    screen.print(start_text(words, info.game, info.start))
    if len(info.starts) > 1:
        show_starts(screen, info)
    for text in info.examples:
        screen.print(f"{words('table.longest')}: {text}")


def count_cells(counts: Counts) -> list[str]:
    """The numbers of a row."""
    numbers = (counts.positions, counts.wins, counts.draws, counts.losses)
    longest = (counts.longest_win, counts.longest_loss)
    return [f"{n:,}" for n in numbers] + ["-" if n is None else str(n) for n in longest]


def show_histogram(screen: Screen, info: TableInfo) -> None:
    """How many positions are won or lost in how many plies."""
    words = screen.words
    distances = sorted(info.wins.keys() | info.losses.keys())
    most = max([*info.wins.values(), *info.losses.values()], default=1)
    sign = "#" if screen.ascii else "█"
    screen.row(words("table.histogram"))
    for distance in distances:
        won, lost = info.wins[distance], info.losses[distance]
        bar = sign * max(1, round(BAR * max(won, lost) / most))
        screen.row(f"{distance:>5}  {won:>14,}  {lost:>14,}  {bar}")


def show_starts(screen: Screen, info: TableInfo) -> None:
    """The value of every start, or how many there are of each."""
    words = screen.words
    if len(info.starts) <= FEW:
        for label, probe in info.starts:
            screen.row(f"  {say(label, words.language)}  {value_text(words, info.game, probe)}")
        return
    tally: dict[tuple[int, int], int] = {}
    for _, (wdl, distance) in info.starts:
        tally[-wdl, distance or 0] = tally.get((-wdl, distance or 0), 0) + 1
    screen.row(words("table.starts", count=f"{len(info.starts):,}"))
    for (wdl, distance), count in sorted(tally.items()):
        screen.row(f"  {count:>7,}  {value_text(words, info.game, Probe(-wdl, distance))}")
