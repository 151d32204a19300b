"""The command `warm`: all kernels of games compiled, before they are needed."""

import time
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Jobs
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.errors import Said
from yomikiri.games import families, load
from yomikiri.jit import CACHE
from yomikiri.library.warming import JOBS, warm_parts
from yomikiri.think.warming import is_warm
from yomikiri.uncompiled import end_with_asker
from yomikiri.work import check_crew


@command
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    *,
    jobs: Jobs = JOBS,
    screen: Screen,
) -> int:
    """Compile all that a game needs, once, so that nothing waits for it later."""
    words = screen.words
    end_with_asker()
    check_crew(jobs)
    chosen = [load(name) for name in games or [family.name for family in families()]]
    told = []
    for game in chosen:
        began, cpu = time.perf_counter(), 0.0
        if not is_warm(game):
            cpu = sum(seconds for _, seconds in warm_parts(game, jobs))
        seconds = time.perf_counter() - began
        told.append({"game": str(game), "cpu": round(cpu, 2), "seconds": round(seconds, 2)})
        if not screen.as_json:
            done = words("command.warmed", game=game, cpu=duration(cpu), time=duration(seconds))
            screen.row(done if cpu else words("command.warm", game=game))
    if screen.as_json:
        screen.document({"games": told})
    if not all(map(is_warm, chosen)):
        raise Said("command.not_kept", path=CACHE.folder)
    return 0
