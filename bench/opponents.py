"""A match against another program, with the CPU time that both took for a move.

    python -m bench.opponents minishogi alphabeta:nodes=140000 \
        usi:/usr/games/fairy-stockfish,nodes=40000 --games 100

On a busy machine limits of time are unfair; limits of nodes are the same for everybody, and the CPU
time tells what they are worth.  Ours is that of this process, Python and all.
"""

import argparse
import resource
import sys
import time

from yomikiri.games import load
from yomikiri.lab.games import Record
from yomikiri.lab.match import play_match
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.openings import read_openings


def main() -> int:
    """Play, and print the score after every ten games."""
    parser = argparse.ArgumentParser("python -m bench.opponents", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=2, help="of the opening, at random")
    parser.add_argument("--openings", default="", help="a file of lines; else random plies")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    play_match(asked.game, asked.first, asked.second, games=1)  # compiles
    began, others = time.process_time(), children()

    records: list[Record] = []

    def keep(record: Record) -> None:
        records.append(record)
        if len(records) % 10 == 0:
            moves = sum(len(record["moves"]) for record in records) / 2
            ours = 1000 * (time.process_time() - began) / moves
            theirs = 1000 * (children() - others) / moves
            players = (asked.first, asked.second)
            result = MatchResult(asked.game, players, asked.seed, asked.plies, tuple(records))
            print(
                result, f"ends: {ends(result)}", f"{ours:.1f} and {theirs:.1f} ms a move", sep="\n"
            )
            sys.stdout.flush()

    play_match(
        asked.game,
        asked.first,
        asked.second,
        games=asked.games,
        seed=asked.seed,
        openings_plies=asked.plies,
        openings=read_openings(asked.openings, load(asked.game)) if asked.openings else None,
        keep=keep,
    )
    return 0


def children() -> float:
    """CPU seconds of programs that have ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def ends(result: MatchResult) -> str:
    """How games ended."""
    kinds = ("rules", "repetition", "limit", "resigned", "forfeit")
    return ", ".join(f"{kind} {result.ends(kind)}" for kind in kinds)


if __name__ == "__main__":
    sys.exit(main())
