"""The rules once more, slow and obvious: a dictionary of cells, walked cell by cell.

Nothing here comes from the package: boards, rims and ends are worked out anew from the rules, so
that a mistake would have to be made twice.  A position is the signs of its cells, `x`, `o` or `.`,
and the side to move; a move is its text.
"""

from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]  # column, row
Signs = dict[Place, str]

EIGHT_WAYS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
OTHER = {"x": "o", "o": "x"}


class Twin(NamedTuple):
    """A position."""

    signs: Signs
    side: str

    def show(self) -> str:
        """The position as text."""
        width = 1 + max(x for x, _ in self.signs)
        height = 1 + max(y for _, y in self.signs)
        rows = ["".join(self.signs.get((x, y), "_") for x in range(width)) for y in range(height)]
        return "/".join(rows) + " " + self.side


def read(text: str) -> Twin:
    """The position written as `text`."""
    rows, side = text.split()
    lines = enumerate(rows.split("/"))
    return Twin({(x, y): s for y, row in lines for x, s in enumerate(row) if s != "_"}, side)


def name(place: Place) -> str:
    """Such as `b3`."""
    return "abcdefghijklmnopqrstuvwxyz"[place[0]] + str(place[1] + 1)


class SlowReversi:
    """Nip if `rim` is a rule of its own, else Othello."""

    def __init__(self, height: int, width: int, *, rim: str = "", empties: str = "nobody") -> None:
        self.rim_rule = rim
        self.empties = empties
        self.rows = [
            [(x, y) for x in range(width) if not (rim and is_cut(x, y, height, width))]
            for y in range(height)
        ]
        self.cells = [place for row in self.rows for place in row]
        self.loop = loop(self.rows) if rim in ("other", "lap") else []

    def runs(self, place: Place) -> Iterator[list[Place]]:
        """The ways along which a stone on `place` may bracket others, each to its end."""
        for dx, dy in EIGHT_WAYS:
            way = []
            x, y = place[0] + dx, place[1] + dy
            while (x, y) in self.cells:
                way.append((x, y))
                x, y = x + dx, y + dy
            yield way
        if place in self.loop:
            at = self.loop.index(place)
            round_ = self.loop[at + 1 :] + self.loop[:at]
            # With `lap` the way leads back to the stone just placed, which closes it.
            home = [place] if self.rim_rule == "lap" else []
            yield round_ + home
            yield round_[::-1] + home

    def turned(self, twin: Twin, place: Place) -> set[Place]:
        """The stones that a stone on `place` turns over."""
        if twin.signs[place] != ".":
            return set()
        found: set[Place] = set()
        signs = {**twin.signs, place: twin.side}
        for way in self.runs(place):
            run: list[Place] = []
            for cell in way:
                if signs[cell] != OTHER[twin.side]:
                    if signs[cell] == twin.side:
                        found.update(run)
                    break
                run.append(cell)
        return found

    def moves(self, twin: Twin) -> list[str]:
        """The legal moves."""
        cells = [place for place in self.cells if self.turned(twin, place)]
        if not cells and any(
            self.turned(Twin(twin.signs, OTHER[twin.side]), p) for p in self.cells
        ):
            return ["--"]
        return sorted(name(place) for place in cells)

    def play(self, twin: Twin, move: str) -> Twin:
        """The position after a move."""
        if move == "--":
            return Twin(twin.signs, OTHER[twin.side])
        (place,) = (cell for cell in self.cells if name(cell) == move)
        changed = dict.fromkeys([place, *self.turned(twin, place)], twin.side)
        return Twin({**twin.signs, **changed}, OTHER[twin.side])

    def result(self, twin: Twin) -> int | None:
        """The score of the side to move, or None while the game goes on."""
        if self.moves(twin):
            return None
        counts = {sign: list(twin.signs.values()).count(sign) for sign in "xo."}
        difference = counts[twin.side] - counts[OTHER[twin.side]]
        if self.empties == "winner" and difference:
            difference += counts["."] if difference > 0 else -counts["."]
        return difference


def is_cut(x: int, y: int, height: int, width: int) -> bool:
    """Whether Nip's board lacks this cell: one at each corner, or three if both sides exceed 4."""
    corners = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]
    if 4 in (height, width):
        return (x, y) in corners
    return any(abs(x - cx) + abs(y - cy) <= 1 for cx, cy in corners)


def loop(rows: list[list[Place]]) -> list[Place]:
    """The rim: the first row, the last cell of each row down, the last row, the first ones up."""
    down = [row[-1] for row in rows[1:-1]]
    up = [row[0] for row in rows[-2:0:-1]]
    return rows[0] + down + rows[-1][::-1] + up


class SlowLines:
    """Tic-tac-toe (three in a line, stones anywhere) and Connect Four (four, stones fall)."""

    def __init__(self, height: int, width: int, length: int, *, falling: bool) -> None:
        self.height, self.length, self.falling = height, length, falling
        self.cells = [(x, y) for y in range(height) for x in range(width)]

    def has_line(self, twin: Twin, sign: str) -> bool:
        """Whether `length` of these signs stand in a line."""
        return any(
            all(
                twin.signs.get((x + dx * step, y + dy * step)) == sign
                for step in range(self.length)
            )
            for x, y in self.cells
            for dx, dy in EIGHT_WAYS
        )

    def targets(self, twin: Twin) -> dict[str, Place]:
        """Each legal move and where its stone comes to lie."""
        if self.has_line(twin, "x") or self.has_line(twin, "o"):
            return {}
        empty = [place for place in self.cells if twin.signs[place] == "."]
        if not self.falling:
            return {name(place): place for place in empty}
        return {name((x, 0))[0]: (x, max(y for cx, y in empty if cx == x)) for x, _ in empty}

    def moves(self, twin: Twin) -> list[str]:
        """The legal moves."""
        return sorted(self.targets(twin))

    def play(self, twin: Twin, move: str) -> Twin:
        """The position after a move."""
        return Twin({**twin.signs, self.targets(twin)[move]: twin.side}, OTHER[twin.side])

    def result(self, twin: Twin) -> int | None:
        """1, 0 or -1 for the side to move, or None while the game goes on."""
        if self.has_line(twin, twin.side):
            return 1
        if self.has_line(twin, OTHER[twin.side]):
            return -1
        return None if self.targets(twin) else 0


SlowGame = SlowReversi | SlowLines


def slow_twin(spec: str) -> SlowGame:
    """The slow rules of a game string that names its size and switches."""
    head, *words = spec.split(",")
    family, _, size = head.partition(":")
    switches = dict(word.split("=") for word in words)
    if family == "tictactoe":
        return SlowLines(3, 3, 3, falling=False)
    height, width = map(int, size.split("x"))
    if family == "connect4":
        return SlowLines(height, width, 4, falling=True)
    empties = switches.get("empties", "nobody")
    rim = switches.get("rim", "other") if family == "nip" else ""
    return SlowReversi(height, width, rim=rim, empties=empties)


def perft(game: SlowGame, twin: Twin, depth: int, *, finished: int) -> int:
    """Sequences of exactly `depth` plies; `finished` is what a game that ended before counts."""
    if depth == 0:
        return 1
    moves = game.moves(twin)
    if not moves:
        return finished
    return sum(perft(game, game.play(twin, m), depth - 1, finished=finished) for m in moves)
