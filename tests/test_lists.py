"""Lists of positions worth looking at, and maps, of every game that has a table."""

import json

import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.rules import is_position, other_turn, unindex
from yomikiri.tables.build import build_table
from yomikiri.tables.finding import find_positions
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.placing import find_piece, place_everywhere
from yomikiri.tables.table import Table, probe_of

pytestmark = pytest.mark.compiled
GAMES = ("tictactoe", "connect4:4x4", "anpanman", "janken:simple", "janken:full,pieces=1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of small tables."""
    path = tmp_path_factory.mktemp("tables")
    for name in GAMES:
        build_table(load(name), path)
    return path


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_wins_of_any_table(folder, name):
    game = load(name)
    listing = find_positions(LoadedTable(game, folder), "longest", limit=5)
    table = Table(game, folder)
    longest = max(file.counts.longest_win or 0 for file in table.files)
    assert listing.total >= len(listing.positions) > 0
    for entry in listing.positions:
        assert entry.probe == table.probe(entry.state) == (1, longest)
    table.close()


@pytest.mark.parametrize("name", GAMES)
def test_one_move_wins_and_no_other(folder, name):
    """Also where a player moves twice in a row."""
    game = load(name)
    table = Table(game, folder)
    listing = find_positions(LoadedTable(game, folder), "single", limit=300)
    for entry in listing.positions[::7]:
        assert [found.wdl for found in table.moves(entry.state)].count(1) == 1
    table.close()


@pytest.mark.parametrize("name", GAMES)
def test_many_positions_at_once_are_as_one_by_one(folder, name):
    game, table = load(name), Table(load(name), folder)
    size = game.table_classes()[0].size
    states = [unindex(game.rules, 0, number) for number in range(0, size, size // 50)]
    states = [state for state in states if is_position(game.rules, state)]
    found = [probe_of(int(code)) for code in LoadedTable(game, folder).probe_many(states)]
    assert found == [table.probe(state) for state in states]
    table.close()


def test_a_mutual_zugzwang_of_shogi_is_one(folder):
    game, table = load("anpanman"), Table(load("anpanman"), folder)
    listing = find_positions(LoadedTable(game, folder), "zugzwang", limit=50)
    for entry in listing.positions:
        waiting = other_turn(game.rules, entry.state)
        assert entry.probe == table.probe(entry.state) and entry.other == table.probe(waiting)
        assert entry.probe.wdl <= 0 and entry.other.wdl <= 0 and entry.probe.wdl + entry.other.wdl
    table.close()


def test_a_game_in_which_nobody_can_wait_has_no_zugzwangs(folder):
    with pytest.raises(InputError, match="no lists of zugzwangs of tictactoe"):
        find_positions(LoadedTable(load("tictactoe"), folder), "zugzwang")


def test_the_command_lists_any_table(folder, capsys):
    where = ("--tables", str(folder), "--json")
    assert cli.run(("table", "list", "tictactoe", "longest", *where)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["count"] > 0 and found["positions"][0]["wdl"] == 1
    assert cli.run(("table", "list", "nip:4x4", "longest", *where)) == 2
    assert capsys.readouterr().err.count("\n") == 1


# Maps.


@pytest.mark.parametrize(
    ("name", "position", "piece"),
    [
        ("tictactoe", "x.o/.x./..o x", "a1"),
        ("connect4:4x4", "..../..../..../xo.. x", "b4"),
        ("anpanman", "", "1a"),
        ("janken:full,pieces=1", "", "gcp"),
    ],
)
def test_a_map_agrees_with_single_probes(folder, tmp_path, name, position, piece):
    game, table = load(name), Table(load(name), folder)
    state = game.parse(position) if position else game.start
    found = place_everywhere(table, state, piece)
    own = find_piece(game, state, piece).place
    assert found.values[own] == table.probe(state)  # the first player is to move
    assert not {other.place for other in found.others} & found.values.keys()
    lines = found.text().splitlines()
    assert len({len(line) for line in lines[:-1]}) == 1 and "." not in lines[-1]
    for file in ("map.svg", "map.png"):
        found.save(tmp_path / file)
        assert (tmp_path / file).stat().st_size > 1000
    table.close()


def test_on_an_empty_board_a_map_asks_for_another_position():
    game = load("tictactoe")
    with pytest.raises(InputError, match=r"^expected a position with men on the board, got '"):
        find_piece(game, game.start, "x")


def test_a_game_without_a_table_has_no_maps(capsys):
    assert cli.run(("table", "map", "nip:4x4", "--piece", "x")) == 2
    assert capsys.readouterr().err.count("\n") == 1
