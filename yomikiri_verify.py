"""Checks certificates of solved games: python yomikiri_verify.py FILE

A certificate claims what a position is worth and brings a strategy that proves it.  This program
has the rules of Nip, Othello and Connect Four from their descriptions, and shares no line with the
program that made the certificate; docs/formats.md has the format.  Exit codes: 0 the claim is
proved, 1 it is not, 2 the file is not a certificate.
"""

import hashlib
import json
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain, product, takewhile
from typing import Any

if sys.version_info < (3, 10):  # noqa: UP036
    sys.exit("yomikiri_verify.py needs Python 3.10 or newer")
Position = tuple[int, int]  # stones of the player to move, and of the other, as sets of cells
Root = tuple[int, int, bool]  # the same, and whether the player to move is the one who proves
Roots = list[Root]
Stream = tuple[int, int, int, int, int]  # where it is; roots, positions, moves and bytes it has
Proof = tuple[str, int, int, list[Stream]]  # who gets how much, the split, trunk and chunks

MAGIC, VERSION = b"yomikiri certificate ", b"1 "
MOST_HEADER, MOST = 1 << 20, 1 << 22  # bytes of a header; roots, moves, bytes ... of a stream
CUTS, known = range(21), lru_cache(1 << 16)  # empty cells; a function that knows its last answers


class Fault(Exception):
    """What is wrong, in a word and in a sentence."""


class Board:
    """Cells, numbered row by row from the top left; a set of cells is an integer."""

    children: Any  # (own, other): positions after each move, in the order of cells; none at the end
    search: Any  # (own, other, goal): whether the player to move gets that or more

    def __init__(self, height: int, width: int, maps: int, cut: int = 0) -> None:
        self.height, self.width, self.most = height, width, 1  # no result is greater
        lines = ([(x, min(x, width - 1 - x), y) for x in range(width)] for y in range(height))
        cells = [(x, y) for x, near, y in chain(*lines) if near + min(y, height - 1 - y) >= cut]
        self.number = {cell: number for number, cell in enumerate(cells)}
        self.all = (1 << len(cells)) - 1
        self.reaches = known(self.search)
        self.maps: list[list[int]] = [[] for _ in range(maps)]  # where each cell goes, as a bit
        for image, (x, y) in product(range(maps), cells):
            x, y = (y, x) if image & 4 else (x, y)
            x, y = width - 1 - x if image & 1 else x, height - 1 - y if image & 2 else y
            self.maps[image].append(1 << self.number[x, y])

    def canonical(self, own: int, other: int) -> Position:
        """The smallest of all mirror images, compared by own stones and then by the other's."""
        mine, theirs = ([n for n in range(s.bit_length()) if s >> n & 1] for s in (own, other))
        return min((sum(m[n] for n in mine), sum(m[n] for n in theirs)) for m in self.maps)

    def read(self, text: str) -> Position:
        """The position of a text: rows from the top, and whose turn it is, x (first) or o."""
        rows, _, side = text.partition(" ")
        signs = {(x, y): s for y, row in enumerate(rows.split("/")) for x, s in enumerate(row)}
        x, o = (sum(1 << n for c, n in self.number.items() if signs.get(c) == s) for s in "xo")
        if side not in ("x", "o") or self.show(x, o) != rows + " x":
            raise Fault("position", f"this is not a position of the board: {text!a:.200}")
        return (x, o) if side == "x" else (o, x)

    def show(self, own: int, other: int) -> str:
        """The position as text, x being the player to move."""
        sign = {c: ".xo"[(own >> n & 1) + 2 * (other >> n & 1)] for c, n in self.number.items()}
        rows = [[sign.get((x, y), "_") for x in range(self.width)] for y in range(self.height)]
        return "/".join(map("".join, rows)) + " x"


class Reversi(Board):
    """Nip if `rim` is given (other, lap or off), else Othello."""

    def __init__(self, height: int, width: int, rim: str, empties: str) -> None:
        cut = 0 if not rim else 1 if 4 in (height, width) else 2  # 1 or 3 cells of each corner
        super().__init__(height, width, 8 if height == width else 4, cut)
        self.most, self.extra = len(self.number), int(empties == "winner")  # for an empty cell
        rows = [[cell for cell in self.number if cell[1] == y] for y in range(height)]
        loop = rows[0] + [row[-1] for row in rows[1:-1]]
        loop += rows[-1][::-1] + [row[0] for row in rows[-2:0:-1]]
        self.stars = {}  # of each cell, as a bit: where it matters who has stones; what turns over
        for x, y in self.number:
            ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
            lines = ([(x + dx * n, y + dy * n) for n in range(1, 64)] for dx, dy in ways)
            rays = [list(takewhile(self.number.__contains__, line)) for line in lines]
            for ring in (loop, loop[::-1]) if rim in ("other", "lap") and (x, y) in loop else ():
                place = ring.index((x, y))  # with "lap" the stone itself may close the run
                rays.append(ring[place + 1 :] + ring[: place + (rim == "lap")])
            bit, bits = 1 << self.number[x, y], [[1 << self.number[c] for c in ray] for ray in rays]
            self.stars[bit] = sum({*chain(*bits)}), known(partial(self.turned, bit, bits))

    def turned(self, bit: int, rays: list[list[int]], own: int, other: int) -> int:
        """The stones that turn over when a stone is put on a cell."""
        runs = ((ray, [*takewhile(other.__and__, ray)]) for ray in rays)
        closed = (run for ray, run in runs if len(run) < len(ray) and ray[len(run)] & (own | bit))
        return sum({*chain(*closed)})

    def moves(self, own: int, other: int) -> Iterator[Position]:
        """The positions after each stone that turns something over."""
        free = self.all ^ own ^ other
        while free:
            bit = free & -free
            free ^= bit
            star, turned = self.stars[bit]
            if turns := turned(own & star, other & star):
                yield other ^ turns, own | bit | turns

    def children(self, own: int, other: int) -> list[Position]:
        """A stone where it turns something over; a pass if only the opponent has such a cell."""
        return [*self.moves(own, other)] or [(other, own)] * any(self.moves(other, own))

    def search(self, own: int, other: int, goal: int) -> bool:
        """Look at everything; empty cells count for nobody, or for the winner."""
        empty, over = (self.all ^ own ^ other).bit_count(), True
        reaches = self.reaches if empty > 4 else self.search  # which then costs no more
        for after, mine in self.moves(own, other):
            if not reaches(after, mine, 1 - goal):
                return True
            over = False
        if over and any(self.moves(other, own)):
            return not reaches(other, own, 1 - goal)
        more = own.bit_count() - other.bit_count()
        return over and more + self.extra * empty * ((more > 0) - (more < 0)) >= goal


class ConnectFour(Board):
    """Stones fall to the bottom of a column; four in a line win."""

    def __init__(self, height: int, width: int) -> None:
        super().__init__(height, width, 2)
        self.lines = []  # steps from cell to cell, and the cells where four may begin
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            begins = [(x, y) for x, y in self.number if (x + dx * 3, y + dy * 3) in self.number]
            self.lines.append((dy * width + dx, sum(1 << self.number[cell] for cell in begins)))
        middle_first = sorted(range(width), key=lambda x: abs(2 * x - width + 1))
        self.columns = [sum(1 << width * y + x for y in range(height)) for x in middle_first]
        self.lacks = known(self.fourths)

    def children(self, own: int, other: int) -> list[Position]:
        """A stone on each empty cell with no empty one below, until the other has a line."""
        free = 0 if self.lacks(other) & other else self.all ^ own ^ other
        free &= ~(free >> self.width)
        return [(other, own | 1 << n) for n in range(free.bit_length()) if free >> n & 1]

    def fourths(self, cells: int) -> int:
        """The cells that make four in a line with three of a set."""
        found = 0
        for d, begins in self.lines:
            b, c, d4 = cells >> d, cells >> 2 * d, cells >> 3 * d
            first, last = cells & b & begins, c & d4 & begins
            found |= last & b | (last & cells) << d | (first & d4) << 2 * d | (first & c) << 3 * d
        return found

    def search(self, own: int, other: int, goal: int) -> bool:
        """Look at all but moves after which the other has a line at once, for goals of 0 and 1."""
        mine, theirs, free = self.lacks(own), self.lacks(other), self.all ^ own ^ other
        legal = free & ~(free >> self.width)
        if theirs & other or mine & (legal | own) or not free:  # there is a line, or is one next
            return goal <= (-1 if theirs & other else bool(free))
        legal = (legal & theirs or legal) & ~(theirs << self.width)  # below a cell that they want
        children = (own | legal & column for column in self.columns if legal & column)
        return not all(self.reaches(other, after, 1 - goal) for after in children)


def make_board(game: str, height: int, width: int, switches: dict[str, str]) -> Board:
    """The board of a header."""
    names = {"nip": ["empties", "rim"], "othello": ["empties"], "connect4": []}.get(game)
    rim, empties = switches.get("rim", ""), switches.get("empties", "")
    fits = sorted(switches) == names and type(height) is type(width) is int and height * width <= 80
    fits = fits and rim in ("", "other", "lap", "off") and empties in ("", "nobody", "winner")
    if not fits or (rim and (height | width) & 1) or min(height, width) < 3 + (game != "othello"):
        raise Fault("game", f"not a known game: {game!a:.20} {height}x{width} {switches!a:.80}")
    return Reversi(height, width, rim, empties) if empties else ConnectFour(height, width)


class Certificate:
    """A file whose header and checksum are right."""

    board_of = staticmethod(make_board)

    def __init__(self, path: str) -> None:
        self.file = open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb")  # noqa: SIM115
        found = os.fstat(self.file.fileno())
        first = self.file.readline(len(MAGIC) + 67) if stat.S_ISREG(found.st_mode) else b""
        if not first.startswith(MAGIC + VERSION):
            raise Fault("magic", "this is not a certificate, or not one of version 1")
        second = self.file.readline(MOST_HEADER)
        try:
            self.understand(json.loads(second), len(first) + len(second))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise Fault("header", "the header is not as the format says") from None
        if found.st_size != self.end:
            raise Fault("size", f"{found.st_size} bytes, but the header says {self.end}")
        digest = hashlib.sha256(second)
        while piece := self.file.read(1 << 20):
            digest.update(piece)
        self.digest = digest.hexdigest()
        if first != MAGIC + VERSION + self.digest.encode() + b"\n":
            raise Fault("digest", "the checksum is wrong")

    def understand(self, header: dict[str, Any], end: int) -> None:
        """Take from the header what is claimed; a bound that nothing can exceed needs no proof."""
        game, rows, columns, switches = (header[k] for k in ("game", "rows", "columns", "switches"))
        self.goal, self.value = header["goal"], header["value"]
        self.cut = CUTS.index(header["cut"])
        self.board, self.text = self.board_of(game, rows, columns, switches), header["position"]
        self.start = self.board.read(self.text)
        sign = "=" if self.goal == "score" or not self.value else "<>"[self.value > 0]
        self.claim = f"value {sign} {self.value * (sign == '='):d} for x"
        self.game = f"{game}:{rows}x{columns}" + "".join(f",{k}={v}" for k, v in switches.items())
        most = {"score": self.board.most, "win": 1}[self.goal]
        bounds = ["at_least"] * (self.value > -most) + ["at_most"] * (self.value < most)
        if abs(self.value) > most or [p["bound"] for p in header["proofs"]] != bounds:
            raise Fault("claim", "the proofs are not those that the claim needs")
        self.proofs: list[Proof] = []
        for bound, proof in zip(bounds, header["proofs"]):
            prover, need = ("x", self.value) if bound == "at_least" else ("o", -self.value)
            streams: list[Stream] = []
            for roots, positions, moves, size in proof["streams"]:
                streams.append((end, roots, positions, moves, size))
                end += size
            self.proofs.append((prover, need, proof["split"], streams))
            numbers = [proof["split"], sum(s[1] for s in streams)]
            numbers += chain(*(stream[1:] for stream in streams))
            if not streams or any(type(n) is not int or not 0 <= n <= MOST for n in numbers):
                raise ValueError("a number is not in range")
        self.end = end

    def moves(self, stream: Stream) -> bytes:
        """The moves of a stream, one a byte."""
        begin, _, _, number, size = stream
        self.file.seek(begin)
        packed, unpack = self.file.read(size), zlib.decompressobj()
        try:
            moves = unpack.decompress(packed, number + 1)
        except zlib.error:
            moves = b""
        whole = unpack.eof and not unpack.unused_data if number else not packed
        if len(moves) != number or not whole:
            raise Fault("stream", "moves cannot be unpacked, or are not as many as stated")
        return moves

    def check(self, proof: Proof) -> int:
        """How many positions a proof has; raises Fault."""
        prover, need, split, (trunk, *chunks) = proof
        roots = self.follow(trunk, [(*self.start, self.text[-1] == prover)], need, split, True)
        if sum(chunk[1] for chunk in chunks) != len(roots):
            raise Fault("left", "the chunks do not begin where the trunk ends")
        for chunk in chunks:
            self.follow(chunk, roots[: chunk[1]], need, self.cut, False)
            del roots[: chunk[1]]
        return trunk[2] + sum(chunk[2] for chunk in chunks)

    def follow(self, stream: Stream, roots: Roots, need: int, floor: int, keep: bool) -> Roots:
        """Walk by the prover's moves and all of the other's; the roots that a trunk leads to."""
        board, moves, used = self.board, self.moves(stream), 0
        stack, seen, ends = roots[::-1], set[Root](), dict[Root, bool]()
        while stack and len(seen) <= stream[2]:
            own, other, proves = stack.pop()
            own, other = here = board.canonical(own, other)
            is_low = (board.all ^ own ^ other).bit_count() <= floor
            if is_low and keep:
                ends[(*here, proves)] = True
            elif is_low or not (children := board.children(own, other)):
                if board.reaches(own, other, need if proves else 1 - need) != proves:
                    raise Fault("refuted", f"the goal is not reached in {board.show(own, other)}")
            elif (*here, proves) not in seen:
                seen.add((*here, proves))
                if proves and len(children) > 1:
                    if used == len(moves) or moves[used] >= len(children):
                        raise Fault("illegal", f"no legal move in {board.show(own, other)}")
                    children, used = [children[moves[used]]], used + 1
                stack += [(*child, not proves) for child in reversed(children)]
        if used != len(moves) or len(seen) != stream[2]:
            raise Fault("left", "there are more moves or positions than the proof has, or fewer")
        return list(ends)


def main(path: str = "") -> int:
    """Check a file, and say what it proves."""
    try:
        found = Certificate(path)
        positions = sum(found.check(proof) for proof in found.proofs)
    except (Fault, OSError) as fault:
        foreign = isinstance(fault, OSError) or fault.args[0] == "magic"
        print("not a certificate:" if foreign else "not valid:", fault.args[1])
        return 2 if foreign else 1
    print(f"valid: {found.game}, {found.text}: {found.claim} ({positions} positions)")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
