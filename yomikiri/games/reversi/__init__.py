"""Nip and Othello: one family, one set of compiled rules; the board and the switches are data."""
