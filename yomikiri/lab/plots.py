"""Plots for reports, as SVG whose texts stay texts: a page shows them in any language."""

import io
import warnings
from collections.abc import Sequence
from typing import Any

COLOUR, DARK = "#4a7fa7", "#1d4f7c"
SETTINGS: Any = {
    "svg.fonttype": "none",  # texts, not outlines: fonts here need not know Japanese
    "svg.hashsalt": "yomikiri",  # the same plot is the same file
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def drawn(width: float, height: float, draw: Any, panels: int = 1) -> str:
    """What `draw` puts on axes, or on several side by side, of this size in inches, as SVG."""
    import matplotlib  # takes half a second to load
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # glyphs that are only missing here
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.subplots(1, panels))
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]


def bars(
    names: Sequence[str], values: Sequence[float], errors: Sequence[float] = (), *, label: str = ""
) -> str:
    """A value for each name, the first on top, with the half-width of its interval."""

    def draw(axes: Any) -> None:
        places = range(len(names))
        if errors:
            axes.errorbar(values, places, xerr=errors, fmt="o", color=DARK, capsize=3)
        else:
            axes.barh(places, values, color=COLOUR)
        axes.set_yticks(list(places), labels=list(names))
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.grid(axis="x", color="#dddddd")
        axes.set_axisbelow(True)

    return drawn(7.0, 0.9 + 0.32 * len(names), draw)


def groups(names: Sequence[str], series: Sequence[tuple[str, Sequence[float | None]]]) -> str:
    """Bars side by side: for each name a value of each series, or none; the first on top."""

    def draw(axes: Any) -> None:
        height = 0.8 / len(series)
        for number, (label, values) in enumerate(series):
            shift = (number - (len(series) - 1) / 2) * height
            places = [place + shift for place in range(len(names))]
            colour = (COLOUR, DARK)[number % 2]
            axes.barh(places, [value or 0 for value in values], height, color=colour, label=label)
        axes.set_yticks(range(len(names)), labels=list(names))
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.grid(axis="x", color="#dddddd")
        axes.set_axisbelow(True)
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(series))

    return drawn(7.0, 1.1 + 0.22 * len(series) * len(names), draw)


def histogram(values: Sequence[float], *, label: str = "", amount: str = "") -> str:
    """How often values occur."""

    def draw(axes: Any) -> None:
        low, high = min(values), max(values)
        steps = max(1, -(-int(high - low + 1) // 40))
        edges = [low - 0.5 + steps * n for n in range(int((high - low) // steps) + 2)]
        axes.hist(values, bins=edges, color=COLOUR)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(label)
        axes.set_ylabel(amount)

    return drawn(7.0, 2.6, draw)


def lines(
    series: Sequence[tuple[str, Sequence[float], Sequence[float]]],
    *,
    label: str = "",
    amount: str = "",
) -> str:
    """Curves: for each its name, where its points are and how high."""

    def draw(axes: Any) -> None:
        for name, places, values in series:
            axes.plot(places, values, label=name)
        axes.set_xlabel(label)
        axes.set_ylabel(amount)
        axes.grid(color="#dddddd")
        if len(series) > 1:
            axes.legend(frameon=False)

    return drawn(7.0, 3.2, draw)
