"""A report: a page of paragraphs, tables, plots and boards that opens without a server.

Texts are messages, so that the same report is written in each language:

    report = Report(message("report.tournament", game="nip:6x6"))
    report.paragraph(message("lab.unbounded"))
    report.table((message("column.player"), ...), rows)
    report.plot(lambda say: bars([...], [...], label=say(message("column.rating"))))
    report.write(folder)            # report.html and report.ja.html
"""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.words import LANGUAGES, Message, message, say
from yomikiri.work.runs import write_whole

Text = Message | str
Say = Callable[[Any], str]  # a text in the language of the page
Part = Callable[[Say], str]  # a piece of the page

SHORT = 16  # letters of a cell that stay on one line
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60em; margin: 2em auto;
  padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; margin: 0.6em 0; display: block; overflow-x: auto; }
th, td { padding: 0.15em 0.7em; border-bottom: 1px solid #ddd; text-align: left; }
th { border-bottom: 2px solid #999; word-break: keep-all; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number, td.short { white-space: nowrap; } th.number { text-align: right; }
td:not(.short, .number, :empty) { overflow-wrap: anywhere; min-width: 7em; }
pre { background: #f4f1ea; padding: 0.6em 0.8em; overflow-x: auto; white-space: pre-wrap; }
figure { margin: 0.8em 0; } figure svg { max-width: 100%; height: auto; }
.boards { display: flex; flex-wrap: wrap; gap: 1em; } .boards svg { width: 11em; }
figcaption, .small { color: #555; font-size: 0.9em; }
tr, figure, pre { break-inside: avoid; } h1, h2, p:has(+ table) { break-after: avoid; }
pre, table + figure, tbody tr:last-child { break-before: avoid; }
@media print {
  body { font-size: 11px; max-width: none; margin: 0; }
  table { display: table; overflow: visible; } td:not(.short, .number, :empty) { min-width: 0; }
  figure svg { max-height: 22cm; }
}
"""
NUMBER_CELL = ' class="number"'
NUMBER = re.compile(r"[-+]?[\d,.]*")  # a text that is a number, or stands for none


def file_name(language: str) -> str:
    """Where a report is in a language."""
    return "report.html" if language == LANGUAGES[0] else f"report.{language}.html"


class Report:
    """Parts one below the other."""

    def __init__(self, title: Text) -> None:
        self.title = title
        self.parts: list[Part] = []

    def heading(self, text: Text, name: str = "") -> None:
        """Begin a section; links may lead to its name."""
        named = f' id="{escape(name)}"' if name else ""
        self.parts.append(lambda say: f"<h2{named}>{escape(say(text))}</h2>")

    def paragraph(self, text: Text) -> None:
        """Some sentences."""
        self.parts.append(lambda say: f"<p>{escape(say(text))}</p>")

    def table(self, headings: Sequence[Text], rows: Iterable[Sequence[Any]]) -> None:
        """Rows of texts and numbers; numbers stand to the right."""
        kept = [list(row) for row in rows]

        def part(say: Say) -> str:
            cells = [[cell(value, say) for value in row] for row in kept]
            numbers = [all(NUMBER_CELL in each for each in column) for column in zip(*cells)]
            head = "".join(
                f"<th{NUMBER_CELL if is_number else ''}>{escape(say(heading))}</th>"
                for heading, is_number in zip(headings, numbers or [False] * len(headings))
            )
            body = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
            return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

        self.parts.append(part)

    def facts(self, known: Iterable[tuple[Text, Any]]) -> None:
        """Names and values, one below the other."""
        self.table((), known)

    def plot(self, draw: Callable[[Say], str], caption: Text = "") -> None:
        """A plot, as SVG that is drawn in the language of the page."""
        self.parts.append(lambda say: figure(draw(say), say(caption)))

    def boards(self, drawn: Sequence[tuple[str, Text]]) -> None:
        """Boards as SVG, each with its caption."""

        def part(say: Say) -> str:
            every = (figure(svg, say(caption)) for svg, caption in drawn)
            return f'<div class="boards">{"".join(every)}</div>'

        self.parts.append(part)

    def command(self, text: str) -> None:
        """What to type."""
        self.parts.append(lambda say: f"<pre>{escape(text)}</pre>")

    def html(self, language: str) -> str:
        """The page in a language."""

        def said(text: Any) -> str:
            return say(text, language)

        links = " ".join(
            f'<a href="{file_name(other)}" lang="{other}">'
            f"{escape(say(message('report.language'), other))}</a>"
            for other in LANGUAGES
            if other != language
        )
        body = "\n".join(part(said) for part in self.parts)
        title = escape(said(self.title))
        return (
            f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f'<p class="small">{links}</p>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n'
        )

    def write(self, folder: Path) -> list[Path]:
        """The pages in all languages, in a folder; they name each other."""
        paths = [folder / file_name(language) for language in LANGUAGES]
        for path, language in zip(paths, LANGUAGES):
            write_whole(path, self.html(language))
        return paths


class Linked(NamedTuple):
    """A text whose words lead somewhere in the page."""

    text: Text | Mapping[str, str]
    links: Mapping[str, str]  # word -> the name of a heading or an anchor

    def html(self, say: Say) -> str:
        """The text with its links; of words that begin alike the longest is one."""
        words = sorted(map(re.escape, self.links), key=len, reverse=True)
        parts = (
            re.split(rf"(?<![\w-])({'|'.join(words)})(?![\w-])", say(self.text)) if words else []
        )
        return "".join(
            f'<a href="#{escape(self.links[part])}">{escape(part)}</a>' if k % 2 else escape(part)
            for k, part in enumerate(parts or [say(self.text)])
        )


class Anchor(NamedTuple):
    """A word that links lead to."""

    text: str
    name: str


def cell(value: Any, say: Say) -> str:
    """A cell of a table."""
    if isinstance(value, Linked):
        return f"<td>{value.html(say)}</td>"
    if isinstance(value, Anchor):
        return f'<td class="short" id="{escape(value.name)}">{escape(value.text)}</td>'
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        shown = f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
        return f"<td{NUMBER_CELL}>{shown}</td>"
    text = say("" if value is None else value)
    if text and NUMBER.fullmatch(text):
        return f"<td{NUMBER_CELL}>{escape(text)}</td>"
    short = ' class="short"' if 0 < len(text) <= SHORT else ""
    return f"<td{short}>{escape(text)}</td>"


def figure(svg: str, caption: str) -> str:
    """A picture with what is written below it."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{svg[svg.find('<svg') :]}{below}</figure>"


def stopped_notes(stopped: str) -> list[Message]:
    """What stopped a run that is not finished, to be said at the top of its report."""
    return [message(f"result.stopped_{stopped}")] if stopped else []


def add_origin(report: Report, manifest: Mapping[str, Any], *, reruns: bool = True) -> None:
    """How a run was made, and how to make it again: the end of every report of a run.

    `reruns`: whether `rerun` knows this kind of run.
    """
    report.heading(message("report.origin"))
    if manifest.get("command"):
        report.command(shlex.join(manifest["command"]))
    machine = " ".join(str(value) for value in manifest.get("machine", {}).values())
    versions = [f"{name} {number}" for name, number in manifest.get("versions", {}).items()]
    question = manifest.get("question", {})
    report.facts(
        [
            (message("report.begun"), manifest.get("begun", "")),
            (message("report.versions"), ", ".join(versions)),
            (message("report.machine"), machine),
            *(
                (message(f"report.{name}"), str(question[name]))
                for name in ("rules_hash", "seed")
                if name in question
            ),
        ]
    )
    if reruns:
        report.paragraph(message("report.rerun"))
