"""Numbers about a game as plots: moves by ply, lengths of games, positions by ply, draws."""

from collections.abc import Callable
from typing import Any

from yomikiri.lab.plots import drawn
from yomikiri.words import Message, message

COLOURS = ("#1d4f7c", "#c2571a", "#3c7d3c", "#7b4ea0", "#8c6d1f", "#555555")


def draw_stats(stats: Any, say: Callable[[Message], str]) -> str:
    """SVG: how many moves there are by ply, how long games last, positions or draws."""
    everybody = (stats.random, *stats.others)

    def word(name: str) -> str:
        return say(message(f"stats.{name}"))

    def draw(axes: Any) -> None:
        moves, lengths, third = axes
        for games, colour in zip(everybody, COLOURS * len(everybody)):
            draw_moves(moves, games, colour)
            draw_lengths(lengths, games, colour)
        moves.set(title=f"{stats.game}: {word('column_moves')}", xlabel=word("column_ply"))
        lengths.set(title=word("column_plies"), xlabel=word("column_plies"))
        moves.legend(frameon=False)
        if stats.others or stats.census is None:
            names = [word(f"column_{name}") for name in ("as_first", "drawn", "as_second")]
            draw_results(third, everybody, ", ".join(names))
        else:
            layers = stats.census.layers
            third.semilogy(range(len(layers)), layers, color=COLOURS[0])
            third.set(title=word("column_positions"), xlabel=word("column_ply"))

    return drawn(11, 3.2, draw, panels=3)


def draw_moves(axes: Any, games: Any, colour: str) -> None:
    """The mean of the legal moves, with what it ranges over."""
    plies = [ply for ply in games.plies if ply.share >= 0.01]
    at = [ply.ply for ply in plies]
    axes.plot(at, [ply.moves for ply in plies], color=colour, label=games.players)
    least, most = ([getattr(ply, name) for ply in plies] for name in ("least", "most"))
    axes.fill_between(at, least, most, color=colour, alpha=0.12, linewidth=0)


def draw_lengths(axes: Any, games: Any, colour: str) -> None:
    """How many games end after how many plies."""
    total = sum(games.lengths)
    axes.step(
        range(len(games.lengths)), [n / total for n in games.lengths], where="mid", color=colour
    )


def draw_results(axes: Any, everybody: tuple[Any, ...], title: str) -> None:
    """Won by the first player, drawn, won by the second: a bar for each pair of players."""
    for row, games in enumerate(everybody):
        left, total = 0.0, max(1, games.tally.games)
        for count, colour in zip(games.tally, ("#333333", "#bbbbbb", "#f0f0f0")):
            axes.barh(row, count / total, left=left, color=colour, edgecolor="#333333")
            left += count / total
    axes.set_yticks(range(len(everybody)), [games.players for games in everybody])
    axes.invert_yaxis()
    axes.set(title=title, xlim=(0, 1))
