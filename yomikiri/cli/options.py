"""The arguments that several commands have in common, and what is made of them."""

from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import typer

from yomikiri.cli.usage import BadValue
from yomikiri.errors import InputError, plain_number
from yomikiri.games import families, load, of_position
from yomikiri.games.game import Game
from yomikiri.reading import check_writable
from yomikiri.solve.options import check_threads, read_limits, read_memory
from yomikiri.tables.files import tables_folder
from yomikiri.work import check_crew


def whole(text: str) -> int:
    """A whole number that was typed; a default comes as the number it is."""
    try:
        return int(plain_number(int, str(text)))
    except ValueError:
        raise BadValue("number.whole", got=str(text)) from None


def number(text: str) -> float:
    """A number that was typed."""
    try:
        return plain_number(float, str(text))
    except ValueError:
        raise BadValue("number.any", got=str(text)) from None


def games_like(incomplete: str) -> list[str]:
    """The games and variants that a shell may offer."""
    names = [family.name for family in families()]
    if ":" in incomplete:
        names = [f"{one.name}:{variant}" for one in families() for variant in one.variants]
    return [name for name in names if name.startswith(incomplete)]


GameText = Annotated[str, typer.Argument(metavar="GAME", autocompletion=games_like)]
GameOrFen = Annotated[str, typer.Argument(metavar="GAME|FEN", autocompletion=games_like)]
AsJson = Annotated[bool, typer.Option("--json")]
Position = Annotated[str | None, typer.Option(metavar="TEXT")]
Start = Annotated[
    str | None,
    typer.Option(metavar="TEXT"),
]
Moves = Annotated[str, typer.Option(metavar="TEXT")]
Threads = Annotated[int, typer.Option(parser=whole, metavar="N")]
Jobs = Annotated[int, typer.Option(parser=whole, metavar="N")]
Cluster = Annotated[str, typer.Option(metavar="ADDRESS")]
PositionsFile = Annotated[Path | None, typer.Option("--file", metavar="FILE")]
AnswersFile = Annotated[Path | None, typer.Option("--out", metavar="FILE")]
KeepGoing = Annotated[bool, typer.Option("--keep-going")]
Memory = Annotated[str, typer.Option(metavar="SIZE")]
Seconds = Annotated[float | None, typer.Option(parser=number, metavar="S")]
Nodes = Annotated[int | None, typer.Option(parser=whole, metavar="N")]
NoTables = Annotated[bool, typer.Option("--no-tables")]
Folder = Annotated[
    Path | None,
    typer.Option("--tables", metavar="DIR"),
]
Language = Annotated[str | None, typer.Option("--lang", metavar="en|ja")]
Ascii = Annotated[bool, typer.Option("--ascii")]
TYPED: list[str] = []  # what was typed after the name of the program
PlayerText = Annotated[str | None, typer.Option(metavar="P")]


def typed() -> list[str]:
    """The arguments of the command that runs, for a manifest."""
    return ["yomikiri", *TYPED]


class Place(NamedTuple):
    """A game, and where in it a command begins."""

    game: Game
    start: Any  # the position that was named, or the game's own start
    moves: list[int]  # played from there
    is_named: bool  # whether more than the game was asked for

    @property
    def state(self) -> Any:
        """The position after the moves."""
        return self.game.replay(self.start, self.moves)


def read_place(
    game: GameOrFen, position: Position = None, start: Start = None, moves: Moves = ""
) -> Place:
    """The place that the arguments name."""
    chosen, position = game_of(game, position)
    begin = read_begin(chosen, start, position)
    is_named = position is not None or start is not None or bool(moves)
    return Place(chosen, begin, chosen.read_moves(begin, moves), is_named)


def game_of(text: str, position: str | None) -> tuple[Game, str | None]:
    """The game of a name, or of a position that implies it, as a FEN does by its men."""
    if ":" not in text and position is None and (found := of_position(text)) is not None:
        return found, text
    return load(text), position


def read_begin(game: Game, start: str | None, position: str | None) -> Any:
    """The position that --start or --position names, or the game's own start."""
    if start is None:
        return game.start if position is None else game.parse(position)
    if position is not None:
        raise InputError("command.two_places")
    return game.begin(start, Random())


class Effort(NamedTuple):
    """What a search may take."""

    threads: int
    memory: str
    seconds: float | None
    nodes: int | None
    tables: bool  # whether tables of all positions may answer


def read_effort(
    threads: Threads = 1,
    memory: Memory = "1GiB",
    seconds: Seconds = None,
    nodes: Nodes = None,
    no_tables: NoTables = False,
) -> Effort:
    """The effort asked for, refused if it is wrong before anything is compiled."""
    read_limits(seconds, nodes)
    read_memory(memory)
    return Effort(check_threads(threads), memory, seconds, nodes, not no_tables)


class Many(NamedTuple):
    """Positions in a file, to be answered instead of one."""

    file: Path | None
    out: Path | None
    jobs: int
    cluster: str
    keep_going: bool


def read_many(
    file: PositionsFile = None,
    out: AnswersFile = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    keep_going: KeepGoing = False,
) -> Many:
    """The file asked for, and how; refused if it cannot be before anything is compiled."""
    check_crew(jobs, cluster)
    if file is None and (out is not None or keep_going):
        raise InputError("batch.options", name="--out" if out is not None else "--keep-going")
    if out is not None:
        check_writable(out)
    return Many(file, out, jobs, cluster, keep_going)


def require_file(many: Many) -> None:
    """Refuse workers where there is one position only."""
    if many.jobs > 1 or many.cluster:
        raise InputError("batch.options", name="--cluster" if many.cluster else "--jobs")


def check_drawing(path: Path) -> None:
    """Whether a drawing can be written there, before a long search; raises InputError."""
    if path.suffix.lower() != ".svg":
        raise InputError("command.drawing", file=str(path))
    check_writable(path)


def folder_of(asked: Path | None) -> Path:
    """Where tables are kept."""
    return tables_folder() if asked is None else asked
