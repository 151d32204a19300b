"""The page put together: its first answer brings all that the first screen needs.

On a slow line every request costs a round trip.  So the page comes with its words, the families
and the pictures that are ready, names the modules that it needs at once and those for later, and
has one style sheet.  The files themselves stay as they are: there is no build step.
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from yomikiri.web.labels import page_words
from yomikiri.web.routes import Router
from yomikiri.web.views import family_views, samples

STATIC = Path(__file__).parent / "static"
FIRST = "app.js"
WORKER = "worker.js"
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"\./([\w-]+\.js)";', re.M)
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([\w-]+\.css)">\n')

router = Router()


@router.get("/", is_described=False)
def page(request: Request) -> Response:
    """The page."""
    return tagged(request, front_page(), "text/html")


@router.get("/page.css", is_described=False)
def style(request: Request) -> Response:
    """Its style sheets as one."""
    return tagged(request, style_sheet(), "text/css")


@router.get("/worker.js", is_described=False)
def worker() -> FileResponse:
    """What shows the page while the server is away; a browser lets it speak for its folder."""
    return FileResponse(STATIC / WORKER)


def tagged(request: Request, text: str, kind: str) -> Response:
    """A text that the browser keeps, and asks about, until it changes."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    fresh = {"etag": tag, "cache-control": "no-cache"}
    # What compresses an answer makes its tag a weak one.
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=fresh)
    return Response(text, media_type=kind, headers=fresh)


def front_page() -> str:
    """The page with what it needs at once."""
    data = json.dumps(given(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    block = f'<script type="application/json" id="given">{data}</script>'
    return frame().replace("</head>", f"{block}\n</head>")


@cache
def frame() -> str:
    """index.html, with one style sheet, and the modules that are wanted at once."""
    text = (STATIC / "index.html").read_text("utf-8")
    text = STYLE.sub("", text)
    links = ['<link rel="stylesheet" href="/page.css">']
    links += [f'<link rel="modulepreload" href="/static/{name}">' for name in modules_of(FIRST)]
    return text.replace("</head>", "\n".join([*links, "</head>"]))


@cache
def style_sheet() -> str:
    """The style sheets in the order in which index.html names them."""
    names = STYLE.findall((STATIC / "index.html").read_text("utf-8"))
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


@cache
def modules_of(name: str) -> list[str]:
    """The modules that this one imports, and those that they import; itself first."""
    found = [name]
    for one in found:
        imported = IMPORT.findall((STATIC / one).read_text("utf-8"))
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return found


def given() -> dict[str, Any]:
    """What the first screen shows, and the modules that are wanted when it stands."""
    now = set(modules_of(FIRST))
    return {
        "words": page_words(),
        "families": family_views(),
        "pictures": dict(samples),
        "later": sorted({path.name for path in STATIC.glob("*.js")} - {*now, WORKER}),
        # Only kept by the worker: the screens on which games are learned.
        "school": sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("*/*.js")),
    }
