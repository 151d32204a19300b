"""Players of janken shogi: the thesis's evaluation, chosen weights, starts drawn at random."""

import json

import numpy as np
import pytest

from tests.test_janken import load
from yomikiri import cli
from yomikiri.cli.options import read_begin
from yomikiri.errors import InputError
from yomikiri.lab.games import Pairing, play_game, replay
from yomikiri.lab.match import play_match
from yomikiri.players import make_player
from yomikiri.players.levels import LEVELS
from yomikiri.players.options import UnknownPlayer
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import evaluate
from yomikiri.theses import Effort, find, make

BY_HAND = [
    # goal, dice, move, lead, guard: the mover's minus the other's, counted on the board
    ("16gcp,25gcp/52gcp,61gcp 1", (0, 0, 0, 0, 0)),
    ("16gcp,24gcp/52gcp,61gcp 2", (-1, 0, 6 - 6, 4 - 9, 2 - 1)),
    ("33gcp/34cgp,61gcp 1", (5 - 6 - 0, 10 - 15, 4 - (3 + 2), 25 - 36, 0 - 1)),
    ("33gcp/34cgp,61gcp 2", (6 + 0 - 5, 15 - 10, (3 + 2) - 4, 36 - 25, 1 - 0)),
]


@pytest.mark.parametrize(("text", "parts"), BY_HAND)
def test_the_evaluation_is_what_is_counted_on_the_board(text, parts):
    game = load("janken,pieces=2")
    state = game.parse(text)
    for at, part in enumerate(parts):
        weights = np.zeros(5, np.int64)
        weights[at] = 7
        assert evaluate(game.rules, state, weights) == 7 * part, game.weight_names[at]


def weights_of(text):
    """The weights that a player of this text has."""
    player = make_player(text, load("janken"))
    assert isinstance(player, AlphaBetaPlayer)
    return None if player.plan.weights is None else list(player.plan.weights)


def test_weights_are_chosen_by_name():
    assert weights_of("alphabeta:depth=4") is None
    assert weights_of("alphabeta:depth=4,eval=goal") == [1000, 10, 1, 0, 0]
    assert weights_of("alphabeta:depth=4,eval=tuned") == list(load("janken").weights)
    assert weights_of("alphabeta:depth=4,eval=attack") == [10, 1000, 1, 0, 0]
    assert weights_of("alphabeta:depth=4,EVAL=Attack,move=0") == [1, 100, 0, 0, 0]
    assert weights_of("alphabeta:depth=4,goal=3,dice=2,move=1") == [3, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("janken", "alphabeta:depth=4,eval=gaol"),
        ("janken", "alphabeta:depth=4,weight=3"),
        ("janken", "alphabeta:depth=4,goal=much"),
        ("janken", "alphabeta:depth=4,goal=999999,move=1"),
        ("janken", "alphabeta:eval=goal"),
        ("janken", "takeda:eval=tuned"),
        ("janken", "takeda:lead=3"),
        ("tictactoe", "alphabeta:depth=4,eval=goal"),
    ],
)
def test_wrong_weights_are_refused_in_one_line(spec, text):
    from yomikiri.games import load as load_any

    with pytest.raises((UnknownPlayer, InputError)) as caught:
        make_player(text, load_any(spec))
    assert "\n" not in str(caught.value)


@pytest.mark.compiled
def test_with_dice_a_win_is_worth_more_than_any_estimate():
    game = load("janken:full,pieces=2,dice=on")
    state = game.parse("51gcp,25gcp/52pcg,34gcp 1 2")
    for text in ("alphabeta:depth=3", "alphabeta:depth=2,eval=goal", "level:9"):
        choice = make_player(text, game).choose(state)
        assert game.move_name(state, choice.move) == "51r" and choice.value == 1, text


@pytest.mark.compiled
def test_a_win_is_taken_and_a_loss_put_off():
    game = load("janken,pieces=2")
    near = game.parse("51gcp,25gcp/52pcg,34gcp 1")
    for weights in ("eval=goal", "eval=attack", "goal=0,dice=0,move=1"):
        player = make_player(f"alphabeta:depth=4,{weights}", game)
        assert game.move_name(near, player.choose(near).move) == "51r"


@pytest.mark.compiled
def test_equal_moves_are_equally_likely():
    game = load("janken,pieces=1")
    moves = [
        make_player("alphabeta:depth=4", game, seed).choose(game.start).move for seed in range(60)
    ]
    names = [game.move_name(game.start, move) for move in moves]
    assert set(names) == {"16u", "16r"} and 15 <= names.count("16u") <= 45


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["janken,pieces=2", "janken:simple", "janken:full,pieces=2"])
def test_every_level_plays_legally(spec):
    game = load(spec)
    for level in range(len(LEVELS) - 2):
        state = game.start
        for _ in range(4):
            choice = make_player(f"level:{level}", game, 1).choose(state)
            assert choice.move in game.legal_moves(state)
            state = game.play(state, choice.move)


@pytest.mark.compiled
def test_a_strong_level_beats_a_weak_one():
    match = play_match("janken,pieces=3", "level:7", "level:0", games=10, seed=1)
    assert match.tally(0).wins >= 8, str(match)


@pytest.mark.compiled
def test_starts_are_drawn_at_random_and_alike_in_pairs():
    match = play_match("janken,pieces=2", "greedy", "random", games=8, seed=2, start="random-start")
    starts = [record["position"] for record in match.records]
    assert starts[::2] == starts[1::2] and len(set(starts)) > 2
    assert match.to_dict()["start"] == "random-start"
    for record in match.records:
        replay(record)
    again = play_match("janken,pieces=2", "greedy", "random", games=8, seed=2, start="random-start")
    assert again.records == match.records
    with pytest.raises(InputError):
        play_match("tictactoe", "random", "random", games=2, start="random-start")


def test_a_game_begins_where_it_is_told():
    game = load("janken,pieces=1")
    start = game.show(game.read_start("cpg/pgc"))
    record = play_game(Pairing(game.spec, ("random", "random"), 0, 3, 0, start))
    assert record is not None and record["position"] == start
    replay(record)


def test_dice_are_drawn_at_every_door(capsys):
    words = ["match", "janken,pieces=1", "random", "random", "--games", "4", "--start", "random"]
    assert cli.run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["start"] == "random-start"
    seen = set()
    for _ in range(12):
        assert cli.run(["perft", "janken", "1", "--start", " Random ", "--json"]) == 0
        seen.add(load("janken").show(read_begin(load("janken"), "random", None)))
    assert len(seen) > 1
    assert cli.run(["perft", "tictactoe", "1", "--start", "random"]) == 2
    assert cli.run(["match", "tictactoe", "random", "random", "--start", "random"]) == 2


SPECIAL = "janken,pieces=2,faces=ggg.gcp/gcc.gcp"


@pytest.mark.parametrize(
    "words",
    [
        ("perft", SPECIAL, "1", "--json"),
        ("analyze", SPECIAL, "--depth", "1", "--json"),
        ("solve", SPECIAL, "--nodes", "10", "--json"),
        ("match", SPECIAL, "takeda:eval=goal", "random", "--games", "2", "--json"),
        ("play", SPECIAL, "--first", "takeda:eval=goal", "--second", "random", "--seed", "1"),
    ],
    ids=lambda words: words[0],
)
def test_special_dice_are_cast_at_every_door(words, capsys):
    assert cli.run([*words, "--start", "random"]) == 0
    assert "faces=ggg.gcp-gcc.gcp" in capsys.readouterr().out


def test_special_dice_are_laid_one_by_one(capsys):
    told = ["analyze", SPECIAL, "--depth", "1", "--json", "--position"]
    assert cli.run([*told, "33pcg=ggg,11gcp/34pcg=gcc,66gcp 1"]) == 0
    assert "33d" in json.loads(capsys.readouterr().out)["moves"][0]["move"]  # it takes the other
    assert cli.run([*told, "33pcg=cpp,11gcp/34pcg=gcc,66gcp 1"]) == 2
    assert "gcp, gcc and ggg" in capsys.readouterr().err


def test_dice_are_laid_in_python_too():
    game = load("janken,pieces=1")
    assert game.position(start="cpg/pgc").state == game.read_start("cpg/pgc")
    drawn = {game.position(start="random", seed=seed).text for seed in range(8)}
    assert len(drawn) > 2 and game.position(start="Random").text in drawn
    assert game.position(moves="16u", start="gcp").last == "16u"
    for text, start in [(game.show(game.start), "random"), ("", "grass")]:
        with pytest.raises(InputError):
            game.position(text, start=start)


@pytest.mark.compiled
def test_dice_games_are_played_by_expectimax():
    match = play_match(
        "janken:full,pieces=1,dice=on", "alphabeta:depth=3", "random", games=6, seed=1
    )
    assert match.tally(0).wins >= 5


@pytest.mark.compiled
def test_the_tables_of_the_thesis_are_played_again():
    effort = Effort(is_quick=True, games=2)
    pages = {page.table.name: page.rows for page in make(find("004"), effort)}
    ones = [row[2:4] for row in pages["table-2"][:3]]
    assert ones == [(1, 1), (0, 0), (1, 1)]  # with one die who moves first wins
    assert pages["table-3"][0][2:4] == (2, 2)
    assert [row.with_mistakes for row in pages["section-5.1"]] == [0, 0, 0, 0]


@pytest.mark.compiled
def test_the_player_of_the_thesis_sees_no_annihilation_but_the_goal():
    game = load("janken,pieces=1")
    near = game.parse("51gcp/12gcp 1")
    assert game.move_name(near, make_player("takeda", game).choose(near).move) == "51r"
    # Mobility first: a die beside the goal does not enter it (section 5.1).
    shy = make_player("takeda:goal=10,dice=100,move=10000", game)
    assert game.move_name(near, shy.choose(near).move) != "51r"
    with pytest.raises(UnknownPlayer):
        make_player("takeda", load("janken:full"))
