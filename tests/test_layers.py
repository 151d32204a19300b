"""The rule of the map: a file imports only from files that stand above it in docs/map.md.

So the page is the order, of rooms and of the files in each; there is no second list.  Also here:
only three files know Numba, and the map has one line for each file.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "yomikiri"

# passes.py, compiler.py and jit.py own compiling and the cache; bits.py and lanes.py build
# instructions.
NUMBA_FILES = {"passes.py", "compiler.py", "jit.py", "bits.py", "lanes.py"}

PUBLIC = "__init__.py"  # the package's own names: it may import anything, no file may import it


# What the files import.


def source_files(package: Path) -> list[Path]:
    """The modules of the package, as paths within it."""
    return sorted(path.relative_to(package) for path in package.rglob("*.py"))


def imported(package: Path, file: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of each import, also in functions, but not for types only."""
    for node in import_nodes((package / file).read_text("utf-8")):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        else:
            base = absolute(package.name, file, node)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


@cache
def import_nodes(text: str) -> list[ast.Import | ast.ImportFrom]:
    """The imports of a source."""
    nodes = runtime_nodes(ast.parse(text))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def script_imports(package: Path, file: Path) -> Iterator[tuple[int, str]]:
    """Line of each import in a script of the page, and the file that it is from."""
    text = (package / file).read_text("utf-8")
    for found in re.finditer(r'^(?:import|export)\b[^;]*?from "\./([^"]+)"', text, re.MULTILINE):
        line = text.count("\n", 0, found.start()) + 1
        yield line, (file.parent / found[1]).as_posix()


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


def named(text: str) -> list[str]:
    """The files that a map names, from the top.

    A file's line begins with its path in backticks, after a bullet or a table's bar.
    """
    return re.findall(r"^[\s*|-]*`([^`\s]+\.\w+)`", text, flags=re.MULTILINE)


def reached(package: Path, name: str) -> str | None:
    """The file that a full dotted name is imported from; None if it is not ours."""
    root, *parts = name.split(".")
    if root != package.name:
        return None
    for length in range(len(parts), 0, -1):
        path = "/".join(parts[:length])
        for file in (f"{path}.py", f"{path}/__init__.py"):
            if (package / file).is_file():
                return file
        if (package / path).is_dir() and length == len(parts):
            return None  # a folder alone holds nothing
    return PUBLIC


def order_faults(package: Path, text: str) -> list[str]:
    """One line for each import from below."""
    place = {file: number for number, file in enumerate(named(text))}
    faults = set()
    for file in source_files(package):
        own = file.as_posix()
        if own == PUBLIC:
            continue
        for line, name in imported(package, file):
            other = reached(package, name)
            if other == PUBLIC:
                faults.add(f"{own}:{line}: imports {name} from the package's public names")
            elif other in place and place[other] > place.get(own, len(place)):
                faults.add(below(own, line, other))
    for path in package.rglob("*.js"):
        script = path.relative_to(package)
        own = script.as_posix()
        for line, other in script_imports(package, script):
            if place.get(other, -1) > place.get(own, len(place)):
                faults.add(below(own, line, other))
    return sorted(faults)


def below(own: str, line: int, other: str) -> str:
    """The fault of an import from below."""
    return (
        f"{own}:{line}: imports from {other}, which stands below it in docs/map.md:"
        " do without, or move a line"
    )


def room_faults(text: str) -> list[str]:
    """One line for each file that does not stand with the others of its folder."""
    rooms = [file.rpartition("/")[0].partition("/")[0] for file in named(text)]
    return [
        f"{file}: stands apart from the other files of {room}/"
        for number, (file, room) in enumerate(zip(named(text), rooms, strict=True))
        if room and room in rooms[:number] and rooms[number - 1] != room
    ]


# Files that are about one game: formats that only it has, and what was published of it.
OF_ONE_GAME = {
    "play/formats/csa.py": "shogi",
    "play/formats/kif.py": "shogi",
    "solve/published.py": "reversi",
    "theses/nip.py": "reversi",
    "theses/nip_lines.py": "reversi",
    "theses/nip_quoted.py": "reversi",
    "theses/nip_search.py": "reversi",
    "demo.py": "reversi",
}
# What games/ has for all of them.
SHARED = {
    "game",
    "end",
    "parts",
    "position",
    "net",
    "family",
    "claim",
    "lesson",
    "scene",
    "pictures",
}


def class_faults(package: Path) -> list[str]:
    """One line for each file outside games/ that knows a single game: they ask what it can do."""
    faults = []
    for file in source_files(package):
        if file.parts[0] == "games":
            continue
        for line, name in imported(package, file):
            root, *parts = name.split(".")
            if root != package.name or parts[:1] != ["games"] or len(parts) < 3:
                continue
            if parts[1] not in {*SHARED, OF_ONE_GAME.get(file.as_posix())}:
                faults.append(f"{file.as_posix()}:{line}: imports {name}")
        for node in ast.walk(ast.parse((package / file).read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
                kinds = {kind.id for kind in ast.walk(node.args[1]) if isinstance(kind, ast.Name)}
                if any(kind.endswith("Game") and kind != "Game" for kind in kinds):
                    faults.append(f"{file.as_posix()}:{node.lineno}: asks for a game's class")
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

    Empty files need none.
    """
    files = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.is_file() and path.stat().st_size and "__pycache__" not in path.parts
    }
    lines = named(text)
    return (
        [f"{file}: has no line" for file in sorted(files - set(lines))]
        + [f"{file}: does not exist, or is empty" for file in sorted(set(lines) - files)]
        + [f"{file}: has more than one line" for file in sorted(files) if lines.count(file) > 1]
    )


# The package as it is.

MAP = (ROOT / "docs" / "map.md").read_text("utf-8")


def test_every_file_imports_only_from_files_above_it():
    assert source_files(PACKAGE), "no files found: has the package moved?"
    assert not order_faults(PACKAGE, MAP)


def test_the_files_of_a_room_stand_together():
    assert not room_faults(MAP)


def test_nobody_below_the_games_knows_a_single_one():
    assert not class_faults(PACKAGE)


def test_only_five_files_know_numba():
    assert not numba_faults(PACKAGE)


def test_the_map_has_one_line_for_each_file():
    assert not map_faults(PACKAGE, MAP)


# The checker itself, on a package in which something is wrong.


FILES = {
    "jit.py": "import numba\n",
    "games/__init__.py": "",
    "games/shapes.py": "import os.path\n",
    "games/nip.py": "from yomikiri.jit import kernel\nfrom . import shapes\n",
    "search/perft.py": "from ..games.nip import Nip\nimport yomikiri.jit\n",
    "cli/__init__.py": "from yomikiri import games\nfrom ..search.perft import perft\n",
    "__init__.py": "from yomikiri.cli import main\nfrom yomikiri.games.nip import Nip\n",
}
LINES = [f"- `{file}` does something, see `games/nip.py`\n" for file, text in FILES.items() if text]


@pytest.fixture
def package(tmp_path):
    """A small package without a fault."""
    folder = tmp_path / "yomikiri"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_clean_package_has_no_faults(package):
    assert order_faults(package, "".join(LINES)) == []
    assert room_faults("".join(LINES)) == []
    assert numba_faults(package) == []


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("from yomikiri.search.perft import perft", "search/perft.py, which stands below"),
        ("from yomikiri.search import perft", "search/perft.py, which stands below"),
        ("import yomikiri.cli as c", "cli/__init__.py, which stands below"),
        ("from ..search.perft import perft", "search/perft.py, which stands below"),
        ("from .. import cli", "cli/__init__.py, which stands below"),
        ("from yomikiri import jit, cli", "cli/__init__.py, which stands below"),
        ("def late():\n    from yomikiri.cli import main", "cli/__init__.py, which stands below"),
        (
            "try:\n    import yomikiri.cli\nexcept ImportError:\n    pass",
            "cli/__init__.py, which stands below",
        ),
        (
            "if 1:\n    pass\nelif 2:\n    import yomikiri.cli",
            "cli/__init__.py, which stands below",
        ),
        ("import yomikiri", "imports yomikiri from the package's public names"),
        ("from yomikiri import solve", "imports yomikiri.solve from the package's public names"),
        ("from .. import solve", "imports yomikiri.solve from the package's public names"),
    ],
)
def test_a_forbidden_import_is_found(package, statement, fault):
    (package / "games" / "nip.py").write_text(statement + "\n", "utf-8")
    (found,) = order_faults(package, "".join(LINES))
    assert found.startswith("games/nip.py:") and fault in found


def test_the_order_within_a_room_counts(package):
    lines = "".join(sorted(LINES, key=lambda line: "shapes" in line))
    (found,) = order_faults(package, lines)
    assert found.startswith("games/nip.py:2: imports from games/shapes.py, which stands below")
    assert room_faults(lines) == ["games/shapes.py: stands apart from the other files of games/"]


def test_scripts_of_the_page_keep_the_order_too(package):
    folder = package / "web" / "static"
    folder.mkdir(parents=True)
    (folder / "app.js").write_text('import {\n  board,\n} from "./board.js";\n', "utf-8")
    (folder / "board.js").write_text("export const board = 1;\n", "utf-8")
    lines = [f"- `web/static/{name}.js` is a script\n" for name in ("board", "app")]
    assert order_faults(package, "".join([*LINES, *lines])) == []
    (found,) = order_faults(package, "".join([*LINES, *reversed(lines)]))
    assert found.startswith("web/static/app.js:1: imports from web/static/board.js, which stands")


@pytest.mark.parametrize("guard", ["TYPE_CHECKING", "typing.TYPE_CHECKING"])
def test_an_import_for_types_only_does_not_count(package, guard):
    guarded = f"if {guard}:\n    from yomikiri.cli import main\n"
    (package / "games" / "nip.py").write_text(guarded, "utf-8")
    assert order_faults(package, "".join(LINES)) == []
    (package / "games" / "nip.py").write_text(guarded + "else:\n    import yomikiri.cli\n", "utf-8")
    assert len(order_faults(package, "".join(LINES))) == 1


@pytest.mark.parametrize("statement", ["import numba", "from numba.extending import overload"])
def test_numba_in_a_game_is_found(package, statement):
    (package / "games" / "nip.py").write_text(statement + "\n", "utf-8")
    (found,) = numba_faults(package)
    assert found.startswith("games/nip.py:1: imports numba")


def test_a_map_that_lies_is_found(package):
    assert map_faults(package, "".join(LINES)) == []
    assert map_faults(package, "".join(LINES[1:])) == ["jit.py: has no line"]
    assert map_faults(package, "".join([*LINES, LINES[0]])) == ["jit.py: has more than one line"]
    assert map_faults(package, "".join([*LINES, "| `games/go.py` | |\n"])) == [
        "games/go.py: does not exist, or is empty"
    ]
