"""The command `play`: from its arguments to a table, and what is said when it ends."""

import sys
from contextlib import suppress
from typing import Any

from yomikiri.cli import record, screen
from yomikiri.cli.conversation import Play, Quit
from yomikiri.cli.game import Table
from yomikiri.cli.record import HUMAN
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games.game import Game

OPPONENT = "level:3"  # who plays against a person if nobody was named


def play_and_report(
    game: Game,
    *,
    first: str | None,
    second: str | None,
    position: str | None,
    moves: str,
    file: str | None,
    seed: int,
    as_json: bool,
    words: Words,
    ascii: bool,
) -> int:
    """Play a game; the exit code."""
    if file is not None and (position is not None or moves):
        raise InputError("--load brings its own position and moves; leave out --position or --load")
    if file is not None:
        kept = record.load(file, game)
        record.require_trust(file, kept.players, asked=(first, second))
        players = (first or kept.players[0], second or kept.players[1])
        table = Table(game, players, start=kept.start, moves=kept.moves, seed=seed)
    else:
        start = game.start if position is None else game.parse(position)
        played = game.read_moves(start, moves)
        table = Table(game, seats(first, second), start=start, moves=played, seed=seed)

    console = screen.console(error=as_json)
    # With --json standard output belongs to the document; people read standard error.
    play = Play(table, words=words, console=console, ask=Reader(as_json), ascii=ascii)
    code = 0
    document(table, seed)  # what is needed after Ctrl-C is compiled now

    def say_goodbye() -> None:
        if table.legal():
            console.print(words("go_on", command=table.command()), soft_wrap=True)
        if as_json:
            screen.print_json(document(table, seed))

    try:
        with screen.interruptible(say_goodbye) as interrupt:
            play.run()
            code = screen.INTERRUPTED if interrupt.pressed else 0
    except Quit:
        pass
    except InputError:  # a player that cannot play on; the game is not lost
        say_goodbye()
        raise
    except KeyboardInterrupt:
        console.print()
        code = screen.INTERRUPTED
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

    def __init__(self, as_json: bool) -> None:
        self.stream = sys.stderr if as_json else sys.stdout
        self.edits = not as_json and all(
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
