"""The command `analyze`: every legal move with its value."""

from typing import Any

from yomikiri.cli import report, screen
from yomikiri.cli.options import check_options
from yomikiri.cli.words import Words, signed
from yomikiri.games.game import Game
from yomikiri.solve import Analysis, analyze
from yomikiri.solve.options import read_position


def analyze_and_report(
    game: Game,
    *,
    position: str | None,
    moves: str,
    as_json: bool,
    words: Words,
    ascii: bool,
    **options: Any,
) -> int:
    """Analyse a position and print its moves; the exit code."""
    check_options(options)
    state = read_position(game, position, moves)
    game.show(state)  # compiled now: later it would wait for the search
    last: list[Analysis] = []

    def show(analysis: Analysis) -> None:
        if as_json:
            screen.print_json(analysis.to_dict())
            return
        console = screen.console()
        marks = {entry.move: signed(entry.value) for entry in analysis.moves if entry.exact}
        console.print(report.indented(game.draw(state, marks=marks, ascii=ascii)))
        report.show_analysis(console, words, analysis)

    def give_up() -> None:
        empty = Analysis(game, state, [], None, False, 0, 0, 0.0, options["threads"])
        show(last[-1] if last else empty)

    try:
        with screen.interruptible(give_up) as interrupt:
            analysis = analyze(game, position=state, watch=last.append, **options)
    except KeyboardInterrupt:
        give_up()
        return screen.INTERRUPTED
    show(analysis)
    return screen.INTERRUPTED if interrupt.pressed else 0
