"""What all tests share: their order, how many examples are tried, what needs the compiler."""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A shell's background jobs ignore Ctrl-C, and so would whatever the tests start there.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tables that somebody built must not change what the tests see.
TABLES = tempfile.mkdtemp(prefix="yomikiri-tests-")
os.environ["YOMIKIRI_TABLES"] = TABLES

# What takes longest with nothing compiled, the longest first: at the end no core waits for another.
LONGEST = (
    "test_jit.py",
    "test_web_browser.py",
    "test_every_game.py",
    "test_solve.py",
    "test_analysis.py",
    "test_docs.py",
    "test_ending_lists.py",
    "test_janken_numbers.py",
    "test_ending.py",
    "test_web_access.py",
    "test_web_tools.py",
    "test_rules.py",
    "test_shogi.py",
    "test_retrograde.py",
    "test_mcts.py",
    "test_tune.py",
    "test_ending_match.py",
    "test_fit.py",
    "test_look_ahead.py",
    "test_versions.py",
    "test_shogi_tables.py",
    "test_processes.py",
    "test_players.py",
    "test_janken_players.py",
    "test_tables.py",
    "test_toy.py",
)

# What takes long even with everything compiled: `make quick` leaves it out.
LONG = {
    "test_cache.py",
    "test_ending.py",
    "test_ending_match.py",
    "test_ending_numbering.py",
    "test_ending_random.py",
    "test_exchange.py",
    "test_janken_numbers.py",
    "test_jit.py",
    "test_lists.py",
    "test_processes.py",
    "test_shogi_tables.py",
    "test_terminal.py",
    "test_tune.py",
    "test_uci.py",
    "test_versions.py",
    "test_web_access.py",
    "test_web_browser.py",
    "test_web_server.py",
    "test_web_tools.py",
}

QUICK = os.environ.get("YOMIKIRI_QUICK") == "1"  # `make quick`: fewer examples
ALL = os.environ.get("YOMIKIRI_ALL") == "1"  # `make test-all`: every case
COMPILER_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def portion(number: int) -> int:
    """How many of so many random cases are tried: all in `make test-all`, else a third."""
    return number if ALL else (number + 2) // 3


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests that wait for something leave one idle."""
    return (os.cpu_count() or 1) + 1


# The first example of a test may compile a kernel: no deadline, and slowness is no failure.
settings.register_profile(
    "yomikiri",
    deadline=None,
    max_examples=10 if QUICK else 15 if COMPILER_OFF else 60,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("yomikiri")


@pytest.fixture(autouse=True)
def no_tables_for_others() -> Iterator[None]:
    """What a test built in the common folder goes with it: it would answer the others."""
    yield
    for name in os.listdir(TABLES):
        os.remove(os.path.join(TABLES, name))


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, mark the long; skip what needs the compiler if it is off."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))
    for item in items:
        if item.path.name in LONG:
            item.add_marker("long")
    if COMPILER_OFF:
        skip = pytest.mark.skip(reason="needs the compiler, and NUMBA_DISABLE_JIT is set")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
