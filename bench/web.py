"""`python -m bench.web`: 200 open games, each making a move a second for 30 seconds.

A client in this process, the server in another.  Only moves without thinking are timed.
`--page 5` opens the page in Chromium five times instead, each with a new server, and once more on a
slow line: 400 ms there and back, 50 kB a second.
"""

import argparse
import asyncio
import gzip
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
GAMES = ("othello", "nip:8x8", "connect4", "tictactoe")
MEDIAN_GOAL, SLOW_GOAL = 0.050, 0.150  # seconds: the median, and 95 of 100
BOARD_GOAL, CARDS_GOAL, SLOW_LINE_GOAL = 1.0, 1.5, 3.0  # seconds
BYTES_GOAL = 150_000  # over the wire, with what is fetched for later
SLOW_LINE = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SETTLED = 3000  # milliseconds after which nothing more is fetched


class Wire:
    """One connection that stays open; a client library would cost more than the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """An answer of the API, or None if it was refused."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} /api/v1{path} HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        head += "accept-encoding: gzip\r\ncontent-type: application/json\r\n"
        head += f"content-length: {len(data)}\r\n\r\n"
        self.writer.write(head.encode() + data)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer)
        text = await self.reader.readexactly(int(length[1]) if length else 0)
        if "content-encoding: gzip" in answer:
            text = gzip.decompress(text)
        return json.loads(text) if answer.split()[1][0] == "2" else None


async def play(wire: Wire, number: int, until: float) -> tuple[list[float], int]:
    """One game, begun again when it is over: the times of its moves, and how many failed."""
    times: list[float] = []
    failed = 0
    form = {"game": GAMES[number % len(GAMES)], "players": ["human", "human"]}
    await asyncio.sleep(number / 200)
    view = await wire.ask("/games", form)
    while time.monotonic() < until:
        moves = view["position"]["moves"]
        if not moves:
            view = await wire.ask("/games", form)
            continue
        move = moves[(number + len(times)) % len(moves)]["move"]
        began = time.monotonic()
        answer = await wire.ask(f"/games/{view['id']}/moves", {"move": move})
        times.append(time.monotonic() - began)
        if answer is None:
            failed += 1
        else:
            view = answer
        await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))
    return times, failed


class Load(NamedTuple):
    """What many games at once took."""

    times: list[float]  # seconds of each move, the shortest first
    failed: int
    cpu: float  # seconds of the server meanwhile


async def measure(server: "Server", games: int, seconds: float) -> Load:
    """All games at once."""
    port = server.port
    first = Wire(*await asyncio.open_connection("127.0.0.1", port))
    # The rules are compiled, or loaded, before the clock starts.
    for family in await first.ask("/families"):
        await first.ask(f"/families/{family['name']}/picture")
    for game in GAMES:
        await first.ask("/games", {"game": game})
    wires = [Wire(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(games)]
    before = server.cpu_seconds()
    until = time.monotonic() + seconds
    done = await asyncio.gather(*(play(wire, at, until) for at, wire in enumerate(wires)))
    times = sorted(t for times, _ in done for t in times)
    return Load(times, sum(failed for _, failed in done), server.cpu_seconds() - before)


class Server(NamedTuple):
    """A server in a process of its own."""

    port: int
    process: subprocess.Popen[str]

    def cpu_seconds(self) -> float:
        """Its CPU time so far, where the system tells it (Linux); all threads, not children."""
        try:
            words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return math.nan
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running() -> Iterator[Server]:
    """A server, until it is no longer needed."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "yomikiri", "serve", "--port", "0", "--data", data]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:(\d+)/", process.stdout.readline())
            assert found, "the server did not start"
            yield Server(int(found[1]), process)
            assert process.poll() is None, "the server has died"
        finally:
            process.terminate()
            process.wait()


def load(games: int, seconds: float) -> int:
    """Many games at once: whether the goals are met."""
    with running() as server:
        times, failed, cpu = asyncio.run(measure(server, games, seconds))
    median, slow = statistics.median(times), times[int(0.95 * (len(times) - 1))]
    is_met = failed == 0 and median < MEDIAN_GOAL and slow < SLOW_GOAL
    print(
        f"{games} games, {len(times)} moves in {seconds:g} s: median"
        f" {1000 * median:.1f} ms, 95 % below {1000 * slow:.1f} ms, {failed} failed;"
        f" goals 50 and 150 ms: {'met' if is_met else 'missed'}\n"
        f"server {1000 * cpu / len(times):.2f} ms of CPU time a move, client"
        f" {1000 * time.process_time() / len(times):.2f} ms; {busy()}"
    )
    return 0 if is_met else 1


class Visit(NamedTuple):
    """What it took to open the page."""

    board: float  # seconds to the first board
    cards: float  # and to all cards
    size: int  # bytes over the wire, with what is fetched for later


def visit(browser: Any, port: int, line: dict[str, int] | None = None) -> Visit:
    """The page opened by somebody who was never there."""
    context = browser.new_context(service_workers="block")
    try:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        sizes: list[int] = []
        wire.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
        if line:
            wire.send("Network.emulateNetworkConditions", {"offline": False, **line})
        began = time.monotonic()
        page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
        page.wait_for_selector(".sample svg")
        board = time.monotonic() - began
        page.wait_for_function("() => !document.querySelector('.sample:not(:has(svg))')")
        cards = time.monotonic() - began
        page.wait_for_timeout(SETTLED)
        return Visit(board, cards, int(sum(sizes)))
    finally:
        context.close()


def first_board(times: int) -> int:
    """From "ready" to the first board in a browser, with a new server each time."""
    from playwright.sync_api import sync_playwright

    from tests.browser import FLAGS, find_browser

    visits = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for _ in range(times):
            with running() as server:
                visits.append(visit(browser, server.port))
                slow = visit(browser, server.port, SLOW_LINE)
        browser.close()
    board, cards = (statistics.median(times) for times in list(zip(*visits, strict=True))[:2])
    size = max(one.size for one in visits)
    is_met = board < BOARD_GOAL and cards < CARDS_GOAL and slow.board < SLOW_LINE_GOAL
    is_met = is_met and size <= BYTES_GOAL
    print(
        f"first board after {board:.2f} s, all cards after {cards:.2f} s (medians of {times}),"
        f" on a slow line {slow.board:.2f} s; {size:,} bytes; goals {BOARD_GOAL}, {CARDS_GOAL},"
        f" {SLOW_LINE_GOAL} s, {BYTES_GOAL:,} bytes: {'met' if is_met else 'missed'}; {busy()}"
    )
    return 0 if is_met else 1


def busy() -> str:
    """What else the machine does."""
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def main(words: list[str] | None = None) -> int:
    """Start a server, measure, and say whether the goals are met."""
    parser = argparse.ArgumentParser("python -m bench.web", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--page", type=int, help="instead, open the page so many times")
    asked = parser.parse_args(words)
    return first_board(asked.page) if asked.page else load(asked.games, asked.seconds)


if __name__ == "__main__":
    sys.exit(main())
