"""Reports and files of runs, the list of runs, and runs made again."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import chess.pgn
import pytest

from yomikiri import cli
from yomikiri.games import load
from yomikiri.lab import plots
from yomikiri.lab.report import Report
from yomikiri.play import formats
from yomikiri.players import levels
from yomikiri.tables.build import build_table
from yomikiri.words import message
from yomikiri.work.listing import list_runs
from yomikiri.work.runs import open_run

CLOSED_BY_THEMSELVES = {"meta", "path", "rect", "circle", "line", "use", "polygon", "ellipse"}


class Page(HTMLParser):
    """The tags of a page, which must be closed in order, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in CLOSED_BY_THEMSELVES:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        if tag not in CLOSED_BY_THEMSELVES:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of a small tournament."""
    path = tmp_path_factory.mktemp("runs") / "small"
    words = ["tournament", "tictactoe", "random", "greedy", "level:2", "--games", "4"]
    assert cli.run([*words, "--openings", "all=1", "--seed", "2", "--out", str(path)]) == 0
    return path


@pytest.mark.parametrize(
    ("name", "word"), [("report.html", "Ratings"), ("report.ja.html", "対戦表")]
)
def test_a_report_is_a_page_that_needs_nothing_else(folder, name, word):
    page = Page((folder / name).read_text("utf-8"))
    assert not page.open and page.seen.count("h1") == 1 and word in "".join(page.words)
    assert page.seen.count("svg") == 2 + 2  # two plots, and a board for each opening
    outside = [link for link in page.links if not link.startswith("#")]
    assert outside == ["report.ja.html" if name == "report.html" else "report.html"]
    text = "".join(page.words)
    for player in ("random", "greedy", "level:2", "numba", "yomikiri tournament tictactoe"):
        assert player in text
    assert not re.search(r"\{\w+\}", text)  # a field that was not filled


def test_a_report_has_all_kinds_of_parts_and_no_markup_of_others(tmp_path):
    report = Report("A <b>title</b> & more")
    report.heading(message("report.ratings"))
    report.paragraph("1 < 2")
    report.table(
        ("name", message("column.games")), [["<script>", 1234], [message("end.rules"), 0.5]]
    )
    report.facts([(message("report.seed"), "7")])
    report.plot(
        lambda say: plots.lines([("a", [0, 1], [2, 3])], label=say(message("column.plies")))
    )
    report.boards([(load("tictactoe").svg(load("tictactoe").start), "the start")])
    report.command("yomikiri match 'a b'")
    paths = report.write(tmp_path)
    assert [path.name for path in paths] == ["report.html", "report.ja.html"]
    english, japanese = (path.read_text("utf-8") for path in paths)
    assert "<script>" not in english and "&lt;script&gt;" in english and "1 &lt; 2" in english
    assert '<td class="number">1,234</td>' in english
    assert "レーティング" in japanese and "レーティング" not in english
    assert "手数" in japanese  # also in the plot
    assert not Page(english).open and not Page(japanese).open


def test_the_same_plot_is_the_same_text():
    draw = (["a", "b"], [1.0, 2.0], [0.1, 0.2])
    assert plots.bars(*draw, label="x") == plots.bars(*draw, label="x")
    assert plots.histogram([5], label="x").startswith("<svg")
    assert plots.histogram([1, 500], label="x").startswith("<svg")


# Files for other tools.


def test_games_are_rows_of_a_csv_file(folder):
    rows = list(csv.DictReader(io.StringIO((folder / "games.csv").read_text("utf-8"))))
    records = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    assert len(rows) == len(records) == 12
    for row, record in zip(rows, records):
        assert [row["first"], row["second"]] == record["players"]
        assert row["moves"].split() == record["moves"] and row["end"] == record["end"]
        assert float(row["first_cpu_seconds"]) == record["time"]["cpu_seconds"][0]


def test_games_are_a_parquet_file_where_that_is_possible(folder):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(folder / "games.parquet").to_pylist()
    table = list(csv.DictReader(io.StringIO((folder / "games.csv").read_text("utf-8"))))
    assert len(rows) == 12
    assert [{name: str(value) for name, value in row.items()} for row in rows] == table
    assert not list(folder.glob("*.part"))


def test_chess_games_are_read_by_another_program(tmp_path):
    words = ["match", "ending:KPK", "perm", "random", "--games", "4", "--out", str(tmp_path / "x")]
    assert cli.run(words) == 0
    with (tmp_path / "x/games.pgn").open() as stream:
        games = [chess.pgn.read_game(stream) for _ in range(4)]
        assert chess.pgn.read_game(stream) is None
    records = [json.loads(line) for line in (tmp_path / "x/games.jsonl").read_text().splitlines()]
    for game, record in zip(games, records):
        assert game is not None and not game.errors
        assert len(list(game.mainline_moves())) == len(record["moves"])
        assert game.headers["White"] == record["players"][0]


def test_shogi_games_are_kif_files(tmp_path):
    words = ["match", "dobutsu", "random", "random", "--games", "2", "--out", str(tmp_path / "x")]
    assert cli.run(words) == 0
    records = [json.loads(line) for line in (tmp_path / "x/games.jsonl").read_text().splitlines()]
    files = sorted((tmp_path / "x/kif").iterdir())
    assert [file.name for file in files] == ["00001.kif", "00002.kif"]
    for file, record in zip(files, records):
        tree = formats.read(file.read_text("utf-8"), load("dobutsu"))
        assert tree.names == record["moves"]
    assert "random (1)" in (tmp_path / "x/report.html").read_text("utf-8")  # a player with itself


# The list of runs.


def test_runs_are_listed_with_their_state(tmp_path, capsys):
    with open_run(tmp_path / "going", "match", {"game": "nip:4x4"}) as run:
        run.add("games.jsonl", {"number": 0})
        (tmp_path / "broken").mkdir()
        (tmp_path / "broken/manifest.json").write_text("{")
        (tmp_path / "other").mkdir()
        states = {Path(each.folder).name: each.state for each in list_runs(tmp_path)}
        assert states == {"going": "running", "broken": "damaged"}
    with open_run(tmp_path / "ready", "match", {"game": "nip:4x4"}) as run:
        run.finish()
    assert cli.run(["runs", str(tmp_path), "--json"]) == 0
    found = {Path(each["folder"]).name: each for each in json.loads(capsys.readouterr().out)}
    assert found["going"]["state"] == "stopped" and found["going"]["lines"] == 1
    assert found["ready"]["state"] == "finished" and found["ready"]["ended"]
    assert cli.run(["runs", str(tmp_path), "--lang", "ja"]) == 0
    assert "中断" in capsys.readouterr().out
    assert cli.run(["runs", str(tmp_path / "other")]) == 0
    assert "no runs in" in capsys.readouterr().out
    assert cli.run(["runs", str(tmp_path / "nowhere")]) == 2


# Runs made again.


def test_a_run_is_made_again_to_the_same_games(folder, tmp_path, capsys):
    words = ["rerun", str(folder), "--out"]
    assert cli.run([*words, str(tmp_path / "again"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["same"] and found["games"] == 12 and found["different"] == []
    assert (tmp_path / "again/report.html").exists()
    file = folder / "games.jsonl"
    before = file.read_text()
    try:
        file.write_text(before.replace('"result":"first"', '"result":"draw"', 1))
        assert cli.run([*words, str(tmp_path / "third")]) == 1
        assert "1 game differs" in capsys.readouterr().out
    finally:
        file.write_text(before)


def test_a_match_with_a_test_is_made_again(tmp_path, capsys):
    words = ["match", "tictactoe", "level:5", "random", "--games", "200", "--sprt", "elo1=300"]
    assert cli.run([*words, "--out", str(tmp_path / "x")]) == 0
    assert cli.run(["rerun", str(tmp_path / "x")]) == 0
    assert "the same" in capsys.readouterr().out
    first, again = ((tmp_path / name / "match.json").read_text() for name in ("x", "x-again"))
    assert first == again


def test_a_run_made_again_with_other_levels_says_so(tmp_path, capsys):
    words = ["match", "tictactoe", "level:5", "random", "--games", "4", "--seed", "1"]
    assert cli.run([*words, "--out", str(tmp_path / "x")]) == 0
    file = tmp_path / "x/games.jsonl"
    file.write_text(file.read_text().replace('"estimates":[', '"estimates":[7,', 1))
    assert cli.run(["rerun", str(tmp_path / "x")]) == 1
    assert "changed" not in capsys.readouterr().out  # the games differ, but not by the levels
    manifest = json.loads((tmp_path / "x/manifest.json").read_text())
    manifest["question"]["levels"]["level:5"][-1] += 1
    (tmp_path / "x/manifest.json").write_text(json.dumps(manifest))
    again = ["rerun", str(tmp_path / "x"), "--out"]
    assert cli.run([*again, str(tmp_path / "y")]) == 1
    assert "changed since that run was made: level:5" in capsys.readouterr().out
    assert cli.run([*again, str(tmp_path / "z"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["changed"] == ["level:5"]


def test_a_batch_is_made_again_to_the_same_answers(tmp_path, capsys):
    (tmp_path / "some.txt").write_text("x../.o./... x\nb2 a2\nb2\n", "utf-8")
    answers = tmp_path / "answers.jsonl"
    words = ["--file", str(tmp_path / "some.txt"), "--out", str(answers)]
    assert cli.run(["analyze", "tictactoe", *words]) == 0
    (tmp_path / "some.txt").unlink()  # the run has what was asked
    run = f"{answers}.run"
    assert cli.run(["rerun", run, "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["same"] and found["games"] == 3 and found["kind"] == "analyze --file"
    assert cli.run(["rerun", run]) == 2  # nothing would be asked
    assert "holds this run already" in capsys.readouterr().err
    answers.write_text(answers.read_text().replace('"value":1', '"value":-1', 1))
    assert cli.run(["rerun", run, "--out", str(tmp_path / "other")]) == 1
    assert "1 answer differs, the first is number 2" in capsys.readouterr().out
    (tmp_path / "answers.jsonl.run/positions.jsonl").unlink()
    assert cli.run(["rerun", run, "--out", str(tmp_path / "third")]) == 2
    assert "positions.jsonl" in capsys.readouterr().err


def test_what_cannot_be_made_again_is_refused(tmp_path, capsys):
    with open_run(tmp_path / "x", "cooking", {"game": "tictactoe"}):
        pass
    assert cli.run(["rerun", str(tmp_path / "x")]) == 2
    assert "cannot be made again" in capsys.readouterr().err
    with open_run(tmp_path / "y", "match", {"game": "tictactoe", "rules_hash": "0"}):
        pass
    assert cli.run(["rerun", str(tmp_path / "y")]) == 2
    assert "have changed" in capsys.readouterr().err
    hash_now = load("tictactoe").rules_hash
    with open_run(tmp_path / "z", "match", {"game": "tictactoe", "rules_hash": hash_now}):
        pass
    assert cli.run(["rerun", str(tmp_path / "z")]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert cli.run(["rerun", str(tmp_path / "nothing")]) == 2
    capsys.readouterr()
    assert cli.run(["rerun", str(tmp_path / "z"), "--out", str(tmp_path / "a/../z")]) == 2
    assert "holds this run already" in capsys.readouterr().err


# Levels, and errors against perfect play.


def test_errors_are_a_run_that_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    build_table(load("tictactoe"), tmp_path)
    words = ["lab", "errors", "tictactoe", "random", "greedy", "--games", "4", "--json"]
    assert cli.run(words) == 0
    alone = json.loads(capsys.readouterr().out)
    folder = tmp_path / "x"
    assert cli.run([*words, "--out", str(folder)]) == 0
    assert json.loads(capsys.readouterr().out) == alone
    games = (folder / "games.jsonl").read_bytes()
    lines = games.splitlines(keepends=True)
    assert len(lines) == 8 and "perfect play" in (folder / "report.html").read_text()
    (folder / "games.jsonl").write_bytes(b"".join(lines[5:] + lines[:2]) + b'{"number": 2, ')
    assert cli.run([*words, "--out", str(folder)]) == 0
    assert json.loads(capsys.readouterr().out) == alone
    assert (folder / "games.jsonl").read_bytes() == games
    assert cli.run(["rerun", str(folder)]) == 0
    (folder / "games.jsonl").write_bytes(games + lines[0])
    assert cli.run([*words, "--out", str(folder)]) == 2
    assert "line 9: damaged" in capsys.readouterr().err


def test_errors_by_other_levels_are_another_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    build_table(load("tictactoe"), tmp_path)
    words = ["lab", "errors", "tictactoe", "level:3", "--games", "2", "--out", str(tmp_path / "x")]
    assert cli.run(words) == 0 == cli.run(words)
    monkeypatch.setattr(levels, "OTHERS", {})
    assert cli.run(words) == 2
    assert "levels" in capsys.readouterr().err


def test_levels_are_runs_with_ratings_in_one_scale(tmp_path, capsys):
    words = ["lab", "levels", "tictactoe", "--games", "4", "--levels", "1,2", "--plies", "2"]
    code = cli.run([*words, "--out", str(tmp_path / "x"), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code == (0 if found["inside"] else 1)
    assert [player["name"] for player in found["players"]] == ["level:0", "level:1", "level:2"]
    assert sum(player["rating"] for player in found["players"]) == pytest.approx(0, abs=0.2)
    assert {Path(run.folder).name for run in list_runs(tmp_path / "x")} == {"1-0", "2-1"}
    assert "level:2" in (tmp_path / "x/report.ja.html").read_text("utf-8")
