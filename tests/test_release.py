"""What is in the wheel and the sdist, and what they need: nothing missing or unused."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import release
from yomikiri import reading
from yomikiri.games import load

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# What is imported from a package that another one brings: it is a part of what that one offers.
BROUGHT = {"llvmlite": "numba", "pydantic_core": "pydantic", "click": "typer"}
LATER = {"compression"}  # in Python itself from 3.14 on
IN_EXTRAS = {"distributed": "cluster", "pandas": "lab", "pyarrow": "lab"}


def tracked(*folders: str) -> set[str]:
    """The files that git knows; skips where there is no git."""
    done = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("not a checkout")
    return set(done.stdout.splitlines())


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The wheel and the sdist."""
    pytest.importorskip("build")
    tracked()
    return release.build(tmp_path_factory.mktemp("dist"))


@pytest.mark.heavy
def test_the_wheel_has_what_is_tracked_and_nothing_else(packages):
    names = release.names_in(packages[0])
    own = {name for name in names if ".dist-info/" not in name}
    examples = {f"yomikiri/{name}" for name in tracked("examples")}
    assert own == tracked("yomikiri", "yomikiri_verify.py") | examples
    about = {name.split("/", 1)[1] for name in names - own}
    assert about == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


@pytest.mark.heavy
def test_the_sdist_has_what_is_tracked_and_nothing_else(packages):
    assert release.names_in(packages[1]) - {"PKG-INFO"} == tracked()


def imported() -> set[str]:
    """What the package imports that is neither its own nor Python's."""
    found = set()
    for path in (ROOT / "yomikiri").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module or "")
    names = {name.partition(".")[0] for name in found}
    return names - sys.stdlib_module_names - LATER - {"yomikiri", "yomikiri_verify", ""}


def names_of(requirements: list[str]) -> set[str]:
    """The names of required packages."""
    return {re.match(r"[\w-]+", text)[0] for text in requirements}  # type: ignore[index]


def test_what_is_imported_is_required_and_what_is_required_is_imported():
    extras = PROJECT["optional-dependencies"]
    used = imported()
    for name, extra in IN_EXTRAS.items():
        assert name in used and name in names_of(extras[extra])
    needed = {BROUGHT.get(name, name) for name in used - IN_EXTRAS.keys()}
    assert needed - {"IPython"} == names_of(PROJECT["dependencies"])


def test_pythons_that_are_declared():
    kinds = [text.rpartition(" ")[2] for text in PROJECT["classifiers"] if ":: Python ::" in text]
    assert PROJECT["requires-python"] == f">={kinds[1]}"
    assert f"{sys.version_info[0]}.{sys.version_info[1]}" in kinds


def test_examples_are_found_where_the_package_is_installed(tmp_path, monkeypatch):
    """There they lie inside the package, and the current folder is somewhere else."""
    file = Path("examples/knights.toml")
    inside = tmp_path / "site-packages" / "yomikiri"
    (inside / "examples").mkdir(parents=True)
    (inside / file).write_bytes((ROOT / file).read_bytes())
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert reading.or_example(file) == ROOT / file
    monkeypatch.setattr(reading, "PACKAGE", inside)
    assert reading.or_example(file) == inside / file
    assert reading.or_example(Path("examples/no.toml")) == Path("examples/no.toml")
    assert load(f"shogi-file:{file}").position().moves
    file.parent.mkdir()
    file.write_text("mine")
    assert reading.or_example(file) == file
