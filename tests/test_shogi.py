"""The shogi family: against its slow twin, against other programs, and its rules one by one."""

import random
import re
from collections.abc import Iterator

import pytest

from tests.conftest import portion
from tests.slow_shogi import RULES
from yomikiri.games import load
from yomikiri.games.game import Game, State
from yomikiri.games.shogi.evaluation import TEMPO
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.rules import other_way
from yomikiri.jit import DISABLED
from yomikiri.rules import CHECK, evaluate, key, mark, mirror, skip, standing, tempts
from yomikiri.verify.shogi import SlowShogi

POSITIONS = 10 if DISABLED else 80  # compared with the slow twin, in each game
COMPARED = 200 if DISABLED else portion(4000)  # with other programs


def shogi(spec: str) -> ShogiGame:
    """A game of the family."""
    game = load(spec)
    assert isinstance(game, ShogiGame)
    return game


def random_states(game: Game, number: int, seed: str = "") -> Iterator[State]:
    """Positions of random games, one after the other."""
    chance = random.Random(f"{game} {seed}")
    state = game.start
    for _ in range(number):
        yield state
        legal = game.legal_moves(state)
        state = game.play(state, chance.choice(legal)) if legal else game.start


def names(game: Game, text: str) -> list[str]:
    """The legal moves of a position."""
    state = game.parse(text)
    return sorted(game.move_name(state, move) for move in game.legal_moves(state))


# Other minds.


@pytest.mark.parametrize("spec", RULES)
def test_moves_and_ends_are_as_the_slow_twin_sees_them(spec):
    game = shogi(spec)
    for state in random_states(game, POSITIONS):
        text = game.show(state)
        twin = SlowShogi(RULES[spec], text)
        moves = {game.move_name(state, move): move for move in game.legal_moves(state)}
        assert sorted(moves) == twin.moves(), text
        assert game.outcome(state) == (None if moves else -1), text
        opponent = "w" if twin.side == "b" else "b"
        assert mark(game.rules, state) == (CHECK if twin.can_take_king(opponent) else 0), text
        for name, move in moves.items():
            child = SlowShogi(RULES[spec], game.show(game.play(state, move)))
            assert child.board() == twin.play(name).board(), f"{name} in {text}"


@pytest.mark.long
def test_the_twin_sees_the_pawns_that_may_not_mate():
    """Positions in which uchifuzume decides are rare: they are searched for."""
    game, found = shogi("minishogi"), 0
    for state in random_states(game, 200 if DISABLED else portion(30_000), "pawns"):
        twin = SlowShogi(RULES["minishogi"], game.show(state))
        if "P" not in twin.hands[twin.side] or not stands_before_a_king(twin):
            continue
        candidates = [move for move in twin.candidates() if move.startswith("P*")]
        if any(twin.is_mate_by_pawn(move) for move in candidates):
            found += 1
            legal = [game.move_name(state, move) for move in game.legal_moves(state)]
            assert sorted(legal) == twin.moves(), game.show(state)
    assert found > 10 or DISABLED


def stands_before_a_king(twin: SlowShogi) -> bool:
    """Whether a piece of the side to move is near enough to guard a pawn before the king."""
    king = twin.king("w" if twin.side == "b" else "b")
    assert king is not None
    near = [(x, y) for (x, y), man in twin.men.items() if man[0] == twin.side]
    return any(abs(x - king[0]) <= 2 and abs(y - king[1]) <= 3 for x, y in near)


@pytest.mark.long
@pytest.mark.parametrize("spec", ["minishogi", "gorogoro"])
def test_moves_are_those_of_fairy_stockfish_but_for_mating_pawns(spec):
    pyffish = pytest.importorskip("pyffish")
    game = shogi(spec)
    for state in random_states(game, COMPARED // 2, "fairy"):
        text = game.show(state)
        board, side, hands, _ = text.split()
        hands = "".join(
            letter * int(number or 1) for number, letter in re.findall("([0-9]*)([A-Za-z])", hands)
        )
        fen = f"{board}[{hands}] {'w' if side == 'b' else 'b'} 0 1"
        theirs = {from_fairy(game, move) for move in pyffish.legal_moves(spec, fen, [])}
        ours = {game.move_name(state, move) for move in game.legal_moves(state)}
        assert ours <= theirs, text
        if theirs - ours:
            twin = SlowShogi(RULES[spec], text)
            assert all(twin.is_mate_by_pawn(move) for move in theirs - ours), text


def from_fairy(game: ShogiGame, move: str) -> str:
    """A move with letters for files and ranks from the bottom, in USI."""

    def cell(name: str) -> str:
        file, rank = ord(name[0]) - ord("a"), int(name[1])
        return f"{game.layout.width - file}{chr(ord('a') + game.layout.height - rank)}"

    if move[1] == "@":
        return f"{move[0]}*{cell(move[2:])}"
    return cell(move[:2]) + cell(move[2:4]) + move[4:]


def test_moves_are_those_of_minishogilib_but_for_mating_pawns():
    minishogilib = pytest.importorskip("minishogilib")
    game, chance = shogi("minishogi"), random.Random("lib")
    position = minishogilib.Position()
    legal: list[int] = []
    for _ in range(COMPARED):
        if not legal:
            state = game.start
            position.set_start_position()
        text = game.show(state)
        legal = game.legal_moves(state)
        ours = {game.move_name(state, move) for move in legal}
        theirs = {str(move) for move in position.generate_moves()}
        assert ours <= theirs, text
        if theirs - ours:
            twin = SlowShogi(RULES["minishogi"], text)
            assert all(twin.is_mate_by_pawn(move) for move in theirs - ours), text
        if legal:
            move = chance.choice(legal)
            position.do_move(position.sfen_to_move(game.move_name(state, move)))
            state = game.play(state, move)


# The rules one by one.


@pytest.mark.parametrize(
    ("spec", "position", "move", "is_legal"),
    [
        # Promotion: entering the last rank, moving within it and leaving it.
        ("minishogi", "4k/5/S4/5/K4 b - 1", "5c5b+", False),
        ("minishogi", "4k/S4/5/5/K4 b - 1", "5b5a+", True),
        ("minishogi", "4k/S4/5/5/K4 b - 1", "5b5a", True),
        ("minishogi", "S3k/5/5/5/K4 b - 1", "5a4b+", True),
        ("minishogi", "4k/P4/5/5/K4 b - 1", "5b5a", False),  # it could not move again
        ("minishogi", "4k/P4/5/5/K4 b - 1", "5b5a+", True),
        ("gorogoro", "4k/5/P4/5/5/K4 b - 1", "5c5b+", True),
        ("gorogoro", "4k/5/P4/5/5/K4 b - 1", "5c5b", True),
        ("dobutsu", "2l/C2/3/L2 b - 1", "3b3a", False),
        ("dobutsu", "2l/C2/3/L2 b - 1", "3b3a+", True),
        # Drops.
        ("minishogi", "4k/5/5/5/K4 b P 1", "P*3a", False),
        ("minishogi", "4k/5/5/5/K4 b P 1", "P*3b", True),
        ("minishogi", "4k/5/2P2/5/K4 b P 1", "P*3b", False),  # nifu
        ("minishogi", "4k/5/2p2/5/K4 b P 1", "P*3b", True),
        ("minishogi", "2+P1k/5/5/5/K4 b P 1", "P*3b", True),
        ("dobutsu", "2l/3/1C1/L2 b C 1", "C*2a", True),
        ("dobutsu", "2l/3/1C1/L2 b C 1", "C*2b", True),
        # Pawn-drop mate, and the same pawn where the king escapes or it can be taken.
        ("minishogi", "3rk/3s1/4G/5/K4 b P 1", "P*1b", False),
        ("minishogi", "4k/3s1/4G/5/K4 b P 1", "P*1b", True),
        ("minishogi", "3rk/3g1/4G/5/K4 b P 1", "P*1b", True),
        # Check.
        ("minishogi", "r3k/5/5/S4/K4 b - 1", "5d4c", False),  # pinned
        ("minishogi", "r3k/5/5/S4/K4 b - 1", "5d5c", True),
        ("minishogi", "r3k/5/5/5/K4 b G 1", "G*3c", False),
        ("minishogi", "r3k/5/5/5/K4 b G 1", "G*5c", True),
        ("minishogi", "r3k/5/5/5/K4 b G 1", "5e5d", False),
        ("dobutsu", "g1l/3/3/L2 b - 1", "3d2d", True),
        ("dobutsu", "1gl/3/3/L2 b - 1", "3d2d", True),  # a lion may be left to be taken
    ],
)
def test_what_is_legal(spec, position, move, is_legal):
    assert (move in names(shogi(spec), position)) == is_legal


@pytest.mark.parametrize(
    ("spec", "position", "outcome"),
    [
        ("minishogi", "4k/4G/4G/5/K4 w - 1", -1),  # mate
        ("minishogi", "4k/3GP/3G1/5/K4 w - 1", -1),
        ("minishogi", "4k/2R2/3P1/5/K4 w - 1", None),
        ("minishogi", "4k/4P/3G1/5/K4 w - 1", None),
        ("dobutsu", "1L1/3/3/2l w - 1", -1),  # a try that cannot be taken
        ("dobutsu", "1Lg/3/3/2l w - 1", None),  # one that can
        ("dobutsu", "2l/3/3/3 b - 1", -1),  # no lion
        ("anpanman", "1Lg/3/3/3/2l w - 1", -1),
        ("anpanman,try=safe", "1Ls/3/3/3/2l w - 1", None),
        ("anpanman,try=safe", "1L1/2s/3/3/2l w - 1", -1),
    ],
)
def test_how_games_end(spec, position, outcome):
    game = shogi(spec)
    assert game.outcome(game.parse(position)) == outcome


def test_no_legal_move_loses_without_a_check():
    game = shogi("minishogi")
    state = game.parse("k4/2R2/1R3/5/K4 w - 1")
    assert not mark(game.rules, state)
    assert game.outcome(state) == -1


def path(game: Game, position: str, moves: str) -> list[State]:
    """The positions from one on."""
    states = [game.parse(position)]
    for move in game.read_moves(states[0], moves):
        states.append(game.play(states[-1], move))
    return states


SHUFFLE = ("4k/5/5/5/K4 b - 1", "5e4e 1a2a 4e5e 2a1a")
PERPETUAL = ("4k/5/5/R4/K4 b - 1", "5d1d 1a2a 1d2d 2a1a 2d1d 1a2a 1d2d 2a1a")


@pytest.mark.parametrize(
    ("spec", "turn", "value"),
    [("minishogi", "b", -1), ("minishogi", "w", 1), ("minishogi,repetition=draw", "b", 0)],
)
def test_a_repetition_is_lost_by_sente_or_a_draw(spec, turn, value):
    game = shogi(spec)
    position, moves = SHUFFLE
    if turn == "w":
        position, moves = "4k/5/5/5/K4 w - 1", "1a2a 5e4e 2a1a 4e5e"
    *before, last = path(game, position, moves)
    assert game.repetition_value(before, last) == value


@pytest.mark.parametrize("spec", ["minishogi", "minishogi,repetition=draw"])
def test_whoever_repeats_by_checks_alone_loses(spec):
    game = shogi(spec)
    states = path(game, *PERPETUAL)
    assert states[1] == states[5]  # the king is to move, in check
    assert game.repetition_value(states[1:5], states[5]) == 1
    assert states[2] == states[6]  # the checker is to move
    assert game.repetition_value(states[2:6], states[6]) == -1


def test_dobutsu_repeats_to_a_draw_at_the_third_time():
    game = shogi("dobutsu")
    assert game.occurrences == 3 and shogi("minishogi").occurrences == 4
    *before, last = path(game, "l2/3/3/2L b - 1", "1d1c 3a3b 1c1d 3b3a")
    assert game.repetition_value(before, last) == 0


# Keys, pictures of the same in a mirror, estimates.


@pytest.mark.parametrize("spec", RULES)
def test_keys_are_exact(spec):
    game = shogi(spec)
    states = {tuple(key(game.rules, state)): state for state in random_states(game, 20 * POSITIONS)}
    for state in random_states(game, 20 * POSITIONS, "other"):
        assert states.setdefault(tuple(key(game.rules, state)), state) == state


@pytest.mark.parametrize("spec", ["minishogi", "dobutsu", "gorogoro"])
def test_an_estimate_changes_its_sign_with_the_side_but_for_the_move(spec):
    game = shogi(spec)
    tempo = game.weights[TEMPO]
    for state in random_states(game, POSITIONS):
        text = game.show(state).split()
        turned = "/".join(row for row in text[0].split("/"))[::-1].swapcase()
        turned = re.sub(r"([A-Za-z])\+", r"+\1", turned)
        side = "w" if text[1] == "b" else "b"
        image = game.parse(f"{turned} {side} {text[2].swapcase()} 1")
        value = evaluate(game.rules, state, game.weights)
        assert evaluate(game.rules, image, game.weights) == value
        swapped = other_way(state)
        assert evaluate(game.rules, swapped, game.weights) - tempo == -(value - tempo)
        assert standing(game.rules, swapped) == -standing(game.rules, state)


def test_material_is_counted_as_in_the_thesis():
    game = shogi("minishogi")
    state = game.parse("4k/1+S2R/5/5/K4 w 2Pb 1")
    assert standing(game.rules, state) == 1800 - 1200 - 2000 - 200


def test_captures_tempt_and_a_turn_passes_unless_there_is_a_check():
    game = shogi("minishogi")
    state = game.position(moves="5d5c 3a4b 2e4c").state
    tempting = [m for m in game.legal_moves(state) if tempts(game.rules, state, m)]
    assert [game.move_name(state, move) for move in tempting] == ["5a5c", "4b5c", "4b4c"]
    assert skip(game.rules, state) == other_way(state)
    checked = game.play(state, tempting[0])
    assert mark(game.rules, checked) == 1
    assert skip(game.rules, checked) == checked


def test_a_mirror_exchanges_left_and_right():
    game = shogi("minishogi")
    assert game.show(mirror(game.rules, game.start, 1)) == "kgsbr/p4/5/4P/RBSGK b - 1"
