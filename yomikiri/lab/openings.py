"""How games begin: moves at random, starts at random, all positions of a depth, or those of a file.

Both games of a pair begin alike, with colours exchanged.
"""

import random
import re
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError, reason
from yomikiri.games.game import Game, State
from yomikiri.games.parts import is_by_lot
from yomikiri.reading import is_there, read_up_to
from yomikiri.rules import key, mirror, symmetries

RANDOM_START = "random-start"
MOST_PLIES = 999  # of an opening
MOST_OPENINGS = 100_000
MOST_BYTES = 16 << 20  # of a file


class Opening(NamedTuple):
    """Where a pair of games begins."""

    start: str = ""  # a position, or RANDOM_START; "": the game's own
    moves: str = ""  # from there


class Openings(NamedTuple):
    """The openings of a match or a tournament; the named ones are taken in turn."""

    plies: int = 0  # at random, after those that are named
    named: tuple[Opening, ...] = (Opening(),)

    def of_pair(self, number: int) -> Opening:
        """That of a pair of games."""
        return self.named[number % len(self.named)]

    def to_dict(self) -> dict[str, Any]:
        """As JSON, for a manifest."""
        return {"plies": self.plies, "openings": [list(opening) for opening in self.named]}


def openings_of(document: dict[str, Any]) -> Openings:
    """Those of the question in a manifest."""
    named = tuple(Opening(start, moves) for start, moves in document["openings"])
    return Openings(int(document["plies"]), named)


def start_of_match(game: Game, start: str | None) -> str:
    """Where the games of a match begin: a position, or a start at random for each pair of games."""
    if is_by_lot(start):
        game.draw_start(random.Random(0))  # raises InputError if there is only one
        return RANDOM_START
    return "" if start is None else game.show(game.read_start(start))


def read_openings(text: str, game: Game, *, start: str = "", seed: int = 0) -> Openings:
    """The openings written as `random=4`, `random-start`, `all=3` or the name of a file.

    `start` is a position to begin from instead of the game's own.
    """
    words = text.strip().split(",")
    lowered = [word.strip().lower() for word in words]
    if not all(re.fullmatch(r"(random|all)=[0-9]+|random-start", word) for word in lowered):
        if "=" in text or not is_there(text):
            raise InputError("command.openings", got=text)
        return Openings(0, read_file(Path(text), game, start))
    plies = 0
    named: tuple[Opening, ...] = (Opening(start),)
    for word in lowered:
        if word == RANDOM_START:
            if start:
                raise InputError("command.two_starts")
            named = (Opening(RANDOM_START),)
            continue
        kind, _, digits = word.partition("=")
        if len(digits) > len(str(MOST_PLIES)):
            raise InputError("command.openings_number", most=MOST_PLIES, got=word)
        if kind == "random":
            plies = int(digits)
        elif len(lowered) > 1:
            raise InputError("command.openings", got=text)
        else:
            named = every_opening(game, int(digits), start, seed)
    return Openings(plies, named)


def every_opening(game: Game, plies: int, start: str, seed: int) -> tuple[Opening, ...]:
    """A way to each position of a depth in which the game goes on, in an order by the seed.

    Of positions that are the same but for a symmetry of the game there is one.
    """
    if game.has_chance:
        raise InputError("lab.openings_dice", game=game)
    begin = game.parse(start) if start else game.start
    found: dict[Any, tuple[State, tuple[int, ...]]] = {canonical(game, begin): (begin, ())}
    for _ in range(plies):
        deeper: dict[Any, tuple[State, tuple[int, ...]]] = {}
        for state, line in found.values():
            for move in game.legal_moves(state):
                child = game.play(state, move)
                if game.outcome(child) is None:
                    deeper.setdefault(canonical(game, child), (child, (*line, move)))
            if len(deeper) > MOST_OPENINGS:
                raise InputError("lab.openings_many", most=MOST_OPENINGS, plies=plies)
        found = deeper
    if not found:
        raise InputError("lab.openings_none", game=game, plies=plies)
    lines = [" ".join(game.line_text(begin, line)) for _, line in found.values()]
    random.Random(f"{seed} openings").shuffle(lines)
    return tuple(Opening(start, line) for line in lines)


def canonical(game: Game, state: State) -> tuple[int, ...]:
    """What positions share that are the same but for a symmetry."""
    rules = game.rules
    count = int(symmetries(rules))
    return min(tuple(map(int, key(rules, mirror(rules, state, n)))) for n in range(count))


def read_file(path: Path, game: Game, start: str) -> tuple[Opening, ...]:
    """The openings of a file: on each line moves or a position; `#` begins a comment."""
    try:
        data = read_up_to(path, MOST_BYTES)
    except OSError as error:
        raise InputError("record.unread", file=str(path), why=reason(error)) from None
    if len(data) > MOST_BYTES:
        raise InputError("record.too_long", file=str(path), most=MOST_BYTES)
    found = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if words := line.partition("#")[0].strip():
            try:
                found.append(read_line(words, game, start))
            except InputError as error:
                where = {"file": str(path), "line": number}
                raise InputError("lab.openings_line", **where, error=error) from None
    if not found:
        raise InputError("lab.openings_empty", file=str(path))
    return tuple(found[:MOST_OPENINGS])


def read_line(text: str, game: Game, start: str) -> Opening:
    """An opening: moves, or else a position."""
    begin = game.parse(start) if start else game.start
    try:
        moves = game.read_moves(begin, text)
    except InputError as error:
        try:
            state = game.parse(text)
        except InputError:
            raise error from None
        opening = Opening(game.show(state))
    else:
        state = game.replay(begin, moves)
        opening = Opening(start, " ".join(game.line_text(begin, moves)))
    if game.outcome(state) is not None:
        raise InputError("lab.openings_over")
    return opening


def random_moves(game: Game, plies: int, seed: str, start: State) -> list[int]:
    """Moves at random; fewer where the game would end."""
    chance = random.Random(seed)
    state, opening = start, []
    for _ in range(plies):
        moves = game.legal_moves(state)
        going_on = [move for move in moves if game.outcome(game.play(state, move)) is None]
        if not going_on:
            break
        opening.append(chance.choice(going_on))
        state = game.play(state, opening[-1])
    return opening
