"""The command `table probe`: a position's value, moves and shortest lines, by tables."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, Many, Place, folder_of, require_file
from yomikiri.cli.report import indented
from yomikiri.cli.screen import Screen
from yomikiri.cli.table.report import value_text
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.play import formats
from yomikiri.play.formats.pgn import write as write_pgn
from yomikiri.play.tree import Tree
from yomikiri.reading import check_writable
from yomikiri.tables.study import MOST_LINES, Distances, MoveStudy, Study, in_moves, study_position
from yomikiri.tables.table import Probe
from yomikiri.words import message
from yomikiri.work.runs import write_whole

ALL_LINES = "all"


@command
def probe(
    place: Place,
    *,
    folder: Folder = None,
    lines: Annotated[str, typer.Option(metavar="N|all")] = "1",
    pgn: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    many: Many,
    screen: Screen,
) -> int:
    """The value of a position and of each move, and the shortest lines."""
    most_lines = read_lines(lines)
    if many.file is not None:
        from yomikiri.cli.batch import refuse_single, run_batch  # few need it

        refuse_single({"--pgn": pgn, "--lines": most_lines != 1})
        options = {"folder": str(folder_of(folder).resolve())}
        return run_batch(screen, place, many, "probe", options)
    require_file(many)
    game, state = place.game, place.state
    if pgn is not None:
        require_pgn(game, pgn)
    study = study_position(game, folder_of(folder), state, most_lines=most_lines)
    if pgn is not None:
        games = [write_pgn(Tree(game, state, line)) for line in study.lines or [[]]]
        write_whole(pgn, "\n".join(games))
    if screen.as_json:
        screen.document(study_document(study))
    else:
        show_study(screen, study)
    return 0


def read_lines(text: str) -> int:
    """How many lines are asked for."""
    if text.strip().lower() == ALL_LINES:
        return MOST_LINES
    if text.isascii() and text.isdigit() and int(text) <= MOST_LINES:
        return int(text)
    raise InputError("command.lines", most=MOST_LINES, got=text)


def require_pgn(game: Game, pgn: Path) -> None:
    """Refuse games that are not written as PGN, and files that cannot be written."""
    if "pgn" not in formats.of(game):
        raise InputError("command.no_pgn", game=game)
    check_writable(pgn)


def study_document(study: Study) -> dict[str, Any]:
    """The JSON of `table probe`."""
    game, state = study.game, study.state
    return {
        "game": str(game),
        "position": game.show(state),
        "mover": ("first", "second")[game.mover(state)],
        "metric": game.metric,
        "wdl": study.wdl,
        **distance_fields(game, study.distances),
        "best_moves": [game.move_name(state, entry.move) for entry in study.moves if entry.is_best],
        "moves": [
            {
                "move": game.move_name(state, entry.move),
                "wdl": entry.wdl,
                **distance_fields(game, entry.distances),
                "best": entry.is_best,
                "only": entry.is_only,
            }
            for entry in study.moves
        ],
        "lines": [game.line_text(state, line) for line in study.lines],
        "more_lines": study.has_more_lines,
    }


def distance_fields(game: Game, distances: Distances) -> dict[str, Any]:
    """The distance by the table's own metric; where there are several, each by name, with moves."""
    fields: dict[str, Any] = {"distance": distances[game.metric]}
    for name in game.metrics:
        plies = distances.get(name)
        fields |= {name: plies, f"{name}_moves": None if plies is None else in_moves(plies)}
    return fields


def show_study(screen: Screen, study: Study) -> None:
    """The board, the value, a row for each move, and the lines."""
    game, state, words = study.game, study.state, screen.words
    screen.print(indented(game.draw(state, ascii=screen.ascii)))
    screen.print(value_text(words, game, Probe(study.wdl, study.distances[game.metric])))
    names = [name for name in study.distances if name in game.metrics]
    if study.moves:
        rows = screen.table(words("column.move"), words("column.value"), *names, "")
        for entry in study.moves:
            cells = [distance_cell(entry.distances[name]) for name in names]
            value = short_value(words, game, entry)
            name = game.move_name(state, entry.move)
            rows.add_row(name, value, *cells, judgement(words, entry))
        screen.put(rows)
    for line in study.lines:
        screen.print(f"{words('result.line')}: {' '.join(game.line_text(state, line))}")
    if study.has_more_lines and len(study.lines) > 1:
        name = "table.more_lines" if len(study.lines) < MOST_LINES else "table.most_lines"
        screen.print(words(name, n=MOST_LINES))
    if names:
        screen.print(words("table.metrics", names=[message(f"table.{name}") for name in names]))


def short_value(words: Words, game: Game, entry: MoveStudy) -> str:
    """Won, drawn or lost; with the plies where they have no column of their own."""
    if game.metrics:
        return words({1: "result.won", 0: "result.drawn", -1: "result.lost"}[entry.wdl])
    return value_text(words, game, Probe(entry.wdl, entry.distances[game.metric]))


def distance_cell(plies: int | None) -> str:
    """Such as `43 (22)`: plies, and how many moves that is."""
    return "" if plies is None else f"{plies} ({in_moves(plies)})"


def judgement(words: Words, entry: MoveStudy) -> str:
    """Whether a move is the only one, or one of the best."""
    if entry.is_only:
        return words("result.only_move")
    return words("result.best") if entry.is_best else ""
