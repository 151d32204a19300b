"""The shogi family once more, slow and obvious: a dictionary of cells, every move tried.

Nothing here comes from the games; the tests compare the two.  A position is SFEN, a move is USI;
moves are made on a copy of the board, and a side is in check if the other could take its king.
"""

import re
from functools import cache
from typing import NamedTuple

Place = tuple[int, int]  # column from the left, row from the top
Man = tuple[str, str]  # side b or w, and sign such as P or +P

KING = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
GOLD = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
SILVER = [(0, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
CROSS = [(0, -1), (1, 0), (0, 1), (-1, 0)]
SALTIRE = [(1, -1), (1, 1), (-1, 1), (-1, -1)]
OTHER = {"b": "w", "w": "b"}


class Rules(NamedTuple):
    """What differs between the games."""

    steps: dict[str, list[Place]]  # as the first player moves, up
    slides: dict[str, list[Place]]
    royal: str
    zone: int  # ranks
    always: bool  # promotion is not a choice
    strict: bool  # no king is left in check
    hands: bool
    pawn: str  # "" if anything may be dropped anywhere
    tries: str  # never, now or safe


PAWN = [(0, -1)]
MINISHOGI = Rules(
    {"K": KING, "G": GOLD, "S": SILVER, "P": PAWN, "+S": GOLD, "+P": GOLD}
    | {"B": [], "R": [], "+B": CROSS, "+R": SALTIRE},
    {"B": SALTIRE, "R": CROSS, "+B": SALTIRE, "+R": CROSS},
    "K",
    zone=1,
    always=False,
    strict=True,
    hands=True,
    pawn="P",
    tries="never",
)
DOBUTSU = Rules(
    {"L": KING, "G": CROSS, "E": SALTIRE, "C": PAWN, "+C": GOLD},
    {},
    "L",
    zone=1,
    always=True,
    strict=False,
    hands=True,
    pawn="",
    tries="safe",
)
GOROGORO = Rules(
    {"K": KING, "G": GOLD, "S": SILVER, "P": PAWN, "+S": GOLD, "+P": GOLD},
    {},
    "K",
    zone=2,
    always=False,
    strict=True,
    hands=True,
    pawn="P",
    tries="never",
)
ANPANMAN = Rules(
    {
        "L": [(0, -1), (1, 0), (-1, 0), (1, -1), (-1, -1)],
        "G": [(0, -1), (1, -1), (-1, -1)],
        "S": [(0, -1), (1, 0), (-1, 0)],
    },
    {},
    "L",
    zone=0,
    always=False,
    strict=False,
    hands=False,
    pawn="",
    tries="now",
)


@cache
def grid(width: int, height: int) -> list[Place]:
    """The cells of a board."""
    return [(x, y) for x in range(width) for y in range(height)]


class SlowShogi:
    """A position."""

    def __init__(self, rules: Rules, text: str) -> None:
        self.rules = rules
        rows, self.side, hands = text.split()[:3]
        self.men: dict[Place, Man] = {}
        self.height = len(rows.split("/"))
        for y, row in enumerate(rows.split("/")):
            x = 0
            for word in re.findall(r"\+?.", row):
                if word.isdigit():
                    x += int(word)
                else:
                    self.men[x, y] = ("b" if word.isupper() else "w", word.upper())
                    x += 1
            self.width = x
        self.hands: dict[str, list[str]] = {"b": [], "w": []}
        for number, letter in re.findall("([0-9]*)([A-Za-z])", hands):
            side = "b" if letter.isupper() else "w"
            self.hands[side] += [letter.upper()] * int(number or 1)

    def copy(self) -> "SlowShogi":
        """The same position, to be changed."""
        twin = SlowShogi.__new__(SlowShogi)
        twin.rules, twin.side, twin.men = self.rules, self.side, dict(self.men)
        twin.height, twin.width = self.height, self.width
        twin.hands = {side: list(hand) for side, hand in self.hands.items()}
        return twin

    def board(self) -> tuple[object, ...]:
        """What makes two positions equal."""
        return self.side, self.men, sorted(self.hands["b"]), sorted(self.hands["w"])

    def name(self, place: Place) -> str:
        """Such as `5d`."""
        return f"{self.width - place[0]}{'abcdef'[place[1]]}"

    def places(self) -> list[Place]:
        """All cells."""
        return grid(self.width, self.height)

    def depth(self, side: str, place: Place) -> int:
        """Ranks from the far end."""
        return place[1] if side == "b" else self.height - 1 - place[1]

    def reach(self, place: Place) -> list[Place]:
        """Cells to which the piece there could go, not counting what may not be taken."""
        side, sign = self.men[place]
        up = 1 if side == "b" else -1
        found = []
        for dx, dy in self.rules.steps[sign]:
            found.append((place[0] + up * dx, place[1] + up * dy))
        for dx, dy in self.rules.slides.get(sign, []):
            at = (place[0] + up * dx, place[1] + up * dy)
            while at in self.places():
                found.append(at)
                if at in self.men:
                    break
                at = (at[0] + up * dx, at[1] + up * dy)
        return [p for p in found if p in self.places() and self.men.get(p, ("", ""))[0] != side]

    def king(self, side: str) -> Place | None:
        """Where the royal piece of a side is."""
        return next((p for p, man in self.men.items() if man == (side, self.rules.royal)), None)

    def can_take_king(self, side: str) -> bool:
        """Whether `side` attacks the other's royal piece."""
        king = self.king(OTHER[side])
        return any(king in self.reach(p) for p, man in self.men.items() if man[0] == side)

    def is_dead(self, side: str, sign: str, place: Place) -> bool:
        """Whether a piece could not move from there on an empty board."""
        alone = self.copy()
        alone.men = {place: (side, sign)}
        return not alone.reach(place)

    def candidates(self) -> list[str]:
        """Moves, whatever becomes of the king."""
        found = []
        rules, side = self.rules, self.side
        for place, (owner, sign) in self.men.items():
            for target in self.reach(place) if owner == side else []:
                name = self.name(place) + self.name(target)
                near = min(self.depth(side, place), self.depth(side, target)) < rules.zone
                can = "+" + sign in rules.steps and near
                if can:
                    found.append(name + "+")
                if not (can and (rules.always or self.is_dead(side, sign, target))):
                    found.append(name)
        for sign in set(self.hands[side]):
            for place in self.places():
                if place in self.men:
                    continue
                if rules.pawn and self.is_dead(side, sign, place):
                    continue
                if sign == rules.pawn and (side, sign) in [
                    man for at, man in self.men.items() if at[0] == place[0]
                ]:
                    continue
                found.append(f"{sign}*{self.name(place)}")
        return found

    def play(self, move: str) -> "SlowShogi":
        """The position after a move."""
        after = self.copy()
        cells = {self.name(place): place for place in self.places()}
        side, target = self.side, cells[move[2:4]]
        if move[1] == "*":
            after.hands[side].remove(move[0])
            after.men[target] = (side, move[0])
        else:
            _, sign = after.men.pop(cells[move[:2]])
            if target in after.men and self.rules.hands:
                taken = after.men[target][1].replace("+", "")
                if taken != self.rules.royal:
                    after.hands[side].append(taken)
            after.men[target] = (side, "+" + sign if move.endswith("+") else sign)
        after.side = OTHER[side]
        return after

    def is_mate_by_pawn(self, move: str) -> bool:
        """Whether a move drops a pawn to give mate."""
        if not self.rules.pawn or not move.startswith(self.rules.pawn + "*"):
            return False
        after = self.play(move)
        return after.can_take_king(self.side) and not after.moves(with_drops=False)

    def is_over(self) -> bool:
        """Whether the side to move has lost its king or to a try."""
        rules, other = self.rules, OTHER[self.side]
        if self.king(self.side) is None:
            return True
        king = self.king(other)
        if rules.tries == "never" or king is None or self.depth(other, king) != 0:
            return False
        return rules.tries == "now" or not self.can_take_king(self.side)

    def moves(self, *, with_drops: bool = True) -> list[str]:
        """The legal moves; a check by a pawn next to the king is not parried by a drop."""
        if self.is_over():
            return []
        found = self.candidates()
        if self.rules.strict:
            found = [move for move in found if not self.play(move).can_take_king(OTHER[self.side])]
        if not with_drops:
            return [move for move in found if "*" not in move]
        return sorted(move for move in found if not self.is_mate_by_pawn(move))
