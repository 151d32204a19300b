"""The command `match`: play many games, then report who is stronger."""

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import Cluster, GameText, Jobs, Start, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen, printable
from yomikiri.errors import InputError, reason
from yomikiri.games import load
from yomikiri.lab.games import RANDOM_START, Record
from yomikiri.lab.match import LOSSES, MatchResult, line_of, play_match, plies_of
from yomikiri.play.end import FORFEIT
from yomikiri.play.record import why_of
from yomikiri.tally import Tally

MOST_OPENING = 999  # plies
GAMES_FILE, RESULT_FILE = "games.jsonl", "match.json"


@command
def match(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="PLAYER")],
    second: Annotated[str, typer.Argument(metavar="PLAYER")],
    *,
    games: Annotated[int, typer.Option(parser=whole, metavar="N")] = 100,
    openings: Annotated[
        str,
        typer.Option(
            metavar="random=PLIES",
        ),
    ] = "random=0",
    start: Start = None,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    each: Annotated[bool, typer.Option("--each")] = False,
    screen: Screen,
) -> int:
    """Let two players play many games."""
    chosen = load(game)
    begin = "" if start is None else chosen.show(chosen.read_start(start))
    plies, drawn = read_openings(openings)
    if drawn and start is not None:
        raise InputError("command.two_starts")
    if out is not None:
        make_folder(out)
    with live_line(screen, f"{chosen} {first} : {second}") as show:

        def watch(tally: Tally) -> None:
            share = 100 * (tally.score or 0)
            show(screen.words("lab.games_done", done=tally.games, games=games, share=share))

        def keep(record: Record) -> None:
            if out is not None:  # at once: what was played is not lost if we are killed
                with (out / GAMES_FILE).open("a", encoding="utf-8") as stream:
                    stream.write(line_of(record))

        result = play_match(
            chosen,
            first,
            second,
            games=games,
            seed=seed,
            openings_plies=plies,
            start=RANDOM_START if drawn else begin,
            jobs=jobs,
            cluster=cluster,
            watch=watch,
            keep=keep,
        )
    if screen.as_json:
        screen.document(result.to_dict())
    else:
        show_match(screen, result)
        if each:
            show_each(screen, result)
    if out is not None:
        result.write_records(out / GAMES_FILE)
        (out / RESULT_FILE).write_text(json.dumps(result.to_dict(), indent=1) + "\n", "utf-8")
    return code_of(result.stopped)


def read_openings(text: str) -> tuple[int, bool]:
    """The number of random moves at the beginning of a game, and whether its start is drawn."""
    plies, drawn = 0, False
    for word in text.strip().lower().split(","):
        if found := re.fullmatch(r"random=([0-9]+)", word):
            if len(found[1]) > len(str(MOST_OPENING)):
                raise InputError("command.openings_number", most=MOST_OPENING, got=word)
            plies = int(found[1])
        elif word == RANDOM_START:
            drawn = True
        else:
            raise InputError("command.openings", got=text)
    return plies, drawn


def make_folder(path: Path) -> None:
    """A folder for the games, with none of an earlier match in it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        full = any(path.iterdir())
    except OSError as error:
        raise InputError("command.folder", path=str(path), why=reason(error)) from None
    if full:
        raise InputError("command.folder_full", path=path)


def show_match(screen: Screen, result: MatchResult) -> None:
    """Both players, and how sure one can be which is stronger."""
    words = screen.words
    names = ["column.player", "result.won", "result.drawn", "result.lost"]
    names += ["column.as_first", "column.as_second"]
    if result.has_losses:
        names += [f"column.{name}" for name in LOSSES]
    table = screen.table(*(words(name) for name in names), right=(1, 2, 3, 6, 7))
    for player, name in enumerate(result.players):
        sides = ["-".join(map(str, result.tally(player, side))) for side in (0, 1)]
        lost = map(str, result.lost(player).values())
        table.add_row(name, *map(str, result.tally(player)), *sides, *lost)
    screen.print(f"{result.game}  {words('lab.games_played', games=len(result.records))}")
    screen.put(table)
    tally = result.tally(0)
    if tally.score is not None:
        lower, upper = (100 * bound for bound in tally.interval)
        share = 100 * tally.score
        name = result.players[0]
        screen.print(words("lab.score", player=name, share=share, lower=lower, upper=upper))
    failures = [record for record in result.records if record["end"] == FORFEIT]
    if failures:
        said = words("lab.forfeits", games=len(failures), reason=why_of(failures[0]))
        screen.print(printable(said))
    if result.records:
        screen.print(words("lab.lengths", **result.lengths()))
    if result.stopped:
        screen.print(words(f"result.stopped_{result.stopped}"))


def show_each(screen: Screen, result: MatchResult) -> None:
    """A row for every game; what was given away by who moved first, and by the other."""
    words = screen.words
    lost = LOSSES if result.has_losses else ()
    names = ("game", "as_first", "winner", "end", "plies", *lost)
    table = screen.table(*(words(f"column.{name}") for name in names), right=(0, 4, 5, 6))
    for record in result.records:
        winner = {"first": 0, "second": 1}.get(record["result"])
        name = words("result.drawn") if winner is None else record["players"][winner]
        end = words(f"end.{record['end']}")
        cells = [record["players"][0], name, end, str(plies_of(record))]
        given = ["-".join(map(str, record[name])) for name in lost]
        table.add_row(str(record["number"] + 1), *cells, *given)
    screen.put(table)
