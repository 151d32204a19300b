"""Lists and studies of endings, and their files: zugzwangs, all shortest lines, EPD, PGN."""

import io
import json
import os

import chess
import chess.pgn
import pytest

from yomikiri import cli
from yomikiri.errors import IllegalMove, InputError, NotationError
from yomikiri.games import load
from yomikiri.games.end import RESIGNED
from yomikiri.play.formats import pgn
from yomikiri.play.tree import Tree
from yomikiri.tables.build import build_table
from yomikiri.tables.export import export_table
from yomikiri.tables.finding import find_positions
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.study import in_moves, shortest_lines, study_position
from yomikiri.tables.table import Table

START = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The tables of KPK by distance to mate and to promotion."""
    path = tmp_path_factory.mktemp("tables")
    build_table(load("ending:KPK"), path)
    build_table(load("ending:KPK,metric=dtp"), path)
    return path


@pytest.fixture(scope="module")
def loaded(folder):
    return LoadedTable(load("ending:KPK"), folder)


@pytest.fixture(scope="module")
def table(folder):
    found = Table(load("ending:KPK"), folder)
    yield found
    found.close()


def white_value(table, board):
    """The value of a board as White sees it."""
    wdl = table.probe(table.game.parse(board.fen())).wdl
    return wdl if board.turn else -wdl


def test_kpk_has_80_mutual_zugzwangs(loaded, table):
    listing = find_positions(loaded, "zugzwang", limit=100)
    assert listing.total == len(listing.positions) == 80
    for entry in listing.positions:
        board = chess.Board(table.game.show(entry.state))
        value = white_value(table, board)
        board.push(chess.Move.null())
        assert board.is_valid() and value < white_value(table, board)
    # None is missing among those with the pawn on d4 and Black's king on one of two ranks.
    found = {table.game.show(entry.state).split()[0] for entry in listing.positions}
    seen = 0
    for white in chess.SQUARES:
        for black in [*range(40, 56)]:
            board = chess.Board(None)
            board.set_piece_at(chess.D4, chess.Piece.from_symbol("P"))
            board.set_piece_at(white, chess.Piece.from_symbol("K"))
            board.set_piece_at(black, chess.Piece.from_symbol("k"))
            if white != chess.D4 and board.is_valid() and not board.is_check():
                waiting = board.copy()
                waiting.push(chess.Move.null())
                is_zugzwang = white_value(table, board) < white_value(table, waiting)
                assert (board.board_fen() in found) == is_zugzwang
                seen += is_zugzwang
    assert seen > 0


def test_positions_with_one_winning_move(loaded, table):
    listing = find_positions(loaded, "single", limit=200)
    assert listing.total == 6719 and len(listing.positions) == 200
    for entry in listing.positions[::10]:
        wins = [found for found in table.moves(entry.state) if found.wdl > 0]
        assert len(wins) == 1 and wins[0].distance == entry.probe.distance


def test_the_longest_wins(loaded):
    listing = find_positions(loaded, "longest")
    assert listing.total == len(listing.positions) == 3
    assert {entry.probe.distance for entry in listing.positions} == {55}
    with pytest.raises(InputError, match=r"did you mean .longest"):
        find_positions(loaded, "longes")


def test_a_study_names_each_metric_and_the_best_moves(folder):
    game = load("ending:KPK")
    study = study_position(game, folder, game.start, most_lines=3)
    assert (study.wdl, dict(study.distances)) == (1, {"dtm": 43, "dtp": 27})
    names = {game.move_name(game.start, entry.move): entry for entry in study.moves}
    assert {name for name, entry in names.items() if entry.is_best} == {"Kd2", "Kf2"}
    assert not any(entry.is_only for entry in study.moves)
    assert [len(line) for line in study.lines] == [43] * 3 and study.has_more_lines
    only = study_position(game, folder, game.parse("8/8/8/6k1/8/8/1P4K1/8 w"))
    assert [game.move_name(only.state, e.move) for e in only.moves if e.is_only] == ["Kg3"]
    assert in_moves(43) == 22 and in_moves(54) == 27


def test_all_shortest_lines(folder):
    game = load("ending:KPK,metric=dtp")
    table = Table(game, folder)
    state = game.parse("8/3KP3/8/8/8/8/8/1k6 w")
    lines = [game.line_text(state, line) for line in shortest_lines(table, state)]
    assert sorted(lines) == [["e8=Q"], ["e8=R"]]  # any piece that wins
    state = game.parse("8/5P2/4K3/8/8/8/8/k7 b")
    lines = [game.line_text(state, line) for line in shortest_lines(table, state)]
    assert len(lines) == 2 * 3 and all(len(line) == 2 for line in lines)
    assert list(shortest_lines(table, game.parse("8/8/8/8/8/4k3/4P3/4K3 w"))) == []
    table.close()


def run(capsys, *words):
    """The exit code and what a command printed."""
    code = cli.run(words)
    return code, capsys.readouterr()


def test_probe_from_the_command_line(folder, capsys, tmp_path):
    where = ("--tables", str(folder))
    pgn = tmp_path / "lines.pgn"
    code, said = run(capsys, "table", "probe", START, *where, "--lines", "all", "--json")
    found = json.loads(said.out)
    assert code == 0 and (found["dtm"], found["dtm_moves"], found["dtz"]) == (43, 22, None)
    assert found["best_moves"] == ["Kd2", "Kf2"] and found["moves"][0]["dtp"] == 27
    assert len(found["lines"]) == 1000 and found["more_lines"]
    code, said = run(capsys, "table", "probe", START, *where, "--lines", "2", "--pgn", str(pgn))
    assert code == 0 and "won in 43 plies (dtm, 22 moves)" in said.out and "27 (14)" in said.out
    with pgn.open() as file:
        games = [chess.pgn.read_game(file) for _ in range(3)]
    assert [len(list(game.mainline_moves())) for game in games[:2] if game] == [43, 43]
    assert games[2] is None
    code, said = run(capsys, "table", "probe", START, *where, "--lines", "many")
    assert code == 2 and "expected --lines all" in said.err


def test_lists_from_the_command_line(folder, capsys, tmp_path):
    where = ("--tables", str(folder))
    epd, csv = tmp_path / "z.epd", tmp_path / "z.csv"
    for out in (epd, csv):
        code, said = run(
            capsys, "table", "list", "ending:KPK", "zugzwang", *where, "--out", str(out)
        )
        assert code == 0 and "80 mutual zugzwangs" in said.out
    board = chess.Board()
    for line in epd.read_text().splitlines():
        assert board.set_epd(line) and board.is_valid()
    assert len(csv.read_text().splitlines()) == 21
    code, said = run(capsys, "table", "list", "ending:KPK", "single", *where, "--json")
    assert json.loads(said.out)["count"] == 6719
    code, said = run(capsys, "table", "list", "nip:4x4", "longest", *where)
    assert code == 2 and "yomikiri table build nip:4x4" in said.err


def test_epd_is_read_by_python_chess(folder, tmp_path, table):
    path = tmp_path / "krk.epd"
    export_table(load("ending:KRK"), folder, path)
    lines = path.read_text().splitlines()
    assert len(lines) == 50015  # legal positions up to symmetry, both sides to move
    for line in lines[::501]:
        board = chess.Board()
        operations = board.set_epd(line)
        probe = table.probe(table.game.parse(board.fen()))
        assert operations.get("dm", 0) == probe.wdl * in_moves(probe.distance or 0)
    with pytest.raises(InputError, match="csv, got"):
        export_table(load("tictactoe"), folder, tmp_path / "t.epd")


# PGN, written and read.


PGN = """\
[Event "A study, \\"old\\""]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

{before} 1. Kf2! {the only way} Kf8 $1 (1... Ke7 2. Ke3 (2. Kf3)) 2.Ke3 ; to the end
2... Ke7 3. e1d2 *

[Event "another"]

1. e4 *
"""


def test_pgn_of_other_programs_is_read():
    game = load("ending:KPK")
    with pytest.raises(IllegalMove, match="e1d2"):
        pgn.read(PGN, game)
    tree = pgn.read(PGN.replace("e1d2", "e3d4"), game)
    assert tree.names == ["Kf2", "Kf8", "Ke3", "Ke7", "Kd4"] and tree.end is None
    empty = pgn.read("", game)
    assert (empty.state, empty.names, empty.players) == (game.start, [], ("", ""))
    with pytest.raises(InputError, match="expected a PGN tag"):
        pgn.read('[White "a]\n\n1. e4', game)
    with pytest.raises(NotationError, match="expected one king of White"):
        pgn.read('[FEN "8/8/8/8/8/8/8/k7 w - - 0 1"]\n\n1. e4', game)


def test_a_line_is_read_as_books_print_it():
    # The thesis's line, section 2.3.1, pasted.
    tree = pgn.read("1. Kf2, Kf8\n2. Ke3, Ke7\n3. Ke4,Ke6\n", load("ending:KPK"))
    assert " ".join(tree.names) == "Kf2 Kf8 Ke3 Ke7 Ke4 Ke6"


def test_pgn_is_read_as_it_was_written():
    game = load("ending:KPK")
    moves = game.read_moves(game.start, "e4 Kd7 Kd2 Kd6")
    tree = Tree(game, game.start, moves, players=('a "b" \\', ""))
    tree.give(0, RESIGNED)
    text = pgn.write(tree)
    read = pgn.read(text, game)
    assert (read.root.state, read.moves) == (game.start, moves) and '[Result "0-1"]' in text
    assert read.players[0] == 'a "b" \\'


def test_a_game_is_saved_and_loaded_as_pgn(tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.pgn"
    lines = f"e1f2\nKf8\ne9\nsave {path}\nresign\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    seats = ("--first", "human", "--second", "human")
    code, said = run(capsys, "play", "ending:KPK", *seats, "--ascii", "--lang", "en")
    assert code == 0 and "1 . . . + K +" in said.out and "K White   k Black" in said.out
    with path.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None and [move.uci() for move in game.mainline_moves()] == ["e1f2", "e8f8"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"Ke3\nresign\nsave {path}\n"))
    code, said = run(capsys, "play", "ending:KPK", "--load", str(path), "--json")
    document = json.loads(said.out)
    assert (document["moves"], document["result"]["winner"]) == ("Kf2 Kf8 Ke3", "first")
    path.write_text("not a game")
    code, said = run(capsys, "play", "ending:KPK", "--load", str(path))
    assert code == 2 and said.err.count("\n") == 1


def test_players_of_a_pgn_play_on(tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.pgn"

    def load_it(white, black, *more):
        tags = f'[White "{white}"]\n[Black "{black}"]\n[FEN "{START}"]\n\n1. Kf2 *\n'
        path.write_text(tags)
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        return run(capsys, "play", "ending:KPK", "--load", str(path), "--json", *more)

    code, said = load_it("Carlsen, M.", "Perm")
    assert code == 0 and json.loads(said.out)["players"] == ["human", "perm"]
    assert json.loads(said.out)["moves"].startswith("Kf2 K")
    code, said = load_it("human", "level:99")
    assert json.loads(said.out)["players"] == ["human", "human"]
    code, said = load_it("human", "uci:cat")
    assert code == 2 and "to run it, say so: --second uci:cat" in said.err
    code, said = load_it("human", "uci:cat", "--second", "human")
    assert code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_or_an_endless_file_is_no_game(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.pgn")
    (tmp_path / "long.pgn").write_text("1. Kf2 " * 10**6)
    for name in ("pipe.pgn", "long.pgn"):
        code, said = run(capsys, "play", "ending:KPK", "--load", str(tmp_path / name))
        assert code == 2 and said.err.count("\n") == 1
