"""The kernel cache, in fresh processes: cold then warm, never stale, one signature a game."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import numba
import pytest

from yomikiri import jit

ROOT = Path(__file__).parent.parent
NOTICE = "compiling, once"

# Two boards and two variants: other rules of the same class need no other machine code.
SOLVE = """
import collections, json
from tests.test_toy import make_space
from tests.toy import START, TRACK, make_toy
from yomikiri.bits import to_bits
from yomikiri.games.reversi.board import Board, Layout
import yomikiri.games.reversi.rules
from yomikiri.games.reversi.state import Reversi, make_rules
from yomikiri import solve
from yomikiri.search.alpha_beta import search
from yomikiri.search.df_pn import prove
from yomikiri.search.perft import count_leaves, perft

def board(height, width, is_nip):
    layout = Layout(Board(height, width, is_nip))
    x, y = width // 2, height // 2
    black = to_bits([layout.number[x, y - 1], layout.number[x - 1, y]])
    white = to_bits([layout.number[x - 1, y - 1], layout.number[x, y]])
    rules = make_rules(layout, lap=False, rim=is_nip, empties_count=False)
    return rules, Reversi(black, white, 0)

answers = []
for rules, state in (
    board(4, 4, True),
    board(4, 6, False),
    (make_toy(TRACK, twice=0, endless=0, chance=0), START),
    (make_toy(TRACK, twice=1, endless=1, chance=0), START),
):
    answers.append(int(search(rules, make_space(megabytes=1), state, -64, 64, 255, 0, 0)))
    answers.append(perft(rules, state, 4))
proved = [solve(spec).value for spec in ("nip:4x6", "othello:4x4")]
signatures = [
    collections.Counter(types[0].instance_class.__name__ for types in kernel.signatures)
    for kernel in (search, count_leaves, prove)
]
hits = [sum(kernel.stats.cache_hits.values()) for kernel in (search, count_leaves, prove)]
print(json.dumps([answers, proved, signatures, hits]))
"""

ANOTHER_KERNEL = """
import json
from tests.toy import START, TRACK, make_toy
from yomikiri.search.expectimax import expect
from yomikiri.think.dice import search
games = [make_toy(TRACK, twice=twice, endless=0, chance=0) for twice in (0, 1)]
values = [search(rules, START, depth=9).value for rules in games]
print(json.dumps([values, len(expect.signatures)]))
"""

# A small game inside the package: take one to three of a heap, the last one taken wins.
HEAP = """
from typing import NamedTuple
from yomikiri.rules import ONGOING, rule

class HeapRules(NamedTuple):
    most: int

class Heap(NamedTuple):
    left: int
    turn: int

@rule
def legal_moves(rules: HeapRules, state, out):
    number = min(rules.most, state.left)
    for index in range(number):
        out[index] = index + 1
    return number

@rule
def play(rules: HeapRules, state, move):
    return Heap(state.left - move, 1 - state.turn)

@rule
def outcome(rules: HeapRules, state):
    return ONGOING if state.left > 0 else -1

@rule
def mover(rules: HeapRules, state):
    return state.turn

@rule
def key(rules: HeapRules, state):
    return state.left, state.turn
"""

PLAY_HEAP = """
from yomikiri.heap import Heap, HeapRules
from yomikiri.think.dice import search
from yomikiri.search.perft import perft
print(search(HeapRules(3), Heap(8, 0), depth=9).value, perft(HeapRules(3), Heap(8, 0), 3))
"""
WON_BY_SECOND, WON_BY_FIRST = "-1.0 26\n", "1.0 26\n"


def run(script: str, cache: Path, *, source: Path = ROOT, **extra: str) -> tuple[str, str]:
    """What a script prints in a new process, on standard output and on standard error.

    It keeps no bytecode: Python would believe that of a file edited within the same second.
    """
    settings = {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(source), "YOMIKIRI_QUIET": ""}
    settings["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **settings, **extra},
        cwd=source,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the small game in it, and a cache after it was played."""
    folder = tmp_path_factory.mktemp("heap")
    shutil.copytree(ROOT / "yomikiri", folder / "source" / "yomikiri")
    (folder / "source" / "yomikiri" / "heap.py").write_text(HEAP, "utf-8")
    (folder / "cache").mkdir()
    if not jit.DISABLED:
        printed, errors = run(PLAY_HEAP, folder / "cache", source=folder / "source")
        assert printed == WON_BY_SECOND and errors.count("\n") == 1 and NOTICE in errors
    return folder


@pytest.fixture
def heap_source(heap: Path, tmp_path: Path) -> Path:
    """The same for one test, to edit; the cache is beside it."""
    shutil.copytree(heap / "cache", tmp_path / "cache")
    return shutil.copytree(heap / "source", tmp_path / "source")


@pytest.mark.compiled
def test_cold_then_warm_then_another_kernel(tmp_path):
    cold, cold_errors = run(SOLVE, tmp_path)
    answers, proved, signatures, hits = json.loads(cold)
    assert answers[0::2] == [2, 16, 2, -2]  # the published values, and those read by hand
    assert proved == [19, -8]
    # Proofs and the search below them share one kernel.  A literal handed from one recursive kernel
    # to another made a second signature of the latter, which crashed when it came from the cache.
    assert signatures == [*[{"ReversiRules": 1, "ToyRules": 1}] * 2, {"ReversiRules": 1}]
    assert hits == [0, 0, 0]
    assert cold_errors.count(NOTICE) == 1

    warm, warm_errors = run(SOLVE, tmp_path)
    assert json.loads(warm) == [answers, proved, signatures, [2, 2, 1]]
    assert warm_errors == ""

    assert json.loads(run(ANOTHER_KERNEL, tmp_path)[0]) == [[2, -2], 1]
    assert json.loads(run(ANOTHER_KERNEL, tmp_path)[0]) == [[2, -2], 1]


@pytest.mark.compiled
def test_an_edited_rule_is_played_by_the_next_process(tmp_path, heap_source):
    cache = tmp_path / "cache"
    assert run(PLAY_HEAP, cache, source=heap_source) == (WON_BY_SECOND, "")
    edited = HEAP.replace("else -1", "else +1")  # as many bytes: only the content tells
    (heap_source / "yomikiri" / "heap.py").write_text(edited, "utf-8")
    assert run(PLAY_HEAP, cache, source=heap_source)[0] == WON_BY_FIRST
    (heap_source / "yomikiri" / "heap.py").write_text(HEAP, "utf-8")
    printed, errors = run(PLAY_HEAP, cache, source=heap_source)
    assert printed == WON_BY_SECOND and errors == ""  # the first kernels are still there


@pytest.mark.compiled
def test_an_edited_rule_outside_the_package_is_played_by_the_next_process(tmp_path):
    # Its rule is in one file and a number in another; both may change.
    cache, source = tmp_path / "cache", tmp_path / "mine"
    source.mkdir()
    script = PLAY_HEAP.replace("yomikiri.heap", "far_heap")

    def play(last: str, most: str) -> tuple[str, str]:
        text = "from far_number import LAST\n" + HEAP.replace("else -1", "else LAST")
        (source / "far_heap.py").write_text(text.replace("rules.most,", most), "utf-8")
        (source / "far_number.py").write_text(f"LAST = {last}\n", "utf-8")
        return run(script, cache, PYTHONPATH=f"{ROOT}{os.pathsep}{source}")

    assert play("-1", "rules.most,")[0] == WON_BY_SECOND
    assert play("+1", "rules.most,")[0] == WON_BY_FIRST
    assert play("+1", "rules.most-1,")[0] == "1.0 8\n"
    assert play("-1", "rules.most,") == (WON_BY_SECOND, "")  # the first kernels are still there
    # The class cannot be imported here; the package's own games are played all the same.
    assert run(PERFT, cache)[0] == "9\n"


PERFT = """
from yomikiri.games import load
from yomikiri.search.perft import perft
game = load("tictactoe")
print(perft(game.rules, game.start, 1))
"""


WRONG = """
from yomikiri.jit import CACHE, kernel

@kernel
def add(number, text):
    return number + text

try:
    add(1, "2")
except Exception as error:
    print(type(error).__name__, len(CACHE.claims))
"""


@pytest.mark.compiled
def test_a_kernel_that_cannot_be_compiled_keeps_nobody_waiting(tmp_path):
    (tmp_path / "wrong_kernel.py").write_text(WRONG, "utf-8")
    path = f"{ROOT}{os.pathsep}{tmp_path}"
    assert run("import wrong_kernel", tmp_path, PYTHONPATH=path)[0] == "TypingError 0\n"


@pytest.mark.compiled
def test_the_notice_can_be_silenced(tmp_path):
    assert run(PERFT, tmp_path / "cold", YOMIKIRI_QUIET="1") == ("9\n", "")


@pytest.mark.compiled
def test_kernels_with_bounds_checked_are_other_kernels(tmp_path):
    run(PERFT, tmp_path, NUMBA_BOUNDSCHECK="0")
    assert NOTICE in run(PERFT, tmp_path, NUMBA_BOUNDSCHECK="1")[1]
    assert run(PERFT, tmp_path, NUMBA_BOUNDSCHECK="0") == ("9\n", "")


@pytest.mark.compiled
def test_an_edit_that_no_kernel_depends_on_compiles_nothing(tmp_path, heap_source):
    cache, package = tmp_path / "cache", heap_source / "yomikiri"
    edited = HEAP.replace("@rule", "# Another comment.\n@rule") + "\ndef other(): return 'new'\n"
    (package / "heap.py").write_text(edited, "utf-8")
    for name in ("errors.py", "games/tictactoe.py", "search/expectimax.py", "sources.py"):
        (package / name).write_text((package / name).read_text("utf-8") + "\nNEW = 1\n", "utf-8")
    assert run(PLAY_HEAP, cache, source=heap_source) == (WON_BY_SECOND, "")
    again = shutil.copytree(heap_source, tmp_path / "another place")  # another checkout shares it
    assert run(PLAY_HEAP, cache, source=again) == (WON_BY_SECOND, "")


@pytest.mark.compiled
def test_a_damaged_kernel_is_compiled_again(tmp_path, heap_source):
    cache = tmp_path / "cache"
    for number, path in enumerate(path for path in cache.rglob("*") if path.is_file()):
        path.write_bytes((b"", path.read_bytes()[:-1], os.urandom(5000))[number % 3])
    printed, errors = run(PLAY_HEAP, cache, source=heap_source)
    assert printed == WON_BY_SECOND and errors.count("\n") == 1 and NOTICE in errors
    assert run(PLAY_HEAP, cache, source=heap_source) == (WON_BY_SECOND, "")


@pytest.mark.compiled
def test_without_a_place_for_the_cache_there_is_a_notice_and_everything_works(tmp_path):
    (tmp_path / "file").write_text("no folder can be made below a file")
    printed, errors = run(PERFT, tmp_path / "file" / "x")
    assert printed == "9\n" and errors.count("\n") == 2
    assert NOTICE in errors and str(tmp_path / "file") in errors


def test_without_the_compiler_the_answers_are_the_same(tmp_path, heap_source):
    printed = run(PLAY_HEAP, tmp_path / "none", source=heap_source, NUMBA_DISABLE_JIT="1")
    assert printed == (WON_BY_SECOND, "")


# Where they lie.


def test_the_cache_is_where_the_user_says(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "asked"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert jit.kernels_folder() == tmp_path / "asked" / "kernels"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert jit.kernels_folder() == tmp_path / "home" / "yomikiri" / "kernels"


def test_every_kernel_of_this_process_is_cached():
    from yomikiri.search.perft import count_leaves

    if jit.DISABLED:
        assert not hasattr(count_leaves, "stats")
    else:
        assert count_leaves.stats.cache_path == str(jit.CACHE.folder)


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
def test_ctrl_c_while_llvm_works_is_heard_when_it_has_done():
    from numba.core.caching import NullCache

    def triple(number):
        return 3 * number

    compiled = jit.kernel(triple)
    compiled._cache = NullCache()

    def press(frame, event, _):
        if event == "call" and frame.f_code.co_name == "_object_compiled_hook":
            sys.setprofile(None)
            signal.raise_signal(signal.SIGINT)

    sys.setprofile(press)
    try:
        with pytest.raises(KeyboardInterrupt):
            compiled(14)
    finally:
        sys.setprofile(None)
    assert compiled(14) == 42


@pytest.mark.compiled
def test_a_class_made_at_run_time_comes_back_as_the_one_that_is_asked_for():
    """By its place in the signature: stored by value it would be another class, with no rules."""

    def pair():
        Pair: Any = namedtuple("Pair", ["a", "b"])
        return numba.typeof(Pair(1, 2))

    here, there = pair(), pair()
    stored = jit.pickled({"returns": here}, (here,))
    assert jit.Unpickler(stored, (there,)).load()["returns"] == there != here


# A disk that has no room for them.

FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))  # bytes: small kernels can be written
sys.argv = ["yomikiri", "warm", "tictactoe", "--jobs", "1"]
from yomikiri.cli import main
main()
"""


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
def test_what_could_not_be_kept_is_not_called_compiled(tmp_path):
    """`warm` says what to do, and the next start does not take the game for compiled."""
    cache = tmp_path / "cache"
    done = subprocess.run(
        [sys.executable, "-c", FULL],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "YOMIKIRI_QUIET": "1", "LANG": "C"},
    )
    kept = {path.name for path in (cache / "kernels").iterdir()}
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"yomikiri: what was compiled could not be kept in {cache / 'kernels'}: "
        "free some space there, or name another folder in NUMBA_CACHE_DIR"
    ]
    assert kept and not any(name.endswith((".tmp", ".lock")) for name in kept)
    assert not any(name.startswith("warm") for name in kept)


INTERRUPTED_OFTEN = """
import random, signal
from yomikiri.games import load

def interrupt(number, frame):
    raise KeyboardInterrupt

game = load("dobutsu")
move = game.legal_moves(game.start)[0]
after = game.play(game.start, move)
signal.signal(signal.SIGALRM, interrupt)
for _ in range(500):
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0002, 0.001))
        while True:
            game.play(game.start, move)
    except KeyboardInterrupt:
        pass
assert game.play(game.start, move) == after
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no timers that interrupt")
def test_an_interrupt_while_an_answer_is_made_is_an_exception():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_OFTEN], stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr
