"""A conversation with an engine of either protocol, without a process."""

import io
from collections.abc import Callable
from typing import TextIO

from yomikiri.protocols.engine import Engine


class Talk:
    """An engine and what it says."""

    def __init__(self, make: Callable[[TextIO], Engine]) -> None:
        self.output = io.StringIO()
        self.engine = make(self.output)

    def tell(self, *lines: str) -> list[str]:
        """What it answers, once it has nothing to do."""
        before = len(self.output.getvalue())
        for line in lines:
            self.engine.obey(line)
        self.engine.await_ready()
        errand = self.engine.errand
        if errand is not None and errand.worker is not None:
            errand.worker.join(300)  # a kernel may be compiled
        return self.output.getvalue()[before:].splitlines()
