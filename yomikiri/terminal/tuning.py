"""The command `tune`: search for better weights of an evaluation, then tell what was gained."""

from typing import Any

from rich.console import Console

from yomikiri.games.game import Game
from yomikiri.lab.tune import Tuned, tune
from yomikiri.terminal import screen
from yomikiri.terminal.progress import live_line
from yomikiri.terminal.words import Words


def tune_and_report(game: Game, *, as_json: bool, words: Words, **options: Any) -> int:
    """Tune and print the result; the exit code."""
    with live_line(str(game), quiet=as_json) as show:

        def watch(what: str, done: int, of: int) -> None:
            show(f"{what}  {done}/{of}")

        result = tune(game, watch=watch, **options)
    if as_json:
        screen.print_json(result.to_dict())
    else:
        show_tuned(screen.console(), words, result)
    return screen.INTERRUPTED if result.stopped else 0


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
        tally = result.match.tally(0)
        lower, upper = (100 * bound for bound in tally.interval)
        name, share = words("tuned"), 100 * result.match.score
        console.print(words("games_played", games=tally.games), end="  ")
        console.print(words("score", player=name, share=share, lower=lower, upper=upper))
        known = "gained" if lower > 50 else "not_lost" if upper >= 50 else "worse"
        console.print(words(known))
    elif not result.stopped:
        console.print(words("none_better"))
    if result.stopped:
        console.print(words("stopped_interrupt"))
