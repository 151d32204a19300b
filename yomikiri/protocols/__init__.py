"""Speaking with other programs on standard input and output."""
