"""The drawings in docs/algorithms are what docs/drawings.py makes of the rules."""

import random
import re

import pytest

from docs import drawings, in_brief
from docs.in_brief import INFINITE, Node
from tests.test_docs import DOCS
from yomikiri import load, mate, solve
from yomikiri.search.judge import judge_endless


@pytest.fixture(scope="module")
def made():
    """Each drawing."""
    return drawings.drawings()


def test_the_drawings_are_made_by_the_script_and_shown(made):
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "algorithms").glob("*.md"))
    for name, content in made.items():
        assert (DOCS / "pictures" / name).read_text("utf-8") == content, "python -m docs.drawings"
        assert f"(../pictures/{name})" in pages
    for page in (DOCS / "algorithms").glob("*.md"):
        assert f"{page.stem}.svg" in made


def test_their_values_are_those_of_the_solver():
    tree = Node(load("tictactoe").position(moves=drawings.START))
    value = in_brief.alpha_beta(tree, -INFINITE, INFINITE)
    assert value == solve("tictactoe", moves=drawings.START).value
    nodes = [tree]
    for node in nodes:
        nodes += node.children
    assert 0 < sum(node.is_cut for node in nodes) < len(nodes) / 2


def test_proof_numbers_end_in_a_disproof():
    """The side to move cannot win: grown to its end, the tree has disproof number 0."""
    start = load("tictactoe").position(moves=drawings.START)
    tree = Node(start)
    in_brief.grow(tree, "second", 40)
    assert re.fullmatch("∞ / 0", tree.text)


def test_the_whole_tree_and_the_columns_are_those_of_the_judge():
    start = load("tictactoe").position(moves=drawings.START)
    whole = Node(start)
    assert in_brief.judge(whole) == solve("tictactoe", moves=drawings.START).value
    known = judge_endless(start.game.rules, start.state)
    for position, plies in in_brief.distances(start).items():
        value, distance = known[position.state]
        assert plies == (None if value == 0 else distance), position


def test_random_games_find_the_only_move_that_keeps_the_draw():
    start = load("tictactoe").position(moves=drawings.START)
    for search, games in ((in_brief.flat, 20), (in_brief.tree_search, 30)):
        tree = Node(start)
        search(tree, games, random.Random(1))
        assert [child.move for child in tree.children if child.is_best] == ["b3"]


def test_the_mate_and_the_stages_are_those_of_the_solver():
    tree = Node(load("minishogi").position(drawings.MATE))
    assert in_brief.mates(tree, 3)
    found = mate("minishogi", position=drawings.MATE)
    assert {child.move for child in tree.children if child.is_best} == set(
        map(str, found.best_moves)
    )
    split = Node(load("nip:4x4").position())
    kept = in_brief.stages(split, 3)
    answer = solve("nip:4x4", goal="stages=3,5,kind=score-score").to_dict()
    assert list(map(str, kept.position.line)) == answer["line"]
    assert kept.text == "+3 kept"
