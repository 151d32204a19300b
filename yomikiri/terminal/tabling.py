"""The commands `table build`, `info`, `check` and `export`."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.solve.options import check_threads, read_size
from yomikiri.tables.build import BuildProgress, build_table, estimate, size_text
from yomikiri.tables.checking import check_table
from yomikiri.tables.export import check_format, export_table
from yomikiri.tables.files import Counts, tables_folder
from yomikiri.tables.info import TableInfo, table_info
from yomikiri.tables.study import in_moves
from yomikiri.tables.table import MoveProbe, Probe, Table
from yomikiri.terminal import screen
from yomikiri.terminal.progress import live_line
from yomikiri.terminal.solving import check_writable
from yomikiri.terminal.words import Words, duration

BAR = 40  # columns of a histogram
FEW = 24  # starts that are listed one by one


def folder_of(asked: Path | None) -> Path:
    """Where tables are kept."""
    return tables_folder() if asked is None else asked


def make_folder(folder: Path) -> None:
    """A folder that files can be written to, before a long build; raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"expected a folder for tables, but {str(folder)!r} is none that can be written to"
            f" ({reason}); name another (--tables)"
        ) from None


def build_and_report(
    game: Game,
    *,
    folder: Path | None,
    threads: int,
    memory: str | None,
    only_estimate: bool,
    as_json: bool,
    words: Words,
) -> int:
    """Build the tables of a game, or say what that would take; the exit code."""
    check_threads(threads)
    limit = None if memory is None else read_size(memory)
    where = folder_of(folder)
    if not only_estimate:
        make_folder(where)
    needs = estimate(game, threads=threads, limit=limit)
    if only_estimate:
        if as_json:
            screen.print_json({"game": str(game), **needs._asdict()})
        else:
            print(words("needs", game=game, **amounts(words, needs)))
        return 0
    if not as_json and needs.seconds is not None and needs.seconds > 2:
        print(words("needs", game=game, **amounts(words, needs)), flush=True)
    try:
        with watched(game, as_json, words) as watch:
            paths = build_table(game, where, threads=threads, memory=limit, watch=watch)
    except KeyboardInterrupt:
        screen.console(error=True).print(words("build_stopped"))
        return screen.INTERRUPTED
    table = Table(game, where)
    if as_json:
        total = sum(path.stat().st_size for path in paths)
        start = table.probe(game.start)
        known = {"game": str(game), "rules_hash": game.rules_hash, "folder": str(where)}
        screen.print_json(known | {"bytes": total, "start": start._asdict()})
    else:
        for path in paths:
            print(words("wrote", file=path))
        print(start_text(words, game, table.probe(game.start)))
    table.close()
    return 0


@contextmanager
def watched(game: Game, quiet: bool, words: Words) -> Iterator[Callable[[BuildProgress], None]]:
    """Show how far long work on a table is; Ctrl-C ends it."""
    with live_line(str(game), quiet=quiet) as show, screen.interruptible(lambda: None):
        yield lambda progress: show(progress_text(words, progress))


def amounts(words: Words, needs: Any) -> dict[str, str]:
    """Positions, memory and time in words."""
    time = "" if needs.seconds is None else words("and_time", time=duration(needs.seconds))
    return {"positions": f"{needs.positions:,}", "memory": size_text(needs.bytes), "time": time}


def progress_text(words: Words, progress: BuildProgress) -> str:
    """How far a build or a check is."""
    phase = words("first_pass") if progress.level is None else words("level", n=progress.level)
    return (
        f"{progress.name} ({progress.number}/{progress.classes})  {phase}"
        f"  {100 * progress.share:.0f} %  {duration(progress.seconds)}"
    )


def start_text(words: Words, game: Game, probe: Probe) -> str:
    """The value of the start in words."""
    return f"{words('start')}: {value_text(words, game, probe)}"


def value_text(words: Words, game: Game, probe: Probe | MoveProbe) -> str:
    """Won, drawn or lost, and in how many plies; where a metric was chosen also in moves."""
    name = {1: "won_in", 0: "drawn", -1: "lost_in"}[probe.wdl]
    text = words(name, n=probe.distance)
    if not probe.wdl or not game.metrics:
        return text
    return f"{text} ({words('in_moves', metric=game.metric, n=in_moves(probe.distance or 0))})"


def info_and_report(
    game: Game,
    *,
    folder: Path | None,
    reachable: bool,
    threads: int,
    as_json: bool,
    words: Words,
) -> int:
    """Tell what is in a table."""
    check_threads(threads)
    with watched(game, as_json, words) as watch:
        info = table_info(
            game, folder_of(folder), reachable=reachable, threads=threads, watch=watch
        )
    if as_json:
        screen.print_json(info.to_dict())
    else:
        show_info(words, info)
    return 0


def show_info(words: Words, info: TableInfo) -> None:
    """Counts by class, distances, the longest wins and the starts."""
    console = screen.console()
    console.print(f"{info.game}  {words('rules_hash')} {info.game.rules_hash}")
    console.print(f"{words('counted')}: {info.game.counted}; {size_text(info.bytes)}")
    names = ("class", "positions", "won", "drawn", "lost", "longest_win", "longest_loss")
    table = screen.table(*(words(name) for name in names), right=(1, 2, 3, 4, 5, 6))
    for name, counts in info.classes:
        table.add_row(name, *count_cells(counts))
    if len(info.classes) > 1:
        table.add_row(words("together"), *count_cells(info.total))
    if info.reachable is not None:
        table.add_row(words("reachable"), *count_cells(info.reachable))
    if info.wins_taken is not None:
        table.add_row(words("wins_taken"), *count_cells(info.wins_taken))
    screen.put(console, table)
    if info.wins_taken is not None:
        console.print(words("about_wins_taken", over=f"{info.over:,}"))
    show_histogram(words, info)
    console.print(start_text(words, info.game, info.start))
    if len(info.starts) > 1:
        show_starts(words, info)
    for text in info.examples:
        console.print(f"{words('longest')}: {text}")


def count_cells(counts: Counts) -> list[str]:
    """The numbers of a row."""
    numbers = (counts.positions, counts.wins, counts.draws, counts.losses)
    longest = (counts.longest_win, counts.longest_loss)
    return [f"{n:,}" for n in numbers] + ["-" if n is None else str(n) for n in longest]


def show_histogram(words: Words, info: TableInfo) -> None:
    """How many positions are won or lost in how many plies."""
    distances = sorted(info.wins.keys() | info.losses.keys())
    most = max([*info.wins.values(), *info.losses.values()], default=1)
    sign = "#" if screen.needs_ascii() else "█"
    print(words("histogram"))
    for distance in distances:
        won, lost = info.wins[distance], info.losses[distance]
        bar = sign * max(1, round(BAR * max(won, lost) / most))
        print(f"{distance:>5}  {won:>14,}  {lost:>14,}  {bar}")


def show_starts(words: Words, info: TableInfo) -> None:
    """The value of every start, or how many there are of each."""
    if len(info.starts) <= FEW:
        for label, probe in info.starts:
            print(f"  {label}  {value_text(words, info.game, probe)}")
        return
    tally: dict[tuple[int, int], int] = {}
    for _, (wdl, distance) in info.starts:
        tally[-wdl, distance or 0] = tally.get((-wdl, distance or 0), 0) + 1
    print(words("starts", count=f"{len(info.starts):,}"))
    for (wdl, distance), count in sorted(tally.items()):
        print(f"  {count:>7,}  {value_text(words, info.game, Probe(-wdl, distance))}")


def check_and_report(
    game: Game, *, folder: Path | None, threads: int, as_json: bool, words: Words
) -> int:
    """Derive every value again; exit 1 if one is wrong."""
    check_threads(threads)
    with watched(game, as_json, words) as watch:
        checks = check_table(game, folder_of(folder), threads=threads, watch=watch)
    if as_json:
        classes = [
            {"name": found.name, "positions": found.counts.positions, "fault": found.fault}
            for found in checks
        ]
        right = all(found.is_right for found in checks)
        screen.print_json({"game": str(game), "right": right, "classes": classes})
    else:
        for found in checks:
            verdict = words("right") if found.is_right else words("wrong", fault=found.fault)
            print(f"{found.name}: {found.counts.positions:,}  {verdict}")
    return 0 if all(found.is_right for found in checks) else 1


def export_and_report(game: Game, path: Path, *, folder: Path | None, words: Words) -> int:
    """Write a table for other programs."""
    check_format(game, path)
    check_writable(path)
    with live_line(str(game)) as show:
        export_table(game, folder_of(folder), path, lambda share: show(f"{100 * share:.0f} %"))
    print(words("wrote", file=path))
    return 0
