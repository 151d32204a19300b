"""The command `perft`: one line for each depth as soon as it is counted."""

import time
from typing import Any

from yomikiri.cli import screen
from yomikiri.cli.words import Words, duration, short_number
from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.search.perft import perft

DEEPEST = 100  # plies


def count_and_report(
    game: Game,
    depth: int,
    *,
    position: str | None,
    moves: str,
    by_turns: bool,
    as_json: bool,
    words: Words,
) -> int:
    """Count the sequences of 1, 2, ... `depth` plies or turns; the exit code."""
    if not 0 <= depth <= DEEPEST:
        raise InputError(f"expected a depth of 0 to {DEEPEST} plies, got {depth}")
    start = game.start if position is None else game.parse(position)
    state = game.replay(start, game.read_moves(start, moves))
    counts: list[int] = []
    seconds = 0.0
    unit = "turns" if by_turns else "depth"

    def document(**more: Any) -> dict[str, Any]:
        known = {"game": str(game), "depth": depth, "nodes": counts, "seconds": round(seconds, 3)}
        return known | ({"turns": True} if by_turns else {}) | more

    def give_up() -> None:
        if as_json:
            screen.print_json(document(stopped="interrupt"))
        else:
            screen.console(error=True).print(words("stopped_interrupt"))

    def count(plies: int) -> int:
        return perft(
            game.rules, state, plies, finished_count=game.finished_count, by_turns=by_turns
        )

    try:
        with screen.interruptible(give_up):
            if depth:
                count(1)  # so that no depth's time has the compiler's in it
            if depth and not as_json:
                print(row(*(words(name) for name in (unit, "leaves", "time", "rate"))))
            for plies in range(1, depth + 1):
                started = time.perf_counter()
                counts.append(count(plies))
                taken = time.perf_counter() - started
                seconds += taken
                if not as_json:
                    speed = short_number(counts[-1] / max(taken, 1e-6))
                    print(row(str(plies), f"{counts[-1]:,}", duration(taken), speed), flush=True)
    except KeyboardInterrupt:
        give_up()
        return screen.INTERRUPTED
    if as_json:
        screen.print_json(document())
    return 0


def row(depth: str, leaves: str, taken: str, speed: str) -> str:
    """A line of the table."""
    return "  ".join(
        screen.right(text, width)
        for text, width in ((depth, 5), (leaves, 24), (taken, 12), (speed, 12))
    )
