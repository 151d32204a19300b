"""What compiling costs: the CPU time of a command with nothing compiled."""

import tempfile
from collections.abc import Iterator

from bench.report import Line
from bench.startup import cpu_seconds

# Commands that need most kernels of a game, in a moment once these are compiled.
COMMANDS = (
    ("tictactoe", "solve tictactoe"),
    ("connect4", "analyze connect4 --depth 4"),
    ("nip", "solve nip:4x4"),
    ("janken", "analyze janken --depth 3"),
    ("ending", "analyze ending:KPK --depth 3"),
    ("minishogi", "analyze minishogi --depth 3"),
)


def measure_compiling() -> Iterator[Line]:
    """For each game: nothing compiled, and everything."""
    for game, command in COMMANDS:
        with tempfile.TemporaryDirectory() as cache:
            cold, warm = (cpu_seconds(command.split(), cache) for _ in range(2))
        yield Line(
            f"compiling {game}",
            f"{cold:.1f} s CPU for `{command}` with nothing compiled, {warm:.2f} s after that",
            {"cold_seconds": round(cold, 2), "warm_seconds": round(warm, 2)},
        )


if __name__ == "__main__":
    for line in measure_compiling():
        print(line, flush=True)
