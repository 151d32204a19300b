"""What the cache of kernels depends on: nothing that kernels come from is left out."""

import ast
import sys
from pathlib import Path

import pytest

from tests.test_layers import imported
from yomikiri import sources

DECORATORS = {"kernel", "rule", "optional", "contract"}
PACKAGE = sources.PACKAGE


def relative(path: Path) -> str:
    """A file's name within the package."""
    return path.relative_to(PACKAGE).as_posix()


def has_kernels(path: Path) -> bool:
    """Whether a file names one of the decorators."""
    tree = ast.parse(path.read_text("utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return bool(names & DECORATORS)


def test_every_file_with_kernels_is_covered():
    covered = {relative(path) for path in sources.kernel_files()}
    kernels = {relative(path) for path in PACKAGE.rglob("*.py") if has_kernels(path)}
    assert {"games/reversi/rules.py", "search/alpha_beta.py", "tables/loaded.py"} <= kernels
    assert kernels <= covered


def test_what_is_covered_imports_nothing_that_is_not():
    # A constant that a kernel uses is compiled into it, wherever it comes from.
    left_out = {f"yomikiri.{name.removesuffix('.py')}" for name in sources.WITHOUT_KERNELS}
    for path in sources.kernel_files():
        if relative(path) in sources.WITH_KERNELS:
            continue
        for _, name in imported(PACKAGE, path.relative_to(PACKAGE)):
            assert not any(f"{name}.".startswith(f"{other}.") for other in left_out), relative(path)


def test_what_is_left_out_exists():
    names = (*sources.WITHOUT_KERNELS, *sources.WITH_KERNELS)
    assert all((PACKAGE / name).exists() for name in names)


def test_the_fingerprint_changes_with_every_file_of_kernels_and_no_other(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "web").mkdir()
    (tmp_path / "games" / "go.py").write_text("one")
    seen = [sources.package_fingerprint("mode", tmp_path)]
    (tmp_path / "notes.txt").write_text("no source")
    (tmp_path / "demo.py").write_text("no kernels")
    (tmp_path / "web" / "page.py").write_text("none here")
    assert sources.package_fingerprint("mode", tmp_path) == seen[0]
    (tmp_path / "games" / "go.py").write_text("two")
    seen.append(sources.package_fingerprint("mode", tmp_path))
    (tmp_path / "games" / "go.py").rename(tmp_path / "games" / "to.py")
    seen.append(sources.package_fingerprint("mode", tmp_path))
    (tmp_path / "empty.py").write_text("")
    seen.append(sources.package_fingerprint("mode", tmp_path))
    seen.append(sources.package_fingerprint("another", tmp_path))
    assert len(set(seen)) == 5


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


def test_modules_of_the_package_need_no_folder_of_their_own():
    from yomikiri.games.tictactoe import TicTacToeRules

    assert sources.outside(["yomikiri.search.perft"], [TicTacToeRules]) == ""
    assert sources.outside(["tests.toy"], [TicTacToeRules]) != ""
