"""Ctrl-C while the command `yomikiri` is being loaded, or ends: it ends without a traceback.

Numba takes a second to load, and a KeyboardInterrupt anywhere in it can even be lost.  For who
imports the package into a program of their own nothing changes.
"""

import os
import signal
import sys
from typing import NoReturn

NAME = "yomikiri"
INTERRUPTED = 130  # the exit code


def is_command() -> bool:
    """Whether this process is the command, or `python -m yomikiri`."""
    if sys.argv[:1] == ["-m"]:  # as long as the module is being looked for
        words = sys.orig_argv
        return words[words.index("-m") + 1 :][:1] == [NAME] if "-m" in words else False
    return bool(sys.argv) and os.path.basename(sys.argv[0]).split(".")[0] == NAME


def end(*_: object) -> NoReturn:
    """End at once."""
    os._exit(INTERRUPTED)


def begin() -> None:
    """From now on Ctrl-C ends the process, if it is the command."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)


def done() -> None:
    """Everything is loaded: Ctrl-C raises KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
