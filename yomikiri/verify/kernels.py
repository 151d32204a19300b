"""The compiled checker: rules, search and walk, written for certificates alone.

A position is own and other stones, in machine words; `goal` is what the player to move must get.
"""

from yomikiri.bits import bit, count, lowest, mix, plain, rest, shift_down
from yomikiri.jit import kernel
from yomikiri.verify.board import STOP

LOWEST = -(1 << 63)  # turns the order of signed words into that of unsigned ones
PROVED, ILLEGAL, REFUTED, LEFT, STOPPED = 0, 1, 2, 3, 4
CODE, USED, SEEN, ENDS, OWN, OTHER = 0, 1, 2, 3, 4, 5  # what `follow` reports
STATE = 3  # words of a position in a set, on the stack or among the roots: own, other, proves
NONE, OTHERS, PROVERS = 0, 1, 2  # whether the prover is to move
MEMO = 3  # words of a position that was searched: own, other, twice the goal and what came of it
KNOWN = 64  # added to the last of them, for 0 means that there is none


@kernel
def turned_over(board, own, other, cell):
    """The stones that a stone on a cell turns over."""
    tables = board.tables
    total = 0
    if tables[board.near + cell] & other == 0:
        return total
    mine = own | bit(cell)
    at = tables[board.rays + cell]
    while tables[at] != STOP:
        run = 0
        while tables[at] != STOP and bit(tables[at]) & other != 0:
            run |= bit(tables[at])
            at += 1
        if tables[at] != STOP and bit(tables[at]) & mine != 0:
            total |= run
        while tables[at] != STOP:
            at += 1
        at += 1
    return total


@kernel
def can_move(board, own, other):
    """Whether a player can turn anything over."""
    empty = board.all & ~(own | other)
    while empty != 0:
        if turned_over(board, own, other, lowest(empty)) != 0:
            return True
        empty = rest(empty)
    return False


@kernel
def has_line(board, stones):
    """Whether four stones stand in a line."""
    at = board.lines
    while board.tables[at] != 0:
        if board.tables[at] & stones == board.tables[at]:
            return True
        at += 1
    return False


@kernel
def children(board, own, other, out):
    """Write own and other of each position after a move, in the order of cells; how many."""
    number = 0
    empty = board.all & ~(own | other)
    if board.falls != 0:
        if has_line(board, other):
            return 0
        while empty != 0:
            cell = lowest(empty)
            empty = rest(empty)
            below = cell + board.across
            if below >= board.cells or (own | other) & bit(below) != 0:
                out[2 * number], out[2 * number + 1] = other, own | bit(cell)
                number += 1
        return number
    while empty != 0:
        cell = lowest(empty)
        empty = rest(empty)
        turned = turned_over(board, own, other, cell)
        if turned != 0:
            out[2 * number], out[2 * number + 1] = other ^ turned, own | turned | bit(cell)
            number += 1
    if number == 0 and can_move(board, other, own):
        out[0], out[1] = other, own
        number = 1
    return number


@kernel
def result(board, own, other):
    """The result of a game that is over, for the player to move."""
    if board.falls != 0:
        return -1 if has_line(board, other) else 0
    difference = count(own) - count(other)
    if board.winner_takes != 0:
        empty = count(board.all & ~(own | other))
        if difference > 0:
            difference += empty
        elif difference < 0:
            difference -= empty
    return difference


@kernel
def landings(board, stones):
    """The cells on which a stone can come to lie."""
    found = 0
    free = board.all & ~stones
    while free != 0:
        cell = lowest(free)
        free = rest(free)
        if cell + board.across >= board.cells or stones & bit(cell + board.across) != 0:
            found |= bit(cell)
    return found


@kernel
def winning(board, stones, cells):
    """Those of some cells on which one more stone makes a line."""
    found = 0
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        at = board.tables[board.through + cell]
        while board.tables[at] != 0:
            if board.tables[at] & stones == board.tables[at]:
                found |= bit(cell)
                break
            at += 1
    return found


@kernel
def drops(board, own, other, goal, memo, scratch):
    """The same in Connect Four, where nobody has a line yet.

    What is known of a position is remembered with the whole position, and believed of it alone.
    """
    cells = landings(board, own | other)
    if cells == 0:
        return 1 if goal <= 0 else 0
    if winning(board, own, cells) != 0:
        return 1 if goal <= 1 else 0
    must = winning(board, other, cells)
    if must != 0:
        if rest(must) != 0:  # one of two lines cannot be stopped
            return 1 if goal <= -1 else 0
        cells = must
    mixed = mix(own ^ mix(other, -7046029254386353131), -4417276706812531889)
    at = MEMO * (shift_down(mixed, 20) % (memo.size // MEMO))
    if memo[at] == own and memo[at + 1] == other and memo[at + 2] >> 1 == goal + KNOWN:
        return memo[at + 2] & 1
    found = 0
    while cells != 0 and found == 0 and scratch[0] == 0:
        cell = bit(lowest(cells))
        cells = rest(cells)
        if drops(board, other, own | cell, 1 - goal, memo, scratch) == 0:
            found = 1
    if scratch[0] == 0:
        memo[at], memo[at + 1], memo[at + 2] = own, other, 2 * (goal + KNOWN) + found
    return found


@kernel
def reaches(board, own, other, goal, top, scratch, memo):
    """1 if the player to move gets `goal` or more, by looking at everything, else 0.

    `scratch[0]` not 0 ends the search, and then it says nothing.
    """
    if board.falls != 0 and not has_line(board, other):
        return drops(board, own, other, goal, memo, scratch)
    out = scratch[top:]
    number = children(board, own, other, out)
    if number == 0:
        return 1 if result(board, own, other) >= goal else 0
    for move in range(number):
        place = top + 2 * move
        below = reaches(
            board, scratch[place], scratch[place + 1], 1 - goal, top + 2 * number, scratch, memo
        )
        if below == 0:
            return 1
    return 0


@kernel
def image_of(board, cells, image):
    """A set of cells under a map of the board."""
    found = 0
    for byte in range(8):
        found |= board.tables[board.images + 256 * (8 * image + byte) + (cells & 255)]
        cells = shift_down(cells, 8)
    return found


@kernel
def canonical(board, own, other):
    """The smallest image, compared as unsigned words by own and then by other stones."""
    best, best_other = own, other
    for image in range(1, board.maps):
        mine = image_of(board, own, image)
        if mine ^ LOWEST <= best ^ LOWEST:
            theirs = image_of(board, other, image)
            if mine != best or theirs ^ LOWEST < best_other ^ LOWEST:
                best, best_other = mine, theirs
    return best, best_other


@kernel
def is_new(seen, own, other, kind):
    """Put a position into a set whose size is a power of two; whether it was not there."""
    mixed = mix(own ^ mix(other, -7046029254386353131), -4417276706812531889) ^ kind
    place = shift_down(mix(mixed, -7070675565921424023), 20) & seen.size // 4 - 1
    while seen[4 * place + 2] != NONE:
        if seen[4 * place] == own and seen[4 * place + 1] == other and seen[4 * place + 2] == kind:
            return False
        place = place + 1 & seen.size // 4 - 1
    seen[4 * place], seen[4 * place + 1], seen[4 * place + 2] = own, other, kind
    return True


@kernel
def follow(
    board, moves, roots, need, floor, most, seen, ends, end_set, keep, scratch, memo, report
):
    """Walk from the roots by the prover's moves and all of the other's, as the format says.

    `report[CODE]` says what came of it.  With `keep` the positions at the floor are written to
    `ends`, else they are searched, with what `memo` has room for.  `scratch[0]` not 0 ends it.
    """
    used, positions, kept = 0, 0, 0
    stack = 1
    for root in range(roots.size // STATE):
        for word in range(STATE):
            scratch[stack + word] = roots[STATE * root + word]
        top = stack + STATE
        while top > stack:
            if scratch[0] != 0:
                report[CODE] = STOPPED
                return
            top -= STATE
            own, other = canonical(board, scratch[top], scratch[top + 1])
            kind = scratch[top + 2]
            low = count(board.all & ~(own | other)) <= floor
            if low and keep != 0:
                if is_new(end_set, own, other, kind):
                    if kept == ends.size // STATE:
                        report[CODE] = LEFT
                        return
                    at = STATE * kept
                    ends[at], ends[at + 1], ends[at + 2] = own, other, kind
                    kept += 1
                continue
            number = 0 if low else children(board, own, other, scratch[top:])
            if number == 0:
                goal = need if kind == PROVERS else 1 - need
                wanted = 1 if kind == PROVERS else 0
                found = reaches(board, own, other, goal, plain(top), scratch, memo)
                if found != wanted and scratch[0] == 0:
                    report[CODE], report[OWN], report[OTHER] = REFUTED, own, other
                    return
                continue
            if not is_new(seen, own, other, kind):
                continue
            positions += 1
            if positions > most:
                report[CODE] = LEFT
                return
            first, last = 0, number
            if kind == PROVERS and number > 1:
                if used == moves.size or moves[used] >= number:
                    report[CODE], report[OWN], report[OTHER] = ILLEGAL, own, other
                    return
                first, last = moves[used], moves[used] + 1
                used += 1
            # The moves lie where they will be stacked: first to a free place, then in reverse.
            free = top + STATE * number
            for place in range(2 * number):
                scratch[free + place] = scratch[top + place]
            for move in range(last - 1, first - 1, -1):
                scratch[top] = scratch[free + 2 * move]
                scratch[top + 1] = scratch[free + 2 * move + 1]
                scratch[top + 2] = OTHERS + PROVERS - kind
                top += STATE
    report[CODE], report[USED], report[SEEN], report[ENDS] = PROVED, used, positions, kept
