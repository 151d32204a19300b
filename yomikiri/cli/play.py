"""The command `play`: from its arguments to a game, and what is said when it ends."""

import random
import sys
from contextlib import suppress
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.conversation import Play, Quit
from yomikiri.cli.interrupt import INTERRUPTED, interruptible
from yomikiri.cli.options import Place, PlayerText, whole
from yomikiri.cli.screen import Screen
from yomikiri.cli.seats import Seats, load
from yomikiri.errors import InputError
from yomikiri.library.warming import warm_behind
from yomikiri.play import record
from yomikiri.play.tree import HUMAN, Tree
from yomikiri.uncompiled import HURRY

OPPONENT = "level:3"  # who plays against a person if nobody was named


@command
def play(
    place: Place,
    *,
    first: PlayerText = None,
    second: PlayerText = None,
    file: Annotated[str | None, typer.Option("--load", metavar="FILE")] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N"),
    ] = None,
    screen: Screen,
) -> int:
    """Play in the terminal, or watch two players."""
    game, words, console = place.game, screen.words, screen.console
    by_lot = random.SystemRandom().randrange(1 << 31)
    if file is not None and place.is_named:
        raise InputError("command.load_place")
    if file is not None:
        tree = load(file, game, first=first, second=second, seed=by_lot)
    else:
        tree = Tree(game, place.start, place.moves, players=who(first, second), seed=by_lot)
    tree.seed = tree.seed if seed is None else seed
    if HUMAN not in tree.players:
        HURRY.end()  # a game between players does not depend on the clock
    elif warm_behind(game):
        screen.notes.print(words("system.behind"))
    seats = Seats(tree)
    talk = Play(seats, screen, ask=Reader(screen))
    code = 0
    document(tree)  # compile now what is needed after Ctrl-C

    def say_goodbye() -> None:
        if seats.tree.legal():
            console.print(words("play.go_on", command=seats.command()), soft_wrap=True)
        if screen.as_json:
            screen.document(document(seats.tree))

    try:
        with interruptible(say_goodbye) as interrupt:
            talk.run()
            code = INTERRUPTED if interrupt.pressed else 0
    except Quit:
        pass
    except InputError:  # a player that cannot play on; the game is not lost
        say_goodbye()
        raise
    except KeyboardInterrupt:
        console.print()
        code = INTERRUPTED
    say_goodbye()
    return code


def who(first: str | None, second: str | None) -> tuple[str, str]:
    """Who plays: the side that was not named is a person's, or the opponent of one."""
    if first is None and second is None:
        return HUMAN, OPPONENT
    if first is None:
        return OPPONENT if second == HUMAN else HUMAN, second or HUMAN
    if second is None:
        return first, OPPONENT if first == HUMAN else HUMAN
    return first, second


def document(tree: Tree) -> dict[str, Any]:
    """The JSON of `play`: the record of the game, and the position it came to."""
    return record.write(tree) | {"final_position": tree.game.show(tree.state)}


class Reader:
    """Reads lines from standard input, with the prompt where people look."""

    def __init__(self, screen: Screen) -> None:
        self.stream = screen.console.file
        self.edits = not screen.as_json and all(
            stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)
        )
        if self.edits:
            with suppress(ImportError):
                import readline  # noqa: F401  gives input() its line editing

    def __call__(self, prompt: str) -> str:
        """The next line; raises EOFError when there is none."""
        if self.edits:
            return input(prompt)
        if sys.stdin is None or sys.stdin.closed:
            raise EOFError
        print(prompt, end="", file=self.stream, flush=True)
        if not (line := sys.stdin.readline()):
            raise EOFError
        return line
