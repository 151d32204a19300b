"""Playing in the terminal, saved games, and the words of both languages."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from yomikiri import cli
from yomikiri.cli.play import who
from yomikiri.cli.progress import EVERY, Display, live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.seats import Seats
from yomikiri.cli.words import Words, choose_language, duration, short_number
from yomikiri.errors import InputError, printable
from yomikiri.games import load
from yomikiri.games.end import RESIGNED
from yomikiri.jit import COMPILING
from yomikiri.play import files, record
from yomikiri.play.tree import Tree
from yomikiri.solve.answer import Progress


@pytest.fixture
def sit(capsys, monkeypatch, tmp_path):
    """Play in this process with what is typed; exit code, output and errors."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("YOMIKIRI_QUIET", "1")
    monkeypatch.chdir(tmp_path)

    def run(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = cli.run(["play", *arguments])
        return code, *capsys.readouterr()

    return run


# A game.


def test_a_person_plays_a_game_to_its_end(sit):
    code, out, err = sit("tictactoe", "--second", "human", typed="a1\nb1\n")
    assert code == 0 and not err
    code, out, _ = sit(
        "tictactoe", "--first", "human", "--second", "human", typed="a1 \nA2\nb1\nb2\nc1\n"
    )
    assert code == 0
    assert out.rstrip().endswith("the game is over: X wins")


def test_the_board_shows_coordinates_legal_moves_and_whose_turn_it_is(sit):
    _, out, _ = sit("nip:4x4", typed="")
    assert (
        "    a b c d\n  1   + .\n  2 + ○ ● .\n  3 . ● ○ +\n  4   . +\n  ● Black 2   ○ White 2"
        in out
    )
    assert "move 1: Black to move" in out


def test_when_the_input_ends_the_game_can_be_continued(sit):
    code, out, _ = sit("nip:4x4", "--second", "random", "--seed", "5", typed="b1\n")
    assert code == 0
    command = out.splitlines()[-1].partition("continue later with: ")[2]
    assert command.startswith("yomikiri play nip:4x4 --first human --second random --moves 'b1 ")
    import shlex

    code, out, _ = sit(*shlex.split(command)[2:], typed="moves\n")
    assert code == 0 and "moves so far: b1 " in out


def test_wrong_input_is_explained_and_asked_again(sit):
    _, out, _ = sit(
        "nip:4x4", typed="zz\nunod\na1\nb2\n\n   \nsave\nload\nload none\n\x1b[2J\nb1\n"
    )
    assert "expected a cell such as b3, got 'zz'" in out
    assert "did you mean 'undo'?" in out
    assert "there is no cell a1 on this board" in out
    assert "b2 is not legal here; legal moves: b1 a2 d3 c4" in out
    assert "say which file: save FILE" in out and "say which file: load FILE" in out
    assert "cannot read none" in out
    assert "\x1b" not in out
    assert "(level:3) plays" in out, "and the game goes on"


def test_undo_goes_back_to_the_persons_own_move(sit):
    _, out, _ = sit("nip:4x4", typed="undo\nb1\nundo\nmoves\n")
    assert "no move of yours" in out and "took back 2 moves" in out
    assert "moves so far: none" in out
    _, out, _ = sit(
        "tictactoe", "--second", "human", "--first", "human", typed="a1\nb1\nundo\nmoves\n"
    )
    assert "took back 1 move" in out and "moves so far: a1" in out


def test_hint_moves_board_help_and_analyze(sit):
    _, out, _ = sit("nip:4x4", "--moves", "b1 c1", typed="hint\nmoves\nboard\nhelp\n?\nanalyze\n")
    assert "try d2: +2 with perfect play" in out
    assert "legal moves: d2 d3" in out
    assert out.count("● Black 3   ○ White 3") == 2
    assert out.count("take back your last move") == 2
    assert "-12   exact" in out


@pytest.mark.parametrize(("game", "marks"), [("tictactoe", True), ("minishogi", False)])
def test_help_tells_of_marks_where_the_board_has_them(sit, game, marks):
    _, out, _ = sit(game, "--second", "human", typed="help\n")
    assert "play this move" in out and ("+ on the board" in out) == marks


def test_resign(sit):
    code, out, _ = sit("nip:4x4", typed="resign\n")
    assert code == 0 and "Black resigns" in out and "the game is over: White wins\n" in out


def test_quit(sit):
    code, out, _ = sit("nip:4x4", typed="quit\nb1\n")
    assert code == 0 and "continue later with" in out and "plays" not in out


def test_japanese_words_and_full_width_letters(sit):
    _, out, _ = sit("nip:4x4", "--lang", "ja", typed="ｂ１\n待った\n投了\n")
    assert "1手目 黒の番" in out and "2手戻しました" in out and "黒の投了" in out
    assert "終局: 白の勝ち" in out


def test_a_forced_pass_is_played_and_told():
    game = load("nip:4x6")
    line = "c1 b1 a2 e2 e4 d4 c4 b3 f2 e1 d1 e3 b2"
    moves = game.read_moves(game.start, line)
    tree = Tree(game, moves=moves, players=("human", "human"))
    seats = Seats(tree)
    assert seats.legal_text() == "--" and seats.must_pass(tree.state)
    tree.play(tree.legal()[0])
    assert not seats.must_pass(tree.state)
    assert seats.take_back() == 2, "back to the last real choice, not to the pass"
    assert tree.moves == moves[:-1] and tree.node.children == []


def test_a_pass_in_a_game(sit):
    line = "c1 b1 a2 e2 e4 d4 c4 b3 f2 e1 d1 e3 b2"
    everyone = ("--first", "human", "--second", "human")
    code, out, _ = sit("nip:4x6", *everyone, "--moves", line, typed="f3\na3\n")
    assert code == 0 and out.count("White has no move and passes") == 2
    assert "the game is over: Black wins 19-0 (1 empty)" in out


def test_two_players_are_watched(sit):
    code, out, err = sit("tictactoe", "--first", "random", "--second", "level:9", "--seed", "1")
    assert code == 0 and not err and "the game is over" in out and ">" not in out
    assert sit("tictactoe", "--first", "random", "--second", "level:9", "--seed", "1")[1] == out


def test_a_finished_position_is_told_at_once(sit):
    code, out, _ = sit("tictactoe", "--moves", "a1a2b1b2c1")
    assert code == 0 and "the game is over: X wins" in out


def test_json_of_a_game(sit):
    code, out, err = sit("nip:4x4", "--json", typed="b1\nresign\n")
    document = json.loads(out)
    assert code == 0 and "Black>" in err
    assert document["game"] == "nip:4x4" and document["moves"].startswith("b1 ")
    assert document["result"]["winner"] == "second" and document["result"]["resigned"]


@pytest.mark.parametrize(
    ("asked", "seated"),
    [
        ((None, None), ("human", "level:3")),
        (("level:5", None), ("level:5", "human")),
        ((None, "level:5"), ("human", "level:5")),
        ((None, "human"), ("level:3", "human")),
        (("human", None), ("human", "level:3")),
        (("random", "greedy"), ("random", "greedy")),
    ],
)
def test_the_side_that_is_not_named(asked, seated):
    assert who(*asked) == seated


def test_a_player_that_cannot_play_on_does_not_lose_the_game(sit):
    code, out, err = sit("othello", "--first", "perfect", "--second", "random")
    assert code == 2 and err.count("\n") == 1 and "perfect" in err
    assert "continue later with" in out


# Saved games.


def test_a_game_is_saved_and_loaded(sit, tmp_path):
    _, out, _ = sit("nip:4x4", typed="b1\nsave game.json\n")
    assert "continue with: yomikiri play nip:4x4 --load game.json" in out
    saved = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert saved["game"] == "nip:4x4" and saved["moves"].startswith("b1 ")
    _, out, _ = sit("nip:4x4", "--load", "game.json", typed="moves\n")
    assert f"moves so far: {saved['moves']}" in out
    _, out, _ = sit("nip:4x4", typed="load game.json\nmoves\nsave game.json\n")
    assert "loaded game.json" in out and f"moves so far: {saved['moves']}" in out
    assert os.listdir(tmp_path) == ["game.json"]


def saved_text(**changes):
    game = load("nip:4x4")
    tree = Tree(game, moves=game.read_moves(game.start, "b1"), players=("human", "random"))
    return json.dumps(record.write(tree) | changes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a game saved by yomikiri"),
        ("{}", "not a game saved by yomikiri"),
        ("[" * 100_000, "not a game saved by yomikiri"),
        ("\udcff", "not a game saved by yomikiri"),
        (saved_text()[:-20], "not a game saved by yomikiri"),
        (saved_text(version=9), "version 9"),
        (saved_text(moves=None), "damaged"),
        (saved_text(players=["human"]), "damaged"),
        (saved_text(moves="b1 b1"), "damaged: illegal move"),
        (saved_text(position="?"), "damaged: expected rows"),
        (saved_text(rules_hash="0"), "played by other rules of nip:4x4"),
        (saved_text(game="nip:6x6", rules_hash="0"), "a game of nip:6x6, not of nip:4x4"),
    ],
)
def test_a_file_that_is_no_game_of_these_rules_is_refused(sit, tmp_path, text, reason):
    (tmp_path / "game.json").write_text(text, "utf-8", errors="surrogateescape")
    code, out, err = sit("nip:4x4", "--load", "game.json")
    assert code == 2 and not out and err.count("\n") == 1 and reason in err
    code, out, err = sit("nip:4x4", typed="load game.json\nmoves\n")
    assert code == 0 and reason in out and "moves so far: none" in out, "nothing is lost"


def test_a_loaded_game_goes_on_with_its_seed_and_after_a_resignation(sit, tmp_path):
    game = load("nip:4x4")
    tree = Tree(game, moves=game.read_moves(game.start, "b1"), players=("human", "human"), seed=9)
    tree.give(1, RESIGNED)
    files.save(tree, str(tmp_path / "game.json"))
    _, out, _ = sit("nip:4x4", "--load", "game.json", "--json", typed="a3\n")
    document = json.loads(out)
    assert (document["moves"], document["result"], document["seed"]) == ("b1 a3", None, 9)
    _, out, _ = sit("nip:4x4", "--load", "game.json", "--json", "--seed", "4", typed="quit\n")
    assert json.loads(out)["seed"] == 4


def test_players_of_a_file_that_do_not_exist_change_nothing(sit, tmp_path):
    (tmp_path / "game.json").write_text(saved_text(players=["human", "nobody"]), "utf-8")
    _, out, _ = sit("nip:4x4", typed="load game.json\nmoves\nb1\n")
    assert "no player called 'nobody'" in out and "(level:3) plays" in out


def test_no_other_file_is_overwritten(sit, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear", "utf-8")
    _, out, _ = sit("nip:4x4", typed="save letter.txt\nsave no/such/folder/x\nsave .\n")
    assert "exists and is not a saved game" in out and out.count("cannot save") == 1
    assert (tmp_path / "letter.txt").read_text("utf-8") == "Dear"


@given(st.data())
def test_records_come_back(tmp_path_factory, data):
    game = load("tictactoe")
    tree = Tree(game, players=("human", "human"), seed=data.draw(st.integers(0, 99)))
    while tree.legal() and data.draw(st.booleans()):
        tree.play(data.draw(st.sampled_from(tree.legal())))
    file = str(tmp_path_factory.mktemp("games") / "game.json")
    files.save(tree, file)
    kept = files.load(file, game)
    assert (kept.moves, kept.state, kept.players) == (tree.moves, tree.state, tree.players)
    assert (kept.end, kept.seed) == (tree.end, tree.seed)


# Words.


def test_the_language_is_asked_for_or_that_of_the_environment(monkeypatch):
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert choose_language() == "en"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert choose_language() == "ja" and choose_language("en") == "en"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert choose_language() == "en"
    with pytest.raises(InputError, match="en or ja"):
        choose_language("de")


def test_there_is_one_ply_and_there_are_two_plies():
    words = Words("en")
    assert (
        words("result.won_in", n=1) == "won in 1 ply"
        and words("result.won_in", n=11) == "won in 11 plies"
    )
    assert words("result.in_moves", metric="dtm", n=1) == "dtm, 1 move"
    assert words("lab.games_played", games=1) == "1 game"
    fitted = {"games": 1, "positions": 1, "before": 1.0, "after": 1.0}
    assert words("lab.fitted", **fitted).startswith("1 game, 1 quiet position; loss 1.0000")
    assert (
        words("table.list_single", game="g", count="1")
        == "g: 1 position with only one winning move"
    )


def test_a_long_line_is_not_shown_again(sit):
    code, out, err = sit("tictactoe", typed="x" * 10**6 + "\nc3" + "a1" * 10**6 + "\nquit\n")
    assert code == 0 and len(out + err) < 5000


def test_numbers_and_times_are_short():
    assert [short_number(n) for n in (0, 999, 1234, 12.3e6, 7.1e9)] == [
        "0", "999", "1.23 k", "12.3 M", "7.1 G",
    ]  # fmt: skip
    assert [duration(s) for s in (0.094, 12.4, 70, 1743, 479100, 3600)] == [
        "0.09 s", "12 s", "1 min 10 s", "29 min 3 s", "133 h 5 min", "1 h",
    ]  # fmt: skip


def test_the_live_line_has_all_that_is_asked_for():
    show = Display(Words("en"), "nip:6x8 win", None)
    line = show.line(Progress(1, 4, -1, 1, 12_300_000, 2.0))
    for part in (
        "nip:6x8 win",
        "root moves 1/4",
        "value -1 to +1",
        "12.3 M nodes",
        "6.15 M/s",
        "2.00 s",
    ):
        assert part in line


@pytest.mark.compiled
def test_every_live_line_tells_how_far_compiling_is():
    screen, seen = Screen(Words("en")), io.StringIO()
    screen.notes, screen.is_live = Console(file=seen, force_terminal=True, width=100), True
    with live_line(screen, "nip:4x4 a : b") as show:
        show("0 of 10 games")
        time.sleep(2.5 * EVERY)
        assert "functions" not in seen.getvalue()
        with COMPILING:
            time.sleep(5 * EVERY)
        show("1 of 10 games")
    shown = seen.getvalue()
    told = r"nip:4x4 a : b  compiling, once: \d+ functions, 0\.\d+ s"
    assert re.search(told, shown) and shown.index("functions") < shown.index("1 of 10")


def test_control_characters_are_not_printed():
    assert printable("a\x1b[2Jb\rc\nd") == "a?[2Jb?c\nd"


# In real terminals.


class Terminal:
    """The program at the other end of a pseudo-terminal."""

    def __init__(self, *arguments, term="xterm"):
        self.here, there = pty.openpty()
        environment = {**os.environ, "TERM": term, "LC_ALL": "C.UTF-8", "YOMIKIRI_QUIET": "1"}
        environment |= {"COLUMNS": "100", "LINES": "40"}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "yomikiri", *arguments],
            stdin=there, stdout=there, stderr=there, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(there)
        self.seen = ""

    def wait_for(self, text, seconds=100):
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.here], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come; there was {self.seen[-2000:]!r}"
            try:
                data = os.read(self.here, 4096)
            except OSError:  # the program has ended
                data = b""
            assert data, f"{text!r} did not come; there was {self.seen[-2000:]!r}"
            self.seen += data.decode("utf-8", "replace")

    def type(self, text):
        os.write(self.here, text.encode())

    def end(self):
        code = self.child.wait(60)
        os.close(self.here)
        return code


def test_a_game_in_a_terminal():
    terminal = Terminal("play", "tictactoe", "--first", "human", "--second", "human")
    terminal.wait_for("X> ")
    terminal.type("b2\n")
    terminal.wait_for("O> ")
    assert "\x1b[1;32m+" in terminal.seen, "legal moves are in colour"
    terminal.type("\x04")  # the end of the input
    terminal.wait_for("--moves b2")
    assert terminal.end() == 0


def test_a_game_in_a_dumb_terminal():
    terminal = Terminal("play", "nip:4x4", "--second", "human", "--first", "human", term="dumb")
    terminal.wait_for("Black> ")
    assert "\x1b" not in terminal.seen and "●" not in terminal.seen
    assert "  2 + o x ." in terminal.seen
    terminal.type("quit\n")
    terminal.wait_for("continue later")
    assert terminal.end() == 0


def test_ctrl_c_in_a_game_says_how_to_go_on():
    terminal = Terminal("play", "tictactoe", "--first", "human", "--second", "human")
    terminal.wait_for("X> ")
    terminal.type("b2\n")
    terminal.wait_for("O> ")
    time.sleep(0.5)  # the prompt is there a moment before the line is read
    terminal.child.send_signal(signal.SIGINT)
    terminal.wait_for("--moves b2")
    assert terminal.end() == 130


@pytest.mark.compiled
def test_solve_shows_its_progress_in_a_terminal():
    terminal = Terminal("solve", "nip:8x8")
    terminal.wait_for("M nodes")
    assert "root moves 0/" in terminal.seen and "value -52 to +52" in terminal.seen
    terminal.child.send_signal(signal.SIGINT)
    terminal.wait_for("stopped by Ctrl-C: the winner is not known yet")
    assert terminal.end() == 130


def test_a_closed_standard_input_is_the_end_of_the_input():
    command = f'"{sys.executable}" -m yomikiri play tictactoe <&-'
    result = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=100)
    assert result.returncode == 0 and "yomikiri play tictactoe" in result.stdout


def test_a_turn_of_several_actions_is_one_thing(sit):
    typed = "16u 25u\nundo\nundo\n16u 15d\n16u 25u 24u\nquit\n"
    code, out, err = sit("janken:full,pieces=2", "--second", "random", typed=typed)
    assert code == 0 and not err
    assert re.search(r"Second \(random\) plays \d\d[urdl] \d\d[urdl]\n", out)
    assert "move 1: First continues" in out and "move 3: First to move" in out
    assert "15d is not legal here" in out
    assert "the turn is over before 24u; nothing was played" in out


def test_dice_are_thrown_at_the_table(sit):
    words = ("janken:full,pieces=1,dice=on", "--first", "level:0", "--second", "random")
    code, out, err = sit(*words, "--seed", "3")
    assert code == 0 and not err
    assert "the die shows die" in out and "the game is over" in out
    assert sit(*words, "--seed", "3")[1] == out


def test_the_third_occurrence_ends_a_game_at_the_table(sit):
    moves = " ".join(2 * ["16us", "61ds", "15ds", "62us"])
    code, out, _ = sit("janken:simple", "--second", "human", "--moves", moves)
    assert code == 0
    assert "the position has occurred 3 times" in out and "a draw" in out
