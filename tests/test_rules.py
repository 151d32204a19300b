"""The compiled rules against their slow twins, and against counts of move sequences."""

import random
from pathlib import Path
from typing import NamedTuple

import pytest

import yomikiri as yk
from tests.conftest import portion
from tests.slow_twins import Twin, read, slow_twin
from tests.slow_twins import perft as slow_perft
from yomikiri.errors import InputError
from yomikiri.games import load, use
from yomikiri.games.game import Game, State
from yomikiri.jit import DISABLED
from yomikiri.rules import rule
from yomikiri.search.perft import perft

NIP_SIZES = "4x4 4x6 6x4 6x6 4x8 8x4 4x10 10x4 6x8 8x6 4x12 4x16 16x4 6x10 6x12 12x6 8x8"
OTHELLO_SIZES = "3x3 3x4 4x3 4x4 4x5 5x4 5x5 4x10 10x4 7x9 9x7 3x21 21x3 4x16 16x4 6x6 8x8"

RIMS = ("", ",rim=lap", ",rim=off")
REVERSI = [
    *(f"nip:{size}{rim}" for size in NIP_SIZES.split() for rim in RIMS),
    *(f"othello:{size}" for size in OTHELLO_SIZES.split()),
    "nip:4x6,empties=winner",
    "nip:6x6,rim=lap,empties=winner",
    "othello:4x5,empties=winner",
]
LINES = [
    "tictactoe",
    "connect4:6x7",
    "connect4:4x4",
    "connect4:4x12",
    "connect4:14x4",
    "connect4:7x7",
]

POSITIONS = 6 if DISABLED else portion(60)  # for each game and way to make them
PERFT_FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
MOST_LEAVES = 20_000 if DISABLED else 1 << 40


def same_as_twin(game: Game, state: State) -> None:
    """Fails if the twin sees another move, another child or another result."""
    slow, twin = slow_twin(game.spec), read(game.show(state))
    moves = {game.move_name(state, move): move for move in game.legal_moves(state)}
    assert sorted(moves) == slow.moves(twin), game.show(state)
    assert game.outcome(state) == slow.result(twin), game.show(state)
    for name, move in moves.items():
        child = game.show(game.play(state, move))
        assert child == slow.play(twin, name).show(), f"{name} in {game.show(state)}"


def scattered(game: Game, chance: random.Random) -> str:
    """Any arrangement of stones, mostly full boards: long runs are where mistakes hide."""
    weights = chance.choice([(1, 1, 1), (5, 5, 1), (8, 2, 1), (2, 8, 1), (20, 1, 1), (1, 20, 1)])
    cells = read(game.show(game.start)).signs
    signs = dict(zip(cells, chance.choices("xo.", weights, k=len(cells))))
    return Twin(signs, chance.choice("xo")).show()


@pytest.mark.parametrize("spec", REVERSI + LINES)
def test_positions_of_random_games_are_as_the_twin_sees_them(spec):
    game, chance = load(spec), random.Random(spec)
    state = game.start
    for _ in range(POSITIONS):
        same_as_twin(game, state)
        legal = game.legal_moves(state)
        state = game.play(state, chance.choice(legal)) if legal else game.start


@pytest.mark.parametrize("spec", REVERSI)
def test_random_arrangements_are_as_the_twin_sees_them(spec):
    game, chance = load(spec), random.Random(spec)
    for _ in range(POSITIONS):
        same_as_twin(game, game.parse(scattered(game, chance)))


def test_the_rim_is_closed_by_another_stone_only_or_by_a_lap():
    filled_but_one = "_xxxx_/x....x/x....x/_.xxx_ o"
    for rim, moves in (("other", []), ("lap", ["b4"]), ("off", [])):
        game = load(f"nip:4x6,rim={rim}")
        state = game.parse(filled_but_one)
        assert [game.move_name(state, move) for move in game.legal_moves(state)] == moves
    lap = load("nip:4x6,rim=lap")
    after = lap.position(filled_but_one, "b4")
    assert lap.show(after.state) == "_oooo_/o....o/o....o/_oooo_ x"


def test_a_run_ends_at_the_first_own_stone():
    game = load("othello:3x8")
    after = game.position("......../.oxoxoo./........ x", "h2")
    assert game.show(after.state) == "......../.oxoxxxx/........ o"


def test_the_published_best_line_of_nip_4x4_is_refuted_by_hand():
    game = load("nip:4x4")
    printed = game.position(moves="b1a3c4d3b4c1d2a2")
    assert game.final(printed.state) == (2, 10, 0)
    better = game.position(moves="b1 a3 c4 d3 b4 c1 a2 -- d2")
    assert game.final(better.state) == (12, 0, 0)
    assert not better.moves


# Perft tables: `game`, `from` (a position), and `perft depth count`, after a `#` their source.


def table_of(path: Path) -> tuple[str, str, list[tuple[int, int]]]:
    """Game, position or nothing, and counts by depth."""
    spec, position, counts = "", "", []
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        if word == "game":
            spec = rest
        elif word == "from":
            position = rest
        elif word == "perft":
            depth, count = rest.split()
            counts.append((int(depth), int(count)))
        else:
            assert not word, f"{path.name}: {line!r}"
    return spec, position, counts


@pytest.mark.parametrize("path", PERFT_FILES, ids=lambda path: path.stem)
def test_perft_tables(path):
    spec, position, counts = table_of(path)
    game = load(spec)
    state = game.parse(position) if position else game.start
    assert counts
    for depth, expected in counts:
        if expected > MOST_LEAVES:
            continue
        found = perft(game.rules, state, depth, finished_count=game.finished_count)
        assert found == expected, (
            f"depth {depth}:\n{game.draw(state)}\n{divided(game, state, depth)}"
        )


def divided(game: Game, state: State, depth: int) -> str:
    """The count below each move: where to look for a mistake."""
    lines = []
    for move in game.legal_moves(state):
        child = game.play(state, move)
        count = perft(game.rules, child, depth - 1, finished_count=game.finished_count)
        lines.append(f"{game.move_name(state, move)} {count}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("spec", "depth"),
    [
        ("nip:4x4", 6),
        ("nip:4x4,rim=lap", 6),
        ("othello:3x3", 6),
        ("tictactoe", 4),
        ("connect4:4x4", 4),
    ],
)
def test_the_twin_counts_as_the_tables_do(spec, depth):
    game = load(spec)
    depth -= 2 * DISABLED
    finished = game.finished_count
    counted = slow_perft(slow_twin(spec), read(game.show(game.start)), depth, finished=finished)
    assert counted == perft(game.rules, game.start, depth, finished_count=finished)


@pytest.mark.parametrize(("height", "width"), [(4, 4), (6, 6), (4, 8), (6, 8), (8, 8), (12, 6)])
def test_nip_boards_have_the_cells_and_rims_of_the_rules(height, width):
    cells = {(4, 4): 12, (6, 6): 24, (4, 8): 28, (6, 8): 36, (8, 8): 52, (12, 6): 60}
    rims = {(4, 4): 8, (6, 6): 12, (4, 8): 16, (6, 8): 16, (8, 8): 20, (12, 6): 24}
    game = load(f"nip:{height}x{width}")
    assert game.greatest == cells[height, width]
    assert game.rules.ring == rims[height, width]


def test_a_misspelt_question_is_named_with_the_one_that_was_meant():
    class OddRules(NamedTuple):
        size: int

    def legal_move(rules: OddRules, state, out):
        return 0

    legal_move.__annotations__["rules"] = OddRules
    with pytest.raises(TypeError, match=r"no question legal_move.*did you mean 'legal_moves'"):
        rule(legal_move)


def test_an_answer_that_does_not_say_for_which_rules_it_is_told_what_to_write():
    def play(rules, state, move):
        return state

    def mover():
        rules = 0
        return rules

    for answer in (play, mover):
        with pytest.raises(TypeError, match=r"whose rules.*\(rules: MyRules, \.\.\.\)"):
            rule(answer)


LATE = """
from typing import NamedTuple
from yomikiri.games.plain import simple_game
from yomikiri.rules import LOSS, ONGOING, rule

class LateRules(NamedTuple):
    size: int = 5

class Late(NamedTuple):
    left: int
    turn: int = 0

@rule
def legal_moves(rules: LateRules, state, out):
    out[0] = 0
    return 1 if state.left else 0

@rule
def play(rules: LateRules, state, move):
    return Late(state.left - 1, 1 - state.turn)

@rule
def outcome(rules: LateRules, state):
    return ONGOING if state.left else LOSS

@rule
def mover(rules: LateRules, state):
    return state.turn

FAMILY = simple_game("late", LateRules(), Late(5))
"""
KEY = """
@rule
def key(rules: LateRules, state):
    return state.left, state.turn
"""


def test_a_game_without_an_answer_that_all_must_give_is_refused(tmp_path):
    path = tmp_path / "keyless.py"
    path.write_text(LATE.replace('"late"', '"keyless"'))
    use(path)
    with pytest.raises(InputError, match="LateRules does not answer key;"):
        load("keyless")


@pytest.mark.compiled
def test_a_rule_that_comes_after_the_kernels_is_refused(tmp_path):
    path = tmp_path / "late_rule.py"
    path.write_text(LATE + KEY)
    use(path)
    game = load("late")
    assert yk.perft(game, 3) == 1
    assert yk.player("perfect", game).choose() == "0"  # though it says nothing of its length
    kind = type(game.rules)

    def remaining(rules, state):
        return state.left

    remaining.__annotations__["rules"] = kind
    with pytest.raises(TypeError, match="comes too late"):
        rule(remaining)

    def outcome(rules, state):
        return 0

    outcome.__annotations__["rules"] = kind
    with pytest.raises(TypeError, match="comes too late"):
        rule(outcome)
