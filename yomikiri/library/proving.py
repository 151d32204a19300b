"""Certificates checked, and what a solve will take, for Python."""

import os

from yomikiri.errors import FLAG, NUMBER, TEXT, InputError, check_kind
from yomikiri.games.game import Game, Position
from yomikiri.reading import named_path
from yomikiri.solve import forecast as forecasting
from yomikiri.solve.answer import SCORE
from yomikiri.solve.forecast import BUDGET, Forecast
from yomikiri.solve.options import check_threads, read_asked, read_limits
from yomikiri.verify import verdict
from yomikiri.verify.verdict import Verdict


def verify(
    file: str | os.PathLike[str], *, fast: bool = False, sample: float = 1.0, threads: int = 1
) -> Verdict:
    """Whether a certificate proves what it claims: `.valid`, and `.reason` if it does not.

    `fast` is the compiled checker; with a `sample` below 1 only that share is looked at.

    >>> import tempfile
    >>> from yomikiri.solve import solve
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     answer = solve("nip:4x4", certificate=f"{folder}/a.certificate")
    ...     found = verify(f"{folder}/a.certificate")
    >>> found.valid, found.certificate.claim
    (True, 'value = 2 for x')
    """
    path = named_path("file", file)
    check_kind(FLAG, fast=fast)
    check_kind(NUMBER, sample=sample)
    if not 0 < sample <= 1:
        raise InputError("verify.sample", got=sample)
    return verdict.verify(path, fast=fast, share=float(sample), threads=check_threads(threads))


def forecast(
    game: Game | Position | str,
    position: Position | str | None = None,
    *,
    moves: str = "",
    goal: str = SCORE,
    nodes: int | None = None,
) -> Forecast:
    """What solving will take, by solving some positions within so many nodes in all.

    >>> 1000 < forecast("nip:4x6", nodes=100_000).expected.nodes < 1_000_000
    True
    """
    chosen, state = read_asked(game, position, moves)
    check_kind(TEXT, goal=goal)
    read_limits(None, nodes)
    budget = BUDGET if nodes is None else int(nodes)
    return forecasting.forecast(chosen, state, goal, budget=budget)
