"""The command `forecast`: what solving a game would take."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Nodes, Place
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration, short_number
from yomikiri.solve.forecast import BUDGET
from yomikiri.solve.forecast import forecast as make_forecast
from yomikiri.solve.options import read_limits

HOUR = 3600.0


@command
def forecast(
    place: Place,
    *,
    goal: Annotated[str, typer.Option(metavar="score|win")] = "score",
    nodes: Nodes = None,
    screen: Screen,
) -> int:
    """Estimate what solving a game takes, by solving positions after plausible moves."""
    read_limits(None, nodes)
    found = make_forecast(place.game, place.state, goal, budget=nodes or BUDGET)
    row = found.to_dict()
    if screen.as_json:
        screen.document(row)
        return 0
    words = screen.words
    times = [duration(HOUR * row[name]) for name in ("core_hours_low", "core_hours_high")]
    numbers = [short_number(row[name]) for name in ("nodes", "nodes_low", "nodes_high")]
    screen.print(f"{place.game}  {row['position']}  ({goal})")
    screen.print(words("store.expected", nodes=numbers[0], low=numbers[1], high=numbers[2]))
    one = duration(HOUR * row["core_hours"])
    screen.print(words("store.core_time", time=one, low=times[0], high=times[1]))
    sizes = [short_number(row[name]) + "B" for name in ("memory", "store")]
    tasks = short_number(row["tasks"])
    screen.print(words("store.sizes", tasks=tasks, memory=sizes[0], store=sizes[1]))
    sampled = short_number(row["sampled"])
    screen.print(words("store.sampled", nodes=sampled, time=duration(row["seconds"])))
    return 0
