"""A map: one piece of a position put on every place in turn, with the value of each.

It asks a game only for what a page draws, so every game with a table and pieces has maps.
"""

from functools import cached_property
from itertools import pairwise, takewhile
from pathlib import Path

from yomikiri.errors import InputError, NotationError
from yomikiri.games.game import Game, State
from yomikiri.games.scene import Piece, Point
from yomikiri.tables.table import Probe, Table

# For the first player: from the soonest end to the latest.
WON = ((104, 168, 96), (219, 235, 205))
LOST = ((205, 104, 84), (248, 221, 209))
DRAWN, NOWHERE, GRID, INK = "#f1e8cf", "#bdb6a8", "#fbf7ec", "#24201d"
BROAD = 4  # columns of a place in a map of text


class PieceMap:
    """What each place is worth to the first player; places that are not legal are left out."""

    def __init__(self, game: Game, piece: Piece, others: list[Piece], mover: int) -> None:
        self.game, self.piece, self.others, self.mover = game, piece, others, mover
        self.values: dict[str, Probe] = {}  # by place, as the first player sees them

    @property
    def sign(self) -> str:
        """The piece as text shows it."""
        return sign_of(self.game, self.piece)

    @cached_property
    def places(self) -> dict[str, Point]:
        """The places of the board with their middles; from below, each row from the left."""
        return board_places(self.game)

    @cached_property
    def unit(self) -> float:
        """How far apart neighbours are."""
        columns, rows = zip(*self.places.values(), strict=True)
        steps = [b - a for line in (columns, rows) for a, b in pairwise(sorted(set(line)))]
        return min(steps, default=1.0)

    def label(self, place: str) -> str:
        """+27 won by the first player in 27 plies, -12 lost, = drawn, "" if it cannot be there."""
        if place not in self.values:
            return ""
        wdl, distance = self.values[place]
        return f"{'+' if wdl > 0 else '-'}{distance}" if wdl else "="

    @property
    def title(self) -> str:
        """What the map shows."""
        name = self.game.page_scene.looks[self.piece.look].names["en"]
        mover = self.game.players["en"][self.mover]
        return f"{name} on every place, {mover} to move: plies ({self.game.metric})"

    @property
    def legend(self) -> str:
        """What the signs mean."""
        first, second = self.game.players["en"]
        return f"+ {first} wins   - {second} wins   = drawn   grey: cannot stand there"

    def colour(self, place: str) -> str:
        """The sooner somebody wins, the stronger the colour of their side."""
        if place not in self.values:
            return NOWHERE
        wdl, distance = self.values[place]
        if not wdl:
            return DRAWN
        decided = [probe.distance or 0 for probe in self.values.values() if probe.wdl]
        least, most = min(decided), max(decided)
        share = ((distance or 0) - least) / max(1, most - least)
        strong, pale = WON if wdl > 0 else LOST
        mixed = (round(a + share * (b - a)) for a, b in zip(strong, pale, strict=True))
        return "#" + "".join(f"{part:02x}" for part in mixed)

    def text(self) -> str:
        """The map as lines; the other pieces are letters."""
        others = {piece.place: sign_of(self.game, piece) for piece in self.others}
        cells = {place: others.get(place) or self.label(place) or "." for place in self.places}
        broad = max(BROAD, 1 + max(map(len, cells.values())))
        by_point = {point: place for place, point in self.places.items()}
        columns, rows = (sorted(set(line)) for line in zip(*by_point, strict=True))
        lines = []
        for y in rows:
            names = [by_point[x, y] for x in columns if (x, y) in by_point]
            row = (cells.get(by_point.get((x, y), ""), "") for x in columns)
            lines.append(
                (
                    shared([name[::-1] for name in names])[::-1],
                    "".join(cell.rjust(broad) for cell in row),
                )
            )
        heads = (shared([by_point[x, y] for y in rows if (x, y) in by_point]) for x in columns)
        lines.append(("", "".join(head.rjust(broad) for head in heads)))
        margin = max(len(name) for name, _ in lines)
        return "\n".join(f"{name.rjust(margin)} {row}".rstrip() for name, row in lines)

    def svg(self) -> str:
        """The map on the board."""
        scene, unit = self.game.page_scene, self.unit
        parts = [f"<title>{self.title}</title>", scene.ground]
        for place, (x, y) in self.places.items():
            parts.append(
                f'<rect x="{x - unit / 2:g}" y="{y - unit / 2:g}" width="{unit:g}"'
                f' height="{unit:g}" fill="{self.colour(place)}" stroke="{GRID}"/>'
            )
        for piece in self.others:
            x, y = scene.places[piece.place]
            look = scene.looks[piece.look].markup
            parts.append(f'<g transform="translate({x:g} {y:g})">{look}</g>')
        for place in self.values:
            (x, y), label = self.places[place], self.label(place)
            size = unit * (0.42 if len(label) < 3 else 0.32)
            parts.append(
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{INK}" class="label"'
                ' font-family="sans-serif" text-anchor="middle" dominant-baseline="central">'
                f"{label}</text>"
            )
        box = " ".join(f"{length:g}" for length in scene.box)
        body = "\n".join(parts)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n{body}\n</svg>\n'

    def save(self, path: Path) -> None:
        """Write the map as *.svg or *.png."""
        if path.suffix.lower() == ".svg":
            path.write_text(self.svg(), "utf-8")
        elif path.suffix.lower() == ".png":
            self.save_png(path)
        else:
            raise InputError("list.file", endings=["*.svg", "*.png"], file=path)

    def save_png(self, path: Path) -> None:
        """The same as a heat map."""
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        from matplotlib.patches import Rectangle

        figure, axes = plt.subplots(figsize=(6.4, 6.6))
        unit = self.unit
        for place, (x, y) in self.places.items():
            corner = (x - unit / 2, y - unit / 2)
            axes.add_patch(
                Rectangle(corner, unit, unit, facecolor=self.colour(place), edgecolor=GRID)
            )
            axes.text(x, y, self.label(place), fontsize=12, ha="center", va="center")
        for piece in self.others:
            x, y = self.game.page_scene.places[piece.place]
            look = self.game.page_scene.looks[piece.look]
            sign = look.glyph or look.sign or piece.look
            size = 32 if len(sign) == 1 else 14
            axes.text(x, y, sign, fontsize=size, ha="center", va="center")
        left, top, width, height = self.game.page_scene.box
        axes.set(xlim=(left, left + width), ylim=(top + height, top), aspect="equal")
        for place, (x, y) in self.places.items():  # names along the left and the lower edge
            if y == max(point[1] for point in self.places.values()):
                axes.text(x, y + 0.75 * unit, place, fontsize=9, ha="center", va="center")
            elif x == min(point[0] for point in self.places.values()):
                axes.text(x - 0.75 * unit, y, place, fontsize=9, ha="center", va="center")
        axes.set_axis_off()
        axes.set_title(f"{self.title}\n{self.legend}", fontsize=10)
        figure.savefig(path, dpi=110, bbox_inches="tight")
        plt.close(figure)


def shared(names: list[str]) -> str:
    """What all names begin with."""
    columns = takewhile(lambda signs: len(set(signs)) == 1, zip(*names, strict=False))
    return "".join(signs[0] for signs in columns)


def sign_of(game: Game, piece: Piece) -> str:
    """A piece as text shows it."""
    return game.page_scene.looks[piece.look].sign or piece.look


def board_places(game: Game) -> dict[str, Point]:
    """The places of a board without those beside it; from below, each row from the left."""
    scene = game.page_scene
    places = {name: point for name, point in scene.places.items() if name not in scene.stacks}
    return dict(sorted(places.items(), key=lambda item: (-item[1][1], item[1][0])))


def has_map(game: Game) -> bool:
    """Whether a game has pieces on places, and may have a table of all positions."""
    return bool(game.table_classes()) and not game.has_chance and bool(game.page_scene.places)


def require_map(game: Game) -> None:
    """Refuse a game that has no maps."""
    if not has_map(game):
        raise InputError("map.none", game=game)


def find_piece(game: Game, state: State, text: str) -> Piece:
    """The piece named by its sign (`K` White's, `k` Black's) or by its place."""
    pieces = [piece for piece in game.pieces_on(state) if piece.place in board_places(game)]
    if not pieces:
        raise NotationError("map.empty", position=game.show(state))
    found = [piece for piece in pieces if piece.place == text]
    found = found or [piece for piece in pieces if sign_of(game, piece) == text]
    if len(found) > 1:
        raise NotationError("map.several", text=text, places=sorted(p.place for p in found))
    if not found:
        signs = sorted({sign_of(game, piece) for piece in pieces})
        raise NotationError("map.piece", signs=" ".join(signs), text=text)
    return found[0]


def place_everywhere(table: Table, state: State, text: str) -> PieceMap:
    """The value of each place for a piece of a position."""
    game = table.game
    piece = find_piece(game, state, text)
    others = [other for other in game.pieces_on(state) if other.place != piece.place]
    found = PieceMap(game, piece, others, game.mover(state))
    taken = {other.place for other in others}
    for place in found.places:
        if place in taken:
            continue
        try:
            there = game.parse(game.set_up([*others, piece._replace(place=place)], found.mover))
        except NotationError:
            continue
        probe = table.probe(there)
        found.values[place] = probe if found.mover == 0 else probe._replace(wdl=-probe.wdl)
    return found
