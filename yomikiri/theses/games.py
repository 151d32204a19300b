"""Games between two players who keep their colours, counted."""

from yomikiri.lab.games import Pairing, play_game


def played(game: str, first: str, second: str, games: int, seed: int) -> dict[str, int] | None:
    """How many games `first`, who moves first, and `second` won; None if it was stopped."""
    counts = {"first": 0, "second": 0, "draw": 0, "repetition": 0, "limit": 0}
    for number in range(games):
        record = play_game(Pairing(game, (first, second), number, seed, 0))
        if record is None:
            return None
        counts[record["result"]] += 1
        if record["end"] in ("repetition", "limit"):
            counts[record["end"]] += 1
    return counts
