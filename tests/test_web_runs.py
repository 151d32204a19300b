"""Runs of the lab on the page: listed, their reports, and stopped."""

from pathlib import Path
from typing import Any

import pytest

import yomikiri as yk
from tests.web import API, Page, client_of
from yomikiri import cli
from yomikiri.lab.book import build_book
from yomikiri.lab.games_report import finish_match
from yomikiri.lab.match import play_match
from yomikiri.lab.rerun import KINDS
from yomikiri.players.book import Book
from yomikiri.web import runs_routes
from yomikiri.words import message, say
from yomikiri.work.listing import list_runs
from yomikiri.work.runs import STOP, open_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs")
    yk.tournament("tictactoe", ["random", "greedy"], games=2, out=path / "small")
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory, folder):
    with client_of(tmp_path_factory.mktemp("data"), folder) as client:
        yield Page(client)


def test_runs_are_listed_with_how_far_they_are(page, folder):
    with open_run(folder / "going", "match", {"game": "nip:4x4"}, total=10) as run:
        run.add("games.jsonl", {"number": 0})
        found = {run["name"]: run for run in page.get("/runs")["runs"]}
    assert found["going"]["state"] == "running"
    assert (found["going"]["done"], found["going"]["total"]) == (1, 10)
    assert found["small"]["state"] == "finished" and found["small"]["has_report"]
    assert (found["small"]["done"], found["small"]["total"]) == (2, 2)


def test_a_folder_that_is_a_run_itself_is_listed_by_its_own_name(tmp_path, folder):
    with client_of(tmp_path, folder / "small") as client:
        (found,) = Page(client).get("/runs")["runs"]
        assert found["name"] == "small" and found["state"] == "finished"
        assert client.get(f"{API}/runs/small/report").status_code == 200
    # A run inside of the same name is another.
    with (
        open_run(folder / "small/small", "match", {"game": "nip:4x4"}),
        client_of(tmp_path, folder / "small") as client,
    ):
        (found,) = Page(client).get("/runs")["runs"]
        assert found["kind"] == "match"


def test_the_page_has_a_word_for_every_kind_of_run(page, folder):
    yk.stats("tictactoe", games=20, players=["random"], player_games=2, out=folder / "numbers")
    found = {run["name"]: run for run in page.get("/runs")["runs"]}
    assert found["numbers"]["kind"] == "stats" and found["numbers"]["done"] == 3
    assert "5,478" in page.client.get(f"{API}/runs/numbers/report").text
    code = (Path(runs_routes.__file__).parent / "static/runs.js").read_text("utf-8")
    for kind in KINDS:
        assert f'"{kind}"' in code  # else it is shown as the manifest has it
        word = message(f"page.run_of_{kind}")
        assert say(word, "ja") != say(word, "en")


def test_a_report_is_shown_in_both_languages_and_links_to_the_other(page):
    for language, other in (("en", "ja"), ("ja", "en")):
        answer = page.client.get(f"{API}/runs/small/report?lang={language}")
        assert answer.status_code == 200
        assert f'<html lang="{language}">' in answer.text
        assert f'href="report?lang={other}"' in answer.text
        assert "script-src" not in answer.headers["content-security-policy"]


def test_a_run_is_stopped_at_its_next_result_and_goes_on_later(page, folder):
    with open_run(folder / "long", "match", {"game": "nip:4x4"}) as run:
        assert page.send("/runs/long/stop") == {"name": "long", "stopping": True}
        with pytest.raises(KeyboardInterrupt):
            run.add("games.jsonl", {"number": 0})
    with open_run(folder / "long", "match", {"game": "nip:4x4"}) as run:
        run.add("games.jsonl", {"number": 1})
        assert len(run.lines("games.jsonl")) == 2
    assert not (folder / "long" / STOP).exists()


def test_what_does_not_run_cannot_be_stopped(page, folder, capsys):
    assert "nobody works" in page.send("/runs/small/stop", status=409)["error"]
    assert cli.run(["runs", str(folder / "small"), "--stop"]) == 2
    assert "nobody works" in capsys.readouterr().err


def test_names_that_are_no_runs_lead_nowhere(page, folder):
    (folder / "other").mkdir()
    (folder / "other/report.html").write_text("secret", "utf-8")
    for name in ("none", "other", "..", "%2e%2e", "..%2fdata"):
        assert page.client.get(f"{API}/runs/{name}/report").status_code == 404


def test_the_page_shows_what_books_say_about_a_position(page, folder):
    game = yk.load("nip:4x4")
    build_book(game, folder / "one.book", depth=2, seconds=60, nodes=500)
    (folder / "broken.book").write_bytes(b"no book")
    asked = {"game": "nip:4x4", "position": "", "moves": "b1"}
    (found,) = page.send("/books", asked)["books"]
    after = game.position().play("b1")
    with Book(folder / "one.book", game) as book:
        best = [game.move_name(after.state, move) for move, _ in book.look_up(after.state)]
    assert found["name"] == "one.book" and [row["move"] for row in found["moves"]] == best
    assert {str(move) for move in after.moves} == set(best)
    assert found["moves"][0]["line"] == best[:1] and "chance" in found["moves"][0]
    for other in ({"game": "tictactoe", "moves": ""}, {**asked, "moves": "b1 a3 c4 d3"}):
        assert page.send("/books", {"position": "", **other}) == {"books": []}


def test_a_server_without_a_folder_of_runs_shows_none(tmp_path):
    with client_of(tmp_path) as client:
        assert Page(client).get("/runs") == {"folder": None, "runs": []}
        Page(client).send("/runs/small/stop", status=404)
        assert Page(client).send("/books", {"game": "nip:4x4"}) == {"books": []}


def test_a_stopped_match_keeps_its_games_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("yomikiri.work.runs.LOOK", 0.0)
    out, seen = tmp_path / "run", []

    def keep(record):
        seen.append(record["number"])
        if len(seen) == 3:
            (out / STOP).touch()

    asked: Any = {"games": 40, "out": out, "finish": finish_match}
    first = play_match("tictactoe", "random", "random", **asked, keep=keep)
    assert first.stopped and 3 <= len(first.records) < 40
    assert list_runs(out)[0].state == "stopped"
    assert "Ctrl-C で中断" in (out / "report.ja.html").read_text("utf-8")
    whole = play_match("tictactoe", "random", "random", **asked)
    assert "Ctrl-C" not in (out / "report.ja.html").read_text("utf-8")
    assert not whole.stopped and len(whole.records) == 40
