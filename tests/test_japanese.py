"""Japanese help, claims and errors: what people see first has words, and numbers stay."""

import re

import pytest
import typer
from rich.cells import cell_len

from yomikiri import cli
from yomikiri.cli.help import FILLER, HEADINGS, named
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games import families, load
from yomikiri.players import make_player
from yomikiri.words import say
from yomikiri.words.catalogue import messages

LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def test_every_command_and_option_has_its_help_and_no_help_is_left_over():
    names = {name for _, name in named(typer.main.get_command(cli.make_app("")), ())}
    headings = set(HEADINGS.values())
    assert names | headings == {f"help.{name}" for name in messages("help")}


@pytest.mark.parametrize("words", [["--help", "--lang", "ja"], ["table", "--lang=ja", "--help"]])
def test_help_speaks_japanese(words, capsys):
    assert cli.run(words) == 0
    assert "全局面の表を作り" in capsys.readouterr().out


def test_help_speaks_english_again_afterwards(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert cli.run(["solve", "--help", "--lang", "ja"]) == 0
    assert "読み切る" in capsys.readouterr().out
    assert cli.run(["solve", "--help"]) == 0
    text = capsys.readouterr().out
    assert "Solve a game" in text and not LETTERS.search(text)
    assert all(word in text for word in ("kind=win-win", "wide", "majority"))


def test_every_claim_is_in_japanese_with_its_numbers():
    claims = [(family.game, claim) for family in families() for claim in family.known]
    assert len(claims) > 30
    for game, claim in claims:
        line = claim.line(game.players, claim.verdict(game.found), "ours")
        said, english = say(line, "ja"), str(line)
        assert LETTERS.search(said) and not LETTERS.search(english), english
        assert sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", english))
        assert not re.search(r"\b(wins|right|wrong|player|draw|checked|plies)\b", said), said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["solve", "nipp"], "'nipp' というゲームはありません。'nip' のことですか"),
        (["perft", "nip:4x4", "x"], "整数を書いてください（'x'）"),
        (["solve", "nip:4x4", "--moves", "a1"], "この盤に a1 というマスはありません"),
        (["solve", "nip:4x4", "--moves", "b2"], "指せる手は"),
        (["solve", "janken:full,dice=on"], "読み切れません"),
        (["play", "nip:4x4", "--first", "lvl:3"], "'lvl:3' というプレイヤーはありません"),
    ],
)
def test_errors_are_in_japanese_if_asked(words, expected, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("YOMIKIRI_QUIET", "1")  # that kernels are compiled is told in both languages
    assert cli.run([*words, "--lang", "ja"]) == 2
    printed = capsys.readouterr().err
    assert expected in printed and printed.count("\n") == 1
    assert cli.run(words) == 2
    assert not LETTERS.search(capsys.readouterr().err)


# What people write wrongly in the page and the terminal: games, players, positions and moves.
WRONG_GAMES = [
    "chess",
    "nipp",
    '""',
    "nip:7x7",
    "nip:",
    "nip:4x",
    "othello:2x2",
    "connect4:9x9",
    "connect4:3x3",
    "tictactoe:4x4",
    "janken:x",
    "janken:single,start=middle",
    "nip,komi=1",
    "nip,end",
    "nip,empties=all",
    "nip,empties=all,empties=all",
    "othello:4x4,start=cross2",
    "ending:K",
    "ending:KK",
    "ending:KQKX",
    "ending:KQRKQR",
]
WRONG_PLAYERS = [
    "bob",
    "level:11",
    "level:x",
    "alphabeta",
    "alphabeta:depth=0",
    "alphabeta:depth=x",
    "alphabeta:deep=3",
    "random:x=1",
    "mcts",
    "monte:1,2",
    "perm",
    "takeda",
    "alphabeta:depth=1,depth=2",
]
WRONG_POSITIONS = {
    "tictactoe": (
        "x", ".../... x", "..../.../... x", ".../.../... q", "xz./.../... x", "xxx/.../... o",
    ),
    "connect4:4x4": ("x.../..../..../.... o", "x.../x.../x.../x... o"),
    "nip:4x4": ("x..x/..../..../.... x",),
    "ending:KPK": (
        "x", "8/8 w - -", "8/8/8/8/8/8/8/8 w - -", "k7/8/8/8/8/8/8/K7 x - -",
        "k7/8/8/8/8/8/8/K7 w K -",
        "k7/8/8/8/8/8/8/K6P w - -", "kK6/8/8/8/8/8/P7/8 w - -", "k7/8/8/8/8/8/QQ6/K7 b - -",
        "k7/9/8/8/8/8/P7/K7 w - -", "k7/1P6/8/8/8/8/8/K7 w - -",
    ),
    "minishogi": (
        "x", "5/5 b - 1", "k4/5/5/5/4K x - 1", "k4/5/5/5/4K b q 1", "k4/5/5/5/4K b 9P 1",
        "kk3/5/5/5/4K b - 1",
        "k4/9/5/5/4K b - 1", "k4/5/5/5/4K b - z", "kP3/5/5/5/4K b - 1", "k4/P4/5/P4/4K b - 1",
        "R3k/5/5/5/4K b - 1", "4k/5/5/5/5 w - 1",
    ),
    "janken:single,pieces=1": (
        "x", "16gcp/61gcp 3", "16xxx/61gcp 1", "16gcp/16gcp 1", "16gcp/ 1", "16gcp,15gcp/61gcp 1",
        "61gcp/16gcp 1",
    ),
}  # fmt: skip
WRONG_MOVES = {
    "tictactoe": ("z9", "b2 b2", "q"),
    "connect4:4x4": ("z", "a a a a a"),
    "ending:KPK": ("Ke9", "zz"),
    "minishogi": ("1a1b", "zz", "1e1", "P*9z", "▲5五歩"),
    "janken:single,pieces=1": ("99u", "16x", "9u", "16d"),
}
ENGLISH = re.compile(
    r"\b(expected|got|the|is|are|has|have|of|such|as|at|to|and|or|only|must|this|rules|numbers)\b"
)


def wrong_inputs():
    """What is done wrong: a call for each."""
    for text in WRONG_GAMES:
        yield lambda text=text: load(text.strip('"'))
    for text in WRONG_PLAYERS:
        yield lambda text=text: make_player(text, load("tictactoe"))
    for spec, texts in WRONG_POSITIONS.items():
        for text in texts:
            yield lambda spec=spec, text=text: load(spec).parse(text)
    for spec, texts in WRONG_MOVES.items():
        for text in texts:
            yield lambda spec=spec, text=text: load(spec).position("", text)


@pytest.mark.parametrize("act", list(wrong_inputs()))
def test_what_people_write_wrongly_is_told_in_japanese(act):
    with pytest.raises(InputError) as told:
        act()
    said = told.value.say("ja")
    assert LETTERS.search(said) and not ENGLISH.search(re.sub(r"'.*?'", "", said)), said


def test_an_unknown_language_is_still_refused(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert cli.run(["games", "--lang", "jp"]) == 2
    assert "expected --lang en or ja" in capsys.readouterr().err


def test_one_ply_is_no_plies():
    words = Words("en")
    assert words("result.won_in", n=1) == "won in 1 ply"
    assert words("result.lost_in", n=12) == "lost in 12 plies"
    assert words("result.estimates", depth=1).startswith("estimates look 1 ply ahead")
    assert Words("ja")("result.won_in", n=1) == "1 手で勝ち"


SPOKEN = [
    "table build tictactoe",
    "table info tictactoe --reachable",
    "table info ending:KPK,end=thesis",
    "table check tictactoe",
    "table list tictactoe longest --limit 1",
    "table line tictactoe",
    "match tictactoe random greedy --games 2 --each",
    "solve nip:4x6 --goal stages=all",
    "perft tictactoe 0",
]


def test_no_command_falls_back_into_english(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    monkeypatch.setenv("YOMIKIRI_QUIET", "1")
    assert cli.run(["table", "build", "ending:KPK,end=thesis", "--json"]) == 0
    capsys.readouterr()
    for line in SPOKEN:
        assert cli.run(["--lang", "ja", *line.split()]) == 0
        said = capsys.readouterr().out.replace(str(tmp_path), "")
        assert LETTERS.search(said), line
        assert not ENGLISH.search(said), (line, said)


def paths(command, above=()):
    """The words of every command."""
    yield above
    for name, below in getattr(command, "commands", {}).items():
        yield from paths(below, (*above, name))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_help_fits_80_columns_and_is_not_cut_off(language, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")  # more is not used
    for words in paths(typer.main.get_command(cli.make_app(""))):
        assert cli.run([*words, "--help", "--lang", language]) == 0
        for line in capsys.readouterr().out.splitlines():
            assert cell_len(line) <= 80, f"{words}: {line}"
            assert not line.endswith("...") or "[" in line or "{" in line, f"{words}: {line}"
            assert FILLER not in line
