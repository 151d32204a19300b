"""A game in progress: its moves and its end, and the files it is kept in."""
