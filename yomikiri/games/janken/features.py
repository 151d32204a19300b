"""What a net sees of janken shogi: each die, each two that are near, the actions left.

A die is its owner, how it lies and its cell, from home to the goal, as the view's owner sees them.
Dice of both players that are at most NEAR steps apart, rows and columns counted alike, are also
seen together: how both lie, and where the other's is from one's own.  Mirror images, in the
diagonal or with other names for rock, scissors and paper, are seen alike: the position is first
brought into one form, in which the own die next to home has a rock on top.
"""

from yomikiri.bits import count, lowest, rest
from yomikiri.games.janken.dice import CELLS, SIDE
from yomikiri.games.janken.motion import turned, turned_dice
from yomikiri.games.janken.state import TRAIL, JankenRules
from yomikiri.games.janken.symmetry import reflected, renamed
from yomikiri.jit import kernel
from yomikiri.rules import rule

NEAR = 2
REACH = 2 * NEAR + 1
LIES = 6
KINDS = 8  # of dice, where they differ
MOST_LEFT = 4  # actions of a turn, and 0


@rule
def feature_rows(rules: JankenRules):
    """Dice of both, pairs, and the actions that are left to the one or the other."""
    return 2 * looks(rules) * CELLS + LIES * LIES * REACH * REACH + 2 * MOST_LEFT


@rule
def most_features(rules: JankenRules):
    """All dice, all pairs, and one for the actions."""
    return 2 * rules.pieces + rules.pieces * rules.pieces + 1


@kernel
def looks(rules):
    """How many ways a die can look: how it lies, and where dice differ also what kind it is."""
    return LIES if rules.signs == 0 else LIES * KINDS


@rule
def features(rules: JankenRules, state, view, out):
    """Those of the dice, then of pairs, then the actions."""
    own, own_dice, other, other_dice = state.own, state.own_dice, state.other, state.other_dice
    own_kinds, other_kinds = 0, 0
    if rules.signs != 0:
        own_kinds, other_kinds = state.trail & (1 << TRAIL) - 1, state.trail >> TRAIL
    mine, theirs = count(own), count(other)
    if view != 0:
        own, other = turned(other), turned(own)
        own_dice, other_dice = turned_dice(other_dice, theirs), turned_dice(own_dice, mine)
        own_kinds, other_kinds = turned_dice(other_kinds, theirs), turned_dice(own_kinds, mine)
    own, own_dice, own_kinds, other, other_dice, other_kinds = in_form(
        rules, own, own_dice, own_kinds, other, other_dice, other_kinds
    )
    ways = looks(rules)
    number = add_dice(own, own_dice, own_kinds, ways, 0, out, 0)
    number = add_dice(other, other_dice, other_kinds, ways, ways * CELLS, out, number)
    first = 2 * ways * CELLS
    number = add_pairs(own, own_dice, other, other_dice, first, out, number)
    out[number] = first + LIES * LIES * REACH * REACH + MOST_LEFT * view + state.left
    return number + 1


@kernel
def in_form(rules, own, own_dice, own_kinds, other, other_dice, other_kinds):
    """The position in the form that it shares with its mirror images."""
    image, image_dice = reflected(own, own_dice)
    other_image, other_image_dice = reflected(other, other_dice)
    image_kinds, other_image_kinds = 0, 0
    if rules.signs != 0:
        image_kinds = in_order(own, own_kinds)
        other_image_kinds = in_order(other, other_kinds)
    if rules.maps > 2:
        own_dice, other_dice = named_by_first(own_dice, own, other_dice, other)
        image_dice, other_image_dice = named_by_first(
            image_dice, image, other_image_dice, other_image
        )
    # Sets of cells first: dice matter only where both sets are their own mirror images.
    less = image - own
    if less == 0:
        less = other_image - other
    if less == 0:
        less = image_dice - own_dice
    if less == 0:
        less = other_image_dice - other_dice
    if less == 0:
        less = image_kinds - own_kinds
    if less == 0:
        less = other_image_kinds - other_kinds
    if less < 0:
        own, own_dice, own_kinds = image, image_dice, image_kinds
        other, other_dice, other_kinds = other_image, other_image_dice, other_image_kinds
    return own, own_dice, own_kinds, other, other_dice, other_kinds


@kernel
def in_order(cells, kinds):
    """The kinds of dice in the order of their cells across the diagonal."""
    # Kinds are three bits each, as lies are, but reflecting a die does not change its kind.
    image, found, place = 0, 0, 0
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        target = cell % SIDE * SIDE + cell // SIDE
        before = 0
        targets = image
        while targets != 0:
            if targets & 63 < target + 1:
                before += 1
            targets >>= 6
        low = (1 << 3 * before) - 1
        found = found & low | (kinds >> 3 * place & 7) << 3 * before | (found & ~low) << 3
        image = image << 6 | target + 1
        place += 1
    return found


@kernel
def named_by_first(own_dice, own, other_dice, other):
    """The dice with names such that the first of the own ones has a rock on top."""
    times = 0
    # Lies are in pairs by their top: rock, scissors, paper; a renaming makes scissors of rock.
    top = (own_dice & 7) >> 1
    if own == 0:
        top = (other_dice & 7) >> 1
    if top != 0:
        times = 3 - top
    return renamed(own_dice, count(own), times), renamed(other_dice, count(other), times)


@kernel
def add_dice(cells, dice, kinds, ways, first, out, number):
    """Write the features of a player's dice from `number` on; where they end."""
    while cells != 0:
        out[number] = first + ways * lowest(cells) + (dice & 7) + LIES * (kinds & 7)
        number += 1
        cells, dice, kinds = rest(cells), dice >> 3, kinds >> 3
    return number


@kernel
def add_pairs(own, own_dice, other, other_dice, first, out, number):
    """The same for dice of both that are near each other."""
    while own != 0:
        cell, cells, dice = lowest(own), other, other_dice
        while cells != 0:
            target = lowest(cells)
            across, up = target % SIDE - cell % SIDE + NEAR, target // SIDE - cell // SIDE + NEAR
            if 0 <= across < REACH and 0 <= up < REACH:
                lies = LIES * (own_dice & 7) + (dice & 7)
                out[number] = first + (lies * REACH + up) * REACH + across
                number += 1
            cells, dice = rest(cells), dice >> 3
        own, own_dice = rest(own), own_dice >> 3
    return number
