"""The command `serve`: the page and its API on this machine."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from yomikiri.errors import InputError, Said, reason, shortened
from yomikiri.games import load, strangers
from yomikiri.games.game import Game
from yomikiri.jit import notify
from yomikiri.library.warming import warm_behind
from yomikiri.outside import fault_of
from yomikiri.play.tree import Tree
from yomikiri.reading import data_folder
from yomikiri.uncompiled import HURRY
from yomikiri.web.api import make_app
from yomikiri.web.limits import open_families
from yomikiri.web.security import LOOPBACK
from yomikiri.web.views import position_view, sample_picture
from yomikiri.words import message, say

HOST, PORT = "127.0.0.1", 8000
CLOSE_SECONDS = 3  # that open streams have to end
DRAW_SECONDS = 10  # at most for the cards' pictures, before it says that it is ready
WARM_SECONDS = 2  # then for what is compiled already to be loaded
PAUSE = 0.4  # seconds between two families that are drawn by plain Python
LOOK = 0.02  # seconds between two looks at that; nobody waits for what must be compiled


def serve(
    host: str = HOST,
    port: int = PORT,
    data: Path | None = None,
    language: str = "en",
    runs: Path | None = None,
    certificates: Path | None = None,
) -> None:
    """Answer requests until Ctrl-C; raises InputError if there is no such address."""
    if not 0 <= port <= 65535:
        raise InputError("web.port", got=port)
    if not host.strip():  # it would mean every address of this machine
        raise InputError("web.no_host", got=host)
    listener = listen(host, port)
    # Bound to this machine only, we answer to its names only; else to whatever name we have.
    hosts = LOOPBACK if host in LOOPBACK else ()
    app = make_app(data or data_folder(), hosts=hosts, runs=runs, certificates=certificates)
    config = uvicorn.Config(
        app,
        log_level="critical",  # what goes wrong in a request is logged by the application
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSE_SECONDS,
    )
    server = uvicorn.Server(config)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, leave)
    drawn = threading.Event()
    warming = threading.Thread(target=warm_up, args=(drawn,), daemon=True)
    warming.start()
    end = time.monotonic() + DRAW_SECONDS
    while warming.is_alive() and not drawn.is_set() and time.monotonic() < end:
        warming.join(LOOK)
    end = time.monotonic() + WARM_SECONDS
    while warming.is_alive() and HURRY.compiling is None and time.monotonic() < end:
        warming.join(LOOK)
    print(say(message("web.ready", address=address), language), flush=True)
    server.run(sockets=[listener])


def leave(number: int, _: object) -> None:
    """End as after Ctrl-C, in order, so that whoever compiles for us is stopped, too.

    Uvicorn, which has closed everything by then, hands the signal on: by itself it would kill.
    """
    raise SystemExit(128 + number)


def listen(host: str, port: int) -> socket.socket:
    """A bound socket, so that a wrong address is an error of one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that is said to be TCP's does asyncio send small answers at once; without it
    # the second part of one waits up to 40 ms until the first is acknowledged.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise InputError("web.listen", host=host, port=port, why=reason(error)) from None
    return listener


def warm_up(drawn: threading.Event) -> None:
    """Have the cards' pictures ready, which is told by `drawn`, then the rules of every family.

    What is not compiled yet is compiled by another process, one family after the other; until then
    rules run as plain Python, so that no click waits for them.  All pictures take that 0.2 s: it is
    worth waiting for them, because the page's first answer then brings them, compressed together.
    """
    games: list[Game] = []
    for name in open_families():
        with told(name):
            games.append(load(name))
    pause = PAUSE if warm_behind(*games) else 0.0
    for game in games:
        with told(game.family):
            sample_picture(game.family)
    drawn.set()
    for game in games:
        time.sleep(pause)  # plain Python leaves little time to whoever answers a click
        with told(game.family):
            position_view(Tree(game))


@contextmanager
def told(name: str) -> Iterator[None]:
    """A game of one's own that fails is told in a line; the others are made ready all the same."""
    try:
        yield
    except Exception as error:
        if name not in (homes := strangers()):
            raise
        file, why = fault_of(error) or (homes[name], f"{type(error).__name__}: {error}")
        why = shortened(" ".join(why.split()), 200)
        failing = message("game.failing", file=os.path.relpath(file), why=why)
        notify(error.message if isinstance(error, Said) else failing)
