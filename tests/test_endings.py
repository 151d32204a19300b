"""Why a game is over, in words, and the places that show it."""

import pytest

from yomikiri.games import load
from yomikiri.play.tree import Tree
from yomikiri.words import say

ENDS = {
    ("tictactoe", "", "b2 a2 c3 c1 a1"): ("3 in a line.", {"a1", "b2", "c3"}),
    ("connect4:4x4", "", "a b a b a b a"): ("4 in a line.", {"a1", "a2", "a3", "a4"}),
    ("othello:4x4", "xo../..../..../.... x", "c1"): ("One side has no stones left.", set()),
    ("minishogi", "4k/5/4P/5/4K b G 1", "G*1b"): ("Checkmate: the king cannot be saved.", {"1a"}),
    ("gorogoro", "4k/5/4P/5/5/4K b G 1", "G*1b"): ("Checkmate: the lion cannot be saved.", {"1a"}),
    ("dobutsu", "", "2c2b 3a3b 2b2a+"): ("The lion was taken.", {"2a"}),
    ("ending:KQK", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "Qg8#"): (
        "Checkmate: the king cannot be saved.",
        {"a8"},
    ),
    ("ending:KQK", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7"): (
        "Stalemate: no legal move, and no check.",
        {"a8"},
    ),
    ("janken:single,pieces=1", "51gcp/22gcp 1", "51r"): ("A die has reached the goal.", {"61"}),
}


@pytest.mark.parametrize(("spec", "position", "moves"), ENDS)
def test_the_rules_say_why_a_game_is_over(spec, position, moves):
    game = load(spec)
    state = game.parse(position) if position else game.start
    tree = Tree(game, state, game.read_moves(state, moves))
    assert tree.ended is not None
    why, places = ENDS[spec, position, moves]
    assert (say(tree.ended.why, "en"), set(tree.ended.places)) == (why, places)
    assert say(tree.ended.why, "ja") != why
    assert places <= set(game.page_scene.places)


def test_who_gives_up_or_is_late_is_named():
    tree = Tree(load("tictactoe"))
    assert tree.ended is None
    tree.give(1, "time")
    assert tree.ended is not None and say(tree.ended.why, "en") == "O ran out of time."
    tree.given = None
    tree.give(0, "resigned")
    assert tree.ended is not None and say(tree.ended.why, "ja") == "×の投了。"
