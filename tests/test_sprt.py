"""The stopping rule: the figures that others print, and error rates that hold."""

import json

import numpy as np
import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.lab.games_needed import expected_games, forecast
from yomikiri.lab.sprt import Sprt, count_pairs, judge, log_ratio, read_test

# Counts and figures of fastchess's own tests (app/tests/sprt_test.cpp and elo_test.cpp).
RATIOS = [
    ((36027, 68692, 36433), 0, 2, True, 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, True, 2.30),
    ((0, 0, 4250), 0, 10, True, 120.56),
    ((21184, 40708, 21404), 0.5, 2.5, False, -1.57),
    ((57030, 106593, 57433), 0, 2, False, -2.59),
    ((365, 16618, 36029 + 200, 16974, 390), 0, 2, True, 2.25),
    ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, True, 3.01),
    ((0, 0, 0, 0, 5550), 0, 5, True, 111.82),
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, False, -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, False, -4.98),
]
STRENGTHS = [
    ((89, 123, 76), None, None, -20.76, 40.13),
    ((96, 111, 136), 40.70, 30.43, 49.77, 36.77),
    ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 57.94, 28.28),
    ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, -9.17, 10.96),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, -19.01, 2.65),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "normalized", "llr"), RATIOS)
def test_ratios_are_those_of_fastchess(counts, elo0, elo1, normalized, llr):
    found = judge(Sprt(elo0, elo1, normalized=normalized), counts)
    assert found.llr == pytest.approx(llr, abs=0.0051, rel=3e-4)
    assert found.state == ("accepted" if llr > 2.95 else "rejected" if llr < -2.95 else "open")


@pytest.mark.parametrize(("counts", "elo", "error", "normalized", "spread"), STRENGTHS)
def test_differences_are_those_of_fastchess(counts, elo, error, normalized, spread):
    plain, scaled = (judge(Sprt(normalized=units), counts) for units in (False, True))
    if elo is not None:
        assert (plain.elo, plain.elo_error) == pytest.approx((elo, error), abs=0.0051)
    assert (scaled.elo, scaled.elo_error) == pytest.approx((normalized, spread), abs=0.0051)
    assert (plain.normalized_elo, plain.normalized_error) == (scaled.elo, scaled.elo_error)


def test_many_ratios_at_once_are_those_of_each():
    counts = np.random.default_rng(1).multinomial(300, [0.1, 0.2, 0.4, 0.2, 0.1], 50)
    for test in (Sprt(0, 10), Sprt(-5, 5, normalized=True)):
        each = [judge(test, [int(count) for count in row]).llr for row in counts]
        assert log_ratio(test, counts.astype(float)) == pytest.approx(each, abs=1e-6)


def test_exchanged_players_and_hypotheses_change_the_sign():
    for counts in ((3, 20, 40, 30, 9), (5, 7, 20)):
        for normalized in (False, True):
            llr = judge(Sprt(-5, 15, normalized=normalized), counts).llr
            other = judge(Sprt(-15, 5, normalized=normalized), counts[::-1]).llr
            assert other == pytest.approx(-llr, abs=1e-6)


def test_nothing_and_one_kind_of_result_have_no_bounds():
    assert judge(Sprt(), (0,) * 5).llr == 0 and judge(Sprt(), (0,) * 5).elo is None
    assert judge(Sprt(), (0, 0, 0, 0, 9)).elo is None
    assert judge(Sprt(), (0, 0, 9, 0, 0)).elo == 0 and judge(Sprt(), (0, 0, 9, 0, 0)).llr < 0
    assert judge(Sprt(), (0, 1, 0)).normalized_elo is None


def test_pairs_are_counted_by_their_points():
    assert count_pairs([1, 1, 1, 0, 1, -1, 0, 0, -1, 0, -1, -1, 1]) == (1, 1, 2, 1, 1)


def test_a_test_is_read():
    assert read_test("elo0=-1, elo1=4,alpha=0.1,beta=0.2,normalized") == (-1, 4, 0.1, 0.2, True)
    assert read_test("elo1=5") == Sprt(0, 5)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("elo0=5,elo1=0", "elo0 below elo1"),
        ("alpha=0.7", "alpha: expected a chance"),
        ("beta=0", "beta: expected a chance"),
        ("elo1=inf", "elo1: expected"),
        ("elo1=nan", "elo1: expected"),
        ("elo1=x", "expected --sprt elo0=0"),
        ("gamma=1", "expected --sprt elo0=0"),
        ("normalized=1", "expected --sprt elo0=0"),
        ("elo0=0,elo0=1", "expected --sprt elo0=0"),
    ],
)
def test_what_is_no_test_is_refused(text, what):
    with pytest.raises(InputError, match=what):
        read_test(text)


# How many games.


def test_more_games_are_needed_for_smaller_differences_and_in_the_middle():
    found = forecast(Sprt(0, 10))
    assert found["elo0"] == found["elo1"] < found["between"]
    assert forecast(Sprt(0, 5))["elo0"] == pytest.approx(4 * found["elo0"], rel=0.01)
    assert forecast(Sprt(0, 10), draws=0.5)["elo0"] == pytest.approx(found["elo0"] / 2, abs=1)
    assert forecast(Sprt(0, 10), (10, 20, 40, 22, 8))["elo0"] < found["elo0"]


def simulate(test: Sprt, shares: list[float], tests: int) -> tuple[float, float]:
    """The share of tests that accept, and the mean number of pairs."""
    random = np.random.default_rng(7)
    counts = np.zeros((tests, len(shares)))
    running = np.arange(tests)
    accepted, pairs = 0, 0
    while len(running):
        counts[running, random.choice(len(shares), len(running), p=shares)] += 1
        pairs += len(running)
        ratios = log_ratio(test, counts[running])
        accepted += int((ratios >= test.upper).sum())
        running = running[(ratios > test.lower) & (ratios < test.upper)]
    return accepted / tests, pairs / tests


def tilted(shares: list[float], score: float) -> list[float]:
    """The distribution with this score that is nearest to another one."""
    points = np.linspace(0, 1, len(shares))
    low, high = -20.0, 20.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        tried = np.array(shares) * np.exp(middle * points)
        tried /= tried.sum()
        low, high = (middle, high) if tried @ points < score else (low, middle)
    return [float(share) for share in tried]


def score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


EVEN = [0.05, 0.2, 0.5, 0.2, 0.05]


def check_error_rates(tests: int, elo1: float, allowed: float, near: float) -> None:
    test = Sprt(0, elo1)
    false, first = simulate(test, EVEN, tests)
    true, second = simulate(test, tilted(EVEN, score(elo1)), tests)
    assert false <= test.alpha + allowed and 1 - true <= test.beta + allowed
    counts = [round(1000 * share) for share in EVEN]
    for pairs, at in ((first, 0.0), (second, elo1)):
        assert 2 * pairs == pytest.approx(expected_games(test, at, counts), rel=near)


def test_error_rates_hold_in_a_few_simulated_tests():
    check_error_rates(200, 40, 0.05, 0.25)


@pytest.mark.slow
def test_error_rates_hold_in_ten_thousand_simulated_tests():
    # 0.005: 2.3 standard deviations of a rate of 5 % in 10,000 tests.
    check_error_rates(10_000, 20, 0.005, 0.1)


# The command.


def test_the_command_prints_and_answers_in_json(capsys):
    words = ["sprt", "--pairs", "10,20,40,22,8", "--elo0", "0", "--elo1", "10"]
    assert cli.run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["state"] == "open" and found["games"] == 200
    assert found["llr"] == pytest.approx(-0.2467, abs=1e-4)
    assert (found["lower"], found["upper"]) == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert (found["elo"], found["elo_error"]) == pytest.approx((-3.47, 36.48), abs=0.01)
    assert cli.run([*words, "--lang", "ja"]) == 0 and "未決" in capsys.readouterr().out
    assert cli.run(["sprt", "36433", "68692", "36027", "--elo1", "2", "--normalized"]) == 0
    assert "LLR 0.92" in capsys.readouterr().out
    assert cli.run(["sprt", "--elo1", "5"]) == 0
    assert capsys.readouterr().out.startswith("games to expect: 25")


@pytest.mark.parametrize(
    "wrong",
    [
        ["1", "2"],
        ["1", "2", "x"],
        ["1", "2", "3", "--pairs", "1,2,3,4,5"],
        ["--pairs", "1,2,3"],
        ["--pairs", "1,2,3,4,-5"],
        ["--elo0", "10"],
        ["--alpha", "1"],
        ["--draws", "1"],
        ["1" + 20 * "0", "0", "0"],
    ],
    ids=" ".join,
)
def test_wrong_questions_are_refused(wrong, capsys):
    assert cli.run(["sprt", *wrong]) == 2
    printed = capsys.readouterr()
    assert not printed.out and printed.err.count("\n") == 1
