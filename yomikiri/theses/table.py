"""A table that a thesis printed, as data: what it says, and the work that makes it again.

A table is a function from an effort to rows.  A row has what was printed, and how to find the same
number by our own means and by the thesis's program with its mistakes.  Work is a function of a
module with arguments that can be sent to another process; what it returns can be written as JSON.
Several rows may take their numbers from one work, such as the wins and draws of a match.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from yomikiri.words import Message, message, say
from yomikiri.words.catalogue import has

Value = int | float | str | None  # None: not printed, or not made
LARGE = 10**13  # counts from which people read the order of magnitude
COUNT, SCORE, TEXT = "count", "score", "text"  # how the values of a row are shown


class Effort(NamedTuple):
    """How much is made of each table."""

    is_quick: bool = False  # a sample, within a minute
    games: int | None = None  # of each match; None: as many as the thesis played
    seed: int = 1
    made: tuple[str, ...] | None = None  # mistakes, by name; None: those of each program

    def games_of(self, printed: int, quick: int) -> int:
        """How many games a match has, of which the thesis played `printed`."""
        return self.games or (quick if self.is_quick else printed)

    def told(self, printed: int, quick: int) -> Message:
        """How many games that are, and how many the thesis played if it is another number."""
        return told_games(self.games_of(printed, quick), printed)

    def makes(self, mistake: str, usual: bool = True) -> bool:
        """Whether a mistake is made; `usual`: whether the program makes it."""
        return usual if self.made is None else mistake in self.made


def told_games(games: int, printed: int) -> Message:
    """A number of games, and that of the thesis if it is another."""
    name = "thesis.games" if games == printed else "thesis.sample"
    return message(name, n=games, printed=printed)


class Work(NamedTuple):
    """Something to be found out."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        """The name by which a result is kept."""
        name = f"{self.function.__module__}.{self.function.__qualname__}"
        return f"{name}{tuple(self.arguments)!r}"


class Unfinished(NamedTuple):
    """What a long work returns now and then: it is kept, and the work called with it once more."""

    state: Any  # JSON; the work's argument after the others


class Part(NamedTuple):
    """A number in the result of a work: the whole of it, or what its fields lead to."""

    work: Work
    fields: tuple[str | int, ...] = ()

    @property
    def works(self) -> tuple[Work, ...]:
        """What has to be done for it."""
        return (self.work,)

    def value(self, results: dict[str, Any]) -> Any:
        """The number, once the work is done."""
        result = results[self.work.key]
        for field in self.fields:
            result = result[field]
        return result


class Joined(NamedTuple):
    """A number made of the numbers of several works, such as the games of a match."""

    parts: tuple[Part, ...]
    join: Callable[[list[Any]], Any] = sum

    @property
    def works(self) -> tuple[Work, ...]:
        """What has to be done for it."""
        return tuple(part.work for part in self.parts)

    def value(self, results: dict[str, Any]) -> Any:
        """The number, once the works are done."""
        return self.join([part.value(results) for part in self.parts])


Source = Part | Joined | None  # None: not at this effort, or there is no such thing
Say = Callable[[str | Message], str]  # a text in the reader's language
Why = Message | Callable[[Value, Value, Value], Message | None] | None


class Row(NamedTuple):
    """A row as it was printed, and how to make it again."""

    row: str | Message
    published: Value
    ours: Source = None
    with_mistakes: Source = None
    why: Why = None  # they differ; a function is given published, ours, with mistakes
    unit: str = COUNT
    why_not: Message | None = None  # a sample leaves it out, if there is more to say

    def works(self, mistakes: str) -> list[Work]:
        """What has to be done; `mistakes` is on, off or both."""
        asked = ((self.ours, "on"), (self.with_mistakes, "off"))
        needed = (one.works for one, other in asked if one is not None and mistakes != other)
        return [work for works in needed for work in works]


class Table(NamedTuple):
    """A table or figure of a thesis."""

    thesis: str  # 000 to 004
    name: str  # table-2
    rows: Callable[[Effort], Sequence[Row]]
    picture: Callable[[Sequence["Made"], Say], str] | None = None  # SVG; the thesis has a figure
    minutes: int = 0  # of the processor that it takes at least, if not quick and more than a few

    @property
    def title(self) -> Message:
        """What it is about."""
        return message(f"thesis.title.{self.thesis}.{self.name}")

    def __str__(self) -> str:
        return f"{self.thesis}:{self.name}"


class Made(NamedTuple):
    """A row that was made again."""

    row: str | Message
    published: Value
    ours: Value
    with_mistakes: Value
    why: Message | None
    unit: str

    @property
    def switches(self) -> list[str]:
        """The mistakes that are why."""
        return list(self.why.fields.get("switches", ())) if self.why is not None else []

    def to_dict(self, language: str) -> dict[str, Any]:
        """As JSON."""
        why = None if self.why is None else say(self.why, language)
        values = {"published": self.published, "ours": self.ours}
        values |= {"with_mistakes": self.with_mistakes, "why": why}
        return {"row": say(self.row, language), **values, "switches": self.switches}

    def cells(self, language: str) -> list[str]:
        """As people read it."""
        values = (self.published, self.ours, self.with_mistakes)
        why = "" if self.why is None else say(self.why, language)
        said = [shown(value, self.unit, language) for value in values]
        return [say(self.row, language), *said, why]


def shown(value: Value, unit: str, language: str) -> str:
    """A value as people read it."""
    if value is None:
        return "-"
    if isinstance(value, str):
        name = f"thesis.value.{value}"
        return say(message(name), language) if has(name) else value
    if isinstance(value, float):
        return f"{value:.4g}"
    if value >= LARGE:
        return f"{value:.1e}".replace("e+", "e")
    return (f"{value:+}" if value else "0") if unit == SCORE else f"{value:,}"


def made(
    row: Row,
    results: dict[str, Any],
    mistakes: str,
    chosen: Sequence[str] | None = None,
    *,
    is_quick: bool = False,
) -> Made:
    """A row, once its works are done; `chosen`: the mistakes that somebody asked for."""
    if is_quick and row.ours is None and row.with_mistakes is None:
        why_not = row.why_not or message("thesis.why.left_out")
        return Made(row.row, row.published, None, None, why_not, row.unit)

    def value(source: Source, is_left_out: bool) -> Value:
        return None if source is None or is_left_out else source.value(results)

    ours = value(row.ours, mistakes == "on")
    theirs = value(row.with_mistakes, mistakes == "off")
    why = row.why(row.published, ours, theirs) if callable(row.why) else row.why
    differs = len({row.published, ours, theirs} - {None}) > 1
    if not callable(row.why) and not differs:
        why = None
    is_told = not callable(row.why) and why is not None and "switches" not in why.fields
    if chosen is not None and theirs is not None and not is_told:
        why = message("thesis.why.chosen", switches=list(chosen)) if differs else None
    return Made(row.row, row.published, ours, theirs, why, row.unit)
