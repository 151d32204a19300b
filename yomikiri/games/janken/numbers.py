"""Which die is which: dice keep the numbers of the start through a game.

A position alone does not know them, so they are followed along the positions of a game.  Where it
begins they are counted: columns from the left, each upwards, the first player's dice first, which
gives the numbers of Y. Takeda's thesis at the usual start.
"""

from collections.abc import Mapping, Sequence

from yomikiri.games.janken.notation import Place, in_order, layout_of
from yomikiri.games.janken.state import Janken


def numbers_at(state: Janken, pieces: int) -> dict[Place, int]:
    """The numbers in a position with which a game begins; of `pieces` dice each."""
    found: dict[Place, int] = {}
    for side, dice in enumerate(layout_of(state).sides):
        found |= {place: side * pieces + at + 1 for at, place in enumerate(in_order(dice))}
    return found


def numbers_through(states: Sequence[Janken], pieces: int) -> dict[Place, int]:
    """The numbers in the last position of a game, of which all positions are given."""
    numbers = numbers_at(states[0], pieces)
    before = layout_of(states[0]).sides
    for state in states[1:]:
        after = layout_of(state).sides
        numbers = moved(numbers, before, after)
        before = after
    return numbers


def moved(
    numbers: Mapping[Place, int],
    before: Sequence[Mapping[Place, int]],
    after: Sequence[Mapping[Place, int]],
) -> dict[Place, int]:
    """The numbers after a move: a die that moved takes its own along, one that was taken is out."""
    found: dict[Place, int] = {}
    for old, new in zip(before, after, strict=True):
        left = [place for place in old if place not in new]
        came = [place for place in new if place not in old]
        found |= {place: numbers[place] for place in old if place in new}
        found |= {to: numbers[place] for place, to in zip(left, came)}
    return found
