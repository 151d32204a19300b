"""The command `net info`: what a net is for, how it was made, how far it can be relied on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import check_drawing
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.net import ENDING, Header, net_for, read_net, shipped_path
from yomikiri.learn.reliability import Bin, bins_in, error_of
from yomikiri.learn.report import reliability_plot
from yomikiri.reading import path_of
from yomikiri.words import say
from yomikiri.work.runs import write_whole

NetText = Annotated[str, typer.Argument(metavar="GAME|FILE.net")]
Svg = Annotated[Path | None, typer.Option(metavar="FILE")]


@command
def info(net: NetText, *, svg: Svg = None, screen: Screen) -> int:
    """What a net is for, how it was made, and how far its chances can be relied on."""
    path = net_path(net)
    header, _ = read_net(path)
    if svg is not None:
        check_drawing(svg)
    size = path.stat().st_size
    if screen.as_json:
        screen.document({"file": str(path), "bytes": size, **header})
    else:
        show_header(screen, header, size)
        show_reliability(screen, bins_in(header))
    if svg is not None:
        write_plot(screen, bins_in(header), svg)
    return 0


def net_path(text: str) -> Path:
    """The file of a net: the one named, or the one that comes with a game."""
    if text.endswith(ENDING):
        return path_of(text)
    game = load(text)
    path = shipped_path(game)
    if path is None:
        raise InputError("net.none", game=game)
    return path


def opened(text: str) -> tuple[Game, Path, Header, Any]:
    """A net by what was typed, with its game, which it must fit."""
    path = net_path(text)
    header, _ = read_net(path)
    game = load(header["game"]) if text.endswith(ENDING) else load(text)
    return game, path, header, net_for(game, path)


def show_header(screen: Screen, header: Header, size: int) -> None:
    """What a file says about itself."""
    words = screen.words
    screen.print(f"{header['game']}  {words('games.rules_hash')} {header['rules_hash']}")
    screen.print(words("net.size", rows=header["rows"], width=header["width"], bytes=size))
    if {"games", "positions", "loss"} <= header.keys():
        facts = {name: header[name] for name in ("games", "positions", "loss")}
        screen.print(words("net.made_from", **facts))
    if header.get("usual"):
        screen.print(words("net.usual"))


def show_reliability(screen: Screen, bins: Sequence[Bin]) -> None:
    """The chances predicted and the points made, as a table."""
    words = screen.words
    if not bins:
        screen.print(words("net.no_reliability"))
        return
    names = ("column.positions", "net.predicted", "net.made")
    table = screen.table(*(words(name) for name in names), right=(0, 1, 2))
    for each in bins:
        shares = (f"{100 * share:.1f} %" for share in (each.chance, each.points))
        table.add_row(f"{each.positions:,}", *shares)
    screen.put(table)
    screen.print(words("net.apart", percent=100 * error_of(bins)))


def write_plot(screen: Screen, bins: Sequence[Bin], path: Path) -> None:
    """The same as a picture."""
    language = screen.words.language
    plot = reliability_plot(list(bins), lambda message: say(message, language))
    write_whole(path, plot)
    if not screen.as_json:
        screen.notes.print(screen.words("result.wrote", file=path))
