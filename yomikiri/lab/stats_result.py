"""What stats found about a game: it prints itself, draws itself, turns into JSON and a frame."""

import math
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.games import Record
from yomikiri.lab.richness import Richness, Sampled
from yomikiri.lab.statistics import elo
from yomikiri.lab.stats_picture import draw_stats
from yomikiri.search.survey import Census
from yomikiri.tally import Tally
from yomikiri.words import say


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
    records: tuple[Record, ...] = ()  # the games of these players
    stopped: str = ""  # INTERRUPT or LOST: not all of those games were played

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
            **({"stopped": self.stopped} if self.stopped else {}),
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
        return draw_stats(self, lambda text: say(text, language))

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
