"""Solves of the page that outlive the page and the server."""

import os
import signal
import time
from typing import Any

import pytest

from tests.web import Page, client_of
from yomikiri.solve import solve
from yomikiri.solve.stores import is_busy

pytestmark = pytest.mark.long

LONG = {"game": "nip:8x8", "goal": "score"}  # for ever, as far as a test goes


@pytest.fixture
def folder(tmp_path):
    """A data folder; what still runs on it is ended."""
    yield tmp_path
    for lock in (tmp_path / "solves").glob("*.lock"):
        if is_busy(lock.with_suffix("")):
            os.kill(int(lock.read_text()), signal.SIGKILL)


def waited(page, name, state):
    """A solve when it is in this state."""
    for _ in range(1200):
        view = page.get(f"/lasting/{name}")
        if view["state"] == state:
            return view
        time.sleep(0.1)
    raise AssertionError(f"it is still so: {view}")


def ended(client: Any, name: str) -> None:
    """Wait for the process of a solve."""
    client.app.state.desk.lasting.started[name].wait()


def at_work(page, folder, name):
    """A solve whose process has begun to write."""
    store = folder / "solves" / f"{name}.sqlite"
    for _ in range(1200):
        if is_busy(store) and store.exists():
            return waited(page, name, "running")
        time.sleep(0.1)
    raise AssertionError("it has not begun")


def test_a_long_solve_is_answered_by_a_process_of_its_own(folder):
    with client_of(folder) as client:
        page = Page(client)
        assert page.get("/lasting") == []
        asked = {"game": "nip:4x6", "moves": "c1", "goal": "win"}
        begun = page.send("/lasting", asked, status=202)
        view = waited(page, begun["solve"], "finished")
        whole = solve("nip:4x6", moves="c1", goal="win")
        assert view["lower"] == view["upper"] == whole.value and view["nodes"] > 0
        assert sorted(view["answer"]["best_moves"]) == sorted(whole.to_dict()["best_moves"])
        again = page.send("/lasting", asked, status=202)
        assert again == view and page.get("/lasting") == [view]


def test_a_long_solve_outlives_the_server_and_is_stopped_by_the_next(folder):
    with client_of(folder) as client:
        page = Page(client)
        name = page.send("/lasting", LONG, status=202)["solve"]
        assert page.send("/lasting", {**LONG, "goal": "win"}, status=503)["name"] == (
            "web.lasting_busy"
        )
        at_work(page, folder, name)
    with client_of(folder) as client:
        page = Page(client)
        at_work(page, folder, name)
        assert [view["solve"] for view in page.get("/lasting")] == [name]
        page.send(f"/lasting/{name}", method="DELETE")
        after = waited(page, name, "stopped")
        assert after["answer"] is None and not after["said"]
        page.send("/lasting", LONG, status=202)  # goes on
        at_work(page, folder, name)
        page.send(f"/lasting/{name}", method="DELETE")
        waited(page, name, "stopped")


def test_what_cannot_last_is_refused(folder):
    with client_of(folder) as client:
        page = Page(client)
        assert page.send("/lasting", {"game": "dobutsu"}, status=400)["name"] == "store.game"
        page.send("/lasting", {"game": "nip:4x6", "goal": "mate"}, status=422)
        for name in ("0123456789abcdef", "..", "%2e%2e%2fgames"):
            page.get(f"/lasting/{name}", status=404)
        page.send("/lasting/none", method="DELETE", status=404)
        assert not (folder / "solves").exists()


def test_a_store_that_cannot_be_used_says_so(folder):
    with client_of(folder) as client:
        page = Page(client)
        asked = {"game": "nip:4x4", "goal": "win"}
        name = page.send("/lasting", asked, status=202)["solve"]
        waited(page, name, "finished")
        store = folder / "solves" / f"{name}.sqlite"
        ended(client, name)
        for journal in ("-wal", "-shm"):  # it stays if the page was reading when the process ended
            store.with_name(store.name + journal).unlink(missing_ok=True)
        whole = store.read_bytes()
        store.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
        assert [view["lower"] for view in page.get("/lasting")] == [None]
        store.write_bytes(b"SQLite format 3\0" + bytes(5000))
        page.send("/lasting", asked, status=202)
        ended(client, name)
        view = page.get(f"/lasting/{name}")
        assert view["state"] == "stopped" and view["broken"]
        assert "Begin anew" in view["said"]["en"] and "--fresh" not in str(view["said"])
        page.send("/lasting", asked | {"fresh": True}, status=202)
        view = waited(page, name, "finished")
        assert not view["broken"] and view["lower"] == view["upper"] > 0
        # What was found so answers "why?", too.
        step = page.job("/proofs", {"game": "nip:4x4"})["result"]
        assert (step["source"], step["value"], step["bound"]) == ("kept", view["lower"], True)
