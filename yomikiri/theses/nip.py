"""The thesis on Nip (003): its tables of results and of reading in two stages.

By our own means every game is solved; by the thesis's search (`games/reversi/thesis.py`) with its
mistakes even its counts of leaves come out, where we know how many first moves it searched.
"""

from collections.abc import Sequence
from typing import Any

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.reversi.published import TABLE_1, TABLE_2, TABLE_3
from yomikiri.games.reversi.thesis import (
    BLACK,
    NOBODY,
    WHITE,
    Mistakes,
    Node,
    after,
    read,
    value_of,
)
from yomikiri.solve import solve
from yomikiri.solve.published import STAGES
from yomikiri.theses.table import SCORE, TEXT, Effort, Part, Row, Table, Value, Work
from yomikiri.words import Message, message

WINNERS = {1: "first", 0: "draw", -1: "second"}
SQUARES = ("nip:4x4", "nip:6x6")
MANY = 3_000_000  # printed leaves that a quick sample leaves out
LONG = ("nip:6x6", "nip:4x8", "nip:4x10")  # whose scores take longer than a sample may
# How many of the four first moves the printed counts are of.  The listing has 2; which other
# numbers were used was found by trying.  By the text it is 1 on squares and 2 on rectangles.
FIRSTS_2 = {"nip:4x4": 4, "nip:4x6": 4, "nip:6x6": 1, "nip:4x8": 2}
FIRSTS_3 = {"nip:4x4": 4, "nip:4x6": 4, "nip:6x6": 4, "nip:4x8": 4, "nip:4x10": 2}
FIRSTS_STAGES = {"nip:4x4": 1, "nip:4x6": 4, "nip:6x6": 1}


# The work.


def start_of(game: Game) -> Node:
    """The start as the thesis's program knows it."""
    return Node(int(game.start.own), int(game.start.other), BLACK, WHITE, NOBODY)


def firsts_of(game: Game, number: int) -> list[int]:
    """The first moves that are searched, in the order of cells."""
    return sorted(map(int, game.legal_moves(game.start)))[:number]


def solved(name: str, goal: str) -> dict[str, Any]:
    """What is true."""
    answer = solve(name, goal=goal).to_dict()
    return {"value": answer["value"], "winner": answer["winner"], "leaves": None}


def mistaken_score(name: str, mistakes: Sequence[int]) -> int:
    """The score that a search with these mistakes finds, as Black sees it."""
    game, made = load(name), Mistakes(*mistakes)
    number = 1 if name in SQUARES else 2  # the others are mirror images
    nodes = [after(game.rules, start_of(game), cell, made) for cell in firsts_of(game, number)]
    return max(value_of(game.rules, node, made) for node in nodes)


def mistaken_leaves(
    name: str, firsts: int, by_sign: bool, is_thorough: bool, mistakes: Sequence[int]
) -> dict[str, Any]:
    """The leaves that the thesis's search visits below the first moves."""
    game, made = load(name), Mistakes(*mistakes)
    depth = len(game.places) - 5
    readings = [
        read(
            game.rules,
            after(game.rules, start_of(game), cell, made),
            depth,
            made,
            by_sign,
            is_thorough,
        )
        for cell in firsts_of(game, firsts)
    ]
    best = max(reading.value for reading in readings)
    winner = WINNERS[(best > 0) - (best < 0)]
    return {"value": best, "winner": winner, "leaves": sum(one.leaves for one in readings)}


def mistaken_stages(name: str, m: int, firsts: int, mistakes: Sequence[int]) -> dict[str, Any]:
    """A game read m stones ahead and then to its end, as the thesis's program does."""
    game, made = load(name), Mistakes(*mistakes)
    rules, best, kept, leaves = game.rules, -2, list[Node](), [0, 0]
    for cell in firsts_of(game, firsts):
        found = read(rules, after(rules, start_of(game), cell, made), m - 1, made, True)
        leaves[0] += found.leaves
        if found.value > best:
            best, kept = found.value, []
        if found.value == best:
            kept.append(found.end)
    result: int | None = None
    for node in kept:
        found = read(rules, node, len(game.places) - 4 - m, made, True)
        leaves[1] += found.leaves
        is_blacks = not made.placer or node.placer == BLACK
        choose = max if is_blacks else min
        result = found.value if result is None else choose(result, found.value)
    assert result is not None
    return {"winner": WINNERS[result], "leaves": leaves}


def right_stages(name: str, m: int, n: int) -> dict[str, Any]:
    """The same by our own search, which makes none of the mistakes."""
    document: dict[str, Any] = solve(name, goal=f"stages={m},{n}").to_dict()
    return {"winner": document["splits"][0]["winner"]}


# The tables.


def short(game: str) -> str:
    """A board's size."""
    return game.partition(":")[2]


def table_1(effort: Effort) -> Sequence[Row]:
    """Othello, quoted from the literature: stone differences."""
    rows = []
    for known in TABLE_1:
        is_long = known.game.startswith(("othello:4x10", "othello:6x6"))
        is_made = not is_long and not (effort.is_quick and known.game.startswith("othello:7x4"))
        ours = Part(Work(solved, (known.game, "score")), ("value",)) if is_made else None
        score = known.final[0] - known.final[1]
        label = known.game.removeprefix("othello:")
        rows.append(Row(label, score, ours, None, message("thesis.why.quoted"), SCORE))
    return rows


def differing(published: Value, ours: Value, theirs: Value) -> Message | None:
    """Why a number differs: by the mistakes, or we do not know."""
    found = [one for one in (ours, theirs) if one is not None]
    if published is None or not found or all(one == published for one in found):
        return None
    if theirs is None:
        return message("thesis.why.mistakes")
    return message("thesis.why.mistakes" if theirs == published else "thesis.why.unknown")


def unexplained(published: Value, ours: Value, theirs: Value) -> Message | None:
    """Counts of leaves belong to the thesis's search alone."""
    is_known = theirs is None or theirs == published
    return None if is_known else message("thesis.why.leaves")


def leaves_row(game: str, published: int, firsts: int, by_sign: bool, effort: Effort) -> Row:
    """The count of leaves of one board."""
    is_made = not (effort.is_quick and published > MANY)
    is_thorough = game == "nip:4x4"  # a former program pruned before every move
    arguments = (game, firsts, by_sign, is_thorough, (1, 1, 1))
    theirs = Part(Work(mistaken_leaves, arguments), ("leaves",)) if is_made else None
    label = message("thesis.row.leaves", board=short(game))
    return Row(label, published, None, theirs, unexplained)


def table_2(effort: Effort) -> Sequence[Row]:
    """Scores by perfect play, and the leaves that it took."""
    rows = []
    for known in TABLE_2:
        assert known.final is not None
        score = known.final[0] - known.final[1]
        is_made = not effort.is_quick or known.game != "nip:4x8"
        ours = Part(Work(solved, (known.game, "score")), ("value",)) if is_made else None
        theirs = Part(Work(mistaken_score, (known.game, (1, 1, 1)))) if is_made else None
        rows.append(Row(short(known.game), score, ours, theirs, differing, SCORE))
    for known in TABLE_2:
        rows.append(leaves_row(known.game, known.leaves, FIRSTS_2[known.game], False, effort))
    return rows


def table_3(effort: Effort) -> Sequence[Row]:
    """Winners by perfect play, and the leaves that it took."""
    rows = []
    for known in TABLE_3:
        is_made = not (effort.is_quick and known.game in ("nip:4x8", "nip:4x10"))
        ours = Part(Work(solved, (known.game, "win")), ("winner",)) if is_made else None
        arguments = (known.game, FIRSTS_3[known.game], True, False, (1, 1, 1))
        theirs = Part(Work(mistaken_leaves, arguments), ("winner",)) if is_made else None
        rows.append(Row(short(known.game), known.winner, ours, theirs, differing, TEXT))
    for known in TABLE_3:
        rows.append(leaves_row(known.game, known.leaves, FIRSTS_3[known.game], True, effort))
    return rows


def mistakes_table(effort: Effort) -> Sequence[Row]:
    """What each mistake alone and each pair does to the scores: only all three give table 2."""
    rows = []
    for known in TABLE_2:
        if known.game == "nip:4x8" and effort.is_quick:
            continue
        assert known.final is not None
        for bits in range(8):
            mistakes = (bits & 1, bits >> 1 & 1, bits >> 2)
            made = [name for name, is_on in zip(MISTAKES, mistakes, strict=True) if is_on]
            label = f"{short(known.game)} {' '.join(made) or '-'}"
            theirs = Part(Work(mistaken_score, (known.game, mistakes)))
            rows.append(Row(label, known.final[0] - known.final[1], None, theirs, None, SCORE))
    return rows


MISTAKES = ("last-stone", "placer", "kept-pass")


def stages_rows(game: str, effort: Effort) -> list[Row]:
    """The splits of a board: the winner, and the leaves of both stages where they were printed."""
    board = STAGES[game]
    empties = len(load(game).places) - 4
    rows = []
    for m, known in board.splits.items():
        n = empties - m
        printed = sum(known.leaves) if known.leaves else 0
        is_made = not effort.is_quick or (
            game in ("nip:4x4", "nip:4x6", "nip:6x6") or (known.leaves and printed < 500_000)
        )
        work = Work(mistaken_stages, (game, m, FIRSTS_STAGES.get(game, 2), (1, 1, 1)))
        is_ours = is_made and (game != "nip:6x8" or 14 <= m <= 18)
        ours = Part(Work(right_stages, (game, m, n)), ("winner",)) if is_ours else None
        label = f"[{m},{n}]"
        winner = Part(work, ("winner",)) if is_made else None
        rows.append(Row(label, known.winner, ours, winner, differing, TEXT))
        for stage, leaves in enumerate(known.leaves or ()):
            theirs = Part(work, ("leaves", stage)) if is_made else None
            name = message("thesis.row.stage", split=label, stage=stage + 1)
            rows.append(Row(name, leaves, None, theirs, unexplained))
    return rows


def tallied(name: str, splits: Sequence[int], firsts: int) -> dict[str, int]:
    """How many splits are better for each player, with the mistakes."""
    found = [mistaken_stages(name, m, firsts, (1, 1, 1))["winner"] for m in splits]
    return {"first": found.count("first"), "second": found.count("second")}


def table_4(effort: Effort) -> Sequence[Row]:
    """How many splits of each board are better for the first player, and for the second."""
    rows = []
    for game in ("nip:4x4", "nip:4x6", "nip:6x6", "nip:4x8", "nip:4x10"):
        board = STAGES[game]
        assert board.tally is not None
        is_made = game in ("nip:4x4", "nip:4x6", "nip:6x6") or not effort.is_quick
        work = Work(tallied, (game, tuple(board.splits), FIRSTS_STAGES.get(game, 2)))
        for side, name in enumerate(("first", "second")):
            own = sum(split.winner == name for split in board.splits.values())
            why = message("thesis.why.tally", rows=own, board=short(game))
            label = message(f"thesis.row.better_{name}", board=short(game))
            theirs = Part(work, (name,)) if is_made else None
            rows.append(Row(label, board.tally[side], None, theirs, why))
    return rows


def stages_table(game: str) -> Any:
    """The table of one board."""
    return lambda effort: stages_rows(game, effort)


TABLES = (
    Table("003", "table-1", table_1),
    Table("003", "table-2", table_2),
    Table("003", "table-3", table_3),
    Table("003", "table-4", table_4),
    *(
        Table("003", f"table-{number}", stages_table(f"nip:{board}"))
        for number, board in enumerate(("4x4", "4x6", "6x6", "4x8", "4x10", "6x8"), 5)
    ),
    Table("003", "mistakes", mistakes_table),
)
