"""Reading in two stages against a slow twin: plain Python, its own rules, every line to its end."""

from functools import cache
from typing import NamedTuple

import pytest

import yomikiri as yk
from tests.slow_twins import SlowReversi, Twin, read, slow_twin
from yomikiri.search.frontier import TooMany, frontier
from yomikiri.solve.answer import Progress
from yomikiri.solve.options import KINDS
from yomikiri.solve.published import STAGES
from yomikiri.solve.stages_answer import StagesAnswer


class Found(NamedTuple):
    """What the twin says of a split; the values are as the first player sees them."""

    winner: str
    first_value: int | None
    value: int | None
    lines: list[list[str]]
    kept: int


def cell(name: str) -> tuple[int, int]:
    """Row and column: moves sort as people read the board."""
    return (int(name[1:]), ord(name[0])) if name != "--" else (0, 0)


class SlowStages:
    """Two stages by their definition, without pruning."""

    def __init__(self, spec: str) -> None:
        game = slow_twin(spec)
        assert isinstance(game, SlowReversi)
        self.game = game
        self.value = cache(self.value)  # type: ignore[method-assign]
        self.after = cache(self.after)  # type: ignore[method-assign]
        self.height, self.width = len(game.rows), max(x for x, _ in game.cells) + 1

    def after(self, text: str) -> tuple[tuple[str, str], ...]:
        """Each move, in the order of reading, and the position after it."""
        twin = read(text)
        moves = sorted(self.game.moves(twin), key=cell)
        return tuple((move, self.game.play(twin, move).show()) for move in moves)

    def leaf(self, text: str, horizon: int) -> int | None:
        """The count at the horizon or at the end, for the side to move; None before."""
        if not self.after(text):
            return self.game.result(read(text))
        if text.count(".") > horizon:
            return None
        board, side = text.split()
        return (board.count("x") - board.count("o")) * (1 if side == "x" else -1)

    def value(self, text: str, horizon: int, is_sign: bool) -> int:
        """For the side to move."""
        count = self.leaf(text, horizon)
        if count is not None:
            return (count > 0) - (count < 0) if is_sign else count
        return max(-self.value(child, horizon, is_sign) for _, child in self.after(text))

    def images(self, twin: Twin) -> list[dict[str, str]]:
        """Where each cell goes by the maps of the board that keep the position."""
        last_x, last_y = self.width - 1, self.height - 1
        maps = [
            lambda x, y: (x, y),
            lambda x, y: (last_x - x, y),
            lambda x, y: (x, last_y - y),
            lambda x, y: (last_x - x, last_y - y),
        ]
        if self.width == self.height:
            maps += [lambda x, y, turn=turn: turn(x, y)[::-1] for turn in maps[:4]]  # type: ignore
        names = {place: f"{chr(97 + place[0])}{place[1] + 1}" for place in self.game.cells}
        return [
            {names[place]: names[turn(*place)] for place in names} | {"--": "--"}
            for turn in maps
            if all(twin.signs[place] == twin.signs[turn(*place)] for place in names)
        ]

    def stages(self, text: str, m: int, kind: str) -> Found:
        """The split [m, empties - m] by the program's way."""
        horizon = text.count(".") - m
        by_sign = [word == "win" for word in kind.split("-")]
        me = text[-1]
        first_moves: dict[str, str] = {}
        placed: set[str] = set()
        for move, child in self.after(text):
            if move not in placed:
                first_moves[move] = child
                placed |= {image[move] for image in self.images(read(text))}
        values = {m: -self.value(c, horizon, by_sign[0]) for m, c in first_moves.items()}
        best = max(values.values())
        results, lines = [], []
        for move, child in first_moves.items():
            if values[move] == best:
                line, position = [move], child
                while self.leaf(position, horizon) is None:
                    node = self.value(position, horizon, by_sign[0])
                    move_on, position = next(
                        (name, below)
                        for name, below in self.after(position)
                        if -self.value(below, horizon, by_sign[0]) == node
                    )
                    line.append(move_on)
                lines.append(line)
                results.append(self.seen(position, me, self.value(position, 0, by_sign[1])))
        return self.found(me, best, max(results), lines, len(lines))

    def wide(self, text: str, m: int, kind: str) -> Found:
        """The split with every position in which the root's mover is ahead."""
        horizon = text.count(".") - m
        me = text[-1]
        layer, met = [text], {text}
        kept = []
        while layer:
            position = layer.pop()
            count = self.leaf(position, horizon)
            if count is not None:
                kept += [position] if self.seen(position, me, count) > 0 else []
                continue
            fresh = {child for _, child in self.after(position)} - met
            met |= fresh
            layer += fresh
        is_sign = kind.endswith("win")
        values = [self.seen(k, me, self.value(k, 0, is_sign)) for k in kept]
        return self.found(me, None, max(values, default=None), [], len(kept))

    @staticmethod
    def seen(position: str, me: str, value: int) -> int:
        """A value of the side to move, as `me` sees it."""
        return value if position[-1] == me else -value

    @staticmethod
    def found(
        me: str, first: int | None, value: int | None, lines: list[list[str]], kept: int
    ) -> Found:
        """As the first player sees it."""
        sign = 1 if me == "x" else -1
        ahead = -sign if value is None else sign * value
        winner = "draw" if ahead == 0 else ("first" if ahead > 0 else "second")
        return Found(
            winner,
            None if first is None else sign * first,
            None if value is None else sign * value,
            lines,
            kept,
        )


def stages(game, goal, **options) -> StagesAnswer:
    """The answer to a goal of stages."""
    answer = yk.solve(game, goal=goal, **{"memory": "256M", **options})
    assert isinstance(answer, StagesAnswer)
    return answer


def compare(game, twin, text, goal, kind, **options):
    """Every split that `goal` asks for, against the twin."""
    answer = stages(game, f"stages={goal},kind={kind}", position=text, **options)
    assert answer.splits
    for split in answer.splits:
        is_wide = "wide" in goal
        wanted = (twin.wide if is_wide else twin.stages)(text, split.m, kind)
        lines: list[list[str]] = [
            [*yk.load(game).line_text(answer.position, kept.line)] for kept in split.kept
        ]
        found = Found(split.winner, split.first_value, split.value, lines, split.kept_number)
        assert found == wanted, (game, text, split.m, kind)


START = "_.._/.ox./.xo./_.._ x"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("goal", ["all", "all,wide"])
def test_all_splits_of_nip_4x4(goal, kind):
    compare("nip:4x4", SlowStages("nip:4x4"), START, goal, kind)


@pytest.mark.parametrize("game", ["nip:4x4,rim=lap", "nip:4x4,rim=off,empties=winner"])
def test_other_rules(game):
    twin = SlowStages(game)
    for kind in KINDS:
        compare(game, twin, START, "all", kind)
    compare(game, twin, START, "all,wide", "win-score")


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["nip:4x6", "nip:6x4", "othello:4x5"])
def test_splits_of_later_positions(game):
    """Both sides to move, boards that are numbered the other way, games that end or pass early."""
    twin = SlowStages(game)
    loaded = yk.load(game)
    for seed in range(6):
        state = loaded.start
        plies = 0
        while loaded.show(state).count(".") > 7 + seed % 2:
            moves = loaded.legal_moves(state)
            state = loaded.play(state, moves[(seed + plies * plies) % len(moves)])
            plies += 1
            assert loaded.legal_moves(state)
        text = loaded.show(state)
        for kind in KINDS:
            compare(game, twin, text, "all", kind)
        compare(game, twin, text, "all,wide", KINDS[seed % 4])


@pytest.mark.compiled
def test_two_threads_keep_the_same_positions():
    one, two = stages("nip:6x6", "stages=all"), stages("nip:6x6", "stages=all", threads=2)
    assert [s[:7] for s in one.splits] == [s[:7] for s in two.splits]


# The answer.


def test_one_split_as_json():
    answer = stages("nip:4x4", "stages=5,3").to_dict()
    assert (answer["goal"], answer["value"], answer["winner"]) == ("stages=5,3", -1, "second")
    assert answer["exact"] and answer["final"] is None and answer["best_moves"] == ["b1"]
    (split,) = answer["splits"]
    assert (split["m"], split["n"], split["winner"], split["kept"]) == (5, 3, "second", 1)
    assert split["stage_values"] == [1, -1] and len(split["lines"][0]) == 5
    assert split["published"]["winner"] == "second"
    assert all(leaves > 0 for leaves in split["leaves"]) and len(split["seconds"]) == 2


def test_all_splits_are_tallied_beside_the_published_table():
    answer = stages("nip:4x4", "stages=all")
    assert [split.m for split in answer.splits] == [2, 3, 4, 5, 6, 7]
    assert answer.tally == {"first": 4, "second": 2, "draw": 0} and answer.winner == "first"
    assert answer.to_dict()["published_tally"] == {"first": 1, "second": 5}
    text = str(answer)
    assert repr(answer) == text and answer._repr_svg_().startswith("<svg")
    assert "first : second = 4 : 2 (published 1 : 5)" in text and "table 5" in text
    assert text.endswith(" s, 1 thread")
    other = stages("nip:4x4,rim=lap", "stages=all")
    assert other.published is None and "published" not in str(other)


def test_a_majority_is_enough():
    answer = stages("nip:4x6", "stages=all,majority")
    assert len(answer.splits) == 8 and answer.total == 14 and answer.winner == "first"
    assert answer.exact and [s.m for s in answer.splits] == sorted(s.m for s in answer.splits)


@pytest.mark.compiled
def test_a_stopped_search_keeps_the_splits_that_were_done():
    answer = stages("nip:4x8", "stages=all", nodes=200_000)
    assert answer.stopped == "nodes" and not answer.exact
    assert 0 < len(answer.splits) < 22
    assert answer.splits == [
        s._replace(seconds=t.seconds, leaves=t.leaves)
        for s, t in zip(stages("nip:4x8", "stages=all").splits, answer.splits, strict=False)
    ]
    assert "stopped (nodes)" in str(answer) and answer.to_dict()["stopped"] == "nodes"


def test_progress_counts_splits():
    seen: list[Progress] = []
    stages("nip:4x4", "stages=all", watch=seen.append)
    assert [(p.done, p.moves) for p in seen][-1] == (6, 6)


@pytest.mark.parametrize(
    ("game", "goal", "message"),
    [
        ("tictactoe", "stages=3,6", "stages needs a count of stones during the game"),
        ("connect4:4x4", "stages=all", "stages needs a count of stones during the game"),
        ("nip:4x4", "stages=4,5", "expected stages=m,n with m \\+ n = 8"),
        ("nip:4x4", "stages=1,7", "m from 2 to 7"),
        ("nip:4x4", "stages=8,0", "m from 2 to 7"),
        ("nip:4x4", "stages=4", "expected stages=m,n, such as"),
        ("nip:4x4", "stages=a,b", "expected stages=m,n, such as"),
        ("nip:4x4", "stages=4,4,broad", "expected wide, kind="),
        ("nip:4x4", "stages=4,4,kind=win", "expected wide, kind="),
        ("nip:4x4", "stages=4,4,majority", "expected wide, kind="),
    ],
)
def test_bad_goals_are_refused_in_one_line(game, goal, message):
    with pytest.raises(yk.InputError, match=message) as error:
        yk.solve(game, goal=goal)
    assert "\n" not in str(error.value)


def test_positions_without_stages_are_refused():
    with pytest.raises(yk.InputError, match="the game is over"):
        stages("nip:4x4", "stages=all", position="_xx_/xxx./xxxx/_xx_ o")
    with pytest.raises(yk.InputError, match="at least 3 empty cells"):
        stages("nip:4x4", "stages=all", position="_.x_/xox./xoxx/_xx_ o")


@pytest.mark.compiled
def test_too_many_positions_are_refused():
    with pytest.raises(yk.InputError, match="choose a smaller m or more memory"):
        stages("nip:4x8", "stages=14,10,wide", memory="8M")
    game = yk.load("nip:4x8")
    with pytest.raises(TooMany):
        frontier(game.rules, game.start, 12, megabytes=1)


def test_the_published_tables_are_whole():
    for spec, board in STAGES.items():
        game = yk.load(spec)
        empties = game.show(game.start).count(".")
        assert all(2 <= m < empties for m in board.splits)
        if empties < 32:
            assert len(board.splits) == empties - 2
    winners = [split.winner for split in STAGES["nip:6x8"].splits.values()]
    assert (winners.count("first"), winners.count("second")) == (9, 6)


def test_a_range_reads_these_splits_and_no_others():
    whole, some = (yk.solve("nip:4x4", goal=f"stages={text}") for text in ("all", "3-5"))
    assert isinstance(some, StagesAnswer) and isinstance(whole, StagesAnswer)
    assert [split.m for split in some.splits] == [3, 4, 5]
    assert [s.winner for s in some.splits] == [s.winner for s in whole.splits if 3 <= s.m <= 5]
    assert str(some.goal) == "stages=3-5"
    assert "published_tally" in whole.to_dict() and "published_tally" not in some.to_dict()


@pytest.mark.parametrize("text", ["1-5", "5-3", "3-8", "3-"])
def test_a_range_out_of_the_board_is_refused(text):
    with pytest.raises(ValueError, match=r"m from 2 to 7|expected stages"):
        yk.solve("nip:4x4", goal=f"stages={text}")
