"""Positions, moves and starting dice of janken shogi as text.

A position is the dice of both players, `16gcp,25gcp/52gcp,61gcp 1`: column from the left, row from
the top, how the die lies; and who is to move.  In the middle of a turn the actions left follow,
and for each die that has moved its cell and the cells before: `... 1 1 15<16`.  Where dice differ,
one that is not as usual has its faces after it: `16gcp=gcc`.  Nothing here knows the rules; places
are (column, row) as both players read them.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from yomikiri.bits import each
from yomikiri.errors import NotationError
from yomikiri.games.janken.dice import CELLS, DIRECTIONS, LIES, SIDE, SIGNS, STEPS, digits
from yomikiri.games.janken.state import KINDS, SLIDE, STAY, THROW, TRAIL, Janken

Place = tuple[int, int]  # column from the left, row from the top, from 1
Dice = Mapping[Place, int]  # how the dice of a player lie

FIRST_SIDE, SECOND_SIDE = "12"
SLIDES = "s"  # after the direction: without rolling
STAYS = ("stay", "stop", "s", "-")
THROWS = "die"
ARROWS = str.maketrans("上右下左", DIRECTIONS)
# Rock, scissors and paper as people write them, the longest first.
HANDS = {"グー": "g", "チョキ": "c", "パー": "p", "ぐー": "g", "ちょき": "c", "ぱー": "p"}
HANDS |= {"ぐ": "g", "ち": "c", "ぱ": "p"}


class Layout(NamedTuple):
    """A position as text has it."""

    sides: tuple[Dice, Dice]  # first and second player
    turn: int
    left: int | None = None  # actions, where they are given
    trails: tuple[tuple[Place, ...], ...] = ()  # of the dice that moved: where each stands, stood
    kinds: Mapping[Place, int] | None = None  # of the dice, where they differ


def place_of(cell: int, turn: int) -> Place:
    """Where a cell of the player to move is."""
    cell = CELLS - 1 - cell if turn else cell
    return cell % SIDE + 1, SIDE - cell // SIDE


def cell_of(place: Place, turn: int) -> int:
    """The cell of the player to move at this place."""
    cell = SIDE * (SIDE - place[1]) + place[0] - 1
    return CELLS - 1 - cell if turn else cell


def place_name(place: Place) -> str:
    """Such as `16`."""
    return f"{place[0]}{place[1]}"


def in_order(dice: Dice) -> list[Place]:
    """The places of dice as they are listed and numbered: columns from the left, each upwards."""
    return sorted(dice, key=lambda place: (place[0], -place[1]))


def layout_of(state: Janken) -> Layout:
    """What stands where."""
    sides = []
    for cells, dice in ((state.own, state.own_dice), (state.other, state.other_dice)):
        lies = enumerate(each(cells))
        sides.append({place_of(cell, state.turn): dice >> 3 * at & 7 for at, cell in lies})
    own, other = sides
    kinds = None
    if state.trail & KINDS:
        packed = (state.trail, state.trail >> TRAIL)
        kinds = {
            place: part >> 3 * at & 7
            for part, dice in zip(packed, sides, strict=True)
            for at, place in enumerate(dice)
        }
        state = state._replace(trail=0)
    trails = []
    for part in (state.trail & (1 << TRAIL) - 1, state.trail >> TRAIL):
        if part:
            stood = [(part & 63) - 1]
            for direction in filter(None, (part >> 6 & 7, part >> 9 & 7)):
                dx, dy = STEPS[direction - 1]
                stood.append(stood[-1] - dx - SIDE * dy)
            trails.append(tuple(place_of(cell, state.turn) for cell in stood))
    ordered = (other, own) if state.turn else (own, other)
    return Layout(ordered, state.turn, state.left, tuple(sorted(trails)), kinds)


def write_layout(layout: Layout, kinds: Sequence[str] = ()) -> str:
    """The position as text; `kinds` are the faces of each kind of die, where they differ."""

    def die(place: Place, lie: int) -> str:
        faces = SIGNS if layout.kinds is None else kinds[layout.kinds[place]]
        return place_name(place) + LIES[lie] + (f"={faces}" if faces != SIGNS else "")

    sides = (",".join(die(place, dice[place]) for place in in_order(dice)) for dice in layout.sides)
    words = ["/".join(sides), (FIRST_SIDE, SECOND_SIDE)[layout.turn]]
    if layout.left is not None:
        words.append(str(layout.left))
    words += ["<".join(map(place_name, trail)) for trail in layout.trails]
    return " ".join(words)


def read_layout(text: str, example: str, kinds: Sequence[str] = ()) -> Layout:
    """A position that was typed; raises NotationError if it is not one on any board."""
    words = text.lower().split()
    if len(words) < 2 or words[0].count("/") != 1:
        raise NotationError("janken.form", example=example, got=text)
    if words[1] not in (FIRST_SIDE, SECOND_SIDE):
        raise NotationError("janken.turn", got=words[1])
    sides: tuple[dict[Place, int], dict[Place, int]] = ({}, {})
    found: dict[Place, int] = {}
    for side, part in zip(sides, words[0].split("/"), strict=True):
        for word in part.split(",") if part else ():
            if not (match := re.fullmatch(r"([1-6][1-6])([gcp]{3})(?:=([gcp]{3}))?", word)):
                raise NotationError("janken.die", got=word)
            place = read_place(match[1])
            if place in sides[0] or place in sides[1]:
                raise NotationError("janken.two_dice", place=match[1])
            side[place] = read_lie(match[2])
            if (faces := match[3] or SIGNS) not in (kinds or (SIGNS,)):
                raise NotationError("janken.kind", got=word, kinds=list(kinds or (SIGNS,)))
            found[place] = kinds.index(faces) if kinds else 0
    left = None
    if len(words) > 2:
        if words[2] not in ("1", "2", "3"):
            raise NotationError("janken.left", got=words[2])
        left = int(words[2])
    trails = tuple(sorted(read_trail(word) for word in words[3:]))
    return Layout(sides, int(words[1] == SECOND_SIDE), left, trails, found if kinds else None)


def read_place(text: str) -> Place:
    """Two digits."""
    return int(text[0]), int(text[1])


def read_trail(text: str) -> tuple[Place, ...]:
    """Where a die stands and stood, such as `15<16`."""
    if not re.fullmatch("[1-6][1-6](<[1-6][1-6]){1,2}", text):
        raise NotationError("janken.trail", got=text)
    places = tuple(map(read_place, text.split("<")))
    for (x, y), (to_x, to_y) in pairwise(places):
        if abs(x - to_x) + abs(y - to_y) != 1:
            raise NotationError("janken.trail_neighbours", got=text)
    if len(set(places)) != len(places):
        raise NotationError("janken.trail_back", got=text)
    return places


def pack_trails(trails: Sequence[tuple[Place, ...]], turn: int) -> int:
    """The trails as a state keeps them."""
    packed = []
    for trail in trails:
        cells = [cell_of(place, turn) for place in trail]
        part, steps = cells[0] + 1, [to - here for to, here in pairwise(cells)]
        for at, step in enumerate(steps):
            part |= [SIDE, 1, -SIDE, -1].index(step) + 1 << 6 + 3 * at
        packed.append(part)
    packed.sort(key=lambda part: part & 63)
    return sum(part << TRAIL * at for at, part in enumerate(packed))


def make_state(layout: Layout, left: int) -> Janken:
    """The state of a position; trusts it."""
    own, other = layout.sides[:: -1 if layout.turn else 1]
    trail = pack_trails(layout.trails, layout.turn)
    if layout.kinds is not None:
        mine, theirs = (
            pack_dice({place: layout.kinds[place] for place in dice}, layout.turn)[1]
            for dice in (own, other)
        )
        trail = KINDS | theirs << TRAIL | mine
    return Janken(
        *pack_dice(own, layout.turn), *pack_dice(other, layout.turn), layout.turn, left, trail
    )


def pack_dice(dice: Dice, turn: int) -> tuple[int, int]:
    """The cells of some dice, and how they lie, as a state keeps them."""
    lies = {cell_of(place, turn): lie for place, lie in dice.items()}
    cells = sum(1 << cell for cell in lies)
    return cells, digits([lies[cell] for cell in sorted(lies)])


# How a die lies, and how all of them do at the start.


def read_lie(text: str) -> int:
    """Top, front and side, `gpc`, or only top and front: `gp`, or グーパー."""
    letters = unicodedata.normalize("NFKC", text.strip()).lower()
    for hand, letter in HANDS.items():
        letters = letters.replace(hand, letter)
    if len(letters) == 2:
        letters += "".join(set(SIGNS) - set(letters))
    if letters not in LIES:
        raise NotationError("janken.lie", lies=" ".join(LIES), got=text)
    return LIES.index(letters)


def read_start(text: str, pieces: int) -> tuple[list[int], list[int]]:
    """How the dice of both players lie, such as `gcp.gpc/gcp.gcp`; one stands for all of a side."""
    sides = []
    for part in text.split("/"):
        lies = [read_lie(word) for word in part.split(".")]
        if len(lies) not in (1, pieces):
            raise NotationError("janken.lies", wanted=pieces, n=len(lies), got=part)
        sides.append(lies * pieces if len(lies) == 1 else lies)
    if len(sides) > 2:
        raise NotationError("janken.two_sides", got=text)
    return sides[0], sides[-1]


def write_start(first: Sequence[int], second: Sequence[int]) -> str:
    """The dice of both players, in the order of their numbers."""
    return "/".join(".".join(LIES[lie] for lie in side) for side in (first, second))


# Moves.


class Wish(NamedTuple):
    """An action that was typed."""

    die: int | Place | None  # its number or its place
    direction: int = 0  # as both players read the board
    slides: bool = False
    throw: int = 0


def read_wish(text: str) -> Wish:
    """A move such as `16u`, `3u`, `16us` (a slide), `stay` or `die2`."""
    word = unicodedata.normalize("NFKC", text.strip()).lower().translate(ARROWS)
    if word in STAYS:
        return Wish(None)
    if match := re.fullmatch(f"{THROWS}([1-3])", word):
        return Wish(None, throw=int(match[1]))
    if not (match := re.fullmatch(rf"([1-6][1-6]|[1-8])([{DIRECTIONS}])({SLIDES}?)", word)):
        raise NotationError("janken.move", got=text)
    die = int(match[1]) if len(match[1]) == 1 else read_place(match[1])
    return Wish(die, DIRECTIONS.index(match[2]), bool(match[3]))


def write_move(move: int, turn: int, *, full: bool) -> str:
    """The move as text."""
    if move > THROW:
        return f"{THROWS}{move - THROW}"
    if move == STAY:
        return "stop" if full else "stay"
    direction = DIRECTIONS[move & 3 ^ 2 * turn]
    name = place_name(place_of(move % SLIDE >> 2, turn)) + direction
    return name + SLIDES if move >= SLIDE else name
