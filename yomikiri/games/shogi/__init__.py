"""The small shogi family: one set of compiled rules, the variants as data."""
