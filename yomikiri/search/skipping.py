"""What look_ahead.py prunes or reduces, by estimates and by the order of moves."""

from yomikiri.bits import plain
from yomikiri.jit import kernel
from yomikiri.rules import MOST_ESTIMATE, pays
from yomikiri.search.margins import (
    FEW,
    FUTILE,
    FUTILE_DEPTH,
    FUTILE_PLY,
    GOOD_HISTORY,
    LOGS,
    LOSING_DEPTH,
    LOSS_PLY,
    LOSS_SQUARED,
    ONE_PLY,
    SHALLOW,
)
from yomikiri.search.table import UNKNOWN, lower_of, upper_of
from yomikiri.search.values import estimate
from yomikiri.search.workspace import STATIC


@kernel
def judge(rules, space, state, known, ply):
    """The estimate of a position, and 1 if it is better than two plies before.

    An estimate outside the bounds of the table is replaced by the bound.
    """
    scratch = space.scratch
    static = estimate(rules, state, space.weights)
    scratch[STATIC + ply] = static
    improving = 1 if ply < 2 or static > scratch[STATIC + ply - 2] else 0
    if known != UNKNOWN:
        static = max(static, min(lower_of(known), MOST_ESTIMATE))
        static = min(static, max(upper_of(known), -MOST_ESTIMATE))
    return static, improving


@kernel
def late_reduction(depth, done, improving, wide):
    """The reduction of a quiet move after `done` others; one ply more where nothing improves."""
    if depth <= 1:
        return 0
    plies = (LOGS[min(depth, 255)] * LOGS[min(done + 1, 255)] + ONE_PLY // 2) // ONE_PLY
    less = 4 * plies // 5
    return less + 1 - improving if less > 1 and not wide else less


@kernel
def reduction(rules, state, move, depth, less, past, is_cut, wide):
    """The same with the move's history, and whether it loses material."""
    if depth < SHALLOW:
        return 0
    less += (1 if is_cut else 0) - (1 if wide else 0) - past // GOOD_HISTORY
    less += 0 if pays(rules, state, move, plain(0)) else 1
    return max(0, min(less, depth - 2))


@kernel
def is_skipped(rules, state, move, is_quiet, done, depth, after, ahead, improving):
    """Whether a move that gives no check is not searched; it would be, `after` plies deep.

    `ahead` is how far the estimate is above the window's lower end.
    """
    if not is_quiet:
        return depth < LOSING_DEPTH and not pays(rules, state, move, -LOSS_PLY * depth)
    if done >= (FEW + depth * depth) * (1 + improving) // 2:
        return True
    after = max(0, after)
    if after < FUTILE_DEPTH and ahead + FUTILE + FUTILE_PLY * after <= 0:
        return True
    return after < LOSING_DEPTH and not pays(rules, state, move, -LOSS_SQUARED * after * after)
