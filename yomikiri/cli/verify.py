"""The command `verify`: whether a certificate proves its claim."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.verify.verdict import Verdict
from yomikiri.verify.verdict import verify as check
from yomikiri.words import say

VALID, NOT_VALID, NOT_A_CERTIFICATE = 0, 1, 2

File = Annotated[Path, typer.Argument(metavar="FILE")]


@command
def verify(file: File, *, screen: Screen) -> int:
    """Check a certificate by rules that were written apart from the solver's."""
    found = check(file)
    if screen.as_json:
        screen.document(found.to_dict(say(found.reason, screen.words.language)))
    else:
        show(screen, found)
    if not found.is_certificate:
        return NOT_A_CERTIFICATE
    return VALID if found.valid else NOT_VALID


def show(screen: Screen, found: Verdict) -> None:
    """What is claimed, and whether it is proved."""
    words = screen.words
    if found.certificate is not None:
        screen.print(f"{found.certificate.game}  {found.certificate.text}")
    if found.valid and found.certificate is not None:
        screen.print(words("verify.valid", claim=found.certificate.claim))
        time = duration(found.seconds)
        screen.print(words("verify.checked", positions=found.positions, time=time))
    elif found.is_certificate:
        screen.print(words("verify.invalid", why=found.reason))
    else:
        screen.print(words("verify.foreign", why=found.reason))
