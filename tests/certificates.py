"""What tests of certificates share."""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import yomikiri_verify as checker
from yomikiri.solve import solve

ROOT = Path(__file__).parent.parent


def make(folder: Path, game: str, goal: str = "score", moves: str = "") -> Path:
    """A certificate, written once."""
    path = folder / f"{game}-{goal}-{moves}".replace(":", "-").replace(" ", "")
    if not path.exists():
        solve(game, goal=goal, moves=moves, certificate=path)
    return path


def fault_of(path: Path) -> str:
    """The name of what is wrong with a certificate; "" if it is valid."""
    try:
        found = checker.Certificate(str(path))
        for proof in found.proofs:
            found.check(proof)
    except checker.Fault as fault:
        return str(fault.args[0])
    return ""


def parts_of(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header and what follows it."""
    _, header, body = path.read_bytes().split(b"\n", 2)
    return json.loads(header), body


def rewritten(path: Path, header: object, body: bytes, name: str = "forged") -> Path:
    """Another certificate with a right checksum."""
    content = json.dumps(header).encode() + b"\n" + body
    digest = hashlib.sha256(content).hexdigest()
    forged = path.with_name(name)
    forged.write_bytes(f"yomikiri certificate 1 {digest}\n".encode() + content)
    return forged


def with_moves(path: Path, moves: bytes) -> Path:
    """The same certificate with other moves in the first proof's only chunk."""
    header, body = parts_of(path)
    streams = header["proofs"][0]["streams"]
    size = streams[1][3]
    packed = zlib.compress(moves)
    streams[1][2:] = [len(moves), len(packed)]
    return rewritten(path, header, packed + body[size:])


def moves_of(path: Path) -> bytes:
    """The moves of the first proof's only chunk."""
    header, body = parts_of(path)
    assert len(header["proofs"][0]["streams"]) == 2
    return zlib.decompress(body[: header["proofs"][0]["streams"][1][3]])
