"""USI from both sides: the engine, whatever it is told, and programs that play badly."""

import contextlib
import io
import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.talk import Talk
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.lab.games import replay
from yomikiri.lab.match import play_match
from yomikiri.play.record import why_of
from yomikiri.players import make_player, usi
from yomikiri.players.options import UnknownPlayer
from yomikiri.players.player import Forfeit
from yomikiri.players.usi import UsiPlayer
from yomikiri.protocols.usi import UsiEngine


def talk_about(spec: str = "minishogi") -> Talk:
    """An engine of a game."""
    game = load(spec)
    assert isinstance(game, ShogiGame)
    return Talk(lambda output: UsiEngine(game, output))


def is_legal(spec: str, position: str, answer: str) -> bool:
    """Whether `bestmove` names a legal move."""
    game = load(spec)
    state = game.parse(position)
    word, move = answer.split()[:2]
    legal = [game.move_name(state, other) for other in game.legal_moves(state)]
    return word == "bestmove" and move in legal


START = "rbsgk/4p/5/P4/KGSBR b - 1"


def test_an_engine_introduces_itself_and_gets_ready():
    talk = talk_about()
    said = talk.tell("usi", "setoption name Threads value 2", "isready", "usinewgame")
    assert said[0].startswith("id name Yomikiri") and "usiok" in said and said[-1] == "readyok"
    for name in ("USI_Hash", "Threads", "MultiPV", "UCI_Variant"):
        assert any(line.startswith(f"option name {name} type ") for line in said)
    assert talk.engine.options["Threads"] == 2


@pytest.mark.parametrize("rest", ["quit\n", "stop\nquit\n", ""])
def test_quit_and_the_end_of_input_are_heard_while_kernels_are_compiled(rest, monkeypatch):
    compiled = threading.Event()
    monkeypatch.setattr("yomikiri.protocols.usi.prepare", lambda game, plan: compiled.wait(60))
    talk = talk_about()
    conversation = threading.Thread(target=talk.engine.run, args=[io.StringIO(f"isready\n{rest}")])
    conversation.start()
    conversation.join(5)
    try:
        assert not conversation.is_alive()
        assert talk.engine.is_busy  # so the command ends the process
        assert "readyok" not in talk.output.getvalue()
    finally:
        compiled.set()
        conversation.join()


def test_what_comes_after_isready_is_done_after_readyok(monkeypatch):
    monkeypatch.setattr("yomikiri.protocols.usi.prepare", lambda game, plan: time.sleep(0.2))
    talk = talk_about()
    talk.engine.run(io.StringIO("isready\nusi\nquit\n"))
    assert talk.output.getvalue().startswith("readyok\nid name")


@pytest.mark.long
def test_the_command_ends_when_it_is_told_while_it_compiles(tmp_path):
    engine = subprocess.Popen(
        [sys.executable, "-m", "yomikiri", "engine", "minishogi"],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert engine.stdin is not None and engine.stdout is not None
    with engine:
        engine.stdin.write("usi\n")
        engine.stdin.flush()
        while engine.stdout.readline() != "usiok\n":
            pass
        engine.stdin.write("isready\nquit\n")
        engine.stdin.flush()
        assert engine.wait(5) == 0  # compiling takes longer
        assert engine.stdout.read() == ""


@pytest.mark.parametrize(
    "limit", ["depth 3", "nodes 2000", "movetime 150", "btime 3000 wtime 3000", "byoyomi 200"]
)
def test_a_move_within_its_limit(limit):
    talk = talk_about()
    talk.tell("isready")
    started = time.monotonic()
    *infos, answer = talk.tell("position startpos", f"go {limit}")
    assert time.monotonic() - started < 10
    assert is_legal("minishogi", START, answer)
    for line in infos:
        assert re.match(
            r"info depth \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv ", line
        )


def test_what_it_knows_is_used_on_in_the_same_game_only():
    talk = talk_about()
    tables = []
    for words in (
        "position startpos",
        "position startpos moves 5d5c 3a4b",
        "position startpos moves 5d5c 3a4b 2e4c 5a5c",
        "position startpos moves 4e4d 2a2b",
        "usinewgame",
        "position startpos moves 4e4d 2a2b 4d4e 2b2a",
    ):
        talk.tell(words)
        if words.startswith("position"):
            assert is_legal_after(words, talk.tell("go nodes 3000")[-1])
            kept = talk.engine.memory.kept
            assert kept is not None
            tables.append(kept.team.table)
    assert tables[0] is tables[1] is tables[2]
    assert tables[2] is not tables[3] and tables[3] is not tables[4]


def is_legal_after(words: str, answer: str) -> bool:
    """Whether `bestmove` names a legal move after those of a `position` command."""
    game = load("minishogi")
    state = game.position(moves=words.partition("moves ")[2]).state
    return is_legal("minishogi", game.show(state), answer)


def test_several_lines_each_with_another_move():
    said = talk_about().tell("setoption name MultiPV value 3", "position startpos", "go depth 2")
    moves = [line.split(" pv ")[1].split()[0] for line in said if "depth 2 multipv" in line]
    assert len(set(moves)) == 3


def test_moves_are_played_before_it_thinks():
    talk = talk_about()
    answer = talk.tell("position startpos moves 5d5c 3a4b 2e4c 5a5c", "go depth 2")[-1]
    assert is_legal("minishogi", "1b1gk/1s2p/rB3/5/KGS1R b p 1", answer)


def test_an_endless_search_answers_when_it_is_stopped():
    talk = talk_about()
    talk.tell("isready", "position startpos")
    talk.engine.obey("go infinite")
    time.sleep(0.3)
    assert "bestmove" not in talk.output.getvalue()
    assert is_legal("minishogi", START, talk.tell("stop")[-1])
    talk.engine.obey("position sfen 4k/5/3GG/5/K4 b - 1")
    talk.engine.obey("go infinite")  # a mate in one is found at once, but nobody has asked for it
    time.sleep(0.3)
    assert talk.output.getvalue().count("bestmove") == 1
    assert talk.tell("stop")[-1].startswith("bestmove")


def test_mates_are_found_and_told():
    talk = talk_about()
    said = talk.tell("position sfen 4k/5/3GG/5/K4 b - 1", "go depth 3")
    assert any(" score mate 1 " in line for line in said)
    assert re.fullmatch("checkmate ....", talk.tell("go mate 20000")[-1])


def test_a_short_search_for_a_mate_ends_although_nobody_waits():
    talk = talk_about()
    talk.engine.run(io.StringIO("isready\nposition startpos\ngo mate 10000\nquit\n"))
    assert talk.output.getvalue().splitlines()[-1] == "checkmate nomate"
    assert talk.tell("position startpos", "go mate infinite")[-1] == "checkmate nomate"
    assert talk.tell("position sfen 4k/3GP/3G1/5/K4 w - 1", "go depth 2") == ["bestmove resign"]


def test_another_game_of_the_family():
    talk = talk_about()
    talk.tell("setoption name UCI_Variant value dobutsu", "position startpos")
    assert is_legal("dobutsu", "gle/1c1/1C1/ELG b - 1", talk.tell("go depth 3")[-1])
    assert "expected one of" in talk.tell("setoption name UCI_Variant value chess")[-1]


@pytest.mark.parametrize(
    "line",
    [
        "position",
        "position sfen",
        "position sfen 9/9 b - 1",
        "position startpos moves 5d5b",
        "setoption",
        "setoption name Threads value many",
        "setoption name Threads value 0",
        "setoption name Colour value red",
        "hello",
    ],
)
def test_nonsense_is_answered_by_a_string(line):
    talk = talk_about()
    (said,) = talk.tell(line)
    assert said.startswith("info string ")
    if line.startswith("position"):
        assert talk.tell("go depth 1")[-1] == "bestmove resign"
    assert is_legal("minishogi", START, talk.tell("position startpos", "go depth 1")[-1])


WORDS = [
    "usi",
    "isready",
    "usinewgame",
    "position",
    "startpos",
    "sfen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "1",
    "0",
    "-5",
    "x",
    "5d5c\n",
    "",
    "",
    "",
    "setoption",
    "name",
    "value",
    "Threads",
    "MultiPV",
    "stop",
    "gameover",
    "ponderhit",
    "infinite",
    "mate",
    "win",
    "btime",
    "\x00",
    "０\n",
    "",
    "",
    "",
    "",
]


@settings(max_examples=25)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=5))
def test_nothing_that_comes_ends_or_hangs_an_engine(lines):
    text = "\n".join(line.replace("infinite", "depth 1") for line in lines) + "\nquit\n"
    talk_about().engine.run(io.StringIO(text))


# Other programs.

PROGRAM = """
import sys, time
answers = {answers!r}
for line in sys.stdin:
    word = line.split()[0]
    if word == "usi":
        print("option name UCI_Variant type combo default chess")
        print("usiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        answer = answers.pop(0)
        if answer == "sleep":
            time.sleep(60)
        elif answer == "die":
            sys.exit()
        print("info depth 1", flush=True)
        print("bestmove", answer, flush=True)
    elif word == "quit":
        break
    open({log!r}, "a").write(line)
"""


def program(folder: Path, *answers: str) -> str:
    """A program that answers so; what it was told is in the file `log`."""
    file = folder / "engine.py"
    file.write_text(PROGRAM.format(answers=list(answers), log=str(folder / "log")), "utf-8")
    return f"usi:{sys.executable} {file},depth=3,hash=8"


def test_a_program_plays(tmp_path):
    game = load("minishogi")
    player = make_player(program(tmp_path, "5d5c", "resign"), game)
    first = player.choose(game.start).move
    assert game.move_name(game.start, first) == "5d5c"
    states = [game.start, game.play(game.start, first)]
    states.append(game.play(states[-1], game.legal_moves(states[-1])[0]))
    with pytest.raises(Forfeit, match="answered 'resign'") as resigned:
        player.choose(states[-1], states[:-1])
    assert resigned.value.end == "resigned"
    told = (tmp_path / "log").read_text().splitlines()
    assert "setoption name UCI_Variant value minishogi" in told
    assert "setoption name hash value 8" in told
    assert "go depth 3" in told
    assert any(line.startswith(f"position sfen {START} moves 5d5c ") for line in told)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("5d5b", "which is no legal move in"),
        ("", "which is no legal move"),
        ("die", "it has ended"),
        ("win", "answered 'win', but no move wins at once in"),
    ],
)
def test_a_program_that_fails_is_told_of(tmp_path, answer, message):
    game = load("minishogi")
    with pytest.raises(InputError, match=message):
        make_player(program(tmp_path, answer), game).choose(game.start)


def test_a_win_is_claimed_where_a_move_wins(tmp_path):
    game = load("dobutsu")
    state = game.parse("1l1/1G1/3/L2 b - 1")  # the giraffe takes the lion
    move = make_player(program(tmp_path, "win"), game).choose(state).move
    assert game.move_name(state, move) == "2b2a"


@pytest.mark.parametrize(("answer", "end"), [("resign", "resigned"), ("5d5b", "forfeit")])
def test_whoever_does_not_move_loses(tmp_path, answer, end):
    match = play_match("minishogi", program(tmp_path, answer), "random", games=2)
    for record in match.records:
        assert record["result"] == ("second", "first")[record["number"]]
        assert record["end"] == end and record["reason"]["fields"]["answer"] == answer
        assert f"answered '{answer}'" in str(why_of(record))
        replay(record)
    report = match.to_dict()
    assert (report["resigned"], report["forfeits"]) == ((2, 0) if end == "resigned" else (0, 2))
    assert ("no legal move" in str(match)) == (end == "forfeit")


def test_a_program_that_fails_in_the_terminal_has_not_resigned(tmp_path, capsys):
    words = ["play", "minishogi", "--first", program(tmp_path, "5d5b"), "--second", "random"]
    assert cli.run([*words, "--lang", "ja"]) == 0
    said = capsys.readouterr().out
    assert "先手は指せず、負け: " in said and "の合法手ではありません" in said
    assert "投了" not in said and "後手の勝ち" in said


def test_a_program_that_sleeps_is_not_waited_for(tmp_path):
    game = load("minishogi")
    player = make_player(program(tmp_path, "sleep"), game)
    assert isinstance(player, UsiPlayer)
    player.patience = 0.5
    started = time.monotonic()
    with pytest.raises(InputError, match=r"expected bestmove from .* within 0\.5 s"):
        player.choose(game.start)
    assert time.monotonic() - started < 20


def test_a_program_that_is_not_there():
    game = load("minishogi")
    with pytest.raises(InputError, match="cannot run 'no-such-program': no such file"):
        make_player("usi:no-such-program", game).choose(game.start)
    with pytest.raises(UnknownPlayer, match="expected a program, such as"):
        make_player("usi", game)
    with pytest.raises(InputError, match="plays games of the shogi family, not tictactoe"):
        make_player("usi:x", load("tictactoe")).choose(load("tictactoe").start)


def living(group: int) -> list[str]:
    """The processes of a group that are not dead."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
            found += [path.parent.name] if state != "Z" and its_group == str(group) else []
    return found


def test_a_program_that_never_stops_talking_is_late_in_time():
    class Chatter(queue.Queue[str | None]):
        began = time.monotonic()

        def get(self, block=True, timeout=None):
            assert time.monotonic() < self.began + 2, "it is still listened to"
            return "info string and another thing"

    program = object.__new__(usi.UsiProgram)
    program.command, program.lines = "chatter", Chatter()
    with pytest.raises(InputError, match=r"expected bestmove from .* within 0\.1 s"):
        program.until("bestmove", 0.1)


@pytest.mark.parametrize("command", ["cat", "sh -c 'sleep 60; sleep 60'", "yes", "cat /dev/zero"])
def test_a_program_that_does_not_greet_is_ended(monkeypatch, command):
    monkeypatch.setattr(usi, "HELLO_SECONDS", 0.3)
    started = []

    class Popen(subprocess.Popen[str]):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            started.append(self)

    monkeypatch.setattr("subprocess.Popen", Popen)
    game = load("minishogi")
    with pytest.raises(InputError, match=r"expected usiok from .* within 0\.3 s"):
        make_player(f"usi:{command}", game).choose(game.start)
    (process,) = started
    assert process.returncode is not None
    deadline = time.monotonic() + 10
    while living(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not living(process.pid)  # what it had started is gone as well
