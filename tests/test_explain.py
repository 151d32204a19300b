"""A player's numbers are those by which it chose."""

import time

import pytest

import yomikiri as yk
from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.players.simple import GreedyPlayer
from yomikiri.rules import CHANCE

pytestmark = pytest.mark.compiled

CASES = [
    ("ending:KPK", "peai"),
    ("ending:KPK", "peai:depth=1,noise=off"),
    ("janken", "takeda"),
    ("minishogi", "monte:4,4,2,10"),
    ("minishogi", "mcts:playouts=100"),
    ("minishogi", "alphabeta:nodes=500"),
    ("minishogi", "level:4"),
    ("nip:4x4", "alphabeta:depth=2"),
    ("tictactoe", "greedy"),
    ("tictactoe", "perfect"),
    ("janken:full,dice=on", "alphabeta:depth=2"),
]


@pytest.mark.parametrize(("name", "text"), CASES)
def test_no_move_has_a_better_value_than_the_one_that_was_chosen(name, text):
    game = load(name)
    state = game.start
    while game.mover(state) == CHANCE:
        state = game.play(state, game.legal_moves(state)[0])
    choice, reasons = make_player(text, game, 1).explain(state)
    assert choice == make_player(text, game, 1).choose(state)
    assert sorted(reason.move for reason in reasons) == sorted(game.legal_moves(state))
    values = {reason.move: reason.value for reason in reasons}
    known = [value for value in values.values() if value is not None]
    if "monte" not in text and "mcts" not in text:  # they rank by stages, and by visits
        assert values[choice.move] == max(known)
    assert choice.value is None or values[choice.move] == pytest.approx(choice.value)


def test_peai_ranks_its_own_move_first():
    # It was asked about Black's replies, and Kf2 came out above e3, which it plays.
    found = yk.analyze("ending:KPK", player="peai").to_dict()["moves"]
    assert (found[0]["move"], found[0]["chosen"]) == ("e3", True)
    terms = found[0]["numbers"]
    assert set(terms) > {"own_value", "pawn", "king_file", "defender_rank"}


@pytest.mark.parametrize("player", ["peai", "peai:depth=1,noise=off", "peai:depth=3"])
@pytest.mark.parametrize("moves", ["", "e4 Kd7"])
def test_the_terms_of_peai_add_up_to_the_value(player, moves):
    # They were those of the position right after the move, whatever followed in its search.
    for entry in yk.analyze("ending:KPK", moves=moves, player=player).to_dict()["moves"]:
        value = entry["numbers"].pop("own_value")
        assert len(entry["numbers"]) >= 5 and sum(entry["numbers"].values()) == value


def test_games_won_in_both_stages():
    game = load("minishogi")
    choice, reasons = make_player("monte:4,4,2,10", game, 3).explain(game.start)
    for reason in reasons:
        assert reason.numbers["first_games"] == 4
        is_through = reason.numbers["first_wins"] >= 2
        assert ("games" in reason.numbers) == is_through
    best = max(r.numbers["wins"] for r in reasons if "wins" in r.numbers)
    assert next(r for r in reasons if r.move == choice.move).numbers["wins"] <= best


def test_visits_and_rates():
    game = load("tictactoe")
    choice, reasons = make_player("mcts:playouts=200", game, 3).explain(game.start)
    assert sum(reason.numbers["visits"] for reason in reasons) == 200
    most = max(reasons, key=lambda reason: reason.numbers["visits"])
    assert most.move == choice.move


def test_a_level_says_what_it_overlooked():
    game = load("minishogi")
    _, reasons = make_player("level:2", game, 1).explain(game.start)
    assert {reason.numbers["seen"] for reason in reasons} == {0, 1}
    assert all(reason.value is None for reason in reasons if not reason.numbers["seen"])
    moves = yk.analyze(game, player="level:2").to_dict()["moves"]
    assert moves[-1]["value"] is None and moves[-1]["numbers"] == {"seen": 0}


def test_a_player_knows_the_game_before_the_position():
    # 5b5a leads to the start again, which loses for Sente; it was asked without the moves before.
    found = yk.analyze("minishogi", moves="1e1d 5a5b 1d1e", player="alphabeta:depth=1").to_dict()
    assert (found["moves"][0]["move"], found["moves"][0]["value"]) == ("5b5a", 1)


def test_with_dice_the_means_are_those_of_the_choice():
    # A level was said to have seen moves that it had overlooked.
    game = load("janken:full,dice=on")
    state = game.play(game.start, game.legal_moves(game.start)[0])
    player = make_player("level:0", game, 1)
    choice, reasons = player.explain(state)
    seen = {reason.move: reason.value for reason in reasons if reason.numbers["seen"]}
    assert 0 < len(seen) < len(reasons)
    assert seen[choice.move] == choice.value
    assert all(reason.value is None for reason in reasons if not reason.numbers["seen"])


def test_the_seconds_are_without_those_for_compiling(monkeypatch):
    prepared = []

    def prepare(player):
        prepared.append(player)
        time.sleep(0.2)

    monkeypatch.setattr(GreedyPlayer, "prepare", prepare)
    assert yk.analyze("tictactoe", player="greedy").seconds < 0.2 and len(prepared) == 1


def test_players_without_values_say_so():
    with pytest.raises(yk.InputError, match="random gives no values"):
        make_player("random", load("tictactoe")).explain(load("tictactoe").start)
