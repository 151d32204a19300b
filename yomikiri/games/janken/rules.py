"""The compiled rules of janken shogi, in all three rule sets."""

from yomikiri.bits import bit, count, lowest, rest, shift_down
from yomikiri.games.janken.dice import GOAL
from yomikiri.games.janken.motion import (
    can_act,
    comparison,
    extended,
    inserted,
    is_lost,
    lie_at,
    passed,
    rolled,
    rolled_as_printed,
    struck,
    ways,
    with_kinds,
    without,
)
from yomikiri.games.janken.state import (
    AT_ONCE,
    FULL,
    NEAR,
    ON_TARGET,
    SIMPLE,
    SLIDE,
    STAY,
    THROW,
    TRAIL,
    Janken,
    JankenRules,
)
from yomikiri.rules import CHANCE, LOSS, ONGOING, WIN, rule


@rule
def mover(rules: JankenRules, state):
    """The die, when it must be thrown."""
    if state.left == 0 and not is_lost(rules, state):
        return CHANCE
    return state.turn


@rule
def key(rules: JankenRules, state):
    """The turn too: the same position with the players exchanged is not a repetition."""
    first = state.own | state.own_dice << 36 | state.turn << 48 | state.left << 49
    second = state.other | state.other_dice << 36 | shift_down(state.trail, TRAIL) << 48
    return first | (state.trail & (1 << TRAIL) - 1) << 51, second


@rule
def legal_moves(rules: JankenRules, state, out):
    """Every action of every die, the nearest to home first; the directions u r d l."""
    number = 0
    if rules.kind == SIMPLE:
        if outcome(rules, state) != ONGOING:
            return 0
        out[number] = STAY
        number += 1
    elif is_lost(rules, state):
        return 0
    elif state.left == 0:
        for actions in range(1, 4):
            out[number] = THROW + actions
            number += 1
        return number
    cells = state.own
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        open_ways = ways(rules, state, cell)
        for direction in range(4):
            if open_ways >> direction & 1 == 0:
                continue
            out[number] = 4 * cell + direction
            number += 1
            if rules.kind == SIMPLE:
                target = rules.tables[NEAR + 4 * cell + direction]
                if state.other & bit(target) == 0 or rules.meets == ON_TARGET:
                    out[number] = SLIDE + 4 * cell + direction
                    number += 1
    if rules.must_all == 0 and state.trail != 0:
        out[number] = STAY
        number += 1
    return number


@rule
def play(rules: JankenRules, state, move):
    """One action, and the turn passes if it was the last one or there is no other."""
    if move > THROW:
        return Janken(
            state.own,
            state.own_dice,
            state.other,
            state.other_dice,
            state.turn,
            move - THROW,
            state.trail,
        )
    if move == STAY:
        return passed(rules, state.own, state.own_dice, state.other, state.other_dice, state.turn)
    slides = move >= SLIDE
    cell, direction = (move % SLIDE) >> 2, move & 3
    target = rules.tables[NEAR + 4 * cell + direction]
    other, other_dice = state.other, state.other_dice
    lie = lie_at(state.own, state.own_dice, cell)
    takes = other & bit(target) != 0
    if not slides and (not takes or rules.meets == ON_TARGET):
        if rules.printed != 0:
            lie = rolled_as_printed(lie, direction, state.turn)
        else:
            lie = rolled(lie, direction)
    if takes and rules.meets == ON_TARGET:
        return struck(rules, state, lie, target)
    own_kinds, other_kinds = state.trail & (1 << TRAIL) - 1, state.trail >> TRAIL & (1 << TRAIL) - 1
    if takes:
        place = count(other & bit(target) - 1)
        other_dice, other_kinds = without(other_dice, place), without(other_kinds, place)
        other ^= bit(target)
    own = state.own ^ bit(cell)
    place, goes = count(own & bit(cell) - 1), count(own & bit(target) - 1)
    own_dice = inserted(without(state.own_dice, place), goes, lie)
    own |= bit(target)
    if rules.signs != 0:
        kind = own_kinds >> 3 * place & 7
        own_kinds = inserted(without(own_kinds, place), goes, kind)
        after = passed(rules, own, own_dice, other, other_dice, state.turn)
        return with_kinds(after, own_kinds, other_kinds)
    left = state.left - 1
    if left > 0 and other != 0 and (rules.stay != 0 or target != GOAL):
        trail = extended(state.trail, cell, target, direction)
        middle = Janken(own, own_dice, other, other_dice, state.turn, left, trail)
        if can_act(rules, middle):
            return middle
    return passed(rules, own, own_dice, other, other_dice, state.turn)


@rule
def outcome(rules: JankenRules, state):
    """Lost if the other is home or there is nothing to move; in `simple` dice may meet."""
    if rules.kind == SIMPLE:
        if state.own == 0:
            return LOSS
        if state.other == 0:
            return WIN
        return comparison(rules, state) if rules.meets == AT_ONCE else ONGOING
    if is_lost(rules, state):
        return LOSS
    return ONGOING if state.left == 0 or can_act(rules, state) else LOSS


@rule
def may_repeat(rules: JankenRules):
    """Always; endless play is a draw."""
    return True


@rule
def alternates(rules: JankenRules):
    """Only `full` has turns of several actions."""
    return rules.kind != FULL


@rule
def order(rules: JankenRules, state, move, child):
    """Win, take, and go towards the goal before anything else."""
    if move >= STAY:
        return 0
    if child.turn != state.turn and is_lost(rules, child):
        return 8 << 17
    if count(child.own | child.other) != count(state.own | state.other):
        return 6 << 17
    return (4 - (move & 3)) << 17
