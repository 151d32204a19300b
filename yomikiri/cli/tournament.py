"""The command `tournament`: many players, who plays how well, and how sure one can be."""

from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.match import games_played
from yomikiri.cli.options import Cluster, GameText, Jobs, Start, typed, whole
from yomikiri.cli.progress import games_watch, live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import printable
from yomikiri.games import load
from yomikiri.games.end import FORFEIT
from yomikiri.lab.games_report import finish_tournament
from yomikiri.lab.openings import read_openings, start_of_match
from yomikiri.lab.rows import LOSSES
from yomikiri.lab.series import distinct
from yomikiri.lab.terms import read_terms
from yomikiri.lab.tournament import ROUND, TournamentResult, make_plan, play_tournament
from yomikiri.play.record import why_of


@command
def tournament(
    game: GameText,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER")],
    *,
    games: Annotated[int | None, typer.Option(parser=whole, metavar="N")] = None,
    form: Annotated[str, typer.Option(metavar="round|gauntlet|ladder")] = ROUND,
    openings: Annotated[str, typer.Option(metavar="random=PLIES|all=PLIES|FILE")] = "random=0",
    start: Start = None,
    limit: Annotated[str, typer.Option(metavar="LIMIT")] = "",
    adjudicate: Annotated[str, typer.Option(metavar="tables,agree")] = "",
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    screen: Screen,
) -> int:
    """Let many players play each other, and rate them."""
    chosen = load(game)
    begin = start_of_match(chosen, start)
    begins = read_openings(openings, chosen, start=begin, seed=seed)
    plan = make_plan(
        chosen,
        players,
        form=form.strip().lower(),
        games=games if games is not None else max(20, 2 * len(begins.named)),
        seed=seed,
        openings=begins,
        terms=read_terms(limit, adjudicate),
    )
    if plan.plays_out:
        screen.notes.print(screen.words("lab.plays_out", game=str(chosen)))
    with live_line(screen, str(chosen)) as show:
        result = play_tournament(
            plan,
            jobs=jobs,
            cluster=cluster,
            out=out,
            command=typed(),
            watch=games_watch(screen, show),
            finish=finish_tournament,
        )
    screen.report(result, show_tournament)
    return code_of(result.stopped)


def show_tournament(screen: Screen, result: TournamentResult) -> None:
    """Ratings, the crosstable, and what else was counted."""
    words, standings = screen.words, result.standings
    games = len(result.records)
    screen.print(f"{result.plan.game}  {games_played(words, games, distinct(result.records))}")
    show_ratings(screen, result)
    if len(result.plan.players) > 2:
        show_crosstable(screen, result)
    if (ratings := standings.ratings) is not None:
        screen.print(words("lab.first_move", elo=ratings.advantage, error=ratings.advantage_error))
        screen.print(words("lab.draws", share=100 * ratings.draw_rate))
        if not ratings.bounded:
            screen.print(words("lab.unbounded"))
    ends = [f"{words(f'end.{end}')} {count}" for end, count in standings.ends().items()]
    if ends:
        screen.print(words("lab.ends", ends=ends))
        plies = standings.lengths()
        lengths = {"shortest": plies[0], "median": median(plies), "longest": plies[-1]}
        screen.print(words("lab.lengths", **lengths))
    if failed := [record for record in result.records if record["end"] == FORFEIT]:
        said = words("lab.forfeits", games=len(failed), reason=why_of(failed[0]))
        screen.print(printable(said))
    if result.stopped:
        screen.print(words(f"result.stopped_{result.stopped}"))


def show_ratings(screen: Screen, result: TournamentResult) -> None:
    """A row for each player."""
    words, standings = screen.words, result.standings
    names = ["player", "rating", "score", "as_first", "as_second"]
    names += [*LOSSES] if standings.has_losses else []
    names += ["cpu_a_move"]
    headings = [words(f"column.{name}") for name in names]
    table = screen.table(*headings, right=(1, 2, *range(5, len(names))))
    for entry in standings.entries():
        rating = "" if entry.rating is None else f"{entry.rating:+z.0f} ± {entry.error:.0f}"
        share = "" if entry.tally.score is None else f"{100 * entry.tally.score:.1f} %"
        sides = ["-".join(map(str, tally)) for tally in entry.sides]
        each = entry.times["cpu_seconds"] / max(1, entry.times["moves"])
        lost = map(str, entry.lost.values())
        table.add_row(entry.name, rating, share, *sides, *lost, f"{1000 * each:.1f} ms")
    screen.put(table)


def show_crosstable(screen: Screen, result: TournamentResult) -> None:
    """Each against each: won, drawn and lost."""
    standings = result.standings
    order = [standings.place[entry.name] for entry in standings.entries()]
    names = [f"{number}" for number in range(1, len(order) + 1)]
    table = screen.table(screen.words("column.player"), *names)
    for number, player in enumerate(order, 1):
        cells = [standings.against(player, other) for other in order]
        shown = ["-".join(map(str, tally)) if tally.games else "" for tally in cells]
        table.add_row(f"{number} {result.plan.players[player]}", *shown)
    screen.put(table)
