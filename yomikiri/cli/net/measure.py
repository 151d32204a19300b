"""The command `net measure`: the reliability of a net, by fresh games of its own."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.net.info import NetText, Svg, opened, show_reliability, write_plot
from yomikiri.cli.options import Cluster, Jobs, check_drawing, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games.net import write_net
from yomikiri.learn.reliability import error_of, measure_net
from yomikiri.learn.self_play import NODES, check_nodes
from yomikiri.reading import check_writable
from yomikiri.work import check_crew

GAMES = 400
SEED = 1_000_000  # another one than those that nets are trained with


@command
def measure(
    net: NetText,
    *,
    games: Annotated[int, typer.Option(parser=whole, metavar="N")] = GAMES,
    nodes: Annotated[int, typer.Option(parser=whole, metavar="N")] = NODES,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = SEED,
    out: Annotated[Path | None, typer.Option(metavar="FILE.net")] = None,
    svg: Svg = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Let a net play itself, and compare the chances that it gives with the results."""
    if games < 1:
        raise InputError("number.least", name="games", least=1, got=games)
    check_nodes(nodes)
    check_crew(jobs, cluster)
    if out is not None:
        check_writable(out)
    if svg is not None:
        check_drawing(svg)
    game, _, header, weights = opened(net)
    with live_line(screen, str(game)) as show:
        found = measure_net(
            game,
            weights,
            games=games,
            nodes=nodes,
            seed=seed,
            jobs=jobs,
            cluster=cluster,
            tell=lambda done: show(screen.words("net.doing_games", done=done)),
        )
    if screen.as_json:
        document = {"game": game.spec, "games": games, "nodes": nodes, "seed": seed}
        screen.document(document | found.to_dict() | {"error": error_of(found.bins)})
    else:
        show_reliability(screen, found.bins)
    if out is not None:
        write_net(out, {**header, **found.to_dict()}, weights)
        if not screen.as_json:
            screen.notes.print(screen.words("result.wrote", file=out))
    if svg is not None:
        write_plot(screen, found.bins, svg)
    return 0
