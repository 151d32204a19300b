"""The commands `solve` and `analyze`: run the search with a live line, then print its report."""

import os
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game, quoted
from yomikiri.solve import Analysis, Answer, StagesAnswer, analyze, solve
from yomikiri.solve.options import (
    check_threads,
    read_goal,
    read_limit,
    read_memory,
    read_position,
)
from yomikiri.terminal import report, screen
from yomikiri.terminal.progress import Display, display
from yomikiri.terminal.staging import show_stages
from yomikiri.terminal.words import Words, signed


def solve_and_report(
    game: Game,
    *,
    goal: str,
    position: str | None,
    moves: str,
    svg: Path | None,
    as_json: bool,
    words: Words,
    ascii: bool,
    **options: Any,
) -> int:
    """Solve a position and print the answer; the exit code."""
    read_goal(goal)
    check_options(options)
    state = read_position(game, position, moves)
    game.show(state)  # what `give_up` needs is compiled now: later it would wait for the search's
    if svg is not None:
        check_writable(svg)
    with display(words, f"{game} {goal}", quiet=as_json) as live:

        def give_up() -> None:
            live.close()
            show(unfinished(game, state, goal, live, options["threads"]))

        def show(answer: Answer | StagesAnswer) -> None:
            if as_json:
                screen.print_json(answer.to_dict())
            elif isinstance(answer, StagesAnswer):
                show_stages(screen.console(), words, answer)
            else:
                report.show_answer(screen.console(), words, answer, ascii=ascii)

        try:
            with screen.interruptible(give_up) as interrupt:
                answer = solve(game, goal=goal, position=state, watch=live, **options)
        except KeyboardInterrupt:
            give_up()
            return screen.INTERRUPTED
    show(answer)
    if svg is not None:
        svg.write_text(answer._repr_svg_(), encoding="utf-8")
        if not as_json:
            screen.console(error=True).print(words("wrote", file=svg))
    return screen.INTERRUPTED if interrupt.pressed else 0


def unfinished(game: Game, state: Any, goal: str, live: Display, threads: int) -> Answer:
    """What the last progress tells of a search that could not answer any more."""
    most = game.greatest if goal == "score" else 1
    last = live.last
    lower, upper = (-most, most) if last is None else (last.lower, last.upper)
    return Answer(
        game=game,
        position=state,
        goal=goal,
        value=lower if lower == upper else None,
        lower=lower,
        upper=upper,
        best_moves=[],
        line=[],
        nodes=0 if last is None else last.nodes,
        seconds=0.0 if last is None else last.seconds,
        threads=threads,
        stopped="interrupt",
    )


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
    game.show(state)  # as above
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


def check_options(options: dict[str, Any]) -> None:
    """Refuse wrong limits before anything is compiled."""
    read_limit(options["seconds"], options["nodes"])
    read_memory(options["memory"])
    check_threads(options["threads"])


def check_writable(path: Path) -> None:
    """Whether a file can be written, before a long search; raises InputError."""
    folder = path.parent
    too_long = len(os.fsencode(path.name)) > 255  # what file systems allow
    if too_long or not folder.is_dir() or path.is_dir() or not os.access(folder, os.W_OK):
        name = quoted(str(path))
        raise InputError(f"cannot write {name}: expected a file in a folder that exists")
