"""Janken shogi: dice with rock, scissors and paper, rolled over a board of 6x6."""
