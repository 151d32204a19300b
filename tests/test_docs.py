"""The documentation is true: its examples run, its links lead somewhere, its pictures are ours.

In `console` blocks every `$ yomikiri ...` is run and its output compared, times and counts of nodes
apart; a line `...` stands for any others.  Python blocks are doctests.  When a change is meant,

    python -m tests.test_docs

writes the new outputs and pictures into the pages; the diff is the review.
"""

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from docs.drawings import drawings
from yomikiri import cli, solve
from yomikiri.games import families, load
from yomikiri.players import USAGE, make_player

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README, README_JA = ROOT / "README.md", ROOT / "README.ja.md"
ADDING = DOCS / "adding-a-game.md"  # its examples are run in a copy of the package
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
WIDTH = 100  # of JSON in a page

GAME_HEADINGS = [
    "Rules",
    "Numbering",
    "Notation",
    "Known results with sources",
    "How it is represented",
]
ALGORITHM_HEADINGS = [
    "Idea in five sentences",
    "What it promises",
    "What it costs",
    "Worked example",
    "References",
]
PICTURES = {  # beside nip.svg, which is the end of a solved game
    "nip-8x8": ("nip:8x8", ""),
    "othello": ("othello:8x8", ""),
    "tictactoe": ("tictactoe", "b2 a1 c3"),
    "connect4": ("connect4", "ddc"),
    "janken": ("janken:full", "16u 25u 41d 52d 24r"),
    "minishogi": ("minishogi", "5d5c 3a4b 2e4c 5a5c"),
}


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    text: str
    line: int  # where its text begins


class Example(NamedTuple):
    """A command in a `console` block and the output that is shown below it."""

    page: Path
    line: int
    command: str
    shown: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def name_of(page: Path) -> str:
    """How a page is called in reports."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text("utf-8")
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Block(m[1], m[2], text.count("\n", 0, m.start(2)) + 1) for m in found]


def examples(page: Path) -> Iterator[Example]:
    """The commands of a page's `console` blocks."""
    for block in blocks(page):
        if block.kind == "console":
            lines = block.text.splitlines()
            starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
            for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
                shown = "\n".join(lines[start + 1 : end])
                yield Example(page, block.line + start, lines[start][2:], shown)


def run(command: str, language: str, tables: Path) -> str:
    """What a command prints on standard output, nobody being there to answer it.

    Examples of one page share their tables, and no other test sees them.
    """
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    kept, stdin = dict(os.environ), sys.stdin
    os.environ |= {
        "LC_ALL": f"{language}.UTF-8",
        "YOMIKIRI_QUIET": "1",
        "YOMIKIRI_TABLES": str(tables),
    }
    sys.stdin = io.StringIO("")
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(io.StringIO()),
            tempfile.TemporaryDirectory() as folder,
            contextlib.chdir(folder),
        ):
            code = cli.run(shlex.split(command)[1:])
    finally:
        os.environ.clear()
        os.environ |= kept
        sys.stdin = stdin
    assert code == 0, command
    out.seek(0)
    return out.read()


def language_of(page: Path) -> str:
    """The language in which a page's examples are run."""
    return "ja" if page == README_JA else "en"


def is_shown(shown: str, output: str, command: str) -> bool:
    """Whether a page shows the output of a command."""
    if "--json" in command:
        return bool(shown) and timeless(json.loads(shown)) == timeless(json.loads(output))
    pattern = r"(\n.*)*".join(map(re.escape, plain(shown).split("\n...")))
    return re.fullmatch(pattern, plain(output)) is not None


def plain(text: str) -> str:
    """Text without times, speeds, counts of nodes and the width of columns."""
    text = re.sub(r"[\d,]+( nodes| 局面)", r"N\1", text)
    text = re.sub(r"\d+\.\d\d s +[\d.]+( [kMG])?$", "T", text, flags=re.MULTILINE)
    text = re.sub(r"\d+\.\d\d\b( s)?", "T", text)
    return re.sub(r" *\n", "\n", re.sub(" +", " ", text)).strip()


def timeless(document: Any) -> Any:
    """JSON without times and counts of nodes."""
    if isinstance(document, list):
        return [timeless(item) for item in document]
    if not isinstance(document, dict):
        return document
    return {
        key: timeless(value)
        for key, value in document.items()
        if key != "seconds" and not (key == "nodes" and isinstance(value, int))
    }


def picture(name: str) -> str:
    """What docs/pictures/NAME.svg should be."""
    if name == "nip":
        svg: str = solve("nip:6x6")._repr_svg_()
    else:
        spec, moves = PICTURES[name]
        svg = load(spec).position(moves=moves)._repr_svg_()
    return svg.rstrip("\n") + "\n"


# Examples.


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Where the examples of each page keep their tables."""
    return tmp_path_factory.mktemp("tables")


@pytest.mark.compiled
@pytest.mark.parametrize(
    "example", [e for page in PAGES if page != ADDING for e in examples(page)], ids=str
)
def test_an_example_prints_what_its_page_shows(example, tables):
    page = example.page
    output = run(example.command, language_of(page), tables / page.stem)
    assert is_shown(example.shown, output, example.command), f"\n{output}"


@pytest.mark.compiled
@pytest.mark.parametrize(
    "page", [p for p in PAGES if any(b.kind == "python" for b in blocks(p))], ids=name_of
)
def test_python_examples_are_doctests(page):
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.kind == "python":
            test = doctest.DocTestParser().get_doctest(
                block.text, names, name_of(page), name_of(page), block.line - 1
            )
            assert test.examples, f"{name_of(page)}:{block.line} has no >>>"
            runner.run(test, out=report.append, clear_globs=False)
            names = test.globs
    assert not runner.failures, "".join(report)


@pytest.mark.long
def test_the_steps_of_adding_a_game_lead_to_a_game(tmp_path):
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "yomikiri", tmp_path / "yomikiri", ignore=ignored)
    done = 0
    for block in blocks(ADDING):
        if block.kind == "sh" and block.text.startswith("sed "):
            subprocess.run(block.text, shell=True, check=True, cwd=tmp_path)
        elif block.kind == "diff":
            change(tmp_path, block.text)
        elif block.kind == "console":
            command, _, shown = block.text[2:].partition("\n")
            assert is_shown(shown, run_in(tmp_path, command), command), command
            done += 1
    assert done == 2, "before and after the rules were changed"
    assert "a draw [" not in run_in(tmp_path, "yomikiri games misere")


def change(folder: Path, text: str) -> None:
    """Do what a `diff` block says: each run of - lines becomes the + lines that follow it."""
    head, *lines = text.splitlines(keepends=True)
    path = folder / head.split()[1]
    source = path.read_text("utf-8")
    for pair in re.finditer(r"((?:^-.*\n)+)((?:^\+.*\n)+)", "".join(lines), re.MULTILINE):
        old, new = (re.sub(r"(?m)^[-+]", "", part) for part in pair.groups())
        assert source.count(old) == 1, f"{head}: {old}"
        source = source.replace(old, new)
    path.write_text(source, "utf-8")


def run_in(folder: Path, command: str) -> str:
    """What a command prints with the package of a folder, without the compiler."""
    settings = {"NUMBA_DISABLE_JIT": "1", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(folder)}
    cache = {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=folder,
        env={**os.environ, **settings, **cache},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Names.

COMMANDS: dict[str, Any] = typer.main.get_command(cli.make_app("")).commands  # type: ignore[attr-defined]


def options_of(command: Any) -> set[str]:
    """The options of a command, or of all commands of a group."""
    inner = getattr(command, "commands", {}).values()
    return {o for p in command.params for o in p.opts}.union(*map(options_of, inner))


OPTIONS = {name: options_of(command) for name, command in COMMANDS.items()}
EVERYWHERE = {"--games", "--help", "--version", "--install-completion", "--show-completion"}


def mentioned(page: Path) -> Iterator[str]:
    """The code of a page: spans, and lines of blocks."""
    text = page.read_text("utf-8")
    for span in re.findall(r"`([^`\n]+)`", text):
        yield from span.split(" && ")
    for block in blocks(page):
        if block.kind in ("sh", "console"):
            yield from (line.removeprefix("$ ") for line in block.text.splitlines())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_option_and_game_exists(page):
    for code in mentioned(page):
        code = code.partition("  #")[0]
        if code.startswith("yomikiri "):
            # The language may stand before the command.
            _, command, *words = shlex.split(code.replace("yomikiri --lang ja ", "yomikiri "))
            known = OPTIONS.get(command, set()) | EVERYWHERE
            assert command in COMMANDS or command in EVERYWHERE, code
            assert {w for w in words if re.match("--[a-z]", w)} <= known, code
            if hasattr(COMMANDS.get(command), "commands") and words:
                asked, *words = words
                assert set(asked.split("|")) <= COMMANDS[command].commands.keys(), code
            added = {"misere", "my_game", "my_game.py"} & {*words}
            new = page in (ADDING, README, README_JA) and added
            if words and re.match("[a-z]", words[0]) and not new:
                assert load(words[0]), code
        elif re.match("--[a-z]", code):
            assert code.split()[0] in EVERYWHERE.union(*OPTIONS.values()), code


def test_the_readme_in_japanese_has_the_same_commands():
    english, japanese = typed(README), typed(README_JA)
    assert english == japanese and len(english) > 10


def typed(page: Path) -> list[str]:
    """What a reader of the page would type."""
    return [
        re.sub(" +#.*", "", line)
        for block in blocks(page)
        for line in block.text.splitlines()
        if block.kind in ("sh", "python") or line.startswith("$ ")
    ]


def test_every_player_is_in_the_formats():
    text = (DOCS / "formats.md").read_text("utf-8")
    for usage in USAGE:
        assert f"`{usage.split('..')[0]}" in text
        special = re.match(r"for (\S+):", str(USAGE[usage]))  # some know one game only
        game = special[1] if special else "tictactoe"
        some = usage.split("..")[0].replace("FILE.py:NAME", "tests.test_library:first_move")
        assert make_player(some, load(game))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page):
    text = re.sub(r"`[^`\n]*`", "", page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target


def test_every_game_and_algorithm_page_has_the_fixed_headings():
    games = {family.game.page or family.name for family in families()}
    assert {page.stem for page in (DOCS / "games").glob("*.md")} == games
    for folder, wanted in (("games", GAME_HEADINGS), ("algorithms", ALGORITHM_HEADINGS)):
        for page in (DOCS / folder).glob("*.md"):
            found = re.findall("^## (.*)$", page.read_text("utf-8"), re.MULTILINE)
            assert found == wanted, name_of(page)


@pytest.mark.compiled
def test_the_pictures_are_drawn_by_the_project():
    drawn = {path.stem: path.read_text("utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    of_algorithms = {name.removesuffix(".svg"): text for name, text in drawings().items()}
    assert drawn == {name: picture(name) for name in ("nip", *PICTURES)} | of_algorithms


# Writing the pages anew.


def update() -> None:
    """Write the outputs that have changed, and all pictures."""
    for name in ("nip", *PICTURES):
        (DOCS / "pictures" / f"{name}.svg").write_text(picture(name), "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        update_examples(Path(folder))


def update_examples(tables: Path) -> None:
    """Write the outputs that have changed."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for example in examples(page) if page != ADDING else ():
            output = run(example.command, language_of(page), tables / page.stem)
            if not example.shown or not is_shown(example.shown, output, example.command):
                print(f"{example}: {example.command}")
                old = "\n".join(filter(None, [f"$ {example.command}", example.shown])) + "\n"
                new = f"$ {example.command}\n{as_shown(example, output)}\n"
                assert text.count(old + "```") == 1, "an example is a block of its own"
                text = text.replace(old + "```", new + "```")
        page.write_text(text, "utf-8")


def as_shown(example: Example, output: str) -> str:
    """An output as its page shows it, cut off where it was cut off before."""
    if "--json" in example.command:
        return pretty(json.loads(output))
    lines = [line.rstrip() for line in output.strip("\n").splitlines()]
    if example.shown.endswith("\n..."):
        lines = [*lines[: example.shown.count("\n")], "..."]
    return "\n".join(lines)


def pretty(document: Any, indent: str = "") -> str:
    """JSON on as few lines as fit."""
    line = json.dumps(document, ensure_ascii=False)
    if len(indent + line) <= WIDTH or not isinstance(document, dict | list):
        return line
    inner = indent + "  "
    if isinstance(document, list):
        parts, ends = [pretty(item, inner) for item in document], "[]"
    else:
        parts = [f"{json.dumps(key)}: {pretty(item, inner)}" for key, item in document.items()]
        ends = "{}"
    body = ",\n".join(inner + part for part in parts)
    return f"{ends[0]}\n{body}\n{indent}{ends[1]}"


if __name__ == "__main__":
    update()
