"""The thesis on Nip (003): its search below first moves and in two stages, as works to be done.

A long search is kept every few minutes.
"""

from collections.abc import Sequence
from typing import Any

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.reversi.thesis import (
    ALL,
    BLACK,
    NOBODY,
    WHITE,
    Mistakes,
    Node,
    after,
    rules_with,
)
from yomikiri.games.reversi.thesis_search import SIZE, Reading, Search
from yomikiri.games.reversi.thesis_value import value_of
from yomikiri.solve import solve
from yomikiri.theses.table import Joined, Part, Unfinished, Work

WINNERS = {1: "first", 0: "draw", -1: "second"}
SQUARES = ("nip:4x4", "nip:6x6")
SLICE = 1 << 28  # steps after which a long search is kept, some minutes


def start_of(game: Game) -> Node:
    """The start as the thesis's program knows it."""
    return Node(int(game.start.own), int(game.start.other), BLACK, WHITE, NOBODY)


def firsts_of(game: Game, number: int) -> list[int]:
    """The first moves that are searched, in the order of cells."""
    return sorted(map(int, game.legal_moves(game.start)))[:number]


def solved(name: str, goal: str, store: str | None = None) -> dict[str, Any]:
    """What is true; with a store the solve itself goes on after a stop."""
    answer = solve(name, goal=goal, store=store).to_dict()
    return {"value": answer["value"], "winner": answer["winner"], "leaves": None}


def mistaken_score(name: str, mistakes: Sequence[int]) -> int:
    """The score that a search with these mistakes finds, as Black sees it."""
    game, made = load(name), Mistakes(*mistakes)
    rules = rules_with(game, made)
    number = 1 if name in SQUARES else 2  # the others are mirror images
    nodes = [after(rules, start_of(game), cell, made) for cell in firsts_of(game, number)]
    return max(value_of(rules, node, made) for node in nodes)


def pause(state: Any) -> Unfinished:
    """A search that will go on, with the size of its memory."""
    return Unfinished([SIZE, state])


def paused(kept: Any) -> Any:
    """How far a search was; None: it begins, or was paused by a version with another memory."""
    return kept[1] if kept is not None and kept[0] == SIZE else None


def leaves_below(
    name: str,
    first: int,
    by_sign: bool,
    is_thorough: bool,
    mistakes: Sequence[int],
    kept: Any = None,
) -> dict[str, int] | Unfinished:
    """The value that the thesis's search finds below one of the first moves, and its leaves."""
    game, made = load(name), Mistakes(*mistakes)
    rules = rules_with(game, made)
    node = after(rules, start_of(game), firsts_of(game, 4)[first], made)
    work = Search(rules, len(game.places) - 5, made, by_sign, is_thorough)
    if (state := paused(kept)) is None:
        work.begin(node)
    else:
        work.state = state
    if not work.go(SLICE):
        return pause(work.state)
    return {"value": work.value, "leaves": work.leaves}


def below(
    name: str,
    firsts: int,
    by_sign: bool,
    field: str,
    is_thorough: bool = False,
    mistakes: Sequence[int] = ALL,
) -> Joined:
    """A number of the thesis's search below so many first moves: its `value` or its `leaves`."""
    works = [
        Work(leaves_below, (name, first, by_sign, is_thorough, tuple(mistakes)))
        for first in range(firsts)
    ]
    parts = tuple(Part(work, (field,)) for work in works)
    return Joined(parts, best_winner if field == "value" else sum)


def best_winner(values: Sequence[int]) -> str:
    """Who wins if Black chooses among the first moves."""
    best = max(values)
    return WINNERS[(best > 0) - (best < 0)]


def mistaken_stages(
    name: str, m: int, firsts: int, mistakes: Sequence[int], seconds: int = 4, kept: Any = None
) -> dict[str, Any] | Unfinished:
    """A game read m stones ahead and then to its end, as the thesis's program does.

    The second stage reads at most `seconds` of what the first one keeps.
    """
    game, made = load(name), Mistakes(*mistakes)
    stages = Stages(game, m, firsts, seconds, made, paused(kept))
    return stages.result() if stages.go() else pause(stages.state)


class Stages:
    """Both stages of a split: what was read, and the reading that goes on."""

    def __init__(
        self, game: Game, m: int, firsts: int, seconds: int, mistakes: Mistakes, state: Any
    ) -> None:
        self.rules, self.seconds, self.mistakes = rules_with(game, mistakes), seconds, mistakes
        self.begins = [
            after(self.rules, start_of(game), cell, mistakes) for cell in firsts_of(game, firsts)
        ]
        self.depths = (m - 1, len(game.places) - 4 - m)
        known, memory = state or ([], None)
        self.found = [Reading(one[0], one[1], Node(*one[2])) for one in known]
        self.memory: list[int] | None = memory

    @property
    def state(self) -> tuple[list[Reading], list[int] | None]:
        """All that is needed to go on."""
        return self.found, self.memory

    @property
    def first_stage(self) -> list[Reading]:
        return self.found[: len(self.begins)]

    @property
    def kept(self) -> list[Node]:
        """The nodes that the second stage reads: of the best first moves."""
        best = max(one.value for one in self.first_stage)
        return [one.end for one in self.first_stage if one.value == best][: self.seconds]

    def go(self) -> bool:
        """Go on for some time; whether both stages were read."""
        spent = 0
        while spent < SLICE:
            number, nodes = len(self.found), self.begins
            stage = int(number >= len(self.begins))
            if stage:
                number, nodes = number - len(self.begins), self.kept
                if number == len(nodes):
                    return True
            work = Search(self.rules, self.depths[stage], self.mistakes, True)
            if self.memory is None:
                work.begin(nodes[number])
            else:
                work.state = self.memory
            before = work.steps
            is_read = work.go(SLICE - spent)
            spent += work.steps - before
            self.memory = None if is_read else work.state
            if is_read:
                self.found.append(work.reading(nodes[number]))
        return False

    def result(self) -> dict[str, Any]:
        """Who is ahead, and the leaves of both stages."""
        second = self.found[len(self.begins) :]
        value = second[0].value
        for node, one in zip(self.kept[1:], second[1:], strict=True):
            is_blacks = not self.mistakes.placer or node.placer == BLACK
            value = (max if is_blacks else min)(value, one.value)
        leaves = [sum(one.leaves for one in stage) for stage in (self.first_stage, second)]
        return {"winner": WINNERS[value], "leaves": leaves}


def right_stages(name: str, m: int, n: int) -> dict[str, Any]:
    """The same by our own search, which makes none of the mistakes."""
    document: dict[str, Any] = solve(name, goal=f"stages={m},{n}").to_dict()
    return {"winner": document["splits"][0]["winner"]}
