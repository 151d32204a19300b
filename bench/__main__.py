"""`python -m bench`: what `make bench` prints."""

import argparse
import json
import sys
from collections.abc import Iterator

from bench.compiling import measure_compiling
from bench.machine import conditions
from bench.memory import measure_memory
from bench.nets import measure_nets
from bench.playouts import measure_playouts
from bench.report import Line
from bench.searches import measure_searches
from bench.signature import RECORD, as_text, changes, count_nodes, headline
from bench.startup import measure_commands, measure_startup
from bench.threads import measure_threads
from bench.tournament import measure_tournament
from bench.workers import measure_workers


def main(words: list[str] | None = None) -> int:
    """Measure and print."""
    asked = read_arguments(words)
    if asked.signature or asked.record:
        nodes = count_nodes()
        print(headline(nodes))
        if asked.record:
            RECORD.write_text(as_text(nodes), "utf-8")
        return 0
    machine = conditions()
    if not asked.json:
        print(f"{machine}\nOne thread and CPU time in a warm process, unless stated otherwise.\n")
    lines = []
    for line in measure(asked.long):
        lines.append(line)
        if not asked.json:
            print(line, flush=True)
    nodes = count_nodes()
    changed = changes(nodes)
    if asked.json:
        report = {
            "machine": machine.to_dict(),
            "lines": [line.to_dict() for line in lines],
            "signature": sum(nodes.values()),
            "signature_changes": changed,
        }
        print(json.dumps(report, indent=2, ensure_ascii=False))
        return 0
    missed = [line.name for line in lines if line.is_met is False]
    if missed:
        print(f"\nMissed: {'; '.join(missed)}")
    print()
    for change in changed:
        print(change)
    print(headline(nodes) + ("" if changed else " (as recorded)"))
    return 0


def measure(is_long: bool) -> Iterator[Line]:
    """Every measurement, as it ends."""
    yield measure_startup()
    yield measure_commands()
    yield measure_playouts()
    yield from measure_searches(is_long)
    yield measure_memory()
    yield from measure_nets()
    if is_long:
        yield measure_threads()
        yield from measure_compiling()
        yield measure_workers()
        yield from measure_tournament()


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser("python -m bench", description="Speeds, and the signature.")
    parser.add_argument("--long", action="store_true", help="also what takes minutes")
    parser.add_argument("--json", action="store_true", help="print JSON, at the end")
    parser.add_argument("--signature", action="store_true", help="print only the signature")
    parser.add_argument(
        "--record", action="store_true", help="print the signature and keep it as the right one"
    )
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
