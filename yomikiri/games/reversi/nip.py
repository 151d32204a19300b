"""Nip, circular Othello: no corners, and the rim is a ring along which stones are bracketed too."""

from collections.abc import Mapping
from typing import ClassVar

from yomikiri.errors import UnknownGame
from yomikiri.games.cells import Place, View
from yomikiri.games.family import Family, Switch, read_size
from yomikiri.games.game import Choice, State
from yomikiri.games.lesson import Guide, Rule, Sign, Task
from yomikiri.games.reversi.board import Board
from yomikiri.games.reversi.drawing import nip_board, nip_points, rim_sign
from yomikiri.games.reversi.game import BLACK, WHITE, ReversiGame
from yomikiri.games.reversi.published import NIP, NIP_FOUND
from yomikiri.games.reversi.state import PASS
from yomikiri.games.scene import Point
from yomikiri.rules import list_moves
from yomikiri.words import message

MOST_CELLS = 63
SMALLEST = 4  # a side


class NipGame(ReversiGame):
    """Nip as people and programs use it."""

    family = "nip"
    titles: ClassVar = {"en": "Nip", "ja": "ニップ"}
    known = NIP
    found = NIP_FOUND
    chance_unit = 10.0  # measured: 13 on 8x8, 6.6 on 6x6

    def __init__(self, choice: Choice) -> None:
        height, width = read_size(choice.variant, self.family)
        x, y = width // 2, height // 2  # the lower right of the four in the centre
        start = {(x - 1, y - 1): WHITE, (x, y): WHITE, (x, y - 1): BLACK, (x - 1, y): BLACK}
        super().__init__(choice, Board(height, width, True), start, rim=choice.options["rim"])

    def guide(self) -> Guide:
        """How it is taught: the rim before all else."""
        guide, rim = super().guide(), self.choice.options["rim"]
        if rim == "off":
            return guide._replace(rules=[*guide.rules, Rule(message("teach.nip.off"))])
        name = "teach.nip.lap" if rim == "lap" else "teach.nip.other"
        closing = Rule(message(name), self.is_along)
        begin, bracket, *others = guide.rules
        along = Rule(message("teach.nip.rim"), self.is_along)
        task = Task(message("teach.nip.along"), self.is_along)
        ring = Sign(message("teach.nip.ring"), markup=rim_sign())
        return guide._replace(
            rules=[begin, bracket, along, closing, *others],
            tasks=[*guide.tasks, task],
            legend=[*guide.legend, ring],
        )

    def is_along(self, state: State, move: int) -> bool:
        """Whether a move is legal by the rim only: straight lines alone bracket nothing."""
        straight = self.rules._replace(ring=0, lap=0)
        return move != PASS and move not in list_moves(straight, state)

    def points(self) -> Mapping[Place, Point]:
        """The rim's cells keep to the ring."""
        return nip_points(self.board)

    def picture(self, view: View) -> str:
        """A round board."""
        return nip_board(view, self.board)


def read_variant(text: str) -> str:
    """Sides are even, at least 4, and the cells fit into an integer."""
    height, width = read_size(text, NipGame.family)
    even = height % 2 == 0 and width % 2 == 0 and min(height, width) >= SMALLEST
    # A board this large has too many cells; counting them would take too long.
    if not even or height * width > 2 * MOST_CELLS or cells(height, width) > MOST_CELLS:
        raise UnknownGame("grid.nip_size", game=f"nip:{height}x{width}")
    return f"{height}x{width}"


def cells(height: int, width: int) -> int:
    """How many cells a board has."""
    return len(list(Board(height, width, True).places()))


FAMILY = Family(
    game=NipGame,
    descriptions={
        "en": "Othello on a round board: stones are also bracketed along the rim",
        "ja": "円形オセロ。角がなく、外周に沿っても石をはさめる",
    },
    variants=("8x8", "4x4", "4x6", "6x6", "4x8", "4x10", "6x8", "4x12", "6x10", "4x16", "6x12"),
    switches=(Switch("rim", ("other", "lap", "off")), Switch("empties", ("nobody", "winner"))),
    read_variant=read_variant,
    others={
        "en": "or any ROWSxCOLUMNS with even sides of at least 4 and at most 63 cells",
        "ja": "ほか、行x列（偶数で 4 以上、63 マスまで）なら何でも",
    },
)
