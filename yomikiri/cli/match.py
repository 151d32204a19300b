"""The command `match`: play many games, then report who is stronger."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import Cluster, GameText, Jobs, Start, typed, whole
from yomikiri.cli.progress import Pace, live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.sprt import show_verdict, verdict_lines
from yomikiri.cli.words import Words
from yomikiri.errors import printable
from yomikiri.games import load
from yomikiri.games.end import FORFEIT
from yomikiri.lab.games_report import finish_match
from yomikiri.lab.match import play_match
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.openings import read_openings, start_of_match
from yomikiri.lab.rows import LOSSES, plies_of
from yomikiri.lab.sprt import Verdict, read_test
from yomikiri.play.record import why_of
from yomikiri.tally import Tally


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
            metavar="random=PLIES|all=PLIES|FILE",
        ),
    ] = "random=0",
    start: Start = None,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    sprt: Annotated[str, typer.Option(metavar="TEST")] = "",
    jobs: Jobs = 1,
    cluster: Cluster = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    each: Annotated[bool, typer.Option("--each")] = False,
    screen: Screen,
) -> int:
    """Let two players play many games."""
    chosen = load(game)
    begin = start_of_match(chosen, start)
    begins = read_openings(openings, chosen, start=begin, seed=seed)
    test = read_test(sprt) if sprt else None
    label = f"{chosen} {first} : {second}"
    with live_line(screen, label) as show:
        pace, test_line = Pace(), [""]

        def tell(verdict: Verdict) -> None:
            test_line[0] = "  ".join(verdict_lines(screen.words, verdict))
            if pace.is_time() and not screen.is_live and not screen.as_json:
                screen.notes.print(f"{verdict.games}/{games}  {test_line[0]}")

        def watch(tally: Tally) -> None:
            share = 100 * (tally.score or 0)
            done = screen.words("lab.games_done", done=tally.games, games=games, share=share)
            left = pace.left(screen.words, tally.games, games)
            show("  ".join(filter(None, (done, test_line[0], left))))

        result = play_match(
            chosen,
            first,
            second,
            games=games,
            seed=seed,
            openings=begins,
            sprt=test,
            jobs=jobs,
            cluster=cluster,
            out=out,
            command=typed(),
            watch=watch,
            tell=tell,
            finish=finish_match,
        )
    screen.report(result, show_match)
    if each and not screen.as_json:
        show_each(screen, result)
    return code_of(result.stopped)


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
    screen.print(f"{result.game}  {games_played(words, len(result.records), result.distinct)}")
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
    if result.verdict is not None:
        show_verdict(screen, result.verdict)
    if result.stopped:
        screen.print(words(f"result.stopped_{result.stopped}"))


def games_played(words: Words, games: int, distinct: int) -> str:
    """How many games, and how many of them differ."""
    if distinct == games:
        return words("lab.games_played", games=games)
    return words("lab.games_repeated", games=games, distinct=distinct)


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
