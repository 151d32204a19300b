"""The rules of janken shogi once more, slow and obvious: lettered dice, a dictionary of cells.

Nothing here comes from the games; the tests compare the two.  Both players' dice are seen from the
same side of the board; a position knows for each die that moved in this turn the cells where it
stood before.
"""

from typing import NamedTuple

Place = tuple[int, int]  # column from the left, row from the top, from 1
BEATS = {"g": "c", "c": "p", "p": "g"}
WAYS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
HOME = {1: (1, 6), 2: (6, 1)}
TARGET = {1: (6, 1), 2: (1, 6)}
STARTS = {
    1: "16/61",
    2: "16,25/61,52",
    3: "16,14,36/41,63,61",
    4: "16,14,25,36/41,52,63,61",
}


# rollPiece as it is printed in Y. Minamino's thesis (2015): up or down, then left or right.
PRINTED = {
    1: "gpc>pgc,pcg gcp>gcp,pcg pgc>gpc,cgp pcg>cgp,gcp cgp>gcp,pgc cpg>gcp,pgc",
    2: "gpc>pgc,cpg gcp>cgp,pcg pgc>gpc,cgp pcg>cpg,gcp cgp>gcp,pgc cpg>gcp,pgc",
}


class Die(NamedTuple):
    """A die: whose, and its faces."""

    player: int
    top: str
    front: str
    side: str
    shows: str = "gcp"  # what is on the faces called g, c and p

    def rolled(self, way: str) -> "Die":
        """After a roll, the face of the opposite side, which is the same, comes up."""
        if way in "ud":
            return self._replace(top=self.front, front=self.top)
        return self._replace(top=self.side, side=self.top)

    def text(self, has_kinds: bool) -> str:
        """How it lies; if dice differ, also what it shows, unless that is as usual."""
        lie = self.top + self.front + self.side
        return lie + (f"={self.shows}" if has_kinds and self.shows != "gcp" else "")

    def rolled_as_printed(self, way: str) -> "Die":
        """After a roll by the thesis's table."""
        table = dict(entry.split(">") for entry in PRINTED[self.player].split())
        faces = table[self.top + self.front + self.side].split(",")[way not in "ud"]
        return self._replace(top=faces[0], front=faces[1], side=faces[2])


class Slow(NamedTuple):
    """A position."""

    dice: dict[Place, Die]
    player: int
    left: int
    trails: dict[Place, tuple[Place, ...]]

    def show(self, full_turn: int, has_kinds: bool = False) -> str:
        """The position as text; actions are told unless they are those of a full turn."""
        sides = []
        for player in (1, 2):
            mine = [(x, -y) for (x, y), die in self.dice.items() if die.player == player]
            dice = [((x, -y), self.dice[x, -y]) for x, y in sorted(mine)]
            sides.append(",".join(f"{x}{y}{die.text(has_kinds)}" for (x, y), die in dice))
        words = ["/".join(sides), str(self.player)]
        if self.left != full_turn:
            words.append(str(self.left))
        for place, before in sorted(self.trails.items()):
            words.append("<".join(f"{x}{y}" for x, y in (place, *before)))
        return " ".join(words)


class SlowJanken:
    """A rule set with its switches."""

    def __init__(self, variant: str = "single", **switches: str) -> None:
        self.variant = variant
        self.switches = {
            "pieces": "4",
            "capture": "meet",
            "rolls": "cube",
            "area": "3",
            "must": "all",
            "revisit": "on",
            "funbari": "on",
            "goal": "pass",
            "faces": "gcp",
            **switches,
        }

    def start(self) -> Slow:
        """The start, all dice gcp (`simple`: gpc)."""
        pieces = 1 if self.variant == "simple" else int(self.switches["pieces"])
        dice = {}
        sides = [side.split(".") for side in self.switches["faces"].split("-")]
        for player, places in enumerate(STARTS[pieces].split("/"), start=1):
            shows = sides[0] if player == 1 else sides[-1]
            numbered = sorted(places.split(","), key=lambda place: (place[0], -int(place[1])))
            for number, place in enumerate(numbered):
                lie = "gpc" if self.variant == "simple" else "gcp"
                kind = shows[number % len(shows)]
                dice[int(place[0]), int(place[1])] = Die(player, lie[0], lie[1], lie[2], kind)
        return Slow(dice, 1, self.full_turn(dice, 1), {})

    def read(self, text: str) -> Slow:
        """The position written as text."""
        board, player, *more = text.split()
        dice = {}
        for owner, part in enumerate(board.split("/"), start=1):
            for word in filter(None, part.split(",")):
                usual = "gcp" if self.has_kinds else self.switches["faces"]
                shows = word[6:] or usual
                dice[int(word[0]), int(word[1])] = Die(owner, word[2], word[3], word[4], shows)
        left = int(more[0]) if more else self.full_turn(dice, int(player))
        trails = {}
        for word in more[1:]:
            place, *before = [(int(cell[0]), int(cell[1])) for cell in word.split("<")]
            trails[place] = tuple(before)
        return Slow(dice, int(player), left, trails)

    def full_turn(self, dice: dict[Place, Die], player: int) -> int:
        """The actions of a turn."""
        if self.variant != "full":
            return 1
        alone = len(of(dice, player)) == 1
        return 3 if alone and self.switches["funbari"] == "on" else 2

    @property
    def has_kinds(self) -> bool:
        """Whether dice differ in what they show."""
        return len(self.switches["faces"]) > 3

    def beats(self, mine: Die, theirs: Die) -> bool:
        """Whether one top beats the other."""
        sign, other = (die.shows["gcp".index(die.top)] for die in (mine, theirs))
        return BEATS[sign] == other

    def in_area(self, place: Place, player: int) -> bool:
        """Whether a cell is in the area of a player."""
        x, y = HOME[player]
        return abs(place[0] - x) + abs(place[1] - y) <= int(self.switches["area"])

    def result(self, slow: Slow) -> int | None:
        """1 or -1 for the player to move, or None."""
        mine, theirs = of(slow.dice, slow.player), of(slow.dice, 3 - slow.player)
        if not mine:
            return -1
        if self.switches["capture"] == "target" and not theirs:
            return 1
        if self.variant == "simple":
            ((place, die),), others = mine.items(), list(theirs.items())
            if self.switches["capture"] == "meet" and others:
                (other_place, other), distance = others[0], 0
                distance = sum(abs(a - b) for a, b in zip(place, other_place))
                if distance == 1:
                    return 1 if self.beats(die, other) else -1 if self.beats(other, die) else None
            return None
        if TARGET[3 - slow.player] in theirs:
            return -1
        return None if self.actions(slow) else -1

    def actions(self, slow: Slow) -> dict[str, tuple[Place, Place, Die]]:
        """Every roll, slide and capture of the mover: from where, to where, and the die then."""
        found = {}
        mine = of(slow.dice, slow.player)
        funbari = len(mine) == 1 and self.switches["funbari"] == "on"
        for place, die in mine.items():
            before = slow.trails.get(place, ())
            for way, (dx, dy) in WAYS.items():
                target = place[0] + dx, place[1] + dy
                name = f"{place[0]}{place[1]}{way}"
                if not (1 <= target[0] <= 6 and 1 <= target[1] <= 6):
                    continue
                if before and target == before[-1]:
                    continue
                if target in before and self.switches["revisit"] == "off":
                    continue
                if self.variant == "full" and not funbari:
                    entering = self.in_area(target, slow.player)
                    if entering and not self.in_area(place, slow.player):
                        continue
                enemy = slow.dice.get(target)
                printed = self.switches["rolls"] == "printed"
                rolled = die.rolled_as_printed(way) if printed else die.rolled(way)
                if enemy is None or self.switches["capture"] == "target":
                    found[name] = (place, target, rolled)
                    if self.variant == "simple":
                        found[name + "s"] = (place, target, die)
                elif enemy.player != slow.player and self.beats(die, enemy):
                    if self.variant != "simple" or self.switches["capture"] == "action":
                        found[name] = (place, target, die)
        return found

    def moves(self, slow: Slow) -> list[str]:
        """The legal moves."""
        if self.result(slow) is not None:
            return []
        moves = list(self.actions(slow))
        if self.variant == "simple":
            moves.append("stay")
        if slow.trails and self.switches["must"] == "first":
            moves.append("stop")
        return sorted(moves)

    def play(self, slow: Slow, move: str) -> Slow:
        """The position after a move."""
        if move in ("stay", "stop"):
            return self.next_turn(slow.dice, slow.player)
        place, target, die = self.actions(slow)[move]
        enemy = slow.dice.get(target)
        dice = {at: other for at, other in slow.dice.items() if at not in (place, target)}
        dice[target] = die
        if enemy is not None and self.switches["capture"] == "target":
            if self.beats(enemy, die):
                dice[target] = enemy
            elif not self.beats(die, enemy):
                dice = slow.dice
        trails = {at: before for at, before in slow.trails.items() if at != place}
        trails[target] = (place, *slow.trails.get(place, ()))
        after = Slow(dice, slow.player, slow.left - 1, trails)
        won = not of(dice, 3 - slow.player)
        if self.switches["goal"] == "pass" and target == TARGET[slow.player]:
            won = True
        if won or after.left == 0 or not self.actions(after):
            return self.next_turn(dice, slow.player)
        return after

    def next_turn(self, dice: dict[Place, Die], player: int) -> Slow:
        """The other player begins their turn."""
        return Slow(dice, 3 - player, self.full_turn(dice, 3 - player), {})


def of(dice: dict[Place, Die], player: int) -> dict[Place, Die]:
    """The dice of one player."""
    return {place: die for place, die in dice.items() if die.player == player}
