"""A first look by plain Python, and then what the whole answer needs is compiled.

In this process: another one, and its workers, would take half as long again to do it.
"""

from typing import Any

from yomikiri.cli.progress import live_line
from yomikiri.cli.report import show_analysis
from yomikiri.cli.screen import Screen
from yomikiri.games.game import Game
from yomikiri.library.warming import compile_part
from yomikiri.players.analysis import analyze
from yomikiri.tables.files import tables_folder
from yomikiri.tables.table import find_table, is_built
from yomikiri.think.thinking import FIRST_DEPTH
from yomikiri.think.warming import is_warm, note_warm
from yomikiri.uncompiled import HURRY


def look_first(screen: Screen, game: Game, state: Any, part: str, *, tabled: bool) -> None:
    """Estimates of the moves, unless the part of a game that an answer needs is compiled.

    None either where a table may answer, `tabled`, and knows the position: it does so at once.
    """
    if tabled and HURRY.is_on and is_built(game, tables_folder()):
        HURRY.end()  # tables are asked by compiled kernels
        if find_table(game, state=state) is not None:
            return
    if HURRY.is_on and not is_warm(game, part):
        if game.legal_moves(state) and not screen.as_json:
            HURRY.may_guess = True
            first = analyze(game, position=state, depth=FIRST_DEPTH, tables=False)
            if first.moves:  # there was time for something
                screen.notes.print(screen.words("system.first_look"))
                show_analysis(screen, first)
        compile_here(screen, game, part)
    HURRY.end()


def compile_here(screen: Screen, game: Game, part: str) -> None:
    """Compile a part of a game, if it is not, with a line that tells how far it is."""
    HURRY.end()
    if not is_warm(game, part):
        with live_line(screen, str(game)):
            _, is_kept = compile_part(game.spec, part)
        if is_kept:
            note_warm(game, part)
