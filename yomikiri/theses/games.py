"""Games of two players, each a work of its own: what was played is kept when a run is stopped."""

from collections.abc import Sequence

from yomikiri.lab.games import Pairing, play_game
from yomikiri.theses.table import Joined, Part, Work


def played(game: str, first: str, second: str, number: int, seed: int) -> dict[str, str] | None:
    """Which side and which player won a game, and why it ended; None if it was stopped."""
    record = play_game(Pairing(game, (first, second), number, seed, 0))
    if record is None:
        return None
    side = str(record["result"])
    winner = {"first": first, "second": second}.get(side, "")
    return {"side": side, "winner": winner, "end": str(record["end"])}


def match(game: str, first: str, second: str, games: int, seed: int) -> list[Work]:
    """Games in which the first-named always moves first."""
    return [Work(played, (game, first, second, number, seed)) for number in range(games)]


def turns(game: str, one: str, other: str, games: int, seed: int) -> list[Work]:
    """Games in which two players move first in turn."""
    pairs = ((one, other), (other, one))
    return [Work(played, (game, *pairs[number % 2], number, seed)) for number in range(games)]


def counted(works: Sequence[Work], field: str, value: str) -> Joined:
    """How many games came out so: `side` is first, second or draw, `winner` a player."""
    parts = tuple(Part(work, (field,)) for work in works)
    return Joined(parts, lambda found: found.count(value))
