"""Janken shogi by the slow rules of the checkers: counted, and by the name of a game."""

from yomikiri.verify.janken import Slow, SlowJanken


def perft(game: SlowJanken, slow: Slow, depth: int) -> int:
    """Sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    return sum(perft(game, game.play(slow, move), depth - 1) for move in game.moves(slow))


def perft_turns(game: SlowJanken, slow: Slow, turns: int) -> int:
    """Sequences of exactly so many whole turns."""
    if turns == 0:
        return 1
    found = 0
    for move in game.moves(slow):
        child = game.play(slow, move)
        found += perft_turns(game, child, turns - (child.player != slow.player))
    return found


def slow_janken(spec: str) -> SlowJanken:
    """The slow rules of a game string."""
    head, *words = spec.split(",")
    _, _, variant = head.partition(":")
    return SlowJanken(variant or "single", **dict(word.split("=") for word in words))
