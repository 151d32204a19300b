"""How many positions can be reached, where they are too many to count: an estimate without bias.

Positions near the start are all known.  From there particles walk on at random, and walks are
weighed so that every position counts the same, however many ways lead to it.  For that there is a
way *back* from every position x: take back at random one of the moves that may have been last.
With q(y | x) for the chance to step back from x to y, the products of q over all walks to x add up
to s(x), the chance that a walk back from x comes home to a known position.  So

    number of positions = sum over all walks of (product of q) / s(its end)

Which positions can be reached is never decided; that ways back lead astray only costs precision.
The sum is sampled by particles, drawn again after each step by their weights (a sequential Monte
Carlo sampler with a backward kernel: Del Moral, Doucet, Jasra 2006).  1/s(x) is sampled by a crowd
that walks back from x beside the particle's own way, those who are lost replaced by copies of the
others (a conditional sampler: Andrieu, Doucet, Holenstein 2010).  Neither has a bias, whatever the
number of particles and the size of the crowd; but where few of a crowd come home, the estimate is
most often too low, and rarely much too high.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import spread, wrap
from yomikiri.chance import STREAM, draw
from yomikiri.jit import from_row, kernel
from yomikiri.rules import (
    is_answered,
    key,
    legal_moves,
    move_buffer,
    mover,
    play,
    remaining,
    retract,
    retractable,
)
from yomikiri.search.frontier import TooMany, is_known
from yomikiri.search.playout import choose
from yomikiri.search.survey import Known, known_positions

PARTICLES = 1000
ENDS = 10  # of them, after each step, from which a crowd walks back


class Cloud(NamedTuple):
    """What one cloud of particles says."""

    layers: NDArray[np.float64]  # [remaining] positions, by how much of the game remains
    share: float  # of a crowd that comes home; the harmonic mean


def takes_back(rules: Any) -> bool:
    """Whether the game can take moves back."""
    return is_answered(retractable, rules)


def nearest_positions(rules: Any, start: Any, most: int) -> Known:
    """All positions down to as little remaining as `most` of them allow."""
    least = int(remaining(rules, start))
    found = known_positions(rules, start, least, most)
    while least > 0:
        least -= 1
        try:
            found = known_positions(rules, start, least, most)
        except TooMany:
            break
    return found


def send_cloud(
    rules: Any,
    start: Any,
    known: Known,
    seed: int,
    *,
    crowd: int,
    particles: int = PARTICLES,
    ends: int = ENDS,
) -> Cloud:
    """One estimate of the positions in each layer; the known ones are counted."""
    layers, tries = known.layers.astype(np.float64), [1.0]
    generator = np.array([wrap(seed * STREAM + 1)])
    draws = np.random.default_rng([seed % (1 << 63), crowd])
    moves, before = move_buffer(), move_buffer()
    edge = known.rows[known.left == known.least]
    longest = 2 * known.least + 2  # a pass between any two moves
    paths = np.zeros((particles, longest, len(start)), np.int64)
    paths[:, 0] = edge[draws.integers(len(edge), size=particles)]
    weights = np.zeros(particles)
    people = np.zeros((2, crowd, len(start)), np.int64)
    number = float(len(edge))
    for step in range(1, longest):
        step_on(rules, start, known.least, generator, moves, before, step, paths, weights)
        total = weights.sum()
        if total == 0:
            break
        number *= total / particles
        marks = (draws.random() + np.arange(particles)) / particles
        chosen = np.searchsorted(np.cumsum(weights) / total, marks)
        paths[:, : step + 1] = paths[np.minimum(chosen, particles - 1), : step + 1]
        for one in draws.permutation(particles)[:ends]:
            home = walk_back(
                rules, start, known.least, generator, moves, before, known.seen, step, paths[one],
                *people,
            )  # fmt: skip
            left = remaining(rules, type(start)(*paths[one, step].tolist()))
            layers[left] += number / home / ends
            tries.append(1 / home)
    return Cloud(layers, float(1 / np.mean(tries)))


@kernel
def step_on(rules, start, least, generator, moves, before, step, paths, weights):
    """Play a move for each particle; its weight is the chance to come back, by that to go on."""
    for place in range(weights.size):
        state = from_row(start, paths[place, step - 1])
        weights[place] = 0.0
        number = legal_moves(rules, state, moves)
        if number == 0:
            continue
        move = moves[choose(rules, state, number, generator, moves)]
        child = play(rules, state, move)
        if remaining(rules, child) >= least:  # it is known
            continue
        backward = retractable(rules, start, child, before)
        for index in range(backward):
            if before[2 * index] == move:
                weights[place] = number / (backward * before[2 * index + 1])
        for field in range(len(child)):
            paths[place, step, field] = child[field]


@kernel
def walk_back(rules, start, least, generator, moves, before, seen, step, path, people, others):
    """The share of a crowd that comes home from the end of a path, one of them along that path."""
    crowd = people.shape[0]
    for place in range(crowd):
        for field in range(people.shape[1]):
            people[place, field] = path[step, field]
    share = 1.0
    while True:
        is_over = step == 0
        step = max(0, step - 1)
        for field in range(people.shape[1]):
            others[0, field] = path[step, field]
        left = 1
        for place in range(1, crowd):
            state = from_row(start, people[place])
            if remaining(rules, state) < least:
                number = retractable(rules, start, state, before)
                if number <= 0:
                    continue
                index = spread(draw(generator), number)
                move, ways = before[2 * index], before[2 * index + 1]
                earlier = retract(rules, state, move, spread(draw(generator), ways))
                if not leads_to(rules, earlier, move, state, moves):
                    continue
                if remaining(rules, earlier) < least:
                    is_over = False
                elif not is_known(rules, earlier, seen):
                    continue
                state = earlier
            for field in range(len(state)):
                others[left, field] = state[field]
            left += 1
        share *= left / crowd
        if is_over:
            return share
        for place in range(crowd):
            # The first one goes the path; the others may start again from anybody who is left.
            one = place if place == 0 or left == crowd else spread(draw(generator), left)
            for field in range(people.shape[1]):
                people[place, field] = others[one, field]


@kernel
def leads_to(rules, state, move, later, moves):
    """Whether a move is legal, and makes `later` of `state`."""
    for index in range(legal_moves(rules, state, moves)):
        if moves[index] == move:
            child = play(rules, state, move)
            first, second = key(rules, child)
            third, fourth = key(rules, later)
            same = first == third and second == fourth
            return same and mover(rules, child) == mover(rules, later)
    return False
