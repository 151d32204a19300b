"""`learn` and `tune` for Python: a game is taught a net, or better weights, by self-play."""

import os
from pathlib import Path
from typing import Any

from yomikiri.errors import FUNCTION, NUMBER, TEXT, WHOLE, check_kind, check_optional
from yomikiri.games.game import Game
from yomikiri.lab import fit as fitting
from yomikiri.lab import tune as trying
from yomikiri.lab.fit import Fitted
from yomikiri.lab.tune import Tuned
from yomikiri.learn.found import Learned, Wish, check_wish
from yomikiri.learn.report import finish_learning
from yomikiri.learn.rounds import Watch
from yomikiri.learn.rounds import learn as teach
from yomikiri.learn.self_play import NODES
from yomikiri.learn.teacher import SELF_PLAY
from yomikiri.learn.training import RESULT, WIDTH
from yomikiri.solve.answer import not_interrupted
from yomikiri.solve.options import read_game


def learn(
    game: Game | str,
    out: str | os.PathLike[str],
    *,
    minutes: float = 30.0,
    nodes: int = NODES,
    width: int = WIDTH,
    teacher: str = SELF_PLAY,
    begin: str = "",
    results: float = RESULT,
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    watch: Watch | None = None,
) -> Learned:
    """Teach a game a net by self-play in the folder `out`, or go on with what was begun there.

    `teacher` is `self-play`, or `table` where a table of all positions was built.
    `begin` is `net`, the net that comes with the program, or a file: it plays the first games.
    `results` is the share of games' results in what is learned; the rest is what searches found.
    `.best` of the answer is the file of the net, for players such as `alphabeta:eval=FILE.net`;
    `.rounds` says what became of each round.  `watch` gets a Stage: round, what is done, how far.
    After Ctrl-C it raises Interrupted, a KeyboardInterrupt whose `answer` is what was learned.
    """
    found = read_game(game)
    check_kind(NUMBER, minutes=minutes, results=results)
    check_kind(WHOLE, nodes=nodes, width=width, seed=seed, jobs=jobs)
    check_kind(TEXT, cluster=cluster, teacher=teacher, begin=begin)
    check_optional(FUNCTION, watch=watch)
    numbers = float(minutes), int(nodes), int(width), int(seed), int(jobs)
    wish = Wish(found, *numbers, cluster, teacher, begin, float(results))
    check_wish(wish)
    return not_interrupted(teach(wish, Path(out), watch=watch, finish=finish_learning))


def tune(
    game: Game | str,
    *,
    games: int | None = None,
    match_games: int = 400,
    depth: int = 3,
    nodes: int = fitting.NODES,
    seed: int = 0,
    jobs: int = 1,
    watch: trying.Watch | None = None,
) -> Fitted | Tuned:
    """Search for better weights of an evaluation by self-play, and measure what is gained.

    Weights with names are tried one by one, in `games` games each, by players that look `depth`
    plies ahead; those without are fitted to the results of `games` games at `nodes` nodes a move.
    `.to_dict()["weights"]` of the answer is what was found, `.match` what it is worth.

    >>> tune("connect4:4x4", games=4, match_games=2, depth=1).game
    'connect4:4x4'
    """
    chosen = read_game(game)
    check_kind(WHOLE, match_games=match_games, depth=depth, nodes=nodes, seed=seed, jobs=jobs)
    check_optional(WHOLE, games=games)
    check_optional(FUNCTION, watch=watch)
    options: dict[str, Any] = {"match_games": match_games, "seed": seed, "jobs": jobs}
    options |= {"watch": watch} | ({} if games is None else {"games": games})
    if chosen.describe_weights(chosen.weights) is not None:
        return fitting.fit(chosen, nodes=nodes, **options)
    return trying.tune(chosen, depth=depth, **options)
