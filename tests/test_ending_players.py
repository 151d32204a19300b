"""PEAI, PERM and perfect play from a table, on king and pawn against king."""

import pytest

from yomikiri.games import load
from yomikiri.games.ending.thesis import HIGHEST, LOWEST
from yomikiri.games.game import Game, State
from yomikiri.lab.games import Pairing, play_game
from yomikiri.players import make_player
from yomikiri.players.options import UnknownPlayer
from yomikiri.players.peai import PeaiPlayer
from yomikiri.tables.build import build_table
from yomikiri.tables.table import Table

START = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
LINE = "Kf2 Kf8 Ke3 Ke7 Ke4 Ke6 e3 Kd6 Kf5 Ke7 Ke5 Kd7 Kf6 Ke8 Ke6 Kd8 e4 Ke8 e5 Kd8 Kf7 Kd7 e6+"


@pytest.fixture
def thesis() -> Game:
    """King and pawn against king, ending with the promotion."""
    return load("ending:KPK,end=thesis")


def static_value(game: Game, state: State) -> int:
    """What the thesis thinks of a position."""
    return int(game.own_players["peai"].value(state))


# Counted by hand from the table in the rules: pawn + file + ahead - rank - file.
VALUES = {
    START: 3 + 15 + 0 - 3 - 15,
    "8/8/3k4/8/4K3/8/4P3/8 b - - 0 1": 3 + 15 + 5 - 7 - 13,
    "8/8/8/8/4k3/8/4P3/7K w - - 0 1": 3 + 9 + 0 - 11 - 15,
    "8/8/8/8/8/8/4P3/k3K3 b - - 0 1": HIGHEST,  # behind the pawn
    "8/4P3/8/8/k7/8/8/4K3 b - - 0 1": HIGHEST,  # behind it too
    "8/8/8/4P3/k7/8/8/4K3 w - - 0 1": 9 + 15 + 0 - 13 - 7,  # one rank is not enough: the fault
    "k7/6P1/8/8/8/8/8/4K3 w - - 0 1": HIGHEST,  # too far away
    "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1": 0,  # stalemate
}


@pytest.mark.parametrize(("fen", "value"), VALUES.items())
def test_the_published_evaluation(thesis, fen, value):
    assert static_value(thesis, thesis.parse(fen)) == value


@pytest.mark.parametrize(
    ("fen", "moves", "value"),
    [
        ("8/4P3/8/8/8/8/8/k3K3 w", "e8=Q", HIGHEST),
        ("8/4Pk2/3K4/8/8/8/8/8 w", "e8=Q", LOWEST),
        ("8/8/8/8/8/8/4Pk2/7K b", "Kxe2", LOWEST),
    ],
)
def test_promotion_and_loss_of_the_pawn(thesis, fen, moves, value):
    state = thesis.position(fen, moves).state
    assert static_value(thesis, state) == value
    chess = load("ending:KPK")
    assert static_value(chess, chess.position(fen, moves).state) == value


def test_colours_do_not_matter_to_peai(thesis):
    black = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"
    assert static_value(thesis, thesis.parse(black)) == VALUES[START]
    move = make_player("peai:noise=off", thesis).choose(thesis.parse(black)).move
    white = make_player("peai:noise=off", thesis).choose(thesis.parse(START)).move
    assert move == white


def test_perm_decides_the_game_when_it_can(thesis):
    for seed in range(5):
        player = make_player("perm", thesis, seed)
        take = thesis.parse("8/8/8/8/8/8/4Pk2/7K b")
        assert thesis.move_name(take, player.choose(take).move) == "Kxe2"
    moves = {make_player("perm", thesis, seed).choose(thesis.start).move for seed in range(30)}
    assert len(moves) > 3


def test_conditions_that_the_printed_program_has_as_comments(thesis):
    value = {
        (free, near): thesis.own_players["peai"].by(free=free, near=near).value
        for free in (False, True)
        for near in (False, True)
    }
    ahead = thesis.parse("8/8/3k4/8/4K3/8/4P3/8 b - - 0 1")  # two ranks before; Black four away
    assert value[False, True](ahead) == value[False, False](ahead) == 3
    assert value[True, False](ahead) == 0  # the pawn has six ranks to go, Black one file aside
    beyond = thesis.parse("8/8/4K3/8/8/2k5/4P3/8 b - - 0 1")  # four before; Black one away
    assert value[False, False](beyond) - value[False, True](beyond) == 9


def test_of_equal_moves_peai_takes_the_first_or_the_last(thesis):
    state = thesis.parse("8/4P3/8/8/8/8/8/k3K3 w")
    last = make_player("peai:ties=last", thesis).choose(state)
    assert thesis.move_name(state, last.move) == "e8=Q"


def test_noise_for_both_moves_the_values_that_white_compares(thesis):
    def values(text):
        player = make_player(text, thesis, 3)
        assert isinstance(player, PeaiPlayer)
        player.choose(thesis.start)
        return [found.value for found in player.found.values()]

    assert values("peai") == values("peai:noise=off") != values("peai:noise=both")
    assert all(abs(a - b) <= 1 for a, b in zip(values("peai"), values("peai:noise=both")))


def test_peai_prefers_the_first_of_equal_moves(thesis):
    state = thesis.parse("8/4P3/8/8/8/8/8/k3K3 w")
    # Every move keeps the pawn out of reach: the king's step to the west is tried first.
    assert thesis.move_name(state, make_player("peai", thesis).choose(state).move) == "Kd1"


def test_games_can_be_played_again():
    pairing = Pairing("ending:KPK,end=thesis", ("peai", "peai"), 0, 7, 0)
    assert play_game(pairing) == play_game(pairing)


@pytest.mark.parametrize(
    ("player", "spec", "fault"),
    [
        ("peai", "ending:KQK", "plays only ending:KPK"),
        ("perm", "tictactoe", "plays only ending:KPK"),
        ("peai:noise=loud", "ending:KPK", "expected on, off, black or both"),
        ("peai:depth=9", "ending:KPK", "from 1 to 8"),
        ("perfect:metric=dtx", "ending:KPK", "expected dtm, dtz"),
        ("perfect:metric=dtm", "tictactoe", "has no option"),
    ],
)
def test_bad_players_are_refused(player, spec, fault):
    with pytest.raises(UnknownPlayer, match=fault):
        make_player(player, load(spec))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of KPK by distance to promotion."""
    path = tmp_path_factory.mktemp("tables")
    build_table(load("ending:KPK,metric=dtp"), path)
    return path


@pytest.mark.compiled
def test_perfect_play_promotes_on_move_14(folder, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(folder))
    game = load("ending:KPK")
    state = game.start
    moves: list[str] = []
    players = [make_player("perfect:metric=dtp", game, seed) for seed in (1, 2)]
    while "e8=" not in " ".join(moves):
        move = players[game.mover(state)].choose(state).move
        moves.append(game.move_name(state, move))
        state = game.play(state, move)
        assert len(moves) < 30
    assert len(moves) == 27  # White's 14th


@pytest.mark.compiled
def test_the_start_has_two_winning_moves_and_the_known_line_is_shortest(folder):
    game = load("ending:KPK,metric=dtp")
    table = Table(game, folder)
    state = game.start
    winning = [entry for entry in table.moves(state) if entry.wdl > 0]
    assert {game.move_name(state, entry.move) for entry in winning} == {"Kd2", "Kf2"}
    assert table.probe(state).distance == 27
    for move in game.read_moves(state, LINE):
        entry = table.probe_move(state, move)
        assert (entry.wdl, entry.distance) == (table.probe(state).wdl, table.probe(state).distance)
        state = game.play(state, move)
    table.close()
