"""The command `sprt`: what the results of a match say about two differences in strength."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import number, whole
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words
from yomikiri.errors import InputError, plain_number
from yomikiri.lab.games_needed import forecast
from yomikiri.lab.sprt import Sprt, Verdict, judge

Share = Annotated[float, typer.Option(parser=number, metavar="SHARE")]
Elo = Annotated[float, typer.Option(parser=number, metavar="ELO")]


@command
def sprt(
    results: Annotated[list[str] | None, typer.Argument(metavar="WINS DRAWS LOSSES")] = None,
    *,
    pairs: Annotated[str, typer.Option(metavar="N,N,N,N,N")] = "",
    elo0: Elo = 0.0,
    elo1: Elo = 10.0,
    alpha: Share = 0.05,
    beta: Share = 0.05,
    normalized: Annotated[bool, typer.Option("--normalized")] = False,
    draws: Share = 0.0,
    screen: Screen,
) -> int:
    """Test whether a player is stronger by one difference rather than by another."""
    test = Sprt(elo0, elo1, alpha, beta, normalized).checked()
    if not 0 <= draws < 1:
        raise InputError("lab.sprt_draws", got=draws)
    counts = read_counts([whole(word) for word in results or []], pairs)
    verdict = judge(test, counts)
    expected = forecast(test, counts, draws)
    if screen.as_json:
        screen.document(verdict.to_dict() | {"expected_games": expected})
        return 0
    if verdict.games:
        show_verdict(screen, verdict)
    screen.print(screen.words("lab.sprt_expected", **test._asdict(), **games_of(expected)))
    return 0


def read_counts(results: list[int], pairs: str) -> list[int]:
    """Pairs by their points, or games lost, drawn and won; none at all is allowed."""
    if pairs and results:
        raise InputError("lab.sprt_both")
    if not pairs:
        if len(results) not in (0, 3):
            raise InputError("lab.sprt_results", got=len(results))
        return list(reversed(results)) or [0, 0, 0]
    try:
        counts = [int(plain_number(int, word)) for word in pairs.split(",")]
    except ValueError:
        counts = []
    if len(counts) != 5:
        raise InputError("lab.sprt_pairs", got=pairs)
    return counts


def games_of(expected: dict[str, int]) -> dict[str, int]:
    """The fields of a sentence."""
    return {f"games_{name}": games for name, games in expected.items()}


def show_verdict(screen: Screen, verdict: Verdict) -> None:
    """Print what is known."""
    for line in verdict_lines(screen.words, verdict):
        screen.print(line)


def verdict_lines(words: Words, verdict: Verdict) -> list[str]:
    """The ratio with its bounds, what it says, and the difference in strength, normalised too."""
    test = verdict.test
    ratio = words("lab.sprt_ratio", llr=verdict.llr, lower=test.lower, upper=test.upper)
    state = words(f"lab.sprt_{verdict.state}", elo0=test.elo0, elo1=test.elo1)
    lines = [f"{ratio}  {state}"]
    for unit, elo, error in verdict.differences():
        lines.append(words(f"lab.sprt_{unit}", elo=elo, error=error))
    return lines
