"""Games of a search against itself, from random openings that have not decided them.

A game is a small document: the number of each move, what it seemed to be worth to its mover, and
which moves were made at random.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import ESTIMATE_UNIT, Game, State
from yomikiri.games.net import is_net
from yomikiri.jit import kernel
from yomikiri.lab.openings import Opening, Openings, random_moves
from yomikiri.lanes import UNIT
from yomikiri.rules import (
    MOST_MOVE,
    is_answered,
    legal_moves,
    move_buffer,
    play,
    repetition,
    tempts,
)
from yomikiri.search import workspace as ws
from yomikiri.search.self_play import UNFAIR, play_game
from yomikiri.search.table import make_table
from yomikiri.search.trail import STEP
from yomikiri.search.values import SCORE_STEP, WON

NODES, MOST_NODES = 500, 10**15  # that are searched for a move; the most, as for players
OPENING = (2, 9)  # plies at random, least and most
FAIR = 0.8  # units: the most that the position after them may be worth
EVEN = 0.2  # units: the most that an opening of a match is worth to either
STRAY, NEVER = 8, 1 << 40  # one move in so many is any move
FEWEST = 0.8  # a share of results beyond which strays become no fewer
LONGEST = 300  # plies
MEGABYTES = 4.0  # of the table
MOST_NUMBER = (1 << 31) - 1  # of a game: samples keep it in 32 bits
TRIES = 50  # openings, before an unfair one has to do

Record = dict[str, Any]


def as_game(game: Game, line: Record) -> Record:
    """A game that was kept; raises for a line that is none.

    Kernels trust moves: one that is not legal would lead them outside the board.
    """
    moves, values, results = line["moves"], line["values"], [line["result"]]
    if "exact" in line:
        results = [*results, *line["exact"]]
    numbers = [line["number"], *line["opening"], *moves, *values, *line.get("strays", ())]
    if not all(type(n) is int and abs(n) <= MOST_MOVE for n in [*numbers, *results]):
        raise ValueError
    if not moves or len(moves) != len(values) or len(results) not in (1, 1 + len(moves)):
        raise ValueError
    if not 0 <= line["number"] <= MOST_NUMBER or not all(abs(result) <= 1 for result in results):
        raise ValueError
    played = np.array([*line["opening"], *moves], np.int64)
    if legal_plies(game.rules, game.start, played, move_buffer()) < played.size:
        raise ValueError
    return line


@kernel
def legal_plies(rules: Any, state: Any, moves: Any, out: Any) -> int:
    """How many moves of a line are legal, up to the first that is not."""
    for ply in range(moves.size):
        is_legal = False
        for place in range(legal_moves(rules, state, out)):
            is_legal |= out[place] == moves[ply]
        if not is_legal:
            return ply
        state = play(rules, state, moves[ply])
    return int(moves.size)


class SelfPlay:
    """A game and weights of its evaluation, and all that a search needs."""

    def __init__(self, game: Game, weights: Any, nodes: int = NODES, stray: int = STRAY) -> None:
        self.game, self.nodes, self.stray = game, nodes, stray
        self.fair = round(FAIR * unit_of(game, weights))
        self.most = WON + SCORE_STEP * (game.greatest + 1)
        self.calm = None if is_answered(tempts, game.rules) else 0
        control = np.zeros(2 * ws.COUNTERS, np.int64)
        control[ws.OWN_WORD] = is_answered(repetition, game.rules)
        self.space = ws.Workspace(
            ws.LOOK_AHEAD,
            0,
            0,
            1,
            ws.COUNTERS,
            make_table(MEGABYTES),
            np.zeros(ws.BUSY_SIZE, np.int64),
            control,
            np.zeros(ws.SCRATCH, np.int64),
            weights,
        )
        trail = np.zeros(STEP * (LONGEST + 2), np.int64)
        self.generator = np.zeros(1, np.int64)
        self.room = (move_buffer(), move_buffer(), np.zeros(2, np.int64), trail, self.generator)
        self.moves, self.values, self.strays = np.zeros((3, LONGEST), np.int64)

    def play(self, number: int, seed: int) -> Record:
        """The game with this number."""
        for attempt in range(TRIES):
            chance = random.Random(f"{seed} {number} {attempt}")
            start, opening = self.opening(chance)
            self.generator[0] = chance.getrandbits(62)
            if (game := self.play_on(start, opening, self.fair)) is not None:
                break
        else:
            game = self.play_on(start, opening, self.most)
        assert game is not None
        return {"number": number, **game}

    def opening(self, chance: random.Random) -> tuple[State, list[int]]:
        """A start and some moves at random."""
        plies = chance.randint(*OPENING)
        return self.game.start, random_moves(
            self.game, plies, str(chance.random()), self.game.start
        )

    def play_on(self, start: State, opening: list[int], fair: int) -> Record | None:
        """The game after an opening; None if that has decided it."""
        state = self.game.replay(start, opening)
        plies, result = play_game(
            self.game.rules,
            self.space,
            state,
            self.room,
            self.moves,
            self.values,
            self.strays,
            self.nodes,
            fair,
            self.stray,
            self.most,
            self.calm,
        )
        if result == UNFAIR:
            return None
        return {
            "opening": opening,
            "moves": self.moves[:plies].tolist(),
            "values": self.values[:plies].tolist(),
            "strays": np.nonzero(self.strays[:plies])[0].tolist(),
            "result": int(result),
        }


def unit_of(game: Game, weights: Any) -> float:
    """What multiplies the odds of a win by e, in values of a search by these weights."""
    return float(weights[UNIT]) if is_net(weights) else game.chance_unit * ESTIMATE_UNIT


def check_nodes(nodes: int) -> None:
    """Raise InputError for a number of positions that no search can count."""
    if not 1 <= nodes <= MOST_NODES:
        raise InputError("number.whole_range", name="nodes", least=1, most=MOST_NODES, got=nodes)


def stray_for(results: float) -> int:
    """One move in so many is any move: the fewer, the more is learned from results.

    A result says nothing about the positions before such a move.
    """
    return round(STRAY / (1 - min(results, FEWEST)))


def play_chunk(
    spec: str, weights: Any, nodes: int, seed: int, numbers: range, stray: int = STRAY
) -> list[Record]:
    """Some games: a piece of work."""
    playing = SelfPlay(load(spec), weights, nodes, stray)
    return [playing.play(number, seed) for number in numbers]


def even_openings(game: Game, records: Sequence[Record], weights: Any, most: int) -> Openings:
    """The openings of games that were about even after them, for pairs of a match; `most` games."""
    worth = EVEN * unit_of(game, weights)
    lines = [record["opening"] for record in records if abs(record["values"][0]) <= worth]
    texts = {" ".join(game.line_text(game.start, line)) for line in lines[:most]}
    named = tuple(Opening("", text) for text in sorted(texts))
    return Openings(0, named) if named else Openings(sum(OPENING) // 2)
