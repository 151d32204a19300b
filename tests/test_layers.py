"""The layer rule: a file imports only from its own layer and those above it.

Also here: only two files know Numba, and docs/map.md has one line for each file.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "yomikiri"

# From the top: nothing may import from a later line.  A name with a slash is a folder.
LAYERS = (
    "words/",
    "errors.py",
    "sources.py",
    "fingerprint.py",
    "cache.py",
    "jit.py",
    "bits.py",
    "rules.py",
    "games/",
    "search/",
    "tables/",
    "play/",
    "players/",
    "solve/",
    "lab/",
    "protocols/",
    "japanese.py",
    "web/",
    "cli/",
    "demo.py",
    "__main__.py",
)

# jit.py owns the decorators and the cache; bits.py builds single machine instructions.
NUMBA_FILES = {"jit.py", "bits.py"}

PUBLIC = (
    ""  # the package itself, yomikiri/__init__.py: it may import anything, no file may import it
)


# What the files import.


def source_files(package: Path) -> list[Path]:
    """The modules of the package, as paths within it."""
    return sorted(path.relative_to(package) for path in package.rglob("*.py"))


def imported(package: Path, file: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of each import, also in functions, but not for types only."""
    for node in runtime_nodes(ast.parse((package / file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(package.name, file, node)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def runtime_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of a tree except what stands under `if TYPE_CHECKING:`."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and is_type_checking(child.test):
            for node in child.orelse:
                yield from runtime_nodes(node)
        else:
            yield from runtime_nodes(child)


def is_type_checking(test: ast.expr) -> bool:
    """Whether a condition is `TYPE_CHECKING` or `typing.TYPE_CHECKING`."""
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", None)
    return name == "TYPE_CHECKING"


def absolute(package: str, file: Path, node: ast.ImportFrom) -> str:
    """The full name of what stands between `from` and `import`."""
    if not node.level:
        return node.module or ""
    folder = (package, *file.parent.parts)
    return ".".join((*folder[: len(folder) - node.level + 1], *filter(None, [node.module])))


# What is wrong with it.


def layer_of_file(file: Path) -> str | None:
    """The layer a file belongs to, PUBLIC for the package's own, or None if it has none."""
    if file == Path("__init__.py"):
        return PUBLIC
    name = file.parts[0] + ("/" if len(file.parts) > 1 else "")
    return name if name in LAYERS else None


def layer_of_name(package: Path, name: str) -> str | None:
    """The layer that a full dotted name reaches: PUBLIC, or None if it is not ours."""
    root, *parts = name.split(".")
    if root != package.name:
        return None
    if parts and (package / f"{parts[0]}.py").is_file():
        return f"{parts[0]}.py"
    if parts and (package / parts[0]).is_dir():
        return f"{parts[0]}/"
    return PUBLIC


def layer_faults(package: Path) -> list[str]:
    """One line for each breach of the layer rule."""
    faults = []
    for file in source_files(package):
        own = layer_of_file(file)
        if own is None:
            faults.append(f"{file.as_posix()}: belongs to no layer; add it to LAYERS")
        if not own:
            continue
        for line, name in imported(package, file):
            other = layer_of_name(package, name)
            where = f"{file.as_posix()}:{line}"
            if other == PUBLIC:
                faults.append(f"{where}: imports {name} from the package's public names")
            elif other in LAYERS and LAYERS.index(other) > LAYERS.index(own):
                faults.append(f"{where}: imports {name}, but {other} lies below {own}")
    return faults


def numba_faults(package: Path) -> list[str]:
    """One line for each import of Numba in a file that need not know it."""
    return [
        f"{file.as_posix()}:{line}: imports {name}; only {', '.join(sorted(NUMBA_FILES))} may"
        for file in source_files(package)
        if file.as_posix() not in NUMBA_FILES
        for line, name in imported(package, file)
        if name.split(".")[0] in ("numba", "llvmlite")
    ]


def map_faults(package: Path, text: str) -> list[str]:
    """One line for each file that a map does not name on exactly one line, or names in vain.

    A file's line begins with its path in backticks, after a bullet or a table's bar.  Empty files
    need none.
    """
    files = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.is_file() and path.stat().st_size and "__pycache__" not in path.parts
    }
    named = re.findall(r"^[\s*|-]*`([^`\s]+\.\w+)`", text, flags=re.MULTILINE)
    return (
        [f"{file}: has no line" for file in sorted(files - set(named))]
        + [f"{file}: does not exist, or is empty" for file in sorted(set(named) - files)]
        + [f"{file}: has more than one line" for file in sorted(files) if named.count(file) > 1]
    )


# The package as it is.


def test_every_file_imports_only_from_layers_above_it():
    assert source_files(PACKAGE), "no files found: has the package moved?"
    assert not layer_faults(PACKAGE)


def test_only_two_files_know_numba():
    assert not numba_faults(PACKAGE)


def test_the_map_has_one_line_for_each_file():
    assert not map_faults(PACKAGE, (ROOT / "docs" / "map.md").read_text("utf-8"))


# The checker itself, on a package in which something is wrong.


@pytest.fixture
def package(tmp_path):
    """A small package without a fault."""
    folder = tmp_path / "yomikiri"
    for name, text in {
        "__init__.py": "from yomikiri.cli import main\nfrom yomikiri.games.nip import Nip\n",
        "jit.py": "import numba\n",
        "games/__init__.py": "",
        "games/nip.py": "from yomikiri.jit import kernel\nfrom . import shapes\n",
        "games/shapes.py": "import os.path\n",
        "search/perft.py": "from ..games.nip import Nip\nimport yomikiri.jit\n",
        "cli/__init__.py": "from yomikiri import games\nfrom ..search.perft import perft\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_clean_package_has_no_faults(package):
    assert layer_faults(package) == []
    assert numba_faults(package) == []


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("from yomikiri.search.perft import perft", "search/ lies below games/"),
        ("from yomikiri.search import perft", "search/ lies below games/"),
        ("import yomikiri.cli as c", "cli/ lies below games/"),
        ("from ..search.perft import perft", "search/ lies below games/"),
        ("from .. import cli", "cli/ lies below games/"),
        ("from yomikiri import jit, cli", "cli/ lies below games/"),
        ("def late():\n    from yomikiri.cli import main", "cli/ lies below games/"),
        (
            "try:\n    import yomikiri.cli\nexcept ImportError:\n    pass",
            "cli/ lies below games/",
        ),
        ("if 1:\n    pass\nelif 2:\n    import yomikiri.cli", "cli/ lies below games/"),
        ("import yomikiri", "imports yomikiri from the package's public names"),
        ("from yomikiri import solve", "imports yomikiri.solve from the package's public names"),
        ("from .. import solve", "imports yomikiri.solve from the package's public names"),
    ],
)
def test_a_forbidden_import_is_found(package, statement, fault):
    (package / "games" / "nip.py").write_text(statement + "\n", "utf-8")
    (found,) = layer_faults(package)
    assert found.startswith("games/nip.py:") and fault in found


@pytest.mark.parametrize("guard", ["TYPE_CHECKING", "typing.TYPE_CHECKING"])
def test_an_import_for_types_only_does_not_count(package, guard):
    guarded = f"if {guard}:\n    from yomikiri.cli import main\n"
    (package / "games" / "nip.py").write_text(guarded, "utf-8")
    assert layer_faults(package) == []
    (package / "games" / "nip.py").write_text(guarded + "else:\n    import yomikiri.cli\n", "utf-8")
    assert len(layer_faults(package)) == 1


def test_a_file_without_a_layer_is_found(package):
    (package / "utils.py").write_text("", "utf-8")
    assert layer_faults(package) == ["utils.py: belongs to no layer; add it to LAYERS"]


@pytest.mark.parametrize("statement", ["import numba", "from numba.extending import overload"])
def test_numba_in_a_game_is_found(package, statement):
    (package / "games" / "nip.py").write_text(statement + "\n", "utf-8")
    (found,) = numba_faults(package)
    assert found.startswith("games/nip.py:1: imports numba")


def test_a_map_that_lies_is_found(package):
    files = [
        "__init__.py",
        "jit.py",
        "games/nip.py",
        "games/shapes.py",
        "search/perft.py",
        "cli/__init__.py",
    ]
    lines = [f"- `{file}` does something, see `games/nip.py`\n" for file in files]
    assert map_faults(package, "".join(lines)) == []
    assert map_faults(package, "".join(lines[1:])) == ["__init__.py: has no line"]
    assert map_faults(package, "".join([*lines, lines[1]])) == ["jit.py: has more than one line"]
    assert map_faults(package, "".join([*lines, "| `games/go.py` | |\n"])) == [
        "games/go.py: does not exist, or is empty"
    ]
