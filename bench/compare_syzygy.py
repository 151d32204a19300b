"""Compare our tables with Syzygy files through python-chess: `python -m bench.compare_syzygy DIR`.

Random positions of each ending, those with a capture en passant among them: won, drawn or lost must
agree, and with `--metric dtz` also the distance to the next capture or pawn move.  Syzygy keeps
some of these distances in moves, so that its n may mean n or n + 1 plies: one ply more here is
counted as rounded, anything else is an error.  Positions that are mated have 0 here, none there.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import chess.syzygy

from yomikiri.games import load
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.ending.material import all_materials
from yomikiri.rules import is_position, unindex
from yomikiri.tables.files import tables_folder
from yomikiri.tables.table import Table


def compare(name: str, syzygy: chess.syzygy.Tablebase, folder: Path, count: int) -> bool:
    """Compare `count` positions of a game; False if one differs."""
    game = load(name)
    assert isinstance(game, EndingGame)
    table = Table(game, folder)
    own = str(game.material)
    groups = [g for g, cls in enumerate(table.files) if cls.header["class"].split("-")[0] == own]
    chance = random.Random(name)
    checked = rounded = 0
    faults: list[str] = []
    began = time.process_time()
    while checked < count and len(faults) < 5:
        group = chance.choice(groups)
        state = unindex(game.rules, group, chance.randrange(len(table.files[group])))
        if not is_position(game.rules, state):
            continue
        state = state._replace(colour=0 if own[: len(own) // 2] * 2 == own else chance.randrange(2))
        board = chess.Board(game.show(state))
        ours = table.probe(state)
        theirs = syzygy.probe_wdl(board)
        checked += 1
        if ours.wdl != (theirs > 0) - (theirs < 0):
            faults.append(f"{board.fen()}: {ours.wdl} here, {theirs} there")
        elif game.metric == "dtz" and ours.wdl and (ours.distance or 0) <= 100:
            distance = abs(syzygy.probe_dtz(board))
            if distance <= 100 and ours.distance and ours.distance != distance:
                rounded += 1
                if ours.distance != distance + 1:
                    faults.append(f"{board.fen()}: {ours.distance} here, {distance} there")
    seconds = time.process_time() - began
    print(f"{name}: {checked:,} positions, {rounded} rounded, {seconds:.1f} s", *faults, sep="\n  ")
    table.close()
    return not faults


def main() -> int:
    """Compare all endings asked for; 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("syzygy", type=Path, help="folder of *.rtbw and *.rtbz files")
    parser.add_argument("--tables", type=Path, default=None, help="folder of our tables")
    parser.add_argument("--endings", default="", help="such as KPK,KQKR; all of 3 and 4 men")
    parser.add_argument("--metric", default="dtm", choices=["dtm", "dtz", "dtc", "dtp"])
    parser.add_argument("--count", type=int, default=2000, help="positions of each ending")
    asked = parser.parse_args()
    names = asked.endings.split(",") if asked.endings else list(map(str, all_materials(4)))
    with chess.syzygy.open_tablebase(str(asked.syzygy)) as syzygy:
        right = [
            compare(
                f"ending:{name},metric={asked.metric}",
                syzygy,
                asked.tables or tables_folder(),
                asked.count,
            )
            for name in names
        ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
