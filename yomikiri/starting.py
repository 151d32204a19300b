"""The command `yomikiri` while it is being loaded, or ends: Ctrl-C ends it without a traceback.

Numba takes a second to load, and a KeyboardInterrupt anywhere in it can even be lost.  Nor is
garbage collected meanwhile: all that is loaded stays, and looking through it again and again takes
an eighth of the time.  For who imports the package into a program of their own nothing changes.
"""

import gc
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
    """From now on Ctrl-C ends the process, and nothing is collected, if it is the command."""
    if is_command():
        gc.disable()
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end)


def done() -> None:
    """Everything is loaded, and stays: Ctrl-C raises KeyboardInterrupt again."""
    if is_command():
        gc.freeze()
        gc.enable()
    if signal.getsignal(signal.SIGINT) is end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
