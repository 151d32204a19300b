"""The command `tune`: search for better weights of an evaluation, then report what was gained."""

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import GameText, Jobs, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.fit import Fitted
from yomikiri.lab.tune import Tuned
from yomikiri.library.learning import tune as search_weights
from yomikiri.reading import check_writable
from yomikiri.tally import Tally
from yomikiri.work.runs import write_whole


@command
def tune(
    game: GameText,
    *,
    games: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N"),
    ] = None,
    match_games: Annotated[int, typer.Option("--match", parser=whole, metavar="N")] = 400,
    depth: Annotated[int, typer.Option(parser=whole, metavar="D")] = 3,
    nodes: Annotated[int, typer.Option(parser=whole, metavar="N")] = 2000,
    out: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    jobs: Jobs = 1,
    screen: Screen,
) -> int:
    """Search for better weights of an evaluation by self-play, and measure what is gained."""
    chosen = load(game)
    if out is not None:
        check_writable(out)
        if out.exists():
            raise InputError("command.file_exists", file=out)
    with live_line(screen, str(chosen)) as show:
        result = search_weights(
            chosen,
            games=games,
            match_games=match_games,
            depth=depth,
            nodes=nodes,
            seed=seed,
            jobs=jobs,
            watch=lambda what, done, of: show(f"{what}  {done}/{of}"),
        )
    if out is not None:
        text = json.dumps(result.to_dict()["weights"], ensure_ascii=False, indent=1)
        write_whole(out, flat_rows(f'{{"{chosen.family}": {text}}}') + "\n")
    screen.report(result, show_fitted if isinstance(result, Fitted) else show_tuned)
    return code_of(result.stopped)


def show_fitted(screen: Screen, result: Fitted) -> None:
    """What the weights were fitted to, and the match against the usual ones."""
    words = screen.words
    before, after = result.loss
    facts = {"games": result.games, "positions": result.positions}
    screen.print(words("lab.fitted", **facts, before=before, after=after))
    if result.match is not None:
        show_gain(screen, result.match)
    if result.stopped:
        screen.print(words(f"result.stopped_{result.stopped}"))


def flat_rows(text: str) -> str:
    """JSON with each list of numbers on one line."""
    return re.sub(r"\[[\s0-9,-]*\]", lambda row: re.sub(r"\s+", " ", row[0]), text)


def show_gain(screen: Screen, tally: Tally) -> None:
    """The score of the new weights, and whether that is more than luck."""
    words = screen.words
    lower, upper = (100 * bound for bound in tally.interval)
    name, share = words("column.tuned"), 100 * (tally.score or 0)
    screen.print(words("lab.games_played", games=tally.games), end="  ")
    screen.print(words("lab.score", player=name, share=share, lower=lower, upper=upper))
    screen.print(
        words("lab.gained" if lower > 50 else "lab.not_lost" if upper >= 50 else "lab.worse")
    )


def show_tuned(screen: Screen, result: Tuned) -> None:
    """The weights before and after, and the match between them."""
    words = screen.words
    kept = sum(trial.kept for trial in result.trials)
    screen.print(f"{result.game}  {words('lab.trials', trials=len(result.trials), kept=kept)}")
    table = screen.table(
        words("column.weight"), words("column.usual"), words("column.tuned"), right=(1, 2)
    )
    for row in zip(result.names, result.usual, result.found, strict=True):
        table.add_row(*map(str, row))
    screen.put(table)
    screen.print(result.player)
    if result.match is not None and result.match.score is not None:
        show_gain(screen, result.match.tally(0))
    elif not result.stopped:
        screen.print(words("lab.none_better"))
    if result.stopped:
        screen.print(words(f"result.stopped_{result.stopped}"))
