"""Answers from a table of all positions, where one was built: exact, with distances, at once."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.rules import FIRST, SECOND
from yomikiri.solve.analysis_answer import Analysis, gathered, shown
from yomikiri.solve.answer import SCORE, WIN, Answer
from yomikiri.solve.certificate import write_to_the_ends
from yomikiri.tables.table import Table, rank
from yomikiri.think import Valued

TABLE = "table"  # the source of such answers


def may_answer(game: Game, goal: str = SCORE) -> bool:
    """Whether a table of the game, if there is one, knows what is asked: it has no scores."""
    return goal == WIN or (goal == SCORE and not game.has_score)


def solve_by_table(game: Game, state: Any, goal: str, table: Table) -> Answer:
    """The value of a position, the quickest ways to it and a line of best play."""
    started = time.perf_counter()
    found, moves = table.probe(state), table.moves(state)
    value = found.wdl if game.mover(state) == FIRST else -found.wdl
    return Answer(
        game=game,
        position=state,
        goal=goal,
        value=value,
        lower=value,
        upper=value,
        best_moves=[
            game.move(state, entry.move) for entry in moves if rank(entry) == rank(moves[0])
        ],
        line=game.line_text(state, table.line(state)),
        nodes=0,
        seconds=time.perf_counter() - started,
        threads=1,
        distance=found.distance,
        source=TABLE,
    )


def prove_by_table(game: Game, state: Any, goal: str, table: Table | None, file: Path) -> Answer:
    """The same, with a certificate."""
    if table is None:
        raise InputError("verify.needs_table", game=game, command=f"yomikiri table build {game}")
    answer = solve_by_table(game, state, goal, table)
    assert answer.value is not None  # a table knows every value

    holding = {}
    if answer.value == 0:
        holding = {player: game.holding(state, player) for player in (FIRST, SECOND)}

    def serving(state: State) -> list[int]:
        if hold := holding.get(game.mover(state)):
            return [hold(state)]
        moves = table.moves(state)
        best = rank(moves[0])
        found = [x for x in moves if rank(x) == best or (answer.value == 0 and x.wdl >= 0)]
        # Who holds a draw, and takes the first position by its text, goes to and fro in one place.
        found.sort(key=lambda x: (rank(x) != best, game.show(game.play(state, x.move))))
        return [entry.move for entry in found]

    written = write_to_the_ends(file, game, state, answer.value, serving)
    return answer._replace(certificate=written)


def analyze_by_table(
    game: Game, state: Any, table: Table, before: Sequence[State] = ()
) -> Analysis:
    """Every legal move with its value and distance; a repetition that ends the game is one, too."""
    started = time.perf_counter()
    entries = []
    back = game.returning(state, before)
    for found in table.moves(state):
        line = [found.move, *table.line(game.play(state, found.move))]
        valued = Valued(found.move, found.wdl, True, line, distance=found.distance)
        if found.move in back and back[found.move].is_over:
            value = back[found.move].value
            valued = Valued(found.move, value, True, line[:1], distance=1 if value else None)
        entries.append(shown(game, state, valued))
    seconds = time.perf_counter() - started
    return gathered(game, state, entries, nodes=0, seconds=seconds, source=TABLE)
