"""`python -m bench.web`: 200 open games, each making a move a second for 30 seconds.

A client in this process, the server in another.  Only moves without thinking are timed.
"""

import argparse
import asyncio
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent
GAMES = ("othello", "nip:8x8", "connect4", "tictactoe")
MEDIAN_GOAL, SLOWEST_GOAL = 0.050, 0.500  # seconds: the median, and 99 of 100


async def play(client: httpx.AsyncClient, number: int, until: float) -> tuple[list[float], int]:
    """One game, begun again when it is over: the times of its moves, and how many failed."""
    times: list[float] = []
    failed = 0
    form = {"game": GAMES[number % len(GAMES)], "players": ["human", "human"]}
    view = (await client.post("/games", json=form)).json()
    await asyncio.sleep(number / 200)
    while time.monotonic() < until:
        began = time.monotonic()
        moves = view["position"]["moves"]
        if not moves:
            view = (await client.post("/games", json=form)).json()
            continue
        move = moves[(number + len(times)) % len(moves)]["move"]
        try:
            answer = await client.post(f"/games/{view['id']}/moves", json={"move": move})
            answer.raise_for_status()
            view = answer.json()
        except httpx.HTTPError:
            failed += 1
        times.append(time.monotonic() - began)
        await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))
    return times, failed


async def measure(address: str, games: int, seconds: float) -> tuple[list[float], int]:
    """All games at once."""
    limits = httpx.Limits(max_connections=games, max_keepalive_connections=games)
    async with httpx.AsyncClient(base_url=address + "api/v1", limits=limits, timeout=300) as client:
        # The rules are compiled, or loaded, before the clock starts.
        for family in (await client.get("/families")).json():
            await client.get(f"/families/{family['name']}/picture")
        for game in GAMES:
            await client.post("/games", json={"game": game})
        until = time.monotonic() + seconds
        done = await asyncio.gather(*(play(client, number, until) for number in range(games)))
    return [t for times, _ in done for t in times], sum(failed for _, failed in done)


def main(words: list[str] | None = None) -> int:
    """Start a server, measure, and say whether the goals are met."""
    parser = argparse.ArgumentParser("python -m bench.web", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    asked = parser.parse_args(words)
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "yomikiri", "serve", "--port", "0", "--data", data]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found, "the server did not start"
            times, failed = asyncio.run(measure(found[0], asked.games, asked.seconds))
            assert process.poll() is None, "the server has died"
        finally:
            process.terminate()
            process.wait()
    times.sort()
    median, slow = statistics.median(times), times[int(0.99 * (len(times) - 1))]
    is_met = failed == 0 and median < MEDIAN_GOAL and slow < SLOWEST_GOAL
    print(
        f"{asked.games} games, {len(times)} moves in {asked.seconds:g} s: median"
        f" {1000 * median:.1f} ms, 99 % below {1000 * slow:.1f} ms, {failed} failed;"
        f" goals 50 and 500 ms: {'met' if is_met else 'missed'}\n"
        f"server CPU {resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:.1f} s with its start,"
        f" client {time.process_time():.1f} s; load average {os.getloadavg()[0]:.1f} on"
        f" {os.cpu_count()} cores"
    )
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
