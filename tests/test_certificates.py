"""Certificates: what is proved is accepted by the checkers, and nothing else is."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import yomikiri_verify as checker
from tests.certificates import ROOT, fault_of, make, moves_of, parts_of, rewritten, with_moves
from tests.slow_twins import read, slow_twin
from yomikiri.games import load
from yomikiri.solve import certificate as writer
from yomikiri.solve import solve
from yomikiri.verify import fast as compiled
from yomikiri.verify import kernels
from yomikiri.verify.board import make_checked_board
from yomikiri.verify.fast import Checked, Compiled
from yomikiri.verify.verdict import verify

CASES = [
    ("nip:4x4", "score", ""),
    ("nip:4x4,rim=lap,empties=winner", "score", ""),
    ("nip:6x4,rim=off", "win", ""),
    ("nip:4x6", "score", ""),
    ("nip:4x6", "win", "c1 b1"),  # as the second player sees it, too
    ("othello:4x4,start=parallel", "score", ""),
    ("othello:3x5", "score", ""),
    ("connect4:4x4", "win", ""),  # a draw: both bounds
    ("connect4:4x5", "score", "c"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the certificates of this module are."""
    return tmp_path_factory.mktemp("certificates")


# What is right.


@pytest.mark.parametrize(("game", "goal", "moves"), CASES)
def test_a_solved_game_is_proved_to_the_stand_alone_checker(folder, game, goal, moves):
    path = make(folder, game, goal, moves)
    answer = solve(game, goal=goal, moves=moves)
    found = checker.Certificate(str(path))
    assert fault_of(path) == ""
    assert found.value == answer.value and found.goal == goal
    assert found.cut == (10 if game == "connect4:4x5" else 8)  # half of that board
    assert str(load(found.game)) == str(load(game.replace(",start=parallel", "")))
    assert found.text == answer.game.show(answer.position)


def test_the_stand_alone_checker_is_run_without_the_package(folder):
    path = make(folder, "nip:4x6")

    def run(*arguments: str) -> tuple[int, str]:
        program = [sys.executable, "-I", str(ROOT / "yomikiri_verify.py"), *arguments]
        done = subprocess.run(program, capture_output=True, text=True, cwd=folder)
        assert not done.stderr
        return done.returncode, done.stdout.split(":")[0]

    assert run(str(path)) == (0, "valid")
    assert run(str(with_moves(path, moves_of(path)[:-1]))) == (1, "not valid")
    assert run(str(ROOT / "README.md")) == (2, "not a certificate")
    assert run(str(folder)) == run("nowhere") == run() == (2, "not a certificate")


def test_the_stand_alone_checker_is_short_and_shares_no_line_with_the_package():
    text = (ROOT / "yomikiri_verify.py").read_text("utf-8")
    assert len(text.splitlines()) < 300
    assert "yomikiri." not in text and "import numba" not in text
    own = {line.strip() for line in text.splitlines()}
    for path in (ROOT / "yomikiri").rglob("*.py"):
        shared = own & {line.strip() for line in path.read_text("utf-8").splitlines()}
        lines = {
            line
            for line in shared
            if len(line) > 30 and not line.startswith(("from ", "import ", "def "))
        }
        assert not lines, path


def result_of(board, own, other):
    """The result of a game that is over: the greatest goal that is reached."""
    goals = list(range(-board.most, board.most + 1))
    reached = [goal for goal in goals if board.reaches(own, other, goal)]
    assert reached == goals[: len(reached)]
    return reached[-1]


SPECS = [
    "nip:4x6,rim=other,empties=nobody",
    "nip:6x6,rim=lap,empties=winner",
    "nip:4x8,rim=off,empties=nobody",
    "othello:5x4,empties=winner",
    "connect4:5x4",
]


@pytest.mark.parametrize("spec", SPECS)
def test_its_rules_are_those_of_the_slow_twins(spec):
    game, twins = load(spec), slow_twin(spec)
    head, *words = spec.split(",")
    family, _, size = head.partition(":")
    height, width = map(int, size.split("x"))
    board = checker.make_board(family, height, width, dict(word.split("=") for word in words))
    chance = random.Random(1)
    for _ in range(8):
        text = game.show(game.start)
        while moves := twins.moves(read(text)):
            children = [twins.play(read(text), move).show() for move in moves]
            found = list(board.children(*board.read(text)))
            assert sorted(found) == sorted(board.read(child) for child in children)
            text = chance.choice(children)
        assert not list(board.children(*board.read(text)))
        assert result_of(board, *board.read(text)) == twins.result(read(text))


def test_chunks_are_proofs_of_their_own(folder, monkeypatch):
    monkeypatch.setattr(writer, "ONE_CHUNK", 20)
    monkeypatch.setattr(writer, "CHUNK", 20)
    path = folder / "chunks"
    solve("nip:4x6", certificate=path)
    header, body = parts_of(path)
    streams = header["proofs"][0]["streams"]
    assert len(streams) > 2 and header["proofs"][0]["split"] < 16
    assert fault_of(path) == ""
    streams[1][0] += 1  # another root than the chunk is for
    streams[2][0] -= 1
    assert fault_of(rewritten(path, header, body)) in ("left", "illegal", "refuted")
    streams[1][0] -= 2
    assert fault_of(rewritten(path, header, body)) in ("left", "illegal", "refuted")


# The compiled checker.


def fast_fault_of(path: Path) -> str:
    """What the compiled checker finds wrong with a certificate."""
    return verify(path, fast=True, threads=2).fault


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "goal", "moves"), CASES)
def test_a_solved_game_is_proved_to_the_compiled_checker(folder, game, goal, moves):
    path = make(folder, game, goal, moves)
    found = verify(path, fast=True)
    assert found.valid and found.checked == verify(path).checked


@pytest.mark.compiled
def test_both_checkers_find_the_same_faults(folder):
    path = make(folder, "nip:4x6")
    moves = moves_of(path)
    for place in range(len(moves)):
        for move in (moves[place] ^ 1, 200):
            forged = with_moves(path, moves[:place] + bytes([move]) + moves[place + 1 :])
            assert fast_fault_of(forged) == fault_of(forged)
    for forged in (with_moves(path, moves + b"\0"), with_moves(path, moves[:-1])):
        assert fast_fault_of(forged) == fault_of(forged) != ""
    header, body = parts_of(path)
    for change in ({"cut": 6}, {"switches": {"rim": "lap", "empties": "nobody"}}, {"value": 18}):
        forged = rewritten(path, header | change, body)
        assert fast_fault_of(forged) == fault_of(forged) != ""
    header["proofs"][0]["streams"][1][0] = 2
    forged = rewritten(path, header, body)
    assert fast_fault_of(forged) == fault_of(forged) == "left"


def claim_of(folder, spec):
    """A certificate that claims a draw, with no proof."""
    family, _, rest = spec.partition(":")
    header = {"position": load(spec).show(load(spec).start), "game": family, "cut": 8}
    size, *words = rest.split(",")
    header |= dict(zip(("rows", "columns"), map(int, size.split("x"))))
    header["switches"] = dict(word.split("=") for word in words)
    header |= {"goal": "score", "value": 0}
    header["proofs"] = [
        {"bound": bound, "split": 0, "streams": [[1, 0, 0, 0]]} for bound in ("at_least", "at_most")
    ]
    return checker.Certificate(str(rewritten(folder / "x", header, b"")))


@pytest.mark.compiled
@pytest.mark.parametrize("spec", SPECS)
def test_the_compiled_rules_are_those_of_the_stand_alone_checker(folder, spec):
    found = claim_of(folder, spec)
    board, slow = make_checked_board(found), found.board
    chance, out = random.Random(2), np.zeros(256, np.int64)
    for _ in range(5):
        own, other = found.start
        while positions := list(slow.children(own, other)):
            number = kernels.children(board, own, other, out)
            assert [tuple(pair) for pair in out[: 2 * number].reshape(-1, 2)] == positions
            assert tuple(kernels.canonical(board, own, other)) == slow.canonical(own, other)
            own, other = chance.choice(positions)
        assert kernels.children(board, own, other, out) == 0
        assert kernels.result(board, own, other) == result_of(slow, own, other)


def test_a_board_that_no_machine_word_holds_is_left_to_the_slow_checker(yk, folder):
    claim_of(folder, "othello:8x8,empties=nobody")
    header, _ = parts_of(folder / "forged")
    empty = "/".join(8 * [10 * "."]) + " x"
    rewritten(folder / "x", header | {"columns": 10, "position": empty}, b"")
    code, _, err = yk("verify", folder / "forged", "--fast")
    assert code == 2 and "leave out --fast" in err
    assert yk("verify", folder / "forged")[0] == 0  # nobody can move, and nobody has a stone


@pytest.mark.compiled
def test_what_the_compiled_search_remembers_is_about_the_same_position(folder, monkeypatch):
    """With room for a few positions only, so that most of them fall upon others."""
    monkeypatch.setattr(compiled, "MEMO", 50 * kernels.MEMO)
    found = claim_of(folder, "connect4:5x4")
    chance, nothing = random.Random(3), (0, 1, 0, 0, 0)
    places, verdicts = [], set()
    for _ in range(150):
        own, other = found.start
        for _ in range(chance.randrange(8, 14)):
            own, other = chance.choice(list(found.board.children(own, other)) or [(own, other)])
        places.append((own, other, chance.choice((False, True))))
    for need in (0, 1):  # all of one goal share what is remembered
        good = []
        for own, other, proves in places:
            goal = need if proves else 1 - need
            holds = found.board.reaches(own, other, goal) == proves
            verdicts.add((need, holds))
            if holds:
                good.append((own, other, proves))
            else:
                with pytest.raises(checker.Fault, match="refuted"):
                    Compiled(found).follow(nothing, [*good, (own, other, proves)], need, 20, False)
        Compiled(found).follow(nothing, good, need, 20, False)
    assert len(verdicts) == 4


@pytest.mark.parametrize("fast", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_a_sample_checks_some_chunks_and_says_what_that_means(folder, monkeypatch, fast):
    monkeypatch.setattr(writer, "ONE_CHUNK", 20)
    monkeypatch.setattr(writer, "CHUNK", 20)
    path = folder / "many"
    solve("connect4:4x5", certificate=path)
    whole = verify(path, fast=fast, threads=2)
    assert whole.valid and whole.checked.chunks == whole.checked.checked > 10
    assert whole.checked.doubt == 0
    found = verify(path, fast=fast, share=0.3)
    assert found.valid and 0 < found.checked.checked < found.checked.chunks
    assert 0 < found.checked.doubt < 1 and found.checked.positions < whole.checked.positions
    # 59 of 1,000: if 6 % of the chunks were wrong, 0.94 ** 59 = 2.6 % of samples would miss them.
    assert 0.04 < Checked(0, 1000, 59).doubt < 0.06


def test_the_room_of_the_checkers_knows_nothing_of_games_and_searches():
    ground = {"bits", "jit", "running", "errors", "words", "verify"}
    for path in (ROOT / "yomikiri" / "verify").glob("*.py"):
        for name in re.findall(r"^(?:from|import) yomikiri\.(\w+)", path.read_text("utf-8"), re.M):
            assert name in ground, f"{path.name} imports {name}"


# The commands.


def test_solve_writes_a_certificate_that_verify_accepts(yk, folder):
    path = folder / "by-command"
    code, out, _ = yk("solve", "nip:4x6", "--certificate", path, "--json")
    wrote = json.loads(out)["certificate"]
    assert code == 0 and wrote["bytes"] == path.stat().st_size and wrote["file"] == str(path)
    code, out, _ = yk("verify", path, "--json")
    found = json.loads(out)
    assert code == 0 and found | {"seconds": 0} == {
        "valid": True,
        "game": "nip:4x6,rim=other,empties=nobody",
        "position": "_...._/..ox../..xo../_...._ x",
        "goal": "score",
        "claim": "value = 19 for x",
        "positions": wrote["positions"],
        "seconds": 0,
        "reason": "",
        "chunks": 2,
        "checked": 2,
        "doubt": 0.0,
    }
    code, out, _ = yk("certificate", "info", path, "--json")
    found = json.loads(out)
    assert code == 0 and sum(proof["moves"] for proof in found["proofs"]) == wrote["moves"]
    assert [proof["bound"] for proof in found["proofs"]] == ["at_least", "at_most"]


def test_the_exit_code_of_verify_says_what_a_file_is(yk, folder):
    path = make(folder, "nip:4x6")
    assert yk("verify", path)[:1] == (0,)
    code, out, _ = yk("verify", with_moves(path, moves_of(path)[:-1]), "--json")
    assert (
        code == 1
        and not json.loads(out)["valid"]
        and "no legal move in" in json.loads(out)["reason"]
    )
    code, out, _ = yk("verify", with_moves(path, moves_of(path)[:-1]))
    assert code == 1 and "not valid: no legal move in" in out
    code, out, _ = yk("verify", ROOT / "README.md")
    assert code == 2 and "not a certificate" in out
    code, out, _ = yk("verify", folder / "nowhere", "--json")
    assert code == 2 and json.loads(out)["reason"] == "no such file or folder"
    for foreign in (ROOT / "README.md", ROOT, folder / "nowhere"):
        code, _, err = yk("certificate", "info", foreign)
        assert code == 2 and err.count("\n") == 1 and "not a certificate" in err


def test_a_solve_that_cannot_be_proved_is_refused_before_it_begins(yk, folder):
    for arguments in (["tictactoe"], ["minishogi"], ["nip:4x4", "--goal", "stages=4,4"]):
        code, _, err = yk("solve", *arguments, "--certificate", folder / "none")
        assert code == 2 and "no certificates" in err and err.count("\n") == 1
    code, _, err = yk("solve", "nip:4x4", "--certificate", folder / "no" / "folder")
    assert code == 2 and not (folder / "none").exists()


def test_a_solve_that_was_stopped_writes_no_certificate(yk, folder):
    code, _, err = yk("solve", "nip:6x6", "--nodes", "100", "--certificate", folder / "none")
    assert code == 0 and "no certificate was written" in err and not (folder / "none").exists()


def test_a_sample_is_not_called_valid(yk, folder, monkeypatch):
    monkeypatch.setattr(writer, "ONE_CHUNK", 20)
    monkeypatch.setattr(writer, "CHUNK", 20)
    solve("connect4:4x5", certificate=folder / "sampled")
    code, out, _ = yk("verify", folder / "sampled", "--sample", "0.01")
    assert code == 0 and "valid" not in out and "a sample: " in out
    for share in ("0", "1.5", "x"):
        assert yk("verify", folder / "sampled", "--sample", share)[0] == 2
