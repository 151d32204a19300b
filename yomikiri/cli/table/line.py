"""The command `table line`: a line judged move by move."""

from pathlib import Path
from typing import Any

from yomikiri.cli import screen
from yomikiri.cli.options import folder_of
from yomikiri.cli.table.probe import game_of, require_chess
from yomikiri.cli.table.report import value_text
from yomikiri.cli.words import Words
from yomikiri.games.game import Game
from yomikiri.play.formats.pgn import write_pgn
from yomikiri.solve.options import read_position
from yomikiri.tables.lines import Step, judge_line
from yomikiri.tables.table import Table


def line_and_report(
    asked: str,
    moves: str,
    *,
    position: str | None,
    folder: Path | None,
    pgn: Path | None,
    as_json: bool,
    words: Words,
) -> int:
    """Judge a line move by move; without moves, the best line there is."""
    game, where = game_of(asked, position)
    state = read_position(game, where, "")
    if pgn is not None:
        require_chess(game, pgn)
    table = Table(game, folder_of(folder))
    line = game.read_moves(state, moves) if moves.strip() else table.line(state)
    steps = judge_line(table, state, line)
    if pgn is not None:
        pgn.write_text(write_pgn(game, state, line), "utf-8")
    best = all(step.is_best for step in steps)
    if as_json:
        document = {
            "game": str(game),
            "position": game.show(state),
            "best": best,
            "points_lost": sum(step.points_lost for step in steps),
            "plies_lost": sum(step.plies_lost for step in steps),
            "moves": [step_document(game, step) for step in steps],
        }
        screen.print_json(document)
        return 0
    rows = screen.table(words("move"), words("value"), "")
    for step in steps:
        name = game.move_name(step.state, step.move)
        rows.add_row(name, value_text(words, game, step.made), verdict(game, step, words))
    screen.put(screen.console(), rows)
    print(words("line_best" if best else "line_not_best"))
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
        return words("gives_away", better=better, value=value_text(words, game, step.best))
    if not step.is_best:
        better = game.move_name(step.state, step.best.move)
        return words("slower", n=step.plies_lost, better=better)
    return words("only_move") if step.is_only else ""
