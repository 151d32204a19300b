"""The atlas to read: as Markdown beside its lines, as a page in both languages."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.atlas.boards import FORECAST, TABLE, Board
from yomikiri.atlas.making import Lines, command_of
from yomikiri.games import load
from yomikiri.games.claim import FOUND, Claim, Known
from yomikiri.games.game import Game
from yomikiri.lab.kept import markdown
from yomikiri.lab.report import Report
from yomikiri.words import Message, both, message, say
from yomikiri.work.runs import Document, write_whole

README = "README.md"
COLUMNS = ("board", "result", "value", "best_moves", "nodes", "cpu", "certificate", "published")
FORECASTS = ("board", "goal", "nodes", "interval", "core_time", "plies")
HOUR = 3600.0
UNITS = ((365.25 * 24 * HOUR, "years"), (24 * HOUR, "days"), (HOUR, "hours"), (60.0, "minutes"))

Text = Message | str
Rows = list[list[Any]]
Head = list[Text]


def result_of(game: Game, line: Mapping[str, Any]) -> Text:
    """Who wins, by how much, how soon."""
    final = line["final"] and (line["final"][0], line["final"][1])
    claim = Claim(game.spec, "", line["winner"], final or None, line["distance"])
    return claim.says(game.players)


class Told(NamedTuple):
    """What somebody stated about a board, and whether it is right."""

    what: Message
    source: Text


def published(board: Board, line: Mapping[str, Any] | None) -> list[Told]:
    """What others stated about a board, each with what our result says about it."""
    told = []
    for spec in filter(None, (board.game, board.same)):
        game = load(spec)
        for claim in game.claims():
            if claim.figure or claim.kind == FOUND:
                continue
            value = line["value"] if line and game.has_score else None
            known = [Known(spec, line["winner"], value, line["distance"])] if line else []
            verdict = message(f"claim.ours.{claim.verdict(known)}", note="")
            what = message(f"claim.{claim.kind}", what=claim.says(game.players), verdict=verdict)
            told.append(Told(what, claim.source))
    return told


def certificate_text(line: Mapping[str, Any], *, linked: bool) -> Text:
    """Where the certificate is, or how it is known again."""
    proof = line["certificate"]
    if proof is None:
        return "-"
    if proof["file"] is None:
        short = proof["sha256"][:12]
        return message("atlas.hashed", bytes=proof["bytes"], sha256=short)
    name = proof["file"]
    shown = f"[{name}]({name})" if linked else name
    return message("atlas.shipped", file=shown, bytes=proof["bytes"])


def duration(seconds: float) -> str:
    """CPU time with as many digits as it deserves."""
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:,.0f} s"


class Sources:
    """Who published something, numbered as they are met."""

    def __init__(self) -> None:
        self.known: list[Text] = []

    def cite(self, told: Told) -> Message:
        """A statement with the number of its source."""
        if told.source not in self.known:
            self.known.append(told.source)
        return message("atlas.claim", what=told.what, n=1 + self.known.index(told.source))


def row_of(board: Board, line: Mapping[str, Any], sources: Sources, *, linked: bool) -> list[Any]:
    """The cells of a board that is solved."""
    game = load(board.game)
    value = f"{line['value']:+}" if game.has_score and line["value"] else ""
    nodes: Text = f"{line['nodes']:,}" if line["nodes"] else ""
    if line["kind"] == TABLE:
        nodes = message("atlas.numbers", n=line["positions"])
    same = f" = {board.same}" if board.same else ""
    claims = [sources.cite(told) for told in published(board, line)]
    told: Any = message("atlas.claims", claims=claims) if claims else ""
    return [
        f"{board.game}{same}{mark(line)}",
        result_of(game, line),
        "0" if game.has_score and not line["value"] else value,
        " ".join(line["best_moves"]),
        nodes,
        duration(line["cpu_seconds"]) if line["cpu_seconds"] is not None else "",
        certificate_text(line, linked=linked),
        told,
    ]


def mark(line: Mapping[str, Any]) -> str:
    """A sign for what was made by other means than the command `atlas`."""
    return " *" if line.get("how") else ""


def solved_table(
    boards: Sequence[Board], lines: Lines, sources: Sources, *, linked: bool = False
) -> tuple[Head, Rows]:
    """The boards that are solved."""
    rows = [
        row_of(board, lines[board.key], sources, linked=linked)
        for board in boards
        if board.key in lines and board.kind != FORECAST
    ]
    return [message(f"atlas.column.{name}") for name in COLUMNS], rows


def forecast_table(boards: Sequence[Board], lines: Lines) -> tuple[Head, Rows]:
    """The boards that are out of reach, and what they would take."""
    rows: Rows = []
    for board in boards:
        if board.kind == FORECAST and board.key in lines:
            told = lines[board.key]["forecast"]
            low, high = f"{told['nodes_low']:.1e}", f"{told['nodes_high']:.1e}"
            times = [core_time(told[name]) for name in ("core_hours_low", "core_hours_high")]
            rows.append(
                [
                    board.game,
                    board.goal,
                    f"{told['nodes']:.1e}",
                    f"{low} .. {high}",
                    message("atlas.between", low=times[0], high=times[1]),
                    str(told["plies"]),
                ]
            )
    return [message(f"atlas.column.{name}") for name in FORECASTS], rows


def core_time(hours: float) -> Message:
    """A time that may be very long."""
    seconds = HOUR * hours
    for unit, name in UNITS:
        if seconds >= 2 * unit:
            return message(f"atlas.time.{name}", n=seconds / unit)
    return message("atlas.time.seconds", n=seconds)


def families(boards: Sequence[Board]) -> dict[str, list[Board]]:
    """The boards by their family, in the order of the list."""
    found: dict[str, list[Board]] = {}
    for board in boards:
        found.setdefault(load(board.game).family, []).append(board)
    return found


def missing(boards: Sequence[Board], lines: Lines) -> list[Board]:
    """The boards of which there is no line."""
    return [board for board in boards if board.key not in lines]


def write_readme(folder: Path, boards: Sequence[Board], lines: Lines) -> Path:
    """The atlas as Markdown."""
    path = folder / README
    write_whole(path, readme(boards, lines))
    return path


def readme(boards: Sequence[Board], lines: Lines, language: str = "en") -> str:
    """The same, as a text."""

    def said(name: str, **fields: Any) -> str:
        return say(message(name, **fields), language)

    sources = Sources()
    parts = [f"# {said('atlas.title')}", said("atlas.about"), said("atlas.reading")]
    for own in families(boards).values():
        head, rows = solved_table(own, lines, sources, linked=True)
        if rows:
            parts.append(f"## {load(own[0].game).titles[language]}")
            texts = [[say(cell, language) for cell in row] for row in rows]
            parts.append(markdown((head, texts), language).rstrip())
    head, rows = forecast_table(boards, lines)
    if rows:
        parts += [f"## {said('atlas.forecasts')}", said("atlas.method")]
        texts = [[say(cell, language) for cell in row] for row in rows]
        parts.append(markdown((head, texts), language).rstrip())
    if long := [line for line in ordered(boards, lines) if is_hashed(line)]:
        parts += [f"## {said('atlas.large')}", said("atlas.again")]
        parts.append("\n".join(f"- `{command_of(x)}`: {hash_of(x)}" for x in long))
    if noted := [line for line in ordered(boards, lines) if line.get("how")]:
        parts += [f"## {said('atlas.otherwise')}"]
        parts.append(
            "\n".join(f"- `{line['game']}` ({line['made']}): {line['how']}" for line in noted)
        )
    if sources.known:
        parts += [f"## {said('atlas.sources')}"]
        numbered = enumerate(sources.known, 1)
        parts.append("\n".join(f"{n}. {say(source, language)}" for n, source in numbered))
    if open_boards := missing(boards, lines):
        names = dict.fromkeys(f"`{board.game}`" for board in open_boards)
        parts += [f"## {said('atlas.open')}", ", ".join(names)]
    return "\n\n".join(parts) + "\n"


def ordered(boards: Sequence[Board], lines: Lines) -> list[Document]:
    """The lines in the order of the list."""
    return [lines[board.key] for board in boards if board.key in lines]


def is_hashed(line: Mapping[str, Any]) -> bool:
    """Whether there is a certificate that is not in the folder."""
    proof = line.get("certificate")
    return proof is not None and proof["file"] is None


def hash_of(line: Mapping[str, Any]) -> str:
    """By what a certificate is known again."""
    proof = line["certificate"]
    return f"{proof['bytes']:,} B, SHA-256 `{proof['sha256']}`"


def write_pages(folder: Path, boards: Sequence[Board], lines: Lines) -> list[Path]:
    """The atlas as a page, in both languages."""
    report, sources = Report(message("atlas.title")), Sources()
    report.paragraph(message("atlas.about"))
    for own in families(boards).values():
        head, rows = solved_table(own, lines, sources)
        if rows:
            report.heading(both("{name}", "{name}", name=load(own[0].game).titles))
            report.table(head, rows)
    head, rows = forecast_table(boards, lines)
    if rows:
        report.heading(message("atlas.forecasts"))
        report.paragraph(message("atlas.method"))
        report.table(head, rows)
    if sources.known:
        report.heading(message("atlas.sources"))
        report.facts([(str(n), source) for n, source in enumerate(sources.known, 1)])
    for line in ordered(boards, lines):
        if line.get("how"):
            report.paragraph(f"* {line['game']} ({line['made']}): {line['how']}")
    folder.mkdir(parents=True, exist_ok=True)
    return report.write(folder)
