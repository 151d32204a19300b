"""What all routes share: the store, the games, the jobs and the limits."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from yomikiri.play.tree import Tree
from yomikiri.solve.following import Certificates
from yomikiri.web.jobs import Jobs
from yomikiri.web.lasting import Lasting
from yomikiri.web.limits import Limits, checked_text, open_game
from yomikiri.web.sessions import Sessions
from yomikiri.web.store import Store


class Desk(NamedTuple):
    """Everything behind the API."""

    store: Store
    sessions: Sessions
    jobs: Jobs
    lasting: Lasting
    limits: Limits
    certificates: Certificates
    threads: ThreadPoolExecutor  # in which requests are answered
    runs: Path | None = None  # where the lab keeps its runs; None: they are not shown

    def close(self) -> None:
        """Stop the work, all but what is to last, and close the file."""
        self.jobs.close()
        self.threads.shutdown(wait=True, cancel_futures=True)
        self.store.close()


def open_desk(
    data: Path, limits: Limits, runs: Path | None = None, certificates: Path | None = None
) -> Desk:
    """A desk with its games in the folder `data`; certificates lie there, too, or elsewhere."""
    store = Store(data)
    lasting = Lasting(data / "solves", limits)
    proofs = Certificates(certificates or data / "certificates")
    threads = ThreadPoolExecutor(limits.answering, "answer")
    sessions = Sessions(store, limits)
    return Desk(store, sessions, Jobs(limits), lasting, limits, proofs, threads, runs)


def find_spot(desk: Desk, game_text: str, position: str, moves: str) -> Tree:
    """The game of some moves from the start or another position; raises InputError."""
    limits = desk.limits
    game = open_game(checked_text(game_text, "web.a_game", limits.text))
    state = game.start
    if position.strip():
        state = game.parse(checked_text(position, "web.a_position", limits.text))
    return Tree(game, state, game.read_moves(state, checked_text(moves, "web.moves", limits.text)))
