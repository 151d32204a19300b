"""A map: one man of a position put on every square in turn, with the value of each."""

from pathlib import Path
from typing import NamedTuple

from yomikiri.errors import InputError, NotationError
from yomikiri.games.ending.drawing import Scene, picture
from yomikiri.games.ending.fen import WHITE, Board, read_square, square_name
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import State, quoted
from yomikiri.tables.table import Probe, Table

WON, DRAWN, LOST = "#9cc48a", "#e9e2cf", "#d98f7a"  # for White
NOWHERE = "#bdb6a8"


class PieceMap(NamedTuple):
    """What each square is worth to White; squares that are not legal are left out."""

    board: Board  # the position as it stands
    square: int  # of the man that is put elsewhere
    values: dict[int, Probe]  # by square, as White sees them

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

    def named(self) -> dict[str, Probe]:
        """The values by the names of the squares."""
        return {square_name(at): probe for at, probe in sorted(self.values.items())}

    def text(self) -> str:
        """The map as lines; the other men are letters."""
        others = {at: man for at, man in self.board.men.items() if at != self.square}
        lines = []
        for rank in range(7, -1, -1):
            cells = (
                others.get(at) or self.label(at) or "." for at in range(8 * rank, 8 * rank + 8)
            )
            lines.append(f"{rank + 1} " + "".join(cell.rjust(4) for cell in cells))
        return "\n".join([*lines, "  " + "".join(file.rjust(4) for file in "abcdefgh")])

    def svg(self) -> str:
        """The map on the board."""
        colours = dict.fromkeys(range(64), NOWHERE)
        colours |= {
            at: {1: WON, 0: DRAWN, -1: LOST}[probe.wdl] for at, probe in self.values.items()
        }
        return picture(
            Scene(
                title=f"{self.man} on every square",
                men={at: man for at, man in self.board.men.items() if at != self.square},
                colours=colours,
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
        """A heat map: the sooner somebody wins, the stronger the colour."""
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        import numpy as np

        heat = np.full((8, 8), np.nan)
        most = max((probe.distance or 0 for probe in self.values.values()), default=0) + 1
        for at, (wdl, distance) in self.values.items():
            heat[at // 8, at % 8] = wdl * (1.3 - (distance or 0) / most)
        figure, axes = plt.subplots(figsize=(6, 6))
        axes.imshow(heat, origin="lower", cmap="RdYlGn", vmin=-1.5, vmax=1.5)
        others = {at: man for at, man in self.board.men.items() if at != self.square}
        for at in range(64):
            text = others.get(at) or self.label(at)
            axes.text(at % 8, at // 8, text, ha="center", va="center")
        axes.set_xticks(range(8), list("abcdefgh"))
        axes.set_yticks(range(8), [str(rank + 1) for rank in range(8)])
        axes.set_title(f"{self.man} on every square")
        figure.savefig(path, dpi=100, bbox_inches="tight")
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
    return PieceMap(board, origin, values)
