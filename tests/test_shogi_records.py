"""Games in files: what was written is read, and what is wrong is told with its line."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.end import RESIGNED, TIME
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.play import files
from yomikiri.play.formats import UnknownFormat, read, write
from yomikiri.play.formats.lines import BadRecord
from yomikiri.play.tree import Tree

SPECS = ["minishogi", "gorogoro", "dobutsu", "anpanman", "shogi-file:examples/knights.toml"]
KINDS = ["kif", "csa", "usi"]


def shogi(spec: str) -> ShogiGame:
    """A game of the family."""
    game = load(spec)
    assert isinstance(game, ShogiGame)
    return game


def random_game(spec: str, seed: int) -> Tree:
    """A game at random, from the start or from a later position."""
    game, chance = shogi(spec), random.Random(f"{spec} {seed}")
    state = game.start
    moves: list[int] = []
    begin = chance.choice([0, 0, 5])
    start = state
    for ply in range(begin + chance.randrange(40)):
        legal = game.legal_moves(state)
        if not legal:
            break
        if ply == begin:
            start, moves = state, []
        moves.append(chance.choice(legal))
        state = game.play(state, moves[-1])
    if len(moves) and begin and game.replay(start, moves) != state:
        start, moves = state, []
    tree = Tree(game, start, moves, players=("Ann", "太郎"))
    if tree.end is None and chance.random() < 0.5:
        tree.give(tree.turn, RESIGNED)
    return tree


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_read_as_it_was_written(spec, kind):
    if kind == "csa" and spec in ("dobutsu", "anpanman"):
        pytest.skip("CSA has no names for these pieces")
    for seed in range(30):
        one = random_game(spec, seed)
        found = read(write(one, kind), one.game)
        names = ("", "") if kind == "usi" else one.players
        assert (found.moves, found.players, found.end) == (one.moves, names, one.end)
        assert found.root.state == one.root.state


def test_how_the_formats_look():
    game = shogi("minishogi")
    moves = game.read_moves(game.start, "5d5c 3a4b 2e4c 5a5c")
    one = Tree(game, moves=moves, players=("人", "機械"))
    one.give(0, RESIGNED)
    assert write(one, "usi") == "startpos moves 5d5c 3a4b 2e4c 5a5c resign\n"
    assert write(one, "kif").splitlines()[1:] == [
        "手合割：5五将棋",
        "先手：人",
        "後手：機械",
        "手数----指手---------消費時間--",
        "   1 ５三歩(54)",
        "   2 ４二銀(31)",
        "   3 ４三角(25)",
        "   4 ５三飛(51)",
        "   5 投了",
    ]
    assert write(one, "csa").splitlines() == [
        "V2.2",
        "N+人",
        "N-機械",
        "P1-HI-KA-GI-KI-OU",
        "P2 *  *  *  * -FU",
        "P3 *  *  *  *  * ",
        "P4+FU *  *  *  * ",
        "P5+OU+KI+GI+KA+HI",
        "+",
        "+5453FU",
        "-3142GI",
        "+2543KA",
        "-5153HI",
        "%TORYO",
    ]


def test_only_the_player_to_move_can_be_said_to_have_lost():
    game = shogi("minishogi")
    for side, kif, csa in ((0, "切れ負け", "%TIME_UP"), (1, "", "")):
        one = Tree(game, moves=game.read_moves(game.start, "5d5c 3a4b"))
        one.give(side, TIME)
        assert write(one, "usi") == "startpos moves 5d5c 3a4b\n", "USI has no word for it"
        for kind, word in (("kif", kif), ("csa", csa)):
            found = read(write(one, kind), game)
            assert write(one, kind).splitlines()[-1].endswith(word)
            assert found.end == (one.end if word else None)
    one = Tree(game, moves=game.read_moves(game.start, "5d5c 3a4b"))
    one.give(1, RESIGNED)  # while the other was to move: these formats have no word for that
    assert all(read(write(one, kind), game).end is None for kind in KINDS)


def test_what_other_programs_write_is_read():
    game = shogi("minishogi")
    kif = """# ----
手合割：5五将棋
先手：A
後手：B
手数----指手---------消費時間--
   1 ５三歩(54)   ( 0:01/00:00:01)
*a comment
   2 ４二銀(31)   ( 0:02/00:00:02)
   3 ５二歩(53)
   4 同　飛(51)
   5 中断
まで4手で中断
"""
    csa = "V2\n'comment\nPI\n+\n+5453FU,T1\n-3142GI\n+5352FU\n-5152HI\n%CHUDAN\n"
    usi = "position startpos moves 5d5c 3a4b\n5c5b 5a5b # taken\n"
    expected = game.read_moves(game.start, "5d5c 3a4b 5c5b 5a5b")
    for text in (kif, "\ufeff" + kif.replace("\n", "\r\n"), csa, usi):
        assert read(text, game).moves == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected a game as KIF, CSA or USI, got an empty text"),
        ("startpos moves\n5d5c\n5d5c", "line 3: illegal move '5d5c'"),
        ("startpos 5d5c", "line 1: expected the word moves, got '5d5c'"),
        ("hello", "line 1: expected startpos, sfen or moves, got 'hello'"),
        ("sfen 5/5 b - 1 moves", "line 1: expected 5 ranks"),
        ("startpos moves resign 5d5c", "line 1: expected nothing after resign, got '5d5c'"),
        ("手合割：平手\n", "line 1: expected 手合割：5五将棋, got '手合割：平手'"),
        ("先手：A\n   1 ９九歩(98)\n", "line 2: illegal move"),
        ("先手：A\n   1 投了\n   2 ５三歩(54)", "line 3: expected nothing after 投了"),
        ("先手：A\nfoo\n", "line 2: expected a move such as"),
        ("V2.2\n+\n+5452FU\n", "line 3: illegal move"),
        ("V2.2\n+\n+5453GI\n", "line 3: expected FU on 54"),
        ("V2.2\n+\n-3142GI\n", "line 3: expected a move of +"),
        ("V2.2\n+\nhello\n", "line 3: expected a move such as +5453FU, got 'hello'"),
        ("V2.2\n+5453FU\n", "line 2: expected + or - for who begins"),
        ("V2.2\nP1-XX\n+\n", "line 2: expected a piece such as +FU"),
        ("V2.2\n", "line 1: expected + or - for who begins; there is no such line"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, message):
    with pytest.raises(BadRecord) as raised:
        read(text, shogi("minishogi"))
    assert message in str(raised.value)


def test_csa_is_for_the_pieces_of_shogi():
    with pytest.raises(UnknownFormat, match="dobutsu is written as kif, usi, sfen, got 'csa'"):
        write(random_game("dobutsu", 0), "csa")


@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_a_spoilt_game_is_read_or_refused_in_one_line(data, kind):
    one = random_game("minishogi", 3)
    text = write(one, kind)
    at = data.draw(st.integers(0, len(text)))
    spoilt = text[:at] + data.draw(st.text(max_size=4)) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        found = read(spoilt, one.game)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        one.game.replay(found.root.state, found.moves)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_saved_and_loaded_in_the_terminal_by_its_name(tmp_path, kind):
    game = shogi("minishogi")
    moves = game.read_moves(game.start, "5d5c 3a4b 2e4c 5a5c")
    file = str(tmp_path / f"game.{kind}")
    files.save(Tree(game, moves=moves, players=("human", "level:3")), file)
    assert files.load(file, game).moves == moves
    files.save(Tree(game, moves=moves[:2], players=("human", "human")), file)
    assert files.load(file, game).moves == moves[:2]
    (tmp_path / f"other.{kind}").write_text("my notes\n", "utf-8")
    with pytest.raises(InputError, match="exists and is not a saved game"):
        files.save(Tree(game, moves=moves), str(tmp_path / f"other.{kind}"))
