"""Kernels beneath the rules: dice that roll and are taken, turned boards, trails of a turn."""

from yomikiri.bits import bit, count, lowest, rest, reverse, shift_down
from yomikiri.games.janken.dice import (
    CELLS,
    PRINTED_ASIDE,
    PRINTED_UP,
    ROLLED_ASIDE,
    ROLLED_UP,
)
from yomikiri.games.janken.state import FULL, KINDS, NEAR, ON_TARGET, SIMPLE, TRAIL, Janken
from yomikiri.jit import kernel
from yomikiri.rules import LOSS, ONGOING, WIN

# Dice.


@kernel
def rolled(lie, direction):
    """How a die lies after a roll."""
    return (ROLLED_UP if direction & 1 == 0 else ROLLED_ASIDE) >> 3 * lie & 7


@kernel
def rolled_as_printed(lie, direction, turn):
    """The same by the table of the thesis on `simple`, which is not the same for both players."""
    return (PRINTED_UP if direction & 1 == 0 else PRINTED_ASIDE)[turn] >> 3 * lie & 7


@kernel
def lie_at(cells, dice, cell):
    """How the die on this cell lies."""
    return dice >> 3 * count(cells & bit(cell) - 1) & 7


@kernel
def shown_sign(rules, kind, lie):
    """What is on top of a die of this kind that lies so."""
    return rules.signs >> 2 * (3 * kind + (lie >> 1)) & 3


@kernel
def beats(rules, own, own_dice, own_kinds, cell, other, other_dice, other_kinds, target):
    """Whether the die on a cell beats the enemy's on the target."""
    mine, theirs = lie_at(own, own_dice, cell), lie_at(other, other_dice, target)
    if rules.signs == 0:
        return rules.beats >> 6 * mine + theirs & 1 != 0
    sign = shown_sign(rules, lie_at(own, own_kinds, cell), mine)
    against = shown_sign(rules, lie_at(other, other_kinds, target), theirs)
    return (against - sign + 3) % 3 == 1


@kernel
def without(dice, place):
    """The dice but the one in this place."""
    low = bit(3 * place) - 1
    return dice & low | dice >> 3 & ~low


@kernel
def inserted(dice, place, lie):
    """The dice with one more in this place."""
    low = bit(3 * place) - 1
    return dice & low | lie << 3 * place | (dice & ~low) << 3


@kernel
def turned(cells):
    """The cells with the board turned around."""
    return shift_down(reverse(cells), 64 - CELLS)


@kernel
def turned_dice(dice, number):
    """The dice in the opposite order: turning a die around does not change how it lies."""
    back = (dice & 7) << 9 | (dice & 0o70) << 3 | dice >> 3 & 0o70 | dice >> 9 & 7
    return back >> 3 * (4 - number)


# Actions.


@kernel
def is_lost(rules, state):
    """Whether the last move won: the mover has no die left, or the other is on the goal."""
    return state.own == 0 or (state.other & 1 != 0 and rules.kind != SIMPLE)


@kernel
def may_take(rules, state, cell, target):
    """Whether the die on a cell may take the one on the target."""
    if rules.meets != 0:
        return rules.meets == ON_TARGET
    own_kinds, other_kinds = state.trail, state.trail >> TRAIL
    return beats(
        rules,
        state.own,
        state.own_dice,
        own_kinds,
        cell,
        state.other,
        state.other_dice,
        other_kinds,
        target,
    )


@kernel
def barred(rules, state, cell):
    """Cells that the die on this cell may not enter, whatever stands there."""
    cells = 0
    if rules.area & bit(cell) == 0 and not (rules.funbari != 0 and count(state.own) == 1):
        cells = rules.area
    trail = state.trail if rules.signs == 0 else 0
    while trail != 0:
        if (trail & 63) - 1 == cell:
            latest, before = (trail >> 6 & 7) - 1, (trail >> 9 & 7) - 1
            step = rules.tables[NEAR + 4 * cell + (latest ^ 2)]
            if before < 0 or rules.revisit == 0:
                cells |= bit(step)
            if before >= 0:
                cells |= bit(rules.tables[NEAR + 4 * step + (before ^ 2)])
        trail >>= TRAIL
    return cells


@kernel
def can_act(rules, state):
    """Whether a die can roll or take."""
    cells = state.own
    while cells != 0:
        if ways(rules, state, lowest(cells)) != 0:
            return True
        cells = rest(cells)
    return False


@kernel
def ways(rules, state, cell):
    """The directions in which a die can roll or take, as bits."""
    shut = state.own | barred(rules, state, cell)
    found = 0
    for direction in range(4):
        target = rules.tables[NEAR + 4 * cell + direction]
        if target >= 0 and shut & bit(target) == 0:
            if state.other & bit(target) == 0 or may_take(rules, state, cell, target):
                found |= 1 << direction
    return found


@kernel
def extended(trail, cell, target, direction):
    """The trails after a step, that of the smaller cell lowest."""
    mine, others = 0, trail
    if (trail & 63) - 1 == cell:
        mine, others = trail & (1 << TRAIL) - 1, trail >> TRAIL
    elif (trail >> TRAIL & 63) - 1 == cell:
        mine, others = trail >> TRAIL, trail & (1 << TRAIL) - 1
    mine = target + 1 | direction + 1 << 6 | (mine >> 6 & 7) << 9
    if others == 0:
        return mine
    if others & 63 < mine & 63:
        return others | mine << TRAIL
    return mine | others << TRAIL


@kernel
def passed(rules, own, own_dice, other, other_dice, turn):
    """The position as the next player sees it, at the beginning of the turn."""
    next_own, next_other = turned(other), turned(own)
    mine, theirs = count(other), count(own)
    left = 1
    if rules.kind == FULL:
        left = 2
        if rules.funbari != 0 and mine == 1:
            left = 3
        if rules.die != 0:
            left = 0
    return Janken(
        next_own,
        turned_dice(other_dice, mine),
        next_other,
        turned_dice(own_dice, theirs),
        1 - turn,
        left,
        0,
    )


@kernel
def with_kinds(state, own_kinds, other_kinds):
    """The position after a turn, with the kinds of the dice of who moved and of the other."""
    mine = turned_dice(other_kinds, count(state.own))
    theirs = turned_dice(own_kinds, count(state.other))
    return Janken(
        state.own,
        state.own_dice,
        state.other,
        state.other_dice,
        state.turn,
        state.left,
        KINDS | theirs << TRAIL | mine,
    )


@kernel
def struck(rules, state, mine, target):
    """The position after a die of `simple` moved onto the other's, its top as `mine` lies.

    The one that is beaten is gone; if neither is, the mover stays where it was.
    """
    own, own_dice, other, other_dice = state.own, state.own_dice, state.other, state.other_dice
    if rules.beats >> 6 * mine + other_dice & 1 != 0:
        own, own_dice, other, other_dice = bit(target), mine, 0, 0
    elif rules.beats >> 6 * other_dice + mine & 1 != 0:
        own, own_dice = 0, 0
    return passed(rules, own, own_dice, other, other_dice, state.turn)


@kernel
def comparison(rules, state):
    """WIN or LOSS if two single dice stand side by side and one beats the other."""
    cell = lowest(state.own)
    for direction in range(4):
        target = rules.tables[NEAR + 4 * cell + direction]
        if target >= 0 and state.other & bit(target) != 0:
            mine, theirs = state.own_dice, state.other_dice
            if rules.beats >> 6 * mine + theirs & 1 != 0:
                return WIN
            if rules.beats >> 6 * theirs + mine & 1 != 0:
                return LOSS
    return ONGOING
