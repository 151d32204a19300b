"""What commands answer: lists of games, counts, solves, analyses, matches."""

import json
import re

import pytest

from yomikiri import cli
from yomikiri.games import load
from yomikiri.players import Player


def test_games_lists_every_game(yk):
    out = yk("games").out
    assert out.count("or any ROWSxCOLUMNS") == 3  # nip, othello, connect4
    for name in ("nip", "othello", "tictactoe", "connect4"):
        assert name in out
    assert "ニップ" in out and "Nip" in out
    assert not any(line.endswith(" ") for line in out.splitlines())


def test_games_json(yk):
    games = {game["name"]: game for game in yk("games", "--json").json()}
    assert games["nip"]["titles"] == {"en": "Nip", "ja": "ニップ"}
    assert games["nip"]["switches"][0]["values"] == ["other", "lap", "off"]
    assert games["nip"]["known"][0]["source"]


def test_one_game_in_detail(yk):
    out = yk("games", "nip:4x4").out
    assert "rim=other|lap|off" in out and "4x12" in out
    assert "_.._/.ox./.xo./_.._ x" in out and "2-10" in out
    assert "12-8" in yk("games", "nip").out, "a family's name tells the results of all its games"
    document = yk("games", "nip:4x4", "--json").json()
    assert document["game"] == "nip:4x4" and document["rules_hash"]
    assert document["start"] == "_.._/.ox./.xo./_.._ x"


def test_games_in_japanese(yk):
    assert "円形オセロ" in yk("games", "--lang", "ja").out


# perft


def test_perft(yk):
    assert yk("perft", "othello:8x8", "4", "--json").json() | {"seconds": 0} == {
        "game": "othello:8x8",
        "depth": 4,
        "nodes": [4, 12, 56, 244],
        "seconds": 0,
    }
    lines = yk("perft", "tictactoe", "3").out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["1", "9"], ["2", "72"], ["3", "504"]]


def test_perft_of_a_position(yk):
    counted = yk("perft", "tictactoe", "9", "--moves", "b2 a1 c3", "--json").json()["nodes"]
    assert counted[:3] == [6, 30, 120]
    text = "xo./.x./..o x"
    assert yk("perft", "tictactoe", "1", "--position", text, "--json").json()["nodes"] == [5]
    assert yk("perft", "tictactoe", "0", "--json").json()["nodes"] == []
    assert yk("perft", "tictactoe", "0").out.splitlines()[1].split() == ["0", "1"]


# solve and analyze


def test_solve_json_has_the_fields_of_the_design(yk):
    answer = yk("solve", "nip:4x4", "--json").json()
    for field, value in {
        "game": "nip:4x4",
        "goal": "score",
        "value": 2,
        "winner": "first",
        "distance": None,
        "final": {"first": 7, "second": 5, "empty": 0},
        "best_moves": ["b1", "a2", "d3", "c4"],
        "threads": 1,
        "exact": True,
    }.items():
        assert answer[field] == value
    assert {"rules_hash", "line", "nodes", "seconds"} <= answer.keys()
    assert "stopped" not in answer


def test_solve_prints_the_final_board_with_numbers(yk):
    out = yk("solve", "nip:4x4").out
    assert "Black wins 7-5, value +2" in out
    assert "best moves  b1 a2 d3 c4" in out
    assert re.search(r"^  1    ●1", out, re.M)
    assert "●" not in yk("solve", "nip:4x4", "--ascii").out


def test_solve_win_and_moves_and_position(yk):
    assert yk("solve", "nip:4x4", "--goal", "win", "--json").json()["value"] == 1
    after = yk("solve", "nip:4x4", "--moves", "b1 c1", "--json").json()
    assert after["value"] == 2 and after["position"].endswith(" x")
    same = yk("solve", "nip:4x4", "--position", after["position"], "--json").json()
    assert same["value"] == 2
    over = yk("solve", "tictactoe", "--moves", "a1a2b1b2c1", "--json").json()
    assert over["value"] == 1 and over["winner"] == "first" and over["line"] == []


def test_solve_in_japanese(yk, monkeypatch):
    assert "黒の勝ち 7-5" in yk("solve", "nip:4x4", "--lang", "ja").out
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert "引き分け" in yk("solve", "tictactoe").out


def test_a_limit_that_ends_the_search_is_a_success(yk):
    code, out, _ = yk("solve", "othello:6x6", "--nodes", "1000", "--memory", "64M", "--json")
    answer = json.loads(out)
    assert code == 0
    assert not answer["exact"] and answer["stopped"] == "nodes" and answer["value"] is None
    assert (answer["lower"], answer["upper"]) == (-36, 36)
    assert "between -36 and +36" in yk("solve", "othello:6x6", "--nodes", "1000").out


def test_solve_draws_a_picture(yk, tmp_path):
    assert yk("solve", "tictactoe", "--svg", "end.svg").code == 0
    assert (tmp_path / "end.svg").read_text("utf-8").startswith("<svg")
    assert yk("solve", "nip:4x4", "--goal", "stages=all", "--svg", "splits.svg").code == 0
    assert "[4,4]" in (tmp_path / "splits.svg").read_text("utf-8")


def test_solve_stages(yk):
    assert yk("solve", "nip:4x4", "--goal", "stages=4,4", "--json").json()["goal"] == "stages=4,4"
    assert "[4,4]" in yk("solve", "nip:4x4", "--goal", "stages=4,4").out


def test_analyze(yk):
    answer = yk("analyze", "tictactoe", "--moves", "b2 a2", "--json").json()
    assert answer["mover"] == "first" and answer["value"] == 1
    assert [move["value"] for move in answer["moves"]] == [1, 1, 1, 1, 1, 1, 0]
    out = yk("analyze", "nip:4x4").out
    assert "exact" in out and "+2" in out


def test_analyze_a_game_with_dice(yk):
    words = ("analyze", "janken:full,pieces=1,dice=on", "--depth", "3")
    throws, moves = yk(*words, "--json").json(), yk(*words, "--moves", "die1", "--json").json()
    assert throws["mover"] == "dice" and moves["mover"] == "first"
    assert [entry["move"] for entry in throws["moves"]] == ["die1", "die2", "die3"]
    mean = sum(entry["value"] for entry in throws["moves"]) / 3
    assert throws["value"] == pytest.approx(mean, abs=1e-4) and not throws["exact"]
    assert moves["value"] == max(entry["value"] for entry in moves["moves"])
    assert "mean over all throws" in yk(*words).out


def test_analyze_by_a_player_tells_it_the_moves_before(yk, monkeypatch):
    told = []
    explain = Player.explain

    def listen(self, state, history=()):
        told.extend(history)
        return explain(self, state, history)

    monkeypatch.setattr(Player, "explain", listen)
    words = ("--position", "x../.../... o", "--moves", "b2 c3", "--player", "greedy")
    assert yk("analyze", "tictactoe", *words, "--json").json()["player"] == "greedy"
    game = load("tictactoe")
    assert [game.show(state) for state in told] == ["x../.../... o", "x../.o./... x"]


def test_analyze_a_finished_game(yk):
    assert "X wins" in yk("analyze", "tictactoe", "--moves", "a1a2b1b2c1").out


# match


def test_openings_have_a_limit(yk):
    result = yk("match", "tictactoe", "random", "random", "--openings", "random=1000")
    assert result.code == 2
    assert "expected --openings random=0 to random=999, got 'random=1000'" in result.err


def test_match(yk, tmp_path):
    arguments = ("match", "tictactoe", "greedy", "random", "--games", "6", "--seed", "3")
    result = yk(*arguments, "--openings", "random=2", "--out", "games", "--json").json()
    assert result["games"] == 6 and result["seed"] == 3
    assert result["first_wins"] + result["second_wins"] + result["draws"] == 6
    assert [player["name"] for player in result["players"]] == ["greedy", "random"]
    assert {"score", "elo", "elo_error"} <= result.keys()
    games = (tmp_path / "games" / "games.jsonl").read_text("utf-8").splitlines()
    assert len(games) == 6 and json.loads(games[0])["game"] == "tictactoe"
    assert json.loads((tmp_path / "games" / "match.json").read_text("utf-8")) == result
    again = yk(*arguments, "--out", "games")
    assert again.code == 2 and "plies was 2, now 0" in again.err
    (tmp_path / "full").mkdir()
    (tmp_path / "full/thesis.tex").touch()
    again = yk(*arguments, "--out", "full")
    assert again.code == 2 and "not empty" in again.err
    assert "greedy scores" in yk(*arguments).out


# What dice add, and strange words.


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "tictactoe", "--load", "~nobody-of-this-name/x"),
        ("match", "tictactoe", "level:" + 5000 * "9", "random"),
        ("match", "tictactoe", "level:٣", "random"),
        ("perft", "tictactoe", "٣"),
        ("perft", "tictactoe", "1_0"),
        ("solve", "tictactoe", "--nodes", str(1 << 70)),
        ("solve", "tictactoe", "--svg", 5000 * "x"),
        ("match", "tictactoe", "random", "random", "--out", ""),
        ("serve", "--host", ""),
    ],
)
def test_strange_words_and_numbers_are_refused_in_one_short_line(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == cli.BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert len(printed.err) < 700


def test_dice_are_laid_at_the_start(yk):
    said = yk("perft", "janken,pieces=2", "1", "--start", "gpc/グーチョキ", "--json")
    assert said.json()["nodes"] == [6]
    for words in (["janken", "1", "--position", "16gcp/61gcp 1"], ["nip:4x4", "1"]):
        said = yk("perft", *words, "--start", "gpc")
        assert said.code == 2 and len(said.err.splitlines()) == 1


def test_perft_counts_turns(yk):
    document = yk("perft", "janken:full,pieces=1", "2", "--turns", "--json").json()
    assert document["turns"] and document["nodes"] == [14, 196]


@pytest.mark.compiled
def test_a_stopped_solve_names_the_table_that_would_tell(yk):
    for language in ("en", "ja"):
        said = yk("solve", "dobutsu", "--nodes", "1000", "--no-tables", "--lang", language)
        assert said.code == 0 and "`yomikiri table build dobutsu`" in said.out
    assert "table build" not in yk("solve", "othello:6x6", "--nodes", "1000").out
