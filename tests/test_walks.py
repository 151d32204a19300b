"""The walks of docs/map.md are true: these files, in this order, none twice.

Each request is made, and the calls that lead to its first kernel are compared with the page.
"""

import io
import re
import sys
import threading
import time
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import yomikiri
from tests.web import Page, client_of
from yomikiri import cli, rules, running
from yomikiri.search import alpha_beta, df_pn, look_ahead

PACKAGE = Path(yomikiri.__file__).parent
MAP = (PACKAGE.parent / "docs" / "map.md").read_text("utf-8")

KERNELS = ((alpha_beta, "search"), (df_pn, "prove"), (look_ahead, "best_of"))
RULES = ((rules, "play"),)

# The kernels are made ready before they are asked in earnest: that is not the walk.
READY = "think/warming.py"
# It calls the jobs that were handed to it, which is no second visit to where they were written.
RUNS_JOBS = "running.py"


class Walk:
    """Notes by which files a kernel is reached first, also from thread to thread."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.here = threading.local()

    def calls(self, frame: FrameType | None) -> list[str]:
        """The files of the calls from the door to this frame, without functions handed down."""
        files = []
        while frame is not None:
            path, name = Path(frame.f_code.co_filename), frame.f_code.co_qualname
            if path.is_relative_to(PACKAGE) and "<locals>" not in name:
                files.append(path.relative_to(PACKAGE).as_posix())
            frame = frame.f_back
        return [*getattr(self.here, "came_from", ()), *reversed(files)]

    def spy(self, kernel: Any) -> Callable[..., Any]:
        """The kernel, which tells how it was reached."""

        def reached(*args: Any) -> Any:
            files = [*self.calls(sys._getframe(1)), file_of(kernel)]
            if READY not in files and not self.files:
                self.files = files
            return kernel(*args)

        return reached

    def carried(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """What another thread will do, which then knows from where it was handed over."""
        came_from = self.calls(sys._getframe(2))

        def run(*args: Any, **options: Any) -> Any:
            self.here.came_from = came_from
            return work(*args, **options)

        return run

    def steps(self) -> list[str]:
        """Each file as it is entered; jobs that run in threads are not a second visit."""
        seen: list[str] = []
        for number, file in enumerate(self.files):
            if file == self.files[number - 1] or (file in seen and RUNS_JOBS in seen):
                continue
            seen.append(file)
        return seen


def file_of(kernel: Any) -> str:
    """Where a kernel is written."""
    code = getattr(kernel, "py_func", kernel).__code__
    return Path(code.co_filename).relative_to(PACKAGE).as_posix()


def written(title: str) -> list[str]:
    """A walk as the map has it."""
    section = MAP.partition(f"**{title}**")[2].partition("**")[0]
    return re.findall(r"^\d+\. `([^`]+)`", section, flags=re.MULTILINE)


@pytest.fixture
def walk(monkeypatch):
    """Sees where work is handed to other threads; spies are still to be set."""
    walk = Walk()
    monkeypatch.setenv("YOMIKIRI_QUIET", "1")
    hand_out, submit = running.hand_out, ThreadPoolExecutor.submit
    start = threading.Thread.start

    def started(thread: Any) -> None:
        thread._target = walk.carried(thread._target) if thread._target else None
        start(thread)

    monkeypatch.setattr(running, "hand_out", lambda job: hand_out(walk.carried(job)))
    monkeypatch.setattr(
        ThreadPoolExecutor,
        "submit",
        lambda pool, work, *args: submit(pool, walk.carried(work), *args),
    )
    monkeypatch.setattr(threading.Thread, "start", started)
    return walk


@pytest.fixture
def spies(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], Walk]:
    """Sets spies where Python calls kernels; kernels call each other, and are left alone."""

    def set_spies(kernels: Any) -> Walk:
        for home, name in kernels:
            kernel = getattr(home, name)
            spy = walk.spy(kernel)
            proxy = types.SimpleNamespace(**{**vars(home), name: spy})
            for module in list(sys.modules.values()):
                if re.match(r"yomikiri\.(?!search|rules)", module.__name__):
                    for key, value in list(vars(module).items()):
                        if value is kernel or value is home:
                            monkeypatch.setattr(module, key, spy if value is kernel else proxy)
        return walk

    return set_spies


def check(walk: Walk, title: str) -> None:
    """Compare a walk with the map."""
    steps = [f for f in written(title) if not f.startswith("web/static/")]
    assert len(set(written(title))) == len(written(title))
    assert all((PACKAGE / file).is_file() for file in written(title))
    assert walk.steps() == steps, f"the way of {title} is {' '.join(walk.steps())}"
    assert len(set(walk.steps())) == len(walk.steps()), "a file is visited twice"


@pytest.mark.long
def test_the_way_of_solve(spies):
    walk = spies(KERNELS)
    assert cli.run(["solve", "nip:4x6", "--nodes", "1000"]) == 0
    check(walk, "`yomikiri solve nip:4x6`")


def test_the_way_of_a_move_in_the_terminal(spies, monkeypatch):
    walk = spies(KERNELS)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1e1d\nquit\n"))
    assert cli.run(["play", "minishogi", "--second", "level:5"]) == 0
    check(walk, "A move of `yomikiri play minishogi --second level:5`")


class Patient(io.StringIO):
    """Lines of which the last comes when the others were answered."""

    def __init__(self, text: str, is_answered: Callable[[], bool]) -> None:
        super().__init__(text)
        self.is_answered = is_answered

    def readline(self, *args: Any) -> str:  # type: ignore[override]
        line = super().readline(*args)
        until = time.monotonic() + 60
        while line == "quit\n" and not self.is_answered() and time.monotonic() < until:
            time.sleep(0.01)
        return line


def test_the_way_of_go(spies, monkeypatch, capsys):
    walk = spies(KERNELS)
    lines = "isready\nposition startpos\ngo nodes 100\nquit\n"
    monkeypatch.setattr(sys, "stdin", Patient(lines, lambda: bool(walk.files)))
    assert cli.run(["engine", "minishogi"]) == 0
    check(walk, "`go` in USI")


@pytest.fixture
def page(tmp_path):
    with client_of(tmp_path) as client:
        yield Page(client)


def test_the_way_of_a_click(page, spies):
    game = page.begin("nip:4x4", players=["human", "level:5"])
    walk = spies(RULES)
    page.send(f"/games/{game['id']}/moves", {"move": "b1"})
    check(walk, "A click on the board in the page")


def test_the_way_of_the_answer_to_a_click(page, spies):
    game = page.begin("minishogi", players=["level:5", "human"])
    walk = spies(KERNELS)
    assert page.job(f"/games/{game['id']}/think")["state"] == "done"
    check(walk, "The answer to it")
