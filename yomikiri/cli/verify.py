"""The command `verify`: whether a certificate proves its claim."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Threads, number
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.errors import InputError
from yomikiri.solve.options import check_threads
from yomikiri.verify.verdict import Verdict
from yomikiri.verify.verdict import verify as check
from yomikiri.words import say

VALID, NOT_VALID, NOT_A_CERTIFICATE = 0, 1, 2

File = Annotated[Path, typer.Argument(metavar="FILE")]


@command
def verify(
    file: File,
    *,
    fast: Annotated[bool, typer.Option("--fast")] = False,
    sample: Annotated[float, typer.Option(parser=number, metavar="P")] = 1.0,
    threads: Threads = 1,
    screen: Screen,
) -> int:
    """Check a certificate by rules that were written apart from the solver's."""
    if not 0 < sample <= 1:
        raise InputError("verify.sample", got=sample)
    found = check(file, fast=fast, share=sample, threads=check_threads(threads))
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
        checked, time = found.checked, duration(found.seconds)
        name = "verify.unrefuted" if checked.checked < checked.chunks else "verify.valid"
        screen.print(words(name, claim=found.certificate.claim))
        screen.print(words("verify.checked", positions=checked.positions, time=time))
        if checked.checked < checked.chunks:
            fields = {"checked": checked.checked, "chunks": checked.chunks}
            screen.print(words("verify.sampled", **fields, doubt=100 * checked.doubt))
    elif found.is_certificate:
        screen.print(words("verify.invalid", why=found.reason))
    else:
        screen.print(words("verify.foreign", why=found.reason))
