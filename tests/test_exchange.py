"""Captures in the shogi family: those that are generated alone, and what they come to."""

import random
from collections.abc import Iterator

import pytest

from tests.conftest import COMPILER_OFF, portion
from yomikiri.games import load
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import CELL, DROP, PROMOTES, SOURCE, Shogi, kind_at
from yomikiri.games.shogi.tables import ROYAL, Layout, on_board
from yomikiri.rules import QUESTIONS, move_buffer, pays, tempting_moves, tempts

GAMES = 4 if COMPILER_OFF else portion(40)
Board = dict[int, tuple[int, str]]  # the side and the sign of the piece on each cell


def positions(name: str) -> Iterator[tuple[ShogiGame, Shogi]]:
    """Positions of random games, their ends included."""
    game = load(name)
    assert isinstance(game, ShogiGame)
    for seed in range(GAMES):
        chance, state = random.Random(seed), game.start
        for _ in range(60):
            yield game, state
            if not (moves := game.legal_moves(state)):
                break
            state = game.play(state, chance.choice(moves))


@pytest.mark.parametrize("name", ["minishogi", "dobutsu", "gorogoro", "anpanman"])
def test_tempting_moves_are_the_legal_ones_that_tempt(name):
    ends = 0
    out = move_buffer()
    for game, state in positions(name):
        legal = game.legal_moves(state)
        number = int(tempting_moves(game.rules, state, out))
        if not legal:
            ends += 1
            assert number == -1
        else:
            expected = [move for move in legal if tempts(game.rules, state, move)]
            assert out[:number].tolist() == expected
    assert ends > 0


def board_of(game: ShogiGame, state: Shogi) -> Board:
    """What stands where."""
    signs = game.layout.kinds.signs
    sides = (state.turn, state.own), (1 - state.turn, state.other)
    cells = game.layout.cells
    return {
        cell: (side, signs[kind_at(state, cell)])
        for side, pieces in sides
        for cell in cells
        if pieces >> cell & 1
    }


def attackers(layout: Layout, board: Board, side: int, target: int) -> list[int]:
    """The cells of a side's pieces that could take on `target`."""
    found = []
    for cell, (owner, sign) in board.items():
        if owner == side and cell != target:
            reached = list(layout.steps(side, sign, cell))
            for vector in layout.variant.pieces[sign].slides:
                for other in layout.ray(cell, on_board(side, vector)):
                    reached.append(other)
                    if other in board:
                        break
            if target in reached:
                found.append(cell)
    return found


def price(layout: Layout, sign: str) -> int:
    """What it costs to lose a piece to the other's hand."""
    pieces, plain = layout.variant.pieces, sign.lstrip("+")
    if sign == layout.variant.royal:
        return ROYAL
    return pieces[sign].value + (pieces[plain].value if plain in layout.kinds.hand else 0)


def gains(layout: Layout, board: Board, side: int, target: int) -> set[int]:
    """What a side can gain by taking on `target`, with whichever of its least pieces."""
    takers = attackers(layout, board, side, target)
    if not takers:
        return {0}
    least = min(price(layout, board[cell][1]) for cell in takers)
    taken = price(layout, board[target][1])
    found = set()
    for cell in takers:
        if price(layout, board[cell][1]) == least:
            after = {other: piece for other, piece in board.items() if other != cell}
            after[target] = board[cell]
            is_royal = board[cell][1] == layout.variant.royal
            if is_royal and attackers(layout, after, 1 - side, target):
                return {0}  # a king takes only what nobody defends
            found |= {max(0, taken - lost) for lost in gains(layout, after, 1 - side, target)}
    return found


@pytest.mark.parametrize("name", ["minishogi", "gorogoro", "anpanman"])
def test_an_exchange_is_what_taking_by_turns_comes_to(name):
    compared = lost = 0
    for game, state in positions(name):
        layout, board = game.layout, board_of(game, state)
        pieces = layout.variant.pieces
        for move in game.legal_moves(state):
            target, source = move & CELL, move >> SOURCE & CELL
            after, gain = dict(board), 0
            if source >= DROP:
                sign = layout.kinds.hand[source - DROP]
            else:
                sign = after.pop(source)[1]
                if target in board:
                    gain += price(layout, board[target][1])
                if move >> PROMOTES:
                    gain += pieces["+" + sign].value - pieces[sign].value
                    sign = "+" + sign
            after[target] = state.turn, sign
            answers = gains(layout, after, 1 - state.turn, target)
            if len(answers) == 1:  # which of two equal pieces takes made no difference
                gain -= answers.pop()
                compared += 1
                lost += gain < 0
                assert pays(game.rules, state, move, gain)
                assert not pays(game.rules, state, move, gain + 1)
    assert compared > 300 and lost > 20


def test_other_games_cannot_tell():
    assert QUESTIONS["pays"] is pays
    game = load("tictactoe")
    assert pays(game.rules, game.start, 0, 1000)
