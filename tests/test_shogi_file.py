"""Variants of your own: the example, and what is said about a file that is wrong."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomikiri.errors import UnknownGame
from yomikiri.games import load
from yomikiri.games.shogi.file import read_text
from yomikiri.games.shogi.variants import MINISHOGI

EXAMPLE = Path(__file__).parent.parent / "examples" / "knights.toml"
SOURCE = EXAMPLE.read_text("utf-8")


def line_of(text: str) -> int:
    """The line of the example that begins so."""
    return next(n for n, line in enumerate(SOURCE.splitlines(), 1) if line.startswith(text))


def test_the_example_is_minishogi_with_another_piece():
    variant = read_text(SOURCE, "x").variant
    for sign, piece in MINISHOGI.pieces.items():
        if "S" not in sign:
            assert variant.pieces[sign][2:5] == piece[2:5]  # steps, slides, value
    assert set(variant.pieces) ^ set(MINISHOGI.pieces) == {"N", "+N", "S", "+S"}
    assert variant.one_a_file == MINISHOGI.one_a_file
    assert variant.no_mating_drop == MINISHOGI.no_mating_drop


def test_rules_are_what_the_file_says_wherever_it_lies(tmp_path):
    copy = tmp_path / "Copy.TOML"
    copy.write_text(SOURCE + "# the same\n", "utf-8")
    game = load(f"shogi-file:{copy}")
    assert str(game) == f"shogi-file:{copy}"
    assert game.rules_hash == load("shogi-file").rules_hash
    copy.write_text(SOURCE.replace("zone = 1", "zone = 2"), "utf-8")
    other = tmp_path / "other.toml"
    other.write_text(copy.read_text("utf-8"), "utf-8")
    assert load(f"shogi-file:{other}").rules_hash != game.rules_hash
    assert game.titles["ja"] == "桂馬5五将棋"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("zone = 1 ", "zone = 9 ", "zone", "zone: expected a whole number from 0 to 6, got '9'"),
        ('promotion = "may"', 'promotion = "can"', "promotion", "expected 'may' or 'must', got"),
        ("drops = true ", "drops = 1 ", "drops", "drops: expected true or false, got '1'"),
        ("zone = 1 ", "zones = 1 ", "zone", "expected a known key; did you mean 'zone'?"),
        ('steps = "n"\n', 'steps = "up"\n', 'steps = "n"', "expected directions out of n ne e se"),
        ("[[1, 2], [-1, 2]]", "[1, 2]", "jumps", "jumps in [pieces.N]: expected a list of [right"),
        ('kanji = "桂"\n', "", "[pieces.N]", "kanji in [pieces.N]: expected one character; it is"),
        ("[pieces.N]", "[pieces.n]", "[pieces.N]", "expected a table [pieces.X] or"),
        ("rbngk/4p", "rbngk/4k", "start", "expected one K and one k"),
        ("rbngk/4p/5/P4/KGNBR", "rbngk/4p/5/P4/KGNBR/7", "start", "expected SFEN such as"),
        ('royal = "K"', 'royal = "Q"', "start", "start: expected one Q and one q"),
        ("5/P4", "5/5/5/5/P4", "start", "a board of 2x2 to 6x6 cells, got 5x8"),
        ("KGNBR", "KGNB1", "zone", ""),
    ],
)
def test_a_wrong_file_is_told_its_line_and_what_is_right(old, new, line, message):
    assert SOURCE.count(old) >= 1
    text = SOURCE.replace(old, new, 1)
    if not message:
        assert read_text(text, "my.toml")
        return
    with pytest.raises(UnknownGame) as raised:
        read_text(text, "my.toml")
    assert f"my.toml, line {line_of(line)}: " in str(raised.value)
    assert message in str(raised.value)


def test_a_misspelt_table_is_told_of_its_line():
    with pytest.raises(UnknownGame) as raised:
        read_text(SOURCE.replace("[pieces.", "[piece."), "my.toml")
    line = line_of("[pieces.K]")
    assert str(raised.value).startswith(f"my.toml, line {line}: piece: expected a known key;")


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("rbngk/ppppp/5/PPPPP/KGNBR b - 1", "expected at most 12 pieces on a board of 25 cells"),
        ("rbngk/4p/5/P4/KGNB b - 1", "expected 5 cells in rank 5, got 4 in 'KGNB'"),
        ("rbxgk/4p/5/P4/KGNBR b - 1", "expected a piece (K R B G N P +R +B +N +P) or a digit"),
        ("rbngk/4P/5/P4/KGNBR b - 1", "Gote is in check, but it is Sente's turn"),
    ],
)
def test_a_wrong_start_is_told_of_its_line(tmp_path, start, message):
    file = tmp_path / "start.toml"
    file.write_text(SOURCE.replace("rbngk/4p/5/P4/KGNBR b - 1", start), "utf-8")
    with pytest.raises(UnknownGame) as raised:
        load(f"shogi-file:{file}")
    assert f"line {line_of('start')}: start: " in str(raised.value)
    assert message in str(raised.value)


def test_a_file_that_is_not_there_or_no_toml(tmp_path):
    with pytest.raises(UnknownGame, match=r"cannot read the variant 'nowhere\.toml': no such file"):
        load("shogi-file:nowhere.toml")
    file = tmp_path / "broken.toml"
    file.write_text("start = \n", "utf-8")
    with pytest.raises(UnknownGame, match=r"broken.toml: Invalid value \(at line 1"):
        load(f"shogi-file:{file}")


@given(data=st.data())
def test_a_spoilt_file_is_a_variant_or_one_line(data):
    at = data.draw(st.integers(0, len(SOURCE)))
    spoilt = SOURCE[:at] + data.draw(st.text(max_size=5)) + SOURCE[at + 3 :]
    try:
        read_text(spoilt, "x.toml")
    except UnknownGame as error:
        assert str(error).strip() and "\n" not in str(error)
