"""A map: one man of a position put on every square in turn, with the value of each."""

from pathlib import Path
from typing import NamedTuple

from yomikiri.errors import InputError, NotationError
from yomikiri.games.ending.drawing import FIGURINES, GRID, Scene, picture
from yomikiri.games.ending.fen import COLOURS, WHITE, Board, read_square, square_name
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import State, quoted
from yomikiri.tables.table import Probe, Table

# For White: from the soonest end to the latest.
WON = ((104, 168, 96), (219, 235, 205))
LOST = ((205, 104, 84), (248, 221, 209))
DRAWN, NOWHERE = "#f1e8cf", "#bdb6a8"
LEGEND = "+ White wins   - Black wins   = drawn   grey: cannot stand there"
KINDS = dict(zip("KQRBNP", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))


class PieceMap(NamedTuple):
    """What each square is worth to White; squares that are not legal are left out."""

    board: Board  # the position as it stands
    square: int  # of the man that is put elsewhere
    values: dict[int, Probe]  # by square, as White sees them
    metric: str

    @property
    def man(self) -> str:
        """The letter of the man."""
        return self.board.men[self.square]

    def label(self, square: int) -> str:
        """+27 won by White in 27 plies, -12 lost, = drawn, nothing where it cannot stand."""
        if square not in self.values:
            return ""
        wdl, distance = self.values[square]
        return f"{'+' if wdl > 0 else '-'}{distance}" if wdl else "="

    @property
    def title(self) -> str:
        """What the map shows."""
        colour = "white" if self.man.isupper() else "black"
        return (
            f"the {colour} {KINDS[self.man.upper()]} on every square,"
            f" {COLOURS[self.board.turn]} to move: plies ({self.metric})"
        )

    def others(self) -> dict[int, str]:
        """The men that stay."""
        return {at: man for at, man in self.board.men.items() if at != self.square}

    def colour(self, square: int) -> str:
        """The sooner somebody wins, the stronger the colour of his side."""
        if square not in self.values:
            return NOWHERE
        wdl, distance = self.values[square]
        if not wdl:
            return DRAWN
        decided = [probe.distance or 0 for probe in self.values.values() if probe.wdl]
        least, most = min(decided), max(decided)
        share = ((distance or 0) - least) / max(1, most - least)
        strong, pale = WON if wdl > 0 else LOST
        mixed = (round(a + share * (b - a)) for a, b in zip(strong, pale, strict=True))
        return "#" + "".join(f"{part:02x}" for part in mixed)

    def named(self) -> dict[str, Probe]:
        """The values by the names of the squares."""
        return {square_name(at): probe for at, probe in sorted(self.values.items())}

    def text(self) -> str:
        """The map as lines; the other men are letters."""
        others = self.others()
        lines = []
        for rank in range(7, -1, -1):
            cells = (
                others.get(at) or self.label(at) or "." for at in range(8 * rank, 8 * rank + 8)
            )
            lines.append(f"{rank + 1} " + "".join(cell.rjust(4) for cell in cells))
        return "\n".join([*lines, "  " + "".join(file.rjust(4) for file in "abcdefgh")])

    def svg(self) -> str:
        """The map on the board."""
        return picture(
            Scene(
                title=self.title,
                men=self.others(),
                colours={at: self.colour(at) for at in range(64)},
                labels={at: self.label(at) for at in self.values},
            )
        )

    def save(self, path: Path) -> None:
        """Write the map as *.svg or *.png."""
        if path.suffix.lower() == ".svg":
            path.write_text(self.svg(), "utf-8")
        elif path.suffix.lower() == ".png":
            self.save_png(path)
        else:
            raise InputError(f"expected a file named *.svg or *.png, got {str(path)!r}")

    def save_png(self, path: Path) -> None:
        """The same as a heat map."""
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        from matplotlib.colors import to_rgb

        heat = [[to_rgb(self.colour(8 * rank + file)) for file in range(8)] for rank in range(8)]
        figure, axes = plt.subplots(figsize=(6.4, 6.6))
        axes.imshow(heat, origin="lower")
        for at, man in self.others().items():
            place = (at % 8, at // 8 - 0.04)
            axes.text(*place, FIGURINES[man], fontsize=32, ha="center", va="center")
        for at in self.values:
            axes.text(at % 8, at // 8, self.label(at), fontsize=12, ha="center", va="center")
        axes.set_xticks(range(8), list("abcdefgh"))
        axes.set_yticks(range(8), [str(rank + 1) for rank in range(8)])
        axes.set_xticks([edge - 0.5 for edge in range(9)], minor=True)
        axes.set_yticks([edge - 0.5 for edge in range(9)], minor=True)
        axes.grid(which="minor", color=GRID, linewidth=1.2)
        axes.tick_params(which="both", length=0)
        axes.spines[:].set_visible(False)
        axes.set_title(self.title, fontsize=11)
        axes.set_xlabel(LEGEND, fontsize=9)
        figure.savefig(path, dpi=110, bbox_inches="tight")
        plt.close(figure)


def find_man(board: Board, text: str) -> int:
    """The square of the man named by a letter (`K` White's, `k` Black's) or by his square."""
    square = read_square(text)
    if square in board.men:
        return int(square or 0)
    found = [at for at, man in board.men.items() if man == text]
    if len(found) == 1:
        return found[0]
    if found:
        names = " ".join(map(square_name, sorted(found)))
        raise NotationError(f"{quoted(text)} stands on {names}: name the square")
    men = " ".join(sorted(board.men.values()))
    raise NotationError(f"expected one of the men {men} or his square, got {quoted(text)}")


def place_everywhere(table: Table, state: State, man: str) -> PieceMap:
    """The value of each square for a man of a position."""
    game = table.game
    assert isinstance(game, EndingGame)
    board = game.board(state)._replace(passed=0)
    origin = find_man(board, man)
    letter = board.men[origin]
    others = {at: other for at, other in board.men.items() if at != origin}
    values = {}
    for square in range(64):
        if square in others or (letter in "Pp" and square // 8 in (0, 7)):
            continue
        placed = board._replace(men={**others, square: letter})
        try:
            there = game.parse(game.show(game.state_of(placed)))
        except NotationError:
            continue
        probe = table.probe(there)
        values[square] = probe if board.turn == WHITE else probe._replace(wdl=-probe.wdl)
    return PieceMap(board, origin, values, game.metric)
