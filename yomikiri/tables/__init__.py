"""Tables of all positions of a game: building, keeping, asking and checking them."""
