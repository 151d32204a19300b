"""The games of a match, played one after the other or by several processes."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from contextlib import contextmanager
from multiprocessing.synchronize import Event

from yomikiri.games import meet, strangers
from yomikiri.games.game import Game
from yomikiri.lab.games import Pairing, Record, play_game
from yomikiri.players import make_player

AHEAD = 4  # games queued for each process
MOST_JOBS = max(64, os.cpu_count() or 1)  # more only take each other's time and memory


def play_all(
    game: Game, players: Sequence[str], pairings: Iterator[Pairing], jobs: int
) -> Iterator[Record]:
    """The records of all games, as they end."""
    if jobs == 1:
        yield from (record for pairing in pairings if (record := play_game(pairing)))
        return
    # Compile before the others start, or each would: the rules, then what the players need.
    play_game(Pairing(game.spec, ("random", "random"), 0, 0, 0))
    for text in players:
        make_player(text, game).choose(game.start)
    # Forked processes would inherit the locks of threads that they do not have.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, start_worker, (stop, strangers())) as pool:
        try:
            with interrupts_blocked():  # the first one starts the processes
                waiting = {pool.submit(play_one, next(pairings))}
            for pairing in pairings:
                waiting.add(pool.submit(play_one, pairing))
                if len(waiting) >= AHEAD * jobs:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from finished(done)
            yield from finished(as_completed(waiting))
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Ctrl-C waits; to processes that are started meanwhile it never comes.

    A process that is still importing could only answer it with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def finished(futures: Iterable[Future[Record | None]]) -> Iterator[Record]:
    """The records of games that ended; one that was stopped has none."""
    for future in futures:
        if (record := future.result()) is not None:
            yield record


STOP: list[Event] = []  # in a worker process: its match's stop flag


def start_worker(stop: Event, families: Mapping[str, str]) -> None:
    """Ctrl-C goes to every process; only the parent heeds it, and tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    STOP[:] = [stop]
    meet(families)


def end_with_parent() -> None:
    """End this process when its parent has ended, killed perhaps, and nobody gives it games."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
    os._exit(0)


def play_one(pairing: Pairing) -> Record | None:
    """A game in a worker process."""
    return play_game(pairing, STOP[0].is_set)
