"""A match: many games between two players, in pairs on the same opening with colours exchanged.

Every game is decided by the seed of the match and its number alone, so the same seed gives the same
games however many processes play them.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.games import Pairing, Record, start_of
from yomikiri.lab.match_result import MatchResult, points
from yomikiri.lab.openings import Opening, Openings, openings_of
from yomikiri.lab.series import Finish, Keep, as_they_are, in_folder, play_series
from yomikiri.lab.sprt import OPEN, PENTANOMIAL, Sprt, Verdict, judge
from yomikiri.players import make_player
from yomikiri.tally import Tally
from yomikiri.work import check_crew
from yomikiri.work.runs import Run

KIND, RESULT_FILE = "match", "match.json"
Watch = Callable[[Tally], None]  # gets the first-named player's results so far
Tell = Callable[[Verdict], None]  # gets what the pairs so far say about a test


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

    question = {
        "game": game.spec,
        "rules_hash": game.rules_hash,
        "players": players,
        **as_they_are(game, players),
        "games": games,
        "seed": seed,
        **openings.to_dict(),
        "sprt": None if sprt is None else sprt._asdict(),
    }
    return in_folder(out, KIND, question, command, games, play, RESULT_FILE, finish)


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
