"""Chess endings: positions with few men, numbered so that tables of all of them can be built."""
