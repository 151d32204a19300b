"""The server as an application: routes under /api/v1, the page, and how errors are reported."""

import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.staticfiles import StaticFiles

from yomikiri.errors import InputError
from yomikiri.play.formats import UnknownFormat
from yomikiri.web import (
    front,
    lasting_routes,
    play_routes,
    runs_routes,
    study_routes,
    teach_routes,
)
from yomikiri.web.description import describe
from yomikiri.web.desk import open_desk
from yomikiri.web.forms import WrongForm
from yomikiri.web.limits import Busy, Conflict, Limits, NotFound
from yomikiri.web.routes import Answering, Route
from yomikiri.web.security import Guard, complaint
from yomikiri.web.store import why_unstored
from yomikiri.words import message

API = "/api/v1"
LIMITS = Limits()
SMALL, GZIP_LEVEL = 1000, 5  # bytes that are not worth compressing; beyond 5 it only takes longer
LOG = logging.getLogger("yomikiri.web")


def make_app(
    data: Path,
    *,
    hosts: Sequence[str] = (),
    limits: Limits = LIMITS,
    runs: Path | None = None,
    certificates: Path | None = None,
) -> Starlette:
    """The application, with its games in the folder `data`, for requests to these hosts.

    `runs` is a folder of the lab's runs, to be shown; `certificates` one of certificates, which
    answer "why?".
    """
    desk = open_desk(data, limits, runs, certificates)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        desk.close()

    routes = all_routes()
    app = Starlette(
        routes=[
            *(routing.Route(one.path, Answering(one), methods=[one.method]) for one in routes),
            routing.Mount("/static", StaticFiles(directory=front.STATIC)),
        ],
        middleware=[
            Middleware(Guard, hosts=hosts, body_bytes=limits.body_bytes),
            Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=GZIP_LEVEL),
        ],
        exception_handlers=ERRORS,
        lifespan=lifespan,
    )
    app.state.desk = desk
    return app


def all_routes() -> list[Route]:
    """Every route, and one that describes those of the API."""
    modules = (play_routes, study_routes, teach_routes, runs_routes, lasting_routes)
    found = [
        route._replace(path=API + route.path)
        for module in modules
        for route in module.router.routes
    ]

    def show_api() -> dict[str, Any]:
        """The API described: OpenAPI."""
        return describe(found)

    described = Route("GET", f"{API}/openapi.json", show_api, is_described=False)
    return [*found, described, *front.router.routes]


async def bad_input(request: Request, error: Exception) -> JSONResponse:
    """What a person did wrong, in one line."""
    return complaint(400, error)


async def not_found(request: Request, error: Exception) -> JSONResponse:
    """There is no such thing."""
    return complaint(404, error)


async def conflict(request: Request, error: Exception) -> JSONResponse:
    """The game has gone on."""
    return complaint(409, error)


async def busy(request: Request, error: Exception) -> JSONResponse:
    """Too much work already."""
    return complaint(503, error, **{"retry-after": "3"})


async def wrong_form(request: Request, error: Exception) -> JSONResponse:
    """A body that is not as the API wants it: the first thing that is wrong."""
    return complaint(422, error)


async def refused(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    name = REFUSED.get(error.status_code)
    said = message(name) if name else getattr(error, "said", error.detail)
    return complaint(error.status_code, said, **dict(error.headers or {}))


async def unstored(request: Request, error: Exception) -> JSONResponse:
    """The disk is full or cannot be written to, or the file is gone."""
    assert isinstance(error, sqlite3.OperationalError)
    LOG.error("%s %s could not be stored: %s", request.method, request.url.path, error)
    return complaint(507, why_unstored(error))


async def crashed(request: Request, error: Exception) -> JSONResponse:
    """A fault of ours."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return complaint(500, message("web.crashed"))


REFUSED = {400: "web.unreadable", 404: "web.not_found", 405: "web.not_allowed"}
ERRORS: dict[type[Exception], Any] = {
    Exception: crashed,
    sqlite3.OperationalError: unstored,
    InputError: bad_input,
    NotFound: not_found,
    UnknownFormat: not_found,
    Conflict: conflict,
    Busy: busy,
    WrongForm: wrong_form,
    HTTPException: refused,
}
