"""The API described: its routes, what they want and what they answer, as OpenAPI 3.1."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from yomikiri.web.forms import Form
from yomikiri.web.routes import BODY, JSON, Route, Wish

PARTS = "#/components/schemas/"
WRONG = {
    400: "what was asked for is not possible; `error` says why",
    404: "there is no such thing",
    422: "a field of the request is missing, or not as expected",
    503: "busy: try again a little later",
}
ERROR = {
    "type": "object",
    "description": "What is wrong: in English, in each language of the page, and by name.",
    "properties": {
        "error": {"type": "string"},
        "errors": {"type": "object", "additionalProperties": {"type": "string"}},
        "name": {"type": "string"},
        "fields": {"type": "object"},
    },
    "required": ["error", "errors"],
}


def describe(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole API as JSON."""
    forms = {wish.kind for route in routes for wish in route.wishes() if wish.source == BODY}
    ordered: list[type[Form]] = sorted(forms, key=lambda form: form.__name__)
    _, found = models_json_schema(
        [(form, "validation") for form in ordered], ref_template=PARTS + "{model}"
    )
    paths: dict[str, Any] = {}
    for route in routes:
        if route.is_described:
            paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Yomikiri",
            "version": "1",
            "description": "Play, solve and study small two-player board games.",
        },
        "paths": paths,
        "components": {"schemas": {"Error": ERROR, **found["$defs"]}},
    }


def operation(route: Route) -> dict[str, Any]:
    """One route."""
    told: dict[str, Any] = {
        "tags": list(route.tags),
        "summary": route.call.__name__.replace("_", " ").capitalize(),
        "description": (route.call.__doc__ or "").strip(),
        "operationId": f"{route.call.__module__.rpartition('.')[2]}.{route.call.__name__}",
    }
    wishes = route.wishes()
    if values := [parameter(wish) for wish in wishes if wish.source != BODY]:
        told["parameters"] = values
    for wish in wishes:
        if wish.source == BODY:
            told["requestBody"] = {"required": True, "content": refers(wish.kind.__name__)}
    good: dict[str, Any] = {"description": "as asked for"}
    if route.status != 204:
        good["content"] = {route.media: {"schema": answer_kind(route)}}
    bad = {
        str(status): {"description": why, "content": refers("Error")}
        for status, why in WRONG.items()
    }
    return {**told, "responses": {str(route.status): good, **bad}}


def parameter(wish: Wish) -> dict[str, Any]:
    """A value of the path or the query."""
    schema = TypeAdapter(wish.kind).json_schema()
    if not wish.is_needed:
        schema["default"] = wish.default
    return {"name": wish.name, "in": wish.source, "required": wish.is_needed, "schema": schema}


def refers(name: str) -> dict[str, Any]:
    """A body that is described elsewhere."""
    return {JSON: {"schema": {"$ref": PARTS + name}}}


def answer_kind(route: Route) -> dict[str, Any]:
    """What a route answers with."""
    if route.media != JSON:
        return {"type": "string"}
    return TypeAdapter(route.call.__annotations__["return"]).json_schema()
