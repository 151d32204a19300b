"""Doors at which programs talk to us: the API of the page, USI and UCI."""

import asyncio
import io
import json
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from tests.fuzz.door import Door
from tests.fuzz.mutating import as_json, spoil_text, spoil_value
from tests.fuzz.texts import PLAYERS, SPECS, good_line, good_positions
from yomikiri.errors import LONGEST
from yomikiri.games import load
from yomikiri.library.record import Record
from yomikiri.play.formats import of as formats_of
from yomikiri.protocols.engine import Engine
from yomikiri.protocols.uci import UciEngine
from yomikiri.protocols.usi import UsiEngine
from yomikiri.web.api import API, make_app
from yomikiri.web.limits import Limits

HEAD = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
BUSY, STORED = 503, 507
Asked = tuple[str, str, str]  # method, path, body


def requests() -> list[tuple[str, str, Any]]:
    """Good ones, of every kind that changes nothing outside the server's folder."""
    found: list[tuple[str, str, Any]] = [("GET", path, None) for path in (
        "/status", "/families", "/families/nip/picture", "/seats?game=nip:6x6", "/games/GAME",
        "/choices?game=nip:6x6,rim=lap", "/scene?game=minishogi", "/lesson?game=dobutsu",
        "/games/GAME/version", "/games/GAME/record", "/games/GAME/export/moves", "/jobs/none",
        "/games/GAME/picture.svg", "/runs", "/tables?game=ending:KQK", "/lasting", "/lasting/none",
    )]  # fmt: skip
    for spec in SPECS:
        game = load(spec)
        line, position = good_line(game), good_positions(game)[-1]
        spot = {"game": spec, "position": position, "moves": ""}
        record = Record(spec, moves=line[:3])
        texts = [record.to_text(form) for form in formats_of(game)]
        found += [
            ("POST", "/games", {"game": spec, "players": ["human", "level:3"], "seed": 1}),
            ("POST", "/games", {"game": spec, "position": position, "start": "", "moves": ""}),
            ("POST", "/games/load", {"document": record.to_dict()}),
            ("POST", "/position", {"game": spec, "moves": " ".join(line)}),
            ("POST", "/hints", {**spot}),
            ("POST", "/analyses", {**spot, "seconds": 0.1}),
            ("POST", "/solves", {**spot, "goal": "win", "seconds": 0.1, "threads": 1}),
            ("POST", "/maps", {**spot, "place": "e2"}),
            ("POST", "/reviews", {"game": spec, "moves": " ".join(line[:2]), "seconds": 0.01}),
            *(("POST", "/games/import", {"game": spec, "text": text}) for text in texts),
            *(("POST", "/games/guess", {"text": text}) for text in texts),
        ]
    piece = {"place": "b2", "look": "first", "number": 1}
    found += [
        ("POST", "/games/GAME/moves", {"move": "b2", "node": 0, "here": 0}),
        ("POST", "/games/GAME/node", {"node": 0}),
        ("POST", "/games/GAME/players", {"players": ["human", PLAYERS[2]]}),
        ("POST", "/games/GAME/resign", {"side": 1, "reason": "resigned"}),
        ("PUT", "/games/GAME/nodes/1/note", {"text": "a note"}),
        ("DELETE", "/games/GAME/nodes/1", None),
        ("POST", "/games/GAME/think", {}),
        ("POST", "/setup", {"game": "tictactoe", "pieces": [piece], "mover": 1}),
        ("POST", "/exercises", {"game": "tictactoe", "kind": "win", "seed": 1, "number": 2}),
        ("POST", "/tables/info", {"game": "tictactoe"}),
        ("POST", "/tables/list", {"game": "tictactoe", "kind": "win", "distance": 3, "seed": 1}),
    ]
    return found


class Web(Door):
    """The API, in this process; jobs are stopped as soon as they have begun."""

    name = "api"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        logging.getLogger("yomikiri.web").addHandler(Trap(self))
        self.fault: logging.LogRecord | None = None
        self.app = make_app(folder, hosts=("127.0.0.1",), limits=Limits(games=200, open_games=50))
        self.loop = asyncio.new_event_loop()
        self.thread = ThreadPoolExecutor(1)  # here a browser's tests may have a loop that runs
        self.good = requests()
        self.bodies = [json.dumps(body) for _, _, body in self.good]

    def make(self, chance: random.Random) -> Asked:
        method, path, body = chance.choice(self.good)
        if chance.random() < 0.02:
            method = chance.choice(
                ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "X")
            )
        if body is None or chance.random() < 0.1:
            path = spoil_text(chance, path)
        if chance.random() < 0.7:
            return method, path, as_json(spoil_value(chance, body))
        return method, path, spoil_text(chance, json.dumps(body), self.bodies)

    def ask(self, given: Asked) -> None:
        method, path, body = given
        self.fault = None
        if "GAME" in path:
            made = self.send("POST", "/games", '{"game": "tictactoe", "moves": "a1"}')[1]
            path = path.replace("GAME", json.loads(made)["id"])
        status, answer = self.send(method, path, body)
        if fault := self.fault:
            raise AssertionError(fault.getMessage()) from (fault.exc_info or (None, None))[1]
        if status == 202:
            self.send("DELETE", f"/jobs/{json.loads(answer)['job']}", "")
        assert status < 500 or status == BUSY, f"{status} {answer[:300]!r}"
        if status >= 400 and method != "HEAD":
            said = json.loads(answer)["errors"]
            assert {"en", "ja"} <= said.keys(), said
            for line in said.values():
                assert len(line.splitlines()) == 1 and len(line) < LONGEST + 20, line

    def send(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        """An answer of the server."""
        raw, _, query = path.encode("utf-8", "surrogatepass").partition(b"?")
        scope: dict[str, Any] = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "path": API + raw.decode("utf-8", "replace"), "raw_path": API.encode() + raw,
            "query_string": query, "headers": HEAD, "scheme": "http", "root_path": "",
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        }  # fmt: skip
        events = [{"type": "http.request", "body": body.encode("utf-8", "surrogatepass")}]
        said: list[Any] = []

        async def receive() -> Any:
            return events.pop() if events else {"type": "http.disconnect"}

        async def send(event: Any) -> None:
            said.append(event)

        answered = self.app(scope, receive, send)
        with suppress(Exception):  # it was logged, and is told by that
            self.thread.submit(self.loop.run_until_complete, answered).result()
        return said[0]["status"], b"".join(event.get("body", b"") for event in said[1:])

    def close(self) -> None:
        self.app.state.desk.close()
        self.thread.shutdown()
        self.loop.close()


class Trap(logging.Handler):
    """What the server would write into its log as a fault of its own."""

    def __init__(self, door: Web) -> None:
        super().__init__(logging.ERROR)
        self.door = door

    def emit(self, record: logging.LogRecord) -> None:
        self.door.fault = record


class Engines(Door):
    """A conversation of a few lines with an engine; every `go` is answered once."""

    lines: ClassVar[tuple[str, ...]]
    first: ClassVar[str]

    def engine(self, output: io.StringIO) -> Engine:
        """A new one."""
        raise NotImplementedError

    def make(self, chance: random.Random) -> list[str]:
        lines = [chance.choice(self.lines) for _ in range(chance.choice((1, 2, 3)))]
        return [
            spoil_text(chance, line, self.lines) if chance.random() < 0.8 else line
            for line in lines
        ]

    def ask(self, given: list[str]) -> None:
        output = io.StringIO()
        engine = self.engine(output)
        engine.run(io.StringIO("\n".join([self.first, *given, "stop", "quit"]) + "\n"))
        said = output.getvalue()
        for line in said.splitlines():
            assert line.split(" ", 1)[0] in self.words, f"it said {line[:200]!r}"
            assert "Traceback" not in line and "Error" not in line, line

    words = ("id", "option", "usiok", "uciok", "readyok", "info", "bestmove", "checkmate")


class Usi(Engines):
    """The engine of the shogi family."""

    name = "usi"
    first = "setoption name USI_Hash value 1"
    lines = (
        "usi", "isready", "usinewgame", "stop", "ponderhit", "gameover win", "go depth 2",
        "go nodes 50",
        "position startpos", "position startpos moves 5d5c 3a4b", "go movetime 1",
        "go btime 10 wtime 10",
        "position sfen rbsgk/4p/5/P4/KGSBR b - 1", "go infinite", "go ponder", "go mate 5",
        "go byoyomi 1",
        "position sfen 2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1 moves 4d1d",
        "setoption name MultiPV value 3",
        "setoption name Threads value 2", "setoption name UCI_Variant value dobutsu", "go",
        "setoption name USI_Hash value 2", "go btime 100 wtime 100 binc 10 winc 10 depth 3",
    )  # fmt: skip

    def engine(self, output: io.StringIO) -> Engine:
        return UsiEngine(load("minishogi"), output)


class Uci(Engines):
    """The engine of chess endings."""

    name = "uci"
    first = "setoption name Hash value 1"
    lines = (
        "uci", "isready", "ucinewgame", "stop", "ponderhit", "go depth 2", "go nodes 50",
        "go movetime 1",
        "position startpos", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "go infinite",
        "go mate 2",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7",
        "go wtime 10 btime 10 winc 1",
        "setoption name Hash value 2", "setoption name Threads value 2", "go searchmoves e1d2 e2e4",
        "position fen 8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "setoption name MultiPV value 2", "debug on",
        "go depth 2 searchmoves e1d2", "position fen 8/8/3k4/8/8/3QK3/8/8 w - - 0 1",
    )  # fmt: skip

    def engine(self, output: io.StringIO) -> Engine:
        return UciEngine(load("ending:KPK"), output)
