"""The report of a learning run: its rounds, and how the losses went down."""

from collections.abc import Mapping
from typing import Any

from yomikiri.games.net import read_net
from yomikiri.lab.plots import lines
from yomikiri.lab.report import Report, Say, add_origin, stopped_notes
from yomikiri.learn.found import BEST, GAMES, LOSSES, ROUNDS, Learned
from yomikiri.learn.reliability import Bin, bins_in
from yomikiri.words import message
from yomikiri.work.runs import MANIFEST, Run


def finish_learning(run: Run, result: Learned) -> None:
    """Write the report into the folder of a run."""
    report = Report(message("net.title", game=result.game))
    for line in stopped_notes(result.stopped):
        report.paragraph(line)
    report.paragraph(message("net.seen", games=result.games, positions=result.positions))
    if result.rounds:
        what = "errors" if result.rounds[-1].errors else "score"
        report.table(
            [message(f"column.{name}") for name in ("round", "games", "loss", what, "kept")],
            [
                (
                    each.number,
                    each.games,
                    min(epoch.validation for epoch in each.losses),
                    errors_text(each.errors) if each.errors else score_text(each.match),
                    message("net.yes" if each.kept else "net.no"),
                )
                for each in result.rounds
            ],
        )
        report.plot(lambda say: loss_plot(result, say), message("net.losses"))
        if bins := bins_in(read_net(run.folder / result.rounds[-1].net)[0]):
            report.plot(lambda say: reliability_plot(bins, say), message("net.reliability"))
    report.heading(message("report.files"))
    files = (MANIFEST, GAMES, LOSSES, ROUNDS, BEST)
    report.paragraph(", ".join(name for name in files if (run.folder / name).exists()))
    add_origin(report, run.manifest, reruns=False)
    report.write(run.folder)


def errors_text(errors: Mapping[str, Any]) -> str:
    """The shares of wrong moves against perfect play, of the best before and of the net."""
    before, after = (100 * errors[name]["share"] for name in ("before", "after"))
    return f"{before:.1f} % → {after:.1f} %"


def score_text(match: dict[str, object]) -> str:
    """What the net scored against the best before, and how sure that is."""
    score, interval = match["score"], match["interval"]
    assert isinstance(score, float) and isinstance(interval, list)
    return f"{100 * score:.1f} % ({100 * interval[0]:.0f} - {100 * interval[1]:.0f})"


def reliability_plot(bins: list[Bin], say: Say) -> str:
    """The points made by the chance predicted, and the line on which both are the same."""
    chances, points = ([getattr(each, name) for each in bins] for name in ("chance", "points"))
    series = [
        (say(message("net.validation")), chances, points),
        (say(message("net.ideal")), [0.0, 1.0], [0.0, 1.0]),
    ]
    return lines(series, label=say(message("net.predicted")), amount=say(message("net.made")))


def loss_plot(result: Learned, say: Say) -> str:
    """The loss of training and validation after each epoch of all rounds."""
    series: list[tuple[str, list[float], list[float]]] = []
    epochs = [epoch for each in result.rounds for epoch in each.losses]
    places = [float(place) for place in range(1, len(epochs) + 1)]
    for name in ("training", "validation"):
        losses = [getattr(epoch, name) for epoch in epochs]
        series.append((say(message(f"net.{name}")), places, losses))
    return lines(series, label=say(message("net.epochs")), amount=say(message("column.loss")))
