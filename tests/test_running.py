"""Kernels that run where their answer is wanted, watched by another thread."""

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from yomikiri.games import load
from yomikiri.rules import move_buffer
from yomikiri.running import INTERRUPT, SECONDS, STOP, Handle, Limits, Runner
from yomikiri.search.perft import count_leaves

NIP = load("nip:8x8")
FOREVER, SOON = 30, 20.0  # plies that nobody counts to the end; seconds, on busy cores


class Count:
    """A kernel that goes on until it is told to stop."""

    def __init__(self) -> None:
        self.moves = move_buffer(FOREVER + 2)
        self.moves[0] = 0
        self.leaves(1)  # compile
        self.thread = 0
        last = threading.Timer(SOON, self.halt)  # if nobody else does
        last.daemon = True
        last.start()

    def leaves(self, depth: int = FOREVER) -> int:
        self.thread = threading.get_ident()
        return int(count_leaves(NIP.rules, NIP.start, depth, 0, 0, self.moves, 1))

    def halt(self) -> None:
        self.moves[0] = 1


@pytest.fixture
def late() -> Iterator[None]:
    """Fail, instead of counting for ever."""
    begun = time.perf_counter()
    yield
    assert time.perf_counter() - begun < SOON


def after(seconds: float, call: object, *args: object) -> None:
    """Call something in another thread."""
    threading.Timer(seconds, call, args).start()  # type: ignore[arg-type]


@pytest.mark.compiled
@pytest.mark.usefixtures("late")
def test_ctrl_c_ends_a_kernel_in_the_main_thread() -> None:
    count, runner = Count(), Runner()
    after(0.2, os.kill, os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        runner.run([count.leaves], count.halt)
    assert runner.reason == INTERRUPT
    assert count.thread == threading.get_ident()
    # What came then does not end what runs next.
    assert Runner().run([lambda: Count().leaves(5)], count.halt)[0] > 0
    assert signal.set_wakeup_fd(-1) == -1


@pytest.mark.compiled
@pytest.mark.usefixtures("late")
def test_the_clock_ends_kernels_one_after_the_other() -> None:
    for seconds in (0.3, 0.1, 0.2):  # the watch sleeps until an end that comes later than this one
        count, runner = Count(), Runner(Limits(seconds=seconds))
        for long in (100, 1e9):  # more than a system can sleep
            assert Runner(Limits(seconds=long)).run([lambda: time.sleep(0.01)], count.halt)
        runner.run([count.leaves], count.halt)
        assert runner.reason == SECONDS
        assert seconds <= runner.seconds < SOON


@pytest.mark.compiled
@pytest.mark.usefixtures("late")
def test_kernels_in_two_threads_end_each_at_its_own_time() -> None:
    counts = Count(), Count()
    runners = Runner(Limits(seconds=0.5)), Runner(Limits(seconds=0.2))
    order: list[int] = []

    def run(number: int) -> None:
        runners[number].run([counts[number].leaves], counts[number].halt)
        order.append(number)

    other = threading.Thread(target=run, args=(0,))
    other.start()
    run(1)
    other.join()
    assert [runner.reason for runner in runners] == [SECONDS, SECONDS]
    assert runners[0].seconds >= 0.5


@pytest.mark.compiled
@pytest.mark.usefixtures("late")
def test_a_handle_ends_a_kernel_from_another_thread() -> None:
    count, handle = Count(), Handle()
    runner = Runner(handle=handle)
    after(0.1, handle.stop)
    runner.run([count.leaves], count.halt)
    assert runner.reason == STOP


@pytest.mark.compiled
@pytest.mark.usefixtures("late")
def test_who_polls_is_called_in_the_thread_that_waits() -> None:
    count, seen = Count(), set()

    def poll() -> None:
        seen.add(threading.get_ident())
        if count.thread:
            raise LookupError

    with pytest.raises(LookupError):
        Runner(poll=poll).run([count.leaves], count.halt)
    assert seen == {threading.get_ident()}
    assert count.thread not in seen


def test_signals_reach_whoever_waited_for_them_before() -> None:
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    before = signal.set_wakeup_fd(writes)
    try:
        with pytest.raises(KeyboardInterrupt):
            Runner().run([lambda: signal.raise_signal(signal.SIGINT)], lambda: None)
        assert signal.set_wakeup_fd(writes) == writes
        assert os.read(reads, 10) == bytes([signal.SIGINT])
    finally:
        signal.set_wakeup_fd(before)
        os.close(reads)
        os.close(writes)


def test_what_a_job_raises_is_raised() -> None:
    runner = Runner()
    with pytest.raises(ZeroDivisionError):
        runner.run([lambda: 1 // 0], lambda: None)
    assert runner.reason == STOP
