"""`python -m tests.fuzz`: a million inputs at each door, or fewer; finds are written to a file."""

import argparse
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.fuzz.running import DOORS, Result, try_door

MILLION = 1_000_000
HEAD = "door              inputs   taken    CPU s  a second  slowest   memory  finds"


def main() -> int:
    """Run it; 1 if something was found."""
    about = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    about.add_argument("doors", nargs="*", help=f"all unless named: {' '.join(DOORS)}")
    about.add_argument("-n", "--inputs", type=int, default=MILLION, help="at each door")
    about.add_argument("--seed", type=int, default=0)
    about.add_argument("--from", type=int, default=0, dest="first", help="the first input's number")
    about.add_argument("--jobs", type=int, default=os.cpu_count(), help="doors at once")
    about.add_argument("--out", type=Path, default=Path("out/fuzz.jsonl"), help="for what is found")
    asked = about.parse_args()
    if unknown := set(asked.doors) - DOORS.keys():
        about.error(f"no door called {', '.join(sorted(unknown))}; there are {', '.join(DOORS)}")
    numbers = range(asked.first, asked.first + asked.inputs)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    print(HEAD, flush=True)
    found, names = 0, asked.doors or list(DOORS)
    with ThreadPoolExecutor(asked.jobs) as pool, asked.out.open("a") as out:
        waiting = [pool.submit(try_door, DOORS[name], asked.seed, numbers) for name in names]
        for done in as_completed(waiting):
            result = done.result()
            show(result)
            for one in result.finds:
                out.write(json.dumps(one) + "\n")
            out.flush()
            found += len(result.finds)
    print(f"{found} found{f', see {asked.out}' if found else ''}")
    return 1 if found else 0


def show(result: Result) -> None:
    """One line of the table."""
    rate = result.tried / result.seconds if result.seconds else 0.0
    print(
        f"{result.door:14}{result.tried:10,}{result.taken / max(1, result.tried):8.1%}"
        f"{result.seconds:9.1f}{rate:10,.0f}{1000 * result.slowest:6.0f} ms"
        f"{result.growth / 2**20:5.0f} MiB  {len(result.finds)}",
        flush=True,
    )
    for one in result.finds[:3]:
        print(f"    {one['number']}: {one['error']}"[:160].replace("\n", " "), flush=True)


if __name__ == "__main__":
    sys.exit(main())
