"""Spoilt inputs at every door: `make fuzz`.  Each answer is a result or one clear line."""
