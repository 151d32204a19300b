"""Checks certificates of solved games: python yomikiri_verify.py FILE

A certificate claims what a position is worth and brings a strategy that proves it.  This program
has the rules of Nip, Othello and Connect Four from their descriptions, and shares no line with the
program that made the certificate; docs/formats.md has the format.  Exit codes: 0 the claim is
proved, 1 it is not, 2 the file is not a certificate.  It needs Python 3.10 or newer and no more.
"""

import hashlib
import json
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, takewhile
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
MOST_CUT, MOST_MEMO = 20, 1 << 20  # empty cells; searched positions that are remembered
EMPTIES, RIMS = ("nobody", "winner"), ("other", "lap", "off")  # values of switches


class Fault(Exception):
    """What is wrong, in a word and in a sentence."""


class Board:
    """Cells, numbered row by row from the top left; a set of cells is an integer."""

    most = 1  # no result is greater
    children: Any  # (own, other): positions after each move, in the order of cells; none at the end
    result: Any  # (own, other): of a game that is over, for the player to move

    def __init__(self, cells: list[tuple[int, int]], height: int, width: int, maps: int) -> None:
        self.height, self.width = height, width
        self.number = {cell: number for number, cell in enumerate(cells)}
        self.all = (1 << len(cells)) - 1
        self.reaches = lru_cache(MOST_MEMO)(self.search)
        self.maps: list[list[int]] = [[] for _ in range(maps)]  # where each cell goes, as a bit
        for number, goals in enumerate(self.maps):
            for x, y in cells:
                x, y = (y, x) if number & 4 else (x, y)
                x, y = width - 1 - x if number & 1 else x, height - 1 - y if number & 2 else y
                goals.append(1 << self.number[x, y])

    def canonical(self, own: int, other: int) -> Position:
        """The smallest of all mirror images, compared by own stones and then by the other's."""
        mine, theirs = ([n for n in range(s.bit_length()) if s >> n & 1] for s in (own, other))
        return min((sum(m[n] for n in mine), sum(m[n] for n in theirs)) for m in self.maps)

    def search(self, own: int, other: int, goal: int) -> bool:
        """Whether the player to move gets `goal` or more, by looking at everything."""
        over = True
        for child in self.children(own, other):
            over = False
            if not self.reaches(*child, 1 - goal):
                return True
        return over and bool(self.result(own, other) >= goal)

    def read(self, text: str) -> Position:
        """The position of a text: rows from the top, and whose turn it is, x (first) or o."""
        rows, _, side = text.partition(" ")
        signs = {(x, y): s for y, row in enumerate(rows.split("/")) for x, s in enumerate(row)}
        cells = {(x, y) for y in range(self.height) for x in range(self.width)}
        fits = side in ("x", "o") and signs.keys() == cells
        if not fits or any(s not in ("xo." if c in self.number else "_") for c, s in signs.items()):
            raise Fault("position", f"this is not a position of the board: {text!r:.200}")
        x, o = (sum(1 << n for c, n in self.number.items() if signs[c] == s) for s in "xo")
        return (x, o) if side == "x" else (o, x)

    def show(self, own: int, other: int) -> str:
        """The position as text, x being the player to move."""
        sign = {c: ".xo"[(own >> n & 1) + 2 * (other >> n & 1)] for c, n in self.number.items()}
        rows = [[sign.get((x, y), "_") for x in range(self.width)] for y in range(self.height)]
        return "/".join(map("".join, rows)) + " x"


class Reversi(Board):
    """Nip if `rim` is given (other, lap or off), else Othello."""

    def __init__(self, height: int, width: int, rim: str, empties: str) -> None:
        # Nip lacks corners: one cell each, or three if both sides are longer than 4.
        cut = 0 if not rim else 1 if 4 in (height, width) else 2
        rows = [
            [(x, y) for x in range(width) if min(x, width - 1 - x) + min(y, height - 1 - y) >= cut]
            for y in range(height)
        ]
        super().__init__([*chain(*rows)], height, width, 8 if height == width else 4)
        self.most, self.empties = len(self.number), empties
        loop = rows[0] + [row[-1] for row in rows[1:-1]]
        loop += rows[-1][::-1] + [row[0] for row in rows[-2:0:-1]]
        self.rays = {}  # from each cell, as a bit: the cells that a run may take, in order
        for x, y in self.number:
            ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
            lines = ([(x + dx * n, y + dy * n) for n in range(1, 64)] for dx, dy in ways)
            rays = [list(takewhile(self.number.__contains__, line)) for line in lines]
            if rim in ("other", "lap") and (x, y) in loop:
                place = loop.index((x, y))
                others = loop[place + 1 :] + loop[:place]
                home = [(x, y)] if rim == "lap" else []  # the stone itself may close the run
                rays += [others + home, others[::-1] + home]
            bits = [tuple(1 << self.number[cell] for cell in ray) for ray in rays]
            self.rays[1 << self.number[x, y]] = [ray for ray in bits if len(ray) > 1]
        self.near = {bit: sum({ray[0] for ray in rays}) for bit, rays in self.rays.items()}

    def turned(self, bit: int, own: int, other: int) -> int:
        """The stones that turn over when a stone is put on a cell."""
        total = 0
        for ray in self.rays[bit]:
            if ray[0] & other:
                run = 0
                for cell in ray:
                    if not cell & other:
                        total |= run if cell & (own | bit) else 0
                        break
                    run |= cell
        return total

    def children(self, own: int, other: int) -> Iterator[Position]:
        """A stone where it turns something over; a pass if only the opponent has such a cell."""
        stuck, left = True, self.all & ~(own | other)
        while left:
            left, bit = left & left - 1, left & -left
            if self.near[bit] & other and (turned := self.turned(bit, own, other)):
                stuck = False
                yield other ^ turned, own | turned | bit
        if stuck and any(self.turned(b, other, own) for b in self.near if not (own | other) & b):
            yield other, own

    def result(self, own: int, other: int) -> int:
        """More stones win; empty cells count for nobody, or for the winner."""
        difference = own.bit_count() - other.bit_count()
        empty = (self.all ^ own ^ other).bit_count() if self.empties == "winner" else 0
        return difference + empty * ((difference > 0) - (difference < 0))


class ConnectFour(Board):
    """Stones fall to the bottom of a column; four in a line win."""

    def __init__(self, height: int, width: int) -> None:
        cells = [(x, y) for y in range(height) for x in range(width)]
        super().__init__(cells, height, width, 2)
        self.lines = []  # steps from cell to cell, and the cells where four may begin
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            begins = [(x, y) for x, y in cells if (x + dx * 3, y + dy * 3) in self.number]
            self.lines.append((dy * width + dx, sum(1 << self.number[cell] for cell in begins)))

    def children(self, own: int, other: int) -> Iterator[Position]:
        """A stone on each empty cell with no empty one below, until there is a line."""
        free = 0 if self.result(own, other) else self.all & ~(own | other)
        free &= ~(free >> self.width)
        yield from ((other, own | 1 << n) for n in range(free.bit_length()) if free >> n & 1)

    def result(self, own: int, other: int) -> int:
        """Only the player who has just moved can have a line."""
        return -any((two := other & other >> s) & two >> 2 * s & b for s, b in self.lines)


def make_board(game: str, height: int, width: int, switches: dict[str, str]) -> Board:
    """The board of a header."""
    names = {"nip": ["empties", "rim"], "othello": ["empties"], "connect4": []}.get(game)
    rim, empties = switches.get("rim", ""), switches.get("empties", "")
    fits = sorted(switches) == names and type(height) is type(width) is int and rim in ("", *RIMS)
    fits = fits and empties in ("", *EMPTIES) and not (rim and (height | width) & 1)
    if not fits or height * width > 80 or min(height, width) < (3 if game == "othello" else 4):
        raise Fault("game", f"not a known game: {game!r:.20} {height}x{width} {switches!r:.80}")
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
        self.goal, self.value, self.cut = header["goal"], header["value"], header["cut"]
        self.board, self.text = self.board_of(game, rows, columns, switches), header["position"]
        self.start = self.board.read(self.text)
        sign = "=" if self.goal == "score" or not self.value else "<>"[self.value > 0]
        self.claim = f"value {sign} {self.value if sign == '=' else 0} for x"
        self.game = f"{game}:{rows}x{columns}" + "".join(f",{k}={v}" for k, v in switches.items())
        most = self.board.most if self.goal == "score" else 1
        bounds = ["at_least"] * (self.value > -most) + ["at_most"] * (self.value < most)
        if self.goal not in ("score", "win") or type(self.value) is not int or self.cut > MOST_CUT:
            raise ValueError("the claim makes no sense")
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
            numbers = [self.cut, proof["split"], sum(stream[1] for stream in streams)]
            numbers += [number for stream in streams for number in stream[1:]]
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
        prover, need, split, streams = proof
        roots = self.follow(streams[0], [(*self.start, self.text[-1] == prover)], need, split, True)
        if sum(stream[1] for stream in streams[1:]) != len(roots):
            raise Fault("left", "the chunks do not begin where the trunk ends")
        for stream in streams[1:]:
            self.follow(stream, roots[: stream[1]], need, self.cut, False)
            del roots[: stream[1]]
        return sum(stream[2] for stream in streams)

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
            elif is_low or not (children := list(board.children(own, other))):
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
