"""Othello on 8x8 with Fairy-Stockfish: positions and moves as it writes them, and such a program.

The oracle is pyffish, which is Fairy-Stockfish's own code.
"""

import random
import sys
from pathlib import Path

import pytest

from tests.conftest import portion
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.players.player import Forfeit

GAME = "othello:8x8"
# White has no move; its first stone from a1 on, where a1 is our a8, is on c1.
PASSING = "xooooooo/xooxoxxo/xoxoxoxo/xoxooxxo/xoxxoxxo/xoxxxoxo/xooooxxo/x.ooooxo o"


def games(number: int):
    """Random games, as positions with the moves to them as Fairy-Stockfish writes these."""
    game, chance = load(GAME), random.Random("flipello")
    for _ in range(number):
        state = game.start
        line: list[str] = []
        while legal := game.legal_moves(state):
            yield game, state, list(line)
            move = chance.choice(legal)
            line.append(game.engine_move(state, move))
            state = game.play(state, move)


def test_moves_are_those_of_fairy_stockfish():
    pyffish = pytest.importorskip("pyffish")
    start, passes = pyffish.start_fen("flipello"), 0
    for game, state, line in games(portion(24)):
        fen = game.engine_position(state)
        names = {game.engine_move(state, move): move for move in game.legal_moves(state)}
        assert names.keys() == set(pyffish.legal_moves("flipello", fen, [])), game.show(state)
        assert all(game.read_engine_move(state, name) == move for name, move in names.items())
        passes += not any("@" in name for name in names)
        if len(line) % 12 == 0 or not any("@" in name for name in names):  # a line takes long
            theirs = pyffish.get_fen("flipello", start, line)
            assert theirs.split("[")[0] == fen.split("[")[0]
            assert names.keys() == set(pyffish.legal_moves("flipello", start, line))
    assert passes > 0


def test_the_start_is_that_of_fairy_stockfish():
    pyffish = pytest.importorskip("pyffish")
    game = load(GAME)
    assert game.engine_position(game.start) == pyffish.start_fen("flipello")


def test_a_pass_is_a_move_of_a_stone_to_its_place():
    game = load(GAME)
    state = game.parse(PASSING)
    (move,) = game.legal_moves(state)
    assert game.move_name(state, move) == "--" and game.engine_move(state, move) == "c1c1"
    assert game.read_engine_move(state, "e1e1") == move  # whichever stone it is
    with pytest.raises(InputError):
        game.read_engine_move(state, "P@b1")


PROGRAM = """
import sys
answers = {answers!r}
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("option name Hash type spin default 16 min 1 max 64")
        print("option name UCI_Variant type combo default chess var chess{variant}")
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove", answers.pop(0), flush=True)
    elif word == "quit":
        break
    open({log!r}, "a").write(line)
"""


def program(folder: Path, *answers: str, variant: str = " var flipello") -> str:
    """A program that answers so; what it was told is in the file `log`."""
    file, log = folder / "engine.py", str(folder / "log")
    file.write_text(PROGRAM.format(answers=list(answers), log=log, variant=variant), "utf-8")
    return f"uci:{sys.executable} {file},depth=3"


def test_a_program_plays_othello(tmp_path):
    game = load(GAME)
    player = make_player(program(tmp_path, "P@d6", "P@a1"), game)
    first = player.choose(game.start).move
    assert game.move_name(game.start, first) == "d3"
    after = game.play(game.start, first)
    with pytest.raises(Forfeit, match="no legal move"):
        player.choose(after, [game.start])
    told = (tmp_path / "log").read_text().splitlines()
    assert "setoption name UCI_Variant value flipello" in told
    assert f"position fen {game.engine_position(game.start)} moves P@d6" in told


def test_a_program_that_plays_chess_only_is_refused(tmp_path):
    game = load(GAME)
    with pytest.raises(InputError, match="does not know the variant flipello"):
        make_player(program(tmp_path, variant=""), game).choose(game.start)


@pytest.mark.parametrize("name", ["othello:6x6", "othello:8x8,empties=winner", "nip:8x8"])
def test_it_plays_no_other_board(name):
    game = load(name)
    with pytest.raises(InputError, match="not " + name):
        make_player("uci:fairy-stockfish", game).choose(game.start)
