"""Splits as a picture: for each how many leaves both stages have, and who is ahead."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.games.pictures import INK, STONES, Picture

WIDTH, HEIGHT = 0.9, 4.0  # of a bar, in cells
COLOURS = ("#1d4f7c", "#8fb3d1")  # of the leaves of stage 1 and of stage 2
AHEAD = {"first": STONES["x"], "second": STONES["o"]}  # the discs of the players


class Column(NamedTuple):
    """What is drawn of one split."""

    name: str
    leaves: tuple[int, int]  # of both stages
    ahead: str  # first, second or draw
    value: int | None


def draw_columns(title: str, columns: Sequence[Column]) -> str:
    """SVG: two bars for each split, as high as its leaves have digits; below, who is ahead."""
    most = max((max(column.leaves) for column in columns), default=1)
    digits = max(1, math.ceil(math.log10(most + 1)))
    right = max(4.0, len(columns) * (WIDTH + 0.3) + 0.6)
    picture = Picture(title, -1.0, -0.9, right, HEIGHT + 1.9)
    picture.text((right / 2 - 0.5, -0.5), title, 0.36, fill=INK)
    for power in range(digits + 1):
        y = HEIGHT * (1 - power / digits)
        picture.line((0, y), (right - 0.3, y), stroke="#d8ccb6", stroke_width=1)
        label = f"{10**power:,}" if power < 4 else f"10^{power}"
        picture.text((-0.5, y), label, 0.24, fill=INK)
    for number, column in enumerate(columns):
        x = 0.3 + number * (WIDTH + 0.3)
        for stage, leaves in enumerate(column.leaves):
            height = HEIGHT * math.log10(leaves + 1) / digits
            left = x + stage * WIDTH / 2
            picture.rectangle(left, HEIGHT - height, WIDTH / 2, height, fill=COLOURS[stage])
        picture.text((x + WIDTH / 2, HEIGHT + 0.35), column.name, 0.3, fill=INK)
        middle = (x + WIDTH / 2, HEIGHT + 0.95)
        if column.ahead in AHEAD:
            name, fill, edge, _ = AHEAD[column.ahead]
            picture.circle(middle, 0.24, fill=fill, stroke=edge, stroke_width=1.5, class_=name)
        else:
            picture.text(middle, "=", 0.4, fill=INK)
        if column.value is not None:
            picture.text((middle[0], HEIGHT + 1.5), f"{column.value:+}", 0.3, fill=INK)
    return str(picture)
