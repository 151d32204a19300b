"""A crew on a Dask cluster: one that is there already (`tcp://host:8786`), or `local:N` for a try.

A call there and back takes about 50 ms (10 ms of CPU time): a call should take a second or more.
Results are fetched and released at once; what a dead worker or a lost scheduler knew is asked for
again.
"""

import re
import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games import meet, strangers
from yomikiri.work.crew import MOST_DEATHS, MOST_JOBS, Call, Crew, Result, WorkersLost

LOCAL = "local:"
ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://[^\s/]+:[0-9]{1,5}/?")
PATIENCE = 300.0  # seconds to wait for a scheduler that does not answer
LOOK = 1.0  # seconds between two looks at whether the scheduler is there
WORKER_MEMORY = "4GiB"  # of a worker of `local:N`; one that takes more is started again


class Cluster(Crew):
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        self.distributed = import_distributed()
        self.address = address
        self.own: Any = None  # the cluster, where it is ours
        self.calls: dict[Hashable, Call] = {}
        self.futures: dict[Hashable, Any] = {}
        self.ended: SimpleQueue[tuple[Hashable, Any]] = SimpleQueue()
        self.in_a_row = 0  # deaths since the last result
        self.threads, self.counted = 1, 0.0  # of all workers, and when that was
        if address.startswith(LOCAL):
            self.own = self.make_own(address.removeprefix(LOCAL))
        elif not ADDRESS.fullmatch(address):  # a client that cannot read it complains at its end
            raise InputError("work.address", got=address)
        self.client = self.connect()

    def make_own(self, number: str) -> Any:
        """A cluster of processes on this machine."""
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_JOBS):
            raise InputError("work.local", most=MOST_JOBS, got=number)
        return self.distributed.LocalCluster(
            n_workers=int(number),
            threads_per_worker=1,
            memory_limit=WORKER_MEMORY,
            dashboard_address=None,
            silence_logs=50,
        )

    def connect(self) -> Any:
        """A client of the scheduler; waits for one that does not answer."""
        end = time.monotonic() + (PATIENCE if self.calls else 10.0)
        while True:
            try:
                return self.distributed.Client(
                    self.own or self.address, timeout=5, set_as_default=False
                )
            except (OSError, ValueError) as error:
                if isinstance(error, ValueError) or (not self.calls and time.monotonic() > end):
                    raise InputError("work.no_scheduler", address=self.address) from None
                if time.monotonic() > end:
                    raise WorkersLost("work.no_scheduler", address=self.address) from None
                time.sleep(LOOK)

    @property
    def size(self) -> int:  # type: ignore[override]  # workers come and go
        """How many threads the workers have, as far as is known."""
        if time.monotonic() > self.counted + LOOK:
            with suppress(Exception):  # nobody answers just now
                self.threads = max(1, sum(self.client.nthreads().values()))
            self.counted = time.monotonic()
        return self.threads

    def give(self, call: Call) -> None:
        self.calls[call.key] = call
        try:
            future = self.client.submit(run, strangers(), call.function, call.arguments, pure=False)
        except Exception:  # the scheduler is lost: `take` finds out and gives it again
            return
        self.futures[call.key] = future
        future.add_done_callback(lambda ended, key=call.key: self.ended.put((key, ended)))

    def take(self, timeout: float | None = None) -> list[Result]:
        end = None if timeout is None else time.monotonic() + timeout
        while self.calls:
            try:
                key, future = self.ended.get(
                    timeout=LOOK if end is None else min(LOOK, timeout or 0)
                )
            except Empty:
                if self.client.status != "running":
                    self.reconnect()
                if end is not None and time.monotonic() >= end:
                    break
                continue
            if self.futures.get(key) is future and (result := self.result(key, future)) is not None:
                return [result]
        return []

    def result(self, key: Hashable, future: Any) -> Result | None:
        """What came of a call; None: nothing, and it was given again."""
        del self.futures[key]
        if future.status == "finished":
            try:
                value = future.result(timeout=30)
            except Exception:  # it was lost on its way
                self.again(key)
                return None
            future.release()
            del self.calls[key]
            self.in_a_row = 0
            return Result(key, value)
        if future.status == "error":
            error = future.exception()
            if not isinstance(error, self.distributed.KilledWorker):
                raise error
        self.again(key)
        return None

    def again(self, key: Hashable) -> None:
        """Give a call again whose worker died."""
        self.deaths += 1
        self.in_a_row += 1
        if self.in_a_row > MOST_DEATHS * max(1, len(self.calls)):
            raise WorkersLost("work.deaths", n=self.in_a_row)
        self.give(self.calls[key])

    def reconnect(self) -> None:
        """Find the scheduler again, and give everything again that has no result."""
        self.client.close(timeout=1)
        self.futures.clear()
        self.client = self.connect()
        for call in list(self.calls.values()):
            self.give(call)

    def close(self) -> None:
        self.calls.clear()
        for future in self.futures.values():
            future.cancel()
        self.futures.clear()
        self.client.close(timeout=5)
        if self.own is not None:
            self.own.close(timeout=5)


def run(
    families: Mapping[str, str], function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Any:
    """A call in a worker of the cluster."""
    meet(families)
    return function(*arguments)


def import_distributed() -> Any:
    """Dask's scheduler, if it is installed; it takes a second to load."""
    try:
        import distributed
    except ImportError:
        raise InputError("work.no_dask") from None
    return distributed
