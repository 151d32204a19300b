"""Numbers for all positions, for tables.

`single`: only positions in which nobody is on the goal, without holes.  They are as the player to
move sees them, so own dice are never on cell 35 and the opponent's never on cell 0.  A number is
the placement and then, in base 6, how the dice lie.  A placement is the set of own cells, those
with cell 0 first, and then the set of the other's among the cells that remain; sets are numbered
in colexicographic order.  Positions with the same two numbers of dice, whoever has which, are one
class; a capture leads to a class with fewer.

`simple` and `full` with one die each: see pairs.py.
"""

from math import comb

from yomikiri.bits import bit, count, highest, lowest, rest
from yomikiri.games.janken.dice import CELLS, GOAL
from yomikiri.games.janken.motion import (
    comparison,
    inserted,
    is_lost,
    rolled,
    turned,
    turned_dice,
    without,
)
from yomikiri.games.janken.pairs import PAIRS, is_possible, pair_number, pair_state
from yomikiri.games.janken.rules import play
from yomikiri.games.janken.state import (
    AT_ONCE,
    CHOOSE,
    DIGITS,
    GOAL_BIT,
    NEAR,
    SETS_2,
    SETS_3,
    SETS_4,
    SIMPLE,
    SINGLE,
    SIX,
    Janken,
    JankenRules,
)
from yomikiri.jit import kernel
from yomikiri.rules import ONGOING, rule

WIDTH = CELLS + 1  # of a row of binomial coefficients


def class_size(more: int, fewer: int) -> int:
    """How many positions of `single` there are with these numbers of dice."""
    at_home = comb(34, more - 1) * comb(36 - more, fewer)
    away = comb(34, more) * comb(35 - more, fewer)
    size: int = (at_home + away) * 6 ** (more + fewer)
    return size if more == fewer else 2 * size


@rule
def index(rules: JankenRules, state):
    """Class and number."""
    mine, theirs = count(state.own), count(state.other)
    if rules.kind != SINGLE:
        # As its table is printed the players' dice roll differently, so the turn counts too.
        return 0, pair_number(state) + (PAIRS * state.turn if rules.printed != 0 else 0)
    number = placement(rules, state.own, state.other, mine, theirs) * power(mine + theirs)
    number += rules.tables[SIX + state.own_dice] * power(theirs)
    number += rules.tables[SIX + state.other_dice]
    if mine < theirs:
        number += half(rules, mine, theirs)
    return class_of(mine, theirs), number


@rule
def unindex(rules: JankenRules, group, number):
    """The position of this number, the first player to move."""
    if rules.kind != SINGLE:
        if rules.printed != 0 and number >= PAIRS:
            return second_to_move(pair_state(rules, number - PAIRS))
        return pair_state(rules, number)
    more, fewer = 1, group
    while fewer >= more:
        fewer -= more
        more += 1
    fewer += 1
    mine, theirs = more, fewer
    if more != fewer:
        size = half(rules, more, fewer)
        if number >= size:
            number -= size
            mine, theirs = fewer, more
    place, lies = divided(number, mine + theirs)
    own_lies, other_lies = divided(lies, theirs)
    blocks = rules.tables[CHOOSE + WIDTH * (mine - 1) + 34]
    others = rules.tables[CHOOSE + WIDTH * theirs + 36 - mine]
    first = blocks * others
    home = 1
    if place >= first:
        place -= first
        others = rules.tables[CHOOSE + WIDTH * theirs + 35 - mine]
        home = 0
    block = place // others
    own = a_set(rules, mine - home, block)
    other = a_set(rules, theirs, place - block * others)
    cells = own
    while cells != 0:  # make room for own cells
        low = (cells & -cells) - 1
        other = other & low | (other & ~low) << 1
        cells = rest(cells)
    return Janken(
        own << 1 | home,
        rules.tables[DIGITS + own_lies],
        other << 1,
        rules.tables[DIGITS + other_lies],
        0,
        1,
        0,
    )


@rule
def is_position(rules: JankenRules, state):
    """Whether a number of `simple` or `full` is in use."""
    if rules.kind == SINGLE:
        return True
    if state.own & state.other != 0:
        return False
    if rules.kind == SIMPLE:
        return rules.meets != AT_ONCE or comparison(rules, state) == ONGOING
    return is_possible(rules, state)


@rule
def leaves_class(rules: JankenRules, state, move):
    """Whether it takes a die or reaches the goal, or dice that meet end the game."""
    if rules.kind == SINGLE:
        target = rules.tables[NEAR + move]
        return target == GOAL or state.other & bit(target) != 0
    child = play(rules, state, move)
    if is_lost(rules, child) or child.other == 0:
        return True
    return rules.meets == AT_ONCE and comparison(rules, child) != ONGOING


@rule
def unplay(rules: JankenRules, state, out):
    """A roll is taken back by the opposite one, from a cell that was empty and is not the goal."""
    if rules.kind != SINGLE:
        return -1
    mine, theirs = count(state.other), count(state.own)
    own, other = turned(state.other), turned(state.own)
    own_dice = turned_dice(state.other_dice, mine)
    lies = rules.tables[SIX + turned_dice(state.own_dice, theirs)]
    if mine < theirs:
        lies += half(rules, mine, theirs)
    whole, part = power(mine + theirs), power(theirs)
    shut = own | other | GOAL_BIT
    number = 0
    cells = own
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        rank = count(own & bit(cell) - 1)
        lie = own_dice >> 3 * rank & 7
        standing = without(own_dice, rank)
        for direction in range(4):
            source = rules.tables[NEAR + 4 * cell + direction]
            if source < 0 or shut & bit(source) != 0:
                continue
            before = own ^ bit(cell)
            dice = inserted(standing, count(before & bit(source) - 1), rolled(lie, direction))
            place = placement(rules, before | bit(source), other, mine, theirs)
            out[number] = 2 * (place * whole + rules.tables[SIX + dice] * part + lies)
            number += 1
    return number


@kernel
def second_to_move(state):
    """The same with the second player to move."""
    return Janken(
        state.own, state.own_dice, state.other, state.other_dice, 1, state.left, state.trail
    )


# Sets of cells.


@kernel
def placement(rules, own, other, mine, theirs):
    """The number of the two sets of cells."""
    cells = own >> 1
    other >>= 1
    taken = cells
    while taken != 0:  # close the gaps where own cells are
        low = bit(highest(taken)) - 1
        other = other & low | other >> 1 & ~low
        taken &= low
    number = set_number(rules, cells)
    if own & 1 != 0:
        number *= rules.tables[CHOOSE + WIDTH * theirs + 36 - mine]
    else:
        number *= rules.tables[CHOOSE + WIDTH * theirs + 35 - mine]
        number += (
            rules.tables[CHOOSE + WIDTH * (mine - 1) + 34]
            * rules.tables[CHOOSE + WIDTH * theirs + 36 - mine]
        )
    return number + set_number(rules, other)


@kernel
def set_number(rules, cells):
    """The number of a set among those of as many cells."""
    number, row = 0, CHOOSE
    while cells != 0:
        row += WIDTH
        number += rules.tables[row + lowest(cells)]
        cells = rest(cells)
    return number


@kernel
def a_set(rules, size, number):
    """The set of this number among those of `size` cells."""
    if size == 2:
        return rules.tables[SETS_2 + number]
    if size == 1:
        return bit(number)
    if size == 3:
        return rules.tables[SETS_3 + number]
    return rules.tables[SETS_4 + number] if size == 4 else 0


@kernel
def class_of(mine, theirs):
    """1-1, 2-1 or 1-2, 2-2, 3-1 or 1-3, ..."""
    more, fewer = max(mine, theirs), min(mine, theirs)
    return more * (more - 1) // 2 + fewer - 1


@kernel
def half(rules, mine, theirs):
    """How many positions there are in which the mover has `mine` dice, the other `theirs`."""
    at_home = (
        rules.tables[CHOOSE + WIDTH * (mine - 1) + 34]
        * rules.tables[CHOOSE + WIDTH * theirs + 36 - mine]
    )
    away = (
        rules.tables[CHOOSE + WIDTH * mine + 34] * rules.tables[CHOOSE + WIDTH * theirs + 35 - mine]
    )
    return (at_home + away) * power(mine + theirs)


@kernel
def power(dice):
    """How many ways these dice can lie."""
    if dice == 2:
        return 36
    if dice == 4:
        return 1296
    ways = 1
    for _ in range(dice):
        ways *= 6
    return ways


@kernel
def divided(number, dice):
    """Quotient and remainder by the ways these dice can lie; a constant divisor is quicker."""
    if dice == 4:
        quotient = number // 1296
        return quotient, number - 1296 * quotient
    if dice == 2:
        quotient = number // 36
        return quotient, number - 36 * quotient
    ways = power(dice)
    return number // ways, number % ways
