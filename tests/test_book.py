"""Opening books: grown where it matters, kept through kills, merged, used by players."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import State
from yomikiri.lab.book import build_book, document, leaves_of, merge_books
from yomikiri.players import make_player
from yomikiri.players.book import Book, BookMove, Page, Values, canonical
from yomikiri.solve import analyze
from yomikiri.web.limits import open_player

GAME = load("tictactoe")


def grow(path, depth=3, seconds=60.0, **options):
    return build_book(GAME, path, depth=depth, seconds=seconds, nodes=20_000, **options)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    path = tmp_path_factory.mktemp("books") / "tictactoe.book"
    grow(path)
    return path


def test_a_book_has_best_play_and_no_mistakes(book):
    with Book(book, GAME) as opened:
        pages = list(opened.pages())
        for page in pages:
            state = GAME.parse(page.position)
            values = {str(it.move): it.value for it in analyze(GAME, position=state).moves}
            for entry in page.moves:
                assert values[entry.move] == entry.value and entry.exact
        # Every reply that keeps the draw, three plies deep, mirror images once.
        wanted, layer = set(), {GAME.start}
        for _ in range(3):
            wanted |= {canonical(GAME, state)[0] for state in layer}
            layer = {
                GAME.play(state, it.move.number)
                for state in layer
                for it in analyze(GAME, position=state).moves
                if it.value == 0
            }
        assert {page.position for page in pages} == wanted


def test_a_book_goes_on_and_ends(book, tmp_path):
    path = tmp_path / "a.book"
    first = grow(path, depth=1)
    assert first == (1, 1, 0)
    second = grow(path, depth=3)
    with Book(book, GAME) as opened:
        assert second.positions == len(list(opened.pages())) == second.added + 1
    assert grow(path, depth=3) == (second.positions, 0, 0)


@pytest.mark.long
def test_several_processes_build_the_same_book(book, tmp_path):
    grow(tmp_path / "two.book", jobs=2)
    with Book(book, GAME) as one, Book(tmp_path / "two.book", GAME) as two:
        assert list(one.pages()) == list(two.pages())


def page(position, ply, **moves):
    entries = [
        BookMove(name, child, rank, rank / 100, False) for name, (child, rank) in moves.items()
    ]
    return Page(position, ply, 1, tuple(entries))


def test_values_come_from_below_and_lines_that_turn_out_bad_stop_growing():
    start, a, b = (GAME.show(GAME.position("", moves).state) for moves in ("", "a1", "b1"))
    pages = {start: page(start, 0, a1=(a, 90), b1=(b, 80))}
    leaves = leaves_of(Values(GAME, pages.values()), start, 4, 100)
    assert [(ply, position) for _, ply, position in leaves] == [(1, a), (1, b)]
    after = GAME.show(GAME.position("", "a1 b2").state)
    pages[a] = page(a, 1, b2=(after, 70))  # the reply is good: a1 is worth -70
    values = Values(GAME, pages.values())
    assert values.moves == {(start, "a1"): -70, (start, "b1"): 80, (a, "b2"): 70}
    assert values.values == {place: rank / 100 for place, rank in values.moves.items()}
    assert [position for _, _, position in leaves_of(values, start, 4, 100)] == [b]


def tree_of_pages(depth):
    """All positions of some plies with ranks by chance, mirror images apart."""
    chance, pages, layer = random.Random(5), [], {GAME.show(GAME.start): GAME.start}
    for ply in range(depth):
        below: dict[str, State] = {}
        for text, state in layer.items():
            children = {move: GAME.play(state, move) for move in GAME.legal_moves(state)}
            moves = {
                GAME.move_name(state, move): (GAME.show(child), chance.randint(-99, 99))
                for move, child in children.items()
            }
            pages.append(page(text, ply, **moves))
            below |= {GAME.show(child): child for child in children.values()}
        layer = below
    return pages


def test_values_kept_as_a_book_grows_are_those_of_the_whole_book(monkeypatch):
    pages = tree_of_pages(4)
    whole = Values(GAME, pages)
    random.Random(1).shuffle(pages)
    grown, valued = Values(GAME), []
    value = Values.value

    def counted(self, position):
        valued.append(position)
        return value(self, position)

    monkeypatch.setattr(Values, "value", counted)
    for each in pages:
        grown.add(each)
    assert grown.moves == whole.moves and grown.best == whole.best
    assert len(valued) < 5 * len(pages)  # and not all of them each time


def test_a_player_plays_by_the_book_also_in_mirror_images(book):
    player = make_player(f"alphabeta:depth=1,book={book}", GAME)
    for corner in ("a1", "c1", "a3", "c3"):
        state = GAME.position("", corner).state
        choice = player.choose(state)
        assert GAME.move_name(state, choice.move) == "b2" and choice.exact and choice.value == 0
        assert choice.nodes == 0
    deep = GAME.position("", "a1 b2 c3 b1").state  # beyond the book it searches
    assert player.choose(deep).nodes > 0


def test_a_player_says_what_the_book_has_about_each_move(book):
    state = GAME.position("", "a1").state
    choice, reasons = make_player(f"alphabeta:depth=1,book={book}", GAME).explain(state)
    values = {GAME.move_name(state, reason.move): reason.value for reason in reasons}
    assert GAME.move_name(state, choice.move) == "b2"
    assert values.pop("b2") == 0 and set(values.values()) == {-1} and len(values) == 7


def test_the_page_names_no_files(book):
    with pytest.raises(InputError, match="book="):
        open_player(f"alphabeta:depth=1,book={book}", GAME, 0)


def test_books_are_merged(book, tmp_path):
    one, out = tmp_path / "one.book", tmp_path / "out.book"
    grow(one, depth=1)
    with Book(book, GAME) as opened:
        whole = list(opened.pages())
    assert merge_books(GAME, out, [one, book]).positions == len(whole)
    with Book(out, GAME) as opened:
        assert list(opened.pages()) == whole
    assert merge_books(GAME, out, [one]).added == 0


def test_a_book_is_exported(book, tmp_path, capsys):
    out = tmp_path / "book.json"
    assert cli.run(["book", "export", "tictactoe", str(book), str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["positions"] > 1
    with Book(book, GAME) as opened:
        assert json.loads(out.read_text()) == document(GAME, opened)
    assert cli.run(["book", "export", "tictactoe", str(book), str(out)]) == 2  # it is there
    assert cli.run(["book", "export", "tictactoe", str(book), str(tmp_path / "a.db")]) == 2
    assert cli.run(["book", "export", "tictactoe", str(book), str(tmp_path / "a.bin")]) == 2
    assert "ends in .json or .db" in capsys.readouterr().err and not (tmp_path / "a.bin").exists()
    dobutsu = load("dobutsu")
    build_book(dobutsu, tmp_path / "d.book", depth=1, seconds=60, nodes=500)
    words = ["book", "export", "dobutsu", str(tmp_path / "d.book"), str(tmp_path / "d.db")]
    assert cli.run(words) == 0
    lines = (tmp_path / "d.db").read_text().splitlines()
    assert lines[0] == "#YANEURAOU-DB2016 1.00"
    place = lines.index(f"sfen {dobutsu.show(dobutsu.start)}")
    moves = dobutsu.legal_moves(dobutsu.start)
    names = {line.split()[0] for line in lines[place + 1 :][: len(moves)]}
    assert names == {dobutsu.move_name(dobutsu.start, move) for move in moves}
    assert len(lines) == 1 + 2 * (1 + len(moves))  # and the mirror image


def test_the_commands_report(book, tmp_path, capsys):
    words = ["book", "show", "tictactoe", str(book), "--moves", "c1"]
    assert cli.run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["moves"][0]["move"] == "b2" and len(found["moves"]) == 8
    assert cli.run(words) == 0 and "b2" in capsys.readouterr().out
    out = str(tmp_path / "b.book")
    assert cli.run(["book", "build", "tictactoe", "--out", out, "--depth", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["positions"] == 1
    assert cli.run(["book", "merge", "tictactoe", str(book), "--out", out]) == 0


@pytest.mark.parametrize("fault", ["text", "damaged", "other", "missing", "folder"])
def test_what_is_no_book_is_told_in_one_line_and_left_alone(fault, book, tmp_path, capsys):
    path = tmp_path / "a.book"
    game = "tictactoe"
    if fault == "text":
        path.write_text("my notes\n")
    elif fault == "damaged":
        data = bytearray(book.read_bytes())
        data[100:4000] = bytes(3900)
        path.write_bytes(data)
    elif fault == "other":
        path.write_bytes(book.read_bytes())
        game = "connect4:4x4"
    elif fault == "folder":
        path.mkdir()
    before = path.read_bytes() if path.is_file() else None
    asked = [["book", "show", game, str(path)], ["book", "build", game, "--out", str(path)]]
    for words in asked[: 1 if fault == "missing" else 2]:
        assert cli.run(words) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1 and str(path)[:40] in told
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("many", [1, 100, 2000])
def test_bytes_that_were_changed_are_noticed(many, book, tmp_path, capsys):
    chance, whole = random.Random(many), book.read_bytes()
    told = 0
    for _ in range(40):
        path, found = tmp_path / "changed.book", bytearray(whole)
        at = chance.randrange(4096, len(found) - many)  # behind the list of tables
        found[at : at + many] = bytes(
            (byte + chance.randrange(1, 256)) % 256 for byte in found[at : at + many]
        )
        path.write_bytes(found)
        code = cli.run(["book", "show", "tictactoe", str(path)])
        said = capsys.readouterr()
        assert code in (0, 2) and "Traceback" not in said.err
        if code == 0:  # only what no row uses was changed
            with Book(path, GAME) as opened, Book(book, GAME) as before:
                assert opened.pages() == before.pages()
        told += code == 2
    assert told > 5


def test_a_book_without_a_sum_is_read_and_gets_one(book, tmp_path):
    path = tmp_path / "old.book"
    path.write_bytes(book.read_bytes())
    with closing(sqlite3.connect(path)) as old, old:
        ((total,),) = old.execute("SELECT value FROM about WHERE name = 'sum'")
        old.execute("DELETE FROM about WHERE name = 'sum'")
        old.execute("UPDATE about SET value = '1' WHERE name = 'format'")
    with Book(path, GAME) as opened, Book(book, GAME) as before:
        assert opened.pages() == before.pages() and "sum" not in opened.about()
    with Book(path, GAME, write=True) as opened:
        assert opened.about()["sum"] == total and opened.about()["format"] == "2"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path, capsys):
    tmp_path.chmod(0o500)
    assert cli.run(["book", "build", "tictactoe", "--out", str(tmp_path / "a.book")]) == 2
    tmp_path.chmod(0o700)


def test_a_full_disk_is_told_in_both_languages_and_loses_nothing(tmp_path):
    with Book(tmp_path / "a.book", GAME, write=True) as book:
        pages = iter(tree_of_pages(4))
        book.put(next(pages))
        (size,) = book.connection.execute("PRAGMA page_count").fetchone()
        book.connection.execute(f"PRAGMA max_page_count = {size}")
        with pytest.raises(InputError) as told:
            for each in pages:
                book.put(each)
        kept = book.pages()
        assert book.pages() == kept  # it goes on being read
    assert "no space left on the disk" in told.value.say("en")
    assert "ディスクに空きがありません" in told.value.say("ja")
    with Book(tmp_path / "a.book", GAME) as again:
        assert again.pages() == kept


@pytest.mark.long
@pytest.mark.compiled
def test_a_killed_build_keeps_what_it_had(book, tmp_path):
    path = tmp_path / "a.book"
    words = ["book", "build", "connect4:4x4", "--out", str(path), "--nodes", "3000", "--depth", "9"]
    process = subprocess.Popen([sys.executable, "-m", "yomikiri", *words])
    game, seen = load("connect4:4x4"), 0
    end = time.monotonic() + 120
    while seen < 3 and time.monotonic() < end:
        time.sleep(0.1)
        if path.exists() and path.stat().st_size > 8192:
            with Book(path, game) as opened:
                seen = len(list(opened.pages()))
    process.send_signal(signal.SIGKILL)
    process.wait()
    with Book(path, game) as opened:
        kept = list(opened.pages())
    assert len(kept) >= 3 and all(len(page.moves) == 4 for page in kept if page.ply < 4)
    grown = build_book(game, path, depth=9, seconds=0.5, nodes=3000)
    assert grown.positions == len(kept) + grown.added
