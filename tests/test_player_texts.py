"""Players as text and data: what is refused, tables of levels, estimates."""

import itertools
import json
import re

import numpy as np
import pytest

from tests.test_players import random_states
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.reversi import evaluation
from yomikiri.jit import DISABLED
from yomikiri.players import USAGE, make_player
from yomikiri.players.levels import LEVELS, OTHERS, levels_of
from yomikiri.players.options import Wish, read_wish
from yomikiri.rules import MOST_ESTIMATE, evaluate, mirror, symmetries
from yomikiri.think import Limits, think

# Text.


def test_a_text_is_taken_apart():
    assert read_wish("monte:10, 10,8,100") == Wish(
        "monte", "10, 10,8,100", ("10", "10", "8", "100"), {}
    )
    assert read_wish("MCTS:playouts=1000").options == {"playouts": "1000"}
    assert read_wish("usi:/bin/engine --depth=3 x").rest == "/bin/engine --depth=3 x"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no player called ''; there are random"),
        ("rendom", "did you mean 'random'"),
        ("level", "expected level:0 to level:9, got 'level'"),
        ("level:10", "expected level:0 to level:9"),
        ("level:-1", "expected level:0 to level:9"),
        ("level:²", "expected level:0 to level:9"),
        ("random:3", "random: expected no options, got '3'"),
        ("alphabeta", "expected a limit, such as alphabeta:depth=4"),
        ("alphabeta:endgame=3", "expected a limit"),
        ("alphabeta:4", "expected depth=NUMBER"),
        ("alphabeta:dept=4", "no option 'dept'; did you mean 'depth'"),
        ("alphabeta:zzz=4", "it has depth, seconds, nodes, endgame"),
        ("alphabeta:depth=0", "alphabeta:depth: expected a whole number from 1 to 100, got '0'"),
        ("alphabeta:depth=x", "expected a whole number"),
        ("alphabeta:depth=1,depth=2", "given twice"),
        ("alphabeta:seconds=nan", "expected a number from 0.001 to 86400"),
        ("alphabeta:seconds=" + "9" * 5000, "expected a number"),
        ("alphabeta:nodes=" + "9" * 5000, "expected a whole number"),
        ("monte:10,10,8", "expected 4 numbers, such as monte:10,10,8,100, got '10,10,8'"),
        ("monte:10,10,8,x", "expected a whole number from 1 to 1e+09, got 'x'"),
        ("monte:10,10,11,5", "no move can win 11 of 10 playouts"),
        ("monte:1,1,1,1,stop=1", "monte:stop: expected on or off, got '1'"),
        ("monte:capture=2", "monte:capture: expected a number from 0 to 1, got '2'"),
        ("monte:prun=on", "no option 'prun'; did you mean 'prune'"),
        ("mcts", "expected a limit, such as mcts:playouts=1000 or mcts:seconds=1"),
        ("mcts:playout=5", "no option 'playout'; did you mean 'playouts'"),
        ("perfect:x=1", "perfect has no option 'x'; it has none"),
    ],
)
def test_bad_players_are_refused_in_one_line(text, message):
    with pytest.raises(InputError) as caught:
        make_player(text, load("tictactoe"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


def test_the_usage_names_players_that_exist():
    for text, said in USAGE.items():
        meaning = str(said)
        special = re.match(r"for (\S+):", meaning)  # some know one game only
        game = load(special[1] if special else "tictactoe")
        some = text.replace("0..9", "3").replace("FILE.py:NAME", "tests.test_library:first_move")
        make_player(some, game)


# Data.


@pytest.mark.parametrize("table", [LEVELS, *OTHERS.values()])
def test_the_table_of_levels_is_sane(table):
    assert len(table) == 10
    for lower, upper in itertools.pairwise(table):
        assert upper.depth >= lower.depth
        assert upper.endgame >= lower.endgame
        # Who looks deeper may overlook more, or end after fewer nodes, and still be the stronger;
        # so may who reads out earlier.
        if upper.depth == lower.depth:
            assert upper.nodes >= lower.nodes
            if upper.endgame == lower.endgame:
                assert (-upper.overlooks, upper.nodes) > (-lower.overlooks, lower.nodes)
    assert table[0].overlooks < 1
    assert table[9].overlooks == 0


def test_every_table_of_levels_is_of_a_game():
    smaller = {"connect4": "connect4:5x5", "othello": "othello:6x6"}  # the usual size has its own
    for name, table in OTHERS.items():
        assert levels_of(load(smaller.get(name, name))) is table
    assert levels_of(load("janken:full,pieces=2,dice=on")) is OTHERS["janken:full"]
    assert levels_of(load("nip:4x4")) is LEVELS


@pytest.mark.parametrize(
    "spec", ["nip:8x8", "othello:8x8", "nip:6x12", "othello:3x5", "nip:4x6,rim=off"]
)
def test_the_estimate_is_the_same_in_a_mirror_and_turned_around(spec):
    game = load(spec)
    for state in random_states(game, 6, 3 if DISABLED else 40):
        here = evaluate(game.rules, state, game.weights)
        assert abs(here) <= MOST_ESTIMATE
        for number in range(symmetries(game.rules)):
            assert evaluate(game.rules, mirror(game.rules, state, number), game.weights) == here
        counts = evaluation.features(game.rules, state, game.weights)
        turned = game.rules, state._replace(own=state.other, other=state.own)
        opposite = evaluation.features(*turned, game.weights)
        assert len(counts) == len(evaluation.NAMES)
        assert counts[:2] == opposite[:2]
        assert counts[2:] == tuple(-count for count in opposite[2:])


def test_the_features_of_a_position_counted_by_hand():
    game = load("othello:4x4")
    state = game.parse("xx.o/.x../..o./.... x")
    counts = dict(zip(evaluation.NAMES, evaluation.features(game.rules, state, game.weights)))
    assert counts == {
        "tempo": 1,
        "parity": 1,
        "stones": 1,
        "mobility": 1,  # d4, and nothing for o but a... see the moves below
        "frontier": counts["frontier"],
        "corner": 0,
        "x cell": -1,  # c3 is next to the empty d4; b2's corner is taken
        "c cell": 0,  # b1's corner is taken
        "rim": 1,
        "second row": 0,
        "anchored": 1,
        "exposed": 0,
    }
    assert np.shape(game.weights) == (evaluation.ALL_WORDS,)


def test_the_ring_of_nip_is_exposed_next_to_its_gaps():
    game = load("nip:4x4")
    state = game.parse("_xx_/o..o/x..o/_xo_ x")
    counts = dict(zip(evaluation.NAMES, evaluation.features(game.rules, state, game.weights)))
    assert counts["exposed"] == 0 and counts["rim"] == 0
    state = game.parse("_x._/o..o/x..o/_xo_ x")
    counts = dict(zip(evaluation.NAMES, evaluation.features(game.rules, state, game.weights)))
    assert counts["exposed"] == 0 and counts["rim"] == -1


def test_limits_are_tuples_of_plain_numbers():
    game = load("tictactoe")
    assert think(game, game.start, limits=Limits(nodes=9, depth=1), moves=[4]).move == 4


def test_the_players_of_a_game_are_listed(capsys):
    def listed(*words):
        assert cli.run(["players", *words, "--json"]) == 0
        return {row["player"] for row in json.loads(capsys.readouterr().out)["players"]}

    assert listed() == set(USAGE)
    assert {"peai:depth=2", "perm", "uci:COMMAND"} <= listed("ending:KPK")
    assert not {"peai:depth=2", "takeda:eval=goal", "usi:COMMAND"} & listed("nip:4x4")
