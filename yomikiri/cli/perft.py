"""The command `perft`: one line for each depth as soon as it is counted."""

import time
from contextlib import nullcontext
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.first_look import compile_here
from yomikiri.cli.interrupt import INTERRUPTED, interruptible
from yomikiri.cli.options import Place, whole
from yomikiri.cli.screen import Screen, right
from yomikiri.cli.words import duration, short_number
from yomikiri.errors import InputError
from yomikiri.search import perft as counting
from yomikiri.think.warming import is_warm
from yomikiri.uncompiled import HURRY

DEEPEST = 100  # plies
FEW = 30  # sequences, of which plain Python plays every continuation in a moment


@command
def perft(
    place: Place,
    depth: Annotated[int, typer.Argument(parser=whole, metavar="DEPTH")],
    *,
    turns: Annotated[bool, typer.Option("--turns")] = False,
    screen: Screen,
) -> int:
    """Count the sequences of moves up to DEPTH plies."""
    if not 0 <= depth <= DEEPEST:
        raise InputError("number.depth", least=0, most=DEEPEST, got=depth)
    game, state, words = place.game, place.state, screen.words
    counts: list[int] = []
    seconds = 0.0
    unit = "turns" if turns else "depth"

    def document(**more: Any) -> dict[str, Any]:
        known = {"game": str(game), "depth": depth, "nodes": counts, "seconds": round(seconds, 3)}
        return known | ({"turns": True} if turns else {}) | more

    def give_up() -> None:
        if screen.as_json:
            screen.document(document(stopped="interrupt"))
        else:
            screen.notes.print(words("result.stopped_interrupt"))

    def count(plies: int) -> int:
        return counting.perft(
            game.rules, state, plies, finished_count=game.finished_count, by_turns=turns
        )

    try:
        with interruptible(give_up):
            plain = not depth or (HURRY.is_on and not is_warm(game, "perft"))
            if not plain:
                HURRY.end()
                count(1)  # so that no depth's time includes compiling
            elif depth:
                with HURRY.look():
                    count(0)  # nor what comes before
            if not screen.as_json:
                names = (unit, "leaves", "time", "rate")
                screen.row(columns(*(words(f"column.{name}") for name in names)))
                if not depth:
                    screen.row(columns("0", "1", "", ""))  # the one sequence without a move
            for plies in range(1, depth + 1):
                if plain and plies > 1 and counts[-1] > FEW:
                    compile_here(screen, game, "perft")
                    plain = False
                started = time.perf_counter()
                with HURRY.look() if plain else nullcontext():
                    counts.append(count(plies))
                taken = time.perf_counter() - started
                seconds += taken
                if not screen.as_json:
                    speed = short_number(counts[-1] / max(taken, 1e-6))
                    screen.row(columns(str(plies), f"{counts[-1]:,}", duration(taken), speed))
    except KeyboardInterrupt:
        give_up()
        return INTERRUPTED
    if screen.as_json:
        screen.document(document())
    return 0


def columns(depth: str, leaves: str, taken: str, speed: str) -> str:
    """A line of the table."""
    return "  ".join(
        right(text, width) for text, width in ((depth, 5), (leaves, 24), (taken, 12), (speed, 12))
    )
