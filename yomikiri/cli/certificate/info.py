"""The command `certificate info`: what a certificate claims and how large its proofs are."""

from yomikiri.cli.command import command
from yomikiri.cli.screen import Screen
from yomikiri.cli.verify import File
from yomikiri.errors import InputError, reason
from yomikiri.verify.verdict import open_certificate
from yomikiri.words import message
from yomikiri_verify import Fault, Proof

BOUNDS = {"x": "at_least", "o": "at_most"}


@command
def info(file: File, *, screen: Screen) -> int:
    """What a certificate claims, and how large its proofs are; the proofs are not checked."""
    try:
        found = open_certificate(file)
    except Fault as fault:
        kind, text = fault.args
        raise InputError("verify.foreign", why=message(f"verify.{kind}", text=text)) from None
    except OSError as error:
        raise InputError("verify.foreign", why=reason(error)) from None
    proofs = [sums(proof) for proof in found.proofs]
    if screen.as_json:
        screen.document(
            {
                "game": found.game,
                "position": found.text,
                "goal": found.goal,
                "value": found.value,
                "claim": found.claim,
                "cut": found.cut,
                "bytes": found.end,
                "sha256": found.digest,
                "proofs": proofs,
            }
        )
        return 0
    screen.print(f"{found.game}  {found.text}  ({found.goal})")
    screen.print(found.claim)
    for proof in proofs:
        screen.print(screen.words("verify.sum", **proof))
    screen.print(screen.words("verify.cut", cut=found.cut))
    screen.print(f"SHA-256 {found.digest}")
    return 0


def sums(proof: Proof) -> dict[str, object]:
    """How much a proof has."""
    prover, _, split, streams = proof
    _, _, positions, moves, size = (sum(column) for column in zip(*streams, strict=True))
    return {
        "bound": BOUNDS[prover],
        "split": split,
        "positions": positions,
        "moves": moves,
        "bytes": size,
        "chunks": len(streams) - 1,
    }
