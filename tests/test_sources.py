"""The source files of games outside the package: nothing that their rules come from is left out."""

import sys
from pathlib import Path

import pytest

from yomikiri import sources


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place for modules outside the package."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name, module in sys.modules.items() if is_in(tmp_path, module)]:
        del sys.modules[name]


def is_in(folder: Path, module: object) -> bool:
    """Whether a module comes from this folder."""
    return str(getattr(module, "__file__", None) or "").startswith(str(folder))


def test_a_module_outside_is_known_with_what_it_imports_from_beside_it(folder):
    (folder / "far_board.py").write_text("SIZE = 3\n")
    (folder / "far_game").mkdir()
    (folder / "far_game" / "__init__.py").write_text("")
    (folder / "far_game" / "dice.py").write_text("FACES = 6\n")
    (folder / "far_game" / "rules.py").write_text(
        "import json\nimport far_board\nfrom far_game.dice import FACES\nfrom . import dice\n"
        "from yomikiri.rules import ONGOING\n"
    )
    __import__("far_game.rules")
    names = {name for name, _ in sources.closure("far_game.rules")}
    assert names == {"far_game.rules", "far_game", "far_game.dice"}
    (folder / "far_script.py").write_text("import json\nfrom far_board import SIZE\n")
    __import__("far_script")
    assert {name for name, _ in sources.closure("far_script")} == {"far_script", "far_board"}


def test_rules_outside_are_known_by_the_content_of_their_files(folder):
    def name_of(number: int) -> str:
        (folder / "far_number.py").write_text(f"NUMBER = {number}\n")
        (folder / "far_rules.py").write_text("from far_number import NUMBER\nclass Far: pass\n")
        for name in ("far_rules", "far_number"):
            sys.modules.pop(name, None)
        sources.outside_fingerprint.cache_clear()
        return sources.rules_fingerprint(__import__("far_rules").Far)

    assert name_of(1) == name_of(1) != name_of(2)


def test_rules_of_the_package_have_no_such_name():
    from yomikiri.games.tictactoe import TicTacToeRules

    assert sources.rules_fingerprint(TicTacToeRules) == ""
