"""Japanese help, claims and errors: what people see first has words, and numbers stay."""

import re

import pytest
import typer

from yomikiri import cli
from yomikiri.games import families
from yomikiri.games.claims import in_japanese
from yomikiri.terminal import japanese
from yomikiri.terminal.words import Words

LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def test_every_command_has_a_line_in_japanese():
    command = typer.main.get_command(cli.app)
    japanese.translate_help(command)
    for name, below in command.commands.items():  # type: ignore[attr-defined]
        assert LETTERS.search(below.help or ""), name


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
    assert "Read a game out" in text and not LETTERS.search(text)
    assert all(word in text for word in ("kind=win-win", "wide", "majority"))


def test_every_claim_is_in_japanese_with_its_numbers():
    facts = [fact for family in families() for fact in family.known]
    assert len(facts) > 30
    for fact in facts:
        said = in_japanese(fact.claim)
        assert LETTERS.search(said), fact.claim
        assert sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", fact.claim))
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


def test_an_unknown_language_is_still_refused(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert cli.run(["games", "--lang", "jp"]) == 2
    assert "expected --lang en or ja" in capsys.readouterr().err


def test_one_ply_is_no_plies():
    words = Words("en")
    assert words("won_in", n=1) == "won in 1 ply"
    assert words("lost_in", n=12) == "lost in 12 plies"
    assert words("estimates", depth=1).startswith("estimates look 1 ply ahead")
    assert Words("ja")("won_in", n=1) == "1 手で勝ち"
