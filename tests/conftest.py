"""What all tests share: their order, how many examples are tried, what needs the compiler."""

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

# A shell's background jobs ignore Ctrl-C, and so would whatever the tests start there.
signal.signal(signal.SIGINT, signal.default_int_handler)

IN_A_BROWSER = (
    "test_web_browser.py",
    "test_web_dice.py",
    "test_web_tools.py",
    "test_web_access.py",
    "test_web_faults.py",
    "test_web_review.py",
    "test_web_teach.py",
    "test_web_layout.py",
    "test_web_return.py",
    "test_web_reader.py",
)

# What takes longest with nothing compiled, the longest first: at the end no core waits for another.
LONGEST = (
    *IN_A_BROWSER,
    "test_jit.py",
    "test_every_game.py",
    "test_solve.py",
    "test_analysis.py",
    "test_docs.py",
    "test_ending_lists.py",
    "test_janken_numbers.py",
    "test_ending.py",
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

# What compiles, kills, builds or clicks by the dozen: `make test` leaves it to `make test-more`.
HEAVY = {
    *IN_A_BROWSER,
    "test_atlas.py",
    "test_certificates_of_tables.py",
    "test_checking_games.py",
    "test_compiler.py",
    "test_ending_lists.py",
    "test_ending_match.py",
    "test_ending_random.py",
    "test_exchange.py",
    "test_exercise.py",
    "test_janken_numbers.py",
    "test_jit.py",
    "test_lists.py",
    "test_notebooks.py",
    "test_outside.py",
    "test_processes.py",
    "test_reached_tables.py",
    "test_shogi_tables.py",
    "test_stats.py",
    "test_store_certificates.py",
    "test_store_cluster.py",
    "test_store_kills.py",
    "test_teacher.py",
    "test_versions.py",
    "test_web_lasting.py",
    "test_web_server.py",
    "test_work.py",
}

# What takes long even with everything compiled: `make quick` leaves that out, too.
LONG = {
    "test_cache.py",
    "test_certificates.py",
    "test_df_pn.py",
    "test_distances.py",
    "test_docs.py",
    "test_ending.py",
    "test_ending_numbering.py",
    "test_fit.py",
    "test_janken_players.py",
    "test_lesson.py",
    "test_library.py",
    "test_look_ahead.py",
    "test_mate.py",
    "test_mcts.py",
    "test_measured.py",
    "test_monte_carlo.py",
    "test_nip_thesis.py",
    "test_players.py",
    "test_report.py",
    "test_retrograde.py",
    "test_review.py",
    "test_shogi.py",
    "test_shogi_records.py",
    "test_solve.py",
    "test_stages.py",
    "test_store.py",
    "test_store_search.py",
    "test_tables.py",
    "test_terminal.py",
    "test_toy.py",
    "test_tune.py",
    "test_types.py",
    "test_uci.py",
    "test_why.py",
}

T = TypeVar("T")

QUICK = os.environ.get("YOMIKIRI_QUICK") == "1"  # `make quick`: fewer examples
ALL = os.environ.get("YOMIKIRI_ALL") == "1"  # `make test-all`: every case
COMPILER_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def portion(number: int) -> int:
    """How many of so many random cases are tried: all in `make test-all`, else a third."""
    return number if ALL else (number + 2) // 3


def some(cases: Sequence[T]) -> Sequence[T]:
    """These cases in `make test-all`, else every third of them."""
    return cases[:: 1 if ALL else 3]


def free_port() -> int:
    """A port that a server can have, also a second time after it was killed."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests that wait for something leave one idle."""
    return (os.cpu_count() or 1) + 1


class Scheduling(LoadFileScheduling):  # type: ignore[misc]
    """A file's tests stay together, for they share what they built; so do those in a browser."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "browser" if file.rpartition("/")[2] in IN_A_BROWSER else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    return Scheduling(config, log)


# The first example of a test may compile a kernel: no deadline, and slowness is no failure.
settings.register_profile(
    "yomikiri",
    deadline=None,
    max_examples=10 if QUICK else 15 if COMPILER_OFF else 60,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("yomikiri")


@pytest.fixture(autouse=True, scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty home for this process: what somebody built must not change what the tests see.

    pytest deletes it at the end, or, if it was killed, at the start of a later run.
    """
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        patch.setenv("YOMIKIRI_HURRY", "0")  # answers must not depend on what is compiled already
        for name in ("YOMIKIRI_TABLES", "YOMIKIRI_STORES"):
            patch.delenv(name, raising=False)
        yield folder


@pytest.fixture
def yk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Any]:
    """Run the command line in this process, in English and in an empty folder."""
    from tests.command_line import Result
    from yomikiri import cli

    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("YOMIKIRI_QUIET", "1")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Result:
        code = cli.run([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server and a browser for all tests of the page."""
    from tests.browser import running

    with running(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(autouse=True)
def nothing_for_others(home: Path) -> Iterator[None]:
    """What a test built in the common folder goes with it: it would answer the others."""
    yield
    for entry in home.iterdir():
        shutil.rmtree(entry)


@pytest.fixture(autouse=True, scope="module")
def no_strangers() -> Iterator[None]:
    """Games from outside that a file of tests uses are forgotten after it."""
    from yomikiri.games import FAMILIES

    known = dict(FAMILIES)
    yield
    FAMILIES.clear()
    FAMILIES.update(known)


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, mark the long; skip what needs the compiler if it is off."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))
    for item in items:
        if item.path.name in HEAVY:
            item.add_marker("heavy")
        elif item.path.name in LONG:
            item.add_marker("long")
        if item.path.name in IN_A_BROWSER:
            # A browser on busy cores may be late for once; what fails twice is a fault.
            item.add_marker(pytest.mark.flaky(reruns=1))
    if COMPILER_OFF:
        skip = pytest.mark.skip(reason="needs the compiler, and NUMBA_DISABLE_JIT is set")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
