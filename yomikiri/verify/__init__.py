"""Checkers of certificates: a room that knows nothing of games, searches or solving."""
