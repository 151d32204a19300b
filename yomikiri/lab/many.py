"""Many positions in Python: `analyze_many`, and its answers to print, look at and compute with."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from yomikiri.errors import (
    FLAG,
    FUNCTION,
    POSITIONS,
    TEXT,
    WHOLE,
    check_kind,
    check_optional,
    wrong_kind,
)
from yomikiri.games.game import Game, Position
from yomikiri.games.parts import many
from yomikiri.lab.batch import Watch, answer_all, answer_file
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.positions import Entry, read_entries, text_of
from yomikiri.reading import check_writable, named_path
from yomikiri.solve.options import (
    check_threads,
    read_game,
    read_limits,
    read_memory,
    wrong_position,
)
from yomikiri.work import check_crew
from yomikiri.work.runs import Document, read_lines

SHOWN = 20  # answers that are printed


class Answers(Sequence[Document]):
    """The analyses of many positions in their order, each as the JSON of `analyze`."""

    def __init__(self, game: Game, documents: list[Document]) -> None:
        self.game, self.documents = game, documents

    def __len__(self) -> int:
        return len(self.documents)

    def __getitem__(self, index: Any) -> Any:
        return self.documents[index]

    def rows(self) -> Iterator[Document]:
        """Each answer in a row: the position, its value and its best move."""
        for answer in self.documents:
            best = (answer.get("moves") or [{}])[0]
            yield {
                "number": answer["number"],
                "position": answer.get("position"),
                "mover": answer.get("mover"),
                "value": answer.get("value"),
                "exact": answer.get("exact"),
                "best": best.get("move"),
                "distance": best.get("distance"),
                "error": answer["error"]["en"] if "error" in answer else None,
            }

    def to_frame(self) -> Any:
        """A pandas DataFrame of the rows."""
        return data_frame(list(self.rows()))

    def _repr_html_(self) -> str:
        return html_table(list(self.rows()), self.title)

    @property
    def title(self) -> str:
        """What they are, in words."""
        return f"{self.game}: {many(len(self), 'position')}"

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        lines = [self.title]
        for row in list(self.rows())[:SHOWN]:
            value = "-" if row["value"] is None else f"{row['value']:+g}"
            said = row["error"] or f"{'' if row['exact'] else '~'}{value}  {row['best'] or ''}"
            lines.append(f"{row['number']:>6}  {row['position'] or ''}  {said}".rstrip())
        return "\n".join(lines + (["..."] if len(self) > SHOWN else []))


def analyze_many(
    game: Game | str,
    positions: Iterable[Any] | str | os.PathLike[str],
    *,
    player: str | None = None,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: str = "1GiB",
    tables: bool = True,
    out: str | os.PathLike[str] | None = None,
    keep_going: bool = False,
    jobs: int = 1,
    cluster: str = "",
    watch: Watch | None = None,
) -> Answers:
    """The analyses of many positions: texts, Positions or states, or the path of a file of them.

    With `out` every answer is kept in a run beside that file, so that a batch that was stopped goes
    on where it was; see `analyze` for the other options.

    >>> found = analyze_many("tictactoe", ["x../.o./... x", "b2 a2"])
    >>> print([answer["value"] for answer in found])
    [0, 1]
    """
    game = read_game(game)
    check_kind(WHOLE, jobs=jobs)
    check_kind(TEXT, cluster=cluster)
    check_kind(FLAG, tables=tables, keep_going=keep_going)
    check_optional(TEXT, player=player)
    check_optional(FUNCTION, watch=watch)
    check_crew(jobs, cluster)
    read_limits(seconds, nodes)
    read_memory(memory)
    asked: dict[str, Any] = {"player": player, "depth": depth, "threads": check_threads(threads)}
    asked |= {"memory": memory, "seconds": seconds, "nodes": nodes, "tables": tables}
    work: dict[str, Any] = {"keep_going": keep_going, "jobs": jobs, "cluster": cluster}
    work |= {"name": "positions", "watch": watch}
    if not isinstance(positions, Iterable | os.PathLike):
        raise wrong_kind(POSITIONS, "positions", positions)
    if isinstance(positions, str | os.PathLike):
        entries = read_entries(named_path("positions", positions), game)
    else:
        entries = [
            Entry(line_of(game, position), {"line": number})
            for number, position in enumerate(positions, 1)
        ]
    if not entries:
        return Answers(game, [])
    if out is None:
        return Answers(game, list(answer_all(game, "analyze", entries, asked, **work)))
    path = named_path("out", out)
    check_writable(path)
    answer_file(game, "analyze", entries, asked, path, **work)
    with path.open("rb") as stream:
        return Answers(game, [document for _, document in read_lines(path, stream)])


def line_of(game: Game, position: Any) -> str:
    """A position as a line of a file."""
    if isinstance(position, str):
        return position.strip() or "-"
    if isinstance(position, Position) and position.game.rules_hash == game.rules_hash:
        return text_of(position)
    if isinstance(position, type(game.start)):
        return game.show(position)
    raise wrong_position(game, position)
