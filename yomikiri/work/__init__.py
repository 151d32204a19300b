"""The one way to hand out work, and runs that go on after a kill."""

from yomikiri.errors import InputError
from yomikiri.work.crew import MOST_JOBS, Call, Crew, Here, Result, WorkersLost
from yomikiri.work.processes import (
    Processes,
    heed,
    heeding,
    is_stopping,
    leave_if_read_again,
    stopped_with_work,
)

__all__ = [
    "MOST_JOBS",
    "Call",
    "Crew",
    "Result",
    "WorkersLost",
    "check_crew",
    "heed",
    "heeding",
    "hire",
    "is_stopping",
    "leave_if_read_again",
    "stopped_with_work",
]


def check_crew(jobs: int = 1, cluster: str = "") -> None:
    """Whether such a crew can be; raises InputError."""
    if jobs < 1:
        raise InputError("number.least", name="jobs", least=1, got=jobs)
    if jobs > MOST_JOBS:
        raise InputError("number.whole_range", name="jobs", least=1, most=MOST_JOBS, got=jobs)
    if cluster and jobs > 1:
        raise InputError("work.two_crews")
    if jobs > 1:
        leave_if_read_again()


def hire(jobs: int = 1, cluster: str = "", *, joins: bool = False) -> Crew:
    """A crew: in this process, in `jobs` processes, or on a cluster (`tcp://...`, `local:N`).

    Where the one who asks `joins` in, one of the processes is this one.

    >>> with hire() as crew:
    ...     crew.give(Call("sum", max, (3, 4)))
    ...     crew.take()
    [Result(key='sum', value=4)]
    """
    check_crew(jobs, cluster)
    if cluster:
        from yomikiri.work.cluster import Cluster  # an extra that few have

        return Cluster(cluster)
    return Processes(jobs, joins=joins) if jobs > 1 else Here()
