"""Numbers about a game in a folder: kept, going on, made again."""

import csv
import json
import random
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

import yomikiri as yk
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.lab import series
from yomikiri.lab import stats as measuring
from yomikiri.lab.games import play_game
from yomikiri.solve.answer import Interrupted
from yomikiri.work.listing import listed
from yomikiri.work.runs import Run

ASKED: Any = {"games": 100, "players": ["greedy", "level:2"], "player_games": 6}


def words_of(folder, games=100, player_games=6):
    words = ["stats", "tictactoe", "--games", str(games), "--player", "greedy", "--levels", "2"]
    return [*words, "--player-games", str(player_games), "--out", str(folder)]


def files(folder):
    names = ("games.jsonl", "results.jsonl", "stats.json", "games.csv", "plies.csv")
    return {name: (folder / name).read_bytes() for name in names}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stats") / "whole"
    yk.stats("tictactoe", **ASKED, out=folder)
    return folder


def test_a_run_has_its_manifest_games_rows_and_reports(whole):
    manifest = json.loads((whole / "manifest.json").read_text())
    assert manifest["kind"] == "stats" and manifest["question"]["player_games"] == 6
    assert manifest["question"]["levels"].keys() == {"level:2"} and "ended" in manifest
    run = listed(whole)
    assert (run.state, run.lines, run.total) == ("finished", 13, 13)
    games = [json.loads(line) for line in (whole / "games.jsonl").read_text().splitlines()]
    assert [game["number"] for game in games] == [*range(12)]
    assert [game["players"][0] for game in games] == ["greedy"] * 6 + ["level:2"] * 6
    assert games[0]["opening"] == games[6]["opening"] != games[1]["opening"]
    with (whole / "plies.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["positions"]) for row in rows][:3] == [1, 9, 72]
    document = json.loads((whole / "stats.json").read_text())
    assert [each["games"] for each in document["players"]] == [6, 6]
    english, japanese = ((whole / f"report{end}.html").read_text("utf-8") for end in ("", ".ja"))
    assert "5,478 positions can be reached" in english and "<svg" in english
    assert "到達できる局面 5,478" in japanese and "yomikiri rerun" in japanese


def test_the_same_numbers_come_with_and_without_a_folder(whole):
    found = yk.stats("tictactoe", **ASKED)
    assert found.to_dict() == json.loads((whole / "stats.json").read_text())
    assert len(found.records) == 12


def test_a_run_that_was_cut_off_goes_on_with_what_it_has(whole, tmp_path, monkeypatch):
    broken = tmp_path / "broken"
    with pytest.raises(Interrupted) as end:

        def watch(done, total):
            if done == 5:
                raise KeyboardInterrupt

        yk.stats("tictactoe", **ASKED, out=broken, watch=watch)
    answer = end.value.answer
    assert [(games.players, games.tally.games) for games in answer.others] == [("greedy", 5)]
    assert json.loads((broken / "stats.json").read_text())["stopped"] == "interrupt"
    assert listed(broken).state == "stopped"
    assert "stopped by Ctrl-C" in (broken / "report.html").read_text("utf-8")
    with (broken / "games.jsonl").open("ab") as stream:
        stream.write(b'{"game":"tict')  # a line that a kill cut off
    played: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(measuring, "count", None)  # what was counted is not counted again

        def noted(pairing):
            played.append(pairing.number)
            return play_game(pairing)

        patch.setattr(series, "play_game", noted)
        yk.stats("tictactoe", **ASKED, out=broken)
    assert sorted(played) == [*range(5, 12)]
    assert "stopped by" not in (broken / "report.html").read_text("utf-8")
    assert files(broken) == files(whole)


@pytest.mark.long
@pytest.mark.compiled
def test_killed_and_run_again_the_numbers_are_those_of_an_undisturbed_run(tmp_path, capsys):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert cli.run(words_of(whole, player_games=400)) == 0
    games, chance, killed = broken / "games.jsonl", random.Random(3), 0
    for number in range(4):
        words = [*words_of(broken, player_games=400), *(["--jobs", "2"] if number == 2 else [])]
        child = subprocess.Popen(
            [sys.executable, "-m", "yomikiri", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        before = games.stat().st_size if games.exists() else 0
        deadline = time.monotonic() + 60
        while child.poll() is None and time.monotonic() < deadline:
            if (games.stat().st_size if games.exists() else 0) > before:
                break
            time.sleep(0.01)
        time.sleep(0.02 * chance.random())
        child.kill()
        killed += child.wait() == -signal.SIGKILL  # or it was done just before
    assert killed >= 2
    assert cli.run(words_of(broken, player_games=400)) == 0
    assert files(broken) == files(whole)


def test_another_question_and_damaged_lines_are_refused_and_left_alone(whole, tmp_path, capsys):
    folder = tmp_path / "x"
    yk.stats("tictactoe", **ASKED, out=folder)
    assert cli.run(words_of(folder, games=101)) == 2
    assert "games was 100, now 101" in capsys.readouterr().err
    for name in ("games.jsonl", "results.jsonl"):
        good = (folder / name).read_bytes()
        for bad in (b"%%%\n", b'{"number": 77}\n', b'{"census": "many"}\n', b"{}\n"):
            spoilt = bad + good
            (folder / name).write_bytes(spoilt)
            assert cli.run(words_of(folder)) == 2
            printed = capsys.readouterr()
            assert f"{name}, line 1: damaged" in printed.err and printed.err.count("\n") == 1
            assert (folder / name).read_bytes() == spoilt
        (folder / name).write_bytes(good)
    assert cli.run(words_of(folder)) == 0


def test_numbers_are_made_again_and_compared(whole, tmp_path, capsys):
    assert cli.run(["rerun", str(whole), "--out", str(tmp_path / "again")]) == 0
    printed = capsys.readouterr().out
    assert "the same numbers" in printed and "the same 12 games" in printed
    assert files(tmp_path / "again") == files(whole)
    document = json.loads((tmp_path / "again/stats.json").read_text())
    document["positions"]["exact"] += 1
    (tmp_path / "again/stats.json").write_text(json.dumps(document))
    assert cli.run(["rerun", str(tmp_path / "again"), "--out", str(tmp_path / "more")]) == 1
    assert "other numbers of positions" in capsys.readouterr().out
    (tmp_path / "again/stats.json").write_text("[]")
    assert cli.run(["rerun", str(tmp_path / "again"), "--out", str(tmp_path / "most")]) == 1
    assert "positions, random games" in capsys.readouterr().out


def test_numbers_without_players_are_a_run_of_one_result(tmp_path, capsys):
    assert cli.run(["stats", "nip:4x4", "--games", "50", "--out", str(tmp_path / "x")]) == 0
    assert not (tmp_path / "x/games.jsonl").exists()
    assert (listed(tmp_path / "x").lines, listed(tmp_path / "x").total) == (1, 1)
    capsys.readouterr()
    assert cli.run(["rerun", str(tmp_path / "x"), "--lang", "ja"]) == 0
    assert capsys.readouterr().out.startswith("統計は同じになった")


def test_what_was_sampled_is_kept_as_it_is(tmp_path, monkeypatch):
    asked: Any = {"games": 20, "most_positions": 0}
    first = yk.stats("tictactoe", **asked, out=tmp_path / "x")
    assert first.census is None and first.at_least is not None
    monkeypatch.setattr(measuring, "count", None)
    assert yk.stats("tictactoe", **asked, out=tmp_path / "x") == first


def test_a_full_disk_is_told_and_what_was_played_is_kept(tmp_path, monkeypatch, capsys):
    folder, real = tmp_path / "x", Run.add

    def full(self, name, document):
        if document.get("number") == 8:
            raise OSError(28, "No space left on device", str(self.folder / name))
        real(self, name, document)

    with monkeypatch.context() as patch:
        patch.setattr(Run, "add", full)
        assert cli.run(words_of(folder)) == 1
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1 and "games.jsonl" in printed.err
    assert len((folder / "games.jsonl").read_bytes().splitlines()) == 8
    assert cli.run(words_of(folder)) == 0
    assert len((folder / "games.jsonl").read_bytes().splitlines()) == 12


def test_what_python_gives_is_checked():
    with pytest.raises(InputError, match="list of texts"):
        yk.stats("tictactoe", players="greedy")
    with pytest.raises(InputError, match="games"):
        yk.stats("tictactoe", games=2.5)  # type: ignore[arg-type]
