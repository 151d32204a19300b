"""The figures of the thesis on simple janken shogi (002), and what its program changes."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from yomikiri.games import load
from yomikiri.games.game import Shown
from yomikiri.rules import play
from yomikiri.search.perft import perft
from yomikiri.tables.build import build_table
from yomikiri.tables.info import table_info
from yomikiri.theses.switches import backed
from yomikiri.theses.table import COUNT, TEXT, Effort, Made, Part, Row, Say, Table, Work
from yomikiri.words import message

SIMPLE = "janken:simple"
ROLLS = ["rolls"]  # its mistake
READINGS = ("meet", "action", "target")  # its program, its section 2.3, its section 3.1
RESULTS = {1: "first", 0: "draw", -1: "second"}
DEPTHS, QUICK_DEPTHS = 10, 7  # dice meet after nine plies at the earliest: ten tell rolls apart

# rollPiece as it is printed: what a piece of a player becomes when it rolls up or down, and aside.
ROLL_PIECE = {
    1: {
        "gpc": ("pgc", "pcg"),
        "gcp": ("gcp", "pcg"),
        "pgc": ("gpc", "cgp"),
        "pcg": ("cgp", "gcp"),
        "cgp": ("gcp", "pgc"),
        "cpg": ("gcp", "pgc"),
    },
    2: {
        "gpc": ("pgc", "cpg"),
        "gcp": ("cgp", "pcg"),
        "pgc": ("gpc", "cgp"),
        "pcg": ("cpg", "gcp"),
        "cgp": ("gcp", "pgc"),
        "cpg": ("gcp", "pgc"),
    },
}


def both_rolls(effort: Effort) -> tuple[str, str]:
    """What is added to a game: nothing for cubes, and for dice that roll as its table says."""
    return "", ",rolls=printed" if effort.makes("rolls") else ""


def rolled(game: str, player: int, lie: str, way: str) -> str:
    """How a die lies after a roll."""
    loaded = load(game)
    board = f"33{lie}/66gcp" if player == 1 else f"66gcp/33{lie}"
    state = loaded.parse(f"{board} {player}")
    after = loaded.show(play(loaded.rules, state, loaded.read_move(state, f"33{way}")))
    return str(after.split("/")[player - 1][2:5])


def roll_piece(effort: Effort) -> Sequence[Row]:
    """Every entry of the printed table."""
    rows = []
    for player, table in ROLL_PIECE.items():
        for lie, after in table.items():
            for way, name, published in zip("ur", ("ud", "lr"), after, strict=True):
                ours, theirs = (
                    Part(Work(rolled, (SIMPLE + rolls, player, lie, way)))
                    for rolls in both_rolls(effort)
                )
                row = message(f"thesis.row.roll_{name}", player=player, lie=lie)
                rows.append(Row(row, published, ours, theirs, backed("cube", ROLLS), TEXT))
    return rows


def counted(game: str, depth: int) -> int:
    """Sequences of this many plies from the start."""
    loaded = load(game)
    return int(perft(loaded.rules, loaded.start, depth))


def sequences(effort: Effort) -> Sequence[Row]:
    """Perft from the start, with dice that roll as cubes and as printed."""
    rows = []
    for depth in range(1, DEPTHS + 1):
        is_made = not effort.is_quick or depth <= QUICK_DEPTHS
        ours, theirs = (
            Part(Work(counted, (SIMPLE + rolls, depth))) if is_made else None
            for rolls in both_rolls(effort)
        )
        row = message("thesis.row.plies", n=depth)
        rows.append(Row(row, None, ours, theirs, backed("not_printed", ROLLS)))
    return rows


def values(game: str) -> dict[str, Any]:
    """The result of the start by perfect play, and how many positions are won, drawn and lost."""
    loaded = load(game)
    with tempfile.TemporaryDirectory() as folder:
        build_table(loaded, Path(folder))
        found = table_info(loaded, Path(folder)).to_dict()
    counts = {name: found[name] for name in ("positions", "wins", "draws", "losses")}
    return counts | {"start": RESULTS[found["start"]["wdl"]]}


def readings(effort: Effort) -> Sequence[Row]:
    """Tables of all positions for the three readings of its text."""
    rows = []
    for reading in READINGS:
        game = f"{SIMPLE},capture={reading}"
        ours, theirs = (Work(values, (game + rolls,)) for rolls in both_rolls(effort))
        for name in ("start", "positions", "wins", "draws", "losses"):
            row = message(f"thesis.row.table_{name}", reading=reading)
            why = backed("not_printed", ROLLS)
            unit = TEXT if name == "start" else COUNT
            rows.append(Row(row, None, Part(ours, (name,)), Part(theirs, (name,)), why, unit))
    return rows


def start_of(game: str) -> str:
    """The start as text."""
    loaded = load(game)
    return str(loaded.show(loaded.start))


def figure(name: str, game: str, published: str) -> Table:
    """A board of the thesis: the start of a game."""

    def rows(effort: Effort) -> Sequence[Row]:
        return [Row(message("thesis.row.board"), published, Part(Work(start_of, (game,))))]

    return Table("002", name, rows, board(game))


def board(game: str) -> Callable[[Sequence[Made], Say], str]:
    """How its picture is drawn."""

    def picture(rows: Sequence[Made], say: Say) -> str:
        loaded = load(game)
        return str(loaded.as_svg(loaded.start, Shown()))

    return picture


TABLES = (
    figure(
        "figure-4",
        "janken:full",
        "16gcp,14gcp,25gcp,36gcp/41gcp,52gcp,63gcp,61gcp 1",
    ),
    figure("figure-6", SIMPLE, "16gpc/61gpc 1"),
    Table("002", "roll-piece", roll_piece),
    Table("002", "perft", sequences),
    Table("002", "readings", readings),
)
