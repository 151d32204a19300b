"""Certificates: a claim and the strategies that prove it, in a file, as docs/formats.md says.

A strategy is cut into a trunk and chunks, so that chunks can be checked side by side: each is a
walk of its own from some of the positions at which the trunk ends.
"""

import hashlib
import json
import os
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import FIRST
from yomikiri.solve.answer import Written
from yomikiri.solve.strategy import Chart, Searched, Walked
from yomikiri.think.values import Values

MAGIC = "yomikiri certificate 1"
FAMILIES = ("nip", "othello", "connect4")  # those whose rules the checkers have
CUT = 8  # empty cells: below, a checker in Python searches by itself in milliseconds
ONE_CHUNK = 1 << 16  # positions that are left in one piece
CHUNK = 1 << 14  # positions of a chunk, or a little more

Strategy = Callable[[int], Any]  # who chooses the moves that reach a goal


class Part(NamedTuple):
    """A stream of moves."""

    roots: int
    walked: Walked

    @property
    def packed(self) -> bytes:
        """The moves as they are in the file: nothing, if there are none."""
        return zlib.compress(self.walked.moves, 9) if self.walked.moves else b""


def check_certifiable(game: Game, goal: str) -> None:
    """Whether there are certificates of this; raises InputError."""
    if game.family not in FAMILIES or goal not in ("score", "win"):
        raise InputError("verify.no_game", game=game, goal=goal, known=", ".join(FAMILIES))


def bounds_of(value: int, most: int) -> list[str]:
    """What must be proved: a bound that nothing can exceed need not be."""
    return ["at_least"] * (value > -most) + ["at_most"] * (value < most)


def write_certificate(
    path: Path, values: Values, state: Any, goal: str, value: int, cut: int = CUT
) -> Written:
    """Prove by a team that has read `state` out what it is worth to the first player."""
    started = time.perf_counter()
    game = values.game
    chart = Chart(game)
    proofs, body, parts = [], bytearray(), []
    for bound in bounds_of(value, values.most):
        need = value if bound == "at_least" else -value
        proves = (game.mover(state) == FIRST) == (bound == "at_least")
        split, streams = cut_up(chart, state, proves, cut, Searched(values, need))
        sizes = []
        for part in streams:
            packed = part.packed
            body += packed
            sizes.append([part.roots, part.walked.positions, len(part.walked.moves), len(packed)])
        proofs.append({"bound": bound, "split": split, "streams": sizes})
        parts += streams
    header = {
        "game": game.family,
        "rows": 1 + max(y for _, y in game.places.values()),
        "columns": 1 + max(x for x, _ in game.places.values()),
        "switches": {name: text for name, text in game.switches().items() if name != "variant"},
        "position": game.show(state),
        "goal": goal,
        "value": value,
        "cut": cut,
        "rules_hash": game.rules_hash,
        "proofs": proofs,
    }
    content = json.dumps(header, separators=(",", ":")).encode() + b"\n" + body
    first = f"{MAGIC} {hashlib.sha256(content).hexdigest()}\n".encode()
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(first + content)
    os.replace(temporary, path)
    positions = sum(part.walked.positions for part in parts)
    moves = sum(len(part.walked.moves) for part in parts)
    seconds = time.perf_counter() - started
    return Written(str(path), len(first + content), positions, moves, cut, seconds)


def cut_up(
    chart: Chart, state: Any, proves: bool, cut: int, choose: Searched
) -> tuple[int, list[Part]]:
    """The split, and the trunk and chunks of a strategy."""
    start = [(proves, state)]
    whole = chart.walk(start, cut, choose)
    split = chart.left(state)
    if whole.positions <= ONE_CHUNK:
        return split, [Part(1, Walked(b"", 0, [])), Part(1, whole)]
    trunk = chart.walk(start, split, choose, keep=True)
    while len(trunk.ends) * CHUNK < 4 * whole.positions and split > cut:
        split -= 1
        trunk = chart.walk(start, split, choose, keep=True)
    parts = [Part(1, trunk)]
    roots: list[tuple[bool, Any]] = []
    positions = 0
    for number, (place, root) in enumerate(trunk.ends, 1):
        roots.append((place[2], root))
        positions += chart.walk(roots[-1:], cut, choose).positions
        if positions >= CHUNK or number == len(trunk.ends):
            parts.append(Part(len(roots), chart.walk(roots, cut, choose)))
            roots, positions = [], 0
    return split, parts
