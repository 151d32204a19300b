"""The tables that were made again as one page, in both languages, to read and to print."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from yomikiri.lab.report import Anchor, Linked, Report, add_origin
from yomikiri.theses.making import Page
from yomikiri.theses.switches import BOTH, SWITCHES, about
from yomikiri.theses.table import Effort, Made
from yomikiri.words import LANGUAGES, message
from yomikiri.work.runs import machine, versions

COLUMNS = ("row", "published", "ours", "with_mistakes", "why")


def in_both(row: Made, links: Mapping[str, str]) -> list[Any]:
    """The cells of a row, each in every language; the reason leads to what it names."""
    said = {language: row.cells(language) for language in LANGUAGES}
    cells = [dict(zip(said, cells, strict=True)) for cells in zip(*said.values(), strict=True)]
    return [*cells[:-1], Linked(cells[-1], links)]


def anchor(thesis: str, switch: str) -> str:
    """Where a mistake is described."""
    return f"{thesis}-{switch}"


def add_switches(report: Report, thesis: str) -> None:
    """The mistakes of a thesis's program, and how each is made alone."""
    report.paragraph(message("thesis.switches", thesis=thesis))
    rows = [[Anchor(name, anchor(thesis, name)), about(name)] for name in SWITCHES[thesis]]
    report.table((), rows)


def options_of(effort: Effort, mistakes: str) -> str:
    """What the command that makes a table again must say besides its name."""
    said = [
        "--quick" if effort.is_quick else "",
        f"--games {effort.games}" if effort.games is not None else "",
        f"--mistakes {mistakes}" if mistakes != BOTH else "",
        f"--seed {effort.seed}" if effort.seed != Effort().seed else "",
    ]
    return "".join(f" {word}" for word in said if word)


def write_report(
    pages: Sequence[Page],
    folder: Path,
    *,
    command: list[str],
    begun: str,
    effort: Effort,
    mistakes: str = BOTH,
) -> list[Path]:
    """Write the page; where it is in each language."""
    options = options_of(effort, mistakes)
    report = Report(message("thesis.report"))
    headings = [message(f"thesis.column.{name}") for name in COLUMNS]
    thesis = ""
    named = {str(page.table): str(page.table) for page in pages}
    for page in pages:
        if page.table.thesis != thesis:
            thesis = page.table.thesis
            report.heading(message(f"thesis.author.{thesis}"), thesis)
            add_switches(report, thesis)
        links = named | {name: anchor(thesis, name) for name in SWITCHES[thesis]}
        report.heading(page.table.title, str(page.table))
        report.table(headings, [in_both(row, links) for row in page.rows])
        if page.table.picture is not None:
            report.plot(partial(page.table.picture, page.rows))
        report.command(f"yomikiri reproduce {page.table}{options}")
        report.paragraph(message("thesis.took", seconds=page.seconds))
    manifest: dict[str, Any] = {"command": command, "versions": versions(), "machine": machine()}
    origin = manifest | {"begun": begun, "question": {"seed": effort.seed}}
    add_origin(report, origin, reruns=False)
    folder.mkdir(parents=True, exist_ok=True)
    return report.write(folder)
