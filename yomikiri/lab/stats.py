"""Numbers about a game: how wide and how long it is, who is ahead, how many positions it has."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.games import states_of
from yomikiri.lab.match import play_match
from yomikiri.lab.richness import Richness, Sampled, estimate, sample_positions
from yomikiri.lab.series import check_ended
from yomikiri.lab.statistics import elo
from yomikiri.lab.stats_picture import draw_stats
from yomikiri.rules import ONGOING
from yomikiri.running import Limits, Stopped
from yomikiri.search.frontier import TooMany
from yomikiri.search.reach import takes_back
from yomikiri.search.survey import Census, count_positions, sample_games
from yomikiri.solve.options import read_game
from yomikiri.tally import Tally

MOST_PLIES = 10_000  # of a random game, which is then given up
LOOKED = 400  # plies that are looked at
MOST_LOOKED = 40_000_000  # of all games together: it bounds the memory
MOST_POSITIONS = 8_000_000  # that are held at a time while they are counted, in a gigabyte
COUNTING = 60.0  # seconds that may take
OPENING = 2  # random plies before games between players, who would repeat themselves
SIGNS = {"first": 1, "draw": 0, "second": -1}


class Ply(NamedTuple):
    """What games are like after some plies."""

    ply: int
    share: float  # of the games that come so far without being over
    moves: float  # legal ones, on average
    least: int
    most: int


class Games(NamedTuple):
    """What games between the same two players are like."""

    players: str
    tally: Tally  # as the first player sees it
    given_up: int
    lengths: list[int]  # how many games have 0, 1, ... plies
    plies: list[Ply]
    branching: float  # the mean of the legal moves over all positions of all games
    complexity: float  # of the tree: the logarithm of the product of the legal moves of a game

    @property
    def mean(self) -> float:
        """Plies of a game, on average."""
        games = sum(self.lengths)
        return sum(n * count for n, count in enumerate(self.lengths)) / games if games else 0.0

    @property
    def spread(self) -> float:
        """Their standard deviation."""
        games, mean = sum(self.lengths), self.mean
        square = sum((n - mean) ** 2 * count for n, count in enumerate(self.lengths))
        return math.sqrt(square / games) if games else 0.0

    def to_dict(self) -> dict[str, Any]:
        """In the JSON of `stats`."""
        score = self.tally.score
        difference = None if score is None else elo(score)
        return {
            "players": self.players,
            "games": self.tally.games + self.given_up,
            "given_up": self.given_up,
            "first_wins": self.tally.wins,
            "draws": self.tally.draws,
            "second_wins": self.tally.losses,
            "first_score": score,
            "interval": list(self.tally.interval),
            "first_elo": None if difference is None else round(difference, 1),
            "drawn": self.tally.draws / self.tally.games if self.tally.games else None,
            "length": {"mean": self.mean, "deviation": self.spread, "counts": self.lengths},
            "branching": self.branching,
            "tree_log10": self.complexity,
            "plies": [ply._asdict() for ply in self.plies],
        }


class Stats(NamedTuple):
    """Numbers about a game; it prints itself, draws itself and turns into JSON and a DataFrame."""

    game: Game
    random: Games
    census: Census | None  # None: there are too many positions to count
    at_least: Richness | None  # positions, by the random games; None: counted or sampled
    sampled: Sampled | None  # positions, by walks on and back; None: counted, or no way back
    at_most: int | None  # by how many ways there are to write one; None: not known
    others: tuple[Games, ...] = ()  # between the players that were asked for

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `stats`."""
        census, low, sampled = self.census, self.at_least, self.sampled
        exact = None if census is None else census.positions
        least = sampled.lower if sampled is not None else None if low is None else low.number
        bounds = None if low is None else [low.lower, low.upper]
        if sampled is not None and sampled.upper is not None:
            bounds = [sampled.lower, sampled.upper]
        likely = exact if sampled is None else sampled.number
        return {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "positions": {
                "exact": exact,
                "estimate": None if sampled is None else sampled.number,
                "at_least": least,
                "interval": bounds,
                "at_most": self.at_most,
                "log10": None if likely is None else math.log10(likely),
                "ends": None if census is None else census.ends,
                "layers": None if census is None else census.layers,
            },
            "random": self.random.to_dict(),
            "players": [games.to_dict() for games in self.others],
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for each ply of random play; with all positions that it first reaches, if known."""
        layers = self.census.layers if self.census is not None else []
        return [
            {**ply._asdict(), **({"positions": layers[ply.ply]} if ply.ply < len(layers) else {})}
            for ply in self.random.plies
        ]

    def to_frame(self) -> Any:
        """A pandas DataFrame of the rows."""
        return data_frame(self.rows())

    def _repr_html_(self) -> str:
        return f"<div>{self._repr_svg_()}</div>" + html_table(self.rows(), str(self.game))

    def _repr_svg_(self) -> str:
        return self.plot()

    def plot(self, language: str = "en") -> str:
        """Plots as SVG."""
        return draw_stats(self, language)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        lines = [str(self.game), f"positions: {self.positions_text()}"]
        for games in (self.random, *self.others):
            score = 100 * games.tally.rate
            lines.append(
                f"{games.players}: {games.mean:.1f} ± {games.spread:.1f} plies, "
                f"{games.branching:.1f} moves, tree 10^{games.complexity:.1f}, "
                f"first player {score:.1f} %, {games.tally.draws} of {games.tally.games} drawn"
            )
        return "\n".join(lines)

    def positions_text(self) -> str:
        """How many positions there are, in figures."""
        if self.census is not None:
            return f"{self.census.positions:,}"
        if self.sampled is not None and self.sampled.upper is not None:
            found = self.sampled
            ends = f"{found.lower:.3g} to {found.upper:.3g}"
            return ends if found.number is None else f"{found.number:.3g} ({ends})"
        low = 0.0 if self.at_least is None else self.at_least.lower
        if self.sampled is not None:
            low = self.sampled.lower
        least = f"10^{math.log10(max(1.0, low)):.1f} or more"
        return least + (f", at most 10^{math.log10(self.at_most):.1f}" if self.at_most else "")


def stats(
    game: Game | str,
    *,
    games: int = 10_000,
    players: Sequence[str] = (),
    player_games: int = 100,
    seed: int = 0,
    most_positions: int = MOST_POSITIONS,
    jobs: int = 1,
    cluster: str = "",
) -> Stats:
    """Numbers about a game: branching factor, length, results and positions.

    They come from `games` random games and, for each of `players`, from games of that player
    against itself.  Positions are counted, each board with each side to move once, where at most
    `most_positions` must be held at a time; otherwise they are sampled (`sample_positions`).

    >>> stats("tictactoe", games=500).census.positions
    5478
    """
    game = read_game(game)
    for name, value, least in (
        ("games", games, 2),
        ("player_games", player_games, 2),
        ("most_positions", most_positions, 0),
    ):
        if value < least:
            raise InputError("number.least", name=name, least=least, got=value)
    census = take_census(game, most_positions)
    looked = max(1, min(LOOKED, MOST_LOOKED // games))
    sample = sample_games(game.rules, game.start, games, seed, longest=MOST_PLIES, looked=looked)
    inside = sample.widths > 0
    low = sampled = None
    if census is None and takes_back(game.rules):
        sampled = sample_positions(game, seed=seed)
    elif census is None:
        low = estimate(sample.places[inside], sample.left[inside])
    others = [games_between(game, player, player_games, seed, jobs, cluster) for player in players]
    ended = sample.results[sample.results != ONGOING]
    tally = Tally(int(np.sum(ended > 0)), int(np.sum(ended == 0)), int(np.sum(ended < 0)))
    return Stats(
        game,
        summary("random", tally, sample.plies, sample.widths),
        census,
        low,
        sampled,
        most_there_are(game),
        tuple(others),
    )


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


def games_between(
    game: Game, player: str, number: int, seed: int, jobs: int, cluster: str
) -> Games:
    """Games of a player against itself, after two random plies."""
    result = play_match(
        game,
        player,
        player,
        games=number,
        seed=seed,
        openings_plies=OPENING,
        jobs=jobs,
        cluster=cluster,
    )
    check_ended(result.stopped)
    tally, widths = Tally(), []
    for record in result.records:
        tally = tally.add(SIGNS[record["result"]])
        widths.append([len(game.legal_moves(state)) for state in states_of(record)][:-1])
    plies = np.array([len(row) for row in widths])
    table = np.zeros((len(widths), max(1, int(plies.max(initial=0)))), np.int64)
    for row, values in zip(table, widths):
        row[: len(values)] = values
    return summary(result.players[0], tally, plies, table)


def summary(players: str, tally: Tally, plies: Any, widths: Any) -> Games:
    """What some games are like; `widths` [game, ply] are the legal moves, 0 after the end."""
    inside = widths > 0
    reached = inside.sum(axis=0)
    rows = [
        Ply(
            ply,
            float(reached[ply] / len(widths)),
            float(widths[:, ply].sum() / reached[ply]),
            int(widths[inside[:, ply], ply].min()),
            int(widths[:, ply].max()),
        )
        for ply in range(int(np.count_nonzero(reached)))
    ]
    logs = np.log10(np.maximum(widths, 1)).sum(axis=1)
    longer = plies > widths.shape[1]  # what was not looked at is as wide as the rest
    logs[longer] *= plies[longer] / widths.shape[1]
    return Games(
        players,
        tally,
        len(plies) - tally.games,
        np.bincount(plies).tolist(),
        rows,
        float(widths.sum() / max(1, inside.sum())),
        float(logs.mean()) if len(logs) else 0.0,
    )
