"""How many positions of a class are won, drawn and lost, by who is to move."""

from yomikiri.jit import kernel
from yomikiri.rules import mover, unindex
from yomikiri.search.codes import HOLE

WON, DRAWN, LOST = 0, 1, 2


@kernel
def count_sides(rules, group, start, codes, counts):
    """Add the positions from number `start` on to `counts`, three numbers for each side."""
    for place in range(len(codes)):
        code = codes[place]
        if code != HOLE:
            side = mover(rules, unindex(rules, group, start + place))
            result = WON if code > 0 else LOST if code < 0 else DRAWN
            counts[3 * side + result] += 1
