"""What came of a match: it prints, draws itself, turns into JSON and a frame."""

from statistics import median
from typing import Any, NamedTuple

from yomikiri.games.end import FORFEIT, RESIGNED
from yomikiri.games.parts import many
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.games import Record
from yomikiri.lab.plots import bars
from yomikiri.lab.rows import LOSSES, SIDES, game_rows, plies_of
from yomikiri.lab.series import distinct
from yomikiri.lab.sprt import Sprt, Verdict, count_pairs, judge
from yomikiri.lab.statistics import elo, elo_error
from yomikiri.play.record import why_of
from yomikiri.tally import Tally

SIGNS = {"first": 1, "draw": 0, "second": -1}


class MatchResult(NamedTuple):
    """The games of a match in their order."""

    game: str
    players: tuple[str, str]  # as they were named
    seed: int
    openings_plies: int
    records: tuple[Record, ...]
    start: str = ""  # a position, or RANDOM_START; "": the game's own
    stopped: str = ""  # INTERRUPT or LOST: not all games were played
    named_openings: int = 1  # how many were taken in turn
    sprt: Sprt | None = None  # what was to be decided

    @property
    def verdict(self) -> Verdict | None:
        """What the pairs say about that."""
        if self.sprt is None:
            return None
        return judge(self.sprt, count_pairs([points(record, 0) for record in self.records]))

    @property
    def distinct(self) -> int:
        """How many games were not repetitions of another one."""
        return distinct(self.records)

    def tally(self, player: int, side: int | None = None) -> Tally:
        """The results of one player (0 or 1): as first, as second, or all."""
        tally = Tally()
        for record in self.records:
            played = player_of(record, 0) != player  # 0 if they moved first
            if side in (None, played):
                tally = tally.add(points(record, player))
        return tally

    @property
    def score(self) -> float | None:
        """The first-named player's share of the points."""
        return self.tally(0).score

    def ends(self, kind: str) -> int:
        """How many games ended by rules, repetition, limit, resigned or forfeit."""
        return sum(record["end"] == kind for record in self.records)

    @property
    def has_losses(self) -> bool:
        """Whether a table showed what the players gave away."""
        return all(LOSSES[0] in record for record in self.records)

    def lost(self, player: int) -> dict[str, int]:
        """What a player gave away in all games: half points and plies; nothing without a table."""
        if not self.has_losses:
            return {}
        return {
            name: sum(record[name][player_of(record, 0) != player] for record in self.records)
            for name in LOSSES
        }

    def lengths(self) -> dict[str, float | None]:
        """The plies of the shortest, the middle and the longest game, openings included."""
        plies = sorted(plies_of(record) for record in self.records)
        if not plies:
            return dict.fromkeys(("shortest", "median", "longest"))
        return {"shortest": plies[0], "median": median(plies), "longest": plies[-1]}

    def each(self) -> list[dict[str, Any]]:
        """Every game in short: who moved first, how it ended, what each side gave away."""
        return [
            {
                "number": record["number"],
                "first": player_of(record, 0),
                "result": record["result"],
                "end": record["end"],
                "plies": plies_of(record),
                **{name: record[name] for name in LOSSES},
            }
            for record in self.records
        ]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `match`."""
        results = [record["result"] for record in self.records]
        tally = self.tally(0)
        difference = None if tally.score is None else elo(tally.score)
        error = elo_error(tally)
        answer: dict[str, Any] = {
            "game": self.game,
            "games": len(self.records),
            "distinct_games": self.distinct,
            "first_wins": results.count("first"),
            "second_wins": results.count("second"),
            "draws": results.count("draw"),
            "repetitions": self.ends("repetition"),
            "limits": self.ends("limit"),
            "resigned": self.ends(RESIGNED),
            "forfeits": self.ends(FORFEIT),
            "players": [
                {
                    "name": name,
                    **self.tally(player)._asdict(),
                    "as_first": self.tally(player, 0)._asdict(),
                    "as_second": self.tally(player, 1)._asdict(),
                    **self.lost(player),
                }
                for player, name in enumerate(self.players)
            ],
            "lengths": self.lengths(),
            "score": tally.score,
            "interval": list(tally.interval),
            "elo": None if difference is None else round(difference, 1),
            "elo_error": None if error is None else round(error, 1),
            "openings_plies": self.openings_plies,
            "seed": self.seed,
        }
        answer |= {"start": self.start} if self.start else {}
        answer |= {"openings": self.named_openings} if self.named_openings > 1 else {}
        answer |= {} if self.verdict is None else {"sprt": self.verdict.to_dict()}
        if self.records and self.has_losses:
            answer |= {"metric": self.records[0]["metric"], "each": self.each()}
        return answer | ({"stopped": self.stopped} if self.stopped else {})

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each game."""
        return data_frame(game_rows(self.records))

    def rows(self) -> list[dict[str, Any]]:
        """Each player in a row."""
        return [
            {
                "player": name,
                **self.tally(player)._asdict(),
                "score": self.tally(player).score,
                **{
                    f"as_{name}": "-".join(map(str, self.tally(player, side)))
                    for side, name in enumerate(SIDES)
                },
                **self.lost(player),
            }
            for player, name in enumerate(self.players)
        ]

    def _repr_html_(self) -> str:
        return html_table(self.rows(), str(self).partition("\n")[0])

    def _repr_svg_(self) -> str:
        tally = self.tally(0)
        half = 50 * (tally.interval[1] - tally.interval[0])
        return bars([self.players[0]], [100 * tally.rate], [half], label="score, %")

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        tally = self.tally(0)
        lower, upper = tally.interval
        games = many(tally.games, "game")
        if self.distinct < tally.games:
            games += f", {self.distinct} distinct"
        lines = [f"{self.game}: {self.players[0]} against {self.players[1]}, {games}"]
        for player, name in enumerate(self.players):
            whole, first, second = (self.tally(player, side) for side in (None, 0, 1))
            lines.append(
                f"  {name}: {whole.wins} won, {whole.draws} drawn, {whole.losses} lost"
                f" (moving first {'-'.join(map(str, first))}, second {'-'.join(map(str, second))})"
            )
        if tally.score is not None:
            lines.append(
                f"score {100 * tally.score:.1f} % (95 %: {100 * lower:.0f} to {100 * upper:.0f})"
            )
        lines += [str(why_of(record)) for record in self.records if record["end"] == FORFEIT][:1]
        if self.stopped:
            lines.append(f"stopped ({self.stopped})")
        return "\n".join(lines)


def points(record: Record, player: int) -> int:
    """The result of a game for one of the two named players: 1 won, 0 drawn, -1 lost."""
    result = SIGNS[record["result"]]
    return result if player_of(record, 0) == player else -result


def player_of(record: Record, side: int) -> int:
    """Which of the two named players moved first (side 0) or second in a game."""
    return int((record["number"] + side) % 2)
