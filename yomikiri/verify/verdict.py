"""What a check of a certificate found."""

import time
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import reason
from yomikiri.verify.fast import Checked, check_streams
from yomikiri.verify.repeating import RepeatingCertificate
from yomikiri.words import Message, message
from yomikiri_verify import Certificate, Fault

FOREIGN = "magic"  # the fault of a file that is no certificate
NOTHING = Checked(0, 0, 0)


class Verdict(NamedTuple):
    """Whether a file proves what it claims."""

    certificate: Certificate | None  # None: its header or checksum is wrong
    valid: bool
    checked: Checked
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
            "positions": self.checked.positions,
            "seconds": round(self.seconds, 3),
            "reason": reason,
            "chunks": self.checked.chunks,
            "checked": self.checked.checked,
            "doubt": round(self.checked.doubt, 4),
        }


def open_certificate(path: Path) -> Certificate:
    """The certificate in a file, of whatever game; raises Fault."""
    try:
        return Certificate(str(path))
    except Fault as fault:
        if fault.args[0] != "game":
            raise
    return RepeatingCertificate(str(path))


def verify(path: Path, *, fast: bool = False, share: float = 1.0, threads: int = 1) -> Verdict:
    """Whether the file at `path` is a certificate that proves its claim.

    With a `share` below 1 only some chunks are looked at, chosen at random: see `Checked.doubt`.
    """
    started = time.perf_counter()
    certificate = None
    try:
        certificate = open_certificate(path)
        checked = check_streams(certificate, fast=fast, share=share, threads=threads)
    except Fault as fault:
        kind, text = fault.args
        why: Message | str = message(f"verify.{kind}", text=text)
        return Verdict(certificate, False, NOTHING, time.perf_counter() - started, kind, why)
    except OSError as error:
        return Verdict(None, False, NOTHING, time.perf_counter() - started, FOREIGN, reason(error))
    return Verdict(certificate, True, checked, time.perf_counter() - started)
