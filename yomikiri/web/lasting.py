"""Solves that outlive the page and the server: each a process of its own, with a store.

A solve is a folder's worth of files named after its question: what was asked (`.json`), the store
(`.sqlite`), and what the process said last (`.out`).  Whoever serves the folder later finds them.
"""

import hashlib
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.solve.forecast import check_lasting
from yomikiri.solve.listing import FINISHED, RUNNING, STOPPED, in_short
from yomikiri.solve.stores import is_busy, read_store, stop_writer
from yomikiri.web.limits import Busy, Limits, NotFound
from yomikiri.words import in_both, message

SHOWN = (
    "rules_hash",
    "state",
    "lower",
    "upper",
    "tasks",
    "nodes",
    "seconds",
    "nodes_per_second",
    "nodes_left",
)

FRESH = "--fresh"
LONGEST = 300  # characters of what a process said

Json = dict[str, Any]


class Lasting:
    """The solves in a folder."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder, self.limits = folder, limits
        self.lock = threading.Lock()
        self.started: dict[str, subprocess.Popen[bytes]] = {}  # by this server

    def file(self, name: str, ending: str) -> Path:
        """One of the files of a solve; raises NotFound."""
        if not name.isalnum():
            raise NotFound("web.no_solve")
        return self.folder / f"{name}.{ending}"

    def names(self) -> list[str]:
        """Every solve, the latest first."""
        found = sorted(self.folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)
        return [path.stem for path in found]

    def is_running(self, name: str) -> bool:
        """Whether a process is at work on it, whoever started it."""
        process = self.started.get(name)
        ours = process is not None and process.poll() is None
        return ours or is_busy(self.file(name, "sqlite"))

    def start(self, game: Game, state: Any, goal: str, *, fresh: bool = False) -> Json:
        """Begin a solve, or go on with it; raises InputError or Busy.

        `fresh` puts away a store that cannot be used any more; another is never put away.
        """
        check_lasting(game, goal)
        asked = {"game": str(game), "position": game.show(state), "goal": goal}
        name = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]
        with self.lock:
            if not self.is_running(name) and self.view_of(name, asked)["state"] != FINISHED:
                if sum(map(self.is_running, self.names())) >= self.limits.lasting_workers:
                    raise Busy("web.lasting_busy", most=self.limits.lasting_workers)
                if name not in self.names() and len(self.names()) >= self.limits.lasting_solves:
                    raise Busy("web.lasting_full", folder=str(self.folder))
                self.begin(name, asked, fresh=fresh and self.view_of(name, asked)["broken"])
        return self.view_of(name, asked)

    def begin(self, name: str, asked: Json, *, fresh: bool) -> None:
        """Start the process; it is in a session of its own, so that it outlives us."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "yomikiri", "solve", asked["game"], "--json"]
        command += ["--goal", asked["goal"], "--position", asked["position"]]
        command += ["--store", str(self.file(name, "sqlite")), *([FRESH] if fresh else [])]
        self.file(name, "json").write_text(json.dumps(asked), "utf-8")
        with self.file(name, "out").open("wb") as out:
            self.started[name] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def list(self) -> list[Json]:
        """Every solve, and how far it is."""
        return [self.view(name) for name in self.names()]

    def view(self, name: str) -> Json:
        """What was asked and how far it is; raises NotFound."""
        try:
            asked = json.loads(self.file(name, "json").read_text("utf-8"))
        except OSError:
            raise NotFound("web.no_solve") from None
        return self.view_of(name, asked)

    def view_of(self, name: str, asked: Json) -> Json:
        """The same of a solve whose question is known."""
        state = RUNNING if self.is_running(name) else STOPPED
        found: Json = dict.fromkeys(SHOWN) | {"state": state, "answer": None}
        said = self.complaint(name) if state == STOPPED else ""
        found["broken"] = FRESH in said  # what the command line advises is no advice for a page
        found["said"] = None
        if said:
            found["said"] = in_both(message("web.lasting_broken") if found["broken"] else said)
        try:
            with read_store(self.file(name, "sqlite")) as store:
                for solve in store.solves():
                    found |= {key: in_short(store, solve)[key] for key in SHOWN}
                    found["answer"] = json.loads(solve.answer) if solve.answer else None
        except InputError:  # it has not begun, or cannot be read
            pass
        if state == RUNNING and found["state"] == STOPPED:
            found["state"] = RUNNING
        return {"solve": name, **asked, **found}

    def stop(self, name: str) -> Json:
        """Let the process end; what it found is kept.  Raises NotFound."""
        self.view(name)
        process = self.started.get(name)
        if is_busy(self.file(name, "sqlite")):
            stop_writer(self.file(name, "sqlite"))
        elif process is not None and process.poll() is None:  # it is still being loaded
            process.terminate()
        return self.view(name)

    def complaint(self, name: str) -> str:
        """What the process said last, if that is no answer."""
        try:
            lines = self.file(name, "out").read_text("utf-8", "replace").splitlines()
        except OSError:
            return ""
        return lines[-1][:LONGEST] if lines and not lines[-1].startswith("{") else ""
