"""Certificates checked by compiled code, chunks side by side, all of them or a random sample."""

import math
import random
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.running import Runner, Stopped
from yomikiri.verify.board import Words, make_checked_board
from yomikiri.verify.kernels import (
    CODE,
    ENDS,
    ILLEGAL,
    LEFT,
    OTHER,
    OTHERS,
    OWN,
    PROVED,
    PROVERS,
    REFUTED,
    SEEN,
    STATE,
    USED,
    follow,
)
from yomikiri.verify.repeating import RepeatingCertificate
from yomikiri_verify import Certificate, Fault, Proof, Root, Stream

MEMO = 3 << 20  # words for positions that were searched, of Connect Four
SCRATCH = 1 << 16  # words: more than any stack of positions and the search below it takes
WORD = (1 << 64) - 1
DOUBT = 0.05  # that is left by what a sample says

Follow = Callable[[Stream, list[Root], int, int, bool], list[Root]]


class Checked(NamedTuple):
    """How much was checked."""

    positions: int
    chunks: int  # that there are
    checked: int  # of them

    @property
    def doubt(self) -> float:
        """The share of chunks that may be wrong: 95 % of samples would have shown more."""
        if self.checked == self.chunks:
            return 0.0
        most = math.ceil(self.chunks * (1 - DOUBT ** (1 / max(1, self.checked))))
        return float(most / self.chunks)


class Compiled:
    """Follows streams like `Certificate.follow`, in machine code; several threads may ask."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate, self.lock = certificate, threading.Lock()
        self.board = make_checked_board(certificate)
        self.scratches: dict[int, Words] = {}  # of the walks under way

    def halt(self) -> None:
        """Make all walks return soon."""
        for scratch in list(self.scratches.values()):
            scratch[0] = 1

    def follow(
        self, stream: Stream, roots: list[Root], need: int, floor: int, keep: bool, room: int = 0
    ) -> list[Root]:
        """Walk from the roots; the roots that a trunk leads to, `room` at most.  Raises Fault."""
        with self.lock:
            moves = np.frombuffer(self.certificate.moves(stream), np.uint8)
        scratch, report = np.zeros(SCRATCH, np.int64), np.zeros(8, np.int64)
        ends = np.zeros(STATE * room, np.int64)
        arrays = room_for(stream[2]), ends, room_for(room)
        memo = np.zeros(MEMO if self.board.falls and not keep else 3, np.int64)
        self.scratches[id(scratch)] = scratch
        try:
            follow(
                self.board,
                moves,
                packed(roots),
                need,
                floor,
                stream[2],
                *arrays,
                int(keep),
                scratch,
                memo,
                report,
            )
        finally:
            del self.scratches[id(scratch)]
        if report[CODE] in (ILLEGAL, REFUTED):
            where = self.certificate.board.show(int(report[OWN]) & WORD, int(report[OTHER]) & WORD)
            if report[CODE] == ILLEGAL:
                raise Fault("illegal", f"no legal move in {where}")
            raise Fault("refuted", f"the goal is not reached in {where}")
        whole = report[USED] == len(moves) and report[SEEN] == stream[2]
        if report[CODE] == LEFT or (report[CODE] == PROVED and not whole):
            raise Fault("left", "more moves or positions than the proof needs, or fewer")
        found = ends[: STATE * report[ENDS]].reshape(-1, STATE).tolist()
        return [(own & WORD, other & WORD, kind == PROVERS) for own, other, kind in found]


def room_for(number: int) -> Words:
    """An empty set for so many positions and one more."""
    return np.zeros(4 << (2 * number + 2).bit_length(), np.int64)


def packed(roots: list[Root]) -> Words:
    """Positions as machine words, one after the other."""
    rows = [(own, other, PROVERS if proves else OTHERS) for own, other, proves in roots]
    return np.array(rows, np.uint64).view(np.int64).reshape(-1)


def chunks_of(
    proof: Proof, roots: list[Root], share: float, chance: random.Random
) -> Iterator[tuple[Stream, list[Root]]]:
    """The chunks to check, each with its roots; one at least, if there are any."""
    streams = proof[3][1:]
    if sum(stream[1] for stream in streams) != len(roots):
        raise Fault("left", "these chunks do not begin where their trunk ends")
    chosen = {n for n in range(len(streams)) if chance.random() < share}
    if streams and not chosen:
        chosen = {chance.randrange(len(streams))}
    begin = 0
    for number, stream in enumerate(streams):
        if number in chosen:
            yield stream, roots[begin : begin + stream[1]]
        begin += stream[1]


def check_streams(
    certificate: Certificate, *, fast: bool = False, share: float = 1.0, threads: int = 1
) -> Checked:
    """Check the trunks and a share of the chunks, by compiled code or by the stand-alone program.

    A trunk is small, and without it nobody knows where chunks begin, so it is always checked.
    """
    chance = random.SystemRandom()  # nobody can prepare a certificate for what is chosen
    if fast and not can_be_compiled(certificate):
        raise InputError("verify.no_fast", game=certificate.game)
    compiled = Compiled(certificate) if fast else None
    positions = chunks = checked = 0
    for proof in certificate.proofs:
        prover, need, split, (trunk, *streams) = proof
        start = [root_of(certificate, prover)]
        if compiled is None:
            roots = certificate.follow(trunk, start, need, split, True)
        else:
            room = sum(stream[1] for stream in streams)
            roots = compiled.follow(trunk, start, need, split, True, room)
        work = list(chunks_of(proof, roots, share, chance))
        chunks, checked = chunks + len(streams), checked + len(work)
        positions += trunk[2] + sum(stream[2] for stream, _ in work)
        if compiled is None:
            for stream, from_ in work:
                certificate.follow(stream, from_, need, certificate.cut, False)
        else:
            side_by_side(compiled, work, need, threads)
    return Checked(positions, chunks, checked)


def can_be_compiled(certificate: Certificate) -> bool:
    """Whether the compiled checker has the rules, and the cells fit into a machine word."""
    return not isinstance(certificate, RepeatingCertificate) and certificate.board.all <= WORD


def root_of(certificate: Certificate, prover: str) -> Any:
    """Where the trunk of a proof begins."""
    if isinstance(certificate, RepeatingCertificate):
        return certificate.root(prover)
    return (*certificate.start, certificate.text.endswith(prover))


def side_by_side(compiled: Compiled, work: list[Any], need: int, threads: int) -> None:
    """Check chunks in threads, each taking one after the other."""
    floor = compiled.certificate.cut
    waiting = work[::-1]
    runner = Runner()

    def take() -> None:
        while not runner.reason:
            try:
                stream, roots = waiting.pop()
            except IndexError:
                return
            compiled.follow(stream, roots, need, floor, False)

    runner.run([partial(take) for _ in range(min(threads, len(work)))], compiled.halt)
    if runner.reason:
        raise Stopped(runner.reason)
