"""What came of measurements, kept as small files beside the documents whose tables they make.

`docs/players.md` and `docs/results.md` have tables between two lines,

    <!-- lab players: levels nip:8x8 othello:8x8 -->
    <!-- end -->

which are written from `docs/measured/levels-nip-8x8.json` and `levels-othello-8x8.json` there.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError, reason
from yomikiri.games.end import FORFEIT
from yomikiri.lab.errors import COLUMNS, Errors, ErrorsResult
from yomikiri.lab.measured import ERRORS_KIND, LEVELS_KIND, LIST, Measured, Result
from yomikiri.lab.plots import lines
from yomikiri.lab.report import Report, Say, Text
from yomikiri.lab.standings import Standings
from yomikiri.tally import Tally
from yomikiri.words import message, say
from yomikiri.work.runs import write_whole

FOLDER = "measured"  # beside a document
BLOCK = re.compile(
    r"(?P<head><!-- lab players: (?P<kind>\w+) (?P<games>[^\n]+?) -->\n)"
    r"(?P<table>.*?)(?P<tail><!-- end -->)",
    re.DOTALL,
)

Document = dict[str, Any]  # what is kept of a measurement
Kept = Mapping[str, Document]  # by the name of the measurement
Table = tuple[list[Text], list[list[str]]]  # headings and rows


# What is kept.


def summary(each: Measured, result: Result, manifest: Document) -> Document:
    """What came of a measurement, as it is kept."""
    if isinstance(result, ErrorsResult):
        rows = [row._asdict() for row in result.rows()]
    else:
        rows = (rungs if each.kind == LEVELS_KIND else opponents)(result.standings)
    question = manifest["question"]
    return {
        "kind": each.kind,
        **{name: question[name] for name in ("game", "rules_hash", "games", "seed")},
        "plies": each.plies,
        **{name: question[name] for name in ("levels", "net")},  # as they were then
        **{name: manifest[name] for name in ("begun", "versions", "machine")},
        "players": rows,
    }


def rungs(standings: Standings) -> list[Document]:
    """The players of a ladder: ratings, and results against the one below."""
    found = []
    for number, name in enumerate(standings.players):
        entry = standings.entry(number)
        below = standings.against(number, number - 1) if number else Tally()
        rated = {"rating": round(entry.rating or 0, 1), "error": round(entry.error or 0, 1)}
        score = None if below.score is None else round(below.score, 4)
        found.append({"player": name, **rated, "results": list(below), "score": score})
    return found


def opponents(standings: Standings) -> list[Document]:
    """Those whom the first player met: its results, and milliseconds of CPU time a move."""
    found = []
    for number, name in enumerate(standings.players[1:], 1):
        both = [r for r in standings.records if name in r["players"]]
        spent, moves = [0.0, 0.0], [0, 0]
        for record in both:
            for side in (0, 1):
                player = int(record["players"][side] == name)
                spent[player] += record["time"]["cpu_seconds"][side]
                moves[player] += record["time"]["moves"][side]
        cpu = [round(1000 * s / max(1, n), 1) for s, n in zip(spent, moves)]
        failed = sum(record["end"] == FORFEIT for record in both)
        results = list(standings.against(0, number))
        found.append({"player": name, "results": results, "cpu_ms": cpu, "forfeits": failed})
    return found


def read_kept(folder: Path) -> dict[str, Document]:
    """What is kept in a folder; raises InputError."""
    found = {}
    for each in LIST:
        path = folder / f"{each.folder}.json"
        if not path.exists():
            continue
        try:
            document = json.loads(path.read_bytes())
            table_of([document])
        except OSError as error:
            raise InputError("record.unread", file=str(path), why=reason(error)) from None
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise InputError("measure.kept", file=str(path)) from None
        found[each.name] = document
    return found


def write_kept(folder: Path, each: Measured, document: Document) -> None:
    """Keep what came of a measurement; one row a line, so that changes can be read."""
    parts = ",\n".join(f" {json.dumps(name)}: {part_text(it)}" for name, it in document.items())
    folder.mkdir(exist_ok=True)
    write_whole(folder / f"{each.folder}.json", f"{{\n{parts}\n}}\n")


def part_text(part: Any) -> str:
    """A part of a document as JSON, each entry of a list or an object a line."""
    if not part or not isinstance(part, (dict, list)):
        return json.dumps(part)
    if isinstance(part, list):
        (left, right), lines = "[]", [json.dumps(entry) for entry in part]
    else:
        left, right = "{}"
        lines = [f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in part.items()]
    return left + "\n  " + ",\n  ".join(lines) + "\n " + right


# The tables.


def table_of(documents: Sequence[Document]) -> Table:
    """The table of some measurements of a kind; only levels of several games share one."""
    kind = documents[0]["kind"]
    if kind == LEVELS_KIND:
        return level_table(documents)
    return error_table(documents[0]) if kind == ERRORS_KIND else strength_table(documents[0])


def level_table(documents: Sequence[Document]) -> Table:
    """A rating with its interval, and the score against the one below."""
    head: list[Text] = [message("measure.player")]
    head += [message("measure.of_games", game=it["game"], games=it["games"]) for it in documents]
    names = [row["player"] for row in documents[0]["players"]]
    return head, [
        [f"`{name}`", *(rung(it["players"][number]) for it in documents)]
        for number, name in enumerate(names)
    ]


def rung(row: Document) -> str:
    """A cell of that table."""
    score = "" if row["score"] is None else f", {100 * row['score']:.0f} %"
    return f"{row['rating']:+z.0f} ± {row['error']:.0f}{score}"


def error_table(document: Document) -> Table:
    """Who errs most comes first."""
    found = sorted((Errors(**row) for row in document["players"]), key=lambda row: -row.share)
    return [message(f"measure.{name}") for name in COLUMNS], [
        [f"`{row.player}`", *(f"{n:,}" for n in row[1:5]), f"{100 * row.share:.0f} %"]
        + [f"{row.half_points:,}"]
        for row in found
    ]


def strength_table(document: Document) -> Table:
    """The opponents in their order."""
    columns = ("opponent", "cpu_a_move", "games", "score")
    rows = []
    for row in document["players"]:
        tally, (ours, theirs) = Tally(*row["results"]), row["cpu_ms"]
        low, high = (100 * bound for bound in tally.interval)
        score = f"{100 * tally.rate:.1f} % ({low:.0f} – {high:.0f})"
        score += f", {row['forfeits']} by forfeit" if row["forfeits"] else ""
        rows.append(
            [f"`{row['player']}`", f"{ours:.0f} / {theirs:.0f} ms", str(tally.games), score]
        )
    return [message(f"measure.{name}") for name in columns], rows


def markdown(table: Table, language: str) -> str:
    """A table as Markdown."""
    head, rows = table
    texts = [f"| {' | '.join(row)} |" for row in ([say(it, language) for it in head], *rows)]
    return "\n".join([texts[0], "|---" * len(head) + "|", *texts[1:]]) + "\n"


# The documents.


def names_in(text: str) -> list[str]:
    """The measurements of which a document has tables."""
    return [f"{b['kind']} {game}" for b in BLOCK.finditer(text) for game in b["games"].split()]


def write_tables(text: str, kept: Kept, language: str = "en") -> tuple[str, list[str]]:
    """A document with its tables made again, and those of which nothing is kept."""
    left: list[str] = []

    def made(block: re.Match[str]) -> str:
        names = [f"{block['kind']} {game}" for game in block["games"].split()]
        if not all(name in kept for name in names):
            left.append(f"{block['kind']} {block['games']}")
            return block[0]
        table = table_of([kept[name] for name in names])
        return f"{block['head']}\n{markdown(table, language)}\n{block['tail']}"

    return BLOCK.sub(made, text), left


def read_document(path: Path) -> str:
    """The text of a document that has such tables; raises InputError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise InputError("record.unread", file=str(path), why=why) from None
    if not names_in(text):
        raise InputError("measure.no_tables", file=str(path))
    return text


def write_document(path: Path, found: Iterable[tuple[Measured, Document]]) -> list[str]:
    """Keep what a document tells, and write its tables; those of which nothing is kept."""
    text, folder = read_document(path), path.parent / FOLDER
    told = names_in(text)
    for each, document in found:
        if each.name in told:
            write_kept(folder, each, document)
    written, left = write_tables(text, read_kept(folder))
    if written != text:
        write_whole(path, written)
    return left


def write_report(folder: Path, found: Sequence[tuple[Measured, Document]]) -> None:
    """A report of all measurements, beside their runs."""
    report = Report(message("report.players"))
    curves = []
    for each, document in found:
        report.heading(message(f"report.players_{each.kind}", game=each.game))
        report.table(*table_of([document]))
        report.paragraph(f"{each.folder}/report.html")
        if each.kind == LEVELS_KIND:
            ratings = [row["rating"] for row in document["players"]]
            curves.append((each.game, [float(n - 1) for n in range(len(ratings))], ratings))
    if curves:

        def draw(said: Say) -> str:
            level, rating = message("measure.level"), message("column.rating")
            return lines(curves, label=said(level), amount=said(rating))

        report.plot(draw, message("report.players_plot"))
    report.write(folder)
