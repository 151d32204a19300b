"""The command `table line`: a line judged move by move."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, GameOrFen, Position, folder_of, read_place
from yomikiri.cli.screen import Screen
from yomikiri.cli.table.probe import require_pgn
from yomikiri.cli.table.report import value_text
from yomikiri.cli.words import Words
from yomikiri.games.game import Game
from yomikiri.play.formats.pgn import write as write_pgn
from yomikiri.play.tree import Tree
from yomikiri.tables.lines import Step, judge_line
from yomikiri.tables.table import Table
from yomikiri.work.runs import write_whole


@command
def line(
    game: GameOrFen,
    moves: Annotated[str, typer.Argument(metavar="MOVES")] = "",
    *,
    position: Position = None,
    folder: Folder = None,
    pgn: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    screen: Screen,
) -> int:
    """Judge a line move by move: is it the best there is?"""
    chosen, state, *_ = read_place(game, position)
    words = screen.words
    if pgn is not None:
        require_pgn(chosen, pgn)
    table = Table(chosen, folder_of(folder))
    played = chosen.read_moves(state, moves) if moves.strip() else table.line(state)
    steps = judge_line(table, state, played)
    if pgn is not None:
        write_whole(pgn, write_pgn(Tree(chosen, state, played)))
    best = all(step.is_best for step in steps)
    if screen.as_json:
        document = {
            "game": str(chosen),
            "position": chosen.show(state),
            "best": best,
            "points_lost": sum(step.points_lost for step in steps),
            "plies_lost": sum(step.plies_lost for step in steps),
            "moves": [step_document(chosen, step) for step in steps],
        }
        screen.document(document)
        return 0
    rows = screen.table(words("column.move"), words("column.value"), "")
    for step in steps:
        name = chosen.move_name(step.state, step.move)
        rows.add_row(name, value_text(words, chosen, step.made), verdict(chosen, step, words))
    screen.put(rows)
    screen.row(words("table.line_best" if best else "table.line_not_best"))
    table.close()
    return 0


def step_document(game: Game, step: Step) -> dict[str, Any]:
    """A move of a judged line as JSON."""
    return {
        "move": game.move_name(step.state, step.move),
        "wdl": step.made.wdl,
        "distance": step.made.distance,
        "best": game.move_name(step.state, step.best.move),
        "best_wdl": step.best.wdl,
        "best_distance": step.best.distance,
        "is_best": step.is_best,
        "is_only": step.is_only,
    }


def verdict(game: Game, step: Step, words: Words) -> str:
    """What is to be said of a move."""
    if step.points_lost:
        better = game.move_name(step.state, step.best.move)
        return words("table.gives_away", better=better, value=value_text(words, game, step.best))
    if not step.is_best:
        better = game.move_name(step.state, step.best.move)
        return words("table.slower", n=step.plies_lost, better=better)
    return words("result.only_move") if step.is_only else ""
