"""The command `learn`: teach a game a net by self-play."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import Cluster, GameText, Jobs, number, typed, whole
from yomikiri.cli.progress import Pace, live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.sprt import verdict_lines
from yomikiri.cli.words import Words, duration
from yomikiri.games import load
from yomikiri.learn.found import Learned, Stage, Wish, check_wish
from yomikiri.learn.report import errors_text, finish_learning, score_text
from yomikiri.learn.rounds import learn as teach
from yomikiri.learn.self_play import NODES
from yomikiri.learn.teacher import SELF_PLAY, TEACHERS
from yomikiri.learn.training import RESULT, WIDTH


@command
def learn(
    game: GameText,
    *,
    minutes: Annotated[float, typer.Option(parser=number, metavar="M")] = 30.0,
    nodes: Annotated[int, typer.Option(parser=whole, metavar="N")] = NODES,
    width: Annotated[int, typer.Option(parser=whole, metavar="N")] = WIDTH,
    teacher: Annotated[str, typer.Option(metavar="|".join(TEACHERS))] = SELF_PLAY,
    begin: Annotated[str, typer.Option("--from", metavar="net|FILE")] = "",
    results: Annotated[float, typer.Option(parser=number, metavar="SHARE")] = RESULT,
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Teach a game a net by self-play, and measure it."""
    chosen = load(game)
    wish = Wish(chosen, minutes, nodes, width, seed, jobs, cluster, teacher, begin, results)
    check_wish(wish)
    folder = out or Path(f"learn-{chosen.spec.replace(':', '-').replace(',', '-')}")
    with live_line(screen, str(chosen)) as show:
        pace = Pace()

        def watch(stage: Stage) -> None:
            text = stage_text(screen.words, stage)
            show(text)
            if not screen.is_live and not screen.as_json and pace.is_time():
                screen.notes.print(text)

        result = teach(wish, folder, command=typed(), watch=watch, finish=finish_learning)
    screen.report(result, show_learned)
    return code_of(result.stopped)


def stage_text(words: Words, stage: Stage) -> str:
    """What is being done, and how long it will take."""
    text = words("net.round", round=stage.round, rounds=stage.rounds)
    said = [words(f"net.doing_{stage.what}", done=stage.done)]
    if stage.seconds_left:
        said.append(words("search.left", time=duration(stage.seconds_left)))
    if stage.what == "training" and stage.detail is not None:
        said.append(words("net.loss_now", loss=stage.detail.validation))
    if stage.what == "match" and stage.detail is not None:
        said += verdict_lines(words, stage.detail)
    return "  ".join((text, *said))


def show_learned(screen: Screen, result: Learned) -> None:
    """What became of each round, and where the best net is."""
    words = screen.words
    seen = words("net.seen", games=result.games, positions=result.positions)
    screen.print(f"{result.game}  {seen}")
    for each in result.rounds:
        loss = min(epoch.validation for epoch in each.losses)
        facts = {"round": each.number, "loss": loss}
        if each.errors:
            said = words("net.wrong_moves", **facts, share=errors_text(each.errors))
        else:
            said = words("net.scored", **facts, score=score_text(each.match))
        screen.print(f"{said}: {words('net.kept' if each.kept else 'net.dropped')}")
    if result.best:
        screen.print(words("net.use", file=result.best))
    elif not result.stopped:
        screen.print(words("net.none_better"))
    if result.stopped:
        screen.print(words(f"result.stopped_{result.stopped}"))
        screen.print(words("net.go_on", folder=result.folder))
