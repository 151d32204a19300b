"""Matches, tournaments, tests and statistics as Python calls them, as the commands do."""

import os
from collections.abc import Callable, Iterable, Sequence

from yomikiri.errors import (
    FLAG,
    FUNCTION,
    NUMBER,
    TEXT,
    WHOLE,
    InputError,
    check_kind,
    check_optional,
)
from yomikiri.games.game import Game
from yomikiri.lab.games_report import finish_match, finish_tournament
from yomikiri.lab.match import play_match
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.openings import Openings, read_openings, start_of_match
from yomikiri.lab.sprt import PENTANOMIAL, Sprt, Verdict, judge, read_test
from yomikiri.lab.stats import MOST_POSITIONS, measure_stats
from yomikiri.lab.stats_report import finish_stats
from yomikiri.lab.stats_result import Stats
from yomikiri.lab.terms import read_terms
from yomikiri.lab.tournament import ROUND, TournamentResult, make_plan, play_tournament
from yomikiri.players.own import Own, text_of
from yomikiri.reading import named_path
from yomikiri.solve.answer import not_interrupted
from yomikiri.solve.options import read_game
from yomikiri.tally import Tally
from yomikiri.work import leave_if_read_again

Folder = str | os.PathLike[str]


def match(
    game: Game | str,
    first: str | Own,
    second: str | Own,
    *,
    games: int = 100,
    openings: str = "random=0",
    start: str | None = None,
    sprt: str = "",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    out: Folder | None = None,
    watch: Callable[[Tally], None] | None = None,
) -> MatchResult:
    """Games between two players in pairs, both on the same opening with colours exchanged.

    `openings` are `random=4`, `all=3`, `random-start` or a file; `sprt` is a test that ends it,
    such as `elo0=0,elo1=10`; `out` is the folder of a run, which goes on if it was stopped;
    `watch` gets the first-named player's results as they come.  A player may be a function or a
    class of one's own, see players/own.py.  After Ctrl-C it raises Interrupted, a KeyboardInterrupt
    whose `answer` is what was played.

    >>> print(match("tictactoe", "perfect", "level:9", games=2))
    tictactoe: perfect against level:9, 2 games
      perfect: 0 won, 2 drawn, 0 lost (moving first 0-1-0, second 0-1-0)
      level:9: 0 won, 2 drawn, 0 lost (moving first 0-1-0, second 0-1-0)
    score 50.0 % (95 %: 9 to 91)
    """
    game = read_game(game)
    check_kind(TEXT, sprt=sprt, cluster=cluster)
    check_optional(FUNCTION, watch=watch)
    check_kind(WHOLE, games=games, seed=seed, jobs=jobs)
    found = play_match(
        game,
        text_of(first),
        text_of(second),
        games=games,
        seed=seed,
        openings=openings_in(game, openings, start, seed),
        sprt=read_test(sprt) if sprt else None,
        jobs=jobs,
        cluster=cluster,
        out=None if out is None else named_path("out", out),
        finish=finish_match,
        watch=watch,
    )
    return not_interrupted(found)


def tournament(
    game: Game | str,
    players: Sequence[str | Own],
    *,
    games: int | None = None,
    form: str = ROUND,
    openings: str = "random=0",
    start: str | None = None,
    limit: str = "",
    adjudicate: str = "",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    out: Folder | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> TournamentResult:
    """Games between many players, with ratings: `round`, `gauntlet` or `ladder`.

    `games` are those of each two who meet; `limit` (`nodes=1000`, `depth=4`, `seconds=0.1`,
    `clock=60+1`) is the same for all; `out` is the folder of a run, which goes on;
    `watch` gets how many games are done, and how many there will be.  Ctrl-C raises as in `match`.

    >>> found = tournament("tictactoe", ["random", "greedy", "perfect"], games=10)
    >>> [entry.name for entry in found.standings.entries()]
    ['perfect', 'greedy', 'random']
    """
    leave_if_read_again()  # players of one's own have processes of their own, whatever `jobs` is
    game = read_game(game)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise InputError("lab.players_list", got=players)
    check_kind(WHOLE, seed=seed, jobs=jobs)
    check_optional(WHOLE, games=games)
    check_optional(FUNCTION, watch=watch)
    check_kind(TEXT, form=form, limit=limit, adjudicate=adjudicate, cluster=cluster)
    begins = openings_in(game, openings, start, seed)
    plan = make_plan(
        game,
        [text_of(player) for player in players],
        form=form,
        games=max(20, 2 * len(begins.named)) if games is None else games,
        seed=seed,
        openings=begins,
        terms=read_terms(limit, adjudicate),
    )
    found = play_tournament(
        plan,
        jobs=jobs,
        cluster=cluster,
        out=None if out is None else named_path("out", out),
        finish=finish_tournament,
        watch=watch,
    )
    return not_interrupted(found)


def sprt(
    wins: int = 0,
    draws: int = 0,
    losses: int = 0,
    *,
    pairs: Sequence[int] | None = None,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    normalized: bool = False,
) -> Verdict:
    """What results say about a difference in strength: the sequential probability ratio test.

    `pairs` counts pairs of games by the points scored in them (0, 1/2, 1, 3/2, 2).

    >>> print(sprt(pairs=(10, 20, 40, 22, 8)))
    LLR -0.25 (-2.94 to 2.94)  open
    Elo -3.5 ± 36.5 (95 %)
    normalized Elo -4.6 ± 48.2 (95 %)
    """
    check_kind(NUMBER, elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)
    check_kind(FLAG, normalized=normalized)
    test = Sprt(elo0, elo1, alpha, beta, normalized).checked()
    if pairs is None:
        check_kind(WHOLE, wins=wins, draws=draws, losses=losses)
        return judge(test, (losses, draws, wins))
    if wins or draws or losses:
        raise InputError("lab.sprt_both")
    if not isinstance(pairs, Sequence) or len(pairs) != PENTANOMIAL:
        got = ",".join(map(str, pairs)) if isinstance(pairs, Iterable) else pairs
        raise InputError("lab.sprt_pairs", got=got)
    for count in pairs:
        check_kind(WHOLE, pairs=count)
    return judge(test, pairs)


def stats(
    game: Game | str,
    *,
    games: int = 10_000,
    players: Sequence[str | Own] = (),
    player_games: int = 100,
    seed: int = 0,
    most_positions: int = MOST_POSITIONS,
    jobs: int = 1,
    cluster: str = "",
    out: Folder | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Stats:
    """Numbers about a game: branching factor, length, results and positions.

    They come from `games` random games and, for each of `players`, from games of that player
    against itself.  Positions are counted, each board with each side to move once, where at most
    `most_positions` must be held at a time; otherwise they are sampled
    (`yomikiri.lab.richness.sample_positions`).  `out` is the folder of a run, which goes on;
    `watch` gets how many games of players are done, and how many there will be.  Ctrl-C raises as
    in `match`.

    >>> stats("tictactoe", games=500).census.positions
    5478
    """
    game = read_game(game)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise InputError("lab.players_list", got=players)
    check_kind(WHOLE, games=games, player_games=player_games, seed=seed, jobs=jobs)
    check_kind(WHOLE, most_positions=most_positions)
    check_kind(TEXT, cluster=cluster)
    check_optional(FUNCTION, watch=watch)
    found = measure_stats(
        game,
        games=games,
        players=[text_of(player) for player in players],
        player_games=player_games,
        seed=seed,
        most_positions=most_positions,
        jobs=jobs,
        cluster=cluster,
        out=None if out is None else named_path("out", out),
        finish=finish_stats,
        watch=watch,
    )
    return not_interrupted(found)


def openings_in(game: Game, text: str, start: str | None, seed: int) -> Openings:
    """The openings that were asked for."""
    check_kind(TEXT, openings=text)
    check_optional(TEXT, start=start)
    return read_openings(text, game, start=start_of_match(game, start), seed=seed)
