"""What every request must be like, and what every answer says to the browser.

The server has no accounts, so somebody else's page must not reach it through the browser on this
machine: requests must name this host (against DNS rebinding), and those that change something must
come from our own page.
"""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

from yomikiri.errors import one_line, shortened
from yomikiri.words import Message, both, in_both, message, packed

LOOPBACK = ("localhost", "127.0.0.1", "::1")
SAFE = ("GET", "HEAD", "OPTIONS")
OWN_SITES = ("same-origin", "none")  # what browsers say about where a request comes from

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


# Scripts and styles are no documents: the others would say nothing, sixty times a page.
PLAIN = ("x-content-type-options", "cross-origin-resource-policy")
PLAIN_KINDS = ("text/javascript", "text/css")


class TooLarge(HTTPException):
    """A body is longer than allowed; an HTTPException, which readers of bodies let pass."""

    def __init__(self, most: int) -> None:
        self.said = message("web.too_large", most=most)
        super().__init__(413, str(self.said))


class Guard:
    """ASGI middleware: refuses bad requests, and adds the headers."""

    def __init__(self, app: ASGIApp, *, hosts: Sequence[str], body_bytes: int) -> None:
        self.app, self.hosts, self.body_bytes = app, hosts, body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")
        has_begun = False

        async def send_guarded(event: Event) -> None:
            nonlocal has_begun
            if event["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=event)
                is_plain = headers.get("content-type", "").startswith(PLAIN_KINDS)
                for name in PLAIN if is_plain else HEADERS:
                    headers.setdefault(name, HEADERS[name])
                headers.setdefault("cache-control", "no-store" if is_api else "no-cache")
            await send(event)

        fault = self.fault(scope["method"], Headers(scope=scope))
        if fault is not None:
            await fault(scope, receive, send_guarded)
            return
        try:
            await self.app(scope, self.bounded(receive), send_guarded)
        except TooLarge:
            if not has_begun:
                await self.too_large()(scope, receive, send_guarded)

    def fault(self, method: str, headers: Headers) -> JSONResponse | None:
        """Why a request is refused, if it is."""
        host = headers.get("host", "")
        if self.hosts and host_name(host) not in self.hosts:
            return complaint(403, message("web.wrong_host"))
        if method not in SAFE:
            origin, site = headers.get("origin"), headers.get("sec-fetch-site")
            if origin is not None and urlsplit(origin).netloc != host:
                return complaint(403, message("web.foreign_page"))
            if site is not None and site not in OWN_SITES:
                return complaint(403, message("web.foreign_page"))
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self.body_bytes:
            return self.too_large()
        return None

    def bounded(self, receive: Receive) -> Receive:
        """`receive`, until the body is too long."""
        seen = 0

        async def bounded_receive() -> Event:
            nonlocal seen
            event = await receive()
            seen += len(event.get("body", b""))
            if seen > self.body_bytes:
                raise TooLarge(self.body_bytes)
            return event

        return bounded_receive

    def too_large(self) -> JSONResponse:
        """The answer to a body that is too long."""
        return complaint(413, TooLarge(self.body_bytes).said)


def host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    return (urlsplit(f"//{host}").hostname or "") if is_plain(host) else ""


def is_plain(host: str) -> bool:
    """Whether a Host header can be taken apart at all."""
    try:
        return urlsplit(f"//{host}").hostname is not None
    except ValueError:
        return False


class Complaint(JSONResponse):
    """An answer that tells what was sent: also characters that are half of one."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode("ascii")


def complaint(status: int, error: object, **headers: str) -> JSONResponse:
    """An error as the API says it."""
    return Complaint(error_view(error), status, headers=headers)


def error_view(error: object) -> dict[str, Any]:
    """An error as JSON: one line, and the same in each language of the page."""
    said = getattr(error, "message", error)
    if not isinstance(said, Message):
        said = both("{text}", "{text}", text=str(error))
    texts = {language: one_line(shortened(text)) for language, text in in_both(said).items()}
    return {"error": texts["en"], "errors": texts, **packed(said)}
