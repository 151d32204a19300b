"""The command `solve`: run the search with a live line, then print its answer."""

from pathlib import Path
from typing import Any

from yomikiri.cli import report, screen
from yomikiri.cli.options import check_options, check_writable
from yomikiri.cli.progress import Display, display
from yomikiri.cli.stages import show_stages
from yomikiri.cli.words import Words
from yomikiri.games.game import Game
from yomikiri.solve import Answer, StagesAnswer, solve
from yomikiri.solve.options import read_goal, read_position


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
