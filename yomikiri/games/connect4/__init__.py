"""Connect Four of any size."""
