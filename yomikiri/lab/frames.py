"""Rows of results as notebooks show them: HTML, and a DataFrame where pandas is installed."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from yomikiri.errors import InputError

Row = Mapping[str, Any]
MOST_SHOWN = 50  # rows of a table in a notebook


def html_table(rows: Sequence[Row], caption: str = "") -> str:
    """The rows as a table; in the middle of many some are left out."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    shown = [*rows] if len(rows) <= MOST_SHOWN else [*rows[: MOST_SHOWN - 5], {}, *rows[-5:]]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell(row, name)}</td>" for name in names) + "</tr>" for row in shown
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cell(row: Row, name: str) -> str:
    """What stands in a cell; in the row that stands for those left out, dots."""
    if not row:
        return "…"
    value = row.get(name)
    return "" if value is None else escape(f"{value:.4g}" if type(value) is float else str(value))


def data_frame(rows: Sequence[Row]) -> Any:
    """The rows as a pandas DataFrame; raises InputError where there is no pandas."""
    try:
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise InputError("lab.no_pandas") from None
    return pandas.DataFrame(list(rows))
