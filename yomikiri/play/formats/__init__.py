"""Games in files that other programs read."""
