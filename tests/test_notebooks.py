"""The notebooks run from top to bottom, and the site has every page."""

import json
import re
from pathlib import Path
from typing import Any

import matplotlib
import pytest

import docs.site_hooks as site_hooks
from tests.test_docs import DOCS, ROOT
from yomikiri import games

pytestmark = pytest.mark.compiled

NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
SLOW = {"learning"}  # it plays for half a minute


def cells(notebook: Path) -> list[str]:
    """The code of a notebook."""
    found = json.loads(notebook.read_text())["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def marked(notebook: Path) -> Any:
    marks = [pytest.mark.slow] if notebook.stem in SLOW else []
    return pytest.param(notebook, id=notebook.stem, marks=marks)


@pytest.mark.parametrize("notebook", [*map(marked, NOTEBOOKS)])
def test_a_notebook_runs_from_top_to_bottom(notebook, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "FAMILIES", dict(games.FAMILIES))  # its own game is forgotten
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    matplotlib.use("Agg")
    space: dict[str, Any] = {"__name__": "__main__"}
    for number, code in enumerate(cells(notebook)):
        exec(compile(code, f"{notebook.name}:{number}", "exec"), space)


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_in_jupyter(notebook, tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    document = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(
        document, timeout=600, resources={"metadata": {"path": tmp_path}}
    ).execute()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_came_out(notebook):
    """On the site they are not run."""
    text = notebook.read_text("utf-8")
    shown = [cell for cell in json.loads(text)["cells"] if cell.get("outputs")]
    assert len(shown) == len(cells(notebook)) and '"output_type": "error"' not in text
    assert not re.search(r"/(root|home|work|tmp)/", text)


def test_there_are_five_notebooks_about_what_people_do():
    names = {path.stem for path in NOTEBOOKS}
    assert names == {"solving", "tables", "players", "game", "learning"}


def test_every_page_is_in_the_contents_of_the_site():
    contents = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    listed = {line.rpartition(": ")[2] for line in contents.splitlines() if ": " in line}
    pages = [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]
    assert listed == {path.relative_to(DOCS).as_posix() for path in pages}


def test_links_out_of_the_site_become_text():
    kept = site_hooks.without_outside_links
    text = "[a](../yomikiri/jit.py), [b](b.md), [c](../web.md#x)"
    assert kept(text, Path(".")) == "a, [b](b.md), c"
    assert kept(text, Path("tasks")) == text.replace(
        "[a](../yomikiri/jit.py)", "[a](../yomikiri/jit.py)"
    )
    assert kept("[a](../../yomikiri/jit.py)", Path("tasks")) == "a"


def test_the_reference_has_every_public_name():
    import yomikiri

    names = site_hooks.public_names()
    assert names.count(":::") == len(yomikiri.PUBLIC)
    assert "::: yomikiri.solve.solve" in names
