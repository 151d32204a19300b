"""What pieces of the shogi family attack: steps, slides, checks; and tries, which they prevent."""

from yomikiri.bits import highest, lowest
from yomikiri.games.shogi.state import kind_at, royal
from yomikiri.games.shogi.tables import (
    BETWEEN,
    FAR,
    FIRST_SLIDER,
    KINDS,
    LINE,
    LINES,
    RAYS,
    REACH,
    ROW,
    SLIDES,
    STEPS,
)
from yomikiri.jit import kernel


@kernel
def slide(rules, row, cell, occupied):
    """Cells to which a piece slides, up to the first occupied one; `row` is its side and kind."""
    ways = rules.tables[SLIDES + row]
    found = 0
    while ways != 0:
        way = lowest(ways)
        ray = rules.tables[RAYS + ROW * way + cell]
        blockers = ray & occupied
        if blockers != 0:
            first = lowest(blockers) if way < 4 else highest(blockers)
            ray ^= rules.tables[RAYS + ROW * way + first]
        found |= ray
        ways &= ways - 1
    return found


@kernel
def reached(rules, state, side, pieces, occupied):
    """All cells that these pieces of a side step or slide to, own ones included."""
    found = 0
    while pieces != 0:
        cell = lowest(pieces)
        row = KINDS * side + kind_at(state, cell)
        found |= rules.tables[STEPS + ROW * row + cell]
        if row & FIRST_SLIDER != 0:
            found |= slide(rules, row, cell, occupied)
        pieces &= pieces - 1
    return found


@kernel
def is_in_check(rules, state):
    """Whether the opponent attacks the royal piece; asked of every position that a search sees.

    So only pieces next to it are examined, and sliders on a line with it.
    """
    at = royal(state, state.own)
    if at == 0:
        return False
    tables = rules.tables
    king, row = lowest(at), KINDS * (1 - state.turn)
    near = state.other & tables[REACH + king]
    while near != 0:
        cell = lowest(near)
        if tables[STEPS + ROW * (row + kind_at(state, cell)) + cell] & at != 0:
            return True
        near &= near - 1
    sliders = state.other & state.plane3 & tables[LINES + king]
    while sliders != 0:
        line = slider_line(rules, state, row, lowest(sliders), king)
        if line >= 0 and line & (state.own | state.other) == 0:
            return True
        sliders &= sliders - 1
    return False


@kernel
def slider_line(rules, state, row, cell, king):
    """The cells between a slider and a king on its line, -1 if it does not slide that way.

    `row` is that of the slider's side.
    """
    line = rules.tables[BETWEEN + ROW * cell + king]
    slides = rules.tables[SLIDES + row + kind_at(state, cell)] >> (line >> LINE) & 1 != 0
    return line & rules.cells if slides else -1


@kernel
def is_try(rules, state):
    """Whether the opponent's royal piece has won on the far rank."""
    if rules.tries == 0:
        return False
    at = royal(state, state.other) & rules.tables[FAR + 1 - state.turn]
    if at == 0 or rules.tries == 1:
        return at != 0
    return reached(rules, state, state.turn, state.own, state.own | state.other) & at == 0
