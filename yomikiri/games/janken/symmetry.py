"""The symmetries of janken shogi: the diagonal, and other names for rock, scissors and paper."""

from yomikiri.bits import bit, count, lowest, rest
from yomikiri.games.janken.dice import REFLECTED, RENAMED, SIGNS
from yomikiri.games.janken.motion import inserted
from yomikiri.games.janken.state import SLIDE, STAY, TRAIL, Janken, JankenRules
from yomikiri.jit import kernel
from yomikiri.rules import rule


def number_of_maps(faces: str) -> int:
    """How many there are: if faces are not alike they cannot be renamed."""
    return 6 if faces == SIGNS else 2


@rule
def symmetries(rules: JankenRules):
    """The reflection in the diagonal of the goals; with usual dice, also other names of faces."""
    return rules.maps


@rule
def mirror(rules: JankenRules, state, number):
    """Bit 0 of the number reflects, the rest renames rock, scissors and paper."""
    own, own_dice = state.own, renamed(state.own_dice, count(state.own), number >> 1)
    other, other_dice = state.other, renamed(state.other_dice, count(state.other), number >> 1)
    trail = state.trail
    if number & 1 != 0:
        own, own_dice = reflected(own, own_dice)
        other, other_dice = reflected(other, other_dice)
        trail = reflected_trail(trail)
    return Janken(own, own_dice, other, other_dice, state.turn, state.left, trail)


@rule
def mirror_move(rules: JankenRules, move, number):
    """The cell across the diagonal, and u for r, d for l."""
    if number & 1 == 0 or move >= STAY:
        return move
    slide, cell = move // SLIDE * SLIDE, move % SLIDE >> 2
    return slide + 4 * across(cell) + (move & 3 ^ 1)


@kernel
def across(cell):
    """The cell on the other side of the diagonal."""
    return cell % 6 * 6 + cell // 6


@kernel
def reflected(cells, dice):
    """The dice on the other side of the diagonal, front and side exchanged."""
    image, image_dice = 0, 0
    while cells != 0:
        target = across(lowest(cells))
        cells = rest(cells)
        place = count(image & bit(target) - 1)
        image_dice = inserted(image_dice, place, REFLECTED >> 3 * (dice & 7) & 7)
        image |= bit(target)
        dice >>= 3
    return image, image_dice


@kernel
def reflected_trail(trail):
    """The trails on the other side of the diagonal."""
    image = 0
    while trail != 0:
        one = trail & (1 << TRAIL) - 1
        trail >>= TRAIL
        mine = across((one & 63) - 1) + 1
        for at in (6, 9):
            direction = one >> at & 7
            if direction != 0:
                mine |= (direction - 1 ^ 1) + 1 << at
        if image == 0:
            image = mine
        elif image & 63 < mine & 63:
            image |= mine << TRAIL
        else:
            image = mine | image << TRAIL
    return image


@kernel
def renamed(dice, number, times):
    """The dice with scissors for rock, paper for scissors and rock for paper, `times` times."""
    for _ in range(times):
        image = 0
        for place in range(number):
            image |= (RENAMED >> 3 * (dice >> 3 * place & 7) & 7) << 3 * place
        dice = image
    return dice
