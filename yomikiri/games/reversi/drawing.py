"""Nip and Othello boards as SVG.

Nip's board is round and is played on the crossings of its lines.  The rim is a ring: of a square
board a circle, of a longer one the same circle cut in two and pulled apart.  Its cells keep to the
ring, evenly spaced on the round parts; the others stand on a plain grid within.
"""

from math import cos, radians, sin

from yomikiri.games.cells import Place, View
from yomikiri.games.pictures import FRAME, GREEN, GREEN_LINE, GROOVE, INK, WOOD, Picture, Point
from yomikiri.games.reversi.board import Board

STONE = 0.43  # radius, in cells
EDGE = 0.62  # from the ring to the board's edge
RADII = {4: 1.62, 6: 2.62, 8: 3.78}  # of the ring, by the shorter side: room between rim and grid


def othello_board(view: View, board: Board) -> str:
    """Green cloth in a wooden frame."""
    height, width = board.height, board.width
    picture = Picture(view.title, -0.72, -0.72, width + 0.72, height + 0.72)
    picture.rectangle(-0.6, -0.6, width + 1.2, height + 1.2, rx=0.22, fill=FRAME, class_="frame")
    picture.rectangle(0, 0, width, height, fill=GREEN, class_="board")
    ink = {"stroke": GREEN_LINE, "stroke_width": 1.6}
    for x in range(width + 1):
        picture.line((x, 0), (x, height), **ink)
    for y in range(height + 1):
        picture.line((0, y), (width, y), **ink)
    if (height, width) == (8, 8):
        for point in ((2, 2), (6, 2), (2, 6), (6, 6)):
            picture.circle(point, 0.07, fill=GREEN_LINE)
    picture.coordinates(
        [(x + 0.5, -0.3) for x in range(width)],
        [(-0.3, y + 0.5) for y in range(height)],
        colour="#fff6e2",
    )
    points = {(x, y): (x + 0.5, y + 0.5) for x, y in board.places()}
    picture.stones(view, points, STONE)
    return str(picture)


def rim_sign() -> str:
    """The groove of the rim with its line, as large as a cell."""
    picture = Picture("", -0.5, -0.5, 0.5, 0.5)
    picture.shapes.clear()
    for width, colour in ((0.34, GROOVE), (0.04, INK)):
        stroke_width = f"{48 * width:g}"
        picture.circle((0, 0), 0.3, fill="none", stroke=colour, stroke_width=stroke_width)
    return "".join(picture.shapes)


def nip_board(view: View, board: Board) -> str:
    """A round board of wood, its rim a ring."""
    points = nip_points(board)
    _, right, bottom = ring_size(board)
    margin = EDGE + 0.53
    picture = Picture(
        view.title, -right - margin, -bottom - margin, right + EDGE + 0.28, bottom + EDGE + 0.28
    )
    ring(picture, board, EDGE + 0.08, fill=FRAME, class_="frame")
    ring(picture, board, EDGE, fill=WOOD, class_="board")
    ring(picture, board, 0, fill="none", stroke=GROOVE, stroke_width=44, class_="rim")
    ring(picture, board, 0, fill="none", stroke=INK, stroke_width=2, class_="rim-line")
    lines(picture, board, points)
    picture.coordinates(
        [(x - (board.width - 1) / 2, -bottom - EDGE - 0.28) for x in range(board.width)],
        [(-right - EDGE - 0.28, y - (board.height - 1) / 2) for y in range(board.height)],
    )
    picture.stones(view, points, STONE)
    return str(picture)


def ring_size(board: Board) -> tuple[float, float, float]:
    """The radius of the ring's round parts; how far it reaches to the right and down."""
    radius = RADII[min(board.height, board.width)]
    pulled = abs(board.width - board.height) / 2
    if board.width > board.height:
        return radius, radius + pulled, radius
    return radius, radius, radius + pulled


def ring(picture: Picture, board: Board, out: float, **style: object) -> None:
    """The ring, or one that runs `out` outside of it."""
    radius, right, bottom = ring_size(board)
    x, y = right + out, bottom + out
    picture.rectangle(-x, -y, 2 * x, 2 * y, rx=radius + out, **style)


def lines(picture: Picture, board: Board, points: dict[Place, Point]) -> None:
    """The lines between neighbours in rows and columns; on the rim they are the ring itself."""
    rim = set(board.rim())
    for x, y in board.places():
        for neighbour in ((x + 1, y), (x, y + 1)):
            if board.has(neighbour) and not {(x, y), neighbour} <= rim:
                picture.line(points[x, y], points[neighbour], stroke_width=1.4)


def nip_points(board: Board) -> dict[Place, Point]:
    """Where each cell is drawn, measured from the board's centre."""
    if board.height > board.width:
        turned = nip_points(Board(board.width, board.height, True))
        return {(y, x): (py, px) for (x, y), (px, py) in turned.items()}
    side, pulled = board.height, (board.width - board.height) / 2
    radius, half = RADII[side], side // 2
    points = {}
    for x, y in board.places():
        points[x, y] = (x - (board.width - 1) / 2, y - (side - 1) / 2)
    square = circle_points(Board(side, side, True), radius)
    for x, y in board.rim():
        if x < half:
            px, py = square[x, y]
            points[x, y] = (px - pulled, py)
        elif x >= board.width - half:
            px, py = square[x - board.width + side, y]
            points[x, y] = (px + pulled, py)
        else:
            points[x, y] = (points[x, y][0], -radius if y == 0 else radius)
    return points


def circle_points(board: Board, radius: float) -> dict[Place, Point]:
    """The rim of a square board, evenly spaced on a circle, the middle of its first row on top."""
    rim = board.rim()
    top = sum(y == 0 for _, y in rim)
    points = {}
    for number, place in enumerate(rim):
        angle = radians((number - (top - 1) / 2) * 360 / len(rim))
        points[place] = (radius * sin(angle), -radius * cos(angle))
    return points
