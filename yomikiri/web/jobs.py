"""Work that takes time: off the event loop, bounded, watched and stopped.

A job runs in a thread of a small pool.  Searches leave Python's lock while they run, so the server
answers meanwhile; they are stopped through their own flags, not by killing a thread.
"""

import asyncio
import json
import logging
import math
import secrets
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from yomikiri.errors import InputError
from yomikiri.jit import is_compiling
from yomikiri.uncompiled import HURRY
from yomikiri.web.limits import Busy, Conflict, Limits, NotFound
from yomikiri.web.security import error_view
from yomikiri.web.store import why_unstored
from yomikiri.words import message

QUICK, SLOW = "quick", "slow"  # seconds; minutes
TICK = 0.15  # seconds between two looks at a job
WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"
FINISHED = (DONE, FAILED, CANCELLED)

Work = Callable[["Job"], Any]
LOG = logging.getLogger("yomikiri.web")


class Job:
    """Work to be done; `key` is the same for the same question."""

    def __init__(self, kind: str, key: str, work: Work) -> None:
        self.id = secrets.token_urlsafe(12)
        self.kind, self.key, self.work = kind, key, work
        self.state = WAITING
        self.progress: Any = None
        self.result: Any = None
        self.error: object = ""
        self.is_cancelled = False
        self.on_cancel: Callable[[], None] = lambda: None
        self.look: Callable[[], Any] | None = None  # its progress, when asked for
        self.patience = math.inf  # seconds for which it goes on while nobody asks about it
        self.followers = 0  # streams of its events
        self.seen = time.monotonic()  # when somebody last asked about it
        self.ended = threading.Event()

    def run(self) -> None:
        """Do the work; never raises."""
        try:
            if not (self.is_cancelled or self.is_unwanted):
                self.state = RUNNING
                self.result = self.work(self)
            self.state = CANCELLED if self.result is None else DONE
        except (InputError, Busy, NotFound, Conflict) as error:
            self.fail(error)
        except KeyboardInterrupt:
            self.state = CANCELLED
        except MemoryError:
            self.fail(message("web.memory"))
        except sqlite3.OperationalError as error:
            self.fail(why_unstored(error))
        except Exception:
            self.fail(message("web.crashed"))
            LOG.exception("the job %s failed", self.kind)
        finally:
            self.let_go()
            self.ended.set()

    def let_go(self) -> None:
        """Forget what did the work: a search has a table of many megabytes."""
        self.work, self.on_cancel, self.look = (lambda job: None), (lambda: None), None

    def fail(self, error: object) -> None:
        """Note why there is no result."""
        self.error, self.state = error, FAILED

    def cancel(self) -> None:
        """Stop soon; a search may still say what it knows."""
        self.is_cancelled = True
        self.on_cancel()

    @property
    def is_unwanted(self) -> bool:
        """Whether nobody follows it, or has asked about it for some time."""
        return not self.followers and time.monotonic() - self.seen > self.patience

    def check(self) -> None:
        """Called by a search now and then: ends it as Ctrl-C would."""
        self.is_cancelled |= self.is_unwanted
        if self.is_cancelled:
            raise KeyboardInterrupt

    def view(self) -> dict[str, Any]:
        """As JSON."""
        self.seen = time.monotonic()
        look = self.look  # the job may end meanwhile
        if look is not None and self.state == RUNNING:
            self.progress = look()
        return {
            "job": self.id,
            "kind": self.kind,
            "state": self.state,
            "compiling": self.state == RUNNING and (is_compiling() or HURRY.is_on),
            "progress": self.progress,
            "result": self.result,
            **(error_view(self.error) if self.error else {"error": None, "errors": None}),
        }


class Jobs:
    """Two pools, so that a long solve does not keep players from moving."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lock = threading.Lock()
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.pools = {
            QUICK: ThreadPoolExecutor(limits.quick_workers, "quick"),
            SLOW: ThreadPoolExecutor(limits.slow_workers, "slow"),
        }
        self.loads = {QUICK: 0, SLOW: 0}

    def start(self, pool: str, kind: str, key: str, work: Work, patience: float = math.inf) -> Job:
        """A new job, or the one already at work on the same; raises Busy.

        It ends when nobody has asked about it for `patience` seconds.
        """
        with self.lock:
            for job in reversed(self.jobs.values()):
                if job.key == key and job.state not in FINISHED and not job.is_cancelled:
                    job.seen = time.monotonic()
                    return job
            if self.loads[pool] >= self.limits.waiting:
                raise Busy("web.busy")
            self.loads[pool] += 1
            job = Job(kind, key, work)
            job.patience = patience
            self.jobs[job.id] = job
            self.forget()

        def run() -> None:
            try:
                job.run()
            finally:
                with self.lock:
                    self.loads[pool] -= 1

        self.pools[pool].submit(run)
        return job

    def forget(self) -> None:
        """Drop the oldest finished jobs."""
        for id in list(self.jobs):
            if len(self.jobs) <= self.limits.finished_jobs:
                break
            if self.jobs[id].state in FINISHED:
                del self.jobs[id]

    def get(self, id: str) -> Job:
        """The job of this name; raises NotFound."""
        with self.lock:
            if id not in self.jobs:
                raise NotFound("web.no_job")
            return self.jobs[id]

    def working(self, key: str) -> Job | None:
        """The job at work on this question."""
        with self.lock:
            for job in self.jobs.values():
                if job.key == key and job.state not in FINISHED:
                    return job
        return None

    def close(self) -> None:
        """Stop everything."""
        with self.lock:
            jobs = list(self.jobs.values())
        for job in jobs:
            job.cancel()
        for pool in self.pools.values():
            pool.shutdown(wait=True, cancel_futures=True)


async def events(job: Job) -> AsyncIterator[str]:
    """A job as server-sent events, one whenever it has changed, until it ends."""
    job.followers += 1
    try:
        async for text in changes(job):
            yield f"data: {text}\n\n"
    finally:
        job.followers -= 1
        job.seen = time.monotonic()


async def changes(job: Job) -> AsyncIterator[str]:
    """A job's JSON whenever it has changed, until it ends."""
    sent = ""
    while True:
        is_last = job.ended.is_set()
        text = json.dumps(job.view(), ensure_ascii=False)
        if text != sent:
            yield text
            sent = text
        if is_last:
            return
        # A threading.Event cannot be awaited; a short sleep costs less than a thread that waits.
        for _ in range(15):
            await asyncio.sleep(TICK / 15)
            if job.ended.is_set():
                break
