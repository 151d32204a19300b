"""What people ask of the tables of endings: lines, maps, PGN."""

import io
import json

import chess
import chess.pgn
import pytest

from yomikiri import cli
from yomikiri.errors import InputError, NotationError
from yomikiri.games import load
from yomikiri.play.formats import pgn
from yomikiri.play.tree import Tree
from yomikiri.rules import is_position, unindex
from yomikiri.tables.build import build_table
from yomikiri.tables.lines import judge_line
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.placing import find_piece, place_everywhere
from yomikiri.tables.table import Table, probe_of

START = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
LINE = "Kf2 Kf8 Ke3 Ke7 Ke4 Ke6 e3 Kd6 Kf5 Ke7"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The tables of KPK by distance to mate."""
    path = tmp_path_factory.mktemp("tables")
    build_table(load("ending:KPK"), path)
    return path


@pytest.fixture(scope="module")
def table(folder):
    found = Table(load("ending:KPK"), folder)
    yield found
    found.close()


def test_a_line_is_judged_move_by_move(table):
    game = table.game
    steps = judge_line(table, game.start, game.read_moves(game.start, LINE + " Kf4 Kf6"))
    assert [step.is_best for step in steps[:10]] == [True] * 10
    assert steps[10].points_lost == 1 and not steps[10].is_best
    assert (steps[11].made.wdl, steps[11].is_only) == (0, True)  # the opposition
    state = game.parse("8/4P3/8/8/8/8/1k6/4K3 w")
    (slow,) = judge_line(table, state, game.read_moves(state, "Kf1"))
    assert slow.plies_lost > 0 and slow.points_lost == 0


def test_an_empty_line_is_the_best_one(table):
    state = table.game.parse("8/4P3/8/8/8/8/1k6/4K3 w")
    line = table.line(state)
    assert all(step.is_best for step in judge_line(table, state, line))
    assert len(line) == table.probe(state).distance


def test_many_positions_at_once_are_as_one_by_one(table, folder):
    loaded = LoadedTable(table.game, folder)
    states = [unindex(table.game.rules, group, 997) for group in range(10)]
    states = [state for state in states if is_position(table.game.rules, state)]
    assert states
    found = [probe_of(int(code)) for code in loaded.probe_many(states)]
    assert found == [table.probe(state) for state in states]


def test_a_map_agrees_with_single_probes(table):
    game = table.game
    found = place_everywhere(table, game.start, "k")
    assert "e2" not in found.values and "d1" not in found.values
    for name, probe in found.values.items():
        square = chess.parse_square(name)
        board = chess.Board(START)
        board.remove_piece_at(chess.E8)
        board.set_piece_at(square, chess.Piece.from_symbol("k"))
        assert board.status() in (chess.STATUS_VALID,), name
        assert probe == table.probe(game.parse(board.fen()))
    assert len(found.values) == 64 - 1 - 5 - 2  # the king, next to it, where the pawn checks


def test_a_map_is_text_and_picture(table, tmp_path):
    found = place_everywhere(table, table.game.start, "K")
    assert found.text().splitlines()[-2].split()[0] == "1"
    for name, sign in (("map.svg", b"<svg"), ("map.png", b"\x89PNG")):
        found.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(sign)
    with pytest.raises(InputError, match="svg or"):
        found.save(tmp_path / "map.gif")


def test_a_man_is_named_by_letter_or_square():
    game = load("ending:KPPK")
    king = find_piece(game, game.start, "e1")
    assert king == find_piece(game, game.start, "K") and king.place == "e1"
    with pytest.raises(NotationError, match="name the square"):
        find_piece(game, game.start, "P")
    with pytest.raises(NotationError, match="expected one of the men"):
        find_piece(game, game.start, "q")


def test_pgn_is_read_by_python_chess(table):
    game = table.game
    state = game.parse("8/8/8/8/8/1k6/4P3/4K3 b")
    line = table.line(state)
    read = chess.pgn.read_game(io.StringIO(pgn.write(Tree(game, state, line, players=("A", "")))))
    assert read is not None and not read.errors
    assert read.headers["Result"] == "1-0" and read.headers["White"] == "A"
    names = [move.uci() for move in read.mainline_moves()]
    assert names == [game.engine_move(s.state, s.move) for s in judge_line(table, state, line)]


def run(capsys, *words):
    """The exit code and what a command printed."""
    code = cli.run(words)
    return code, capsys.readouterr()


def test_commands(folder, capsys, tmp_path):
    code, said = run(capsys, "table", "line", START, LINE, "--tables", str(folder), "--json")
    assert code == 0 and json.loads(said.out)["best"] is True
    pgn = tmp_path / "a.pgn"
    code, said = run(
        capsys, "table", "line", START, "Kd1", "--tables", str(folder), "--pgn", str(pgn)
    )
    assert code == 0 and "a mistake: Kd2 is won" in said.out and "1. Kd1 *" in pgn.read_text()
    code, said = run(capsys, "table", "map", START, "--piece", "K", "--tables", str(folder))
    assert code == 0 and "+43" in said.out
    code, said = run(capsys, "table", "map", "tictactoe", "--piece", "K", "--tables", str(folder))
    assert code == 2 and said.err.count("\n") == 1
    code, said = run(capsys, "engine", "tictactoe")
    assert code == 2 and "no engine for tictactoe" in said.err
