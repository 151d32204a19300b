"""A certificate followed: the move that its strategy has in a position that it leads to.

A stream has moves without positions, in the order of a walk, so that whoever asks for one walks the
stream.  A trunk is small, and of the chunks only the one is read to which the moves so far lead.
"""

import json
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from yomikiri.games.game import Game, State
from yomikiri.rules import FIRST, SECOND, mirror, mirror_move
from yomikiri.search.recording import canonical
from yomikiri.solve.answer import WIN
from yomikiri.solve.certificate import MOST
from yomikiri.solve.strategy import Chart, Place, walk_to_the_ends
from yomikiri.verify.repeating import RepeatingCertificate
from yomikiri.verify.verdict import verify
from yomikiri_verify import MOST_HEADER, Certificate, Proof, Stream

ENDING = "*.certificate"
SLOWLY = 5000  # bytes: less is checked before the compiled checker would be loaded
MOST_SLOWLY = 10_000  # positions: more take too long for who waits, without a compiled checker
SIDES = {FIRST: "x", SECOND: "o"}


def header_of(file: Path) -> dict[str, Any]:
    """What a certificate says about itself, unchecked; nothing if it is none."""
    try:
        with file.open("rb") as lines:
            lines.readline(MOST_HEADER)
            header = json.loads(lines.readline(MOST_HEADER))
    except (OSError, ValueError, RecursionError):
        return {}
    return header if isinstance(header, dict) else {}


def find_certificates(folder: Path, game: Game, path: Sequence[State]) -> list[Path]:
    """The certificates in a folder that begin at one of these positions of a game."""
    if not folder.is_dir():
        return []
    texts = {game.show(state) for state in path}
    found = []
    for file in sorted(folder.glob(ENDING)):
        header = header_of(file)
        if header.get("rules_hash") == game.rules_hash and header.get("position") in texts:
            found.append(file)
    return found


def open_strategies(file: Path, game: Game) -> dict[int, "Strategy"]:
    """The strategies of a certificate, by who has them; none unless its claim is proved."""
    sizes = [stream[1] for proof in header_of(file)["proofs"] for stream in proof["streams"]]
    if game.may_repeat and sum(sizes) > MOST_SLOWLY:
        return {}
    found = verify(file, fast=file.stat().st_size > SLOWLY and not game.may_repeat)
    if not found.valid or found.certificate is None:
        return {}
    kind = Endless if isinstance(found.certificate, RepeatingCertificate) else Cut
    by_sign = {proof[0]: proof for proof in found.certificate.proofs}
    return {
        side: kind(game, found.certificate, by_sign[sign], side)
        for side, sign in SIDES.items()
        if sign in by_sign
    }


class Strategy:
    """What one player does, to get what is claimed."""

    def __init__(self, game: Game, certificate: Certificate, proof: Proof, prover: int) -> None:
        self.game, self.certificate, self.prover = game, certificate, prover
        _, self.need, self.split, self.streams = proof
        self.start = game.parse(certificate.text)

    def choice(self, path: Sequence[State]) -> int | None:
        """The prover's move in the last of these positions; None if the strategy leads elsewhere.

        Nothing is said below the cut, where a checker searches, nor after other moves than its own.
        """
        texts = [self.game.show(state) for state in path]
        if (begin := self.game.show(self.start)) not in texts:
            return None
        path = path[texts.index(begin) :]
        for number, state in enumerate(path):
            if self.game.mover(state) != self.prover:
                continue
            move = self.known(path[: number + 1])
            if move is None or number == len(path) - 1:
                return move
            if self.same(self.game.play(state, move)) != self.same(path[number + 1]):
                return None
        return None

    def same(self, state: State) -> Any:
        """What two positions have in common that the strategy takes for one."""
        raise NotImplementedError

    def known(self, path: Sequence[State]) -> int | None:
        """Its move in the last of these positions, of which all are its own."""
        raise NotImplementedError


class Endless(Strategy):
    """A strategy of a game whose positions can come again, to the ends of all lines."""

    def same(self, state: State) -> str:
        """The position as text."""
        return self.game.show(state)

    @cached_property
    def moves(self) -> dict[str, int]:
        """Each of its moves, by the position as text."""
        found: dict[str, int] = {}
        numbers = iter(self.certificate.moves(self.streams[1]))

        def read(state: Any) -> list[int]:
            names = {self.game.move_name(state, one): one for one in self.game.legal_moves(state)}
            found[self.game.show(state)] = names[sorted(names)[next(numbers)]]
            return [found[self.game.show(state)]]

        walk_to_the_ends(self.game, self.start, self.prover, read, MOST)
        return found

    def known(self, path: Sequence[State]) -> int | None:
        """Its move in the last position."""
        only = self.game.legal_moves(path[-1])
        return only[0] if len(only) == 1 else self.moves.get(self.game.show(path[-1]))


class Cut(Strategy):
    """A strategy of a game of stones, cut into a trunk and chunks."""

    @cached_property
    def chart(self) -> Chart:
        """The cells as a certificate numbers them."""
        return Chart(self.game)

    def same(self, state: State) -> Place:
        """The smallest of its mirror images."""
        found = self.chart.canonical(state)
        return found.own, found.other, self.game.mover(state) == self.prover

    def read(self, stream: Stream, known: dict[Place, int]) -> Callable[..., int]:
        """Who chooses the moves of a stream, and notes them."""
        numbers = iter(self.certificate.moves(stream))

        def choose(place: Place, state: Any, legal: list[int]) -> int:
            known[place] = legal[next(numbers)]
            return known[place]

        return choose

    @cached_property
    def trunk(self) -> tuple[dict[Place, int], dict[Place, int], list[Any]]:
        """Its moves, the chunk that begins at each of its ends, and the ends."""
        known: dict[Place, int] = {}
        root = [(self.game.mover(self.start) == self.prover, self.start)]
        walked = self.chart.walk(root, self.split, self.read(self.streams[0], known), keep=True)
        chunks, begin = {}, 0
        for number, stream in enumerate(self.streams[1:], 1):
            for place, _ in walked.ends[begin : begin + stream[1]]:
                chunks[place] = number
            begin += stream[1]
        return known, chunks, walked.ends

    @cached_property
    def read_chunks(self) -> dict[int, dict[Place, int]]:
        """The moves of the chunks that were asked for."""
        return {}

    def chunk(self, number: int) -> dict[Place, int]:
        """The moves of a chunk."""
        if number not in self.read_chunks:
            _, chunks, ends = self.trunk
            roots = [(place[2], state) for place, state in ends if chunks[place] == number]
            known: dict[Place, int] = {}
            choose = self.read(self.streams[number], known)
            self.chart.walk(roots, self.certificate.cut, choose)
            self.read_chunks[number] = known
        return self.read_chunks[number]

    def known(self, path: Sequence[State]) -> int | None:
        """Its move in the last position, which stands in the trunk or in the chunk below it."""
        state = path[-1]
        if self.chart.left(state) <= self.certificate.cut:
            return None
        legal = self.game.legal_moves(state)
        if len(legal) == 1:
            return legal[0]
        moves, chunks, _ = self.trunk
        place = self.same(state)
        if place not in moves:
            below = [chunks[end] for end in map(self.same, path) if end in chunks]
            moves = self.chunk(below[0]) if below else {}
        if place not in moves:
            return None
        number = canonical(self.game.rules, self.chart.words, state)
        rules = self.game.rules
        assert mirror(rules, state, number) == self.chart.canonical(state)
        return next(move for move in legal if mirror_move(rules, move, number) == moves[place])


class Certificates:
    """The certificates in a folder; each is checked before it is believed, once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.opened: dict[tuple[str, int], dict[int, Strategy]] = {}  # by file and time

    def strategies(self, file: Path, game: Game) -> dict[int, Strategy]:
        """The strategies of a file, by who has them."""
        key = (str(file), file.stat().st_mtime_ns)
        if key not in self.opened:
            self.opened[key] = open_strategies(file, game)
        return self.opened[key]

    def choice(self, game: Game, path: Sequence[State], prover: int) -> tuple[int, int] | None:
        """The prover's move in the last of these positions, and what it is worth at least."""
        with self.lock:
            for file in find_certificates(self.folder, game, path):
                strategy = self.strategies(file, game).get(prover)
                if strategy is not None and (move := strategy.choice(path)) is not None:
                    return move, strategy.need
        return None

    def claim(self, game: Game, path: Sequence[State]) -> tuple[int, int, bool] | None:
        """Who is proved to get how much in the last position, if a certificate begins there.

        Also whether that is no more than who wins.
        """
        with self.lock:
            for file in find_certificates(self.folder, game, path[-1:]):
                found = self.strategies(file, game)
                needs = [(side, strategy.need) for side, strategy in found.items()]
                if needs:  # of both, if there are two, who gets more
                    mover = game.mover(path[-1])
                    side, need = max(needs, key=lambda claim: (claim[1], claim[0] == mover))
                    return side, need, game.has_score and found[side].certificate.goal == WIN
        return None
