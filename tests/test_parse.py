"""Text at the door: whatever comes, the answer is a value or one clear line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomikiri.errors import IllegalMove, InputError, NotationError, UnknownGame
from yomikiri.games import FAMILIES, load

SPECS = ["nip:4x4", "nip:6x8,rim=lap", "othello:3x5", "tictactoe", "connect4:4x5"]
LONGEST_MESSAGE = 400

anything = st.text(max_size=80)
signs = st.text("xo._/ XO-,=:x0123456789abcdefgh\n", max_size=60)
WORDS = """
    nip othello tictactoe connect4 NIP : , = x 4 6 8 99 4x4 6x6 5x5 0x0 × 004x4 shogi
    rim start empties lap other cross2 winner
"""
words = st.sampled_from(WORDS.split())
game_strings = st.one_of(anything, signs, st.lists(words, max_size=8).map("".join))
games = st.sampled_from(SPECS).map(load)


@st.composite
def spoilt(draw, text):
    """`text` with a few characters changed, lost or added."""
    letters = list(text)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(letters)))
        letters[at : at + draw(st.integers(0, 2))] = draw(st.text("xo._/ a1", max_size=2))
    return "".join(letters)


def check_message(error):
    """One line, not too long, with something in it."""
    message = str(error)
    assert message.strip() and "\n" not in message and len(message) < LONGEST_MESSAGE, message


@given(text=game_strings)
def test_a_game_string_is_a_game_or_one_line(text):
    try:
        game = load(text)
    except InputError as error:
        assert type(error) is UnknownGame
        check_message(error)
    else:
        assert load(str(game)) is game


@given(game=games, text=st.one_of(anything, signs))
def test_a_position_is_read_or_refused_in_one_line(game, text):
    check_position(game, text)


@given(data=st.data(), game=games)
def test_a_spoilt_position_is_read_or_refused_in_one_line(data, game):
    check_position(game, data.draw(spoilt(game.show(game.start))))


def check_position(game, text):
    """What was read is shown as what it was; what was not says why."""
    try:
        state = game.parse(text)
    except InputError as error:
        assert type(error) is NotationError
        check_message(error)
    else:
        assert game.show(state) == " ".join(text.lower().split())
        assert (game.outcome(state) is None) == bool(game.legal_moves(state))


@given(game=games, text=st.one_of(anything, signs, st.text("abcd1234- ", max_size=6)))
def test_moves_are_read_or_refused_in_one_line(game, text):
    for read in (game.read_move, game.read_moves):
        try:
            found = read(game.start, text)
        except InputError as error:
            assert type(error) in (NotationError, IllegalMove)
            check_message(error)
        else:
            moves = found if isinstance(found, list) else [found]
            assert game.replay(game.start, moves) is not None


@given(data=st.data(), spec=st.sampled_from(["nip:4x4", "nip:4x6,rim=lap", "othello:4x5"]))
def test_any_arrangement_of_stones_is_a_position(data, spec):
    game = load(spec)
    rows, _ = game.show(game.start).split()
    text = "".join(
        sign if sign in "/_" else data.draw(st.sampled_from("xo.")) for sign in rows
    ) + data.draw(st.sampled_from([" x", " o"]))
    state = game.parse(text)
    assert game.show(state) == text
    assert sum(game.final(state) or ()) == game.greatest


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("nip", "nip:8x8"),
        ("nip:6x6,rim=other", "nip:6x6"),
        ("nip:6x6,empties=winner,rim=lap", "nip:6x6,rim=lap,empties=winner"),
        (" NIP : 06X6 , RIM = Lap ", "nip:6x6,rim=lap"),
        ("othello", "othello:8x8"),
        ("othello:4×10,start=cross", "othello:4x10"),
        ("othello:5x5,empties=winner,start=cross2", "othello:5x5,start=cross2,empties=winner"),
        ("tictactoe", "tictactoe"),
        ("connect4", "connect4:6x7"),
    ],
)
def test_game_strings_have_one_normal_form(text, normal):
    assert str(load(text)) == normal
    assert load(text) is load(normal)
    assert repr(load(text)) == f"yomikiri.load({normal!r})"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "expected a game such as nip:6x6, got ''; there are {games}",
        ),
        ("conect4", "no game called 'conect4'; did you mean 'connect4'?"),
        ("go", "no game called 'go'; there are {games}"),
        ("nip:", "expected a variant after 'nip:', such as 8x8, 4x4, 4x6, 6x6"),
        ("nip:big", "expected nip:ROWSxCOLUMNS, such as nip:6x8, got 'nip:big'"),
        (
            "nip:5x6",
            "nip:5x6: expected even sides of at least 4, from 4x4 to 4x16, 6x12 or 8x8"
            " (at most 63 cells)",
        ),
        (
            "othello:2x8",
            "othello:2x8: expected sides of at least 3 and at most 64 cells, such as 8x8, 6x6, 5x5"
            " or 4x10",
        ),
        (
            "connect4:8x8",
            "connect4:8x8: expected at least 4 rows and 4 columns, and (rows + 1) x columns at"
            " most 62",
        ),
        ("tictactoe:4x4", "tictactoe has no variants, got '4x4'"),
        (
            "nip,rim",
            "expected switch=value, got 'rim'; nip's switches: rim=other|lap|off,"
            " empties=nobody|winner",
        ),
        (
            "nip,start=cross",
            "nip has no switch 'start'; nip's switches: rim=other|lap|off, empties=nobody|winner",
        ),
        ("tictactoe,rim=lap", "tictactoe has no switch 'rim'; tictactoe's switches: none"),
        ("nip,rim=on", "rim=on: expected rim=other|lap|off"),
        ("nip,rim=lap,rim=off", "the switch rim is given twice in 'rim=lap,rim=off'"),
        (
            "othello:4x5,start=cross2",
            "start=cross2 needs a board with two odd sides, such as 5x5: on 4x5 it is start=cross"
            " seen in a mirror",
        ),
    ],
)
def test_a_wrong_game_string_is_told_what_is_right(text, message):
    with pytest.raises(UnknownGame) as raised:
        load(text)
    assert str(raised.value) == message.replace("{games}", ", ".join(FAMILIES))


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        (
            "nip:4x4",
            "_.._/.ox./.xo./_.._",
            "expected rows joined by '/', a space and the side to move, such as"
            " '_.._/.ox./.xo./_.._ x', got '_.._/.ox./.xo./_.._'",
        ),
        ("nip:4x4", "_.._/.ox./.xo./_.._ b", "expected x or o as the side to move, got 'b'"),
        ("nip:4x4", "_.._/.ox./.xo. x", "expected 4 rows joined by '/', got 3"),
        ("nip:4x4", "_.._/.ox/.xo./_.._ x", "expected 4 cells in row 2, got 3 in '.ox'"),
        ("nip:4x4", "_.._/.0x./.xo./_.._ x", "expected x, o or . at b2, got '0'"),
        ("nip:4x4", "_.._/_ox./.xo./_.._ x", "expected x, o or . at a2, got '_'"),
        (
            "nip:4x4",
            "_..x/.ox./.xo./_.._ x",
            "expected _ at d1, which is no cell of this board, got 'x'",
        ),
        ("tictactoe", "xx./.../... o", "2 x and 0 o do not fit o to move: x moves first"),
        ("tictactoe", "xxx/ooo/... x", "x already has a line: the game has ended"),
        ("connect4:4x4", "..../x.../..../.... o", "a stone floats in column a"),
        (
            "connect4:4x4",
            "..../..../..../x... x",
            "1 x and 0 o do not fit x to move: x moves first",
        ),
        (
            "connect4:4x4",
            "x.../x.o./x.o./x.oo x",
            "x already has four in a row: the game has ended",
        ),
    ],
)
def test_a_wrong_position_is_told_what_is_right(spec, text, message):
    with pytest.raises(NotationError) as raised:
        load(spec).parse(text)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("spec", "text", "kind", "message"),
    [
        ("nip:4x4", "e9", NotationError, "there is no cell e9 on this board"),
        ("nip:4x4", "a1", NotationError, "there is no cell a1 on this board"),
        ("nip:4x4", "77", NotationError, "expected a cell such as b3, got '77'"),
        (
            "nip:4x4",
            "c1",
            IllegalMove,
            "illegal move 'c1' in '_.._/.ox./.xo./_.._ x'; legal moves are b1 a2 d3 c4",
        ),
        (
            "nip:4x4",
            "--",
            IllegalMove,
            "illegal move '--' in '_.._/.ox./.xo./_.._ x'; legal moves are b1 a2 d3 c4",
        ),
        ("connect4:4x4", "e", NotationError, "expected a column, a to d, got 'e'"),
        ("connect4:4x4", "a1", NotationError, "expected a column, a to d, got 'a1'"),
    ],
)
def test_a_wrong_move_is_told_what_is_right(spec, text, kind, message):
    game = load(spec)
    with pytest.raises(kind) as raised:
        game.read_move(game.start, text)
    assert str(raised.value) == message


def test_a_full_column_and_a_finished_game_are_refused():
    game = load("connect4:4x4")
    full = game.position(moves="aaaa")
    with pytest.raises(IllegalMove, match="legal moves are b c d"):
        full.play("a")
    over = game.position(moves="abababa")
    with pytest.raises(IllegalMove, match="the game is over before 'c'"):
        over.play("c")


@pytest.mark.parametrize(
    "text",
    ["b1a3c4d3b4c1a2--", "B1A3C4D3B4C1A2--", "b1 a3 c4,d3, b4\nc1 a2 pass", "b1,a3,c4d3b4c1a2 --"],
)
def test_a_transcript_may_be_written_in_many_ways(text):
    game = load("nip:4x4")
    moves = game.read_moves(game.start, text)
    assert "".join(game.line_text(game.start, moves)) == "b1a3c4d3b4c1a2--"


def test_a_broken_transcript_says_where():
    game = load("nip:4x4")
    with pytest.raises(NotationError) as raised:
        game.read_moves(game.start, "b1a3?c4")
    assert str(raised.value) == ("expected a move such as b1 at '?c4', after 2 moves")


def test_a_message_is_short_however_long_the_input_was():
    error = InputError("expected a FEN, got " + "8/" * 10**6)
    assert len(str(error)) < 700 and str(error).startswith("expected a FEN")
