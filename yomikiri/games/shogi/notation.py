"""Moves as text: USI (`5d5c`, `1d1a+`, `P*3c`), Japanese (`▲3四歩`), and the thesis's digits.

The digits of K. Terada's thesis are the file and rank of both cells, `5354`, `*` after them for
promotion; a drop begins with 0 and the number of the piece, from the least: `0133` drops a pawn.
"""

import re
import unicodedata

from yomikiri.errors import NotationError
from yomikiri.games.shogi.sfen import cell_name
from yomikiri.games.shogi.state import CELL, DROP, PROMOTES, SOURCE, Shogi, kind_at
from yomikiri.games.shogi.tables import Layout
from yomikiri.words import message

SIDE_SIGNS = "▲△"
RANKS = "一二三四五六"
SAME = "同"
WIDE = str.maketrans("123456789", "１２３４５６７８９")  # as wide as the characters beside it
DROPPED, PROMOTED_SIGN, UNPROMOTED = "打", "成", "不成"

# Other ways to write the same.
SPELLINGS = {
    "☗": "",
    "☖": "",
    "▲": "",
    "△": "",
    "▼": "",
    "▽": "",
    "王": "玉",
    "竜": "龍",
    "全": "成銀",
    "と金": "と",
    " ": "",
}

# The pieces of shogi by their names in CSA; games with others cannot be written so.
CSA = {
    "K": "OU",
    "R": "HI",
    "B": "KA",
    "G": "KI",
    "S": "GI",
    "N": "KE",
    "L": "KY",
    "P": "FU",
    "+R": "RY",
    "+B": "UM",
    "+S": "NG",
    "+N": "NK",
    "+L": "NY",
    "+P": "TO",
}


def target_of(move: int) -> int:
    """The cell a move leads to."""
    return move & CELL


def source_of(move: int) -> int | None:
    """The cell a move comes from; None for a drop."""
    source = move >> SOURCE & CELL
    return None if source >= DROP else source


def dropped(layout: Layout, move: int) -> str:
    """The sign of the piece that a move drops, or nothing."""
    source = move >> SOURCE & CELL
    return layout.kinds.hand[source - DROP] if source >= DROP else ""


# USI and digits.


def usi(layout: Layout, move: int) -> str:
    """The move in USI."""
    target = cell_name(layout, target_of(move))
    source = source_of(move)
    if source is None:
        return f"{dropped(layout, move)}*{target}"
    return cell_name(layout, source) + target + ("+" if move >> PROMOTES else "")


def read_plain(layout: Layout, text: str) -> int | None:
    """The move of USI or of digits, legal or not; None if `text` is neither."""
    word = text.strip()
    if match := re.fullmatch(r"([1-9][a-i])([1-9][a-i])(\+?)", word.lower()):
        cells = [read_cell(layout, match[1]), read_cell(layout, match[2])]
        return cells[0] << SOURCE | cells[1] | bool(match[3]) << PROMOTES
    if match := re.fullmatch(r"([A-Za-z])\*([1-9][A-Ia-i])", word):
        return drop_move(layout, match[1].upper(), read_cell(layout, match[2].lower()))
    if match := re.fullmatch(r"([1-9][1-9]|0[1-7])([1-9][1-9])(\*?)", word):
        target = read_cell(layout, as_letter(match[2]))
        if match[1][0] == "0":
            number = int(match[1][1])
            sign = layout.kinds.hand[-number] if number <= len(layout.kinds.hand) else match[1]
            return drop_move(layout, sign, target)
        source = read_cell(layout, as_letter(match[1]))
        return source << SOURCE | target | bool(match[3]) << PROMOTES
    return None


def drop_move(layout: Layout, sign: str, target: int) -> int:
    """The drop of a piece."""
    if sign not in layout.kinds.hand:
        known = " ".join(layout.kinds.hand) or message("shogi.nothing")
        raise NotationError("shogi.drop", known=known, got=sign)
    return DROP + layout.kinds.hand.index(sign) << SOURCE | target


def as_letter(digits: str) -> str:
    """`53` as `5c`."""
    return digits[0] + chr(ord("a") + int(digits[1]) - 1)


def read_cell(layout: Layout, name: str) -> int:
    """The cell of a name such as `5d`."""
    x, y = layout.width - int(name[0]), ord(name[1]) - ord("a")
    if not (0 <= x < layout.width and 0 <= y < layout.height):
        raise NotationError("grid.no_cell", cell=name)
    return y * layout.width + x


# Japanese.


def japanese(layout: Layout, state: Shogi, move: int, legal: list[int], last: int | None) -> str:
    """The move as `▲3四歩`; `last` is the target of the move before, for 同."""
    place = SAME if last == target_of(move) else japanese_cell(layout, target_of(move))
    return SIDE_SIGNS[state.turn] + place + japanese_piece(layout, state, move, legal)


def japanese_cell(layout: Layout, cell: int) -> str:
    """Such as 3四."""
    return f"{layout.width - cell % layout.width}{RANKS[cell // layout.width]}"


def japanese_piece(layout: Layout, state: Shogi, move: int, legal: list[int]) -> str:
    """The piece that moves, which of several it is, and whether it promotes or is dropped."""
    if sign := dropped(layout, move):
        return layout.variant.pieces[sign].name + DROPPED
    source = move >> SOURCE & CELL
    kind = kind_at(state, source)
    text = layout.variant.pieces[layout.kinds.signs[kind]].name
    text += which(layout, state, move, legal)
    if move >> PROMOTES:
        return text + PROMOTED_SIGN
    return text + (UNPROMOTED if move | 1 << PROMOTES in legal else "")


def western(layout: Layout, state: Shogi, move: int, legal: list[int]) -> str:
    """The move as `P-3d`, `Rx2a+`, `G*4b`; `S4c-3d` where another of its kind could go there, too.

    A promotion that is possible and declined is told by `=`.
    """
    target = cell_name(layout, target_of(move))
    if sign := dropped(layout, move):
        return f"{sign}*{target}"
    source = move >> SOURCE & CELL
    rivals = rivals_of(state, move, legal)
    origin = cell_name(layout, source) if len(rivals) > 1 else ""
    means = "x" if (state.own | state.other) >> target_of(move) & 1 else "-"
    sign = layout.kinds.signs[kind_at(state, source)]
    end = "+" if move >> PROMOTES else "=" if move | 1 << PROMOTES in legal else ""
    return f"{sign}{origin}{means}{target}{end}"


def rivals_of(state: Shogi, move: int, legal: list[int]) -> set[int]:
    """The cells of all pieces of the kind that moves which could go to the same cell."""
    kind, target = kind_at(state, move >> SOURCE & CELL), target_of(move)
    return {
        source
        for other in legal
        if target_of(other) == target
        and (source := source_of(other)) is not None
        and kind_at(state, source) == kind
    }


def which(layout: Layout, state: Shogi, move: int, legal: list[int]) -> str:
    """Tells a piece from others of its kind that could go to the same cell: 右, 左, 直 ..."""
    target, rivals = target_of(move), rivals_of(state, move, legal)
    source = move >> SOURCE & CELL
    if len(rivals) < 2:
        return ""
    seen = {rival: seen_from(layout, state.turn, target, rival) for rival in rivals}
    ways = {rival: "上" if y < 0 else "引" if y > 0 else "寄" for rival, (_, y) in seen.items()}
    if list(ways.values()).count(ways[source]) == 1:
        return ways[source]
    if seen[source] == (0, -1):
        return "直"
    columns = {rival: x for rival, (x, _) in seen.items()}
    for side, end in (("左", min(columns.values())), ("右", max(columns.values()))):
        at_end = [rival for rival in rivals if columns[rival] == end]
        if columns[source] == end:
            return side if len(at_end) == 1 else side + ways[source]
    return f"({digits(layout, source)})"


def seen_from(layout: Layout, turn: int, target: int, cell: int) -> tuple[int, int]:
    """Where a cell lies, to the right and forward of `target`, as the player sees it."""
    x = cell % layout.width - target % layout.width
    y = target // layout.width - cell // layout.width
    return (-x, -y) if turn else (x, y)


def digits(layout: Layout, cell: int) -> str:
    """A cell as two digits, such as 54."""
    return f"{layout.width - cell % layout.width}{cell // layout.width + 1}"


def read_japanese(
    layout: Layout,
    state: Shogi,
    text: str,
    legal: list[int],
    last: int | None = None,
) -> int | None:
    """The legal move that `text` names, or None; raises NotationError if it names several."""
    asked = spelt(text)
    found = []
    for move in legal:
        place = japanese_cell(layout, target_of(move))
        piece = japanese_piece(layout, state, move, legal)
        names = {piece}
        if (source := source_of(move)) is not None:
            # Records name the source instead: 4四金(53).
            name = layout.variant.pieces[layout.kinds.signs[kind_at(state, source)]].name
            ending = PROMOTED_SIGN if move >> PROMOTES else ""
            names |= {f"{name}{ending}({digits(layout, source)})", piece.replace(UNPROMOTED, "")}
        elif not any(
            source_of(other) is not None
            and target_of(other) == target_of(move)
            and japanese_piece(layout, state, other, legal) + DROPPED == piece
            for other in legal
        ):
            names.add(piece.replace(DROPPED, ""))
        places = {place}
        if last == target_of(move) or (last is None and state.other >> target_of(move) & 1):
            places.add(SAME)
        if asked in {spelt(there + name) for there in places for name in names}:
            found.append(move)
    if len(found) > 1:
        names_found = " ".join(usi(layout, move) for move in found)
        raise NotationError("move.several", move=text, names=names_found)
    return found[0] if found else None


def spelt(text: str) -> str:
    """A Japanese move in its usual spelling."""
    text = unicodedata.normalize("NFKC", text)
    for old, new in SPELLINGS.items():
        text = text.replace(old, new)
    return text
