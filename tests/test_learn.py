"""Learning: games, positions, training, and a run that goes on where it was stopped."""

import json
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.net import net_for, shipped_net, shipped_path
from yomikiri.learn import rounds, training
from yomikiri.learn.found import Stage, Wish
from yomikiri.learn.rounds import learn
from yomikiri.learn.samples import Samples, coarse_rows, collect
from yomikiri.learn.self_play import SelfPlay, as_game, play_chunk, stray_for
from yomikiri.rules import CHECK, FIRST, feature_rows, features, mark
from yomikiri.work.runs import open_run

NAME = "dobutsu"


@pytest.fixture(scope="module")
def game():
    return load(NAME)


@pytest.fixture(scope="module")
def records(game):
    return play_chunk(NAME, game.weights, 50, 1, range(12))


def test_games_are_legal_and_end_as_they_say(game, records):
    decided = 0
    for number, record in enumerate(records):
        assert record["number"] == number
        assert len(record["moves"]) == len(record["values"]) > 0
        state = game.start
        for move in [*record["opening"], *record["moves"]]:
            assert move in game.legal_moves(state)
            state = game.play(state, move)
        outcome = game.outcome(state)
        if outcome is not None:
            assert record["result"] == (outcome if game.mover(state) == FIRST else -outcome)
            decided += 1
        assert record["result"] in (-1, 0, 1)
    assert decided > 0


def test_the_same_numbers_are_the_same_games(game, records):
    assert play_chunk(NAME, game.weights, 50, 1, range(12)) == records
    assert play_chunk(NAME, game.weights, 50, 2, range(3)) != records[:3]


def test_an_opening_that_decided_the_game_is_not_played_on(game):
    playing = SelfPlay(game, game.weights, 200)
    won = game.position("1l1/1C1/3/1L1 b - 1").state  # takes the lion
    assert playing.play_on(won, [], 400) is None
    found = playing.play_on(won, [], playing.most)
    assert found is not None and found["result"] == 1 and len(found["moves"]) == 1


def value_at_next_stray(game, record, ply) -> int | None:
    """What the search found where the next move at random was made, as the first player sees it."""
    state = game.replay(game.start, record["opening"])
    for number, (move, value) in enumerate(zip(record["moves"], record["values"], strict=True)):
        if number >= ply and number in record["strays"]:
            return int(value if game.mover(state) == FIRST else -value)
        state = game.play(state, move)
    return None


def test_before_a_move_at_random_the_search_stands_for_the_result():
    values, results = (np.array(each, np.float32) for each in ([0.0, 0.0], [1.0, 1.0]))
    later = np.array([np.nan, -100.0], np.float32)
    samples = Samples(np.zeros((2, 2, 1)), values, results, later, np.zeros(2))
    goals = training.goals_of(samples, unit=100.0, share=0.5)
    assert goals == pytest.approx([0.75, 0.5 * 0.5 + 0.5 / (1 + np.e)])
    assert training.undisturbed(samples).size == 1


def test_one_move_in_eight_is_a_stray_one_and_fewer_where_results_count(game):
    moves, strays = [], []
    for stray in (stray_for(0.0), stray_for(1.0)):
        played = play_chunk(NAME, game.weights, 20, 1, range(100), stray)
        moves.append(sum(len(record["moves"]) for record in played))
        strays.append(sum(len(record["strays"]) for record in played))
    assert 0.05 < strays[0] / moves[0] < 0.2 and strays[1] / moves[1] < strays[0] / moves[0] / 2


def test_positions_are_those_without_check_as_both_see_them(game, records):
    samples = collect(game, records)
    out, place = np.zeros(64, np.int64), 0
    none = int(feature_rows(game.rules))
    for record in records:
        state = game.replay(game.start, record["opening"])
        for ply, (move, value) in enumerate(zip(record["moves"], record["values"], strict=True)):
            if not mark(game.rules, state) & CHECK:
                for view in (0, 1):
                    count = int(features(game.rules, state, view, out))
                    wanted = out[:count].tolist() + [none] * (samples.rows.shape[2] - count)
                    assert samples.rows[place, view].tolist() == wanted
                sign = 1 if game.mover(state) == FIRST else -1
                assert samples.results[place] == 0.5 + 0.5 * sign * record["result"]
                assert samples.values[place] == value
                later = value_at_next_stray(game, record, ply)
                if later is None:
                    assert np.isnan(samples.later[place])
                else:
                    assert samples.later[place] == sign * later
                assert samples.games[place] == record["number"]
                place += 1
            state = game.play(state, move)
    assert place == samples.size > 50


def test_slopes_are_those_of_the_loss():
    chance = np.random.default_rng(0)
    rows = chance.integers(0, 5, (6, 2, 3)).astype(np.int32)
    goals = chance.random(6).astype(np.float32)
    table = chance.normal(0.2, 0.2, (7, 4)).astype(np.float32)
    outs = chance.normal(0, 1, 9).astype(np.float32)
    room = np.zeros((3, 8), np.float32)
    slopes = np.zeros_like(table), np.zeros_like(outs)
    lost = training.add_slopes(rows, goals, np.arange(6), table, outs, *slopes, room)
    assert lost == pytest.approx(slow_loss(rows, goals, table, outs), rel=1e-5)
    for array, found in zip((table, outs), slopes, strict=True):
        for place in np.ndindex(array.shape):
            before = array[place]
            sides = []
            for change in (1e-3, -1e-3):
                array[place] = before + change
                sides.append(slow_loss(rows, goals, table, outs))
            array[place] = before
            assert found[place] == pytest.approx((sides[0] - sides[1]) / 2e-3, abs=2e-2)


def slow_loss(rows, goals, table, outs) -> float:
    """The sum of the losses, as it is defined."""
    total = 0.0
    for position, goal in zip(rows, goals, strict=True):
        sums = [table[-1].astype(float) + table[view].sum(axis=0) for view in position]
        units = np.clip(np.concatenate(sums), 0, 1) @ outs[:-1] + outs[-1]
        chance = 1 / (1 + np.exp(-units))
        total -= goal * np.log(chance) + (1 - goal) * np.log(1 - chance)
    return total


@pytest.mark.parametrize("coarse", [[-1] * 6, [0, 1, 2, 0, 1, 2]])
def test_a_net_learns_what_can_be_learned(coarse):
    chance = np.random.default_rng(0)
    rows = np.full((4000, 2, 2), 6, np.int32)  # row 6: nothing is there
    rows[:, :, 0] = chance.integers(0, 6, (4000, 2))
    worth = np.array([0, 300, 600, -300, -600, 900])
    values = (worth[rows[:, 0, 0]] - worth[rows[:, 1, 0]]).astype(np.float32)
    results = (chance.random(4000) < 1 / (1 + np.exp(-values / 400))).astype(np.float32)
    alone = np.full(4000, np.nan, np.float32)
    samples = Samples(rows, values, results, alone, np.arange(4000) // 10)
    trained = training.train(samples, np.array(coarse), width=32, epochs=150)
    assert trained.unit == pytest.approx(400, rel=0.2)
    losses = [epoch.validation for epoch in trained.epochs]
    goals = training.goals_of(samples, trained.unit)
    least = -np.mean(goals * np.log(goals) + (1 - goals) * np.log(1 - goals))
    assert losses[0] > losses[-1] and losses[-1] < least + 0.02
    assert trained.rows.shape == (8, 32) and not trained.rows[6].any()


def test_coarser_features_are_the_same_piece_elsewhere(game):
    coarse = coarse_rows(game)
    assert coarse.size == feature_rows(game.rules) and coarse.min() == 0
    blocks = coarse.size // (coarse.max() + 1)
    assert (np.bincount(coarse) == blocks).all()


# Runs.


@pytest.fixture
def quick(monkeypatch):
    """A learning run that takes seconds."""
    monkeypatch.setattr(rounds, "LEAST_GAMES", 10)
    monkeypatch.setattr(rounds, "CHUNK", 4)
    monkeypatch.setattr(rounds, "MATCH_GAMES", 4)
    monkeypatch.setattr(rounds, "MATCH_NODES", 30)
    monkeypatch.setattr(training, "EPOCHS", 2)
    monkeypatch.setattr(training, "LEAST_STEPS", 1)


def test_a_run_that_was_stopped_goes_on(game, quick, tmp_path):
    seen: list[Stage] = []

    def stop_after(what, done):
        def watch(stage):
            seen.append(stage)
            if stage.what == what and stage.done >= done:
                raise KeyboardInterrupt

        return watch

    wish = Wish(game, minutes=0.01, nodes=30)
    folder = tmp_path / "run"
    stopped = learn(wish, folder, watch=stop_after("games", 5))
    assert stopped.stopped == "interrupt" and 4 <= stopped.games <= 8
    lines = (folder / "games.jsonl").read_text().splitlines()
    assert stopped.positions == sum(len(json.loads(line)["moves"]) for line in lines)
    stopped = learn(wish, folder, watch=stop_after("training", 1))
    assert stopped.stopped == "interrupt" and stopped.games >= 10
    assert not (folder / "round-1.net").exists()
    stopped = learn(wish, folder, watch=stop_after("match", 2))
    assert stopped.stopped == "interrupt" and stopped.rounds == ()
    trained = (folder / "round-1.net").read_bytes()
    result = learn(wish, folder)
    assert not result.stopped and len(result.rounds) == 1
    assert (folder / "round-1.net").read_bytes() == trained
    numbers = [
        json.loads(line)["number"] for line in (folder / "games.jsonl").read_text().splitlines()
    ]
    assert numbers == list(range(len(numbers))) and len(numbers) == result.games
    assert net_for(game, folder / "round-1.net") is not None
    assert result.rounds[0].kept == bool(result.best)
    again = learn(wish, folder)
    assert again == result
    assert {stage.what for stage in seen} == {"games", "training", "match"}


@pytest.fixture
def clock(monkeypatch):
    """The clock of a run: four games take 0.1 s, and compiling before the first ones 1,000 s."""
    times = [0.0]

    def play(*arguments):
        times.append(times[-1] + (0.1 if len(times) > 1 else 1000.0))
        return play_chunk(*arguments)

    monkeypatch.setattr(rounds, "play_chunk", play)
    monkeypatch.setattr(rounds, "time", SimpleNamespace(monotonic=lambda: times[-1]))


def test_compiling_takes_no_time_from_the_games(game, quick, clock, tmp_path):
    assert learn(Wish(game, minutes=0.01, nodes=30), tmp_path).games == 16  # 0.36 s


def test_with_more_minutes_there_is_another_round(game, quick, clock, tmp_path):
    wish = Wish(game, minutes=0.01, nodes=30)
    first = learn(wish, tmp_path)
    seen: list[Stage] = []

    def stop_in_match(stage):
        seen.append(stage)
        if stage.what == "match":
            raise KeyboardInterrupt

    more = wish._replace(minutes=0.03)
    assert learn(more, tmp_path, watch=stop_in_match).rounds == first.rounds
    assert {stage.round for stage in seen} == {2}
    found = learn(more, tmp_path)
    assert found.rounds[:1] == first.rounds and len(found.rounds) == 2
    assert found.games == found.rounds[1].games > first.games
    assert learn(more, tmp_path) == found == learn(wish, tmp_path)


def test_any_whole_number_is_a_seed(game, quick, tmp_path):
    assert len(learn(Wish(game, minutes=0.01, nodes=30, seed=-1), tmp_path).rounds) == 1


def test_another_question_is_refused(game, quick, tmp_path):
    learn(Wish(game, minutes=0.01, nodes=30), tmp_path)
    with pytest.raises(InputError, match="nodes"):
        learn(Wish(game, minutes=0.01, nodes=31), tmp_path)


def test_it_begins_with_a_net_that_is_to_be_beaten(game, quick, tmp_path, monkeypatch):
    played = []

    def play(*arguments):
        played.append(arguments[1])
        return play_chunk(*arguments)

    monkeypatch.setattr(rounds, "play_chunk", play)
    wish = Wish(game, minutes=0.01, nodes=30, begin="net")
    result = learn(wish, tmp_path)
    assert all((weights == shipped_net(game)).all() for weights in played) and played
    match = json.loads((tmp_path / "match-1" / "manifest.json").read_text())
    assert str(shipped_path(game)) in json.dumps(match["question"])
    assert result.rounds[0].kept == bool(result.best) == (tmp_path / "best.net").exists()
    with pytest.raises(InputError, match="begin"):
        learn(wish._replace(begin=""), tmp_path)


def test_the_command_says_what_became_of_it(quick, tmp_path, capsys):
    words = ["learn", NAME, "--minutes", "0.01", "--nodes", "30", "--out", str(tmp_path / "run")]
    assert cli.run([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == NAME and document["games"] >= 10
    assert document["rounds"][0]["losses"] and "net" in document
    report = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert ("best.net" in report) == (document["net"] is not None)
    assert "yomikiri rerun" not in report  # which a run of learning is not made again by
    assert cli.run([*words, "--lang", "ja"]) == 0
    assert "第 1 回" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tictactoe"], "has no features"),
        ([NAME, "--minutes", "0"], "minutes"),
        ([NAME, "--width", "40"], "multiple of 32"),
        ([NAME, "--nodes", "0"], "nodes"),
        ([NAME, "--nodes", "9" * 20], "nodes: expected a whole number from 1 to 1e+15"),
        ([NAME, "--jobs", "0"], "jobs"),
        ([NAME, "--results", "1.1"], "results"),
        ([NAME, "--from", "no-such.net"], "no-such.net"),
        (["connect4:4x4", "--from", "net"], "connect4:4x4"),
    ],
)
def test_bad_input_is_one_line(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["learn", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


GOOD = {"number": 0, "opening": [0], "moves": [4, 8], "values": [1, 2], "result": 0}


@pytest.mark.parametrize(
    "change",
    [
        {"number": None},
        {"number": 1 << 31},
        {"moves": [], "values": []},
        {"values": [1, 2, 3]},
        {"moves": ["4", 8]},
        {"opening": 3},
        {"result": None},
        {"result": 2},
        {"moves": [4, 4]},  # on a stone
        {"moves": [4, 9]},  # outside the board
        {"moves": [4, -1]},
        {"moves": [4, 1 << 70]},
        {"opening": [4]},
        {"opening": [0, 3, 1, 4, 2]},  # three in a row: the game is over
        {"exact": [1]},
        {"exact": [1, 2]},
    ],
)
def test_a_line_that_is_no_game_is_named(change, tmp_path):
    read = partial(as_game, load("tictactoe"))
    with open_run(tmp_path / "a", "learn", {"game": "tictactoe"}) as run:
        run.add("games.jsonl", GOOD)
        run.add("games.jsonl", {**GOOD, "strays": [1], "exact": [0, -1]})
        assert len(run.lines("games.jsonl", read)) == 2
        run.add("games.jsonl", {**GOOD, **change})
        with pytest.raises(InputError, match=r"games\.jsonl, line 3: damaged; nothing was changed"):
            run.lines("games.jsonl", read)
