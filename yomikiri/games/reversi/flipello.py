"""Othello on 8x8 as Fairy-Stockfish writes it, which calls it flipello.

Its White moves first, ranks are counted from below, and every stone is dropped from a hand:
`P@d6` is our d3.  A pass is a move of one's first stone, from a1 on, to where it stands.
"""

import re
from collections.abc import Mapping

from yomikiri.bits import count
from yomikiri.games.cells import Place
from yomikiri.games.reversi.state import PASS, Reversi

NAME, SIZE = "flipello", (8, 8)
SIDE = SIZE[0]
HAND = SIDE * SIDE - 4  # stones of each player at the start


def fen(state: Reversi, places: Mapping[int, Place]) -> str:
    """The position; stones in hand as if nobody had passed, for a position does not tell."""
    first, second = (state.other, state.own) if state.turn else (state.own, state.other)
    rows = [["1"] * SIDE for _ in range(SIDE)]
    for cell, (x, y) in places.items():
        if (first | second) >> cell & 1:
            rows[y][x] = "P" if first >> cell & 1 else "p"
    played = max(0, count(state.own | state.other) - 4)
    hands = "P" * (HAND - (played + 1) // 2) + "p" * (HAND - played // 2)
    board = re.sub("1+", lambda run: str(len(run[0])), "/".join(map("".join, rows)))
    return f"{board}[{hands}] {'wb'[state.turn]} 0 1"


def move_text(state: Reversi, places: Mapping[int, Place], move: int) -> str:
    """A move."""
    if move != PASS:
        return f"P@{square(places[move])}"
    stones = [places[cell] for cell in places if state.own >> cell & 1]
    name = square(min(stones, key=lambda place: (-place[1], place[0])))
    return name + name


def square(place: Place) -> str:
    """A cell by file and rank."""
    x, y = place
    return f"{chr(ord('a') + x)}{SIDE - y}"


def means(text: str, move: str) -> bool:
    """Whether a text is this move: a pass may be that of any stone."""
    if move[1] == "@":
        return text == move
    return len(text) == len(move) and text[:2] == text[2:]
