"""Tables of games that number nothing, against the slow judge."""

from pathlib import Path

import numpy as np
import pytest

import yomikiri as yk
from examples.breakthrough import breakthrough
from tests.conftest import portion
from tests.graph import Graph, random_graph
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.parts import Choice
from yomikiri.games.plain import simple_game
from yomikiri.players import make_player
from yomikiri.rules import index, unindex
from yomikiri.search import numbering as listing
from yomikiri.search.judge import judge_distances, judge_endless, reach
from yomikiri.search.survey import count_positions
from yomikiri.tables import numbering as numbers
from yomikiri.tables.build import Builder, build_table
from yomikiri.tables.checking import check_table
from yomikiri.tables.export import export_table
from yomikiri.tables.files import TableError
from yomikiri.tables.info import table_info
from yomikiri.tables.table import Table, find_table

EXAMPLES = Path(__file__).parents[1] / "examples"


def as_game(name, rules, start, greatest=1):
    """A game of rules alone, known to nobody."""
    return simple_game(name, rules, start, greatest=greatest).build(Choice(name, "", {}, {}))


def example(file, spec):
    yk.use(EXAMPLES / file)
    return load(spec)


GAMES = {
    "nip:4x4": lambda: load("nip:4x4"),  # passes, scores
    "nim": lambda: example("nim.py", "nim"),
    "hex:3x3": lambda: example("hex.py", "hex:3x3"),
    "boxes:1x2": lambda: example("dots_and_boxes.py", "boxes:1x2"),  # a player moves again
    "breakthrough": lambda: as_game("small", *breakthrough(4, 3)),
}


def agree(table: Table) -> int:
    """How many positions a table and the judge value alike."""
    rules, start = table.game.rules, table.game.start
    verdicts = judge_endless(rules, start)
    signs = {state: (it.value > 0) - (it.value < 0) for state, it in verdicts.items()}
    distances = judge_distances(rules, reach(rules, start), signs)
    for state, sign in signs.items():
        assert table.probe(state) == (sign, distances.get(state)), state
    return len(signs)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_is_the_judges(name, tmp_path):
    game = GAMES[name]()
    build_table(game, tmp_path)
    table = Table(game, tmp_path)
    assert agree(table) >= len(table.files[0])  # keys may merge what the judge tells apart
    assert len(table.files[0]) == count_positions(game.rules, game.start, 1 << 20).positions
    assert [found.fault for found in check_table(game, tmp_path)] == [None]


def test_games_that_need_not_end(tmp_path):
    """Random graphs, also where a player moves again and where play goes round for ever."""
    for seed in range(portion(30)):
        rules = random_graph(seed, (30,), turns=seed % 2).rules
        start = max((Graph(place) for place in range(30)), key=lambda it: len(reach(rules, it)))
        game = as_game(f"graph{seed}", rules, start)
        build_table(game, tmp_path)
        agree(Table(game, tmp_path))


def test_predecessors_change_nothing():
    game = GAMES["breakthrough"]()
    codes = []
    for taking_back in (True, False):
        builder = Builder(game, taking_back=taking_back)
        builder.build(0)
        codes.append(builder.codes(0).copy())
    assert np.array_equal(*codes) and codes[0].any()


def test_numbers_do_not_depend_on_the_order_in_which_positions_are_found():
    game = load("nip:4x4")
    found = listing.number_positions(game.rules, game.start, 1 << 12)
    rows = found.rows[:, : listing.FIELDS]
    assert rows.tolist() == sorted(rows.tolist())
    for number in range(len(rows)):
        assert index(found, unindex(found, 0, number)) == (0, number)


def test_too_many_positions_are_refused_in_a_line(monkeypatch, tmp_path):
    monkeypatch.setattr(numbers, "MOST_POSITIONS", 100)
    numbers.found.cache_clear()
    with pytest.raises(InputError, match="more than 100 positions"):
        build_table(load("nip:4x4"), tmp_path)
    numbers.found.cache_clear()


def test_a_position_that_cannot_be_reached_is_searched_instead(tmp_path, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    game = GAMES["nim"]()
    build_table(game, tmp_path)
    beyond = game.parse("3 7 5 0")
    with pytest.raises(TableError, match="3 7 5 0 cannot"):
        Table(game).probe(beyond)
    assert find_table(game, state=beyond) is None
    assert yk.solve(game.position("3 7 5 0")).source != "table"
    assert yk.solve(game).source == "table" and yk.analyze(game).source == "table"
    assert make_player("perfect", game).choose(game.start).exact


def test_scores_are_not_taken_from_results(tmp_path, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    game = load("nip:4x4")
    build_table(game, tmp_path)
    assert yk.solve(game, goal="win").source == "table"
    assert yk.solve(game).value == 2 and yk.solve(game).source != "table"
    assert make_player("perfect", game).choose(game.start).value == 2


def test_other_rules_and_reports(tmp_path, monkeypatch):
    game = load("nip:4x4")
    build_table(game, tmp_path)
    info = table_info(game, tmp_path, reachable=True)
    assert info.total.positions == 517 and info.to_dict()["classes"][0]["name"] == "reached"
    export_table(game, tmp_path, tmp_path / "nip.npz")
    assert len(np.load(tmp_path / "nip.npz")["class_reached"]) == 517
    there = next(tmp_path.glob("*.table"))
    there.rename(there.with_name("nip-4x4-reached.table".replace("4x4", "4x4-rim=lap")))
    with pytest.raises(TableError, match="expected class reached"):
        Table(load("nip:4x4,rim=lap"), tmp_path)


def test_no_table_is_told_before_anything_is_listed(tmp_path):
    with pytest.raises(TableError, match="there is no table of othello"):
        Table(load("othello:8x8"), tmp_path)


def test_a_key_of_noughts_is_counted_once():
    """Nim's last position has the key 0, 0, as an empty place of a set looks."""
    game = GAMES["nim"]()
    assert count_positions(game.rules, game.start, 1 << 12).positions == len(
        reach(game.rules, game.start)
    )
