"""The thesis on Nip (003): its lines of best play, judged move by move, and what its text counts.

By best play of both sides a value never changes along a line.  What the printed lines are worth
after each move, by the rules and by the thesis's own search, shows where they give something away.
"""

from collections.abc import Callable, Sequence
from typing import Any

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.reversi.published import TABLE_2, TABLE_3
from yomikiri.games.reversi.state import PASS
from yomikiri.games.reversi.thesis import Mistakes, Node, after, rules_with
from yomikiri.games.reversi.thesis_value import value_of
from yomikiri.lab.richness import sample_positions
from yomikiri.search.survey import count_positions
from yomikiri.solve import solve
from yomikiri.solve.published import STAGES
from yomikiri.theses.nip import (
    FORMER,
    MISTAKES,
    PRINTED,
    differing,
    firsts_read,
    short,
    stages_work,
    unexplained,
    version,
)
from yomikiri.theses.nip_search import start_of
from yomikiri.theses.switches import backed
from yomikiri.theses.table import (
    SCORE,
    TEXT,
    Effort,
    Joined,
    Made,
    Part,
    Row,
    Say,
    Table,
    Value,
    Work,
)
from yomikiri.words import Message, message

# Figure 10, without the pass of Black's 15th move on 6x6.
LINES = {
    "nip:4x4": "b1 a3 c4 d3 b4 c1 d2 a2",
    "nip:4x6": "b2 b1 d4 c4 b4 a2 c1 e4 f3 d1 e2 f2 e1 e3 a3 b3",
    "nip:6x6": "c2 d2 e4 b2 d1 e5 d5 e2 c1 e3 f4 f3 d6 c6 c5 b3 b4 a3 a4 b5",
    "nip:4x8": "c2 c1 e4 f4 g4 c3 b1 a2 f3 b2 b3 c4 d1 e1 a3 f2 g1 g3 h2 d4 f1 h3 b4 g2",
}
HELD = 40_000_000  # positions of a mover at a time; 6x6 has 28 million in its largest layer
# Section 4.1: splits that take more leaves than the search of table 3.
MORE_LEAVES = {"nip:4x4": 1, "nip:4x6": 2, "nip:6x6": 4, "nip:4x8": 1}
ALL_FIRSTS = 4  # first moves that were read for that, as for table 3
# Section 2.2: positions of each board, by the thesis.
COUNTS = {
    "nip:4x4": 10**4,
    "nip:4x6": None,
    "nip:6x6": 10**11,
    "nip:4x8": None,
    "nip:4x10": None,
    "nip:6x8": None,
    "nip:8x8": 10**25,
    "othello:6x6": 10**17,
    "othello:8x8": 10**30,
}
COUNTED, COUNTED_QUICKLY = ("nip:4x4", "nip:4x6", "nip:6x6"), ("nip:4x4", "nip:4x6")
SAMPLED_QUICKLY = ("nip:6x6", "nip:4x8", "nip:8x8")
NEAR = 5  # how many times more or less than a power of ten is still that power
# Proofs looked for, the width of the beam, and the crowd that walks back; intervals hold with any.
QUICK, THOROUGH = (100, 300, 50), (300, 1000, 200)


def with_passes(game: Game, text: str) -> list[int]:
    """The moves of a line by the rules; a pass is put in where there must be one."""
    state, moves = game.start, list[int]()
    for word in text.split():
        if game.legal_moves(state) == [PASS]:
            moves.append(PASS)
            state = game.play(state, PASS)
        moves.append(game.read_move(state, word))
        state = game.play(state, moves[-1])
    return moves


def numbers(name: str) -> dict[int, int]:
    """The numbers of a line's moves, as the figure has them: a pass has one too; and the moves."""
    moves = with_passes(load(name), LINES[name])
    return {ply: move for ply, move in enumerate(moves, 1) if move != PASS}


def by_rules(name: str) -> dict[str, Any]:
    """What a line is worth after each of its moves by perfect play, and what it comes to."""
    game = load(name)
    state, values = game.start, list[int]()
    for move in with_passes(game, LINES[name]):
        state = game.play(state, move)
        if move != PASS:
            values.append(int(solve(game, position=state).to_dict()["value"]))
    end = game.final(state)
    assert end is not None
    return {"values": values, "end": end.first - end.second}


def by_mistakes(name: str, mistakes: Sequence[int]) -> dict[str, Any]:
    """The same by the thesis's search and its way to turn stones over."""
    game, made = load(name), Mistakes(*mistakes)
    rules = rules_with(game, made)
    node: Node = start_of(game)
    values = []
    for word in LINES[name].split():
        cell = next(move for move in game.places if game.move_name(game.start, move) == word)
        node = after(rules, node, cell, made)
        values.append(value_of(rules, node, made))
    return {"values": values, "end": node.black.bit_count() - node.white.bit_count()}


def counted_end(published: Value, ours: Value, theirs: Value) -> Message | None:
    """A line comes to another count by the rules."""
    if ours is None or ours == published:
        return None
    return backed("turned_over" if theirs == published else "line_end", ["last-stone"])


def figure_10(effort: Effort) -> Sequence[Row]:
    """The four lines: the value after each move, and the count at the end."""
    rows = []
    for known in TABLE_2:
        assert known.final is not None
        score = known.final[0] - known.final[1]
        label_end = message("thesis.row.line_end", board=short(known.game))
        right = Work(by_rules, (known.game,))
        wrong = Work(by_mistakes, (known.game, tuple(version(effort)[1])))
        words = LINES[known.game].split()
        for index, (number, word) in enumerate(zip(numbers(known.game), words, strict=True)):
            label = f"{short(known.game)} {number}. {word}"
            ours, theirs = (Part(work, ("values", index)) for work in (right, wrong))
            rows.append(Row(label, score, ours, theirs, differing(*MISTAKES), SCORE))
        ours, theirs = Part(right, ("end",)), Part(wrong, ("end",))
        rows.append(Row(label_end, score, ours, theirs, counted_end, SCORE))
    return rows


def reachable(name: str) -> int:
    """How many positions can be reached from the start, each side to move apart."""
    game = load(name)
    return count_positions(game.rules, game.start, HELD).positions


def arrangements(name: str) -> int:
    """How many ways there are to lay a stone of either colour, or none, on each cell."""
    return int(3 ** len(load(name).places))


def sampled(name: str, proofs: int, width: int, crowd: int, seed: int) -> str:
    """The 95 % interval of the number of positions that can be reached."""
    found = sample_positions(name, seed=seed, proofs=proofs, width=width, crowd=crowd)
    assert found.upper is not None
    return f"{found.lower:.1e} - {found.upper:.1e}".replace("e+", "e")


def magnitude(published: Value, ours: Value, theirs: Value) -> Message | None:
    """A printed power of ten is that of the arrangements, or we do not know where it is from."""
    if ours is None:
        return None
    assert isinstance(published, int) and isinstance(ours, int)
    is_near = published / NEAR < ours < published * NEAR
    return message("thesis.why.magnitude" if is_near else "thesis.why.arrangements")


def section_2_2(effort: Effort) -> Sequence[Row]:
    """Counts of positions: all arrangements, and those that can be reached, counted or sampled."""
    rows = []
    for game, printed in COUNTS.items():
        board = game.removeprefix("nip:")
        if printed is not None:
            every = message("thesis.row.arrangements", board=board)
            rows.append(Row(every, printed, Part(Work(arrangements, (game,))), None, magnitude))
        if not game.startswith("nip:"):
            continue
        why = message("thesis.why.reachable")
        if game in (COUNTED_QUICKLY if effort.is_quick else COUNTED):
            came = message("thesis.row.reachable", board=board)
            rows.append(Row(came, printed, Part(Work(reachable, (game,))), None, why))
            continue
        came = message("thesis.row.sampled", board=board)
        work = Work(sampled, (game, *(QUICK if effort.is_quick else THOROUGH), effort.seed))
        is_made = not effort.is_quick or game in SAMPLED_QUICKLY
        ours = Part(work) if is_made else None
        rows.append(Row(came, printed, ours, None, why, TEXT))
    return rows


def more_than(most: int) -> Callable[[list[Sequence[int]]], int]:
    """The function that counts splits with more leaves in both stages."""
    return lambda splits: sum(sum(leaves) > most for leaves in splits)


def section_4_1(effort: Effort) -> Sequence[Row]:
    """How many splits of a board take more leaves than reading its winner at once."""
    rows = []
    for game, printed in MORE_LEAVES.items():
        usual = FORMER.get((game, True), PRINTED)
        [at_once] = [known.leaves for known in TABLE_3 if known.game == game]
        made, firsts = version(effort, usual)[1], firsts_read(game, ALL_FIRSTS, effort)
        works = [stages_work(game, m, made, firsts) for m in STAGES[game].splits]
        parts = tuple(Part(work, ("leaves",)) for work in works)
        is_made = not effort.is_quick or game != "nip:4x8"
        theirs = Joined(parts, more_than(at_once)) if is_made else None
        more = ", short-lines" if made.short_lines else ""
        label = message("thesis.row.more_leaves", board=short(game), firsts=firsts, more=more)
        rows.append(Row(label, printed, None, theirs, unexplained))
    return rows


def boards(rows: Sequence[Made], say: Say) -> str:
    """The four lines as boards with numbers, as the figure has them."""
    drawn = []
    for name in LINES:
        game = load(name)
        moves = with_passes(game, LINES[name])
        shown = {move: number for number, move in numbers(name).items()}
        drawn.append(game.svg(game.replay(game.start, moves), numbers=shown))
    return "".join(svg[svg.find("<svg") :] for svg in drawn)


TABLES = (
    Table("003", "figure-10", figure_10, boards),
    Table("003", "section-2.2", section_2_2, minutes=5),
    Table("003", "section-4.1", section_4_1, minutes=3),
)
