"""What a check of a certificate found; the check by the stand-alone program."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import reason
from yomikiri.words import Message, message
from yomikiri_verify import Certificate, Fault

FOREIGN = "magic"  # the fault of a file that is no certificate

Check = Callable[[Certificate], int]  # how many positions were checked; raises Fault


class Verdict(NamedTuple):
    """Whether a file proves what it claims."""

    certificate: Certificate | None  # None: its header or checksum is wrong
    valid: bool
    positions: int
    seconds: float
    fault: str = ""  # its name
    reason: Message | str = ""  # what is wrong

    @property
    def is_certificate(self) -> bool:
        """Whether the file is a certificate at all, right or wrong."""
        return self.fault != FOREIGN

    def to_dict(self, reason: str) -> dict[str, Any]:
        """The JSON of `verify`."""
        found = self.certificate
        return {
            "valid": self.valid,
            "game": None if found is None else found.game,
            "position": None if found is None else found.text,
            "goal": None if found is None else found.goal,
            "claim": None if found is None else found.claim,
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
            "reason": reason,
        }


def check_slowly(certificate: Certificate) -> int:
    """Everything, by the stand-alone program."""
    return sum(certificate.check(proof) for proof in certificate.proofs)


def verify(path: Path, check: Check = check_slowly) -> Verdict:
    """Whether the file at `path` is a certificate that proves its claim."""
    started = time.perf_counter()
    certificate = None
    try:
        certificate = Certificate(str(path))
        positions = check(certificate)
    except Fault as fault:
        kind, text = fault.args
        why: Message | str = message(f"verify.{kind}", text=text)
        return Verdict(certificate, False, 0, time.perf_counter() - started, kind, why)
    except OSError as error:
        return Verdict(None, False, 0, time.perf_counter() - started, FOREIGN, reason(error))
    return Verdict(certificate, True, positions, time.perf_counter() - started)
