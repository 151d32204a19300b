"""The program of the thesis on minishogi: each of its mistakes, switched on and off."""

from typing import Any

import pytest

from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.players.options import UnknownPlayer
from yomikiri.players.terada import TeradaPlayer
from yomikiri.rules import legal_moves, move_buffer, standing

pytestmark = pytest.mark.compiled


def moves_of(rules, state) -> int:
    return int(legal_moves(rules, state, move_buffer()))


def rules_of(text: str) -> Any:
    """The rules of a player's random games."""
    player = make_player(text, load("minishogi"))
    assert isinstance(player, TeradaPlayer)
    return player.rules


def wins_of(text: str, seed: int) -> list[float]:
    """The games won in the second stage, of the moves that got there."""
    game = load("minishogi")
    reasons = make_player(text, game, seed).explain(game.start).reasons
    return [reason.numbers["wins"] for reason in reasons if "wins" in reason.numbers]


def test_its_pieces_promote_on_two_ranks_and_once_on_one():
    state = load("minishogi").parse("4k/5/2R2/5/K4 b - 1")
    # Eight moves; to the second rank with promotion (zone=2), and to the last (both).
    assert moves_of(rules_of("terada:zone=1,check=on"), state) == 8 + 1 + 3
    assert moves_of(rules_of("terada:zone=2,check=on"), state) == 8 + 2 + 3
    two = load("minishogi,zone=2")
    assert "3c3b+" in [two.move_name(state, move) for move in two.legal_moves(state)]


def test_its_kings_may_be_left_in_check_and_who_takes_one_has_won():
    game, free = load("minishogi"), load("minishogi,check=off")
    state = game.parse("r3k/5/5/5/K4 b - 1")
    assert moves_of(rules_of("terada:zone=1,check=on"), state) == 2
    assert moves_of(rules_of("terada:zone=1"), state) == 3
    after = free.replay(state, free.read_moves(state, "5e5d 5a5d"))
    assert free.outcome(after) == -1 and free.mover(after) == 0


def test_its_program_lets_a_pawn_be_dropped_for_mate():
    state = load("minishogi").parse("3rk/5/3GG/5/K4 b P 1")
    for spec, is_legal in (("minishogi", False), ("minishogi,check=off", True)):
        game = load(spec)
        names = [game.move_name(state, move) for move in game.legal_moves(state)]
        assert ("P*1b" in names) == is_legal


def test_its_dragon_counts_nothing_and_its_horse_as_much_as_a_dragon():
    game = load("minishogi")
    dragon, horse = game.parse("3k1/5/2+R2/5/K4 b - 1"), game.parse("3k1/5/2+B2/5/K4 b - 1")
    shifted, right = rules_of("terada"), rules_of("terada:values=right")
    assert [standing(shifted, state) for state in (dragon, horse)] == [0, 2200]
    assert [standing(right, state) for state in (dragon, horse)] == [2200, 2000]


def test_a_board_never_put_back_wins_all_games_or_none():
    kept = [wins for seed in range(3) for wins in wins_of("terada:threshold=0", seed)]
    assert set(kept) == {0, 50}
    back = [wins for seed in range(3) for wins in wins_of("terada:threshold=0,board=back", seed)]
    assert 10 < min(back) <= max(back) < 40


def test_how_many_games_lead_to_the_second_stage_and_are_played_there():
    assert len(wins_of("terada:threshold=0", 1)) == 14
    assert wins_of("terada:threshold=10", 1) == []
    assert set(wins_of("terada:threshold=0,final=7", 1)) <= {0, 7}


def test_only_moves_that_win_all_games_are_drawn_from():
    game = load("minishogi")
    text = "terada:threshold=0,board=back"
    for seed in range(3):
        choice, reasons = make_player(text, game, seed).explain(game.start)
        most = max(reason.numbers["wins"] for reason in reasons)
        first = next(reason for reason in reasons if reason.numbers["wins"] == most)
        assert choice.move == first.move


def test_moves_are_numbered_as_the_program_numbers_them():
    game = load("minishogi,zone=2,check=off")

    def names(text: str) -> list[str]:
        state = game.parse(text)
        order = game.own_players["terada"].order(state, game.legal_moves(state))
        return [game.move_name(state, move) for move in order]

    # By hand, from its loops: files from the right, ranks from the top, the eight ways.
    assert names("4k/5/1P3/5/4K b - 1") == ["1e2e", "1e2d", "1e1d", "4c4b+", "4c4b"]
    # A horse steps before it slides; drops come last, files from the right.
    horse = names("4k/5/5/5/+B3K b S 1")
    assert horse[:9] == ["1e2e", "1e2d", "1e1d", "5e4e", "5e5d", "5e4d", "5e3c", "5e2b", "5e1a"][:9]
    assert horse[9:12] == ["S*1b", "S*1c", "S*1d"]


def test_at_the_board_it_makes_legal_moves_only():
    game = load("minishogi")
    state = game.parse("r3k/5/5/5/K4 b - 1")
    for seed in range(8):
        assert make_player("terada", game, seed).choose(state).move in game.legal_moves(state)


@pytest.mark.parametrize("text", ["terada:zone=3", "terada:board=lost", "terada:10,10,8,50"])
def test_options_that_it_does_not_have_are_refused(text):
    with pytest.raises(UnknownPlayer):
        make_player(text, load("minishogi"))


def test_other_games_do_not_have_it():
    with pytest.raises(UnknownPlayer):
        make_player("terada", load("dobutsu"))


def test_new_switches_leave_the_hash_of_the_game_without_them():
    assert load("minishogi").rules_hash == "c82f02b88d5121c1"  # of 0.1
    hashes = {load(f"minishogi{more}").rules_hash for more in ("", ",zone=2", ",check=off")}
    assert len(hashes) == 3
