"""How requests reach their handlers: bodies, queries, the description of the API, the socket."""

import asyncio
import socket
from contextlib import closing

import pytest

from tests.web import API, client_of
from yomikiri.games import load
from yomikiri.web.api import all_routes, make_app
from yomikiri.web.serve import listen
from yomikiri.web.written import with_solution

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("routes")) as client:
        yield client


@pytest.fixture(scope="module")
def described(client):
    return client.get(f"{API}/openapi.json").json()


def refused(answer, status, name):
    """The one line of a refusal."""
    assert answer.status_code == status, answer.text
    assert answer.json()["name"] == name
    return answer.json()["error"]


def test_a_value_of_the_query_that_is_missing_or_too_long_is_named(client):
    assert "query.game" in refused(client.get(f"{API}/scene"), 422, "form.missing")
    answer = client.get(f"{API}/scene", params={"game": "x" * 300})
    assert "query.game" in refused(answer, 422, "form.string_too_long")


def test_a_body_that_is_missing_or_not_called_json_is_refused(client):
    assert "body" in refused(client.post(f"{API}/position"), 422, "form.missing")
    for headers in ({}, {"content-type": "text/plain"}):
        answer = client.post(f"{API}/position", content='{"game": "nip"}', headers=headers)
        refused(answer, 422, "form.model_attributes_type")


def test_a_body_may_be_called_a_kind_of_json(client):
    for kind in ("application/json; charset=utf-8", "application/vnd.tea+json"):
        headers = {"content-type": kind}
        answer = client.post(f"{API}/position", content='{"game": "tictactoe"}', headers=headers)
        assert answer.status_code == 200 and answer.json()["mover"] == 0


@pytest.mark.parametrize("body", [b"\xff\xfe\xfd", b"[" * 100_000])
def test_a_body_that_cannot_be_read_is_refused(client, body):
    refused(client.post(f"{API}/position", content=body, headers=JSON), 400, "web.unreadable")


def test_who_goes_away_in_the_middle_of_a_body_gets_no_answer(tmp_path, caplog):
    app = make_app(tmp_path)
    parts = [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    sent = []

    async def receive():
        return parts.pop(0)

    async def send(event):
        sent.append(event)

    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    path = f"{API}/position"
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
    asyncio.run(app({**scope, "query_string": b"", "root_path": ""}, receive, send))
    assert not parts and not sent and not caplog.records
    app.state.desk.close()


def test_exercises_are_written_as_people_write_moves():
    game = load("minishogi")
    found = {"moves": [{"move": "5d5c", "line": []}], "line": ["5d5c", "1b1c"]}
    told = with_solution(found, game, game.start)
    assert told["moves"][0]["written"] == {"en": ["P-5c"], "ja": ["▲５三歩"]}
    assert told["written"]["ja"] == ["▲５三歩", "△１三歩"]
    plain = load("tictactoe")
    assert with_solution(found, plain, plain.start) == found


def test_every_route_of_the_api_is_described(described):
    told = {(m.upper(), path) for path, ways in described["paths"].items() for m in ways}
    assert told == {(route.method, route.path) for route in all_routes() if route.is_described}
    assert ("POST", f"{API}/games/{{id}}/moves") in told
    names = [way["operationId"] for ways in described["paths"].values() for way in ways.values()]
    assert len(names) == len(set(names))


def test_what_a_description_refers_to_is_there(described):
    def references(part):
        if isinstance(part, dict):
            yield from [part["$ref"]] if "$ref" in part else []
            part = list(part.values())
        if isinstance(part, list):
            for one in part:
                yield from references(one)

    found = set(references(described))
    assert "#/components/schemas/MoveForm" in found and "#/components/schemas/Error" in found
    schemas = described["components"]["schemas"]
    assert {name.rpartition("/")[2] for name in found} <= set(schemas)


def test_a_description_names_each_value_and_what_limits_it(described):
    note = described["paths"][f"{API}/games/{{id}}/nodes/{{node}}/note"]["put"]
    kinds = {one["name"]: (one["in"], one["schema"]["type"]) for one in note["parameters"]}
    assert kinds == {"id": ("path", "string"), "node": ("path", "integer")}
    report = described["paths"][f"{API}/runs/{{name}}/report"]["get"]
    assert list(report["responses"]["200"]["content"]) == ["text/html"]
    lang = report["parameters"][1]
    assert not lang["required"] and lang["schema"]["default"] == "en"
    assert lang["schema"]["maxLength"] == 5
    game = described["components"]["schemas"]["NewGame"]["properties"]["game"]
    assert game["maxLength"] == 200


def test_errors_are_as_they_are_described(client, described):
    error = described["components"]["schemas"]["Error"]
    answer = client.get(f"{API}/games/none").json()
    assert set(answer) == set(error["properties"]) >= set(error["required"])


def test_small_answers_are_sent_at_once():
    async def is_hasty():
        answered = asyncio.get_running_loop().create_future()

        def note(reader, writer):
            sock = writer.get_extra_info("socket")
            answered.set_result(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with closing(listen("127.0.0.1", 0)) as listener:
            async with await asyncio.start_server(note, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                found = await answered
                writer.close()
        return found

    assert asyncio.run(is_hasty())
