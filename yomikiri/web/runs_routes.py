"""Routes for the lab: its runs, how far they are, their reports, stopping one; and its books."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.report import file_name
from yomikiri.play.tree import Tree
from yomikiri.players.book import Book
from yomikiri.web.desk import Desk, find_spot
from yomikiri.web.forms import Language, SpotForm
from yomikiri.web.limits import Conflict, NotFound
from yomikiri.web.routes import Router
from yomikiri.web.written import chance, with_words
from yomikiri.words import LANGUAGES
from yomikiri.work.listing import Listed, list_runs, stop_run

router = Router()

Json = dict[str, Any]
MOST = 200  # runs that are listed, the latest
BOOKS, MOST_BOOKS = "*.book", 8  # those that are asked, by name
# A report is a page of its own: it has its style in itself, and no scripts.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"


@router.get("/runs", tags=("runs",))
def runs(desk: Desk) -> Json:
    """The runs in the folder that the server was given, the latest first."""
    if desk.runs is None:
        return {"folder": None, "runs": []}
    views = [run_view(run) for run in by_name(desk.runs).values()]
    return {"folder": str(desk.runs), "runs": views[:MOST]}


@router.get("/runs/{name}/report", tags=("runs",), media="text/html")
def report(desk: Desk, name: str, lang: Language = "en") -> HTMLResponse:
    """The report of a run in a language."""
    path = folder_of(desk, name) / file_name(lang if lang in LANGUAGES else LANGUAGES[0])
    if not path.is_file():
        raise NotFound("web.no_report", name=name[:60])
    text = path.read_text("utf-8")
    for other in LANGUAGES:  # its links are those of files beside it
        text = text.replace(f'href="{file_name(other)}"', f'href="report?lang={other}"')
    return HTMLResponse(text, headers={"content-security-policy": POLICY})


@router.post("/runs/{name}/stop", tags=("runs",))
def stop(desk: Desk, name: str) -> Json:
    """Stop a run at its next result; the command that began it goes on later."""
    folder = folder_of(desk, name)
    if not stop_run(folder):
        raise Conflict("work.not_running", folder=name[:60])
    return {"name": name, "stopping": True}


@router.post("/books", tags=("runs",))
def books(form: SpotForm, desk: Desk) -> Json:
    """What the opening books beside the runs say about a position: those that have it."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    found = []
    paths = [] if desk.runs is None else sorted(desk.runs.glob(BOOKS))
    for path in paths[:MOST_BOOKS]:
        try:
            book = opened(path, path.stat().st_mtime_ns, spot.game.spec)
            moves = book_moves(book, spot)
        except (InputError, OSError):  # of another game, or half written
            continue
        if moves:
            found.append(with_words({"name": path.name, "moves": moves}, spot))
    return {"books": found}


@lru_cache(maxsize=MOST_BOOKS)
def opened(path: Path, written: int, spec: str) -> Book:
    """A book as it was written then; its values are worked out once."""
    return Book(path, load(spec))


def book_moves(book: Book, spot: Tree) -> list[Json]:
    """The moves of a position, the best first, as an analysis has them; maybe none."""
    game, found = spot.game, []
    for move, entry in book.look_up(spot.state):
        name = game.move_name(spot.state, move)
        known = {"value": entry.value, "exact": entry.exact, "distance": None}
        chances = chance(game, entry.value, entry.exact)
        found.append({"move": name, "line": [name], **known, "chance": chances})
    return found


def folder_of(desk: Desk, name: str) -> Path:
    """The folder of a run; raises NotFound."""
    found = {} if desk.runs is None else by_name(desk.runs)
    if name not in found:
        raise NotFound("web.no_run", name=name[:60])
    return Path(found[name].folder)


def by_name(folder: Path) -> dict[str, Listed]:
    """The runs in a folder, which may be one itself, the latest first; none if it is not there."""
    folder, found = folder.resolve(), {}
    for run in list_runs(folder) if folder.is_dir() else []:
        name = Path(run.folder).name
        if name not in found or Path(run.folder) != folder:  # those inside go first
            found[name] = run
    return found


def run_view(run: Listed) -> Json:
    """A run as the page lists it."""
    folder = Path(run.folder)
    return {
        "name": folder.name,
        "kind": run.kind,
        "game": run.game,
        "state": run.state,
        "done": run.lines,
        "total": run.total,
        "begun": run.begun,
        "ended": run.ended,
        "has_report": (folder / file_name(LANGUAGES[0])).is_file(),
    }
