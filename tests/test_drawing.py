"""Boards as text, compared with how they should look, and as pictures, which must say the same."""

import math
import xml.etree.ElementTree as ElementTree
from collections import Counter
from textwrap import dedent

import pytest

from yomikiri.games import load
from yomikiri.games.reversi.board import Board
from yomikiri.games.reversi.drawing import RADII, nip_points
from yomikiri.games.reversi.game import ReversiGame
from yomikiri.games.scene import box, shapes

SPECS = ["nip:4x4", "nip:6x8", "nip:8x4", "nip:12x6", "nip:8x8", "othello:8x8", "othello:3x3"]
SVG = "{http://www.w3.org/2000/svg}"


def board(text):
    """A board as it stands in a test, without what indents it there."""
    return dedent(text).strip("\n").rstrip()


def test_a_board_has_coordinates_and_blank_corners():
    game = load("nip:4x4")
    assert game.draw(game.start) == board("""
          a b c d
        1   . .
        2 . ○ ● .
        3 . ● ○ .
        4   . .
    """)


def test_a_board_of_ten_rows_and_more_keeps_its_columns():
    game = load("othello:10x4")
    assert game.draw(game.start, ascii=True).splitlines()[5:] == [
        " 5 . o x .",
        " 6 . x o .",
        " 7 . . . .",
        " 8 . . . .",
        " 9 . . . .",
        "10 . . . .",
    ]


def test_marks_stand_on_the_targets_of_moves():
    game = load("nip:4x4")
    marks = dict.fromkeys(game.legal_moves(game.start), "*") | {64: "*"}
    assert game.draw(game.start, marks=marks, ascii=True) == board("""
          a b c d
        1   * .
        2 * o x .
        3 . x o *
        4   . *
    """)


def test_numbers_stand_beside_the_stones():
    game = load("nip:4x4")
    moves = game.read_moves(game.start, "b1a3c4d3b4c1a2--d2")
    numbers = {move: ply for ply, move in enumerate(moves, 1)}
    assert game.draw(game.replay(game.start, moves), numbers=numbers) == board("""
          a  b  c  d
        1    ●1 ●6
        2 ●7 ●  ●  ●9
        3 ●2 ●  ●  ●4
        4    ●5 ●3
    """)


def test_stones_fall_in_connect_four():
    game = load("connect4:4x5")
    position = game.position(moves="ccb")
    marks = dict.fromkeys(game.legal_moves(position.state), "+")
    assert game.draw(position.state, marks=marks) == board("""
          a b c d e
        1 . . . . .
        2 . . + . .
        3 . + ○ . .
        4 + ● ● + +
    """)


def test_tic_tac_toe_is_written_with_letters():
    assert str(load("tictactoe").position("xo./.x./..o x")) == board("""
          a b c
        1 x o .
        2 . x .
        3 . . o
    """)


# Pictures.


def classes(svg):
    """How many shapes of each class a picture has; fails if it is no XML."""
    root = ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg" and len(root.attrib["viewBox"].split()) == 4
    assert root[0].tag == SVG + "title" and root[0].text
    return Counter(shape.get("class") for shape in root.iter())


@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_shows_every_stone_and_move(spec):
    game = load(spec)
    assert isinstance(game, ReversiGame)
    state = game.start
    moves: list[int] = []
    while game.legal_moves(state) and len(moves) < 10:
        moves.append(game.legal_moves(state)[-1])
        state = game.play(state, moves[-1])
    stones = [move for move in moves if move in game.places]
    legal = [move for move in game.legal_moves(state) if move in game.places]
    numbers = {move: ply for ply, move in enumerate(moves, 1)}
    found = classes(game.svg(state, legal=legal, last=stones[-1], numbers=numbers))
    black, white, _ = game.final(state)
    assert (found["stone black"], found["stone white"]) == (black, white)
    assert found["legal"] == len(legal)
    assert found["number"] == len(stones)
    assert found["last"] == 1
    assert found["coordinate"] == game.height + game.width


@pytest.mark.parametrize(("spec", "moves"), [("tictactoe", "b2a1c3"), ("connect4:6x7", "ddc")])
def test_small_games_are_drawn_too(spec, moves):
    game = load(spec)
    position = game.position(moves=moves)
    found = classes(position._repr_svg_())
    assert (found["stone first"], found["stone second"], found["last"]) == (2, 1, 1)
    assert found["legal"] == len(position.moves)


@pytest.mark.parametrize("size", [(4, 4), (6, 6), (8, 8), (4, 16), (6, 8), (12, 6), (10, 4)])
def test_the_rim_of_a_nip_board_is_a_ring_with_room_for_every_stone(size):
    board = Board(size[0], size[1], True)
    points = nip_points(board)
    assert set(points) == set(board.places())
    gaps = [math.dist(a, b) for p, a in points.items() for q, b in points.items() if p != q]
    assert min(gaps) > 0.88  # stones are 0.86 wide
    if board.height == board.width:
        distances = {round(math.hypot(*points[place]), 9) for place in board.rim()}
        assert distances == {RADII[board.height]}


def test_the_picture_of_a_game_that_has_ended_is_drawn():
    game = load("nip:4x4")
    assert classes(game.svg(game.parse("_xx_/xxxx/xxxx/_xx_ o")))["stone black"] == 12


# Pictures of games that others write.

ONE_LINE = (
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="20px" height="10">'
    "<title>a &lt; b</title><!-- <rect/> --><g><rect x='1' data-a='>'/><circle r=\"2\"/></g>"
    "<path d='M0 0'/></svg>"
)


def test_a_picture_in_one_line_is_drawn_like_any_other():
    inside = ["<g><rect x='1' data-a='>'/><circle r=\"2\"/></g>", "<path d='M0 0'/>"]
    assert shapes(ONE_LINE) == inside
    assert box(ONE_LINE) == (0, 0, 20, 10)
    assert box('<svg viewBox="-1,-2 3 4" width="9">') == (-1, -2, 3, 4)
    with pytest.raises(ValueError, match="viewBox"):
        box("<svg></svg>")
