"""The thesis on Nip (003): its tables of results and of reading in two stages.

By our own means every game is solved; by the thesis's search (`games/reversi/thesis_search.py`)
with its mistakes even its counts of leaves come out, where we know how many first moves it
searched.
"""

from collections.abc import Callable, Sequence
from typing import Any

from yomikiri.games import load
from yomikiri.games.reversi.published import TABLE_2, TABLE_3
from yomikiri.games.reversi.thesis import ALL, Mistakes
from yomikiri.solve.published import STAGES
from yomikiri.theses.nip_search import (
    SQUARES,
    below,
    mistaken_score,
    mistaken_stages,
    right_stages,
    solved,
)
from yomikiri.theses.switches import FIRST_MOVES, backed
from yomikiri.theses.table import SCORE, TEXT, Effort, Joined, Part, Row, Table, Value, Work
from yomikiri.words import Message, message

MISTAKES = ("last-stone", "placer", "kept-pass")  # of the printed program
MANY = 30_000_000  # printed leaves that a quick sample leaves out
QUICK_8 = range(5, 19)  # splits of table 8, which has no leaves, in a quick sample
# Splits that our own search reads in a quick sample; the others take it from 10 to 200 s each.
QUICK_OURS = {"nip:4x10": range(3, 25), "nip:6x8": (7, *range(9, 18))}
LEAVES_A_MINUTE = 500_000_000  # of the thesis's search, on one core
# How many of the four first moves the printed counts are of.  The listing has 2; which other
# numbers were used was found by trying.  By the text it is 1 on squares and 2 on rectangles.
FIRSTS_2 = {"nip:4x4": 4, "nip:4x6": 4, "nip:6x6": 1, "nip:4x8": 2}
FIRSTS_3 = {"nip:4x4": 4, "nip:4x6": 4, "nip:6x6": 4, "nip:4x8": 4, "nip:4x10": 2}
# By the text, splits of which the second stage read one node, because it was won.
ONE_ENOUGH = {"nip:4x10": (3, 5), "nip:6x8": (8, 9, 10)}
# Leaves printed with a digit too many: the time printed beside them is that of a tenth.
MISPRINTS = (("nip:4x10", 3, 1), ("nip:4x10", 5, 1))
# Former versions of the program: whether it pruned before every move, and its mistakes.
Version = tuple[bool, Mistakes]
PRINTED, THOROUGH, SHORT = (False, ALL), (True, ALL), (False, ALL._replace(short_lines=1))
FORMER: dict[tuple[str, bool], Version] = {
    ("nip:4x4", False): THOROUGH,
    ("nip:4x6", False): SHORT,
    ("nip:4x6", True): SHORT,
}
# Splits of table 5 that are as table 4 counts them, not as they are printed.
SPLITS_TOLD = {("nip:4x4", 6): "level", ("nip:4x4", 7): "counted"}
TALLIED = {"nip:4x8": SHORT}  # the version that table 4 counts
FIRSTS_STAGES = {"nip:4x6": 4}
# Splits of table 8 that come out otherwise than of two first moves by the printed program.
READ_OTHERWISE: dict[tuple[str, int], tuple[int, Version]] = {
    ("nip:4x8", 8): (1, PRINTED),
    ("nip:4x8", 15): (2, SHORT),
    ("nip:4x8", 17): (1, SHORT),
    ("nip:4x8", 19): (3, PRINTED),
    ("nip:4x8", 20): (1, SHORT),
    ("nip:4x8", 23): (3, PRINTED),
}


def short(game: str) -> str:
    """A board's size."""
    return game.partition(":")[2]


def version(effort: Effort, usual: Version = PRINTED) -> Version:
    """The version of the program: the one that a row needs, or with the mistakes asked for."""
    if effort.made is None:
        return usual
    made = (effort.makes(name.replace("_", "-")) for name in Mistakes._fields)
    return effort.makes("thorough"), Mistakes(*map(int, made))


def by_text(game: str) -> int:
    """How many first moves are read, as the text says."""
    return 1 if game in SQUARES else 2


def firsts_read(game: str, usual: int, effort: Effort) -> int:
    """How many first moves are read: as a row needs, or as asked for."""
    if effort.made is None:
        return usual
    asked = (number for number, name in enumerate(FIRST_MOVES, 1) if name in effort.made)
    return next(asked, by_text(game))


def switches_of(game: str, firsts: int, usual: Version = PRINTED) -> tuple[str, ...]:
    """The switches that make a row: of the version, and of the number of first moves."""
    former = ["short-lines"] if usual == SHORT else []
    number = [FIRST_MOVES[firsts - 1]] if firsts != by_text(game) else []
    return (*MISTAKES, *former, *number)


def differing(*made: str) -> Callable[[Value, Value, Value], Message | None]:
    """Why a number differs: by these mistakes, or we do not know."""

    def why(published: Value, ours: Value, theirs: Value) -> Message | None:
        found = [one for one in (ours, theirs) if one is not None]
        if published is None or not found or all(one == published for one in found):
            return None
        if theirs is None:
            return backed("not_tried", made)
        return backed("mistakes", made) if theirs == published else message("thesis.why.unknown")

    return why


def unexplained(published: Value, ours: Value, theirs: Value) -> Message | None:
    """Counts of leaves belong to the thesis's search alone."""
    is_known = theirs is None or theirs == published
    return None if is_known else message("thesis.why.leaves")


def leaves_row(game: str, published: int, firsts: int, by_sign: bool, effort: Effort) -> Row:
    """The count of leaves of one board."""
    is_made = not (effort.is_quick and published > MANY)
    search = version(effort, FORMER.get((game, by_sign), PRINTED))
    number = firsts_read(game, firsts, effort)
    theirs = below(game, number, by_sign, "leaves", *search) if is_made else None
    label = message("thesis.row.leaves", board=short(game))
    return Row(label, published, None, theirs, unexplained, why_not=why_not(published))


def why_not(leaves: int) -> Message | None:
    """Why a sample leaves out a search with so many leaves."""
    minutes = leaves // LEAVES_A_MINUTE
    return message("thesis.why.too_long", minutes=minutes) if minutes else None


def table_2(effort: Effort) -> Sequence[Row]:
    """Scores by perfect play, and the leaves that it took."""
    rows = []
    for known in TABLE_2:
        assert known.final is not None
        score = known.final[0] - known.final[1]
        ours = Part(Work(solved, (known.game, "score")), ("value",))
        theirs = Part(Work(mistaken_score, (known.game, tuple(version(effort)[1]))))
        why = differing(*MISTAKES)
        rows.append(Row(short(known.game), score, ours, theirs, why, SCORE))
    for known in TABLE_2:
        rows.append(leaves_row(known.game, known.leaves, FIRSTS_2[known.game], False, effort))
    return rows


def table_3(effort: Effort) -> Sequence[Row]:
    """Winners by perfect play, and the leaves that it took."""
    rows = []
    for known in TABLE_3:
        is_made = not (effort.is_quick and known.game in ("nip:4x8", "nip:4x10"))
        ours = Part(Work(solved, (known.game, "win")), ("winner",)) if is_made else None
        firsts = firsts_read(known.game, FIRSTS_3[known.game], effort)
        search = version(effort)
        theirs = below(known.game, firsts, True, "value", *search) if is_made else None
        why = differing(*switches_of(known.game, FIRSTS_3[known.game]))
        rows.append(Row(short(known.game), known.winner, ours, theirs, why, TEXT))
    for known in TABLE_3:
        rows.append(leaves_row(known.game, known.leaves, FIRSTS_3[known.game], True, effort))
    return rows


def mistakes_table(effort: Effort) -> Sequence[Row]:
    """What each mistake alone and each pair does to the scores: only all three give table 2."""
    rows = []
    for known in TABLE_2:
        assert known.final is not None
        for bits in range(8):
            mistakes = (bits & 1, bits >> 1 & 1, bits >> 2)
            made = [name for name, is_on in zip(MISTAKES, mistakes, strict=True) if is_on]
            label = f"{short(known.game)} {' '.join(made) or '-'}"
            theirs = Part(Work(mistaken_score, (known.game, mistakes)))
            rows.append(Row(label, known.final[0] - known.final[1], None, theirs, None, SCORE))
    for (game, by_sign), search in FORMER.items():
        printed = next(row for row in (TABLE_3 if by_sign else TABLE_2) if row.game == game)
        for version in (PRINTED, search):
            name = message(VERSIONS[version], board=short(game), table=3 if by_sign else 2)
            leaves = below(game, 4, by_sign, "leaves", *version)
            rows.append(Row(name, printed.leaves, None, leaves))
    return rows


VERSIONS = {
    PRINTED: "thesis.row.printed_leaves",
    THOROUGH: "thesis.row.thorough_leaves",
    SHORT: "thesis.row.short_leaves",
}


def stages_work(game: str, m: int, mistakes: Mistakes, firsts: int) -> Work:
    """A split, read as the thesis's program does."""
    seconds = 1 if m in ONE_ENOUGH.get(game, ()) else 4
    return Work(mistaken_stages, (game, m, firsts, tuple(mistakes), seconds))


def stages_rows(game: str, effort: Effort) -> list[Row]:
    """The splits of a board: the winner, and the leaves of both stages where they were printed."""
    board = STAGES[game]
    empties = len(load(game).places) - 4
    rows = []
    for m, known in board.splits.items():
        n = empties - m
        printed = sum(known.leaves) if known.leaves else 0
        is_made = not effort.is_quick or (
            game in ("nip:4x4", "nip:4x6", "nip:6x6")
            or (0 < printed < MANY if game != "nip:4x8" else m in QUICK_8)
        )
        own = (FIRSTS_STAGES.get(game, by_text(game)), PRINTED)
        firsts, usual = READ_OTHERWISE.get((game, m), own)
        made = switches_of(game, firsts, usual)
        number = firsts_read(game, firsts, effort)
        work = stages_work(game, m, version(effort, usual)[1], number)
        is_ours = not effort.is_quick or m in QUICK_OURS.get(game, (m,) if is_made else ())
        ours = Part(Work(right_stages, (game, m, n)), ("winner",)) if is_ours else None
        label: str | Message = f"[{m},{n}]"
        if (game, m) in READ_OTHERWISE and effort.made is None:
            row = "thesis.row.firsts_short" if usual == SHORT else "thesis.row.firsts"
            label = message(row, split=label, firsts=firsts)
        winner = Part(work, ("winner",)) if is_made else None
        told = SPLITS_TOLD.get((game, m))
        why = differing(*made) if told is None else backed(told, made)
        rows.append(Row(label, known.winner, ours, winner, why, TEXT, why_not(printed)))
        for stage, leaves in enumerate(known.leaves or ()):
            theirs = Part(work, ("leaves", stage)) if is_made else None
            name = message("thesis.row.stage", split=label, stage=stage + 1)
            is_misprint = (game, m, stage) in MISPRINTS
            reason = backed("digit", MISTAKES) if is_misprint else unexplained
            rows.append(Row(name, leaves, None, theirs, reason, why_not=why_not(printed)))
    return rows


def counting(names: Sequence[str]) -> Callable[[list[str]], int]:
    """The function that counts winners."""
    return lambda winners: sum(winner in names for winner in winners)


def tally(rows: int, board: str) -> Callable[[Value, Value, Value], Message | None]:
    """Why a number of splits differs: we do not know."""

    def why(published: Value, ours: Value, theirs: Value) -> Message | None:
        if theirs is None or theirs == published:
            return None
        return message("thesis.why.tally", rows=rows, board=board)

    return why


def table_4(effort: Effort) -> Sequence[Row]:
    """How many splits of each board are better for the first player, and for the second."""
    rows = []
    for game in ("nip:4x4", "nip:4x6", "nip:6x6", "nip:4x8", "nip:4x10"):
        board = STAGES[game]
        assert board.tally is not None
        is_made = game in ("nip:4x4", "nip:4x6", "nip:6x6") or not effort.is_quick
        made = version(effort, TALLIED.get(game, PRINTED))[1]
        firsts = firsts_read(game, FIRSTS_STAGES.get(game, by_text(game)), effort)
        works = [stages_work(game, m, made, firsts) for m in board.splits]
        # There is no word for a level split: that of 4x4 must have been called the first player's.
        for side, (name, *level) in enumerate((("first", "draw"), ("second",))):
            own = sum(split.winner == name for split in board.splits.values())
            why = tally(own, short(game))
            label = message(f"thesis.row.better_{name}", board=short(game))
            parts = tuple(Part(work, ("winner",)) for work in works)
            theirs = Joined(parts, counting((name, *level))) if is_made else None
            rows.append(Row(label, board.tally[side], None, theirs, why))
    return rows


# The boards of tables 5 to 10, and the minutes that each takes by its printed leaves.
BOARDS = {"4x4": 0, "4x6": 0, "6x6": 0, "4x8": 0, "4x10": 60, "6x8": 30}


def stages_table(game: str) -> Any:
    """The table of one board."""
    return lambda effort: stages_rows(game, effort)


TABLES = (
    Table("003", "table-2", table_2, minutes=60),
    Table("003", "table-3", table_3, minutes=20),
    Table("003", "table-4", table_4, minutes=60),
    *(
        Table("003", f"table-{number}", stages_table(f"nip:{board}"), minutes=minutes)
        for number, (board, minutes) in enumerate(BOARDS.items(), 5)
    ),
    Table("003", "mistakes", mistakes_table),
)
