"""Random positions of endings: rules and one ply of every metric, by python-chess's rules.

Legality, legal moves and what follows from them are python-chess's; our tables only give a number
for each position it leads to.  The quick test takes few endings, the slow one all 35: `make
test-all`, or with tables that were built already, YOMIKIRI_TEST_TABLES=DIR.
"""

import os
import random
from pathlib import Path

import chess
import numpy as np
import pytest

from tests.conftest import portion
from tests.test_ending import is_proper, random_board
from yomikiri.errors import NotationError
from yomikiri.games import by_metric, load
from yomikiri.games.ending.game import METRICS
from yomikiri.games.ending.material import all_materials
from yomikiri.games.game import Game, State
from yomikiri.tables.build import build_table
from yomikiri.tables.loaded import LoadedTable

pytestmark = pytest.mark.compiled

QUICK = portion(250)  # positions of each ending
FULL = 10_000
BATCH = 1000


def load_tables(name: str, folder: Path) -> dict[str, LoadedTable]:
    """The tables of a game by each metric, built where they are not there."""
    tables = {}
    for metric in METRICS:
        game = by_metric(load(name), metric)
        build_table(game, folder)
        tables[metric] = LoadedTable(game, folder)
    return tables


def is_goal(board: chess.Board, move: chess.Move, metric: str) -> bool:
    """Whether a metric counts to a move."""
    promotes = move.promotion is not None
    return {
        "dtm": False,
        "dtz": board.is_zeroing(move),
        "dtc": promotes or board.is_capture(move),
        "dtp": promotes,
    }[metric]


def best_code(codes: list[int], goals: list[bool]) -> int:
    """The code of a position from those after its moves: win soon, draw, lose late."""
    wins: list[int] = []
    losses: list[int] = []
    for code, goal in zip(codes, goals, strict=True):
        distance = 1 if goal else abs(code)  # the code of a distance is one more
        if code < 0:
            wins.append(distance + 1)
        elif code > 0:
            losses.append(-distance - 1)
    if wins:
        return min(wins)
    return min(losses) if len(losses) == len(codes) else 0


def draw_boards(game: Game, material: str, count: int) -> list[chess.Board]:
    """Legal positions of a material; what python-chess refuses is refused here, too."""
    chance = random.Random(f"{material} {count}")
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = random_board(material, chance)
        if is_proper(board):
            boards.append(board)
        elif len(boards) % 10 == 0:
            with pytest.raises(NotationError):
                game.parse(board.fen(en_passant="fen"))
    return boards


def check(tables: dict[str, LoadedTable], boards: list[chess.Board]) -> None:
    """Legal moves, and every metric one ply on."""
    game = tables["dtm"].game
    rows: list[State] = []
    families: list[tuple[int, list[chess.Move]]] = []
    for board in boards:
        state = game.parse(board.fen(en_passant="fen"))
        moves = list(board.legal_moves) if len(board.piece_map()) > 2 else []
        ours = {game.engine_move(state, move): move for move in game.legal_moves(state)}
        assert ours.keys() == {move.uci() for move in moves}, board.fen()
        families.append((len(rows), moves))
        rows.append(state)
        for move in moves:
            board.push(move)
            child = game.parse(board.fen(en_passant="fen"))
            board.pop()
            rows.append(child)
            assert game.play(state, ours[move.uci()]) == child
    for metric, table in tables.items():
        codes = table.probe_many(np.array(rows, np.int64)).tolist()
        for board, (first, moves) in zip(boards, families, strict=True):
            if moves:
                after = codes[first + 1 : first + 1 + len(moves)]
                wanted = best_code(after, [is_goal(board, move, metric) for move in moves])
            else:
                wanted = -1 if board.is_checkmate() else 0
            assert codes[first] == wanted, (metric, board.fen())


@pytest.mark.parametrize(
    ("name", "materials"),
    [("KPK", ("KPK", "KQK", "KRK", "KBK", "KNK")), ("KBBK", ("KBBK",)), ("KNKN", ("KNKN",))],
)
def test_random_positions(name, materials, tmp_path):
    tables = load_tables(f"ending:{name}", tmp_path)
    for material in materials:
        check(tables, draw_boards(tables["dtm"].game, material, QUICK))


@pytest.fixture(scope="module")
def all_tables(tmp_path_factory):
    """All endings of three and four men by all metrics."""
    asked = os.environ.get("YOMIKIRI_TEST_TABLES")
    return load_tables("ending:all4", Path(asked) if asked else tmp_path_factory.mktemp("tables"))


@pytest.mark.slow
@pytest.mark.parametrize("material", [str(material) for material in all_materials(4)])
def test_random_positions_of_every_ending(material, all_tables):
    boards = draw_boards(all_tables["dtm"].game, material, FULL)
    for start in range(0, FULL, BATCH):
        check(all_tables, boards[start : start + BATCH])
