"""The report of a match or a tournament."""

from collections.abc import Sequence
from typing import Any

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.export import export
from yomikiri.lab.games import Record
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.plots import bars, histogram
from yomikiri.lab.report import Report, Say, add_origin, stopped_notes
from yomikiri.lab.series import distinct
from yomikiri.lab.sprt import Verdict
from yomikiri.lab.standings import Begun, Standings
from yomikiri.lab.tournament import TournamentResult
from yomikiri.tally import Tally
from yomikiri.words import Message, message
from yomikiri.work.runs import Run

MOST_BOARDS = 12
MOST_OPENINGS = 60


def finish_match(run: Run, result: MatchResult) -> None:
    """Write what belongs to a match besides its games and its JSON."""
    notes = stopped_notes(result.stopped)
    finish_run(run, load(result.game), result.players, result.records, result.verdict, notes)


def finish_tournament(run: Run, result: TournamentResult) -> None:
    """The same for a tournament."""
    plan = result.plan
    notes = stopped_notes(result.stopped)
    notes += [message("lab.plays_out", game=str(plan.game))] if plan.plays_out else []
    finish_run(run, plan.game, plan.players, result.records, notes=notes)


def finish_run(
    run: Run,
    game: Game,
    players: Sequence[str],
    records: Sequence[Record],
    verdict: Verdict | None = None,
    notes: Sequence[Message] = (),
) -> None:
    """Write the games of a run for other tools, and its report."""
    if not records:
        return
    names, named = apart(players, records)
    files = export(run, records)
    report = games_report(game, names, named, verdict, notes)
    report.heading(message("report.files"))
    report.paragraph(", ".join(("manifest.json", "games.jsonl", *files)))
    add_origin(report, run.manifest)
    report.write(run.folder)


def apart(players: Sequence[str], records: Sequence[Record]) -> tuple[list[str], list[Record]]:
    """The players with different names, also where one plays itself."""
    if len(set(players)) == len(players):
        return list(players), list(records)
    names = [f"{name} ({number})" for number, name in enumerate(players, 1)]
    return names, [
        record | {"players": names[::-1] if record["number"] % 2 else names} for record in records
    ]


def games_report(
    game: Game,
    players: Sequence[str],
    records: Sequence[Record],
    verdict: Verdict | None = None,
    notes: Sequence[Message] = (),
) -> Report:
    """What the games say, in tables and plots."""
    standings = Standings(players, records)
    report = Report(message("report.games", game=str(game), players=len(players)))
    report.paragraph(message("lab.games_repeated", games=len(records), distinct=distinct(records)))
    for note in notes:
        report.paragraph(note)
    if verdict is not None:
        add_verdict(report, verdict)
    add_ratings(report, standings)
    add_crosstable(report, standings)
    add_games(report, standings)
    add_openings(report, game, standings.openings())
    return report


def add_verdict(report: Report, verdict: Verdict) -> None:
    """What a test says."""
    test = verdict.test
    bounds = {"llr": verdict.llr, "lower": test.lower, "upper": test.upper}
    report.paragraph(message("lab.sprt_ratio", **bounds))
    hypotheses = {"elo0": test.elo0, "elo1": test.elo1}
    report.paragraph(message(f"lab.sprt_{verdict.state}", **hypotheses))


def add_ratings(report: Report, standings: Standings) -> None:
    """The players, the best first."""
    report.heading(message("report.ratings"))
    entries = standings.entries()
    columns = ["player", "rating", "interval", "score", "as_first", "as_second"]
    columns += ["half_points_lost", "plies_lost"] if standings.has_losses else []
    columns += ["forfeits", "seconds_a_move", "cpu_a_move"]
    rows = []
    for entry in entries:
        moves = max(1.0, entry.times["moves"])
        rows.append(
            [
                entry.name,
                round(entry.rating or 0),
                f"± {entry.error or 0:.0f}",
                percent(entry.tally),
                *map(in_short, entry.sides),
                *entry.lost.values(),
                entry.forfeits,
                *(milliseconds(entry.times[name] / moves) for name in ("seconds", "cpu_seconds")),
            ]
        )
    report.table([message(f"column.{name}") for name in columns], rows)
    ratings = standings.ratings
    if ratings is None:
        return
    names = [entry.name for entry in entries]
    values, errors = [e.rating or 0.0 for e in entries], [e.error or 0.0 for e in entries]

    def draw(say: Say) -> str:
        return bars(names, values, errors, label=say(message("column.rating")))

    report.plot(draw, message("report.ratings_plot"))
    advantage = {"elo": ratings.advantage, "error": ratings.advantage_error}
    report.paragraph(message("lab.first_move", **advantage))
    report.paragraph(message("lab.draws", share=100 * ratings.draw_rate))
    if not ratings.bounded:
        report.paragraph(message("lab.unbounded"))
    report.paragraph(message("report.model"))


def add_crosstable(report: Report, standings: Standings) -> None:
    """Each against each."""
    report.heading(message("report.crosstable"))
    order = [standings.place[entry.name] for entry in standings.entries()]
    names = [standings.players[player] for player in order]
    rows = [
        [standings.players[player], *(in_short(standings.against(player, b)) for b in order)]
        for player in order
    ]
    report.table([message("column.player"), *names], rows)
    report.paragraph(message("report.in_short"))


def add_games(report: Report, standings: Standings) -> None:
    """Lengths and ends."""
    report.heading(message("report.length_and_end"))
    ends = [(message(f"end.{end}"), count) for end, count in standings.ends().items()]
    report.table((message("column.end"), message("column.games")), ends)
    lengths = standings.lengths()

    def draw(say: Say) -> str:
        return histogram(
            lengths, label=say(message("column.plies")), amount=say(message("column.games"))
        )

    report.plot(draw, message("report.lengths_plot"))


def add_openings(report: Report, game: Game, openings: Sequence[Begun]) -> None:
    """How the first player did after each opening, and the first of them as boards."""
    report.heading(message("report.openings"))
    columns = ("position", "opening", "games", "first_score", "results")
    rows: list[list[Any]] = [
        [o.position, o.moves, o.tally.games, percent(o.tally), in_short(o.tally)]
        for o in openings[:MOST_OPENINGS]
    ]
    report.table([message(f"column.{name}") for name in columns], rows)
    if len(openings) > MOST_OPENINGS:
        report.paragraph(message("report.more_openings", n=len(openings) - MOST_OPENINGS))
    boards = []
    for opening in openings[:MOST_BOARDS]:
        start = game.parse(opening.position)
        state = game.replay(start, game.read_moves(start, opening.moves))
        boards.append((game.svg(state), f"{opening.moves} {percent(opening.tally)}"))
    report.boards(boards)


def in_short(tally: Tally) -> str:
    """Won, drawn and lost."""
    return "-".join(map(str, tally)) if tally.games else ""


def percent(tally: Tally) -> str:
    """A score."""
    return "" if tally.score is None else f"{100 * tally.score:.1f} %"


def milliseconds(seconds: float) -> str:
    """A short time."""
    return f"{1000 * seconds:.1f} ms"
