"""The command `play`: from its arguments to a table, and what is said when it ends."""

import random
import sys
from contextlib import suppress
from typing import Annotated, Any

import typer

from yomikiri.cli import record
from yomikiri.cli.command import command
from yomikiri.cli.conversation import Play, Quit
from yomikiri.cli.game import Table
from yomikiri.cli.interrupt import INTERRUPTED, interruptible
from yomikiri.cli.options import Place, PlayerText, whole
from yomikiri.cli.record import HUMAN
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError

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
    seed = random.SystemRandom().randrange(1 << 31) if seed is None else seed
    if file is not None and place.is_named:
        raise InputError("command.load_place")
    if file is not None:
        kept = record.load(file, game)
        record.require_trust(file, kept.players, asked=(first, second))
        players = (first or kept.players[0], second or kept.players[1])
        table = Table(game, players, start=kept.start, moves=kept.moves, seed=seed)
    else:
        players = seats(first, second)
        table = Table(game, players, start=place.start, moves=place.moves, seed=seed)

    talk = Play(table, screen, ask=Reader(screen))
    code = 0
    document(table, seed)  # what is needed after Ctrl-C is compiled now

    def say_goodbye() -> None:
        if table.legal():
            console.print(words("play.go_on", command=table.command()), soft_wrap=True)
        if screen.as_json:
            screen.document(document(table, seed))

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


def seats(first: str | None, second: str | None) -> tuple[str, str]:
    """Who plays: the side that was not named is a person's, or the opponent of one."""
    if first is None and second is None:
        return HUMAN, OPPONENT
    if first is None:
        return OPPONENT if second == HUMAN else HUMAN, second or HUMAN
    if second is None:
        return first, OPPONENT if first == HUMAN else HUMAN
    return first, second


def document(table: Table, seed: int) -> dict[str, Any]:
    """The JSON of `play`: the record of the game, and the position it came to."""
    return table.record().to_dict() | {"final_position": table.game.show(table.state), "seed": seed}


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
