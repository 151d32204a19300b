"""The engine for chess endings, with and without a table, alone and with python-chess."""

import io
import os
import re
import sys
import threading
import time
from typing import TextIO

import chess
import chess.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.talk import Talk
from yomikiri.games import load
from yomikiri.play.clock import MARGIN
from yomikiri.protocols.engine import number_after, seconds_for
from yomikiri.protocols.errand import Errand
from yomikiri.protocols.uci import UciEngine
from yomikiri.tables.build import build_table
from yomikiri.think.deepening import Deepening

pytestmark = pytest.mark.compiled

START = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
MATE_IN_2 = "k7/8/2K5/8/8/8/8/7R w - - 0 1"  # by Kc7 (no check), then Ra1
INFO = re.compile(r"info depth (\d+) score (cp|mate) (-?\d+) nodes (\d+) nps \d+ time \d+ pv (.+)")


def talk_with(folder) -> Talk:
    """An engine that looks for tables there."""

    def make(output: TextIO) -> UciEngine:
        engine = UciEngine(load("ending"), output)
        engine.folder = folder
        return engine

    return Talk(make)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The tables of KPK by distance to mate."""
    path = tmp_path_factory.mktemp("tables")
    build_table(load("ending:KPK"), path)
    return path


def check_lines(fen: str, said: list[str]) -> list[re.Match[str]]:
    """The lines of a search: depth by depth, each with a line of legal moves."""
    found = [match for line in said if (match := INFO.fullmatch(line))]
    assert [int(match[1]) for match in found] == list(range(1, len(found) + 1))
    nodes = [int(match[4]) for match in found]
    assert nodes == sorted(nodes) and nodes[-1] > len(nodes)
    for match in found:
        board = chess.Board(fen)
        for move in match[5].split():
            board.push_uci(move)  # raises if it is illegal
    return found


# Without a table.


def test_a_search_tells_depth_nodes_score_and_line(tmp_path):
    said = talk_with(tmp_path).tell(f"position fen {START}", "go depth 7")
    assert "no table of ending:KPK; `yomikiri table build ending:KPK` makes it" in said[0]
    found = check_lines(START, said)
    assert len(found) == 7 and found[-1][2] == "cp"
    assert len(found[-1][5].split()) > 1
    assert said[-1] == f"bestmove {found[-1][5].split()[0]}"


def test_only_the_moves_asked_for_are_searched(tmp_path, folder):
    asked = "go depth 4 searchmoves e1d1 e1f1 nonsense"
    for where in (tmp_path, folder):
        said = talk_with(where).tell(f"position fen {START}", asked)
        assert said[-1] in ("bestmove e1d1", "bestmove e1f1")
    table = talk_with(folder)
    said = table.tell(f"position fen {START}", "go searchmoves e2e4 e2e3 infinite", "stop")
    assert "score cp 0" in said[-2] and said[-1] in ("bestmove e2e4", "bestmove e2e3")
    assert table.tell("go searchmoves a1a2 depth 1")[-1] in ("bestmove e1d2", "bestmove e1f2")


def test_a_mate_is_found_in_as_many_moves_as_asked(tmp_path):
    talk = talk_with(tmp_path)
    said = talk.tell(f"position fen {MATE_IN_2}", "go mate 2")
    found = check_lines(MATE_IN_2, said)[-1]
    assert found.group(2, 3) == ("mate", "2")
    board = chess.Board(MATE_IN_2)
    for move in found[5].split():
        board.push_uci(move)
    assert board.is_checkmate() and len(board.move_stack) == 3
    assert check_lines(MATE_IN_2, talk.tell("go mate 1"))[-1][2] == "cp"
    lost = "k7/2K5/8/8/8/8/8/7R b - - 0 1"
    assert " score mate -1 " in talk.tell(f"position fen {lost}", "go depth 4")[-2]


@pytest.mark.parametrize("limit", ["nodes 3000", "movetime 200", "wtime 6000 btime 1 winc 0"])
def test_a_move_within_its_limit(tmp_path, limit):
    talk = talk_with(tmp_path)
    talk.tell(f"position fen {START}", "go depth 2")
    started = time.monotonic()
    said = talk.tell(f"go {limit}")
    assert time.monotonic() - started < 10 and check_lines(START, said[:-1])
    assert re.fullmatch("bestmove e[12]..", said[-1])


def test_several_lines_each_with_another_move(tmp_path, folder):
    for where in (tmp_path, folder):
        more = "setoption name MultiPV value 3"
        said = talk_with(where).tell(more, f"position fen {START}", "go depth 2")
        lines = [re.search(r" multipv (\d) .* pv (....)", line) for line in said]
        last = [match.groups() for match in lines if match][-3:]
        assert [rank for rank, _ in last] == ["1", "2", "3"]
        assert len({move for _, move in last}) == 3


def test_a_clock_that_allows_it_waits_for_a_kernel_that_is_compiled(tmp_path, monkeypatch):
    look = Deepening.look
    slow = [True]

    def look_late(self: Deepening, depth: int) -> bool:
        if slow:
            slow.clear()
            time.sleep(0.5)
        return look(self, depth)

    talk = talk_with(tmp_path)
    talk.tell("isready", f"position fen {START}")
    monkeypatch.setattr(Deepening, "look", look_late)
    # The share of a move is 37 ms, but the clock has two seconds.
    said = talk.tell("go wtime 2000 btime 2000")
    assert not any("nothing was searched" in line for line in said)
    assert any(line.startswith("info depth 1 ") for line in said)


def test_stop_is_answered_while_a_kernel_is_compiled(tmp_path, monkeypatch):
    compiled = threading.Event()
    monkeypatch.setattr(Deepening, "look", lambda self, depth: compiled.wait(60))
    talk = talk_with(tmp_path)
    talk.tell(f"position fen {START}")
    started = time.monotonic()
    for line, answered in (("go infinite", 0), ("stop", 1), ("go movetime 50", 2)):
        talk.engine.obey(line)
        while talk.output.getvalue().count("bestmove") < answered:
            assert time.monotonic() - started < 5
            time.sleep(0.01)
    compiled.set()
    talk.tell("stop")
    said = talk.output.getvalue().splitlines()
    answers = [line for line in said if "bestmove" in line]
    assert said.count("info string nothing was searched in time; any legal move") == 2
    assert len(answers) == 2 and all(re.fullmatch("bestmove e[12]..", line) for line in answers)


def test_what_is_found_too_late_is_not_told():
    said: list[str] = []
    goes_on = threading.Event()
    errand = Errand(said.append, hurry=lambda: "bestmove early", patience=0.05)

    def work() -> str:
        goes_on.wait(60)
        errand.tell("info late")
        return "bestmove late"

    errand.start(work)
    errand.halt()
    goes_on.set()
    assert errand.worker is not None
    errand.worker.join(60)
    assert said == ["bestmove early"]


# With a table.


def test_the_table_answers_with_the_whole_line(folder):
    talk = talk_with(folder)
    said = talk.tell("uci", "isready", f"position fen {START}", "go depth 1")
    assert "uciok" in said and "readyok" in said
    assert said[-1] in ("bestmove e1d2", "bestmove e1f2")
    assert "score mate 22" in said[-2]
    board = chess.Board(START)
    for move in said[-2].split(" pv ")[1].split():
        board.push_uci(move)
    assert board.is_checkmate() and len(board.move_stack) == 43
    lost = "8/8/8/8/8/1k6/4P3/4K3 b - - 0 1"
    assert " score mate -" in talk.tell(f"position fen {lost}", "go")[-2]
    drawn = talk.tell("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "go")
    assert "info depth 1 score cp 0 nodes 1 tbhits 1 pv e8" in drawn[-2]


def test_a_metric_named_after_the_position_is_taken(folder):
    dtp = "setoption name Metric value dtp"
    said = talk_with(folder).tell(dtp, f"position fen {START}", dtp[:-1] + "m", "go depth 1")
    assert "score mate 22" in said[-2]
    assert "expected one of dtm" in talk_with(folder).tell("setoption name Metric value no")[0]


def test_an_endless_answer_waits_for_stop(folder):
    talk = talk_with(folder)
    talk.tell(f"position fen {START}", "go depth 1")
    for position in (f"position fen {START}", "position startpos"):
        talk.engine.obey(position)
        before = talk.output.getvalue().count("bestmove")
        talk.engine.obey("go infinite")
        time.sleep(0.2)
        assert talk.output.getvalue().count("bestmove") == before
        assert talk.tell("stop")[-1].startswith("bestmove ")


def test_there_is_no_move_where_there_is_no_ending(folder):
    for position in (
        "startpos",
        "fen 4k3/8/8/8/8/8/4P3/4K2K w - - 0 1",
        f"fen {START} moves a1a2",
        "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ):
        said = talk_with(folder).tell(f"position {position}", "go")
        assert said[-1] == "bestmove 0000" and said[-2].startswith("info string")


# Whatever comes.


def test_limits_are_read():
    clock = ["wtime", "30000", "btime", "80000", "winc", "100"]
    assert seconds_for(clock, "wtime", "winc").usual == pytest.approx(1.0 + 0.08 - MARGIN)
    assert seconds_for(["movestogo", "2", *clock], "btime", "binc").usual == pytest.approx(39.97)
    assert seconds_for(["movetime", "500"], "wtime", "winc") == pytest.approx((0.47, 0.47))
    assert seconds_for(["depth", "5"], "wtime", "winc") == (None, None)
    assert number_after(["nodes", "9" * 30], "nodes") == 10**12
    assert number_after(["depth", "²"], "depth") is None


def test_a_line_without_end_is_left_out(folder):
    talk = talk_with(folder)
    # What comes after `isready` waits for it, but for `quit`, which would end it unanswered.
    lines = f"position fen {'8/' * (1 << 20)}\nisready\nucinewgame\nquit\n"
    talk.engine.run(io.StringIO(lines))
    said = talk.output.getvalue().splitlines()
    assert said[0].startswith("info string a line of more than") and said[1:] == ["readyok"]


WORDS = "uci isready ucinewgame position startpos fen moves go depth nodes movetime mate 1 0 -5 x"
WORDS += " e1d2 setoption name value Threads MultiPV Hash Metric dtz stop searchmoves \x00 ０"


@settings(max_examples=25)
@given(st.lists(st.lists(st.sampled_from(WORDS.split(" ")), max_size=6).map(" ".join), max_size=5))
def test_nothing_that_comes_ends_or_hangs_an_engine(lines):
    text = "\n".join([f"position fen {START}", *lines, "quit"])
    UciEngine(load("ending"), io.StringIO()).run(io.StringIO(text + "\n"))


# A real client.


@pytest.fixture(params=["with a table", "without"])
def client(request, folder, tmp_path):
    command = [sys.executable, "-m", "yomikiri", "engine", "ending"]
    where = folder if request.param == "with a table" else tmp_path
    environment = {**os.environ, "YOMIKIRI_TABLES": str(where)}
    with chess.engine.SimpleEngine.popen_uci(command, env=environment, timeout=120) as found:
        yield found


def test_a_real_client_plays_to_mate(client):
    board = chess.Board("8/4P3/8/8/8/k7/8/2K5 w - - 0 1")
    while not board.is_game_over():
        played = client.play(board, chess.engine.Limit(depth=6), info=chess.engine.INFO_ALL)
        assert played.move is not None and played.info["pv"][0] == played.move
        assert played.info["depth"] >= 1 and "score" in played.info
        board.push(played.move)
        assert len(board.move_stack) < 100
    assert board.is_checkmate() and not board.turn


def test_a_real_client_names_moves_and_lines(client):
    board = chess.Board(START)
    only = [chess.Move.from_uci("e1d1"), chess.Move.from_uci("e2e4")]
    assert client.play(board, chess.engine.Limit(depth=3), root_moves=only).move in only
    found = client.analyse(board, chess.engine.Limit(depth=3), multipv=2)
    assert len(found) == 2 and found[0]["pv"][0] != found[1]["pv"][0]
    with client.analysis(board) as analysis:  # go infinite, then stop
        analysis.get()
    assert analysis.wait().move in board.legal_moves
