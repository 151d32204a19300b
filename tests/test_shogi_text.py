"""The shogi family as text: positions, moves in USI, Japanese and digits, boards, pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_shogi import POSITIONS, random_states, shogi
from yomikiri.errors import IllegalMove, NotationError


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4k/5/5/5/K4 b", "expected ranks, b or w, hands and a number, such as"),
        ("4k/5/5/5/K4 x - 1", "expected b or w as the side to move, got 'x'"),
        ("4k/5/5/K4 b - 1", "expected 5 ranks joined by '/', got 4"),
        ("4k/6/5/5/K4 b - 1", "expected 5 cells in rank 2, got 6 in '6'"),
        ("4k/4n/5/5/K4 b - 1", "expected a piece (K R B G S P +R +B +S +P) or a digit in rank 2"),
        ("4k/4+g/5/5/K4 b - 1", "or a digit in rank 2, got '+g'"),
        ("4k/5/5/5/5 b - 1", "expected one K of Sente, got 0"),
        ("4k/5/5/5/KK3 b - 1", "expected at most 2 pieces K, got 3"),
        ("4k/4s/4s/5/K4 b S 1", "expected at most 2 pieces S, got 3"),
        ("4k/5/5/5/K4 b k 1", "expected pieces of R B G S P in hand, got 'k'"),
        ("4k/5/5/5/K4 b P2 1", "expected pieces in hand such as 2Pb, or -, got 'P2'"),
        ("4k/5/5/5/K4 b - x", "expected the number of the next move, got 'x'"),
        ("2P1k/5/5/5/K4 b - 1", "Sente's P on 3a can never move again"),
        ("4k/2P2/2P2/5/K4 b - 1", "Sente's P on 3c is the second on its file"),
        ("4k/4R/5/5/K4 b - 1", "Gote is in check, but it is Sente's turn"),
    ],
)
def test_a_wrong_position_is_told_what_is_right(text, message):
    with pytest.raises(NotationError) as raised:
        shogi("minishogi").parse(text)
    assert message in str(raised.value)


def test_a_side_without_a_lion_has_lost_only_if_it_is_its_turn():
    game = shogi("dobutsu")
    with pytest.raises(NotationError, match="expected Gote to have L: the game has ended"):
        game.parse("3/3/3/L2 b - 1")


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        ("rbsgk/4p/5/P4/KGSBR b - 1", "5d5c", "▲5三歩"),
        ("rbsgk/4p/5/P4/KGSBR w - 1", "1b1c", "△1三歩"),
        ("4k/S4/5/5/K4 b - 1", "5b5a", "▲5一銀不成"),
        ("4k/S4/5/5/K4 b - 1", "5b5a+", "▲5一銀成"),
        ("4k/5/5/5/K4 b P 1", "P*3b", "▲3二歩打"),
        ("4k/5/5/G1G2/K4 b - 1", "5d4c", "▲4三金左"),
        ("4k/5/5/G1G2/K4 b - 1", "3d4c", "▲4三金右"),
        ("4k/5/5/GG3/K4 b - 1", "4d4c", "▲4三金直"),
        ("4k/1G3/5/1G3/K4 b - 1", "4d4c", "▲4三金上"),
        ("4k/1G3/5/1G3/K4 b - 1", "4b4c", "▲4三金引"),
        ("4k/5/G4/1G3/K4 b - 1", "5c4c", "▲4三金寄"),
        ("2k2/5/g1g2/5/K4 w - 1", "3c4d", "△4四金左"),
    ],
)
def test_moves_as_the_japanese_write_them(position, move, text):
    game = shogi("minishogi")
    state = game.parse(position)
    found = game.read_move(state, move)
    assert game.japanese(state, found) == text
    assert game.read_move(state, text) == found
    assert game.read_move(state, text[1:].replace("5", "５")) == found


def test_every_move_is_read_as_the_japanese_write_it():
    for spec in ("minishogi", "dobutsu", "gorogoro", "anpanman"):
        game = shogi(spec)
        for state in random_states(game, POSITIONS // 2, "japanese"):
            legal = game.legal_moves(state)
            texts = [game.japanese(state, move) for move in legal]
            assert len(set(texts)) == len(texts), (game.show(state), texts)
            assert [game.read_move(state, text) for text in texts] == legal


def test_a_capture_on_the_cell_of_the_last_move_is_written_so():
    game = shogi("minishogi")
    first = game.read_move(game.start, "2e4c")
    state = game.play(game.start, first)
    reply = game.read_move(state, "4a1d")
    assert game.japanese(state, reply, first) == "△1四角"
    taken = game.read_move(game.play(state, reply), "1e1d")
    after = game.play(state, reply)
    assert game.japanese(after, taken, reply) == "▲同飛"
    assert game.read_move(after, "同飛", reply) == taken


@pytest.mark.parametrize(
    ("position", "digits", "move"),
    [
        ("rbsgk/4p/5/P4/KGSBR b - 1", "5453", "5d5c"),
        ("4k/S4/5/5/K4 b - 1", "5251*", "5b5a+"),
        ("4k/5/5/5/K4 b PR 1", "0132", "P*3b"),
        ("4k/5/5/5/K4 b PR 1", "0532", "R*3b"),
    ],
)
def test_the_digits_of_the_thesis(position, digits, move):
    game = shogi("minishogi")
    state = game.parse(position)
    assert game.move_name(state, game.read_move(state, digits)) == move


def test_wrong_moves_are_told_what_is_right():
    game = shogi("minishogi")
    with pytest.raises(NotationError, match=r"expected a move such as .*, got 'hello'"):
        game.read_move(game.start, "hello")
    with pytest.raises(NotationError, match="there is no cell 7g on this board"):
        game.read_move(game.start, "7g7f")
    with pytest.raises(NotationError, match="expected a drop of R B G S P, got 'N'"):
        game.read_move(game.start, "N*3c")
    with pytest.raises(IllegalMove, match="illegal move '5d5b'"):
        game.read_move(game.start, "5d5b")
    with pytest.raises(IllegalMove, match="illegal move '▲3四歩'"):
        game.read_move(game.start, "▲3四歩")


@st.composite
def spoilt(draw, text):
    """`text` with a few characters changed, lost or added."""
    letters = list(text)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(letters)))
        letters[at : at + draw(st.integers(0, 2))] = draw(
            st.text("KkPpSsGgRrLlC+/ bw-12345", max_size=2)
        )
    return "".join(letters)


@given(data=st.data(), spec=st.sampled_from(["minishogi", "dobutsu", "gorogoro", "anpanman"]))
def test_a_spoilt_position_is_read_or_refused_in_one_line(data, spec):
    game = shogi(spec)
    text = data.draw(st.one_of(spoilt(game.variant.start), st.text(max_size=40)))
    try:
        state = game.parse(text)
    except NotationError as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert game.parse(game.show(state)) == state
        assert (game.outcome(state) is None) == bool(game.legal_moves(state))


@given(text=st.one_of(st.text(max_size=12), st.text("▲△5４三歩金同成打(1a*+P)", max_size=8)))
def test_a_move_is_read_or_refused_in_one_line(text):
    game = shogi("minishogi")
    try:
        move = game.read_move(game.start, text)
    except (NotationError, IllegalMove) as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert move in game.legal_moves(game.start)


# Boards.


def test_a_board_of_kanji_and_one_of_letters():
    game = shogi("minishogi")
    state = game.position(moves="5d5c 3a4b 2e4c 5a5c").state
    assert game.draw(state).splitlines() == [
        "△ 歩",
        " ５  ４  ３  ２  １",
        " ・ v角  ・ v金 v玉 a",
        " ・ v銀  ・  ・ v歩 b",
        "v飛  角  ・  ・  ・ c",
        " ・  ・  ・  ・  ・ d",
        " 玉  金  銀  ・  飛 e",
        "▲ なし",
    ]
    assert game.draw(state, ascii=True).splitlines() == [
        "Gote: p",
        " 5  4  3  2  1",
        " .  b  .  g  k a",
        " .  s  .  .  p b",
        " r  B  .  .  . c",
        " .  .  .  .  . d",
        " K  G  S  .  R e",
        "Sente: -",
    ]


@pytest.mark.parametrize("spec", ["minishogi", "dobutsu", "gorogoro", "anpanman"])
def test_a_picture_has_every_piece(spec):
    game = shogi(spec)
    for state in random_states(game, 30, "pictures"):
        men, hands = game.scene(state)[:2]
        drawn = game.svg(state, legal=game.legal_moves(state))
        assert drawn.count("<polygon") == len(men) + sum(len(hand) for hand in hands)


@pytest.mark.parametrize(
    ("position", "moves", "english", "japanese"),
    [
        ("", "2e4c 4a3b 4c3b", "B-4c B-3b Bx3b", "▲４三角 △３二角 ▲同角"),
        (
            "4k/1S3/5/5/K4 b G 1",
            "4b4a+ 1a1b G*2b",
            "S-4a+ K-1b G*2b",
            "▲４一銀成 △１二玉 ▲２二金打",
        ),
        ("4k/1S3/5/5/K4 b - 1", "4b4a", "S-4a=", "▲４一銀不成"),
        ("4k/5/G1G2/5/K4 b - 1", "5c4b", "G5c-4b", "▲４二金左"),
    ],
)
def test_moves_as_people_write_them(position, moves, english, japanese):
    game = shogi("minishogi")
    state, last, written = game.parse(position) if position else game.start, None, []
    for word in moves.split():
        move = game.read_move(state, word)
        written.append(game.notation(state, move, last))
        state, last = game.play(state, move), move
    assert " ".join(one["en"] for one in written) == english
    assert " ".join(one["ja"] for one in written) == japanese


def test_no_two_moves_are_written_alike():
    for name in ("minishogi", "dobutsu", "gorogoro", "anpanman"):
        game = shogi(name)
        for state in random_states(game, POSITIONS // 4, "western"):
            texts = [game.notation(state, move)["en"] for move in game.legal_moves(state)]
            assert len(set(texts)) == len(texts), (name, game.show(state))
