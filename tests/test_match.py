"""Matches: bookkeeping, statistics, the same games whatever the number of processes, replay."""

import json

import pytest

from tests.test_players import ToyGame
from tests.toy import TRACK, make_toy
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.jit import DISABLED
from yomikiri.lab import games as games_module
from yomikiri.lab import series as series_module
from yomikiri.lab.games import MOST_PLIES, Pairing, play_game, replay
from yomikiri.lab.match import play_match
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.openings import random_moves, read_openings
from yomikiri.lab.series import line_of
from yomikiri.lab.sprt import Sprt
from yomikiri.lab.statistics import elo, elo_error
from yomikiri.play.tree import Tree
from yomikiri.tally import Tally, wilson
from yomikiri.work import WorkersLost

GAMES = 4 if DISABLED else 20


# Statistics, against values from textbooks and tables.


@pytest.mark.parametrize(
    ("points", "games", "lower", "upper"),
    [
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
        (75, 100, 0.6570, 0.8245),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(points, games, lower, upper):
    assert wilson(points, games) == pytest.approx((lower, upper), abs=1e-4)


@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0), (0.75, 190.85), (0.64, 99.95), (0.909091, 400), (0.25, -190.85)],
)
def test_elo(score, difference):
    assert elo(score) == pytest.approx(difference, abs=0.01)


def test_elo_has_no_bound_at_the_ends():
    assert elo(0.0) is None and elo(1.0) is None
    assert elo_error(Tally(10, 0, 0)) is None
    assert elo_error(Tally(50, 0, 50)) == pytest.approx(67.7, abs=0.1)
    assert elo_error(Tally(25, 50, 25)) == elo_error(Tally(50, 0, 50))


def test_a_tally_counts():
    tally = Tally().add(1).add(1).add(0).add(-1)
    assert tally == (2, 1, 1) and tally.games == 4 and tally.score == 0.625
    assert tally.plus(Tally(1, 1, 1)) == (3, 2, 2)
    assert Tally().score is None and Tally().interval == (0.0, 1.0)


# A match and its books.


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play_match("nip:4x4", "greedy", "random", games=GAMES, seed=3, openings_plies=2)


def test_colours_alternate_within_pairs_on_the_same_opening(match):
    assert [record["number"] for record in match.records] == list(range(GAMES))
    for even, odd in zip(match.records[::2], match.records[1::2]):
        assert even["players"] == ["greedy", "random"]
        assert odd["players"] == ["random", "greedy"]
        assert even["opening"] == odd["opening"] and len(even["opening"]) == 2
    assert len({tuple(record["opening"]) for record in match.records}) > 1


def test_the_totals_add_up(match):
    report = match.to_dict()
    assert report["games"] == GAMES
    assert report["first_wins"] + report["second_wins"] + report["draws"] == GAMES
    greedy, other = report["players"]
    assert (greedy["name"], other["name"]) == ("greedy", "random")
    assert greedy["wins"] == other["losses"] and greedy["draws"] == other["draws"]
    for player in report["players"]:
        for word in ("wins", "draws", "losses"):
            assert player[word] == player["as_first"][word] + player["as_second"][word]
        assert sum(player["as_first"].values()) == sum(player["as_second"].values()) == GAMES // 2
    assert report["first_wins"] == greedy["as_first"]["wins"] + other["as_first"]["wins"]
    assert report["score"] == (greedy["wins"] + greedy["draws"] / 2) / GAMES
    assert report["interval"][0] <= report["score"] <= report["interval"][1]
    assert report["repetitions"] == report["limits"] == 0
    assert json.loads(json.dumps(report)) == report
    wanted = "game games first_wins second_wins draws players score elo elo_error seed"
    assert set(wanted.split()) <= report.keys()


def test_a_match_prints_itself(match):
    lines = str(match).splitlines()
    told = f"nip:4x4: greedy against random, {GAMES} games"
    repeated = f"{told}, {match.distinct} distinct"
    assert lines[0] == (told if match.distinct == GAMES else repeated)
    assert len(lines) == 4 and lines[-1].startswith("score ")


def test_records_replay_from_json_lines(match):
    lines = [line_of(record) for record in match.records]
    assert len(lines) == GAMES
    game = load("nip:4x4")
    for line in lines:
        record = json.loads(line)
        final = game.final(replay(record))
        assert final is not None
        assert record["value"] == final.first - final.second
        winner = "draw" if record["value"] == 0 else ("first", "second")[record["value"] < 0]
        assert record["result"] == winner and record["end"] == "rules"


def test_a_record_that_lies_is_refused(match):
    record = match.records[0]
    with pytest.raises(InputError, match="played by other rules of nip:4x4"):
        replay({**record, "rules_hash": "123"})
    with pytest.raises(InputError, match="but its moves lead to"):
        replay({**record, "value": record["value"] + 1})
    with pytest.raises(InputError, match="but its moves lead to None"):
        replay({**record, "moves": record["moves"][:-1]})
    with pytest.raises(InputError, match="is over before 'a2'"):
        replay({**record, "moves": [*record["moves"], "a2"]})


def test_another_seed_gives_other_games(match):
    again = play_match("nip:4x4", "greedy", "random", games=GAMES, seed=3, openings_plies=2)
    assert again == match
    other = play_match("nip:4x4", "greedy", "random", games=GAMES, seed=4, openings_plies=2)
    assert other.records != match.records


@pytest.mark.long
@pytest.mark.compiled
def test_two_processes_play_the_same_games():
    seen: list[int] = []
    one, two = (
        play_match(
            "connect4:4x4",
            "level:2",
            "alphabeta:depth=2",
            games=6,
            seed=5,
            openings_plies=2,
            jobs=jobs,
            watch=lambda tally: seen.append(tally.games),
        )
        for jobs in (1, 2)
    )
    assert one == two
    assert seen == [1, 2, 3, 4, 5, 6] * 2


def end_game_3(monkeypatch: pytest.MonkeyPatch, failure: type[BaseException]) -> None:
    """Let the fourth game of the next match fail."""

    def play(pairing: Pairing) -> object:
        if pairing.number == 3:
            raise failure
        return play_game(pairing)

    monkeypatch.setattr(series_module, "play_game", play)


def test_ctrl_c_keeps_what_was_played(monkeypatch):
    end_game_3(monkeypatch, KeyboardInterrupt)
    match = play_match("tictactoe", "random", "random", games=10)
    assert match.stopped == "interrupt" and len(match.records) == 3
    assert match.to_dict()["stopped"] == "interrupt" and str(match).endswith("stopped (interrupt)")


def test_a_match_begins_at_once_however_long_it_is(monkeypatch):
    end_game_3(monkeypatch, KeyboardInterrupt)
    told: list[Tally] = []
    match = play_match("tictactoe", "random", "random", games=10**12, watch=told.append)
    assert len(match.records) == 3 and [tally.games for tally in told] == [1, 2, 3]
    assert told[-1] == match.tally(0)


def test_what_was_played_is_in_the_file_when_a_match_is_killed(monkeypatch, tmp_path):
    class Killed(BaseException):
        """As if the process were gone: nobody catches it."""

    end_game_3(monkeypatch, Killed)
    with pytest.raises(Killed):
        cli.run(
            ["match", "tictactoe", "random", "random", "--games", "9", "--out", str(tmp_path / "x")]
        )
    lines = (tmp_path / "x" / "games.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2]
    assert all(replay(json.loads(line)) is not None for line in lines)


@pytest.mark.parametrize("bad", [{"games": 0}, {"jobs": 0}, {"openings_plies": -1}])
def test_bad_numbers_are_refused(bad):
    with pytest.raises(InputError, match="or more, got"):
        play_match("tictactoe", "random", "random", **bad)


def test_more_processes_than_any_machine_has_are_refused():
    with pytest.raises(InputError, match="jobs: expected a whole number from 1 to"):
        play_match("tictactoe", "random", "random", games=10**9, jobs=10**9)


def test_what_was_played_is_told_when_a_process_is_lost(monkeypatch, capsys):
    def lost(*_: object) -> object:
        yield play_game(Pairing("tictactoe", ("random", "random"), 0, 0, 0))
        raise WorkersLost("work.deaths", n=6)

    monkeypatch.setattr(series_module, "play_all", lost)
    assert cli.run(["match", "tictactoe", "random", "random", "--jobs", "2"]) == 1
    out = capsys.readouterr().out
    assert "1 game" in out and "take fewer --jobs" in out


def test_bad_players_are_refused_before_anything_is_played():
    with pytest.raises(InputError, match="no player called 'x'"):
        play_match("tictactoe", "random", "x")


def test_openings_do_not_end_the_game():
    game = load("tictactoe")
    for seed in range(20):
        opening = random_moves(game, 99, str(seed), game.start)
        assert game.outcome(game.replay(game.start, opening)) is None
    assert random_moves(game, 3, "x", game.start) == random_moves(game, 3, "x", game.start)


def test_a_stopped_game_has_no_record(monkeypatch):
    monkeypatch.setattr(games_module, "is_stopping", lambda: True)
    assert play_game(Pairing("tictactoe", ("random", "random"), 0, 0, 0)) is None


# Runs: a match that goes on, and one that ends when enough is known.


def match_words(*more: str, games: int = 9) -> list[str]:
    return ["match", "tictactoe", "level:3", "random", "--games", str(games), *more]


def test_a_killed_match_goes_on_to_the_result_of_an_undisturbed_one(monkeypatch, tmp_path, capsys):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert cli.run(match_words("--out", str(whole))) == 0
    with monkeypatch.context() as patched:
        end_game_3(patched, SystemExit)
        with pytest.raises(SystemExit):
            cli.run(match_words("--out", str(broken)))
    games = broken / "games.jsonl"
    games.write_bytes(games.read_bytes() + b'{"number": 3, "play')  # cut off by the kill
    capsys.readouterr()
    played: list[int] = []

    def play(pairing: Pairing) -> object:
        played.append(pairing.number)
        return play_game(pairing)

    monkeypatch.setattr(series_module, "play_game", play)
    assert cli.run(match_words("--out", str(broken), "--json")) == 0
    assert played == [3, 4, 5, 6, 7, 8]
    assert json.loads(capsys.readouterr().out) == json.loads((whole / "match.json").read_text())
    for name in ("match.json", "games.jsonl"):
        assert (broken / name).read_bytes() == (whole / name).read_bytes()
    assert "ended" in json.loads((broken / "manifest.json").read_text())


def test_a_folder_of_another_match_is_refused(tmp_path, capsys):
    assert cli.run(match_words("--out", str(tmp_path / "x"))) == 0
    before = (tmp_path / "x/games.jsonl").read_bytes()
    assert cli.run(match_words("--out", str(tmp_path / "x"), games=10)) == 2
    assert "games was 9, now 10" in capsys.readouterr().err
    (tmp_path / "x/games.jsonl").write_bytes(before + b'{"number": 1}\n')
    assert cli.run(match_words("--out", str(tmp_path / "x"))) == 2
    assert "line 10: damaged" in capsys.readouterr().err
    assert (tmp_path / "x/games.jsonl").read_bytes() == before + b'{"number": 1}\n'


def test_a_kept_game_whose_moves_were_changed_is_refused(tmp_path, capsys):
    assert cli.run(match_words("--out", str(tmp_path / "x"))) == 0
    file = tmp_path / "x/games.jsonl"
    first, *others = file.read_text().splitlines(keepends=True)
    game = json.loads(first)
    game["moves"] = game["moves"][:-1]  # JSON still, and of this match, but nobody has won yet
    changed = json.dumps(game) + "\n" + "".join(others)
    file.write_text(changed)
    assert cli.run(match_words("--out", str(tmp_path / "x"))) == 2
    assert "line 1: damaged" in capsys.readouterr().err
    assert file.read_text() == changed


def test_repeated_games_are_told(tmp_path, capsys):
    (tmp_path / "late.txt").write_text("xox/oxo/.x. o")  # two moves, then one
    words = ["match", "tictactoe", "random", "random", "--openings", str(tmp_path / "late.txt")]
    assert cli.run([*words, "--games", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["distinct_games"] == 2
    assert cli.run([*words, "--games", "20"]) == 0
    assert "20 games, 2 distinct" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.compiled
def test_a_test_ends_a_match_after_the_same_pair_with_any_number_of_processes(tmp_path):
    test = Sprt(0, 300)
    told: list[str] = []
    one, two = (
        play_match(
            "tictactoe",
            "level:5",
            "random",
            games=400,
            sprt=test,
            jobs=jobs,
            out=tmp_path / str(jobs),
            tell=lambda verdict: told.append(verdict.state),
        )
        for jobs in (1, 2)
    )
    assert one == two and one.verdict is not None and one.verdict.state == "accepted"
    assert len(one.records) % 2 == 0 and len(one.records) < 400
    shorter = one._replace(records=one.records[:-2])
    assert shorter.verdict is not None and shorter.verdict.state == "open"
    assert told == (["open"] * (len(one.records) // 2 - 1) + ["accepted"]) * 2
    report = one.to_dict()["sprt"]
    assert {"llr", "lower", "upper", "state", "elo", "elo_error"} <= report.keys()
    games = [(tmp_path / name / "games.jsonl").read_bytes() for name in "12"]
    assert games[0] == games[1] and games[0].count(b"\n") == len(one.records)


# Openings.


def test_all_openings_of_a_depth_have_no_symmetric_doubles():
    game = load("tictactoe")
    assert len(read_openings("all=1", game).named) == 3  # corner, edge, centre
    assert len(read_openings("all=2", game).named) == 12  # the well-known 12 after two plies
    fours = load("connect4:4x4")
    assert len(read_openings("all=1", fours).named) == 2
    again = [read_openings("all=2", game, seed=seed).named for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2] and set(again[0]) == set(again[2])


def test_openings_of_a_file_are_taken_in_turn(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# corner, then centre\na1 b2\n\nx../.o./... x  # the same as a position\n")
    openings = read_openings(str(file), load("tictactoe"))
    match = play_match("tictactoe", "random", "random", games=6, openings=openings)
    assert [record["opening"] for record in match.records] == [["a1", "b2"]] * 2 + [[]] * 2 + [
        ["a1", "b2"]
    ] * 2
    assert match.records[2]["position"] == "x../.o./... x" and match.to_dict()["openings"] == 2


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a1 a1\n", "line 1: "),
        ("a1\nhello\n", "line 2: "),
        ("a1 b1 a2 b2 a3\n", "over there already"),
        ("# nothing\n", "has no openings"),
    ],
)
def test_a_bad_file_of_openings_is_refused(tmp_path, text, what):
    (tmp_path / "bad.txt").write_text(text)
    with pytest.raises(InputError, match=what):
        read_openings(str(tmp_path / "bad.txt"), load("tictactoe"))


@pytest.mark.parametrize("text", ["nothing.txt", "all=x", "all=9", "all=2,random=1", "random=1000"])
def test_openings_that_there_are_not_are_refused(text):
    with pytest.raises(InputError):
        read_openings(text, load("tictactoe"))


# Games that need not end.


def test_the_third_occurrence_and_too_many_plies_draw():
    game = ToyGame(make_toy(TRACK, twice=0, endless=1, chance=0))
    tree = Tree(game)
    for move in (1, 0, 1, 0):
        assert tree.end is None
        tree.play(move_to(game, tree.state, move))
    assert tree.end == ("repetition", 0, None)

    long = Tree(load("tictactoe"), most_plies=2)
    for word in ("a1", "b2"):
        assert long.end is None
        long.read(word)
    assert long.end == ("limit", 0, None) and long.legal() == []
    record = play_game(Pairing("ending:KPK", ("random", "random"), 0, 0, 0))
    assert record is not None and len(record["moves"]) <= MOST_PLIES


def move_to(game, state, node):
    """The move that pushes the toy's token to a node."""
    return next(move for move in game.legal_moves(state) if game.play(state, move).node == node)


# The table of levels.


def test_the_table_of_levels_is_printed(capsys):
    words = ["lab", "levels", "tictactoe", "--games", "2", "--lang", "en", "--levels", "1,2"]
    code = cli.run(words)
    lines = capsys.readouterr().out.splitlines()
    assert code in (0, 1)
    assert lines[1] == "| level | against | won | drawn | lost | score | 95 % interval |"
    assert lines[3].startswith("| 1 | 0 |") and lines[4].startswith("| 2 | 1 |")
    assert cli.run([*words, "--json"]) == code
    (document,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert [match["players"][0]["name"] for match in document["matches"]] == ["level:1", "level:2"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["chess"],
        ["tictactoe", "--levels", "1,x"],
        ["tictactoe", "--levels", "0"],
        ["tictactoe", "--games", "0"],
        ["tictactoe", "--plies", "-1"],
    ],
)
def test_a_wrong_question_about_levels_is_refused(wrong, capsys):
    assert cli.run(["lab", "levels", *wrong]) == 2
    printed = capsys.readouterr()
    assert not printed.out and printed.err.count("\n") == 1
