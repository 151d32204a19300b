"""The thesis's experiments, a few games of each."""

import json

from yomikiri import cli
from yomikiri.games import load
from yomikiri.lab.thesis import GAME, PAIRS, endless_game, experiment, text_game


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


def test_the_experiments_are_a_command(capsys):
    words = ["lab", "kpk-tables", "--games", "1", "--lang", "en"]
    assert cli.run(words) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 2 + len(PAIRS) and rows[2].startswith("| peai | peai | 0 wins, 1 draw, ")
    assert cli.run([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [
        (row["by_text"]["white"], row["by_text"]["black"]) for row in document["experiments"]
    ] == [*PAIRS]
