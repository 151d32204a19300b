"""Whole games of a search against itself, in one call: thousands of short searches a second."""

from yomikiri.bits import plain, spread
from yomikiri.chance import draw
from yomikiri.jit import kernel
from yomikiri.rules import FIRST, NO_MOVE, is_proof, key, legal_moves, mover, outcome, play
from yomikiri.search import alpha_beta, look_ahead
from yomikiri.search.trail import earlier, remember, repetition_value
from yomikiri.search.values import worth
from yomikiri.search.workspace import MOST_NODES, NEVER, NODES, STOP

DEEPEST = 64
UNFAIR = -2  # a result: the game was not played, for its opening had decided it


@kernel
def play_game(rules, space, state, room, moves, values, strays, nodes, fair, stray, most, calm):
    """Play from `state`; how many plies, and the result as the first player sees it, or UNFAIR.

    Each move is searched for `nodes` nodes.  The moves are written into `moves` and what each
    position was worth to its mover into `values`; as many as there is room for: then the game is
    drawn.  One move in `stray` is any move, so that positions are seen which only mistakes lead
    to; `strays` has 1 for those.  A game ends as soon as somebody is sure to win, and at a
    repetition.  `fair` is the most that the first position may be worth to either.  `room` has the
    buffers of a move, `most` is beyond every value; `calm` is None where there are captures, else
    any number.
    """
    tried, repeated, found, trail, generator = room
    me = mover(rules, state)
    for ply in range(moves.size):
        me = mover(rules, state)
        number = legal_moves(rules, state, tried)
        if number == 0:
            return ply, seen_by_first(me, outcome(rules, state))
        remember(rules, trail, state, ply)
        for index in range(number):
            repeated[index] = repeats(rules, space, state, trail, ply, tried[index])
        value = choose(rules, space, state, tried, repeated, found, number, nodes, most, calm)
        if ply == 0 and abs(value) > fair:
            return 0, UNFAIR
        moves[ply], values[ply], strays[ply] = tried[0], value, 0
        if is_proof(value) or repeated[0] != NEVER:
            return ply + 1, seen_by_first(me, value)
        if spread(draw(generator), stray) == 0:
            other = spread(draw(generator), number)
            if repeated[other] == NEVER:
                moves[ply], strays[ply] = tried[other], 1
        state = play(rules, state, moves[ply])
    return moves.size, 0


@kernel
def seen_by_first(me, value):
    """Who wins by a value of `me`: 1 the first player, -1 the second, 0 nobody."""
    sign = 1 if value > 0 else (-1 if value < 0 else 0)
    return sign if me == FIRST else -sign


@kernel
def repeats(rules, space, state, trail, ply, move):
    """What a move is worth that leads back to a position of the game, or NEVER."""
    child = play(rules, state, move)
    first, second = key(rules, child)
    again = earlier(trail, first, second, ply + 1)
    if again == NO_MOVE:
        return NEVER
    value = worth(space, repetition_value(rules, trail, child, again, ply + 1), 0)
    return value if mover(rules, child) == mover(rules, state) else -value


@kernel
def choose(rules, space, state, tried, repeated, found, number, nodes, most, calm):
    """The value of the best move, which is brought to the front of those tried."""
    control = space.control
    control[space.counters + NODES], control[MOST_NODES], control[STOP] = 0, nodes, 0
    value = 0
    for depth in range(1, DEEPEST):
        found[0] = NO_MOVE
        if calm is None:
            moves, values = tried[:number], repeated[:number]
            look_ahead.best_of(rules, space, state, moves, values, found, -most, most, depth)
        else:
            best_of(rules, space, state, tried[:number], repeated[:number], found, depth, most)
        if found[0] != NO_MOVE:
            # A round that was stopped has not seen all moves: the value is this or more.
            value = max(value, found[1]) if control[STOP] != 0 and depth > 1 else found[1]
            for index in range(found[0], 0, -1):  # the others keep their order
                tried[index], tried[index - 1] = tried[index - 1], tried[index]
                repeated[index], repeated[index - 1] = repeated[index - 1], repeated[index]
        if control[STOP] != 0 or is_proof(value):
            break
    return value


@kernel
def best_of(rules, space, state, moves, repeated, found, depth, most):
    """The same as look_ahead.best_of, by the search of games without captures."""
    me = mover(rules, state)
    best, ply, top = -most, plain(0), plain(0)
    for done in range(moves.size):
        value = repeated[done]
        if value == NEVER:
            child = play(rules, state, moves[done])
            same = mover(rules, child) == me
            ceiling = most if done == 0 else best + 1
            while True:
                low, high = (best, ceiling) if same else (-ceiling, -best)
                value = alpha_beta.search(rules, space, child, low, high, depth - 1, ply, top)
                value = value if same else -value
                if space.control[STOP] != 0:
                    return
                if value < ceiling or ceiling == most:
                    break
                ceiling = most
        if done == 0 or value > best:
            best = value
            found[0], found[1] = done, value
