"""The command `solve`: run the search with a live line, then print its answer."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.first_look import look_first
from yomikiri.cli.interrupt import asking
from yomikiri.cli.options import (
    Cluster,
    Effort,
    Jobs,
    Many,
    Place,
    check_drawing,
    whole,
)
from yomikiri.cli.progress import Display, display
from yomikiri.cli.report import show_answer
from yomikiri.cli.screen import Screen
from yomikiri.cli.stages import show_stages
from yomikiri.cli.words import duration
from yomikiri.games.game import Game
from yomikiri.reading import check_writable
from yomikiri.solve import Answer, StagesAnswer
from yomikiri.solve import solve as find_answer
from yomikiri.solve.options import read_goal
from yomikiri.solve.stores import store_path
from yomikiri.solve.tabled import may_answer
from yomikiri.uncompiled import HURRY
from yomikiri.work.runs import write_whole


@command
def solve(
    place: Place,
    *,
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
        ),
    ] = "score",
    effort: Effort,
    store: Annotated[str | None, typer.Option(metavar="FILE|default")] = None,
    fresh: Annotated[bool, typer.Option("--fresh")] = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    task_nodes: Annotated[int | None, typer.Option(parser=whole, metavar="N")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    certificate: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    many: Many,
    screen: Screen,
) -> int:
    """Read a game out: its value, best moves and best play."""
    asked_goal = read_goal(goal)
    if many.file is not None:
        from yomikiri.cli.batch import refuse_single, run_batch  # few need it

        HURRY.end()  # nobody waits for the first answer
        alone = {"--svg": svg, "--store": store, "--fresh": fresh, "--task-nodes": task_nodes}
        refuse_single({**alone, "--certificate": certificate})
        return run_batch(screen, place, many, "solve", {"goal": goal, **effort._asdict()})
    game, state = place.game, place.state
    if svg is not None:
        check_drawing(svg)
    if certificate is not None:
        check_writable(certificate)
    tabled = store is None and certificate is None and may_answer(game, asked_goal.name)
    look_first(screen, game, state, "solving", tabled=tabled)
    game.show(state)  # compile now what `give_up` needs: later it would wait for the search
    with display(screen, f"{game} {goal}") as live:

        def give_up() -> None:
            kept = "" if store is None else str(store_path(game, store))
            show(unfinished(game, state, goal, live, effort.threads, kept))

        def show(answer: Answer | StagesAnswer) -> None:
            live.close()
            in_words = show_stages if isinstance(answer, StagesAnswer) else show_answer
            screen.report(answer, in_words)

        with asking(show, give_up) as asked:
            asked.answer = find_answer(
                game,
                goal=goal,
                position=state,
                watch=live,
                store=store,
                fresh=fresh,
                jobs=jobs,
                cluster=cluster,
                task_nodes=task_nodes,
                certificate=certificate,
                **effort._asdict(),
            )
    if certificate is not None and not screen.as_json and isinstance(asked.answer, Answer):
        screen.notes.print(certificate_text(screen, asked.answer))
    if isinstance(asked.answer, Answer) and asked.answer.certificate is not None:
        asked.code = asked.code or int(bool(asked.answer.certificate.fault))
    if svg is not None and asked.answer is not None:
        write_whole(svg, asked.answer._repr_svg_())
        if not screen.as_json:
            screen.notes.print(screen.words("result.wrote", file=svg))
    return asked.code


def certificate_text(screen: Screen, answer: Answer) -> str:
    """What was written, or why nothing was."""
    if (wrote := answer.certificate) is None:
        unproved = answer.value is None and not answer.stopped  # there is no mate
        return screen.words("verify.nothing" if unproved else "verify.not_written")
    if wrote.fault:
        return screen.words("verify.unwritten", file=wrote.file, why=wrote.fault)
    fields = {"positions": wrote.positions, "bytes": wrote.bytes, "time": duration(wrote.seconds)}
    return screen.words("verify.wrote", file=wrote.file, **fields)


def unfinished(
    game: Game, state: Any, goal: str, live: Display, threads: int, store: str
) -> Answer:
    """The answer by the last progress of a search that could not answer any more."""
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
        store=store,
        tasks=0 if last is None else last.tasks,
    )
