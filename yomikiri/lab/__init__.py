"""Measuring players against each other."""
