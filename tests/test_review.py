"""Games judged move by move: exact values against the slow judge, estimates called estimates."""

import json
import random
from typing import Any

import pytest

import yomikiri as yk
from yomikiri.cli.app import run
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.positions import read_games
from yomikiri.play import files, record
from yomikiri.play.judging import BEST, BLUNDER, FORCED, MISTAKE, SLIP
from yomikiri.play.review import review
from yomikiri.play.tree import Tree
from yomikiri.search.judge import judge_with_memory
from yomikiri.solve import Interrupted
from yomikiri.web import thinking
from yomikiri.web.jobs import Job
from yomikiri.web.limits import Limits


def played(spec, moves):
    """A game with these moves."""
    game = load(spec)
    return Tree(game, moves=game.read_moves(game.start, moves), players=("human", "level:2"))


def by_lot(spec, seed):
    """A random game, to its end."""
    tree, chance = Tree(load(spec)), random.Random(seed)
    while tree.end is None:
        tree.play(chance.choice(tree.legal()))
    return tree


def test_half_points_add_up_and_agree_with_the_slow_judge():
    game = load("tictactoe")
    known: dict[Any, int] = {}
    for seed in range(20):
        tree = by_lot("tictactoe", seed)
        found = review(tree, nodes=100_000)
        assert len(found.moves) == tree.node.ply and all(move.exact for move in found.moves)
        for move, node in zip(found.moves, tree.node.path()[1:], strict=True):
            after = judge_with_memory(game.rules, node.state, known)
            assert move.value == (after if game.mover(node.state) == 0 else -after)
            assert (move.judgement in (MISTAKE, BLUNDER)) == bool(move.half_points)
            assert (move.judgement == FORCED) == (len(game.legal_moves(node.parent.state)) == 1)
        first, second = found.summaries
        assert tree.end.value == second.half_points - first.half_points, "a draw by perfect play"
        for side in found.summaries:
            mine = [move for move in found.moves if move.side == side.side]
            errors = sum(bool(move.half_points) for move in mine)
            chances = sum(move.could_err for move in mine)
            assert side.accuracy == (round(1 - errors / chances, 4) if chances else None)


def test_moves_are_called_by_what_they_give_away():
    found = review(played("tictactoe", "b2 a2 c3 c1 a1"))
    assert [move.judgement for move in found.moves] == [BEST, MISTAKE, BEST, SLIP, BEST]
    assert [move.distance for move in found.moves] == [None, 6, 5, 2, 1]
    assert found.moves[1].best_moves == ["a1", "c1", "a3", "c3"]
    assert (found.winner, found.reason) == ("first", "rules")
    assert [summary.player for summary in found.summaries] == ["human", "level:2"]
    assert found.to_dict()["summary"][1]["half_points"] == 1
    assert found.mistakes == [found.moves[1]]


def test_a_loss_is_no_better_than_a_bad_estimate_and_a_win_no_worse_than_a_good_one():
    found = review(played("tictactoe", "a1 a2 b1 b2 c3"), depth=2)
    loses, misses = found.moves[3:]  # both overlook c1
    assert not loses.exact and loses.judgement in (MISTAKE, BLUNDER)
    assert loses.best_moves == misses.best_moves == ["c1"]
    assert misses.judgement in (MISTAKE, BLUNDER) and misses.best_chance == 1.0


def test_the_page_judges_no_game_before_its_kernels_are_compiled(monkeypatch):
    cold = iter([True, True, False])
    monkeypatch.setattr(thinking, "is_cold", lambda game: next(cold))
    job, tree = Job("review", "", lambda job: None), played("tictactoe", "b2 a2")
    found = thinking.review_game(job, tree, 1.0, Limits())
    assert next(cold, None) is None and found["moves"][1]["judgement"] == MISTAKE


def test_estimates_are_called_estimates_and_what_is_read_out_near_the_end_makes_moves_exact():
    tree = played("connect4:4x4", "a b c d a b c d a b c d")
    near, far = review(tree, nodes=1_000_000), review(tree, depth=2)
    assert all(move.exact for move in near.moves)
    exact = [move.ply for move in far.moves if move.exact]
    assert exact and exact == list(range(exact[0], len(far.moves) + 1)), "from some move on"
    assert not far.moves[0].exact and 0 < far.moves[0].chance < 1
    assert far.summaries[0].exact < far.summaries[0].moves


def test_stones_are_counted_and_dice_are_not_judged():
    found = review(by_lot("nip:4x4", 3), nodes=1_000_000)
    lost = [summary.score_lost or 0 for summary in found.summaries]
    assert found.moves[-1].value == by_lot("nip:4x4", 3).end.value == 2 - lost[0] + lost[1]
    tree = Tree(load("janken:full,dice=on,pieces=1"), seed=2)
    for _ in range(4):
        tree.throw_dice()
        tree.play(tree.legal()[0])
    judged = review(tree, depth=1)
    assert [move.ply for move in judged.moves] == [
        n.ply for n in tree.node.path() if n.side in (0, 1)
    ]


def test_ctrl_c_leaves_the_moves_that_were_judged():
    tree, calls = played("tictactoe", "b2 a2 c3 c1 a1"), []

    def watch(done, total, last):
        calls.append((done, total, last.ply))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as end:
        review(tree, watch=watch)
    assert calls == [(1, 5, 5), (2, 5, 4)]
    assert [move.ply for move in end.value.answer.moves] == [4, 5]
    assert end.value.answer.stopped == "interrupt"


def test_a_file_a_record_and_a_game_are_judged_alike(tmp_path, capsys):
    tree = played("tictactoe", "b2 a2 c3 c1 a1")
    file = tmp_path / "game.json"
    files.save(tree, str(file))
    found = review(tree).to_dict()
    assert yk.review(str(file)).to_dict() == yk.review(record.write(tree)).to_dict() == found
    assert run(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert run(["review", str(file)]) == 0
    assert "mistake" in capsys.readouterr().out
    assert run(["review", str(file), "--lang", "ja"]) == 0
    assert "悪手" in capsys.readouterr().out


def test_what_cannot_be_judged_is_refused_in_one_line(tmp_path, capsys):
    empty, other = tmp_path / "empty.json", tmp_path / "game.kif"
    files.save(Tree(load("tictactoe")), str(empty))
    other.write_text("手合割：平手\n   1 ７六歩(77)\n")
    for words, said in (
        ([str(empty)], "no moves"),
        ([str(other)], "--game minishogi"),
        ([str(tmp_path / "none.json")], "none.json"),
        ([str(empty), "--seconds", "0"], "seconds"),
    ):
        assert run(["review", *words]) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1
    with pytest.raises(InputError):
        yk.review(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "spec", "moves"),
    [
        ("a.kif", "minishogi", "5d5c 1b1c"),
        ("a.kif", "dobutsu", "2c2b"),
        ("a.csa", "minishogi", "5d5c 1b1c"),
        ("a.pgn", "ending:KQK", "Kd2 Kd8"),
    ],
)
def test_a_file_of_another_program_tells_its_game(name, spec, moves, tmp_path):
    tree, file = played(spec, moves), str(tmp_path / name)
    files.save(tree, file)
    found = files.open_file(file)
    assert (str(found.game), found.moves) == (spec, tree.moves)
    game, entries = read_games(tmp_path / name, None)
    assert str(game) == spec and len(entries) == 1


def test_a_file_of_several_possible_games_names_them(tmp_path, capsys):
    file = tmp_path / "a.usi"
    file.write_text("startpos moves 1e1d\n")
    assert run(["review", str(file)]) == 2
    assert "USI can be of minishogi or anpanman" in capsys.readouterr().err


def test_a_transcript_in_a_file_is_judged(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text("b2 a1 c3\n")
    assert run(["review", str(file), "--game", "tictactoe", "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [move["move"] for move in moves] == ["b2", "a1", "c3"]
    file.write_text("b2 z9\n")
    assert run(["review", str(file), "--game", "tictactoe"]) == 2
    assert "z9" in capsys.readouterr().err
