"""The thesis's experiments, a few games of each."""

from yomikiri.games import load
from yomikiri.lab.thesis import GAME, endless_game, experiment, text_game


def test_an_experiment_counts_every_game():
    row = experiment("peai", "perm", games=4, seed=1, repetition=True, solved=None)
    assert row.wins + row.draws + row.undecided == 4 and row.undecided == 0
    assert len(row.lengths) == row.wins


def test_games_without_repetition_go_on():
    game = load(GAME)
    short = text_game("peai:noise=off", "peai:noise=off", 0, 1)
    long = endless_game("peai:noise=off", "peai:noise=off", 0, 1)
    assert long[: len(short)] == short and len(long) > len(short)
    assert game.outcome(game.replay(game.start, short)) is None  # drawn by repetition alone
