"""A task of a long solve: one yes-or-no question about one position, for one thread.

Its table has a size that only depends on the position, so the same task visits the same nodes
wherever it is done.  Games, positions and answers travel as text and numbers.
"""

import os
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.rules import UNLIMITED, remaining
from yomikiri.running import NO_LIMITS, NODES, Limits, Stopped
from yomikiri.search.workspace import READ_OUT
from yomikiri.think.memory import table_size
from yomikiri.think.team import DF_PN, Team
from yomikiri.think.values import Values, ranked
from yomikiri.think.warming import warm_up
from yomikiri.work import stopped_with_work

MEGABYTES = 256.0  # at most, for the tables of a task
TASK_NODES = 1 << 20  # of a task, planned; many end sooner: 30 ms, and 2 ms to choose the next
CLUSTER_NODES = 1 << 24  # the same on a cluster, where a task there and back takes 50 ms
TOO_LARGE = 64  # times as many nodes: then it is split
LIKELY = 1.0  # the move of rank k is played with a chance that falls like e ** (-LIKELY * k)


class Done(NamedTuple):
    """What a task found; no bounds if it was too large."""

    bound: int | None  # at least the goal: the value is no less; below it: no more
    nodes: int
    seconds: float  # of CPU time, which tells the same on a busy machine
    who: str


class Sampled(NamedTuple):
    """What questions about a position took, for a forecast."""

    nodes: int
    first: int  # of them for the first one
    is_stopped: bool  # it took too long


@lru_cache(maxsize=4)
def game_of(spec: str) -> Game:
    """The game, made ready once in each process."""
    game = load(spec)
    warm_up(game, READ_OUT)
    return game


def me() -> str:
    """Who works here."""
    return f"{socket.gethostname()}/{os.getpid()}"


@contextmanager
def team_of(
    game: Game, megabytes: float, most_nodes: int | None = None, way: str = DF_PN
) -> Iterator[Team]:
    """One thread over tables of this size."""
    team = Team(
        game.rules,
        weights=game.weights,
        megabytes=megabytes,
        limits=Limits(nodes=most_nodes),
        handle=stopped_with_work(),
        way=way,
    )
    try:
        yield team
    finally:
        # A team refers to itself, so Python keeps it for a while: not its tables, of megabytes.
        team.spaces.clear()
        team.proofs = None


def room_for(game: Game, state: Any) -> float:
    """Megabytes for the tables of a task; they only depend on the position."""
    return table_size(int(remaining(game.rules, state)), MEGABYTES, NO_LIMITS)


def do_task(spec: str, position: str, goal: int, most_nodes: int, way: str = DF_PN) -> Done:
    """Whether the mover of a position reaches `goal`; by `way` first."""
    game = game_of(spec)
    state = game.parse(position)
    begun = time.thread_time()
    with team_of(game, room_for(game, state), most_nodes, way) as team:
        try:
            bound: int | None = team.search(state, goal - 1, goal)
        except Stopped as end:
            if end.reason != NODES:
                raise
            bound = None
    return Done(bound, team.nodes, time.thread_time() - begun, me())


def do_sample(
    spec: str, position: str, goals: list[int], most_nodes: int, way: str = DF_PN
) -> Sampled:
    """What it takes to answer questions about a position: does its mover reach these goals?"""
    game = game_of(spec)
    state = game.parse(position)
    first = 0
    is_stopped = False
    with team_of(game, room_for(game, state), most_nodes, way) as team:
        try:
            for goal in goals:
                team.search(state, goal - 1, goal)
                first = first or team.nodes
        except Stopped:
            is_stopped = True
    return Sampled(max(1, team.nodes), max(1, first or team.nodes), is_stopped)


def do_value(
    spec: str, position: str, most: int, most_nodes: int, way: str = DF_PN
) -> tuple[int | None, int]:
    """The value of a position to its mover, None if that took too long, and the nodes it took."""
    game = game_of(spec)
    state = game.parse(position)
    with team_of(game, room_for(game, state), most_nodes, way) as team:
        try:
            value = Values(game, team, most).find(state, -most, most, lambda *_: None)
        except Stopped:
            return None, team.nodes
    return value, team.nodes


def do_line(spec: str, position: str, value: int, most: int) -> list[int]:
    """Best play to the end from a position of this value, which is clipped at `most`."""
    game = game_of(spec)
    state = game.parse(position)
    with team_of(game, room_for(game, state)) as team:
        values = Values(game, team, most)
        moves = game.legal_moves(state)
        return values.line(state, value, moves, arrange=values.remembered_first)


def sample(game: Game, root: Any, left: int, chance: random.Random) -> Any | None:
    """A position with at most `left` to come, after plausible moves; None: the game was over.

    Where the game does not say what remains, UNLIMITED less the plies played does.
    """
    state, ply = root, 0
    while left_of(game, state, ply) > left:
        moves = ranked(game, state, game.legal_moves(state))
        if not moves:
            return None
        state = game.play(state, moves[min(len(moves) - 1, int(chance.expovariate(LIKELY)))])
        ply += 1
    return state if game.legal_moves(state) else None


def left_of(game: Game, state: Any, ply: int) -> int:
    """How much of the game is to come, or how far it is from the root."""
    left = int(remaining(game.rules, state))
    return left if left < UNLIMITED else UNLIMITED - ply
