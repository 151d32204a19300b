"""The door: a position, its history and limits in; a thought out, with reports on the way."""

from collections.abc import Sequence

from yomikiri.games.game import Game, State
from yomikiri.rules import UNLIMITED, remaining
from yomikiri.running import NO_LIMITS, SECONDS, Handle, Limits
from yomikiri.search.workspace import LOOK_AHEAD, READ_OUT
from yomikiri.think.deepening import Deepening, longest
from yomikiri.think.dice import Means
from yomikiri.think.every import every_move
from yomikiri.think.mate import by_checks, has_checks
from yomikiri.think.memory import KEPT_FOR, MEGABYTES, Memory, megabytes_for
from yomikiri.think.reading import read_out
from yomikiri.think.team import Team
from yomikiri.think.thought import USUAL, Plan, Report, Task, Thought
from yomikiri.think.warming import is_cold, warm_up
from yomikiri.uncompiled import HURRY

MATE_SHARE = 50  # the mate search may use 1 / MATE_SHARE of the limits,
MATE_NODES = 1000  # or this many nodes where the limit is a depth
MATE_PLIES = 31
PLAYOUT = 40  # positions are read out in the time of a playout that a net judges
FIRST_LOOK = 0.8  # seconds of plain Python, while kernels are being compiled
FIRST_DEPTH = 2  # plies, of which every move is valued in that time


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
    task = Task(game, state, before, limits, moves, plan, report, handle)
    if is_cold(game):
        with HURRY.look():
            found = find(task._replace(limits=in_a_hurry(task)), memory)
        if HURRY.may_guess or (found.move is not None and found.stopped != SECONDS):
            return found
        HURRY.wait()
    return find(task, memory)


def in_a_hurry(task: Task) -> Limits:
    """The limits of a first look by plain Python."""
    seconds, nodes, depth = task.limits
    if task.plan.method is every_move and depth is None:
        depth = FIRST_DEPTH  # it would read to the end
    return Limits(FIRST_LOOK if seconds is None else min(seconds, FIRST_LOOK), nodes, depth)


def find(task: Task, memory: Memory | None) -> Thought:
    """The best move of a task."""
    game, state, _, limits, _, plan, *_ = task
    if plan.mates and (mate := seek_mate(task)) is not None:
        return mate
    spent = 0
    if remaining(game.rules, state) <= plan.endgame and not game.has_chance:
        task = task._replace(limits=half(limits))  # the other half is for looking ahead
        spent = task.limits.nodes or 0
        if plan.method is not None:
            spent *= PLAYOUT
        solved = read_out(
            task._replace(
                limits=task.limits._replace(nodes=spent or None),
                plan=plan._replace(megabytes=None),
            )
        )
        if solved.move is not None:
            return solved
    found = look_ahead(task, memory) if plan.method is None else plan.method(task)
    return found._replace(nodes=found.nodes + spent) if spent else found


def prepare(game: Game, plan: Plan = USUAL) -> None:
    """Compile all that `think` may need by this plan, before a clock runs."""
    if is_cold(game):
        return
    if plan.method is not None:
        think(game, game.start, limits=Limits(nodes=1), plan=plan._replace(endgame=0))
    else:
        warm_up(game, LOOK_AHEAD, plan.threads)
    if plan.mates and not game.has_chance:
        seek_mate(Task(game, game.start, limits=Limits(nodes=1)))
    if remaining(game.rules, game.start) < UNLIMITED and plan.endgame and not game.has_chance:
        warm_up(game, READ_OUT)


def look_ahead(task: Task, memory: Memory | None = None) -> Thought:
    """The best of some moves by estimates; in games with dice by means."""
    game, state, before, limits, _, plan, *_ = task
    if limits.seconds is not None:
        warm_up(game, LOOK_AHEAD, plan.threads)
    if game.has_chance:
        means = Means(task)
        means.study()
        return means.answer()
    megabytes = plan.megabytes
    if megabytes is None:
        megabytes = megabytes_for(limits)
        if memory is not None:
            megabytes = min(KEPT_FOR * megabytes, MEGABYTES[1])
    team = Team(
        game.rules,
        mode=LOOK_AHEAD,
        weights=task.weights,
        threads=plan.threads,
        megabytes=megabytes,
        limits=limits,
        handle=task.handle,
        in_full=plan.in_full,
        after=None if memory is None else memory.take(game, plan, before),
    )
    if memory is not None:
        memory.keep(game, plan, state, team)
    return Deepening(task, team).run(longest(game, state, limits.depth))


def seek_mate(task: Task) -> Thought | None:
    """The shortest win by checks alone, if a small part of the limits is enough to find it."""
    if not has_checks(task.game.rules):
        return None
    seconds, nodes, _ = task.limits
    if nodes is not None or seconds is None:
        nodes = max(1, (nodes or MATE_NODES * MATE_SHARE) // MATE_SHARE)
    limits = Limits(seconds and seconds / MATE_SHARE, nodes, MATE_PLIES)
    found = by_checks(task._replace(limits=limits, plan=Plan(megabytes=1.0)))
    return None if found.move is None else found


def half(limits: Limits) -> Limits:
    """Half of the limits."""
    seconds, nodes, depth = limits
    return Limits(seconds and seconds / 2, nodes and -(-nodes // 2), depth)
