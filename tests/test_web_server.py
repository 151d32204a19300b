"""The server as a process: it starts, tells what is wrong, and comes back when it was killed."""

import json
import math
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web import API, client_of
from yomikiri.web import front
from yomikiri.web.api import make_app
from yomikiri.web.jobs import SLOW
from yomikiri.web.thinking import SOLVE

ROOT = Path(__file__).parent.parent


def start(*words, more_env=None, **more):
    """`yomikiri serve` as a process."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return subprocess.Popen(
        [sys.executable, "-m", "yomikiri", "serve", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "YOMIKIRI_QUIET": "1", **(more_env or {})},
        **more,
    )


@contextmanager
def server(data, **more_env):
    """A running server: the process and its address."""
    process = start("--port", "0", "--data", str(data), more_env=more_env)
    try:
        line = process.stdout.readline()
        address = re.search(r"http://\S+/", line)
        assert address, line + process.stderr.read()
        yield process, address[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def ask(address, path, body=None):
    """An answer of the API."""
    request = urllib.request.Request(
        address.rstrip("/") + API + path,
        None if body is None else json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def test_a_server_that_is_told_to_end_leaves_in_order(tmp_path):
    """So that what runs at exit does run: whoever compiles for it is stopped there."""
    with server(tmp_path) as (process, _):
        process.terminate()
        assert process.wait(30) == 128 + signal.SIGTERM


def test_a_killed_server_comes_back_with_all_games(tmp_path):
    views = []
    with server(tmp_path) as (process, address):
        for number in range(12):
            game = ("tictactoe", "othello:4x4", "connect4:4x4")[number % 3]
            view = ask(address, "/games", {"game": game, "players": ["human", "human"]})
            for _ in range(number % 5):
                move = view["position"]["moves"][0]["move"]
                view = ask(address, f"/games/{view['id']}/moves", {"move": move})
            views.append(view)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with server(tmp_path) as (process, address):
        assert [ask(address, f"/games/{view['id']}") for view in views] == views
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130), "Ctrl-C ends it"


def test_the_page_knows_all_its_modules_at_once():
    text = front.front_page()
    asked = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', text)
    later = front.given()["later"]
    outside = [front.WORKER]  # asked for by the browser itself
    assert sorted([*asked, *later, *outside]) == sorted(p.name for p in front.STATIC.glob("*.js"))
    assert len(asked) <= 20 < len(later), "what the first screen does not need comes later"
    kept = [name for name in asked for other in front.modules_of(name) if other in later]
    assert not kept, "what is asked for needs something that is not"


def test_the_files_of_the_page_are_read_at_a_sitting():
    for path in (ROOT / "yomikiri" / "web" / "static").rglob("*.*s"):
        lines = path.read_text("utf-8").splitlines()
        assert len(lines) <= 300 and max(map(len, lines)) <= 100, path


def test_the_page_is_there(tmp_path):
    with server(tmp_path) as (_, address):
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=10) as page:
            text = page.read().decode()
        for file in re.findall(r'"(/static/[^"]+)"', text):
            with urllib.request.urlopen(address.rstrip("/") + file, timeout=10) as part:
                assert part.read()


def test_the_first_answer_brings_all_pictures_even_if_nothing_is_compiled(tmp_path):
    """Fetched one by one, each compressed for itself, they would take 8 kB more."""
    cold = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "YOMIKIRI_HURRY": "1"}
    running = server(tmp_path / "data", **cold)
    with running as (_, address), urllib.request.urlopen(address, timeout=10) as page:
        text = page.read().decode()
    found = re.search(r'id="given">(.*?)</script>', text)
    assert found
    brought = json.loads(found[1])
    assert set(brought["pictures"]) == {family["name"] for family in brought["families"]}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "70000"], "expected a port"),
        (["--port", "x"], "x"),
        (["--host", "203.0.113.1"], "cannot listen at 203.0.113.1"),
        (["--port", "0", "--data", "/dev/null/games"], "--data"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(words, told):
    process = start(*words)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 2 and told in error and error.count("\n") == 1, error


def test_a_port_that_is_taken_is_told():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        process = start("--port", str(other.getsockname()[1]))
        _, error = process.communicate(timeout=60)
    assert process.returncode == 2 and "choose another" in error


def test_a_damaged_file_is_told(tmp_path):
    (tmp_path / "games.sqlite3").write_text("this is no database, and long enough to see" * 50)
    process = start("--port", "0", "--data", str(tmp_path))
    _, error = process.communicate(timeout=60)
    assert process.returncode == 2 and "cannot keep games" in error and error.count("\n") == 1


# Anything at all is answered, and never by a crash.

WORDS = st.sampled_from(
    ["tictactoe", "nip:4x4", "human", "b2", "", "x" * 5000, "\x00", "../x", "読"]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    [
        "game",
        "players",
        "position",
        "moves",
        "seed",
        "move",
        "node",
        "here",
        "side",
        "text",
        "document",
    ]
)
BODIES = st.dictionaries(FIELDS, JSON | WORDS, max_size=5)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("fuzz")) as client:
        view = client.post(f"{API}/games", json={"game": "tictactoe"}).json()
        routes = [
            (method.upper(), path)
            for path, methods in client.get(f"{API}/openapi.json").json()["paths"].items()
            for method in methods
            if not path.endswith(("/solves", "/analyses", "/hints", "/think", "/events"))
        ]
        assert len(routes) >= 20
        yield client, view["id"], routes


@settings(max_examples=150)
@given(data=st.data())
def test_strange_requests_are_answered(fuzzed, data):
    client, id, routes = fuzzed
    method, path = data.draw(st.sampled_from(routes))
    ids = st.sampled_from([id, "none", "%00", "..", "1"])
    path = re.sub(r"\{\w+\}", lambda _: data.draw(ids), path)
    body = None if method == "GET" else data.draw(BODIES | JSON)
    answer = client.request(method, path, json=body)
    assert answer.status_code < 500, (method, path, body, answer.text)
    if answer.status_code >= 400:
        assert "\n" not in answer.json()["error"]


@contextmanager
def serving(app):
    """The address of an application that is served from a thread of this process."""
    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        running.should_exit = True
        thread.join()


def work_on(job):
    """Until it is stopped."""
    while True:
        job.check()
        time.sleep(0.01)


@pytest.mark.parametrize(("kind", "is_stopped"), [(SOLVE, True), ("think", False)])
def test_a_solve_that_nobody_follows_any_more_is_stopped(tmp_path, kind, is_stopped):
    app = make_app(tmp_path)
    with serving(app) as address:
        patience = 1.0 if is_stopped else math.inf
        job = app.state.desk.jobs.start(SLOW, kind, "a long question", work_on, patience)
        events = f"{address.rstrip('/')}{API}/jobs/{job.id}/events"
        with urllib.request.urlopen(events, timeout=10) as first:
            first.readline()
            with urllib.request.urlopen(events, timeout=10) as second:
                second.readline()
            assert not job.ended.wait(1.5), "the first follows still"
        for _ in range(8):
            assert ask(address, f"/jobs/{job.id}")["state"] == "running", "who asks follows, too"
            time.sleep(0.1)
        assert job.ended.wait(3 if is_stopped else 0.8) == is_stopped
