"""Endings played: what a match reports against tables, and other programs over UCI."""

import io
import json
import os
import shutil
import sys

import chess
import chess.engine
import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.games import Pairing, play_game
from yomikiri.lab.losses import count_losses, solved_table
from yomikiri.players import make_player
from yomikiri.rules import FIRST
from yomikiri.tables.build import build_table
from yomikiri.tables.table import Table

pytestmark = pytest.mark.compiled

STOCKFISH = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
needs_stockfish = pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")
LOST_ROOK = "8/8/8/8/3k4/8/1R6/K7 b - - 0 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The tables of KPK: by both rules, to mate and to promotion."""
    path = tmp_path_factory.mktemp("tables")
    for switches in ("", ",metric=dtp", ",end=thesis"):
        build_table(load("ending:KPK" + switches), path)
    return path


@pytest.fixture
def tables(folder, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(folder))
    return folder


# What was given away.


def test_what_a_line_gives_away(tables):
    game = load("ending:KPK")
    solved = Table(game, tables)
    line = game.read_moves(game.start, "Kf2 Kd8 e4")  # gives the win away
    found = count_losses(solved, game.start, line, 0)
    assert found == ((1, 0), (0, 0), "dtm")
    state = game.parse("8/4P3/8/8/8/8/1k6/4K3 w")
    slow = count_losses(solved, state, game.read_moves(state, "Kf1"), 1)
    assert slow.half_points == (0, 0) and slow.plies[0] > 0 and slow.plies[1] == 0
    held = count_losses(solved, game.start, line[:1], 0)
    assert held.half_points == (1, 0)  # a win that was not used
    assert count_losses(solved, game.start, line[:1], -1).half_points == (2, 0)
    solved.close()


@pytest.mark.parametrize("players", [("peai", "perm"), ("perm", "perm"), ("peai", "peai")])
def test_half_points_add_up(tables, players):
    game = load("ending:KPK,end=thesis")
    table = solved_table(game, game.start)
    assert table is not None
    for number in range(6):
        record = play_game(Pairing(str(game), players, 2 * number, 5, number % 3))
        assert record is not None
        start = game.replay(game.start, game.read_moves(game.start, " ".join(record["opening"])))
        value = table.probe(start).wdl * (1 if game.mover(start) == FIRST else -1)
        result = {"first": 1, "draw": 0, "second": -1}[record["result"]]
        lost = record["half_points_lost"]
        assert value - result == lost[0] - lost[1]


def test_a_match_reports_what_was_lost(tables, capsys):
    players = ("perfect:metric=dtp", "perm")
    assert cli.run(["match", "ending:KPK", *players, "--games", "4", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["players"][0]["half_points_lost"] == 0 and len(result["each"]) == 4
    assert result["players"][1]["half_points_lost"] == 2  # White's win, in both its games
    assert {game["result"] for game in result["each"] if game["first"] == 0} == {"first"}
    assert result["lengths"]["shortest"] == min(game["plies"] for game in result["each"])
    assert cli.run(["match", "ending:KPK", *players, "--games", "2", "--each", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "half points lost" in said and len(said.splitlines()) > 8


def test_a_match_by_distance_to_promotion_promotes_on_move_14(tables, capsys, tmp_path):
    out = tmp_path / "games"
    player = "perfect:metric=dtp"
    command = ["match", "ending:KPK,end=chess,metric=dtp", player, player, "--games", "2"]
    assert cli.run([*command, "--json", "--out", str(out)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [p["half_points_lost"] + p["plies_lost"] for p in result["players"]] == [0, 0]
    for line in (out / "games.jsonl").read_text().splitlines():
        moves = json.loads(line)["moves"]
        assert [ply for ply, move in enumerate(moves) if "=" in move] == [26]  # White's 14th


def test_without_a_table_nothing_is_claimed():
    record = play_game(Pairing("ending:KPK", ("perm", "perm"), 0, 0, 0))
    assert record is not None and "plies_lost" not in record


def test_an_analysis_by_the_table_has_distances_and_best_moves(tables, capsys):
    assert cli.run(["analyze", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--lang", "en"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {row[0] for row in rows if row[1:4] == ["+1", "43", "best"]} == {"Kd2", "Kf2"}
    moves = "Kf2 Kf8 Ke3 Ke7 Ke4 Ke6 e3 Kd6 Kf5 Ke7"
    assert cli.run(["analyze", "ending:KPK", "--moves", moves, "--lang", "en"]) == 0
    assert "Ke5       +1      33   the only move   Ke5 " in capsys.readouterr().out


def test_a_hint_comes_from_the_table(tables, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\nquit\n"))
    assert cli.run(["play", "ending:KPK", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "try Kd2: +1 with perfect play" in said or "try Kf2: +1 with perfect play" in said


# Other programs.


@pytest.fixture
def engine(tables):
    command = [sys.executable, "-m", "yomikiri", "engine", "ending"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120) as found:
        yield found


def test_a_client_analyses_and_stops(engine):
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    with engine.analysis(board) as analysis:  # go infinite, then stop
        info = analysis.next()
    assert info is not None and info["score"].white().mate() == 22
    winning = {chess.Move.from_uci("e1d2"), chess.Move.from_uci("e1f2")}
    for limit in (chess.engine.Limit(depth=3), chess.engine.Limit(nodes=10)):
        assert engine.play(board, limit).move in winning
    assert engine.analyse(board, chess.engine.Limit(mate=22))["pv"]
    engine.configure({"Metric": "dtp"})
    assert len(engine.analyse(board, chess.engine.Limit(time=1))["pv"]) >= 27


@needs_stockfish
def test_stockfish_is_mated_in_time(engine):
    board = chess.Board("8/8/8/8/3k4/8/1R6/K7 w - - 0 1")
    plies = 2 * engine.analyse(board, chess.engine.Limit(depth=1))["score"].white().mate() - 1
    with chess.engine.SimpleEngine.popen_uci(str(STOCKFISH)) as opponent:
        while not board.is_game_over():
            side = engine if board.turn else opponent
            move = side.play(board, chess.engine.Limit(depth=8)).move
            assert move is not None
            board.push(move)
    assert board.is_checkmate() and not board.turn
    assert len(board.move_stack) <= plies


@needs_stockfish
def test_stockfish_plays_in_a_match(tables, capsys):
    players = (f"uci:{STOCKFISH},depth=6", "perfect")
    assert cli.run(["match", "ending:KPK", *players, "--games", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["forfeits"] == 0 and result["players"][1]["half_points_lost"] == 0


def test_our_own_engine_is_a_player(tables):
    game = load("ending:KRK")
    state = game.parse(LOST_ROOK)
    player = make_player(f"uci:{sys.executable} -m yomikiri engine ending,depth=1", game)
    best = Table(game, tables).moves(state)[0].distance
    assert Table(game, tables).probe_move(state, player.choose(state).move).distance == best
    with pytest.raises(InputError, match="uci:COMMAND plays chess endings"):
        make_player("uci:stockfish", load("tictactoe")).choose(load("tictactoe").start)
