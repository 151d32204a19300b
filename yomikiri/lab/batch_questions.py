"""What can be asked about many positions: analyses, solutions, values of a table, reviews of games.

A chunk of positions is one call of a crew.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game, Position, State
from yomikiri.lab.positions import Entry, label, read_game, read_position
from yomikiri.play.review import review
from yomikiri.play.tree import Tree
from yomikiri.players import make_player
from yomikiri.players.analysis import analyze
from yomikiri.solve import solve
from yomikiri.solve.answer import WINNERS
from yomikiri.solve.options import read_goal
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.table import Probe, Table, opened, probe_of
from yomikiri.work import heeding
from yomikiri.work.runs import Document

MOST_CELLS = 1 << 29  # of a table that is held in memory; it takes two bytes for each
FEW = 200  # positions for which a table is not loaded as a whole

Options = Mapping[str, Any]


class Kind(NamedTuple):
    """A question that can be put to many positions: all that a command need say about it."""

    answers: Callable[[Game, Sequence[Any], Options], Iterator[Document]]
    check: Callable[[Game, Options], None]  # raises InputError for options that cannot be
    chunk: int  # positions in one call
    read: Callable[[Game, str], Any] = read_position  # what a line means


def analyses(game: Game, positions: Sequence[Position], options: Options) -> Iterator[Document]:
    """Every legal move with its value, of each position."""
    for position in positions:
        yield told(
            lambda at: analyze(game, position=at, poll=heeding(), **options).to_dict(), position
        )


def solutions(game: Game, positions: Sequence[Position], options: Options) -> Iterator[Document]:
    """The value of each position, with its best moves."""
    for position in positions:
        yield told(
            lambda at: solve(game, position=at, watch=heeding(), **options).to_dict(), position
        )


def probes(game: Game, positions: Sequence[Position], options: Options) -> Iterator[Document]:
    """What a table says about each position."""
    folder = Path(options["folder"])
    table = opened(game, folder)
    states = [position.state for position in positions]
    for state, found in zip(states, probe_all(table, states, folder)):
        yield {
            "position": game.show(state),
            "mover": WINNERS[game.mover(state)],
            "wdl": found.wdl,
            "distance": found.distance,
            "metric": game.metric,
        }


def probe_all(table: Table, states: Sequence[State], folder: Path) -> Iterator[Probe]:
    """What a table says, many positions at once where it fits into memory."""
    game = table.game
    whole = [game.has_number(state) for state in states]
    if len(states) < FEW or sum(len(file) for file in table.files) > MOST_CELLS:
        whole = [False] * len(states)
    inside = [state for state, is_known in zip(states, whole) if is_known]
    codes = iter(loaded(game, folder).probe_many(inside) if inside else [])
    for state, is_known in zip(states, whole):
        yield probe_of(int(next(codes))) if is_known else table.probe(state)


@lru_cache(maxsize=1)
def loaded(game: Game, folder: Path) -> LoadedTable:
    """The same table each time."""
    return LoadedTable(game, folder)


def reviews(game: Game, trees: Sequence[Tree], options: Options) -> Iterator[Document]:
    """Every move judged, of each game."""
    for tree in trees:
        yield told(lambda at: review(at, poll=heeding(), **options).to_dict(), tree)


def told(answer: Callable[[Any], Document], asked: Any) -> Document:
    """An answer, or why there is none."""
    try:
        return answer(asked)
    except InputError as error:
        return failure(error)


def failure(error: InputError) -> Document:
    """Why there is no answer."""
    return {"error": {language: error.say(language) for language in ("en", "ja")}}


def check_analysis(game: Game, options: Options) -> None:
    """Whether there is such a player."""
    if options.get("player") is not None:
        make_player(options["player"], game)


def check_solution(game: Game, options: Options) -> None:
    """Whether there is such a goal."""
    read_goal(options.get("goal", "score"))


def check_probe(game: Game, options: Options) -> None:
    """Whether there is such a table."""
    opened(game, Path(options["folder"]))


def check_review(game: Game, options: Options) -> None:
    """Nothing that was not checked before."""


KINDS: Mapping[str, Kind] = {
    "analyze": Kind(analyses, check_analysis, 1),
    "solve": Kind(solutions, check_solution, 1),
    "probe": Kind(probes, check_probe, 4000),
    "review": Kind(reviews, check_review, 1, read_game),
}


# What a worker does.


def answer_chunk(
    spec: str, kind: str, options: Options, numbered: Sequence[tuple[int, Entry]]
) -> list[Document]:
    """The answers to some positions."""
    game = load(spec)
    states, found = {}, {}
    for number, entry in numbered:
        try:
            states[number] = KINDS[kind].read(game, entry.text)
        except InputError as error:
            found[number] = failure(error)
    found |= zip(states, KINDS[kind].answers(game, list(states.values()), options))
    return [
        {"number": number, "at": entry.where, **label(entry.text), **found[number]}
        for number, entry in numbered
    ]


def check_chunk(
    spec: str, kind: str, entries: Sequence[Entry]
) -> list[tuple[dict[str, Any], InputError]]:
    """What is wrong with some lines."""
    game, wrong = load(spec), []
    for entry in entries:
        try:
            KINDS[kind].read(game, entry.text)
        except InputError as error:
            wrong.append((entry.where, error))
    return wrong
