"""The one way to hand out work: calls are given, results are taken as they come.

A crew works in this process, in processes of this machine or on a cluster; whoever gives the work
need not know which.  A call is a function of a module and arguments that can be sent to another
process.  It may be made twice, when a worker died over it, so it must not matter if it is.
"""

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from typing import Any, NamedTuple, Self

from yomikiri.errors import Said

MOST_JOBS = max(64, os.cpu_count() or 1)  # more only take each other's time and memory
MOST_DEATHS = 5  # of workers, one after the other with no result between: then something is wrong


class WorkersLost(Said):
    """Workers end again and again, or cannot be reached."""


class Call(NamedTuple):
    """A piece of work."""

    key: Hashable  # by which its giver knows it again
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


class Result(NamedTuple):
    """What came of a call."""

    key: Hashable
    value: Any


class Crew(ABC):
    """Workers, to be used in a `with`: at its end they stop, whatever they are doing.

    What a call raises is raised by `take`.
    """

    size = 1  # how many calls are worked on at a time
    calls: Sized  # those given of which no result was taken
    deaths = 0  # workers that were killed, or lost; their calls were given to others

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How many calls have been given of which no result was taken."""
        return len(self.calls)

    @abstractmethod
    def give(self, call: Call) -> None:
        """Have a call made."""

    @abstractmethod
    def take(self, timeout: float | None = None) -> list[Result]:
        """Results that have come; waits for one, at most `timeout` seconds.  Empty: none came."""

    @abstractmethod
    def close(self) -> None:
        """Stop everybody; results that were not taken are lost."""

    def each(self, calls: Iterable[Call], ahead: int = 4) -> Iterator[Result]:
        """The results of all calls, as they come; at most `ahead` calls a worker wait in line."""
        for call in calls:
            self.give(call)
            if self.waiting >= max(1, (ahead if self.size > 1 else 1) * self.size):
                yield from self.take()
        while self.waiting:
            yield from self.take()


class Here(Crew):
    """No workers but the one who asks."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque()

    def give(self, call: Call) -> None:
        self.calls.append(call)

    def take(self, timeout: float | None = None) -> list[Result]:
        if not self.calls:
            return []
        call = self.calls.popleft()
        return [Result(call.key, call.function(*call.arguments))]

    def close(self) -> None:
        self.calls.clear()
