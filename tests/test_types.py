"""A user's program that is checked by mypy: the types of the public names say what comes back."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PROGRAM = """
from collections.abc import Iterator

import yomikiri as yk


def winners(names: list[str]) -> Iterator[str | None]:
    for name in names:
        yield yk.solve(yk.load(name), goal="win", seconds=1.5).winner


def ask(goal: str, game: yk.Game) -> None:
    answer = yk.solve(game, goal=goal)
    print(answer, answer.to_dict())
    for move in yk.analyze(game, moves=["b2"], depth=2).moves:
        print(move.move, move.value + 1)
    print(yk.perft(game, 3) + 1, [family.name for family in yk.families()], yk.__version__)


try:
    ask("score", yk.load("tictactoe"))
except yk.InputError as error:
    print(error)
"""


def readme() -> str:
    """The Python of README.md, as a program."""
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.S | re.M
    )
    lines = [line for block in blocks for line in block.splitlines()]
    return "\n".join(line[4:] for line in lines if line.startswith((">>> ", "... ")))


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What mypy says of some programs."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "readme.py").write_text(readme(), "utf-8")
    (folder / "program.py").write_text(PROGRAM, "utf-8")
    (folder / "wrong.py").write_text(
        'import yomikiri as yk\nyk.solve("nip:4x4").value.upper()\nyk.solve("nip", goals="win")\n'
    )
    # What the package itself looks like inside is not the user's concern, nor what it imports.
    (folder / "mypy.ini").write_text(
        "[mypy]\nstrict = true\nfollow_imports = silent\n"
        "[mypy-numba.*,llvmlite.*,matplotlib.*]\nfollow_imports = skip\n"
    )
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini"]
    done = subprocess.run(
        [*command, "--cache-dir", str(ROOT / ".mypy_cache" / "programs"), "."],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert not done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("name", ["readme.py", "program.py"])
def test_a_program_that_uses_the_public_names_passes_mypy_strict(checked, name):
    assert [line for line in checked.splitlines() if line.startswith(name)] == []


def test_a_wrong_use_is_found(checked):
    assert len(re.findall(r"^wrong\.py:\d+: error", checked, re.M)) >= 2, checked


def test_the_package_says_that_it_has_types():
    assert (ROOT / "yomikiri" / "py.typed").exists()
