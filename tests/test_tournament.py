"""Tournaments: who meets whom, ratings, terms, failures, and runs that survive kills."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import yomikiri as yk
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab import apart
from yomikiri.lab.games import replay, states_of
from yomikiri.lab.openings import read_openings
from yomikiri.lab.ratings import rate
from yomikiri.lab.series import play_all
from yomikiri.lab.standings import Standings
from yomikiri.lab.statistics import elo
from yomikiri.lab.terms import Terms, read_terms
from yomikiri.lab.tournament import TournamentResult, make_plan, play_tournament
from yomikiri.play.clock import Clock
from yomikiri.players import levels, simple
from yomikiri.tables.build import build_table
from yomikiri.tables.table import find_table
from yomikiri.tally import Tally

PLAYERS = ("random", "greedy", "level:9")


# Who meets whom.


@pytest.mark.parametrize(
    ("form", "meetings"),
    [
        ("round", {(0, 1), (0, 2), (1, 2)}),
        ("gauntlet", {(0, 1), (0, 2)}),
        ("ladder", {(0, 1), (1, 2)}),
    ],
)
def test_each_form_has_its_meetings(form, meetings):
    plan = make_plan("tictactoe", PLAYERS, form=form, games=4)
    games = [plan.pairing(number) for number in range(plan.total)]
    assert plan.total == 4 * len(meetings)
    met = Counter(frozenset(game.players) for game in games)
    assert met == {frozenset((PLAYERS[a], PLAYERS[b])): 4 for a, b in meetings}
    for even, odd in zip(games[::2], games[1::2]):
        assert even.players == odd.players[::-1] and even.opening == odd.opening
    assert {game.opening for game in games} == {0, 1}  # both openings for every meeting


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"players": ("random",)}, "2 to 100 players"),
        ({"players": ("random", "Random")}, "same player twice"),
        ({"players": ("random", "nobody")}, "no player called"),
        ({"games": 3}, "an even number"),
        ({"games": 0}, "an even number"),
        ({"form": "swiss"}, "round, gauntlet or ladder"),
        ({"players": ("random", "uci:no-such-program")}, "uci"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong, what):
    asked: dict[str, Any] = {"players": PLAYERS} | wrong
    with pytest.raises(InputError, match=what):
        make_plan("tictactoe", **asked)


# Ratings.


def test_two_players_are_as_far_apart_as_their_score():
    found = rate(2, {(0, 1): Tally(30, 0, 10), (1, 0): Tally(10, 0, 30)})
    assert found.ratings[0] - found.ratings[1] == pytest.approx(elo(0.75))
    assert found.advantage == pytest.approx(0, abs=1e-6) and found.draw_rate == pytest.approx(0)


def test_ratings_find_what_results_were_drawn_from():
    truth, advantage, drawing = np.array([-150.0, -20.0, 30.0, 140.0]), 30.0, 80.0
    chance, results = np.random.default_rng(1), {}
    outside = total = 0
    for _ in range(40):
        for a in range(4):
            for b in range(4):
                if a != b:
                    ahead = truth[a] - truth[b] + advantage
                    win, loss = (1 / (1 + 10 ** ((drawing - x) / 400)) for x in (ahead, -ahead))
                    drawn = chance.multinomial(50, [win, 1 - win - loss, loss])
                    results[a, b] = Tally(*map(int, drawn))
        found = rate(4, results)
        assert found.bounded
        estimates = [*found.ratings, found.advantage, found.drawing]
        errors = [*found.errors, found.advantage_error, found.drawing_error]
        for value, estimate, error in zip([*truth, advantage, drawing], estimates, errors):
            outside += abs(value - estimate) > error
            total += 1
    assert 0.01 <= outside / total <= 0.10  # of 95 % intervals


def test_one_sided_results_still_give_an_order():
    found = rate(2, {(0, 1): Tally(9, 0, 0), (1, 0): Tally(0, 0, 9)})
    assert not found.bounded and found.ratings[0] > 100 > found.ratings[1]
    drawn = rate(2, {(0, 1): Tally(0, 9, 0), (1, 0): Tally(0, 9, 0)})
    assert drawn.ratings == pytest.approx((0, 0), abs=1e-6) and drawn.draw_rate > 0.5
    first = rate(2, {(0, 1): Tally(9, 0, 0), (1, 0): Tally(9, 0, 0)})
    assert first.ratings == pytest.approx((0, 0), abs=1e-6) and first.advantage > 100


# What is counted.


@pytest.fixture(scope="module")
def result() -> TournamentResult:
    openings = read_openings("all=2", load("tictactoe"))
    plan = make_plan("tictactoe", PLAYERS, games=8, openings=openings)
    return play_tournament(plan)


def test_the_books_of_a_tournament_add_up(result):
    report = result.to_dict()
    assert report["games"] == 24 == len(result.records)
    assert report["first_wins"] + report["draws"] + report["second_wins"] == 24
    assert sum(report["ends"].values()) == 24 and report["ends"] == {"rules": 24}
    assert sum(player["games"] for player in report["players"]) == 48
    rows = report["crosstable"]["results"]
    for a in range(3):
        assert rows[a][a] is None
        for b in range(3):
            if a != b:
                assert rows[a][b] == rows[b][a][::-1] and sum(rows[a][b]) == 8
    openings = report["openings"]
    assert len(openings) == 4 and all(
        one["wins"] + one["draws"] + one["losses"] == 6 for one in openings
    )
    for player in report["players"]:
        sides = [Tally(**player[side]) for side in ("as_first", "as_second")]
        assert sides[0].plus(sides[1]) == (player["wins"], player["draws"], player["losses"])
        assert player["moves"] > 0 and player["cpu_seconds"] >= 0
    assert report["players"][0]["name"] == "level:9"
    assert json.loads(json.dumps(report)) == report
    assert str(result).startswith("tictactoe: 24 games")


def test_records_of_a_tournament_replay(result):
    for record in result.records:
        replay(record)


def test_half_points_lost_are_in_the_books(tmp_path, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    game = load("janken:single,pieces=1")
    build_table(game, tmp_path)
    found = play_tournament(make_plan(game, ("perfect", "random"), games=4)).to_dict()
    lost = {player["name"]: player["half_points_lost"] for player in found["players"]}
    assert lost["perfect"] == 0 and lost["random"] > 0


def without_times(records):
    return [{k: v for k, v in record.items() if k != "time"} for record in records]


@pytest.mark.long
@pytest.mark.compiled
def test_two_processes_play_the_same_tournament(result):
    again = play_tournament(result.plan, jobs=2)
    assert without_times(again.records) == without_times(result.records)


# Terms.


@pytest.mark.parametrize(
    ("limit", "player", "made"),
    [
        ("", "alphabeta:depth=3", "alphabeta:depth=3"),
        ("nodes=500", "alphabeta", "alphabeta:nodes=500"),
        ("nodes=500", "mcts", "mcts:playouts=500"),
        ("depth=3", "alphabeta:eval=goal", "alphabeta:eval=goal,depth=3"),
        ("seconds=0.1", "usi:engine --fast", "usi:engine --fast,seconds=0.1"),
        ("clock=60+1", "alphabeta", "alphabeta:seconds=2.770"),
        ("nodes=500", "level:3", "level:3"),
    ],
)
def test_a_limit_is_the_same_for_all(limit, player, made):
    assert read_terms(limit, "").player(player) == made


@pytest.mark.parametrize(
    ("limit", "player", "what"),
    [
        ("nodes=5", "alphabeta:depth=3", "a limit of its own, depth"),
        ("nodes=5", "mcts:playouts=9", "a limit of its own, playouts"),
        ("depth=5", "mcts", "mcts has no limit of depth"),
    ],
)
def test_two_limits_are_refused(limit, player, what):
    with pytest.raises(InputError, match=what):
        read_terms(limit, "").player(player)


@pytest.mark.parametrize(
    "limit", ["nodes=0", "nodes", "fast=1", "seconds=x", "seconds=0", "clock=+1", "clock=1+x"]
)
def test_limits_that_there_are_not_are_refused(limit):
    with pytest.raises(InputError, match="expected --limit"):
        read_terms(limit, "")
    with pytest.raises(InputError, match="expected --adjudicate"):
        read_terms("", "coin")


def test_a_clock_runs_and_is_wound_up():
    clock = Clock(10.0, 1.0)
    assert clock.spend(0, 4.0) and clock.left == [7.0, 10.0]
    assert clock.share(0) < 7.0 and not clock.spend(0, 7.5)


def test_a_player_that_takes_too_long_loses_on_time(monkeypatch):
    think = simple.RandomPlayer.think

    def slow(self, state, moves, before):
        time.sleep(0.03)
        return think(self, state, moves, before)

    monkeypatch.setattr(simple.RandomPlayer, "think", slow)
    plan = make_plan("tictactoe", ("random", "greedy"), games=2, terms=read_terms("clock=0.05", ""))
    records = play_tournament(plan).records
    assert [record["end"] for record in records] == ["time", "time"]
    assert [record["result"] for record in records] == ["second", "first"]
    for record in records:
        replay(record)


def test_a_table_ends_games_that_come_to_a_position_it_knows(tmp_path, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    yk.use(Path(__file__).parents[1] / "examples/nim.py")
    game = load("nim")
    build_table(game, tmp_path)
    start = game.parse("3 4 5 1")  # cannot be reached: the first player begins
    openings = read_openings("random=0", game, start=game.show(start), seed=0)
    asked: dict[str, Any] = {"games": 20, "openings": openings, "terms": Terms(tables=True)}
    plan = make_plan(game, ("random", "greedy"), **asked)
    records = play_tournament(plan).records
    assert not plan.plays_out and {record["end"] for record in records} == {"adjudicated"}
    known = find_table(game)
    assert known is not None
    for record in records:
        *before, last = states_of(record)
        assert known.numbers.has(game, last) and len(before) > 0
        assert not any(known.numbers.has(game, state) for state in before)
        a, b, c, turn = last
        wins = turn if a ^ b ^ c else 1 - turn  # the well-known rule of nim
        assert record["result"] == ("first", "second")[wins]
        replay(record)


def test_a_table_that_knows_the_openings_ends_no_game(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    words = ["tournament", "janken:single,pieces=1", "perfect", "greedy", "--games", "4"]
    words += ["--openings", "random=4", "--adjudicate", "tables", "--out"]
    assert cli.run([*words, str(tmp_path / "before")]) == 0
    assert "--adjudicate" not in capsys.readouterr().err
    build_table(load("janken:single,pieces=1"), tmp_path)
    assert cli.run([*words, str(tmp_path / "after"), "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1 and "games are played to their end" in printed.err
    assert "adjudicated" not in json.loads(printed.out)["ends"]
    for language, said in (("", "games are played to their end"), (".ja", "最後まで対局します")):
        assert said in (tmp_path / f"after/report{language}.html").read_text("utf-8")
        assert said not in (tmp_path / f"before/report{language}.html").read_text("utf-8")


def test_agreement_ends_games_only_if_asked():
    asked: dict[str, Any] = {"games": 4, "openings": read_openings("random=1", load("tictactoe"))}
    players = ("perfect", "alphabeta:depth=9")
    played = play_tournament(make_plan("tictactoe", players, **asked))
    agreed = play_tournament(make_plan("tictactoe", players, **asked, terms=Terms(agree=True)))
    assert {record["end"] for record in played.records} == {"rules"}
    assert {record["end"] for record in agreed.records} == {"adjudicated"}
    results = [[record["result"] for record in found.records] for found in (played, agreed)]
    assert results[0] == results[1]


# Failures.


def test_a_player_that_fails_keeps_no_processes_from_starting(monkeypatch, tmp_path):
    def broken(self, state, moves, before):
        raise ZeroDivisionError("no")

    monkeypatch.setattr(simple.GreedyPlayer, "think", broken)
    (tmp_path / "mine.py").write_text("def die(position):\n    raise SystemExit('dead')\n", "utf-8")
    plan = make_plan("tictactoe", ["greedy", "random"], games=2)
    crew: Any = SimpleNamespace(size=2, each=lambda calls, ahead: [])  # they never get a game
    players = ("greedy", f"own:{tmp_path / 'mine.py'}:die")
    assert list(play_all(crew, plan.game, players, [plan.pairing(0)])) == []


def test_a_tournament_goes_on_when_a_player_fails(monkeypatch, capsys):
    think = simple.GreedyPlayer.think

    def broken(self, state, moves, before):
        if len(before) > 2:
            raise ZeroDivisionError("no")
        return think(self, state, moves, before)

    monkeypatch.setattr(simple.GreedyPlayer, "think", broken)
    assert cli.run(["tournament", "tictactoe", *PLAYERS, "--games", "4"]) == 0
    out = capsys.readouterr().out
    assert "8 games lost by a failure" in out and "greedy failed: ZeroDivisionError: no" in out
    assert cli.run(["tournament", "tictactoe", *PLAYERS, "--games", "4", "--json"]) == 0
    players = {one["name"]: one for one in json.loads(capsys.readouterr().out)["players"]}
    assert players["greedy"]["forfeits"] == 8 and players["random"]["forfeits"] == 0


OWN = """
import os, time
def last(position):
    return position.moves[-1]
def raises(position):
    raise ValueError("no")
def leaves(position):
    raise SystemExit(3)
def dies(position):
    os._exit(5)
def sleeps(position):
    time.sleep(1000)
class Counts:
    def __init__(self):
        self.asked = 0
    def choose(self, position):
        assert self.asked == len(position.history) // 2  # a new one for each game
        self.asked += 1
        return position.moves[0]
"""


def own(folder, *names):
    (folder / "mine.py").write_text(OWN, "utf-8")
    return [f"own:{folder / 'mine.py'}:{name}" for name in names]


def test_whatever_a_player_of_ones_own_does_the_tournament_goes_on(tmp_path):
    players = own(tmp_path, "last", "Counts", "raises", "leaves", "dies")
    plan = make_plan("tictactoe", ["random", *players], games=2, form="gauntlet")
    found = play_tournament(plan).records
    assert [record["end"] for record in found] == ["rules"] * 4 + ["forfeit"] * 6
    assert "ValueError: no" in found[4]["reason"]["texts"]["en"]
    assert "SystemExit: 3" in found[6]["reason"]["texts"]["en"]
    assert "has ended (code 5)" in found[8]["reason"]["texts"]["en"]
    assert all(sum(record["time"]["cpu_seconds"]) > 0 for record in found[:4])


def test_a_player_of_ones_own_that_does_not_answer_is_out_of_time(monkeypatch, tmp_path):
    monkeypatch.setattr(apart, "GRACE", 0.1)
    (player,) = own(tmp_path, "sleeps")
    for limit in ("seconds=0.1", "clock=1+0"):
        plan = make_plan("tictactoe", [player, "random"], games=2, terms=read_terms(limit, ""))
        records = play_tournament(plan).records
        assert [(r["result"], r["end"]) for r in records] == [("second", "time"), ("first", "time")]
        assert "sleeps was out of time" in records[0]["reason"]["texts"]["en"]
    assert not apart.CHILDREN


PROGRAM = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    with open(sys.argv[1], "a") as log:
        log.write(line)
    if word in ("usi", "isready"):
        print({"usi": "usiok", "isready": "readyok"}[word], flush=True)
    if word == "go":
        sum(range(10**6))
        if sys.argv[2] == "dies":
            sys.exit(3)
        print("bestmove resign", flush=True)
    if word == "quit":
        break
"""


def test_outside_programs_hear_the_clock_and_may_die(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    programs = [
        f"usi:{sys.executable} {tmp_path}/program.py {tmp_path}/{how} {how}"
        for how in ("resigns", "dies")
    ]
    terms = read_terms("clock=3+0.1", "")
    plan = make_plan("dobutsu", ("random", *programs), form="gauntlet", games=2, terms=terms)
    result = play_tournament(plan)
    assert [record["end"] for record in result.records] == ["resigned"] * 2 + ["forfeit"] * 2
    assert result.standings.entry(0).tally == (4, 0, 0)
    said = (tmp_path / "resigns").read_text().splitlines()
    told = [line for line in said if line.startswith("go ")]
    assert len(told) == 2 and "go btime 3000 binc 100 wtime 3000 winc 100" in told
    for record in result.records:
        replay(record)
    if sys.platform == "linux":
        spent = result.standings.entry(1).times
        assert spent["cpu_seconds"] > 0 and spent["seconds"] > 0


def test_standings_without_games_say_nothing():
    empty = Standings(PLAYERS, ())
    assert empty.ratings is None and empty.to_dict()["games"] == 0


# Runs.


def words_of(folder: Path, *more: str) -> list[str]:
    players = ("random", "greedy", "level:1")
    words = ["tournament", "tictactoe", *players, "--games", "200", "--openings", "random=1"]
    return [*words, "--out", str(folder), *more]


def start(folder: Path, *more: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "yomikiri", *words_of(folder, *more)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def check_kills(tmp_path: Path, kills: int) -> None:
    """Kill a tournament again and again; then it must be as if nothing had happened."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert cli.run(words_of(whole)) == 0
    chance = random.Random(5)
    games = broken / "games.jsonl"
    killed = 0
    for number in range(kills):
        child = start(broken, *(("--jobs", "2") if number % 3 == 2 else ()))
        before = games.stat().st_size if games.exists() else 0
        deadline = time.monotonic() + 60
        while child.poll() is None and time.monotonic() < deadline:
            if (games.stat().st_size if games.exists() else 0) > before:
                break
            if number % 5 == 4 and chance.random() < 0.02:  # also before the first game
                break
            time.sleep(0.02)
        time.sleep(chance.random() * min(0.2, 6 / kills))
        child.kill()
        killed += child.wait() == -signal.SIGKILL  # or it was done just before
    assert killed > kills // 2
    lines = [line for line in games.read_bytes().splitlines(True) if line.endswith(b"\n")]
    numbers = [json.loads(line)["number"] for line in lines]
    assert len(set(numbers)) == len(numbers) > 0
    assert cli.run(words_of(broken)) == 0
    undisturbed, survived = (
        [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
        for folder in (whole, broken)
    )
    assert without_times(survived) == without_times(undisturbed) and len(survived) == 600


@pytest.mark.compiled
@pytest.mark.long
def test_a_tournament_survives_two_kills(tmp_path, capsys):
    check_kills(tmp_path, 2)


@pytest.mark.compiled
@pytest.mark.slow
def test_a_tournament_survives_fifty_kills(tmp_path, capsys):
    check_kills(tmp_path, 50)


def test_damaged_records_and_other_tournaments_are_refused(tmp_path, capsys):
    words = ["tournament", "tictactoe", "random", "greedy", "--out", str(tmp_path / "x")]
    assert cli.run([*words, "--games", "4"]) == 0
    capsys.readouterr()
    file = tmp_path / "x/games.jsonl"
    before = file.read_bytes()
    assert cli.run([*words, "--games", "6"]) == 2
    assert "games was 4, now 6" in capsys.readouterr().err
    for bad in (b"%%%\n", before.splitlines(True)[0], b'{"number": 77}\n'):
        file.write_bytes(before + bad)
        assert cli.run([*words, "--games", "4"]) == 2
        printed = capsys.readouterr()
        assert "line 5: damaged" in printed.err and printed.err.count("\n") == 1
        assert file.read_bytes() == before + bad


def test_a_run_does_not_go_on_with_other_levels(tmp_path, capsys, monkeypatch):
    words = ["tournament", "tictactoe", "level:0", "level:1", "--games", "4"]
    words += ["--out", str(tmp_path / "x")]
    assert cli.run(words) == 0 and cli.run(words) == 0
    capsys.readouterr()
    easier = levels.OTHERS["tictactoe"][0]._replace(overlooks=0.9)
    monkeypatch.setitem(levels.OTHERS, "tictactoe", (easier, *levels.OTHERS["tictactoe"][1:]))
    assert cli.run(words) == 2
    assert 'levels was {"level:0": [1, 0.85' in capsys.readouterr().err


FULL = """
import resource, sys
from yomikiri import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
sys.exit(cli.run(sys.argv[1:]))
"""


@pytest.mark.long
@pytest.mark.compiled
def test_a_full_disk_is_told_and_what_was_played_is_kept(tmp_path, capsys):
    words = ["tournament", "tictactoe", "random", "greedy", "--games", "40"]
    words += ["--out", str(tmp_path / "x")]
    child = subprocess.run(
        [sys.executable, "-c", FULL, *words], capture_output=True, text=True, check=False
    )
    assert child.returncode == 1 and child.stderr.count("\n") == 1
    assert "games.jsonl" in child.stderr and "Traceback" not in child.stderr
    kept = (tmp_path / "x/games.jsonl").read_bytes()
    assert 0 < len(kept) <= 4096
    assert cli.run(words) == 0
    assert len((tmp_path / "x/games.jsonl").read_bytes().splitlines()) == 40


def test_a_file_in_place_of_the_folder_is_told(tmp_path, capsys):
    (tmp_path / "x").write_text("my thesis")
    words = ["tournament", "tictactoe", "random", "greedy", "--out", str(tmp_path / "x")]
    assert cli.run(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (tmp_path / "x").read_text() == "my thesis"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path, capsys):
    (tmp_path / "locked").mkdir(mode=0o500)
    words = ["tournament", "tictactoe", "random", "greedy", "--out", str(tmp_path / "locked/x")]
    assert cli.run(words) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1 and "locked" in printed.err
