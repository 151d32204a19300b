"""What the dice show: decided by the seed of the game and the number of the ply, by nothing else.

So the same seed gives the same throws in the terminal, on the page, in a match and in Python, also
after a move was taken back.  A match has a seed, and each of its games has its own: the first one
the seed of the match, so `play --seed 7` has the dice of the first game of `match --seed 7`.
"""

import random

from yomikiri.games.game import Game, State
from yomikiri.rules import chances


def throw(game: Game, state: State, seed: int, ply: int) -> int:
    """The throw of the ply with this number, counted from 0 at the start of the game."""
    moves = game.legal_moves(state)
    weights = [int(chances(game.rules, state, move)) for move in moves]
    return random.Random(f"{seed} dice {ply}").choices(moves, weights)[0]


def seed_of_game(seed: int, number: int) -> int:
    """The seed of a game of a match, by its number from 0."""
    return random.Random(f"{seed} game {number} dice").getrandbits(32) if number else seed
