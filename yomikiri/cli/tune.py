"""The command `tune`: search for better weights of an evaluation, then tell what was gained."""

import json
import re
from pathlib import Path
from typing import Any

from rich.console import Console

from yomikiri.cli import screen
from yomikiri.cli.progress import live_line
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.lab.fit import GAMES as GAMES_TO_FIT
from yomikiri.lab.fit import Fitted, fit
from yomikiri.lab.statistics import Tally
from yomikiri.lab.tune import Tuned, tune

TRIAL = 200  # games of each trial


def tune_and_report(
    game: Game,
    *,
    games: int | None,
    depth: int,
    nodes: int,
    out: Path | None,
    as_json: bool,
    words: Words,
    **options: Any,
) -> int:
    """Tune and print the result; the exit code.

    Weights with names are tried one by one; those without are fitted to the results of games.
    """
    if out is not None and out.exists():
        raise InputError(f"{out} is there already; name a new file")
    is_fitted = game.describe_weights(game.weights) is not None
    result: Fitted | Tuned
    with live_line(str(game), quiet=as_json) as show:

        def watch(what: str, done: int, of: int) -> None:
            show(f"{what}  {done}/{of}")

        if is_fitted:
            result = fit(game, games=games or GAMES_TO_FIT, nodes=nodes, watch=watch, **options)
        else:
            result = tune(game, games=games or TRIAL, depth=depth, watch=watch, **options)
    if out is not None:
        text = json.dumps(result.to_dict()["weights"], ensure_ascii=False, indent=1)
        out.write_text(flat_rows(f'{{"{game.family}": {text}}}') + "\n", "utf-8")
    if as_json:
        screen.print_json(result.to_dict())
    elif isinstance(result, Fitted):
        show_fitted(screen.console(), words, result)
    else:
        show_tuned(screen.console(), words, result)
    return screen.INTERRUPTED if result.stopped else 0


def show_fitted(console: Console, words: Words, result: Fitted) -> None:
    """What the weights were fitted to, and the match against the usual ones."""
    before, after = result.loss
    facts = {"games": result.games, "positions": result.positions}
    console.print(words("fitted", **facts, before=before, after=after))
    if result.match is not None:
        show_gain(console, words, result.match)
    if result.stopped:
        console.print(words("stopped_interrupt"))


def flat_rows(text: str) -> str:
    """JSON with each list of numbers on one line."""
    return re.sub(r"\[[\s0-9,-]*\]", lambda row: re.sub(r"\s+", " ", row[0]), text)


def show_gain(console: Console, words: Words, tally: Tally) -> None:
    """The score of the new weights, and whether that is more than luck."""
    lower, upper = (100 * bound for bound in tally.interval)
    name, share = words("tuned"), 100 * (tally.score or 0)
    console.print(words("games_played", games=tally.games), end="  ")
    console.print(words("score", player=name, share=share, lower=lower, upper=upper))
    console.print(words("gained" if lower > 50 else "not_lost" if upper >= 50 else "worse"))


def show_tuned(console: Console, words: Words, result: Tuned) -> None:
    """The weights before and after, and the match between them."""
    kept = sum(trial.kept for trial in result.trials)
    console.print(f"{result.game}  {words('trials', trials=len(result.trials), kept=kept)}")
    table = screen.table(words("weight"), words("usual"), words("tuned"), right=(1, 2))
    for row in zip(result.names, result.usual, result.found, strict=True):
        table.add_row(*map(str, row))
    screen.put(console, table)
    console.print(result.player)
    if result.match is not None and result.match.score is not None:
        show_gain(console, words, result.match.tally(0))
    elif not result.stopped:
        console.print(words("none_better"))
    if result.stopped:
        console.print(words("stopped_interrupt"))
