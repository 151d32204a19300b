"""The door: a position, its history and limits in; a thought out, with reports on the way."""

from collections.abc import Sequence

from yomikiri.games.game import Game, State
from yomikiri.rules import UNLIMITED, remaining
from yomikiri.running import INTERRUPT, NO_LIMITS, Handle, Limits
from yomikiri.search.workspace import LOOK_AHEAD, READ_OUT
from yomikiri.think.deepening import Deepening, Report, longest
from yomikiri.think.dice import expectations
from yomikiri.think.mate import find_mate, has_checks
from yomikiri.think.memory import KEPT_FOR, MEGABYTES, Memory, megabytes_for
from yomikiri.think.reading import read_out
from yomikiri.think.team import Team
from yomikiri.think.thought import Plan, Thought
from yomikiri.think.warming import warm_up

USUAL = Plan()
MATE_SHARE = 50  # the mate search may use 1 / MATE_SHARE of the limits,
MATE_NODES = 1000  # or this many nodes where the limit is a depth
MATE_PLIES = 31


def think(
    game: Game,
    state: State,
    history: Sequence[State] = (),
    limits: Limits = NO_LIMITS,
    report: Report | None = None,
    *,
    plan: Plan = USUAL,
    moves: Sequence[int] = (),
    memory: Memory | None = None,
    handle: Handle | None = None,
) -> Thought:
    """The best move as far as the limits allow; `report` gets what is found on the way.

    `history` is every position since the start, with or without this one; `moves` are the only ones
    to consider, none: all legal moves.  Of equal moves the one given first that looked best is
    taken.  `memory` has what was found at the last move of the same game, and is renewed.
    `handle` ends it from another thread.  Raises KeyboardInterrupt after Ctrl-C.
    """
    moves = list(moves or game.legal_moves(state))
    if not moves:
        return Thought(None)
    before = list(history)
    if before and before[-1] == state:
        before.pop()
    if plan.mates and (mate := seek_mate(game, state, limits, handle)) is not None:
        return mate
    spent = 0
    if remaining(game.rules, state) <= plan.endgame and not game.has_chance:
        if limits.seconds is not None:
            warm_up(game, READ_OUT)
        limits = half(limits)  # if that is not enough, the other half is for looking ahead
        solved = read_out(game, state, moves, limits=limits, handle=handle)
        if solved is not None:
            return solved
        spent = limits.nodes or 0
    found = look_ahead(
        game, state, before, limits, report, plan=plan, moves=moves, memory=memory, handle=handle
    )
    return found._replace(nodes=found.nodes + spent)


def prepare(game: Game, plan: Plan = USUAL) -> None:
    """Compile all that `think` may need by this plan, before a clock runs."""
    warm_up(game, LOOK_AHEAD, plan.threads)
    if plan.mates and not game.has_chance:
        seek_mate(game, game.start, Limits(nodes=1), None)
    if remaining(game.rules, game.start) < UNLIMITED and plan.endgame and not game.has_chance:
        warm_up(game, READ_OUT)


def look_ahead(
    game: Game,
    state: State,
    before: Sequence[State],
    limits: Limits,
    report: Report | None = None,
    *,
    plan: Plan = USUAL,
    moves: Sequence[int],
    memory: Memory | None = None,
    handle: Handle | None = None,
) -> Thought:
    """The best of some moves by estimates; in games with dice by means."""
    deepest = longest(game, state, limits.depth)
    weights = game.weights if plan.weights is None else plan.weights
    if limits.seconds is not None:
        warm_up(game, LOOK_AHEAD, plan.threads)
    if game.has_chance:
        return by_means(game, state, limits, deepest, weights, moves, handle)
    megabytes = plan.megabytes
    if megabytes is None:
        megabytes = megabytes_for(limits)
        if memory is not None:
            megabytes = min(KEPT_FOR * megabytes, MEGABYTES[1])
    team = Team(
        game.rules,
        mode=LOOK_AHEAD,
        weights=weights,
        threads=plan.threads,
        megabytes=megabytes,
        limits=limits,
        handle=handle,
        in_full=plan.in_full,
        after=None if memory is None else memory.take(game, plan, before),
    )
    if memory is not None:
        memory.keep(game, plan, state, team)
    deepening = Deepening(game, state, before, moves, team, lines=plan.lines, report=report)
    return deepening.run(deepest, fair=plan.fair)


def by_means(
    game: Game,
    state: State,
    limits: Limits,
    deepest: int,
    weights: object,
    moves: Sequence[int],
    handle: Handle | None,
) -> Thought:
    """The move with the best mean result, searched deeper and deeper up to the limits."""
    values: dict[int, float] = {}
    nodes = depth = 0
    for round_ in expectations(
        game, state, limits=limits, deepest=deepest, weights=weights, handle=handle
    ):
        nodes += round_.nodes
        if round_.is_complete or not values:
            values, depth = dict(round_.moves), round_.depth
    best = max(moves, key=lambda move: values.get(move, -float("inf")))
    return Thought(best, values.get(best, 0.0), depth=depth, nodes=nodes, line=(best,))


def seek_mate(game: Game, state: State, limits: Limits, handle: Handle | None) -> Thought | None:
    """The shortest win by checks alone, if a small part of the limits is enough to find it."""
    if not has_checks(game.rules):
        return None
    seconds, nodes, _ = limits
    if nodes is not None or seconds is None:
        nodes = max(1, (nodes or MATE_NODES * MATE_SHARE) // MATE_SHARE)
    limits = Limits(seconds and seconds / MATE_SHARE, nodes, MATE_PLIES)
    found = find_mate(game.rules, state, limits=limits, megabytes=1, handle=handle)
    if found.stopped == INTERRUPT:
        raise KeyboardInterrupt
    if not found.line:
        return None
    return Thought(
        found.line[0],
        1,
        True,
        nodes=found.nodes,
        seconds=found.seconds,
        line=tuple(found.line),
        equal=tuple(found.best_moves),
        mate=found.plies,
    )


def half(limits: Limits) -> Limits:
    """Half of the limits."""
    seconds, nodes, depth = limits
    return Limits(seconds and seconds / 2, nodes and -(-nodes // 2), depth)
