"""The atlas: what is shipped is right, and the command adds what is missing and nothing else."""

import hashlib
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import yomikiri as yk
from yomikiri.atlas import making
from yomikiri.atlas.boards import FORECAST, SOLVE, Board, all_boards, chosen
from yomikiri.atlas.making import BOARDS, make_atlas, read_atlas
from yomikiri.atlas.pages import README, published, readme
from yomikiri.cli.app import run
from yomikiri.games import load
from yomikiri.games.claim import AGREES, WINNER
from yomikiri.verify.verdict import verify

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "docs" / "atlas"
LINES = read_atlas(SHIPPED)
SMALL = 40_000  # nodes: solved again here
SLOWLY = 450  # bytes: certificates that the checker in plain Python takes a moment for


def small_lines():
    return [
        line
        for line in LINES.values()
        if line["kind"] == SOLVE and 0 < (line["nodes"] or 0) < SMALL
    ]


def test_the_list_has_the_boards_that_it_should():
    games = {board.game for board in all_boards()}
    assert len(games) < len(all_boards()) < 150  # two forecasts of a game
    for size in ("4x4", "4x6", "4x8", "6x6"):
        assert {f"nip:{size}", f"nip:{size},rim=lap", f"nip:{size},rim=off"} <= games
    assert {"nip:4x10", "nip:4x12", "nip:6x8", "connect4:6x6", "connect4:6x7"} <= games
    every = games | {board.same for board in all_boards()}
    for rows in range(3, 13):
        for columns in range(3, 36 // rows + 1):
            for start in ("cross", "parallel", "parallel2"):
                if rows == columns and start == "parallel2":
                    continue  # on its side
                assert load(f"othello:{rows}x{columns},start={start}").spec in every
    assert "othello:5x7,start=cross2" in games and len({b.key for b in all_boards()}) == len(
        all_boards()
    )


@pytest.mark.parametrize("board", [b for b in all_boards() if b.same][:12], ids=lambda b: b.game)
def test_a_board_on_its_side_has_the_same_value(board):
    assert yk.solve(board.game).value == yk.solve(board.same).value


@pytest.mark.parametrize("line", small_lines(), ids=lambda line: line["game"])
def test_a_shipped_line_is_what_a_solve_finds(line):
    answer = yk.solve(line["game"], goal=line["goal"])
    assert answer.game.rules_hash == line["rules_hash"]
    assert (answer.value, answer.winner) == (line["value"], line["winner"])
    assert [str(move) for move in answer.best_moves] == line["best_moves"]


def test_shipped_lines_play_to_their_result():
    """The line of best play leads by the rules to the final count that is told."""
    for line in LINES.values():
        if line["kind"] == SOLVE and line["line"]:
            game = load(line["game"])
            moves = game.read_moves(game.start, " ".join(line["line"]))
            end = game.replay(game.start, moves)
            assert not game.legal_moves(end) and game.outcome(end) is not None
            if game.has_score:
                final = game.final(end)
                assert final is not None
                assert [final.first, final.second] == line["final"]
                assert final.first - final.second == line["value"]


def test_shipped_certificates_are_there_and_unchanged():
    shipped = [line["certificate"] for line in LINES.values() if line.get("certificate")]
    named = {proof["file"] for proof in shipped if proof["file"]}
    assert named == {path.name for path in SHIPPED.glob("*.certificate")}
    for proof in shipped:
        assert (proof["file"] is None) == (proof["bytes"] > making.SHIPPED)
        if proof["file"]:
            data = (SHIPPED / proof["file"]).read_bytes()
            assert len(data) == proof["bytes"]
            head, _, rest = data.partition(b"\n")
            assert hashlib.sha256(rest).hexdigest() == proof["sha256"] == head.split()[-1].decode()


def test_the_checker_that_stands_alone_believes_a_sample():
    small = [line for line in LINES.values() if line.get("certificate") and line["kind"] == SOLVE]
    sample = [line for line in small if line["certificate"]["bytes"] < SLOWLY]
    assert len(sample) >= 5
    for line in sample[:5]:
        file = SHIPPED / line["certificate"]["file"]
        command = [sys.executable, "-I", str(ROOT / "yomikiri_verify.py"), str(file)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        expected = f"{line['value']}"
        assert expected in done.stdout


def test_the_shipped_page_is_what_the_lines_say():
    assert (SHIPPED / README).read_text("utf-8") == readme(all_boards(), LINES)


def test_shipped_lines_agree_with_what_was_found_before():
    """With the results that docs/results.md and the games themselves tell."""
    for line in LINES.values():
        if line["kind"] == FORECAST:
            continue
        game = load(line["game"])
        for known in game.found:
            if known.game == game.spec and not known.figure and known.winner:
                assert known.winner == line["winner"]
                assert known.value is None or known.value == line["value"]


def test_what_was_published_is_judged_by_the_line():
    board = next(board for board in all_boards() if board.game == "othello:3x4")
    line = {"winner": "first", "value": 12, "distance": None}
    (told,) = published(board, line)  # of the board on its side
    assert told.what.fields["verdict"].name == f"claim.ours.{AGREES}"
    (told,) = published(board, line | {"winner": "second", "value": -12})
    assert told.what.fields["verdict"].name not in (
        f"claim.ours.{AGREES}",
        f"claim.ours.{WINNER}",
    )


# Making it.

TWO = [Board("othello:3x3"), Board("nip:4x4")]


def test_what_is_there_is_not_made_again_and_what_is_missing_is_added(tmp_path):
    first = list(make_atlas(tmp_path, TWO[:1]))
    assert [line["game"] for line in first] == ["othello:3x3"]
    before = (tmp_path / BOARDS).read_bytes()
    second = list(make_atlas(tmp_path, TWO))
    assert [line["game"] for line in second] == ["nip:4x4"]
    assert (tmp_path / BOARDS).read_bytes().startswith(before)
    assert not list(make_atlas(tmp_path, TWO))
    assert {path.name for path in tmp_path.glob("*.certificate")} == {
        "othello-3x3.certificate",
        "nip-4x4.certificate",
    }


def test_a_line_of_older_rules_is_made_again(tmp_path):
    (line,) = make_atlas(tmp_path, TWO[:1])
    (tmp_path / BOARDS).write_text(json.dumps(line | {"rules_hash": "older", "value": 99}) + "\n")
    assert len(list(make_atlas(tmp_path, TWO[:1]))) == 1
    assert read_atlas(tmp_path)[TWO[0].key]["value"] == line["value"]


def test_a_line_that_a_kill_cut_off_is_made_again(tmp_path):
    list(make_atlas(tmp_path, TWO))
    path = tmp_path / BOARDS
    path.write_bytes(path.read_bytes()[:-20])
    assert len(read_atlas(tmp_path)) == 1
    assert [line["game"] for line in make_atlas(tmp_path, TWO)] == ["nip:4x4"]


def test_a_large_certificate_is_named_by_its_hash(tmp_path, monkeypatch):
    monkeypatch.setattr(making, "SHIPPED", 100)
    (line,) = make_atlas(tmp_path, TWO[:1])
    proof = line["certificate"]
    assert proof["file"] is None and not list(tmp_path.glob("*.certificate"))
    yk.solve("othello:3x3", certificate=tmp_path / "again")  # what the page says to do
    assert proof["sha256"].encode() in (tmp_path / "again").read_bytes().splitlines()[0]
    assert proof["sha256"] in readme(TWO, read_atlas(tmp_path))


def test_a_certificate_that_proves_nothing_stops_it(tmp_path, monkeypatch, capsys):
    """Such as one that a wrong solver made: the board is not added."""
    other = tmp_path / "other"
    yk.solve("nip:4x4", certificate=other)

    def wrong(path, **options):
        data = bytearray(other.read_bytes())
        data[-1] ^= 1
        path.write_bytes(data)
        return verify(path, **options)

    monkeypatch.setattr(making, "verify", wrong)
    assert run(["atlas", "--only", "nip:4x4", "--out", str(tmp_path / "a")]) == 1
    assert "does not prove" in capsys.readouterr().err.splitlines()[-1]
    assert not read_atlas(tmp_path / "a")


def test_the_time_that_is_allowed_ends_it(tmp_path):
    assert list(make_atlas(tmp_path, TWO, seconds=1e-9)) == []
    assert not read_atlas(tmp_path)


@pytest.mark.long
def test_a_long_board_has_a_store_and_goes_on(tmp_path):
    long = Board("nip:6x6", seconds=1000)
    assert list(make_atlas(tmp_path, [long], seconds=0.3)) == []
    (line,) = make_atlas(tmp_path, [long])
    assert line["value"] == 4 and line["tasks"] > 0 and line["certificate"]["checked"] > 0


@pytest.mark.long
def test_two_jobs_make_the_same_lines(tmp_path):
    boards = chosen("nip:4x4")
    lines = {line["game"]: line for line in make_atlas(tmp_path / "two", boards, jobs=2)}
    assert lines.keys() == {board.game for board in boards}
    for line in make_atlas(tmp_path / "one", boards):
        other = lines[line["game"]]
        for name in ("value", "best_moves", "line", "nodes", "certificate"):
            assert line[name] == other[name]


@pytest.mark.long
def test_killed_it_goes_on(tmp_path):
    out = tmp_path / "a"
    command = [sys.executable, "-m", "yomikiri", "atlas", "--only", "othello:3x", "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while not read_atlas(out) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = read_atlas(out)
    assert before
    small = [board for board in chosen("othello:3x") if board.seconds <= 1.0]
    list(make_atlas(out, small[:8]))
    after = read_atlas(out)
    assert all(after[key] == line for key, line in before.items())
    assert all(board.key in after for board in small[:8])


# The command.


def test_the_command_lists_makes_and_shows(tmp_path, capsys):
    out = str(tmp_path / "a")
    assert run(["atlas", "--list", "--only", "nip:4x4", "--out", out, "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("missing") == 3 and "nip:4x4,rim=lap" in shown
    assert not Path(out).exists()
    command = ["atlas", "--only", "nip:4x4", "--out", out, "--lang", "en"]
    assert run([*command, "--report", str(tmp_path / "r")]) == 0
    shown = capsys.readouterr()
    assert "Black wins 7-5" in shown.out and "3 boards of 3" in shown.err
    assert "claimed: White wins 2-10 (wrong) [1]" in shown.out
    assert "黒の勝ち" in (tmp_path / "r" / "report.ja.html").read_text("utf-8")
    assert run([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["state"] for row in document["boards"]] == ["made"] * 3
    assert document["boards"][0]["value"] == 2
    assert document["boards"][0]["command"] == "yomikiri solve nip:4x4 --certificate FILE"
    assert "claimed" in document["boards"][0]["published"][0]["claim"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--only", "chess"], "no board of the atlas"),
        (["--minutes", "0"], "minutes"),
        (["--minutes", "soon"], "soon"),
        (["--jobs", "0"], "jobs"),
        (["--out", "/proc/nothing"], "/proc/nothing"),
    ],
)
def test_bad_input_is_one_line(options, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["atlas", "--lang", "en", *options]) == 2
    shown = capsys.readouterr().err.splitlines()
    assert len(shown) == 1 and told in shown[0]


def test_a_damaged_atlas_is_told_with_its_line(tmp_path, capsys):
    list(make_atlas(tmp_path, TWO))
    path = tmp_path / BOARDS
    first, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"{]" + first[2:] + b"".join(rest))
    for more in ([], ["--list"]):
        assert run(["atlas", "--only", "nip:4x4", "--out", str(tmp_path), *more]) == 2
        assert f"{BOARDS}" in capsys.readouterr().err


def test_another_run_in_the_folder_is_refused(tmp_path, capsys):
    shutil.copy(SHIPPED / "manifest.json", tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {"kind": "match"}))
    assert run(["atlas", "--only", "nip:4x4", "--out", str(tmp_path)]) == 2
    assert "match" in capsys.readouterr().err
