"""Numbers for all positions of dobutsu and anpanman, so that tables of them can be built.

The player to move is always taken for the first.  Where captured pieces come back (dobutsu) there
is one class, and of two mirror images only one has a number: the royal pieces stand on the left, or
in the middle; if both are in the middle, the image with the smaller number counts.  A number is
built from the places of the royal pieces and then, kind by kind, from the cells of its two pieces
among those still free, their owners and forms; how many of each kind are on the board is the shape
of a position, and each shape has its own range of numbers.

Where captured pieces are gone (anpanman) the class is who has which pieces left, and a number just
the cells one after the other.
"""

from yomikiri.bits import bit, count, lowest, nth
from yomikiri.games.shogi.number_tables import (
    FACTORS,
    GROUPS,
    KINDS_IN_HAND,
    LAST_SHAPE,
    LOST,
    MASKS,
    MIDDLE,
    ON_BOARD,
    PAIRS,
    PLACES,
    ROYAL_CELLS,
    ROYALS,
    SHAPES,
)
from yomikiri.games.shogi.rules import mirror, other_way, turned
from yomikiri.games.shogi.state import (
    CELL,
    DIGIT,
    HAND,
    Shogi,
    ShogiRules,
    cells_of_kind,
    kind_at,
    royal,
)
from yomikiri.games.shogi.tables import HAND_DIGIT, KIND_OF, PROMOTED
from yomikiri.jit import kernel
from yomikiri.rules import rule

RANK_BITS = 16  # of the places and looks of one kind


# Questions.


@rule
def index(rules: ShogiRules, state):
    """The class and the number of a position with both royal pieces."""
    if state.turn != 0:
        state = turned(rules, state)
    if rules.hands == 0:
        return number_by_cells(rules, state)
    tables = rules.tables
    own, other = lowest(royal(state, state.own)), lowest(royal(state, state.other))
    if tables[ROYALS + PLACES * own + other] == LOST:
        state = mirror(rules, state, 1)
    number = number_by_shape(rules, state)
    if is_upright(rules, state):
        number = min(number, number_by_shape(rules, mirror(rules, state, 1)))
    return 0, number


@rule
def unindex(rules: ShogiRules, group, number):
    """The position of a number."""
    if rules.hands == 0:
        return position_by_cells(rules, group, number)
    return position_by_shape(rules, number)


@rule
def is_position(rules: ShogiRules, state):
    """No two pieces on one cell, and of two mirror images the one that has the number."""
    if rules.hands == 0:
        return state.hands == 0
    if not is_upright(rules, state):
        return True
    return number_by_shape(rules, state) <= number_by_shape(rules, mirror(rules, state, 1))


@rule
def leaves_class(rules: ShogiRules, state, move):
    """Royal pieces are taken, or any piece where captured ones are gone."""
    at = bit(move & CELL) & state.other
    return at != 0 and (rules.hands == 0 or royal(state, at) != 0)


@kernel
def is_upright(rules, state):
    """Whether both royal pieces are in the middle file: they do not tell left from right."""
    return royal(state, state.own | state.other) & ~rules.tables[MIDDLE] == 0


# With hands.


@kernel
def number_by_shape(rules, state):
    """The number of a position as it stands, the royal pieces on the left or in the middle."""
    tables = rules.tables
    own, other = lowest(royal(state, state.own)), lowest(royal(state, state.other))
    number = tables[ROYALS + PLACES * own + other]
    free = rules.cells ^ bit(own) ^ bit(other)
    shape = 0
    for hand in range(rules.hands):
        plain = tables[KIND_OF + hand]
        promoted = tables[PROMOTED + plain]
        cells, forms = cells_of_kind(state, plain), 1
        if promoted >= 0:
            cells, forms = cells | cells_of_kind(state, promoted), 2
        held = state.hands >> HAND_DIGIT * hand & DIGIT
        pieces = count(cells)
        if pieces == 0:
            rank, ways = held, 3
        else:
            cell = lowest(cells)
            rank, ways = count(free & bit(cell) - 1), 4 * forms
            look = looks(state, cell, promoted)
            if pieces == 1:
                look = 2 * look + 1 - held
            else:
                second = lowest(cells & cells - 1)
                place = count(free & bit(second) - 1)
                rank, ways = place * (place - 1) // 2 + rank, 4 * forms * forms
                look = look * 2 * forms + looks(state, second, promoted)
            rank = rank * ways + look
        free &= ~cells
        shape = 3 * shape + pieces
        number = number * ways * choices(free, pieces) + rank
    return tables[SHAPES + shape] + number


@kernel
def choices(left, pieces):
    """In how many ways the pieces of a kind fit on what was free before; `left` is free now."""
    free = count(left) + pieces
    if pieces == 2:
        return free * (free - 1) // 2
    return free if pieces == 1 else 1


@kernel
def looks(state, cell, promoted):
    """Owner and form of a piece as a digit: 0 own, 1 the other's; twice that and the form."""
    owner = state.other >> cell & 1
    if promoted < 0:
        return owner
    return 2 * owner + (1 if kind_at(state, cell) == promoted else 0)


@kernel
def position_by_shape(rules, number):
    """The position of a number."""
    tables = rules.tables
    shape = tables[LAST_SHAPE]
    while tables[SHAPES + shape] > number:
        shape -= 1
    number -= tables[SHAPES + shape]
    # The last kind is the last digit of a number, but lies on what the others leave free.
    ranks = 0
    for hand in range(rules.hands - 1, -1, -1):
        factor = tables[FACTORS + KINDS_IN_HAND * shape + hand]
        ranks = ranks << RANK_BITS | number % factor
        number //= factor
    royals = tables[ROYAL_CELLS + number]
    state = Shogi(bit(royals // PLACES), bit(royals % PLACES), 0, 0, 0, 0, 0, 0)
    for hand in range(rules.hands):
        pieces = tables[ON_BOARD + KINDS_IN_HAND * shape + hand]
        state = with_kind(rules, state, hand, pieces, ranks & (1 << RANK_BITS) - 1)
        ranks >>= RANK_BITS
    return state


@kernel
def with_kind(rules, state, hand, pieces, rank):
    """The position with both pieces of a kind added."""
    tables = rules.tables
    plain = tables[KIND_OF + hand]
    promoted = tables[PROMOTED + plain]
    digit = HAND_DIGIT * hand
    if pieces == 0:
        return with_hands(state, state.hands + (rank << digit) + (2 - rank << HAND + digit))
    form = 1 if promoted >= 0 else 0  # the bits of a form
    free = rules.cells ^ state.own ^ state.other
    if pieces == 1:
        look, place = rank & (4 << form) - 1, rank >> 2 + form
        state = with_hands(state, state.hands + (1 << digit + HAND * (look & 1)))
        return with_piece(state, nth(free, place), look >> 1, plain, promoted)
    look, pair = rank & (4 << 2 * form) - 1, tables[PAIRS + (rank >> 2 + 2 * form)]
    less, greater = nth(free, pair // PLACES), nth(free, pair % PLACES)
    state = with_piece(state, less, look >> 1 + form, plain, promoted)
    return with_piece(state, greater, look & (2 << form) - 1, plain, promoted)


@kernel
def with_hands(state, hands):
    """The position with other hands."""
    return Shogi(
        state.own,
        state.other,
        state.plane0,
        state.plane1,
        state.plane2,
        state.plane3,
        hands,
        state.turn,
    )


@kernel
def with_piece(state, cell, look, plain, promoted):
    """The position with a piece of this owner and form added."""
    owner, kind = look, plain
    if promoted >= 0:
        owner = look >> 1
        kind = promoted if look & 1 != 0 else plain
    return put(state, cell, owner, kind)


@kernel
def put(state, cell, owner, kind):
    """The position with a piece added on an empty cell; owner 1 is the opponent."""
    return Shogi(
        state.own | (1 - owner) << cell,
        state.other | owner << cell,
        state.plane0 | (kind & 1) << cell,
        state.plane1 | (kind >> 1 & 1) << cell,
        state.plane2 | (kind >> 2 & 1) << cell,
        state.plane3 | (kind >> 3) << cell,
        state.hands,
        state.turn,
    )


# Without hands: kinds 1 and 2 are the two that are not royal.


@kernel
def number_by_cells(rules, state):
    """The class and the number of a position of which captured pieces are gone."""
    number = lowest(royal(state, state.own)) * rules.size + lowest(royal(state, state.other))
    mask = 0
    for piece in range(4):
        side = state.own if piece < 2 else state.other
        cells = side & (state.plane0 if piece % 2 == 0 else state.plane1)
        if cells != 0:
            mask |= 1 << piece
            number = number * rules.size + lowest(cells)
    group = rules.tables[GROUPS + mask]
    if group >= 16:
        number += rules.size ** (2 + count(mask))
    return group % 16, number


@kernel
def position_by_cells(rules, group, number):
    """The position of a number; `hands` is not 0 if two pieces would stand on one cell."""
    mask = rules.tables[MASKS + 2 * group]
    half = rules.size ** (2 + count(mask))
    if number >= half:
        mask = rules.tables[MASKS + 2 * group + 1]
        number -= half
    state = Shogi(0, 0, 0, 0, 0, 0, 0, 0)
    clash = 0
    for piece in range(3, -3, -1):
        if piece < 0 or mask >> piece & 1 != 0:
            cell = number % rules.size
            number //= rules.size
            clash |= (state.own | state.other) & bit(cell)
            owner = 1 if piece >= 2 or piece == -1 else 0
            state = put(state, cell, owner, 0 if piece < 0 else piece % 2 + 1)
    return with_hands(state, clash)


@kernel
def other_players(rules, state):
    """The board as whoever made the last move sees it: as the first player, and to move."""
    return other_way(turned(rules, state) if state.turn == 0 else state)
