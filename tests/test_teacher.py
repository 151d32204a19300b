"""Nets taught by a table of all positions, and a game of one's own taught by the same command."""

import json

import pytest

from examples import breakthrough
from tests.conftest import COMPILER_OFF
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load, use
from yomikiri.games.net import net_for, read_net
from yomikiri.lab.errors import Errors
from yomikiri.learn import rounds, teacher, training
from yomikiri.learn.found import Wish
from yomikiri.learn.rounds import learn
from yomikiri.learn.samples import collect
from yomikiri.learn.self_play import NEVER, play_chunk
from yomikiri.learn.teacher import EXACT, TABLE, Compared, judge, required_table
from yomikiri.rules import CHECK, mark
from yomikiri.search.judge import judge_with_memory
from yomikiri.tables.build import build_table
from yomikiri.tables.files import tables_folder

SMALL = "connect4:4x4"


@pytest.fixture
def table():
    game = load(SMALL)
    build_table(game, tables_folder())
    return required_table(game)


@pytest.fixture
def quick(monkeypatch):
    """A learning run that takes seconds."""
    monkeypatch.setattr(rounds, "LEAST_GAMES", 30)
    monkeypatch.setattr(rounds, "MATCH_GAMES", 4)
    monkeypatch.setattr(rounds, "MATCH_NODES", 30)
    monkeypatch.setattr(teacher, "GAMES", 6)
    monkeypatch.setattr(training, "EPOCHS", 4)
    monkeypatch.setattr(training, "LEAST_STEPS", 1)


@pytest.mark.compiled
def test_every_position_gets_its_exact_result(table):
    game = table.game
    for record in play_chunk(SMALL, game.weights, 20, 1, range(3)):
        judged = judge(table, record)
        assert {name: judged[name] for name in record} == record
        assert len(judged[EXACT]) == len(record["moves"])
        state, place = game.replay(game.start, record["opening"]), 0
        samples = collect(game, [judged])
        for move, exact in zip(record["moves"], judged[EXACT], strict=True):
            value = judge_with_memory(game.rules, state)
            assert exact == (value > 0) - (value < 0)
            if not mark(game.rules, state) & CHECK:
                assert samples.results[place] == 0.5 + 0.5 * exact
                place += 1
            state = game.play(state, move)
        assert place == samples.size


def test_with_a_whole_share_the_goals_are_the_results():
    records = play_chunk(SMALL, load(SMALL).weights, 20, 1, range(2), NEVER)
    samples = collect(load(SMALL), records)
    assert (training.goals_of(samples, 300.0, 1.0) == samples.results).all()


def test_fewer_errors_are_better_if_it_is_not_chance():
    def errors(number: int, chances: int = 1000) -> Errors:
        return Errors("", 10, chances, chances, number)

    assert Compared(errors(200), errors(150)).is_better
    assert not Compared(errors(200), errors(190)).is_better
    assert not Compared(errors(150), errors(200)).is_better
    assert not Compared(errors(0, 0), errors(0)).is_better
    assert Compared(errors(200), errors(150)).to_dict()["after"]["share"] == 0.15


@pytest.mark.compiled
def test_a_run_by_the_table_reports_the_shares_of_wrong_moves(table, quick, tmp_path, capsys):
    words = ["learn", SMALL, "--teacher", "table", "--minutes", "0.01", "--nodes", "20"]
    words += ["--out", str(tmp_path / "run")]
    assert cli.run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["rounds"][0]
    for name in ("before", "after"):
        assert found["errors"][name]["games"] == 6
        assert 0 <= found["errors"][name]["share"] <= 1
    assert found["match"] == {}
    assert read_net(tmp_path / "run" / "round-1.net")[0]["teacher"] == "table"
    assert cli.run(words) == 0  # it is all there
    assert "wrong moves against perfect play" in capsys.readouterr().out
    assert "→" in (tmp_path / "run" / "report.html").read_text("utf-8")
    with pytest.raises(InputError, match="teacher"):
        learn(Wish(table.game, minutes=0.01, nodes=20), tmp_path / "run")


def test_without_a_table_the_command_says_how_to_build_it(tmp_path, capsys):
    words = ["learn", SMALL, "--teacher", TABLE, "--out", str(tmp_path / "run")]
    assert cli.run(words) == 2
    assert f"yomikiri table build {SMALL}" in capsys.readouterr().err
    assert cli.run([*words[:3], "nobody"]) == 2
    assert "expected self-play or table, got 'nobody'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


# A game of one's own.


@pytest.fixture
def own():
    use(breakthrough.__file__)
    return load("breakthrough")


@pytest.mark.compiled
def test_a_game_of_ones_own_is_taught_by_the_same_command(own, quick, tmp_path):
    found = learn(Wish(own, minutes=0.01, nodes=20, width=32), tmp_path / "run")
    (only,) = found.rounds
    losses = [epoch.validation for epoch in only.losses]
    assert found.games >= 30 and min(losses) < losses[0] and only.match["games"] == 4
    assert net_for(own, tmp_path / "run" / "round-1.net") is not None


@pytest.mark.slow
@pytest.mark.skipif(COMPILER_OFF, reason="takes hours without the compiler")
def test_in_a_minute_its_net_beats_its_own_evaluation(own, monkeypatch, tmp_path):
    monkeypatch.setattr(rounds, "LEAST_GAMES", 6000)  # by games, not by the clock: 26 s of CPU time
    found = learn(Wish(own, minutes=0.01, nodes=200), tmp_path / "run")
    assert found.rounds[-1].kept and found.best
