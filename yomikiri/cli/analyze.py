"""The command `analyze`: every legal move with its value."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.first_look import look_first
from yomikiri.cli.interrupt import asking
from yomikiri.cli.options import Effort, Many, Place, require_file, whole
from yomikiri.cli.report import indented, show_analysis
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import signed
from yomikiri.players.analysis import analyze as value_moves
from yomikiri.solve import Analysis
from yomikiri.solve.tabled import may_answer
from yomikiri.uncompiled import HURRY


@command
def analyze(
    place: Place,
    *,
    player: Annotated[str | None, typer.Option(metavar="P")] = None,
    depth: Annotated[int | None, typer.Option(parser=whole, metavar="D")] = None,
    effort: Effort,
    many: Many,
    screen: Screen,
) -> int:
    """Show every legal move with its value to the mover."""
    if many.file is not None:
        from yomikiri.cli.batch import run_batch  # few need it

        HURRY.end()  # nobody waits for the first answer
        return run_batch(
            screen, place, many, "analyze", {"player": player, "depth": depth, **effort._asdict()}
        )
    require_file(many)
    game, state = place.game, place.state
    if player is None:
        part, tabled = ("analysis", may_answer(game)) if depth is None else ("depth", False)
        look_first(screen, game, state, part, tabled=tabled)
    HURRY.end()
    game.show(state)  # compile it now: later it would wait for the search
    last: list[Analysis] = []

    def show(analysis: Analysis) -> None:
        if screen.as_json:
            screen.document(analysis.to_dict())
            return
        marks = {entry.move.number: signed(entry.value) for entry in analysis.moves if entry.exact}
        screen.print(indented(game.draw(state, marks=marks, ascii=screen.ascii)))
        show_analysis(screen, analysis)

    def give_up() -> None:
        empty = Analysis(game, state, [], None, False, 0, 0, 0.0, effort.threads)
        show(last[-1] if last else empty)

    with asking(show, give_up) as asked:
        asked.answer = value_moves(
            game,
            position=place.start,
            moves=game.line_text(place.start, place.moves),
            player=player,
            depth=depth,
            watch=last.append,
            **effort._asdict(),
        )
    return asked.code
