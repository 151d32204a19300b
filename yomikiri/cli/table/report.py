"""What the commands about tables share: values in words, the live line of long work."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from yomikiri.cli.interrupt import interruptible
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words, duration
from yomikiri.games.game import Game
from yomikiri.tables.build import BuildProgress
from yomikiri.tables.study import in_moves
from yomikiri.tables.table import MoveProbe, Probe


@contextmanager
def watched(screen: Screen, game: Game) -> Iterator[Callable[[BuildProgress], None]]:
    """Show how far long work on a table is; Ctrl-C ends it."""
    with live_line(screen, str(game)) as show, interruptible(lambda: None):
        yield lambda progress: show(progress_text(screen.words, progress))


def progress_text(words: Words, progress: BuildProgress) -> str:
    """How far a build or a check is."""
    phase = (
        words("search.first_pass")
        if progress.level is None
        else words("search.level", n=progress.level)
    )
    return (
        f"{progress.name} ({progress.number}/{progress.classes})  {phase}"
        f"  {100 * progress.share:.0f} %  {duration(progress.seconds)}"
    )


def start_text(words: Words, game: Game, probe: Probe) -> str:
    """The value of the start in words."""
    return f"{words('games.start')}: {value_text(words, game, probe)}"


def value_text(words: Words, game: Game, probe: Probe | MoveProbe) -> str:
    """Won, drawn or lost, and in how many plies; where a metric was chosen also in moves."""
    name = {1: "result.won_in", 0: "result.drawn", -1: "result.lost_in"}[probe.wdl]
    text = words(name, n=probe.distance)
    if not probe.wdl or not game.metrics:
        return text
    return (
        f"{text} ({words('result.in_moves', metric=game.metric, n=in_moves(probe.distance or 0))})"
    )
