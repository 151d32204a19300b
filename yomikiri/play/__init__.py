"""A game in progress: one tree of moves, one judgement of its end, dice, one record."""
