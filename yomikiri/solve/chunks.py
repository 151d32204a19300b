"""A chunk of a certificate: what some positions are worth, read out again and recorded.

A call for a crew: games, positions and moves travel as text and numbers.
"""

import time
from functools import partial
from typing import NamedTuple

import numpy as np

from yomikiri.games.game import Game
from yomikiri.search.frontier import CONTROL, FULL, POSITIONS, STOP
from yomikiri.search.recording import MOVES, Record, record
from yomikiri.solve.rows import Chunk
from yomikiri.solve.strategy import Chart
from yomikiri.solve.tasks import game_of, team_of
from yomikiri.think.team import Team

MEGABYTES = 64.0  # of tables: larger than for tasks, so that less of the proof is lost
FIRST_ROOM, MOST_ROOM = 1 << 17, 1 << 22  # positions of a chunk


class Root(NamedTuple):
    """Where a chunk begins."""

    position: str
    proves: bool  # whether its mover is the one who proves


def do_chunk(spec: str, roots: list[Root], need: int, floor: int, way: str) -> Chunk:
    """The strategy by which the player who proves gets `need` from each of the roots."""
    begun = time.perf_counter()
    game = game_of(spec)
    room, nodes = FIRST_ROOM, 0
    while True:
        notes, spent = walk(game, roots, need, floor, room, way)
        nodes += spent
        if not notes.control[FULL]:
            break
        assert room < MOST_ROOM, "more positions than a chunk can have"
        room *= 4
    moves = notes.out[: notes.control[MOVES]].astype(np.uint8).tobytes()
    return Chunk(moves, int(notes.control[POSITIONS]), nodes, time.perf_counter() - begun)


def walk(
    game: Game, roots: list[Root], need: int, floor: int, room: int, way: str
) -> tuple[Record, int]:
    """What is met below the roots, if there is room for it, and the nodes that were visited."""
    notes = Record(
        Chart(game).words,
        np.zeros(CONTROL, np.int64),
        np.zeros(8 * room, np.int64),
        np.zeros(2 * room, np.int64),  # each mover has so many places among the positions
    )
    with team_of(game, MEGABYTES, way=way) as team:
        for position, proves in roots:
            state = game.parse(position)
            goal = need if proves else 1 - need
            if game.legal_moves(state):
                reached = team.search(state, goal - 1, goal) >= goal
                assert reached == proves, f"the facts about {position} are wrong: a bug"
            job = partial(follow, game, team, notes, state, goal, proves, floor)
            team.runner.run([job], partial(halt, team, notes))
            if notes.control[STOP]:
                break
        return notes, team.nodes


def follow(
    game: Game, team: Team, notes: Record, state: object, goal: int, proves: bool, floor: int
) -> None:
    """Record a strategy from one root."""
    space = team.spaces[0]
    record(game.rules, space, team.proofs, notes, state, goal, int(proves), floor, 0)


def halt(team: Team, notes: Record) -> None:
    """Make the walk return soon."""
    notes.control[STOP] = 1
    team.halt()
