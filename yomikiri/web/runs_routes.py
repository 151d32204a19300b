"""Routes for the runs of the lab: what there is, how far it is, its report; and stopping one."""

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from yomikiri.errors import InputError
from yomikiri.lab.report import file_name
from yomikiri.web.desk import Desk, Here
from yomikiri.web.limits import Conflict, NotFound
from yomikiri.words import LANGUAGES
from yomikiri.work.listing import Listed, list_runs, stop_run

router = APIRouter()

Json = dict[str, Any]
MOST = 200  # runs that are listed, the latest
# A report is a page of its own: it has its style in itself, and no scripts.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"


@router.get("/runs", tags=["runs"])
def runs(desk: Here) -> Json:
    """The runs in the folder that the server was given, the latest first."""
    if desk.runs is None:
        return {"folder": None, "runs": []}
    try:
        found = list_runs(desk.runs)
    except InputError:  # it is not there yet
        found = []
    views = [run_view(run) for run in found if Path(run.folder) != desk.runs]
    return {"folder": str(desk.runs), "runs": views[:MOST]}


@router.get("/runs/{name}/report", tags=["runs"], response_class=HTMLResponse)
def report(desk: Here, name: str, lang: str = Query("en", max_length=5)) -> HTMLResponse:
    """The report of a run in a language."""
    path = folder_of(desk, name) / file_name(lang if lang in LANGUAGES else LANGUAGES[0])
    if not path.is_file():
        raise NotFound("web.no_report", name=name[:60])
    text = path.read_text("utf-8")
    for other in LANGUAGES:  # its links are those of files beside it
        text = text.replace(f'href="{file_name(other)}"', f'href="report?lang={other}"')
    return HTMLResponse(text, headers={"content-security-policy": POLICY})


@router.post("/runs/{name}/stop", tags=["runs"])
def stop(desk: Here, name: str) -> Json:
    """Stop a run at its next result; the command that began it goes on later."""
    folder = folder_of(desk, name)
    if not stop_run(folder):
        raise Conflict("work.not_running", folder=name[:60])
    return {"name": name, "stopping": True}


def folder_of(desk: Desk, name: str) -> Path:
    """The folder of a run; raises NotFound."""
    if desk.runs is not None:
        for run in list_runs(desk.runs) if desk.runs.is_dir() else []:
            if Path(run.folder).name == name and Path(run.folder) != desk.runs:
                return Path(run.folder)
    raise NotFound("web.no_run", name=name[:60])


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
