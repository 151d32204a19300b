"""What the games of a tournament say: results of each against each, by colour, opening and end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, NamedTuple

from yomikiri.games.end import FORFEIT
from yomikiri.lab.frames import data_frame
from yomikiri.lab.games import Record
from yomikiri.lab.match_result import SIGNS
from yomikiri.lab.ratings import Ratings, rate
from yomikiri.lab.rows import LOSSES, plies_of
from yomikiri.tally import Tally

TIMES = ("seconds", "cpu_seconds", "moves")  # of a record's `time`


class Entry(NamedTuple):
    """A player's row."""

    name: str
    tally: Tally
    sides: tuple[Tally, Tally]  # moving first, moving second
    rating: float | None
    error: float | None
    forfeits: int
    lost: dict[str, int]  # half points and plies given away; nothing without a table
    times: dict[str, float]  # seconds, CPU seconds and moves

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "name": self.name,
            "games": self.tally.games,
            **self.tally._asdict(),
            "score": self.tally.score,
            "interval": list(self.tally.interval),
            "rating": None if self.rating is None else round(self.rating, 1),
            "rating_error": None if self.error is None else round(self.error, 1),
            "as_first": self.sides[0]._asdict(),
            "as_second": self.sides[1]._asdict(),
            "forfeits": self.forfeits,
            **self.lost,
            **self.times,
        }


class Begun(NamedTuple):
    """An opening, and how the first player did after it."""

    position: str
    moves: str
    tally: Tally


class Standings:
    """All that is counted of some games between these players."""

    def __init__(self, players: Sequence[str], records: Sequence[Record]) -> None:
        self.players, self.records = tuple(players), records
        self.place = {name: number for number, name in enumerate(players)}
        self.meetings: dict[tuple[int, int], Tally] = {}  # who moved first, who second
        for record in records:
            pair = self.sides_of(record)
            before = self.meetings.get(pair, Tally())
            self.meetings[pair] = before.add(SIGNS[record["result"]])
        self.ratings: Ratings | None = rate(len(players), self.meetings) if records else None

    def sides_of(self, record: Record) -> tuple[int, int]:
        """Which players moved first and second."""
        first, second = record["players"]
        return self.place[first], self.place[second]

    def against(self, player: int, other: int) -> Tally:
        """The results of one player against another."""
        mine = self.meetings.get((player, other), Tally())
        return mine.plus(turned(self.meetings.get((other, player), Tally())))

    def entries(self) -> list[Entry]:
        """The players, the best first."""
        rows = [self.entry(player) for player in range(len(self.players))]
        return sorted(rows, key=lambda row: (-(row.rating or 0), -row.tally.rate, row.name))

    def entry(self, player: int) -> Entry:
        """The row of one."""
        pairs = self.meetings.items()
        first = total(tally for (mine, _), tally in pairs if mine == player)
        second = total(turned(tally) for (_, mine), tally in pairs if mine == player)
        places = [(r, s) for r in self.records for s in (0, 1) if self.sides_of(r)[s] == player]
        forfeits = sum(r["end"] == FORFEIT and (r["result"] == "first") == s for r, s in places)
        return Entry(
            self.players[player],
            first.plus(second),
            (first, second),
            None if self.ratings is None else self.ratings.ratings[player],
            None if self.ratings is None else self.ratings.errors[player],
            forfeits,
            {name: sum(r[name][s] for r, s in places) for name in LOSSES if self.has_losses},
            {
                name: round(sum(r["time"][name][s] for r, s in places if "time" in r), 3)
                for name in TIMES
            },
        )

    @property
    def has_losses(self) -> bool:
        """Whether a table showed what the players gave away."""
        return bool(self.records) and all(LOSSES[0] in record for record in self.records)

    def openings(self) -> list[Begun]:
        """The openings in the order of their first games."""
        found: dict[tuple[str, str], Tally] = {}
        for record in self.records:
            opening = record["position"], " ".join(record["opening"])
            found[opening] = found.get(opening, Tally()).add(SIGNS[record["result"]])
        return [Begun(position, moves, tally) for (position, moves), tally in found.items()]

    def ends(self) -> dict[str, int]:
        """How many games ended for each reason, the most frequent first."""
        return dict(Counter(record["end"] for record in self.records).most_common())

    def lengths(self) -> list[int]:
        """The plies of all games, openings included, the shortest first."""
        return sorted(plies_of(record) for record in self.records)

    def rows(self) -> list[dict[str, Any]]:
        """Each player in a row, the best first."""
        named = (("as_first", 0), ("as_second", 1))
        return [
            {
                "player": entry.name,
                "rating": entry.rating,
                "rating_error": entry.error,
                **entry.tally._asdict(),
                "score": entry.tally.score,
                **{name: "-".join(map(str, entry.sides[side])) for name, side in named},
                **entry.lost,
                **entry.times,
            }
            for entry in self.entries()
        ]

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each player."""
        return data_frame(self.rows())

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        lengths, every = self.lengths(), range(len(self.players))
        both = total(self.meetings.values())
        cross = [[list(self.against(a, b)) if a != b else None for b in every] for a in every]
        return {
            "games": len(self.records),
            "players": [entry.to_dict() for entry in self.entries()],
            "crosstable": {"players": list(self.players), "results": cross},
            "first_wins": both.wins,
            "draws": both.draws,
            "second_wins": both.losses,
            **({} if self.ratings is None else rated(self.ratings)),
            "ends": self.ends(),
            "lengths": {
                "shortest": lengths[0] if lengths else None,
                "median": median(lengths) if lengths else None,
                "longest": lengths[-1] if lengths else None,
            },
            "openings": [
                {"position": one.position, "moves": one.moves, **one.tally._asdict()}
                for one in self.openings()
            ],
        }


def rated(ratings: Ratings) -> dict[str, Any]:
    """What was estimated besides the players' ratings, as JSON."""
    return {
        "first_advantage": round(ratings.advantage, 1),
        "first_advantage_error": round(ratings.advantage_error, 1),
        "first_score": round(ratings.first_score, 4),
        "draw_elo": round(ratings.drawing, 1),
        "draw_elo_error": round(ratings.drawing_error, 1),
        "draw_rate": round(ratings.draw_rate, 4),
        "bounded": ratings.bounded,
    }


def turned(tally: Tally) -> Tally:
    """The same games as the other player sees them."""
    return Tally(tally.losses, tally.draws, tally.wins)


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    found = Tally()
    for tally in tallies:
        found = found.plus(tally)
    return found
