"""What the command line shows and asks: words in two languages, boards, tables, the game loop."""
