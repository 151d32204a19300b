"""Many positions in a file: every answer once, in order, whatever happens in between."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
import types
from contextlib import redirect_stdout
from typing import Any, cast

import pytest

import yomikiri as yk
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.batch import RUN
from yomikiri.lab.positions import read_entries, read_position
from yomikiri.play.formats import pgn
from yomikiri.tables.build import build_table
from yomikiri.tables.table import Table

GAME = load("tictactoe")
LINES = ["x../.o./... x", "b2 a1", ".../.../... x", "a1 b2 c3", "xx./oo./... x", "xxx/oo./... o"]


def ask(*words: object) -> tuple[int, str]:
    printed = io.StringIO()
    with redirect_stdout(printed):
        return cli.run([*map(str, words)]), printed.getvalue()


@pytest.fixture
def positions(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("# six of them\n\n" + "\n".join(LINES) + "\n")
    return path


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def without_times(answers):
    return [{k: v for k, v in answer.items() if k != "seconds"} for answer in answers]


# What a line may be.

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - -"


@pytest.mark.parametrize(
    ("spec", "line", "position"),
    [
        ("tictactoe", "b2 a1", "o../.x./... x"),
        ("tictactoe", "o../.x./... x", "o../.x./... x"),
        ("ending:KPK", f'{FEN} bm Kd2; id "one";', f"{FEN} 0 1"),
        ("ending:KPK", f"{FEN} 3 9", f"{FEN} 0 1"),
        ("ending:KPK", "Kd2 Kd7", "8/3k4/8/8/8/8/3KP3/8 w - - 0 1"),
        ("dobutsu", "startpos moves 2c2b", "gle/1C1/3/ELG w C 2"),
        ("dobutsu", "sfen gle/1c1/1C1/ELG b - 1 moves 2c2b", "gle/1C1/3/ELG w C 2"),
        ("dobutsu", "gle/1c1/1C1/ELG b - 1", "gle/1c1/1C1/ELG b - 1"),
    ],
)
def test_a_line_is_read_in_whatever_way_it_is_written(spec, line, position):
    game = load(spec)
    assert read_position(game, line).text == game.show(game.parse(position))


def test_a_record_in_a_line_means_its_last_position(tmp_path):
    match = ["match", "tictactoe", "random", "random", "--games", "2", "--out", tmp_path / "m"]
    assert ask(*match)[0] == 0
    for line in (tmp_path / "m" / "games.jsonl").read_text().splitlines():
        assert read_position(GAME, line).outcome is not None


def test_a_file_of_games_has_all_their_positions(tmp_path):
    game = load("ending:KPK")
    one = '[White "a"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. Kd2 Kd7 *\n'
    (tmp_path / "games.pgn").write_text(one + "\n" + one.replace("Kd2", "Kf2"))
    entries = read_entries(tmp_path / "games.pgn", game)
    places = [(entry.where["record"], entry.where["ply"]) for entry in entries]
    assert places == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert entries[4].text.startswith("4k3/8/8/8/8/8/4PK2/8 b")
    assert len(pgn.split(one * 3)) == 3
    (tmp_path / "games.pgn").write_text(one + "\n" + one.replace("Kd2", "Ke5"))
    with pytest.raises(InputError, match="game 2"):
        read_entries(tmp_path / "games.pgn", game)
    kif = tmp_path / "game.kif"
    kif.write_text(cli_record("dobutsu", tmp_path))
    assert [e.where["ply"] for e in read_entries(kif, load("dobutsu"))][:2] == [0, 1]


def cli_record(spec, folder):
    from yomikiri.play import formats
    from yomikiri.play.tree import Tree

    game = load(spec)
    return formats.write(Tree(game, game.start, game.legal_moves(game.start)[:1]), "kif")


# Answers.


def test_answers_are_those_of_single_questions_in_order(positions, tmp_path):
    out = tmp_path / "answers.jsonl"
    assert ask("analyze", "tictactoe", "--file", positions, "--out", out, "--depth", 9)[0] == 0
    answers = read(out)
    assert [answer["number"] for answer in answers] == [1, 2, 3, 4, 5, 6]
    assert [answer["at"]["line"] for answer in answers] == [3, 4, 5, 6, 7, 8]
    for line, answer in zip(LINES, answers):
        alone = yk.analyze(GAME, position=read_position(GAME, line), depth=9).to_dict()
        assert without_times([alone | {"number": 0, "at": 0}]) == without_times(
            [answer | {"number": 0, "at": 0}]
        )


def test_without_out_answers_are_printed(positions):
    code, printed = ask("solve", "tictactoe", "--file", positions)
    answers = [json.loads(line) for line in printed.splitlines()]
    assert code == 0 and [answer["value"] for answer in answers] == [0, 0, 0, 0, 1, 1]
    code, printed = ask("solve", "tictactoe", "--file", positions, "--json")
    assert without_times(json.loads(printed)["answers"]) == without_times(answers)


@pytest.mark.long
def test_several_processes_give_the_same_answers(positions, tmp_path):
    for jobs in (1, 2):
        words = ["--file", positions, "--out", tmp_path / f"{jobs}.jsonl", "--jobs", jobs]
        assert ask("solve", "tictactoe", *words)[0] == 0
    one, two = (without_times(read(tmp_path / f"{jobs}.jsonl")) for jobs in (1, 2))
    assert one == two and len(one) == 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables")
    build_table(GAME, path)
    return path


def test_a_table_answers_many_positions_at_once(folder, tmp_path):
    table = Table(GAME, folder)
    chance, states = random.Random(1), [GAME.start]
    while len(states) < 500:  # more than those for which it is not loaded
        moves = GAME.legal_moves(states[-1])
        states.append(GAME.play(states[-1], chance.choice(moves)) if moves else GAME.start)
    path, out = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    path.write_text("".join(f"{GAME.show(state)}\n" for state in states))
    words = ["table", "probe", "tictactoe", "--file", path, "--out", out, "--tables", folder]
    assert ask(*words)[0] == 0
    found = [(answer["wdl"], answer["distance"]) for answer in read(out)]
    assert found == [table.probe(state) for state in states]


# What is wrong.


def test_bad_lines_are_told_before_anything_is_computed(positions, tmp_path, capsys):
    positions.write_text(positions.read_text() + "nonsense\nxxx/.../... x\n")
    out = tmp_path / "answers.jsonl"
    words = ["solve", "tictactoe", "--file", positions, "--out", out]
    assert ask(*words)[0] == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "line 9" in told and "10" in told and "--keep-going" in told
    assert sorted(tmp_path.iterdir()) == [positions]
    assert ask(*words, "--keep-going", "--json")[0] == 0
    answers = read(out)
    assert [("error" in answer) for answer in answers] == 6 * [False] + 2 * [True]
    assert "nonsense" in answers[6]["error"]["en"] and answers[6]["at"] == {"line": 9}


def test_a_position_that_cannot_be_answered_is_named_by_its_line(tmp_path, capsys):
    path = tmp_path / "positions.txt"
    path.write_text("x../.o./... x\nxxx/oo./... o\n")
    words = ["analyze", "tictactoe", "--file", path, "--player", "random"]
    assert ask(*words)[0] == 2 and "line 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["analyze", "tictactoe", "--out", "x.jsonl"],
        ["analyze", "tictactoe", "--jobs", "2"],
        ["analyze", "tictactoe", "--file", "FILE", "--moves", "b2"],
        ["analyze", "tictactoe", "--file", "FILE", "--player", "nobody"],
        ["solve", "tictactoe", "--file", "FILE", "--svg", "x.svg"],
        ["solve", "tictactoe", "--file", "missing.txt"],
        ["solve", "tictactoe", "--file", "/dev/zero"],
        ["solve", "tictactoe", "--file", "FILE", "--out", "no/such/folder.jsonl"],
        ["table", "probe", "tictactoe", "--file", "FILE", "--tables", "nowhere"],
        ["table", "probe", "tictactoe", "--file", "FILE", "--lines", "all"],
    ],
    ids=" ".join,
)
def test_wrong_questions_are_refused(words, positions, capsys, monkeypatch):
    monkeypatch.chdir(positions.parent)
    assert cli.run([str(positions) if word == "FILE" else word for word in words]) == 2
    printed = capsys.readouterr()
    assert not printed.out and printed.err.count("\n") == 1
    assert [*positions.parent.iterdir()] == [positions]


def test_nothing_is_overwritten(positions, tmp_path, capsys):
    out = tmp_path / "answers.jsonl"
    out.write_text("mine\n")
    words = ["solve", "tictactoe", "--file", positions, "--out", out]
    assert ask(*words)[0] == 2 and out.read_text() == "mine\n"
    out.unlink()
    assert ask(*words)[0] == 0
    before = out.read_text()
    assert ask(*words)[0] == 0 and out.read_text() == before  # there is nothing to do
    positions.write_text(positions.read_text() + LINES[0] + "\n")
    assert ask(*words)[0] == 2 and out.read_text() == before
    assert "another run" in capsys.readouterr().err


def test_damaged_answers_are_told(positions, tmp_path, capsys):
    out = tmp_path / "answers.jsonl"
    words = ["solve", "tictactoe", "--file", positions, "--out", out]
    assert ask(*words)[0] == 0
    parts = out.with_name(out.name + RUN) / "answers.jsonl"
    for text, name in (("{]\n", "line 1"), ('{"number":99}\n', "another batch")):
        out.unlink(missing_ok=True)
        parts.write_text(text)
        assert ask(*words)[0] == 2 and parts.read_text() == text
        assert name in capsys.readouterr().err


def test_finished_answers_that_were_damaged_are_told_and_left_alone(positions, tmp_path, capsys):
    out = tmp_path / "answers.jsonl"
    words = ["solve", "tictactoe", "--file", positions, "--out", out]
    assert ask(*words)[0] == 0
    lines = out.read_bytes().splitlines(True)
    spoilt = {  # what is wrong in which line
        b"": 1,
        b"[1,2]\n": 1,
        b"\xff\x00junk\n" + b"".join(lines): 1,
        b"".join(lines)[:-20]: 6,
        b"".join(lines[:4]): 5,
        b"".join([lines[0], lines[2], *lines[2:]]): 2,
        b"".join([*lines, lines[-1]]): 7,
    }
    capsys.readouterr()
    for content, line in spoilt.items():
        out.write_bytes(content)
        assert ask(*words)[0] == 2 and out.read_bytes() == content
        said = capsys.readouterr().err
        assert f"answers.jsonl, line {line}: " in said and said.count("\n") == 1
    with pytest.raises(InputError, match="line 7"):
        yk.analyze_many("tictactoe", positions, out=analyzed(positions, tmp_path))


def analyzed(positions, tmp_path):
    """Finished analyses, with one line too many."""
    out = tmp_path / "analyses.jsonl"
    yk.analyze_many("tictactoe", positions, out=out)
    out.write_bytes(out.read_bytes() + b'{"number":7}\n')
    return out


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_is_told_and_what_was_answered_stays(positions, tmp_path, capsys, monkeypatch):
    out = tmp_path / "answers.jsonl"
    words = ["solve", "tictactoe", "--file", positions, "--out", out]
    folder = out.with_name(out.name + RUN)
    monkeypatch.setattr(
        "yomikiri.lab.batch.gather", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
    )
    assert ask(*words)[0] == 130  # the answers are in the run, not yet in the file
    monkeypatch.undo()
    kept = (folder / "answers.jsonl").read_text()
    out.with_name(out.name + ".part").symlink_to("/dev/full")
    assert ask(*words)[0] == 1
    assert "answers.jsonl: no space left" in capsys.readouterr().err
    assert (folder / "answers.jsonl").read_text() == kept and not out.exists()
    assert ask(*words)[0] == 0 and len(read(out)) == 6


# Kills.


def kill_and_go_on(tmp_path, kills: int) -> None:
    path, out = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    chance = random.Random(kills)
    number = 200 + 60 * kills
    path.write_text("".join(f"{LINES[n % 5]}\n" for n in range(number)))
    words = ["solve", "tictactoe", "--file", str(path), "--out", str(out), "--jobs", "2"]
    killed = 0
    while not out.exists():
        process = subprocess.Popen(
            [sys.executable, "-m", "yomikiri", *words], stderr=subprocess.PIPE, text=True
        )
        parts = out.with_name(out.name + RUN) / "answers.jsonl"
        before = parts.stat().st_size if parts.exists() else 0
        while process.poll() is None and killed < kills:
            grown = parts.exists() and parts.stat().st_size > before
            if grown or chance.random() < 0.002:  # sometimes also before the first answer
                time.sleep(chance.random() * 0.2)
                process.send_signal(signal.SIGKILL)
                killed += 1
                break
            time.sleep(0.01)
        assert process.wait() in (0, -signal.SIGKILL), process.communicate()[1]
    assert killed >= max(1, kills // 2)
    answers = read(out)
    assert [answer["number"] for answer in answers] == [*range(1, number + 1)]
    values = [[0, 0, 0, 0, 1][n % 5] for n in range(number)]
    assert [answer["value"] for answer in answers] == values


@pytest.mark.long
@pytest.mark.compiled
def test_killed_and_run_again_every_answer_is_there_once(tmp_path):
    kill_and_go_on(tmp_path, 1)


@pytest.mark.slow
@pytest.mark.compiled
def test_killed_fifty_times_every_answer_is_there_once(tmp_path):
    kill_and_go_on(tmp_path, 50)


# In Python.


def test_answers_print_and_show_themselves(tmp_path, monkeypatch):
    found = yk.analyze_many(GAME, [GAME.position("", "b2"), *LINES[:2], GAME.start], depth=9)
    assert len(found) == 4 and [answer["value"] for answer in found] == [0, 0, 0, 0]
    assert str(found).startswith("tictactoe: 4 positions\n") and str(found).count("\n") == 4
    assert found._repr_html_().count("<tr>") == 5
    frames: list[list[dict[str, object]]] = []
    fake = types.SimpleNamespace(DataFrame=frames.append)
    monkeypatch.setitem(sys.modules, "pandas", fake)
    found.to_frame()
    assert [row["best"] for row in frames[0]] == [answer["moves"][0]["move"] for answer in found]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="pandas"):
        found.to_frame()


def test_a_file_is_analysed_in_python(positions, tmp_path):
    out = tmp_path / "answers.jsonl"
    found = yk.analyze_many("tictactoe", positions, depth=9, out=out)
    assert list(found) == read(out) and len(found) == 6
    assert len(yk.analyze_many("tictactoe", [])) == 0
    for wrong in (None, 5):
        with pytest.raises(InputError, match="expected a list of positions"):
            yk.analyze_many("tictactoe", cast(Any, wrong))
    with pytest.raises(InputError, match="line 2"):
        yk.analyze_many("tictactoe", [LINES[0], "nonsense"])


# Games judged.


def test_many_games_are_reviewed_in_their_order(tmp_path, capsys):
    (tmp_path / "games.txt").write_text("b2 a2 c3 c1\n\n# a comment\na1 b2\n", "utf-8")
    words = ["review", "tictactoe", "--file", str(tmp_path / "games.txt"), "--nodes"]
    words += ["100000", "--out", str(tmp_path / "out.jsonl")]
    assert cli.run(words) == 0
    first, second = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert [move["judgement"] for move in first["moves"]][1] == "mistake"
    assert first["at"] == {"line": 1} and second["at"] == {"line": 4}
    assert len(second["moves"]) == 2
    assert cli.run(["rerun", str(tmp_path / "out.jsonl.run")]) == 0
    assert "the same 2 answers" in capsys.readouterr().out


def test_records_of_a_match_are_reviewed_without_naming_their_game(tmp_path, capsys):
    run = tmp_path / "run"
    words = ["match", "tictactoe", "random", "random", "--games", "2", "--out", str(run)]
    assert cli.run(words) == 0
    capsys.readouterr()
    assert cli.run(["review", "--file", str(run / "games.jsonl"), "--nodes", "100000"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["players"] for each in found] == [["random", "random"]] * 2


@pytest.mark.parametrize(
    ("line", "said"), [("b2 b2", "1"), ("x../.o./... x", "1"), ('{"a": 1}', "1")]
)
def test_a_game_that_cannot_be_reviewed_is_named_by_its_line(line, said, tmp_path, capsys):
    (tmp_path / "games.txt").write_text(line, "utf-8")
    words = ["review", "--game", "tictactoe", "--file", str(tmp_path / "games.txt")]
    assert cli.run(words) == 2
    error = capsys.readouterr().err
    assert "games.txt" in error and f"{said}" in error and len(error.splitlines()) == 1


def test_review_wants_one_game_or_a_file_of_them(capsys):
    assert cli.run(["review"]) == 2
    assert "RECORD" in capsys.readouterr().err


def test_games_of_other_programs_are_judged_only_with_their_game(tmp_path, capsys):
    (tmp_path / "game.kif").write_text("手合割：5五将棋\n", "utf-8")
    assert cli.run(["review", "--file", str(tmp_path / "game.kif")]) == 2
    assert "KIF does not say which game it is; name it" in capsys.readouterr().err
