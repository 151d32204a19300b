"""What the documentation tells about players is measured by one command."""

import json
import re
from pathlib import Path

import pytest

from yomikiri.cli.app import run
from yomikiri.errors import InputError
from yomikiri.games import FAMILIES, load
from yomikiri.lab import kept, measured
from yomikiri.lab.kept import BLOCK, FOLDER, names_in, read_kept, write_tables
from yomikiri.lab.measured import LIST, RUNGS, Measured, chosen
from yomikiri.lab.series import as_they_are

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("docs/players.md", "docs/results.md")
OLDER = {"errors dobutsu"}  # of levels before the last change: results.md says so
DOCUMENT = "before\n<!-- lab players: levels tictactoe -->\nold\n<!-- end -->\nafter\n"


def test_levels_of_every_family_are_measured():
    listed = {each.game.partition(":")[0] for each in LIST if each.kind == "levels"}
    assert listed == set(FAMILIES) - {"shogi-file"}  # whose games are anybody's own


def test_every_table_of_the_documentation_can_be_made_again():
    texts = [(ROOT / name).read_text("utf-8") for name in DOCUMENTS]
    told = [name for text in texts for name in names_in(text)]
    assert sorted(told) == sorted(each.name for each in LIST)
    for block in (block for text in texts for block in BLOCK.finditer(text)):
        if block["kind"] == "levels":
            rows = re.findall(r"^\| `([a-z]+(?::\d)?)` \|", block["table"], re.MULTILINE)
            assert tuple(rows) == RUNGS


def test_tables_of_the_documentation_are_those_of_the_kept_results():
    kept = read_kept(ROOT / "docs" / FOLDER)
    assert kept.keys() == {each.name for each in LIST}
    for name in DOCUMENTS:
        text = (ROOT / name).read_text("utf-8")
        assert write_tables(text, kept) == (text, [])
    for each in LIST:
        document = kept[each.name]
        assert (document["kind"], document["game"]) == (each.kind, each.game)
        if each.kind != "strength":
            assert {row["player"] for row in document["players"]} == set(each.players)


def test_kept_results_are_of_the_levels_and_nets_of_today():
    kept = read_kept(ROOT / "docs" / FOLDER)
    older = set()
    for each in LIST:
        now = as_they_are(load(each.game), each.players)
        if {name: kept[each.name].get(name) for name in now} != now:
            older.add(each.name)
    assert older == OLDER


def test_tables_are_written_into_a_document_and_again_to_the_same(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text(DOCUMENT, "utf-8")
    asked = ["lab", "players", "tictactoe", "--games", "2", "--out", str(tmp_path / "runs")]
    assert run([*asked, "--docs", str(page)]) == 0
    first = page.read_text("utf-8")
    assert first.startswith("before\n") and first.endswith("after\n")
    assert "old" not in first
    assert all(f"| `{name}` |" in first for name in RUNGS)
    assert "±" in capsys.readouterr().out
    assert run([*asked, "--docs", str(page), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert page.read_text("utf-8") == first
    assert told["not_written"] == []
    assert told["measurements"][0]["games"] == 2 * (len(RUNGS) - 1)
    assert (tmp_path / "runs" / "report.ja.html").exists()
    assert (tmp_path / "runs" / "levels-tictactoe" / "manifest.json").exists()


def test_a_table_that_was_not_measured_stays_as_it_was():
    text = DOCUMENT.replace("tictactoe", "tictactoe nip:8x8")
    assert write_tables(text, {}) == (text, ["levels tictactoe nip:8x8"])


def test_a_document_without_such_tables_is_refused(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("nothing\n", "utf-8")
    assert run(["lab", "players", "--kept", "--docs", str(page)]) == 2
    assert "has no table to write" in capsys.readouterr().err


def test_tables_are_made_of_kept_results_without_playing(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text(DOCUMENT, "utf-8")
    asked = ["lab", "players", "--docs", str(page), "--out", str(tmp_path / "runs")]
    assert run([*asked, "--kept"]) == 0
    assert "levels tictactoe" in capsys.readouterr().err
    assert page.read_text("utf-8") == DOCUMENT
    assert run([*asked, "tictactoe", "--games", "2"]) == 0
    made, told = page.read_text("utf-8"), capsys.readouterr().out
    page.write_text(DOCUMENT, "utf-8")
    assert run([*asked, "--kept"]) == 0
    assert page.read_text("utf-8") == made and "| `level:9` |" in told
    kept = tmp_path / FOLDER / "levels-tictactoe.json"
    assert json.loads(kept.read_text("utf-8"))["games"] == 2
    kept.write_text("{}", "utf-8")
    assert run([*asked, "--kept"]) == 2
    assert "levels-tictactoe.json" in capsys.readouterr().err
    assert page.read_text("utf-8") == made


def test_errors_and_strength_are_measured_by_the_same_command(tmp_path, monkeypatch, capsys):
    """With a small game in the list, and programs that are functions here."""
    own = tmp_path / "mine.py"
    own.write_text("def last(position):\n    return position.moves[-1]\n")
    ours, other = "alphabeta:depth=2", f"own:{own}:last"
    short = (
        Measured("errors", "tictactoe", 100, 2, ("random", "greedy")),
        Measured("strength", "tictactoe", 100, 2, (ours, other, "random")),
        Measured("strength", "nip:4x4", 100, 2, (ours, other), ("no-such-program",)),
    )
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr(measured, "LIST", short)
    monkeypatch.setattr(kept, "LIST", short)
    page = tmp_path / "page.md"
    blocks = (f"<!-- lab players: {each.name} -->\nold\n<!-- end -->\n" for each in short)
    page.write_text("".join(blocks), "utf-8")
    asked = ["lab", "players", "--docs", str(page), "--out", str(tmp_path / "runs")]
    assert run([*asked, "--games", "2"]) == 0
    said = capsys.readouterr()
    assert "no-such-program" in said.err and "table build tictactoe" in said.err
    assert page.read_text("utf-8").count("old") == 2
    assert run(["table", "build", "tictactoe"]) == 0
    assert run([*asked, "--games", "2"]) == 0  # the games of the others are there
    text = page.read_text("utf-8")
    assert text.count("old") == 1 and "strength nip:4x4" in capsys.readouterr().err
    assert re.search(r"\| `random` \| 2 \| \d+ \| \d+ \| \d+ \| \d+ % \| \d+ \|", text)
    assert re.search(r"\| `own:.*:last` \| \d+ / \d+ ms \| 2 \| [\d.]+ % \(", text)
    assert run([*asked, "--kind", "levels", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measurements"] == []
    assert run([*asked, "--kind", "speed"]) == 2


def test_a_game_that_is_not_listed_and_a_missing_document_are_refused(tmp_path, capsys):
    with pytest.raises(InputError):
        chosen(["nip:4x4"])
    missing = ["lab", "players", "tictactoe", "--docs", str(tmp_path / "none.md")]
    assert run([*missing, "--out", str(tmp_path / "runs")]) == 2
    assert not (tmp_path / "runs").exists()
    assert "none.md" in capsys.readouterr().err
