"""Nets taught by self-play: games, training, matches, again."""
