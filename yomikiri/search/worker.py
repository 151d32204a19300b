"""Running a kernel in a thread of its own: kernels see neither the clock nor Ctrl-C."""

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

POLL = 0.05  # seconds between looks at the clock and for Ctrl-C

Result = TypeVar("Result")


def await_kernel(
    kernel: Callable[[], Result],
    stop: Callable[[], Any],
    *,
    end: float | None = None,
    poll: Callable[[], None] | None = None,
) -> Result:
    """What `kernel` returns.

    `stop` must make it return soon: it is called when the clock (`time.perf_counter`) passes
    `end`, and when Ctrl-C or `poll` raises something, which then goes on from here.
    """
    results: list[Result] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.append(kernel())
        except BaseException as failure:
            failures.append(failure)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            patience = POLL if end is None else min(POLL, end - time.perf_counter())
            worker.join(max(0.001, patience))
            if end is not None and time.perf_counter() > end and worker.is_alive():
                stop()
            if poll is not None:
                poll()
    except BaseException:
        stop()
        worker.join()
        raise
    if failures:
        raise failures[0]
    return results[0]
