"""A match: many games between two players, in pairs on the same opening with colours exchanged.

Every game is decided by the seed of the match and its number alone, so the same seed gives the same
games however many processes play them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.parts import many
from yomikiri.lab.games import Pairing, Record, play_game, start_of
from yomikiri.lab.statistics import elo, elo_error
from yomikiri.play.end import FORFEIT, RESIGNED
from yomikiri.play.record import why_of
from yomikiri.players import make_player
from yomikiri.running import INTERRUPT
from yomikiri.tally import Tally
from yomikiri.work import Call, Crew, WorkersLost, check_crew, hire

SIGNS = {"first": 1, "draw": 0, "second": -1}
LOSSES = ("half_points_lost", "plies_lost")  # of a record: by the first player, by the second
LOST = "process"  # what stopped a match, if it was not Ctrl-C
AHEAD = 4  # games that wait in line for each process
Watch = Callable[[Tally], None]  # gets the first-named player's results so far
Keep = Callable[[Record], None]  # given each game as it ends


class MatchResult(NamedTuple):
    """The games of a match in their order; it prints itself and turns into JSON."""

    game: str
    players: tuple[str, str]  # as they were named
    seed: int
    openings_plies: int
    records: tuple[Record, ...]
    start: str = ""  # a position, or RANDOM_START; "": the game's own
    stopped: str = ""  # INTERRUPT or LOST: not all games were played

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
        if self.records and self.has_losses:
            answer |= {"metric": self.records[0]["metric"], "each": self.each()}
        return answer | ({"stopped": self.stopped} if self.stopped else {})

    def write_records(self, path: Path) -> None:
        """One game per line, as JSON; `games.replay` plays them again."""
        part = path.with_name(path.name + ".part")
        with part.open("w", encoding="utf-8") as stream:
            stream.writelines(map(line_of, self.records))
        part.replace(path)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        tally = self.tally(0)
        lower, upper = tally.interval
        games = many(tally.games, "game")
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


def line_of(record: Record) -> str:
    """A game in a file."""
    return json.dumps(record, ensure_ascii=False) + "\n"


def player_of(record: Record, side: int) -> int:
    """Which of the two named players moved first (side 0) or second in a game."""
    return int((record["number"] + side) % 2)


def plies_of(record: Record) -> int:
    """How many plies a game had."""
    return len(record["opening"]) + len(record["moves"])


def play_match(
    game: Game | str,
    first: str,
    second: str,
    *,
    games: int = 100,
    seed: int = 0,
    openings_plies: int = 0,
    start: str = "",
    jobs: int = 1,
    cluster: str = "",
    watch: Watch | None = None,
    keep: Keep | None = None,
) -> MatchResult:
    """Games between two players in `jobs` processes or on a cluster; Ctrl-C keeps what was played.

    The first-named player moves first in the games with even numbers.  `start` is a position, or
    `random-start`: each pair of games begins from one of the game's starts, drawn at random.
    """
    game = load(game) if isinstance(game, str) else game
    for name, value, least in (("games", games, 1), ("openings", openings_plies, 0)):
        if value < least:
            raise InputError("number.least", name=name, least=least, got=value)
    check_crew(jobs, cluster)
    players = (make_player(first, game).name, make_player(second, game).name)

    def pairing(n: int) -> Pairing:
        both = players if n % 2 == 0 else players[::-1]
        return Pairing(game.spec, both, n, seed, openings_plies, start)

    start_of(game, pairing(0))  # raises InputError if there is no such start
    records: list[Record] = []
    tally, stopped = Tally(), ""
    try:
        with hire(min(jobs, games), cluster) as crew:
            for record in play_all(crew, game, players, map(pairing, range(games))):
                records.append(record)
                tally = tally.add(points(record, 0))
                if keep is not None:
                    keep(record)
                if watch is not None:
                    watch(tally)
    except KeyboardInterrupt:
        stopped = INTERRUPT
    except WorkersLost:  # somebody ends them, or the system for want of memory
        stopped = LOST
    records.sort(key=lambda record: record["number"])
    return MatchResult(game.spec, players, seed, openings_plies, tuple(records), start, stopped)


def play_all(
    crew: Crew, game: Game, players: Sequence[str], pairings: Iterable[Pairing]
) -> Iterator[Record]:
    """The records of all games, as they end."""
    if crew.size > 1:
        # Compile before the others start, or each would: the rules, then what the players need.
        play_game(Pairing(game.spec, ("random", "random"), 0, 0, 0))
        for text in players:
            make_player(text, game).choose(game.start)
    calls = (Call(pairing.number, play_game, (pairing,)) for pairing in pairings)
    for result in crew.each(calls, AHEAD):
        if result.value is not None:  # None: it was stopped
            yield result.value
