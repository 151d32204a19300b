"""Pieces of the shogi family without writing: animals, and signs that show how a piece moves.

All are drawn in a box from -50 to 50, looking up, and know nothing of who owns them.
"""

from math import cos, pi, sin

from yomikiri.games.shogi.variant import Piece, Vector

BROWN, NIGHT, ROSE = "#6b3f17", "#33261a", "#d9746a"


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    """A circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{more}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    """An ellipse."""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{more}/>'


def path(d: str, fill: str = "none", line: str = "", width: float = 3) -> str:
    """A shape, or a line."""
    stroke = f' stroke="{line}" stroke-width="{width:g}" stroke-linecap="round"' if line else ""
    return f'<path d="{d}" fill="{fill}"{stroke} stroke-linejoin="round"/>'


def eyes(apart: float, y: float, r: float = 4) -> str:
    """Two of them."""
    return circle(-apart, y, r, NIGHT) + circle(apart, y, r, NIGHT)


def smile(y: float, width: float = 8) -> str:
    """A mouth below a nose."""
    w = width
    return path(f"M{-w} {y}Q{-w / 2} {y + 6} 0 {y}Q{w / 2} {y + 6} {w} {y}", line=NIGHT, width=2.4)


def lion() -> str:
    """A mane all around."""
    tufts = "".join(
        circle(31 * cos(n * pi / 6), 2 + 31 * sin(n * pi / 6), 11, "#c9752a") for n in range(12)
    )
    ears = circle(-21, -21, 8, "#f2b84b") + circle(21, -21, 8, "#f2b84b")
    face = circle(0, 3, 27, "#f7cd6b") + eyes(10, -2) + path("M-6 7H6L0 14Z", NIGHT)
    return tufts + ears + face + smile(15)


def giraffe() -> str:
    """Horns, spots, and a long face."""
    horns = "".join(
        path(f"M{x} -22L{x * 1.25} -40", line=BROWN, width=5) + circle(x * 1.3, -42, 5, BROWN)
        for x in (-9, 9)
    )
    ears = oval(-27, -18, 10, 5, "#efc550") + oval(27, -18, 10, 5, "#efc550")
    face = path("M-20 -22Q0 -32 20 -22Q21 8 17 30Q0 44 -17 30Q-21 8 -20 -22Z", "#f5d56b")
    spots = oval(-12, -19, 6, 4, "#b9772a") + oval(10, -21, 7, 4, "#b9772a")
    spots += oval(15, 2, 4, 6, "#b9772a") + oval(-16, 8, 4, 6, "#b9772a")
    snout = oval(0, 27, 16, 11, "#fbeab4") + circle(-6, 25, 2, BROWN) + circle(6, 25, 2, BROWN)
    return horns + ears + face + spots + eyes(11, -5) + snout + smile(32, 6)


def elephant() -> str:
    """Wide ears and a trunk."""
    ears = "".join(
        oval(x, -4, 19, 25, "#8aa3b8") + oval(x, -2, 11, 17, "#e3b7b4") for x in (-30, 30)
    )
    head = path("M-22 -20Q0 -40 22 -20Q27 6 14 18H-14Q-27 6 -22 -20Z", "#a5bccf")
    trunk = path("M-8 8Q-9 32 -4 40Q4 46 12 38", line="#a5bccf", width=15)
    rings = path("M-15 22Q-8 25 -1 22M-13 31Q-7 33 0 30", line="#7f98ad", width=2.4)
    return ears + head + trunk + rings + eyes(11, -6)


def chick() -> str:
    """Round and yellow."""
    tuft = path("M0 -30Q-9 -40 -3 -44M0 -30Q4 -42 9 -42", line="#e0a52c", width=4)
    wings = oval(-31, 10, 8, 14, "#eebf3c") + oval(31, 10, 8, 14, "#eebf3c")
    body = (
        circle(0, 4, 33, "#fbdc62") + circle(-20, 12, 6, "#f5b48a") + circle(20, 12, 6, "#f5b48a")
    )
    return tuft + wings + body + eyes(12, -2, 4.5) + path("M-8 8H8L0 18Z", "#e8802a")


def hen() -> str:
    """White, with a comb."""
    comb = "".join(circle(x, y, 9, "#d3402e") for x, y in ((-11, -32), (1, -38), (13, -32)))
    wings = oval(-31, 12, 9, 16, "#e8ded0") + oval(31, 12, 9, 16, "#e8ded0")
    body = circle(0, 4, 33, "#fffaf2", ' stroke="#cdbfab" stroke-width="2"')
    wattle = oval(-5, 24, 5, 8, "#d3402e") + oval(5, 24, 5, 8, "#d3402e")
    return comb + wings + body + wattle + eyes(13, -3, 4.5) + path("M-9 7H9L0 19Z", "#e8a12a")


def dog() -> str:
    """Ears that hang."""
    face = circle(0, 2, 31, "#d9a066") + oval(0, 14, 20, 16, "#f6e3c6")
    ears = path("M-22 -22Q-44 -24 -42 8Q-34 18 -26 6Z", "#8a5a2e")
    ears += path("M22 -22Q44 -24 42 8Q34 18 26 6Z", "#8a5a2e")
    return face + ears + eyes(11, -6, 4.5) + oval(0, 7, 7, 5, NIGHT) + smile(16)


def cat(fur: str = "#c9c2ba", stripe: str = "#8d857c") -> str:
    """Ears that stand, and whiskers."""
    ears = path("M-32 -4L-30 -42L-6 -26Z", fur) + path("M32 -4L30 -42L6 -26Z", fur)
    ears += path("M-26 -14L-26 -32L-14 -24Z", ROSE) + path("M26 -14L26 -32L14 -24Z", ROSE)
    stripes = path("M0 -26V-14M-9 -24L-7 -15M9 -24L7 -15", line=stripe, width=4)
    hairs = path("M-16 12L-40 7M-16 17L-40 21M16 12L40 7M16 17L40 21", line=NIGHT, width=1.8)
    face = oval(0, 4, 33, 29, fur) + stripes + eyes(13, -3, 4.5) + path("M-5 8H5L0 13Z", ROSE)
    return ears + face + hairs + smile(14)


def crown() -> str:
    """Of a leader."""
    gold = path("M-32 26L-36 -22L-15 2L0 -32L15 2L36 -22L32 26Z", "#e9b93a", "#9a6b10")
    return gold + "".join(circle(x, 14, 5, "#c23b2a") for x in (-18, 0, 18))


def shield() -> str:
    """Of a guard."""
    edge = path("M0 -38L32 -26Q34 20 0 40Q-34 20 -32 -26Z", "#5f86b3", "#2d4a6b", 4)
    return edge + path("M0 -26V28M-22 -4H22", line="#f4ead2", width=7)


def sword() -> str:
    """Of a soldier."""
    blade = path("M0 -42L8 -30V12H-8V-30Z", "#cfd6dc", "#5d666e")
    grip = path("M-20 14H20", line="#8a5a2e", width=8) + path("M0 18V36", line="#8a5a2e", width=9)
    return blade + grip + circle(0, 38, 6, "#e9b93a")


PICTURES = {
    "獅": lion(),
    "麒": giraffe(),
    "象": elephant(),
    "雛": chick(),
    "鶏": hen(),
    "犬": dog(),
    "猫": cat(),
    "強": cat("#e9a05a", "#b5602a"),
    "将": crown(),
    "守": shield(),
    "兵": sword(),
}


def arrow(way: Vector, ink: str, *, slides: bool) -> str:
    """A step is a short line with a dot at its end, a slide a long one with a head."""
    x, y = way[0], -way[1]
    length = (x * x + y * y) ** 0.5
    reach = 34 if abs(x) <= 1 and abs(y) <= 1 else 16 * length
    ex, ey = x / length * reach, y / length * reach
    if not slides:
        return path(f"M0 0L{ex * 0.8:.3g} {ey * 0.8:.3g}", line=ink, width=5) + circle(
            round(ex, 1), round(ey, 1), 7.5, ink
        )
    nx, ny = -y / length * 9, x / length * 9
    head = f"M{ex * 1.2:.3g} {ey * 1.2:.3g}L{ex * 0.8 + nx:.3g} {ey * 0.8 + ny:.3g}"
    head += f"L{ex * 0.8 - nx:.3g} {ey * 0.8 - ny:.3g}Z"
    return path(f"M0 0L{ex * 0.85:.3g} {ey * 0.85:.3g}", line=ink, width=5) + path(head, ink)


def compass(piece: Piece, ink: str) -> str:
    """How a piece moves, from its middle."""
    ways = "".join(arrow(way, ink, slides=False) for way in piece.steps)
    ways += "".join(arrow(way, ink, slides=True) for way in piece.slides)
    return ways + circle(0, 0, 9, ink)


def dots(piece: Piece, ink: str) -> str:
    """Where a piece may step, as dots at its rim."""
    return "".join(circle(44 * x, -45 * y, 4.6, ink) for x, y in piece.steps)
