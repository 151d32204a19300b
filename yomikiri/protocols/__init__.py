"""Engines for other programs, on standard input and output."""
