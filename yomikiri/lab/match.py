"""A match: many games between two players, in pairs on the same opening with colours exchanged.

Every game is decided by the seed of the match and its number alone, so the same seed gives the same
games however many processes play them.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.end import FORFEIT, RESIGNED
from yomikiri.games.game import Game
from yomikiri.games.parts import many
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.games import Pairing, Record, start_of
from yomikiri.lab.openings import Opening, Openings, openings_of
from yomikiri.lab.plots import bars
from yomikiri.lab.rows import LOSSES, SIDES, game_rows, plies_of
from yomikiri.lab.series import Finish, Keep, distinct, play_series, write_result
from yomikiri.lab.sprt import OPEN, PENTANOMIAL, Sprt, Verdict, count_pairs, judge
from yomikiri.lab.statistics import elo, elo_error
from yomikiri.play.record import why_of
from yomikiri.players import make_player
from yomikiri.tally import Tally
from yomikiri.work import check_crew
from yomikiri.work.runs import Run, open_run

SIGNS = {"first": 1, "draw": 0, "second": -1}
KIND, RESULT_FILE = "match", "match.json"
Watch = Callable[[Tally], None]  # gets the first-named player's results so far
Tell = Callable[[Verdict], None]  # gets what the pairs so far say about a test


class MatchResult(NamedTuple):
    """The games of a match in their order; it prints, draws itself, turns into JSON and a frame."""

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


class Decision:
    """Whether a test is decided, asked with each game in its order."""

    def __init__(self, sprt: Sprt, tell: Tell | None) -> None:
        self.sprt, self.tell = sprt, tell
        self.counts = [0] * PENTANOMIAL
        self.first: int | None = None  # the points of the first game of a pair

    def __call__(self, record: Record) -> bool:
        scored = points(record, 0)
        if self.first is None:
            self.first = scored
            return False
        self.counts[self.first + scored + 2] += 1
        self.first = None
        verdict = judge(self.sprt, self.counts)
        if self.tell is not None:
            self.tell(verdict)
        return verdict.state != OPEN


def play_match(
    game: Game | str,
    first: str,
    second: str,
    *,
    games: int = 100,
    seed: int = 0,
    openings_plies: int = 0,
    start: str = "",
    openings: Openings | None = None,
    sprt: Sprt | None = None,
    jobs: int = 1,
    cluster: str = "",
    out: Path | None = None,
    command: Sequence[str] = (),
    watch: Watch | None = None,
    tell: Tell | None = None,
    keep: Keep | None = None,
    finish: Finish | None = None,
) -> MatchResult:
    """Games between two players in `jobs` processes or on a cluster; Ctrl-C keeps what was played.

    The first-named player moves first in the games with even numbers.  `start` is a position, or
    `random-start`: each pair of games begins from one of the game's starts, drawn at random.
    `openings` are more than one such beginning.  `sprt` ends the match after the pair of games
    that decides it.  `out` is the folder of a run, which goes on if it was stopped; `finish` adds
    files to it.
    """
    game = load(game) if isinstance(game, str) else game
    openings = openings or Openings(openings_plies, (Opening(start),))
    for name, value, least in (("games", games, 1), ("openings", openings.plies, 0)):
        if value < least:
            raise InputError("number.least", name=name, least=least, got=value)
    check_crew(jobs, cluster)
    players = (make_player(first, game).name, make_player(second, game).name)

    def pairing(n: int) -> Pairing:
        both = players if n % 2 == 0 else players[::-1]
        opening = openings.of_pair(n // 2)
        return Pairing(game.spec, both, n, seed, openings.plies, opening.start, opening.moves)

    start_of(game, pairing(0))  # raises InputError if there is no such start
    tally = Tally()

    def note(record: Record) -> None:
        nonlocal tally
        tally = tally.add(points(record, 0))
        if keep is not None:
            keep(record)
        if watch is not None:
            watch(tally)

    def play(run: Run | None) -> MatchResult:
        series = play_series(
            game,
            players,
            games,
            pairing,
            jobs=jobs,
            cluster=cluster,
            run=run,
            keep=note,
            enough=None if sprt is None else Decision(sprt, tell),
        )
        return MatchResult(
            game.spec,
            players,
            seed,
            openings.plies,
            series.records,
            openings.named[0].start if len(openings.named) == 1 else "",
            series.stopped,
            len(openings.named),
            sprt,
        )

    if out is None:
        return play(None)
    question = {
        "game": game.spec,
        "rules_hash": game.rules_hash,
        "players": players,
        "games": games,
        "seed": seed,
        **openings.to_dict(),
        "sprt": None if sprt is None else sprt._asdict(),
    }
    with open_run(out, KIND, question, list(command), games) as run:
        result = play(run)
        write_result(run, RESULT_FILE, result, finish)
    return result


def repeat_match(question: dict[str, Any], **where: Any) -> MatchResult:
    """The match that a manifest asked for, once more."""
    return play_match(
        question["game"],
        *question["players"],
        games=question["games"],
        seed=question["seed"],
        openings=openings_of(question),
        sprt=Sprt(**question["sprt"]) if question["sprt"] else None,
        **where,
    )
