"""How a route is declared, and how a request reaches it.

A handler is a plain function, and its parameters say what it wants: the `Desk`, the `Request`, the
body as a `Form`, a word of the path, and by any other name a value of the query.  It runs in one of
a few threads, where what it returns becomes JSON; the event loop only reads and sends.
"""

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from yomikiri.web.desk import Desk
from yomikiri.web.forms import Form, WrongForm, fault_in

JSON = "application/json"
BODY, PATH, QUERY = "body", "path", "query"  # where a value comes from
NEVER = inspect.Parameter.empty

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Wish(NamedTuple):
    """A value that a handler wants of a request."""

    name: str
    source: str  # body, path or query
    kind: Any  # its type, with what limits it
    default: Any = NEVER

    @property
    def is_needed(self) -> bool:
        """Whether a request without it is refused."""
        return self.default is NEVER


class Route(NamedTuple):
    """A handler and where it is found."""

    method: str
    path: str
    call: Callable[..., Any]
    status: int = 200
    tags: tuple[str, ...] = ()
    media: str = JSON  # of its answers
    is_described: bool = True  # in the description of the API

    def wishes(self) -> list[Wish]:
        """What the handler wants of the body, the path and the query."""
        hints = get_type_hints(self.call, include_extras=True)
        found = []
        for name, parameter in inspect.signature(self.call).parameters.items():
            kind = hints[name]
            if kind in (Desk, Request):
                continue
            source = PATH if f"{{{name}}}" in self.path else BODY if is_form(kind) else QUERY
            found.append(Wish(name, source, kind, parameter.default))
        return found


def is_form(kind: Any) -> bool:
    """Whether a type is that of a body."""
    return get_origin(kind) is None and isinstance(kind, type) and issubclass(kind, Form)


class Router:
    """Routes of one kind; used as a decorator of their handlers."""

    def __init__(self, prefix: str = "", tags: tuple[str, ...] = ()) -> None:
        self.prefix, self.tags = prefix, tags
        self.routes: list[Route] = []

    def add(self, method: str, path: str, more: dict[str, Any]) -> Callable[[Handler], Handler]:
        """A decorator that keeps a handler."""

        def keep(call: Handler) -> Handler:
            route = Route(method, self.prefix + path, call, **{"tags": self.tags, **more})
            self.routes.append(route)
            return call

        return keep

    def get(self, path: str, **more: Any) -> Callable[[Handler], Handler]:
        """A route for looking."""
        return self.add("GET", path, more)

    def post(self, path: str, **more: Any) -> Callable[[Handler], Handler]:
        """A route for doing something."""
        return self.add("POST", path, more)

    def put(self, path: str, **more: Any) -> Callable[[Handler], Handler]:
        """A route for writing something anew."""
        return self.add("PUT", path, more)

    def delete(self, path: str, **more: Any) -> Callable[[Handler], Handler]:
        """A route for removing something."""
        return self.add("DELETE", path, more)


class Answering:
    """A route as an ASGI application."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.wishes = [(wish, TypeAdapter(wish.kind)) for wish in route.wishes()]
        self.has_body = any(wish.source == BODY for wish, _ in self.wishes)
        hints = get_type_hints(route.call)
        self.desk = next((name for name, kind in hints.items() if kind is Desk), None)
        self.request = next((name for name, kind in hints.items() if kind is Request), None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            body = await request.body() if self.has_body else b""
        except ClientDisconnect:  # in the middle of it: nobody waits for an answer
            return
        desk = scope["app"].state.desk
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(desk.threads, self.answer, desk, request, body)
        await response(scope, receive, send)

    def answer(self, desk: Desk, request: Request, body: bytes) -> Response:
        """What the handler has to say."""
        values = {wish.name: self.read(wish, kind, request, body) for wish, kind in self.wishes}
        if self.desk:
            values[self.desk] = desk
        if self.request:
            values[self.request] = request
        found = self.route.call(**values)
        if isinstance(found, Response):
            return found
        if self.route.status == 204:
            return Response(status_code=204)
        return Response(to_json(found), self.route.status, media_type=JSON)

    def read(self, wish: Wish, kind: TypeAdapter[Any], request: Request, body: bytes) -> Any:
        """A value that is wished for; raises WrongForm."""
        if wish.source == BODY:
            value = read_body(request.headers.get("content-type", ""), body)
        else:
            given = request.path_params if wish.source == PATH else request.query_params
            value = given.get(wish.name, wish.default)
            if value is wish.default and not wish.is_needed:
                return value
        place = (BODY,) if wish.source == BODY else (wish.source, wish.name)
        if value is NEVER:
            raise wrong({"type": "missing", "loc": place, "input": None})
        try:
            return kind.validate_python(value, from_attributes=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise wrong({**first, "loc": (*place, *first["loc"])}) from None


def read_body(kind: str, body: bytes) -> Any:
    """What a body says: JSON if it is called that; `NEVER` if there is none."""
    if not body:
        return NEVER
    name = kind.partition(";")[0].strip().lower()
    if name != JSON and not (name.startswith("application/") and name.endswith("+json")):
        return body
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        place, context = (BODY, error.pos), {"error": error.msg}
        raise wrong({"type": "json_invalid", "loc": place, "input": {}, "ctx": context}) from None
    except (ValueError, RecursionError):  # not even text, or deeper than anything of ours
        raise HTTPException(400) from None


def wrong(error: dict[str, Any]) -> WrongForm:
    """What is wrong with a request, as an error."""
    return WrongForm(fault_in(error))
