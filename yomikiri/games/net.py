"""Nets in files: a header that says what they are for and how they were made, then their rows.

    yomikiri net            the first line
    {"format": 1, ...}      the second, JSON
    ...                     the rows: their lower bytes, then their upper ones, compressed (zstd)

A net is used for the game whose rules and features it was made for, and refused for every other.
Those that come with the program are in the folder nets, by game and rules hash.
"""

import json
import math
import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yomikiri.errors import InputError, reason
from yomikiri.games.core import Core
from yomikiri.lanes import BIAS, FIXED, HEADER, LANES, NET, SHIFT, UNIT, WIDTH
from yomikiri.packing import pack, unpack
from yomikiri.rules import MOST_ESTIMATE, feature_rows

FIRST_LINE = b"yomikiri net\n"
FORMAT = 1
LEVEL = 19  # of compression
MOST_HEADER = 1 << 16  # bytes
MOST_BYTES = 1 << 28  # of rows
MOST_SHIFT = 16
ENDING = ".net"
FOLDER = "nets"
USUAL_UNIT = 500.0  # of a file that does not say
NEEDED = ("game", "rules_hash", "features", "rows", "width", "shift", "bias")

Header = dict[str, Any]
Words = NDArray[np.int64]


def make_net(rows: Any, shift: int, bias: int, unit: float = USUAL_UNIT) -> Words:
    """A net as kernels read it: `rows` are 16-bit numbers, FIXED of them before the features'."""
    height, width = rows.shape
    net = np.zeros(HEADER + height * width // 4, np.int64)
    net[0], net[WIDTH], net[SHIFT], net[BIAS] = NET, width, shift, bias
    net[UNIT] = max(1, round(unit))
    net.view(np.int16)[4 * HEADER :] = rows.ravel()
    return net


def is_net(weights: Any) -> bool:
    """Whether weights of an evaluation are a net."""
    return bool(weights[0] == NET)


def header_of(game: Core, net: Words, made: Mapping[str, Any]) -> Header:
    """What a file says about a net: what it fits, and how it was made."""
    return {
        "format": FORMAT,
        "game": str(game),
        "rules_hash": game.rules_hash,
        "features": game.features_version,
        "rows": int(feature_rows(game.rules)),
        "width": int(net[WIDTH]),
        "shift": int(net[SHIFT]),
        "bias": int(net[BIAS]),
        **made,
    }


def write_net(path: Path, header: Header, net: Words) -> None:
    """Write a file so that it is there complete, or not at all."""
    numbers = net.view(np.uint8)[8 * HEADER :].reshape(-1, 2).T
    line = json.dumps(header, ensure_ascii=False).encode() + b"\n"
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(FIRST_LINE + line + pack(numbers.tobytes(), LEVEL))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read_net(path: Path) -> tuple[Header, Words]:
    """What a file holds; raises InputError."""
    try:
        with path.open("rb") as stream:
            if stream.readline(len(FIRST_LINE)) != FIRST_LINE:
                raise InputError("net.other_file", file=str(path))
            header = json.loads(stream.readline(MOST_HEADER))
            if header["format"] > FORMAT:
                raise InputError("net.newer", file=str(path))
            header = {**header, **{name: header[name] for name in NEEDED}}
            width, height = int(header["width"]), FIXED + int(header["rows"])
            fixed = int(header["shift"]), int(header["bias"]), float(header.get("unit", USUAL_UNIT))
            if not isinstance(header["game"], str):
                raise ValueError
            check_sum(*fixed[:2])
            if width < LANES or width % LANES or not 0 < 2 * width * height <= MOST_BYTES:
                raise ValueError
            check_made(header)
            packed = stream.read(MOST_BYTES)
        size = 2 * width * height
        body = unpack(packed, size)
        lower, upper = np.frombuffer(body, np.uint8).reshape(2, height, width)
        numbers = lower | upper.astype(np.uint16) << 8
        net = make_net(numbers.view(np.int16), *fixed)
    except OSError as error:
        raise InputError("net.unread", file=str(path), why=reason(error)) from None
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise InputError("net.damaged", file=str(path)) from None
    return header, net


def check_sum(shift: int, bias: int) -> None:
    """Raise ValueError unless a sum can be divided, and what it begins with is an estimate.

    Kernels shift without looking: what a negative shift makes of a sum is not defined.
    """
    if not 0 <= shift <= MOST_SHIFT or abs(bias) >> shift > MOST_ESTIMATE:
        raise ValueError


def check_made(header: Header) -> None:
    """Raise ValueError or TypeError unless what a file says about its making can be shown."""
    numbers = [header[name] for name in ("games", "positions", "loss") if name in header]
    for positions, chance, points in header.get("reliability", ()):
        numbers += positions, chance, points
    if not all(math.isfinite(number) for number in numbers):
        raise ValueError


def net_for(game: Core, path: Path) -> Words:
    """The net of a file, which must be one for this game; raises InputError."""
    header, net = read_net(path)
    check_fits(game, path, header)
    return net


def check_fits(game: Core, path: Path, header: Header) -> None:
    """Raise InputError unless a net is for this game."""
    if header["rules_hash"] != game.rules_hash:
        raise InputError("net.other_game", file=str(path), made=header["game"], game=game)
    wanted = (game.features_version, int(feature_rows(game.rules)))
    if (header["features"], header["rows"]) != wanted:
        raise InputError("net.other_features", file=str(path), game=game)


def shipped_path(game: Core) -> Path | None:
    """The file of the net that comes with the program for this game; None: there is none."""
    name = f"{game.family}-{game.rules_hash}{ENDING}"
    path = Path(str(files(__package__).joinpath(FOLDER, name)))
    return path if path.is_file() else None


def usual_net(game: Core) -> tuple[Header, Words] | None:
    """That net if players use it unless they are told otherwise: its header says `usual`."""
    path = shipped_path(game)
    if path is None:
        return None
    header, net = read_net(path)
    if not header.get("usual"):
        return None
    check_fits(game, path, header)
    return header, net


def shipped_net(game: Core) -> Words | None:
    """That net; None: there is none that fits."""
    path = shipped_path(game)
    return None if path is None else net_for(game, path)
