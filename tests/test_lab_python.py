"""Matches, tournaments and tests of significance called from Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import yomikiri as yk
from yomikiri.lab import series
from yomikiri.lab.series import LOST
from yomikiri.learn import rounds
from yomikiri.running import INTERRUPT
from yomikiri.solve.answer import Interrupted
from yomikiri.work import WorkersLost


@pytest.fixture(scope="module")
def played():
    return yk.tournament("tictactoe", ["random", "perfect"], games=4, seed=3)


def test_a_match_in_python_is_the_match_of_the_command(capsys):
    from yomikiri.cli.app import run

    code = run(["match", "tictactoe", "random", "greedy", "--games", "6", "--seed", "2", "--json"])
    assert code == 0
    import json

    told = json.loads(capsys.readouterr().out)
    found = yk.match("tictactoe", "random", "greedy", games=6, seed=2)
    assert found.to_dict() == told


def test_a_match_and_a_tournament_draw_themselves_in_a_notebook(played):
    match = yk.match("tictactoe", "random", "perfect", games=4, seed=3)
    for result in (match, played):
        assert result._repr_html_().startswith("<table>")
        assert "perfect" in result._repr_html_()
        assert result._repr_svg_().startswith("<svg")
    assert str(played).startswith("tictactoe: 4 games")


def test_games_and_players_are_rows_of_frames(played):
    pandas = pytest.importorskip("pandas")
    games, players = played.to_frame(), played.standings.to_frame()
    assert isinstance(games, pandas.DataFrame)
    assert list(games["number"]) == [0, 1, 2, 3]
    assert set(players["player"]) == {"random", "perfect"}


def test_rows_of_players_have_ratings_and_results(played):
    rows = {row["player"]: row for row in played.standings.rows()}
    assert rows["perfect"]["rating"] > rows["random"]["rating"]
    assert rows["perfect"]["wins"] == rows["random"]["losses"]


def test_a_tournament_in_python_is_a_run_that_goes_on(tmp_path, played):
    folder = tmp_path / "run"
    first = yk.tournament("tictactoe", ["random", "perfect"], games=4, seed=3, out=folder)
    again = yk.tournament("tictactoe", ["random", "perfect"], games=4, seed=3, out=folder)
    moves = [record["moves"] for record in played.records]
    assert [record["moves"] for record in first.records] == moves
    assert [record["moves"] for record in again.records] == moves
    assert (folder / "report.ja.html").exists()


@pytest.mark.parametrize("call", ["match", "tournament", "learn"])
def test_ctrl_c_is_raised_with_what_was_played(monkeypatch, tmp_path, call):
    def press(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(series, "play_all", press)
    monkeypatch.setattr(rounds.Learning, "go", press)
    with pytest.raises(Interrupted) as end:
        if call == "match":
            yk.match("tictactoe", "random", "random", games=2)
        elif call == "tournament":
            yk.tournament("tictactoe", ["random", "greedy"], games=2)
        else:
            yk.learn("minishogi", tmp_path / "run")
    assert end.value.answer.stopped == "interrupt" and isinstance(end.value, KeyboardInterrupt)


@pytest.mark.parametrize(
    ("stopped", "raised"), [(INTERRUPT, KeyboardInterrupt), (LOST, WorkersLost)]
)
def test_a_series_that_must_be_whole_says_what_ended_it(stopped, raised):
    # Workers that the system ended were told as Ctrl-C.
    series.check_ended("")
    with pytest.raises(raised):
        series.check_ended(stopped)


def test_sprt_in_python_gives_the_figures_of_the_command():
    verdict = yk.sprt(pairs=[10, 20, 40, 22, 8], elo0=0, elo1=10)
    assert verdict.state == "open"
    assert round(verdict.llr, 2) == -0.25
    assert yk.sprt(300, 100, 100).state == "accepted"
    assert "<td>open</td>" in verdict._repr_html_()
    assert verdict._repr_svg_().startswith("<svg") and "LLR -0.25" in verdict._repr_svg_()
    assert yk.sprt()._repr_svg_().startswith("<svg")


def test_random_games_in_bulk_print_and_draw_themselves():
    found = yk.playouts("tictactoe", 200, seed=1)
    assert sum(found.tally) == 200 == len(found.results)
    assert str(found).startswith(f"tictactoe: 200 random games, {found.tally.wins} won")
    assert f"<td>{found.tally.wins}</td>" in found._repr_html_()
    assert (found._repr_svg_() or "").startswith("<svg")
    none = yk.playouts("tictactoe", 0)
    assert none._repr_svg_() is None and "0 random games" in repr(none)


def test_a_position_tells_its_features():
    """As both sides see it: after a move and its mirror image the views are exchanged."""
    start = yk.load("minishogi").position()
    mine, other = start.features
    assert len(mine) == len(other) == 11 and sorted(mine) == sorted(other)
    after = start.play("5d5c")
    assert len(set(after.features[1]) - set(mine)) == 1  # one piece has moved
    with pytest.raises(yk.InputError, match="no features"):
        _ = yk.load("tictactoe").position().features


@pytest.mark.parametrize(
    "call",
    [
        lambda: yk.tournament("tictactoe", "random"),
        lambda: yk.tournament("tictactoe", ["random", 3]),  # type: ignore[list-item]
        lambda: yk.tournament("tictactoe", ["random", "greedy"], games=3),
        lambda: yk.match("tictactoe", "random", "greedy", games="ten"),  # type: ignore[arg-type]
        lambda: yk.match("tictactoe", "random", "greedy", openings=4),  # type: ignore[arg-type]
        lambda: yk.sprt(pairs=[1, 2, 3]),
        lambda: yk.sprt(1, 2, 3, pairs=[1, 2, 3, 4, 5]),
        lambda: yk.sprt(elo0=10, elo1=0),
    ],
)
def test_wrong_arguments_are_told_in_one_line(call):
    with pytest.raises(yk.InputError) as caught:
        call()
    assert "\n" not in str(caught.value)


SCRIPT = """
import yomikiri as yk

def first(position):
    return position.moves[0]

def last(position):
    return position.moves[-1]

print("read", flush=True)
{call}
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("call", "most"),
    [
        ("yk.match('tictactoe', first, last, games=4, jobs=2)", 3),
        ("yk.tournament('tictactoe', [first, last], games=4, jobs=2, out='run')", 3),
        ("yk.tournament('tictactoe', [first, last], games=4)", 2),
    ],
)
def test_a_script_without_a_guard_is_told_to_have_one(tmp_path, call, most):
    """Its processes end where they come to the call; no more of them are started."""
    (tmp_path / "script.py").write_text(SCRIPT.format(call=call))
    run = [sys.executable, "script.py"]
    folder = str(Path(__file__).parent.parent)
    environment = os.environ | {"PYTHONPATH": folder}
    ended = subprocess.run(
        run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert ended.stderr.count("Traceback") == 1
    assert "put it under `if __name__ ==" in ended.stderr.splitlines()[-1]
    assert ended.returncode == 1 and 2 <= ended.stdout.count("read") <= most
