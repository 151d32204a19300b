"""The tables that were made again as one page, in both languages, to read and to print."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from yomikiri.lab.report import Report, add_origin
from yomikiri.theses.making import Page
from yomikiri.theses.table import Made
from yomikiri.words import LANGUAGES, message
from yomikiri.work.runs import machine, versions

COLUMNS = ("row", "published", "ours", "with_mistakes", "why")


def in_both(row: Made) -> list[dict[str, str]]:
    """The cells of a row, each in every language."""
    said = {language: row.cells(language) for language in LANGUAGES}
    return [dict(zip(said, cells, strict=True)) for cells in zip(*said.values(), strict=True)]


def write_report(
    pages: Sequence[Page], folder: Path, *, command: list[str], seed: int, begun: str
) -> list[Path]:
    """Write the page; where it is in each language."""
    report = Report(message("thesis.report"))
    headings = [message(f"thesis.column.{name}") for name in COLUMNS]
    thesis = ""
    for page in pages:
        if page.table.thesis != thesis:
            thesis = page.table.thesis
            report.heading(message(f"thesis.author.{thesis}"))
        report.heading(page.table.title)
        report.table(headings, [in_both(row) for row in page.rows])
        if page.table.picture is not None:
            report.plot(partial(page.table.picture, page.rows))
        report.command(f"yomikiri reproduce {page.table}")
        report.paragraph(message("thesis.took", seconds=page.seconds))
    manifest: dict[str, Any] = {"command": command, "versions": versions(), "machine": machine()}
    add_origin(report, manifest | {"begun": begun, "question": {"seed": seed}})
    folder.mkdir(parents=True, exist_ok=True)
    return report.write(folder)
