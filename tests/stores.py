"""What tests of stores share."""

import sqlite3
from typing import Any

import yomikiri as yk
from yomikiri.solve.answer import Answer


def lasting(game: Any, path: Any, **options: Any) -> Answer:
    """An answer by way of a store."""
    answer = yk.solve(game, store=path, **options)
    assert isinstance(answer, Answer)
    return answer


def same(answer, whole):
    """Whether two answers agree in what is true of the game."""
    names = ("value", "lower", "upper", "best_moves", "winner", "final", "goal", "exact")
    return all(getattr(answer, name) == getattr(whole, name) for name in names)


def change(path, statement):
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
