"""Runs listed and made again, and the theses' tables, for Python."""

import os
from collections.abc import Callable
from pathlib import Path

from yomikiri.errors import (
    FLAG,
    FUNCTION,
    TEXT,
    WHOLE,
    check_kind,
    check_optional,
)
from yomikiri.lab import rerun as repeating
from yomikiri.lab.rerun import Repeated
from yomikiri.reading import named_path
from yomikiri.theses import Effort, Page, check_games, find, make
from yomikiri.theses.switches import read_mistakes
from yomikiri.work import check_crew
from yomikiri.work.listing import Listed, list_runs


def runs(folder: str | os.PathLike[str] = ".") -> list[Listed]:
    """The runs in a folder, itself included, the latest first.

    >>> import tempfile
    >>> from yomikiri.lab.python import match
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = match("tictactoe", "random", "random", games=4, out=f"{folder}/one")
    ...     [(run.kind, run.state, run.lines) for run in runs(folder)]
    [('match', 'finished', 4)]
    """
    return list_runs(named_path("folder", folder))


def rerun(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    jobs: int = 1,
    cluster: str = "",
) -> Repeated:
    """A run made again from its manifest, beside it or in `out`, and whether it is the same.

    >>> import tempfile
    >>> from yomikiri.lab.python import match
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = match("tictactoe", "random", "random", games=4, out=f"{folder}/one")
    ...     rerun(f"{folder}/one").same
    True
    """
    before = named_path("folder", folder)
    check_kind(WHOLE, jobs=jobs)
    check_kind(TEXT, cluster=cluster)
    again = repeating.beside(before) if out is None else named_path("out", out)
    return repeating.rerun(before, again, jobs=jobs, cluster=cluster)


def reproduce(
    name: str,
    *,
    quick: bool = False,
    games: int | None = None,
    mistakes: str = "both",
    seed: int = 1,
    jobs: int = 1,
    out: str | os.PathLike[str] | None = None,
    watch: Callable[[str, int, int], None] | None = None,
) -> list[Page]:
    """Tables of the theses made again: `003:table-2`, all of a thesis, or `all`.

    A page has `.table`, and `.rows` with what was published and what was found.  What is found is
    kept in the folder `out`, or in the usual place, so that it need not be made twice.

    >>> import tempfile
    >>> [page] = reproduce("003:table-2", quick=True, out=tempfile.mkdtemp())
    >>> str(page.table), len(page.rows) > 0
    ('003:table-2', True)
    """
    check_kind(TEXT, name=name, mistakes=mistakes)
    check_kind(FLAG, quick=quick)
    check_kind(WHOLE, seed=seed, jobs=jobs)
    check_optional(WHOLE, games=games)
    check_optional(FUNCTION, watch=watch)
    check_games(games)
    check_crew(jobs)
    tables = find(name)
    columns, made = read_mistakes(mistakes, {table.thesis for table in tables})
    folder: Path | None = None if out is None else named_path("out", out)
    effort = Effort(bool(quick), games, int(seed), made)
    return list(make(tables, effort, mistakes=columns, jobs=jobs, folder=folder, watch=watch))
