"""Numbers about a game: how wide and how long it is, who is ahead, how many positions it has.

In a folder what was counted and the games of players are kept as they come: a run that was killed
goes on with the games that are left, and with the same count, which the clock may have cut short.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.games import Pairing, Record, states_of
from yomikiri.lab.richness import Richness, Sampled, estimate, sample_positions
from yomikiri.lab.series import (
    Finish,
    Keep,
    Series,
    Watch,
    as_they_are,
    counting,
    in_folder,
    play_series,
)
from yomikiri.lab.stats_result import Games, Stats, summary
from yomikiri.players import make_player
from yomikiri.rules import ONGOING
from yomikiri.running import Limits, Stopped
from yomikiri.search.frontier import TooMany
from yomikiri.search.reach import takes_back
from yomikiri.search.survey import Census, Sample, count_positions, sample_games
from yomikiri.tally import Tally
from yomikiri.work import check_crew
from yomikiri.work.runs import Document, Run

KIND, RESULT_FILE = "stats", "stats.json"
COUNTED_FILE = "results.jsonl"  # of a run: the line of what was counted
MOST_PLIES = 10_000  # of a random game, which is then given up
LOOKED = 400  # plies that are looked at
MOST_LOOKED = 40_000_000  # of all games together: it bounds the memory
MOST_POSITIONS = 8_000_000  # that are held at a time while they are counted, in a gigabyte
COUNTING = 60.0  # seconds that may take
OPENING = 2  # random plies before games between players, who would repeat themselves
SIGNS = {"first": 1, "draw": 0, "second": -1}


class Counted(NamedTuple):
    """How many positions there are, counted or estimated: one of the three."""

    census: Census | None = None
    at_least: Richness | None = None
    sampled: Sampled | None = None


def measure_stats(
    game: Game,
    *,
    games: int = 10_000,
    players: Sequence[str] = (),
    player_games: int = 100,
    seed: int = 0,
    most_positions: int = MOST_POSITIONS,
    jobs: int = 1,
    cluster: str = "",
    out: Path | None = None,
    command: Sequence[str] = (),
    watch: Watch | None = None,
    keep: Keep | None = None,
    finish: Finish | None = None,
) -> Stats:
    """The numbers; after Ctrl-C those of the games that were played.

    `out` is the folder of a run, which goes on if it was stopped; `finish` adds files to it.
    """
    for name, value, least in (
        ("games", games, 2),
        ("player_games", player_games, 2),
        ("most_positions", most_positions, 0),
    ):
        if value < least:
            raise InputError("number.least", name=name, least=least, got=value)
    check_crew(jobs, cluster)
    names = tuple(make_player(text, game).name for text in players)
    total = player_games * len(names)

    def pairing(number: int) -> Pairing:
        player, within = divmod(number, player_games)
        both = (names[player], names[player])  # so every game has an opening of its own
        return Pairing(game.spec, both, number, seed, OPENING, pair=within)

    def play(run: Run | None) -> Stats:
        looked = max(1, min(LOOKED, MOST_LOOKED // games))
        sample = sample_games(
            game.rules, game.start, games, seed, longest=MOST_PLIES, looked=looked
        )
        counted = None if run is None else kept_count(run)
        if counted is None:
            counted = count(game, most_positions, seed, sample)
            if run is not None:
                run.add(COUNTED_FILE, counted._asdict())
        series = Series(())
        if names:
            series = play_series(
                game,
                names,
                total,
                pairing,
                jobs=jobs,
                cluster=cluster,
                run=run,
                keep=counting(watch, total, keep),
            )
        others = [
            games_of(game, name, [r for r in series.records if r["number"] // player_games == n])
            for n, name in enumerate(names)
        ]
        return Stats(
            game,
            random_games(sample),
            *counted,
            most_there_are(game),
            tuple(each for each in others if each.tally.games),
            series.records,
            series.stopped,
        )

    question = {
        "game": game.spec,
        "rules_hash": game.rules_hash,
        "games": games,
        "players": names,
        **as_they_are(game, names),
        "player_games": player_games,
        "most_positions": most_positions,
        "seed": seed,
    }
    return in_folder(out, KIND, question, command, 1 + total, play, RESULT_FILE, finish)


def repeat_stats(question: Document, **where: Any) -> Stats:
    """The numbers that a manifest asked for, once more."""
    names = ("games", "players", "player_games", "most_positions", "seed")
    return measure_stats(
        load(question["game"]), **{name: question[name] for name in names}, **where
    )


def kept_count(run: Run) -> Counted | None:
    """What a run has counted; raises InputError if that cannot be."""
    for line in run.lines(COUNTED_FILE):
        try:
            found = Counted(**{name: counts(name, values) for name, values in line.items()})
            if found == Counted():
                raise ValueError
            return found
        except (TypeError, KeyError, ValueError):
            raise InputError("work.line", file=str(run.folder / COUNTED_FILE), line=1) from None
    return None


def counts(name: str, found: Any) -> Any:
    """One of the three, as a line has it; raises TypeError, KeyError or ValueError."""
    if found is None:
        return None
    numbers = [n for value in found for n in (value if isinstance(value, list) else [value])]
    if not all(n is None or isinstance(n, (int, float)) for n in numbers):
        raise ValueError
    return {"census": Census, "at_least": Richness, "sampled": Sampled}[name](*found)


def count(game: Game, most: int, seed: int, sample: Sample) -> Counted:
    """How many positions there are: one by one, or else by samples."""
    if (census := take_census(game, most)) is not None:
        return Counted(census)
    if takes_back(game.rules):
        return Counted(sampled=sample_positions(game, seed=seed))
    inside = sample.widths > 0
    return Counted(at_least=estimate(sample.places[inside], sample.left[inside]))


def take_census(game: Game, most: int) -> Census | None:
    """All positions that can be reached; None if there are too many, or dice are thrown."""
    if game.has_chance or not most:
        return None
    try:
        return count_positions(game.rules, game.start, most, limits=Limits(seconds=COUNTING))
    except (TooMany, Stopped):
        return None


def most_there_are(game: Game) -> int | None:
    """A bound of how many positions there are: as many as can be written or numbered."""
    if game.arrangements is not None:
        return game.arrangements
    return sum(cls.size for cls in game.table_classes()) or None


def random_games(sample: Sample) -> Games:
    """What random games are like."""
    ended = sample.results[sample.results != ONGOING]
    tally = Tally(int(np.sum(ended > 0)), int(np.sum(ended == 0)), int(np.sum(ended < 0)))
    return summary("random", tally, sample.plies, sample.widths)


def games_of(game: Game, player: str, records: Sequence[Record]) -> Games:
    """What the games of a player against itself are like."""
    tally, widths = Tally(), []
    for record in records:
        tally = tally.add(SIGNS[record["result"]])
        widths.append([len(game.legal_moves(state)) for state in states_of(record)][:-1])
    plies = np.array([len(row) for row in widths], np.int64)
    table = np.zeros((len(widths), max(1, int(plies.max(initial=0)))), np.int64)
    for row, values in zip(table, widths):
        row[: len(values)] = values
    return summary(player, tally, plies, table)
