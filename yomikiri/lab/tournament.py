"""A tournament: many players, in pairs of games on the same opening with colours exchanged."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.parts import many
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.games import Pairing, Record, opening_of, start_of
from yomikiri.lab.losses import solved_table
from yomikiri.lab.openings import Openings, openings_of
from yomikiri.lab.plots import bars
from yomikiri.lab.rows import game_rows
from yomikiri.lab.series import (
    Finish,
    Keep,
    Watch,
    as_they_are,
    counting,
    distinct,
    in_folder,
    play_series,
)
from yomikiri.lab.standings import Standings
from yomikiri.lab.terms import Terms, terms_of
from yomikiri.players import make_player
from yomikiri.players.options import read_wish
from yomikiri.work import check_crew
from yomikiri.work.runs import Run

KIND, RESULT_FILE = "tournament", "tournament.json"
ROUND, GAUNTLET, LADDER = FORMS = ("round", "gauntlet", "ladder")
MOST_PLAYERS = 100


class Plan(NamedTuple):
    """All that decides the games of a tournament."""

    game: Game
    players: tuple[str, ...]
    form: str  # round: each meets each; gauntlet: the first meets all; ladder: each meets the next
    games: int  # of each two players who meet
    seed: int
    openings: Openings
    terms: Terms

    def meetings(self) -> list[tuple[int, int]]:
        """Which players meet, by number."""
        every = range(len(self.players))
        if self.form == LADDER:
            return list(pairwise(every))
        pairs = list(combinations(every, 2))
        return [pair for pair in pairs if self.form == ROUND or pair[0] == 0]

    @property
    def total(self) -> int:
        """All games."""
        return self.games * len(self.meetings())

    def pairing(self, number: int) -> Pairing:
        """The game of a number: all who meet play an opening before the next one is taken."""
        meetings = self.meetings()
        pair, place = divmod(number // 2, len(meetings))
        first, second = meetings[place] if number % 2 == 0 else meetings[place][::-1]
        start, moves = self.openings.of_pair(pair)
        return Pairing(
            self.game.spec,
            (self.players[first], self.players[second]),
            number,
            self.seed,
            self.openings.plies,
            start,
            moves,
            pair,
            self.terms,
        )

    @property
    def plays_out(self) -> bool:
        """Whether a table that is to end games knows their opening: then it ends none."""
        game, first = self.game, self.pairing(0)
        start = start_of(game, first)
        opening = game.replay(start, opening_of(game, first, start))
        return self.terms.tables and solved_table(game, opening) is not None

    def to_dict(self) -> dict[str, Any]:
        """The question of its run."""
        return {
            "game": self.game.spec,
            "rules_hash": self.game.rules_hash,
            "players": list(self.players),
            **as_they_are(self.game, self.players),
            "form": self.form,
            "games": self.games,
            "seed": self.seed,
            **self.openings.to_dict(),
            "terms": self.terms._asdict(),
        }


class TournamentResult(NamedTuple):
    """The games of a tournament in order; it prints, draws itself, turns into JSON and a frame."""

    plan: Plan
    records: tuple[Record, ...]
    stopped: str = ""

    @property
    def standings(self) -> Standings:
        """What they say."""
        return Standings(self.plan.players, self.records)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `tournament`."""
        plan = self.plan
        return {
            "game": plan.game.spec,
            "rules_hash": plan.game.rules_hash,
            "form": plan.form,
            "games_each": plan.games,
            "distinct_games": distinct(self.records),
            **self.standings.to_dict(),
            "limit": plan.terms.limit,
            "openings_plies": plan.openings.plies,
            "seed": plan.seed,
            **({"stopped": self.stopped} if self.stopped else {}),
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each game; that of players is `standings.to_frame`."""
        return data_frame(game_rows(self.records))

    def _repr_html_(self) -> str:
        title = f"{self.plan.game}: {many(len(self.records), 'game')}"
        return html_table(self.standings.rows(), title)

    def _repr_svg_(self) -> str:
        entries = self.standings.entries()
        ratings = [entry.rating or 0.0 for entry in entries]
        errors = [entry.error or 0.0 for entry in entries]
        return bars([entry.name for entry in entries], ratings, errors, label="Elo")

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        lines = [f"{self.plan.game}: {many(len(self.records), 'game')}"]
        for entry in self.standings.entries():
            rating = "" if entry.rating is None else f"{entry.rating:+z7.1f} ± {entry.error:.1f}"
            results = "-".join(map(str, entry.tally))
            lines.append(f"{rating:18} {entry.name:30} {results}")
        return "\n".join(lines)


def make_plan(
    game: Game | str,
    players: Sequence[str],
    *,
    form: str = ROUND,
    games: int = 20,
    seed: int = 0,
    openings: Openings | None = None,
    terms: Terms | None = None,
) -> Plan:
    """A plan that can be played; raises InputError."""
    game = load(game) if isinstance(game, str) else game
    terms = terms or Terms()
    if form not in FORMS:
        raise InputError("lab.form", got=form)
    if games < 2 or games % 2:
        raise InputError("lab.odd_games", got=games)
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise InputError("lab.players", most=MOST_PLAYERS, got=len(players))
    made = [make_player(terms.player(text), game) for text in players]
    names = [written(text) for text in players]
    if len(set(names)) < len(players):
        raise InputError("lab.same_player", names=list(players))
    for player in made:
        player.prepare()  # a program that cannot be started is found before anything is played
    openings = openings or Openings()
    plan = Plan(game, tuple(names), form, games, seed, openings, terms)
    opening_of(game, plan.pairing(0), start_of(game, plan.pairing(0)))
    return plan


def written(text: str) -> str:
    """A player's text as records have it, without the limit that all share."""
    wish = read_wish(text)
    return ":".join(filter(None, (wish.name, wish.rest)))


def play_tournament(
    plan: Plan,
    *,
    jobs: int = 1,
    cluster: str = "",
    out: Path | None = None,
    command: Sequence[str] = (),
    watch: Watch | None = None,
    keep: Keep | None = None,
    finish: Finish | None = None,
) -> TournamentResult:
    """Play a tournament in `jobs` processes or on a cluster; Ctrl-C keeps what was played.

    `out` is the folder of a run, which goes on if it was stopped; `finish` adds files to it.
    """
    check_crew(jobs, cluster)

    def play(run: Run | None) -> TournamentResult:
        series = play_series(
            plan.game,
            [plan.terms.player(text) for text in plan.players],
            plan.total,
            plan.pairing,
            jobs=jobs,
            cluster=cluster,
            run=run,
            keep=counting(watch, plan.total, keep),
        )
        return TournamentResult(plan, series.records, series.stopped)

    question = plan.to_dict()
    return in_folder(out, KIND, question, command, plan.total, play, RESULT_FILE, finish)


def repeat_tournament(question: dict[str, Any], **where: Any) -> TournamentResult:
    """The tournament that a manifest asked for, once more."""
    return play_tournament(plan_of(question), **where)


def plan_of(question: dict[str, Any]) -> Plan:
    """The plan of a manifest."""
    return make_plan(
        question["game"],
        question["players"],
        form=question["form"],
        games=question["games"],
        seed=question["seed"],
        openings=openings_of(question),
        terms=terms_of(question["terms"]),
    )
