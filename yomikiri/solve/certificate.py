"""Certificates: a claim and the strategies that prove it, in a file, as docs/formats.md says.

A strategy is cut into a trunk and chunks, so that chunks can be checked side by side: each is a
walk of its own from some of the positions at which the trunk ends.
"""

import hashlib
import json
import os
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError, reason
from yomikiri.games.game import Game
from yomikiri.rules import FIRST, SECOND
from yomikiri.solve.answer import MATE, Written
from yomikiri.solve.strategy import Chart, Searched, Walked, walk_to_the_ends
from yomikiri.think.values import Values
from yomikiri.verify.repeating import SIZES, VARIANTS
from yomikiri.words import Message

MAGIC = "yomikiri certificate 1"
FAMILIES = ("nip", "othello", "connect4")  # those whose rules the checkers have
FROM_TABLES = ("janken", "dobutsu", "anpanman")
ONE_CHUNK = 1 << 16  # positions that are left in one piece
MOST = 1 << 22  # moves, and positions, of a stream
CHUNK = 1 << 14  # positions of a chunk, or a little more

Strategy = Callable[[int], Any]  # who chooses the moves that reach a goal


@dataclass
class Part:
    """A stream of moves."""

    roots: int
    walked: Walked

    @property
    def sizes(self) -> list[int]:
        """What the header says about it."""
        return [self.roots, self.walked.positions, len(self.walked.moves), len(self.packed)]

    @cached_property
    def packed(self) -> bytes:
        """The moves as they are in the file: nothing, if there are none."""
        return zlib.compress(self.walked.moves, 9) if self.walked.moves else b""


def check_certifiable(game: Game, goal: str) -> None:
    """Whether there are certificates of this; raises InputError."""
    known = (*FAMILIES, *FROM_TABLES)
    if goal == MATE and game.family in VARIANTS:
        return
    if game.family not in known or game.has_chance or goal not in ("score", "win"):
        raise InputError("verify.no_game", game=game, goal=goal, known=", ".join(known))


def bounds_of(value: int, most: int) -> list[str]:
    """What must be proved: a bound that nothing can exceed need not be."""
    return ["at_least"] * (value > -most) + ["at_most"] * (value < most)


def write_certificate(path: Path, values: Values, state: Any, goal: str, value: int) -> Written:
    """Prove by a team that has read `state` out what it is worth to the first player."""
    started = time.perf_counter()
    game, cut = values.game, values.game.proof_cut
    chart = Chart(game)
    proofs, body, parts = [], bytearray(), []
    for bound in bounds_of(value, values.most):
        need = value if bound == "at_least" else -value
        proves = (game.mover(state) == FIRST) == (bound == "at_least")
        split, streams = cut_up(chart, state, proves, cut, Searched(values, need))
        proofs.append({"bound": bound, "split": split, "streams": [part.sizes for part in streams]})
        body += b"".join(part.packed for part in streams)
        parts += streams
    header = describe(game, state, goal, value, cut) | {"proofs": proofs}
    return write_file(path, header, bytes(body), parts, started)


def describe(game: Game, state: Any, goal: str, value: int, cut: int) -> dict[str, Any]:
    """What the header of a certificate says beside its proofs."""
    rows, columns = SIZES.get(game.family) or (
        1 + max(y for _, y in game.places.values()),
        1 + max(x for x, _ in game.places.values()),
    )
    stones = game.family in FAMILIES  # whose only variant is the size
    return {
        "game": game.family,
        "rows": rows,
        "columns": columns,
        "switches": {k: v for k, v in game.switches().items() if not (stones and k == "variant")},
        "position": game.show(state),
        "goal": goal,
        "value": value,
        "cut": cut,
        "rules_hash": game.rules_hash,
    }


def write_file(
    path: Path, header: dict[str, Any], body: bytes, parts: list[Part], started: float
) -> Written:
    """The file, whole or not at all: what a solve found is not lost because a disk is full."""
    content = json.dumps(header, separators=(",", ":")).encode() + b"\n" + body
    first = f"{MAGIC} {hashlib.sha256(content).hexdigest()}\n".encode()
    temporary = path.with_name(path.name + ".part")
    fault: Message | str = ""
    try:
        temporary.write_bytes(first + content)
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        fault = reason(error)
    positions = sum(part.walked.positions for part in parts)
    moves = sum(len(part.walked.moves) for part in parts)
    size, seconds = len(first + content), time.perf_counter() - started
    return Written(str(path), size, positions, moves, header["cut"], seconds, fault)


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


def write_to_the_ends(
    path: Path, game: Game, state: Any, value: int, choose: Callable[[Any], Sequence[int]]
) -> Written:
    """Prove what a position is worth to the first player, where positions can come again.

    `choose` gives the quickest wins, which never come back to a position, or what keeps a draw.
    """
    started = time.perf_counter()
    proofs, body, parts = [], bytearray(), []
    for bound in bounds_of(value, 1):
        prover = FIRST if bound == "at_least" else SECOND
        walked = walk_to_the_ends(game, state, prover, choose, MOST)
        streams = [Part(1, Walked(b"", 0, [])), Part(1, walked)]
        proofs.append({"bound": bound, "split": 0, "streams": [part.sizes for part in streams]})
        body += streams[1].packed
        parts += streams
    header = describe(game, state, "win", value, 0) | {"proofs": proofs}
    return write_file(path, header, bytes(body), parts, started)
