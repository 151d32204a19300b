"""What the documentation tells about players is measured by one command."""

import json
import re
from pathlib import Path

import pytest

from yomikiri.cli.app import run
from yomikiri.errors import InputError
from yomikiri.games import FAMILIES
from yomikiri.lab.measured import BLOCK, LIST, RUNGS, chosen, write_tables

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("docs/players.md", "docs/results.md")
DOCUMENT = "before\n<!-- lab players: levels tictactoe -->\nold\n<!-- end -->\nafter\n"


def test_levels_of_every_family_are_measured():
    listed = {each.game.partition(":")[0] for each in LIST if each.kind == "levels"}
    assert listed == set(FAMILIES) - {"shogi-file"}  # whose games are anybody's own


def test_every_table_of_the_documentation_can_be_made_again():
    known = {(each.kind, each.game) for each in LIST}
    blocks = [b for name in DOCUMENTS for b in BLOCK.finditer((ROOT / name).read_text("utf-8"))]
    assert {block["kind"] for block in blocks} == {"levels", "errors"}
    told = {(block["kind"], game) for block in blocks for game in block["games"].split()}
    assert told == known
    for block in blocks:
        if block["kind"] == "levels":
            rows = re.findall(r"^\| `([a-z]+(?::\d)?)` \|", block["table"], re.MULTILINE)
            assert tuple(rows) == RUNGS


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


def test_a_game_that_is_not_listed_and_a_missing_document_are_refused(tmp_path, capsys):
    with pytest.raises(InputError):
        chosen(["nip:4x4"])
    missing = ["lab", "players", "tictactoe", "--docs", str(tmp_path / "none.md")]
    assert run([*missing, "--out", str(tmp_path / "runs")]) == 2
    assert not (tmp_path / "runs").exists()
    assert "none.md" in capsys.readouterr().err
