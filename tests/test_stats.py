"""Numbers about a game: counted, sampled, and what of them is shown."""

import json
import os
import sys
import types
from collections import deque
from random import Random

import numpy as np
import pytest

import yomikiri as yk
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.python import stats
from yomikiri.lab.richness import estimate, sample_positions
from yomikiri.rules import move_buffer, remaining, retract, retractable
from yomikiri.search.frontier import TooMany
from yomikiri.search.origin import OPEN, REACHED, Origins
from yomikiri.search.reach import nearest_positions
from yomikiri.search.survey import count_positions, list_positions, sample_games


def slow_census(game):
    """All positions, by a queue and a set."""
    seen, queue, ends, moves = {game.start}, deque([game.start]), 0, 0
    while queue:
        state = queue.popleft()
        legal = game.legal_moves(state)
        moves += len(legal)
        ends += not legal
        for move in legal:
            child = game.play(state, move)
            if child not in seen:
                seen.add(child)
                queue.append(child)
    played = [remaining(game.rules, game.start) - remaining(game.rules, state) for state in seen]
    return len(seen), ends, moves, np.bincount(played).tolist()


@pytest.mark.parametrize("spec", ["tictactoe", "nip:4x4"])
def test_all_positions_are_counted_once(spec):
    game = load(spec)
    assert tuple(count_positions(game.rules, game.start, 100_000)) == slow_census(game)


def test_positions_are_forgotten_when_none_can_lead_to_them_any_more():
    game = load("nip:4x4")
    assert count_positions(game.rules, game.start, 100).positions == 517  # in all
    with pytest.raises(TooMany):
        count_positions(game.rules, game.start, 20)
    with pytest.raises(TooMany):
        list_positions(game.rules, game.start, 100)


def test_the_counts_are_the_known_ones():
    tictactoe = load("tictactoe")
    found = count_positions(tictactoe.rules, tictactoe.start, 10_000)
    assert (found.positions, found.ends) == (5478, 958)  # both well known
    with pytest.raises(TooMany):
        count_positions(tictactoe.rules, tictactoe.start, 100)


@pytest.mark.slow
def test_connect_four_has_as_many_positions_as_tromp_counted():
    # https://tromp.github.io/c4/c4.html
    known = {"connect4:4x4": 161_029, "connect4:5x4": 1_706_255, "connect4:4x5": 3_945_711}
    for spec, positions in known.items():
        game = load(spec)
        assert count_positions(game.rules, game.start, 4_000_000).positions == positions


def test_random_games_are_looked_at_ply_by_ply():
    game = load("tictactoe")
    sample = sample_games(game.rules, game.start, 3000, 1, longest=100, looked=6)
    assert (sample.widths[:, :5] == [9, 8, 7, 6, 5]).all()
    assert set(np.unique(sample.widths[:, 5])) == {0, 4}
    assert (sample.places[:, 0] == sample.places[0, 0]).all()
    assert len(np.unique(sample.places[:, 1])) == 9 and len(np.unique(sample.places[:, 2])) == 72
    again = sample_games(game.rules, game.start, 3000, 1, longest=100, looked=6)
    assert all((one == two).all() for one, two in zip(sample, again))


def test_the_first_player_of_tictactoe_wins_as_often_as_is_known():
    # All 255,168 games weighed by their chance: 58.5 %, 12.7 % drawn, 28.8 %.
    found = stats("tictactoe", games=20_000).random
    shares = [count / 20_000 for count in found.tally]
    assert shares == pytest.approx([0.585, 0.127, 0.288], abs=0.015)
    assert sum(found.lengths) == 20_000 and found.lengths[:5] == 5 * [0]
    assert found.plies[5].share == pytest.approx(0.905, abs=0.01)  # 9.5 % are won in five


def test_what_there_is_at_least_is_estimated_by_what_was_seen_twice():
    chance = np.random.default_rng(1)
    alike = chance.integers(0, 20_000, 8000)
    found = estimate(alike, np.zeros(8000))
    assert found.lower < 20_000 < found.upper and found.upper < 1.2 * found.lower
    uneven = np.floor(20_000 * chance.random(8000) ** 3).astype(int)
    assert estimate(uneven, np.zeros(8000)).lower < 20_000
    everything = np.repeat(np.arange(50), 10)
    assert estimate(everything, np.zeros(500)) == (50, 50, 50)
    halves = estimate(alike, alike % 2)
    assert halves.number == pytest.approx(found.number, rel=0.05)


def test_a_sample_of_a_game_that_can_be_counted_says_no_more_than_there_is():
    counted = stats("tictactoe", games=100).census
    found = stats("tictactoe", games=5000, most_positions=100)
    assert counted is not None and found.census is None and found.at_least is not None
    unfinished = counted.positions - counted.ends
    assert 0.8 * unfinished < found.at_least.number < 1.02 * unfinished
    assert found.at_most == 3**9


def test_numbers_print_and_draw_themselves(monkeypatch):
    found = yk.stats("tictactoe", games=200, players=["greedy"], player_games=4)
    assert "5,478" in str(found) and "greedy" in str(found)
    assert found._repr_svg_().startswith("<svg") and found._repr_svg_() == found._repr_svg_()
    assert found._repr_html_().count("<tr>") == 1 + len(found.rows()) == 10
    frames: list[list[dict[str, object]]] = []
    monkeypatch.setitem(sys.modules, "pandas", types.SimpleNamespace(DataFrame=frames.append))
    found.to_frame()
    assert frames[0][2]["positions"] == 72


def test_the_command_reports_and_plots(tmp_path, capsys):
    plot = tmp_path / "plot.svg"
    words = ["stats", "tictactoe", "--games", "200", "--levels", "0,1", "--player-games", "4"]
    assert cli.run([*words, "--plot", str(plot), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"]["exact"] == 5478 and sum(found["positions"]["layers"]) == 5478
    assert [games["players"] for games in found["players"]] == ["level:0", "level:1"]
    assert found["random"]["games"] == 200 and found["random"]["length"]["counts"][9]
    assert "</svg>" in plot.read_text()
    assert cli.run(["stats", "nip:4x4", "--games", "50", "--lang", "ja"]) == 0
    assert "到達できる局面 517" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--games", "1"],
        ["--levels", "x"],
        ["--levels", "99"],
        ["--player", "nobody"],
        ["--jobs", "0"],
        ["--plot", "no/such/folder.svg"],
        ["--plot", "plot.pdf"],
    ],
    ids=" ".join,
)
def test_wrong_questions_are_refused(wrong, capsys):
    assert cli.run(["stats", "tictactoe", *wrong]) == 2
    printed = capsys.readouterr()
    assert not printed.out and printed.err.count("\n") == 1
    with pytest.raises(InputError):
        stats("tictactoe", games=1)


@pytest.mark.parametrize("spec", ["nip:4x4", "othello:4x4", "connect4:4x4"])
def test_every_position_before_another_is_one_way_to_take_a_move_back(spec):
    game = load(spec)
    rules, out = game.rules, move_buffer()
    for seed in range(20):
        state = game.start
        draws = np.random.default_rng(seed)
        while moves := game.legal_moves(state):
            move = int(draws.choice(moves))
            child = game.play(state, move)
            number = retractable(rules, game.start, child, out)
            before = [
                (int(out[2 * index]), retract(rules, child, int(out[2 * index]), way))
                for index in range(number)
                for way in range(int(out[2 * index + 1]))
            ]
            assert [one == (move, state) for one in before].count(True) == 1
            assert len(set(before)) == len(before) or spec == "nip:4x4"
            state = child


def test_positions_are_estimated_by_sampling():
    # Counted by Tromp.
    found = sample_positions("connect4:4x4", known=500)
    assert found.upper is not None and found.upper < 1.3 * found.lower
    assert found.lower < 161_029 < found.upper
    with pytest.raises(InputError, match="2 or more"):
        sample_positions("connect4:4x4", crowd=1)
    with pytest.raises(InputError, match="take moves back"):
        sample_positions("tictactoe")


def test_a_plot_that_cannot_be_written_is_told_and_the_old_one_stays(tmp_path, monkeypatch, capsys):
    plot = tmp_path / "plot.svg"
    plot.write_text("old", "utf-8")
    words = ["stats", "tictactoe", "--games", "2", "--plot", str(plot)]

    def full(*_):
        raise OSError(28, "no space")

    with monkeypatch.context() as patch:
        patch.setattr("yomikiri.work.runs.os.fsync", full)
        assert cli.run(words) == 1
    assert plot.read_text("utf-8") == "old" and list(tmp_path.iterdir()) == [plot]
    assert "plot.svg" in capsys.readouterr().err
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda _, mode: mode == os.R_OK)
        assert cli.run(words) == 2
    assert "its folder cannot be written to" in capsys.readouterr().err


def test_positions_of_nip_are_estimated_by_arrangements():
    # Counted one by one: 517 of the 209,952 arrangements.
    found = sample_positions("nip:4x4", known=20, proofs=100, width=50)
    assert found.number is not None and found.upper is not None
    assert found.lower < 517 < found.upper < 5 * found.lower
    # With few proofs there is no estimate, but the interval holds.
    found = sample_positions("nip:4x4", known=20, proofs=2, width=2, particles=50, ends=2)
    assert found.number is None and found.lower < 517 < (found.upper or 0)


@pytest.mark.parametrize("spec", ["nip:4x4", "othello:3x4"])
def test_what_can_be_reached_is_told_from_what_cannot(spec):
    game = load(spec)
    rows = list_positions(game.rules, game.start, 100_000)
    there_are = {tuple(row) for row in rows.tolist()}
    near = nearest_positions(game.rules, game.start, 20)
    origins = Origins(game.rules, game.start, near, width=50)
    chance = Random(1)
    drawn = [game.arrange(left, chance) for left in range(near.least) for _ in range(60)]
    for state in drawn:
        assert origins.try_all(state) == (tuple(state) in there_are)
        assert origins.try_beam(state) != REACHED or tuple(state) in there_are
    some = [type(game.start)(*row) for row in rows[:: max(1, len(rows) // 100)].tolist()]
    found = [origins.decide(state) for state in some]
    assert found == [REACHED] * len(some)
    assert origins.try_all(some[-1], nodes=0) == OPEN
    total = sum(game.arranged(left) for left in range(len(game.places)))
    assert total == game.arrangements
