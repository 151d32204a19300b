"""The drawings in docs/algorithms are what docs/drawings.py makes of the rules."""

import re

import pytest

from docs import drawings
from tests.test_docs import DOCS
from yomikiri import load, solve


@pytest.fixture(scope="module")
def made():
    """Each drawing."""
    return drawings.drawings()


def test_the_drawings_are_made_by_the_script_and_shown(made):
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "algorithms").glob("*.md"))
    for name, content in made.items():
        assert (DOCS / "pictures" / name).read_text("utf-8") == content, "python docs/drawings.py"
        assert f"(../pictures/{name})" in pages


def test_their_values_are_those_of_the_solver():
    tree = drawings.Node(load("tictactoe").position(moves=drawings.START))
    value = drawings.alpha_beta(tree, -drawings.INFINITE, drawings.INFINITE)
    assert value == solve("tictactoe", moves=drawings.START).value
    nodes = [tree]
    for node in nodes:
        nodes += node.children
    assert 0 < sum(node.is_cut for node in nodes) < len(nodes) / 2


def test_proof_numbers_end_in_a_disproof():
    """The side to move cannot win: grown to its end, the tree has disproof number 0."""
    start = load("tictactoe").position(moves=drawings.START)
    tree = drawings.Node(start)
    drawings.grow(tree, "second", 40)
    assert re.fullmatch("∞ / 0", tree.text)
