"""Positions as SFEN: `rbsgk/4p/5/P4/KGSBR b - 1`.

Ranks from the top joined by `/`, capitals for Sente's pieces, digits for empty cells; the side to
move, `b` (Sente) or `w`; the pieces in hand, such as `2Pb`, or `-`.  The number of the next move is
read, and written as 1: it is not part of a position.
"""

import re
from collections.abc import Iterable, Mapping

from yomikiri.bits import each
from yomikiri.errors import NotationError
from yomikiri.games.shogi.attacks import is_in_check
from yomikiri.games.shogi.rules import other_way
from yomikiri.games.shogi.state import DIGIT, HAND, Shogi, ShogiRules, kind_at, royal
from yomikiri.games.shogi.tables import HAND_DIGIT, Layout
from yomikiri.rules import FIRST, SECOND
from yomikiri.words import message

SIDES = "bw"
PLAYERS = (message("side.sente"), message("side.gote"))
Men = Mapping[int, tuple[int, str]]  # cell -> side and sign of the piece there


def men_of(layout: Layout, state: Shogi) -> dict[int, tuple[int, str]]:
    """What stands on each cell."""
    sides = ((state.turn, state.own), (1 - state.turn, state.other))
    return {
        cell: (side, layout.kinds.signs[kind_at(state, cell)])
        for side, cells in sides
        for cell in each(cells)
    }


def hands_of(layout: Layout, state: Shogi) -> tuple[dict[str, int], dict[str, int]]:
    """How many of each piece the first and the second player have in hand; none are left out."""
    hands: list[dict[str, int]] = [{}, {}]
    for side, hand in ((state.turn, state.hands), (1 - state.turn, state.hands >> HAND)):
        for number, sign in enumerate(layout.kinds.hand):
            if held := int(hand >> HAND_DIGIT * number & DIGIT):
                hands[side][sign] = held
    return hands[0], hands[1]


def show(layout: Layout, state: Shogi) -> str:
    """The position as text."""
    return write(layout, men_of(layout, state), hands_of(layout, state), state.turn)


def write(layout: Layout, men: Men, hands: Iterable[Mapping[str, int]], turn: int) -> str:
    """The text of these pieces on the board and in the hands of both players."""
    signs = [man_sign(men, cell) for cell in layout.cells]
    rows = ["".join(signs[at : at + layout.width]) for at in layout.cells[:: layout.width]]
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
    hand = "".join(
        (str(held) if held > 1 else "") + (sign.lower() if side else sign)
        for side, held_by in enumerate(hands)
        for sign, held in held_by.items()
    )
    return f"{board} {SIDES[turn]} {hand or '-'} 1"


def man_sign(men: Men, cell: int) -> str:
    """Such as `P`, `+p` or `.`."""
    if cell not in men:
        return "."
    side, sign = men[cell]
    return sign.lower() if side else sign


def parse(layout: Layout, rules: ShogiRules, text: str) -> Shogi:
    """The position written as `text`; raises NotationError."""
    words = text.split()
    if len(words) not in (3, 4):
        raise NotationError("shogi.form", example=layout.variant.start, got=text)
    if words[1].lower() not in SIDES:
        raise NotationError("shogi.side", got=words[1])
    if len(words) == 4 and not re.fullmatch("[0-9]{1,6}", words[3]):
        raise NotationError("shogi.number", got=words[3])
    turn = SIDES.index(words[1].lower())
    men = read_board(layout, words[0])
    hands = read_hands(layout, words[2])
    check_set(layout, men, hands)
    state = make_state(layout, men, hands, turn)
    check_position(layout, rules, state, men)
    return state


def read_board(layout: Layout, text: str) -> dict[int, tuple[int, str]]:
    """What stands on each cell."""
    rows = text.split("/")
    if len(rows) != layout.height:
        raise NotationError("shogi.ranks", wanted=layout.height, n=len(rows))
    men: dict[int, tuple[int, str]] = {}
    for y, row in enumerate(rows):
        x = 0
        for word in re.findall(r"\+?.", row):
            if word in "123456789":
                x += int(word)
                continue
            if word.upper() not in layout.variant.pieces or not word.isascii():
                known = " ".join(layout.variant.pieces)
                raise NotationError("shogi.piece", known=known, rank=y + 1, got=word)
            if x < layout.width:
                men[y * layout.width + x] = (int(word != word.upper()), word.upper())
            x += 1
        if x != layout.width:
            raise NotationError("shogi.cells", wanted=layout.width, rank=y + 1, n=x, got=row)
    return men


def read_hands(layout: Layout, text: str) -> tuple[dict[str, int], dict[str, int]]:
    """How many of each piece either player has in hand."""
    hands: tuple[dict[str, int], dict[str, int]] = ({}, {})
    if text == "-":
        return hands
    if not re.fullmatch("([0-9]{0,2}[A-Za-z])+", text):
        raise NotationError("shogi.hands", got=text)
    for number, letter in re.findall("([0-9]*)([A-Za-z])", text):
        sign, hand = letter.upper(), hands[letter.islower()]
        if sign not in layout.kinds.hand:
            known = " ".join(layout.kinds.hand) or message("shogi.nothing")
            raise NotationError("shogi.in_hand", known=known, got=letter)
        if number == "0" or sign in hand:
            raise NotationError("shogi.hand_once", got=text)
        hand[sign] = int(number or 1)
    return hands


def check_set(layout: Layout, men: Men, hands: tuple[dict[str, int], dict[str, int]]) -> None:
    """Check that there are no more pieces than the game has, and one royal piece per side."""
    variant = layout.variant
    plain = [sign.lstrip("+") for _, sign in men.values()]
    for sign, most in variant.set_of_pieces().items():
        held = plain.count(sign) + sum(hand.get(sign, 0) for hand in hands)
        if held > most:
            raise NotationError("shogi.too_many", most=most, piece=sign, n=held)
    for side in (FIRST, SECOND):
        royals = list(men.values()).count((side, variant.royal))
        if royals > 1 or (royals < 1 and variant.strict):
            raise NotationError("shogi.royals", piece=variant.royal, who=PLAYERS[side], n=royals)


def make_state(
    layout: Layout, men: Men, hands: tuple[dict[str, int], dict[str, int]], turn: int
) -> Shogi:
    """The position of these pieces."""
    cells, planes, packed = [0, 0], [0, 0, 0, 0], [0, 0]
    for cell, (side, sign) in men.items():
        cells[side] |= 1 << cell
        for number in range(4):
            planes[number] |= (layout.kinds.number(sign) >> number & 1) << cell
    for side, hand in enumerate(hands):
        for sign, held in hand.items():
            packed[side] |= held << HAND_DIGIT * layout.kinds.hand.index(sign)
    both = packed[turn] | packed[1 - turn] << HAND
    return Shogi._make([cells[turn], cells[1 - turn], *planes, both, turn])


def check_position(layout: Layout, rules: ShogiRules, state: Shogi, men: Men) -> None:
    """Refuse what cannot occur in a game."""
    variant = layout.variant
    if not royal(state, state.other):
        raise NotationError("shogi.no_royal", who=PLAYERS[1 - state.turn], piece=variant.royal)
    for cell, (side, sign) in men.items():
        who, here = PLAYERS[side], cell_name(layout, cell)
        had_to_promote = (
            "+" + sign in variant.pieces
            and not variant.dead_drops
            and cell in layout.ranks(side, variant.zone)
        )
        if had_to_promote and layout.is_dead(side, sign, cell):
            raise NotationError("shogi.dead", who=who, piece=sign, cell=here)
        if sign in variant.one_a_file and all(x == 0 for x, _ in variant.pieces[sign].steps):
            column = range(cell % layout.width, cell, layout.width)
            if any(men.get(above) == (side, sign) for above in column):
                raise NotationError("shogi.second_on_file", who=who, piece=sign, cell=here)
    if variant.strict:
        # The same position with the other side to move.
        if is_in_check(rules, other_way(state)):
            raise NotationError(
                "shogi.check", other=PLAYERS[1 - state.turn], who=PLAYERS[state.turn]
            )


def cell_name(layout: Layout, cell: int) -> str:
    """As in USI: the file from the right, the rank from the top, such as `5d`."""
    return f"{layout.width - cell % layout.width}{chr(ord('a') + cell // layout.width)}"
