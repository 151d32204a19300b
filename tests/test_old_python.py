"""A Python that is too old is told so in one line; and can read what tells it."""

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
[NEEDED] = re.findall(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text())
OLD = ["python2.7", *(f"python3.{minor}" for minor in range(6, int(NEEDED)))]


def place(name: str) -> str | None:
    """Where a Python is, in the search path or among those of pyenv."""
    version = name.removeprefix("python")
    own = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return str(own[-1]) if own else shutil.which(name)


def said(*command: str) -> tuple[int, list[str]]:
    """The exit code and lines of a command in the checkout."""
    clean = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=clean, cwd=ROOT)
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("name", OLD)
def test_one_line(name):
    program = place(name)
    if program is None or said(program, "-c", "")[0]:  # a shim of pyenv may lead nowhere
        pytest.skip(f"no {name} here")
    for module in ("yomikiri", "yomikiri.demo"):
        code, lines = said(program, "-m", module, "games")
        assert code and len(lines) == 1
        assert f"needs Python 3.{NEEDED} or newer, but this is Python" in lines[0]


def test_the_first_file_has_nothing_that_python_2_cannot_read():
    tree = ast.parse((ROOT / "yomikiri" / "__init__.py").read_text("ascii"))
    for node in ast.walk(tree):
        assert not isinstance(
            node, ast.JoinedStr | ast.AnnAssign | ast.FunctionDef | ast.NamedExpr | ast.Starred
        ), f"line {node.lineno}"


def test_the_checker_of_certificates_says_what_it_needs():
    program = place("python3.9") or place("python3.8")
    if program is None or said(program, "-c", "")[0]:
        pytest.skip("no old Python here")
    file = str(ROOT / "docs" / "atlas" / "nip-4x4.certificate")
    assert said(program, str(ROOT / "yomikiri_verify.py"), file) == (
        1,
        ["yomikiri_verify.py needs Python 3.10 or newer"],
    )
