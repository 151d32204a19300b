"""Lessons: every position and every move in them is made by the rules."""

import json
from typing import Any

import pytest

from tests.conftest import some
from yomikiri.cli.app import run
from yomikiri.errors import UnknownGame
from yomikiri.games import FAMILIES, load
from yomikiri.games.lesson import wins
from yomikiri.games.shogi.lesson import ways_of
from yomikiri.games.shogi.variant import Piece, moves
from yomikiri.play.lesson import first_mover, make_lesson
from yomikiri.play.tree import Tree
from yomikiri.rules import CHANCE
from yomikiri.words import in_both

LESSONS = {
    "tictactoe": 3,
    "connect4:4x4": 3,
    "nip:4x4": 4,
    "nip:6x12,rim=off": 3,
    "othello:6x6": 4,
    "othello:3x3,start=cross2": 3,
    "othello:3x3,start=parallel2": 3,
    "minishogi": 4,
    "dobutsu": 4,
    "anpanman": 3,
    "janken:single,pieces=2": 3,
    "janken:simple,capture=target": 3,
    "janken:full,dice=on": 3,
    "janken:full,pieces=1": 3,
    "ending:KPK": 3,
    "ending:KQK": 3,
    "ending:KBNK": 3,
    "ending:KPKP": 4,
}


@pytest.mark.parametrize("spec", LESSONS)
def test_a_lesson_has_tasks_that_the_rules_let_one_do(spec):
    game = load(spec)
    lesson = make_lesson(game)
    assert len(lesson.steps) >= LESSONS[spec] and lesson.rules
    for step in lesson.steps:
        legal = game.legal_moves(step.state)
        assert step.moves and set(step.moves) <= set(legal)
        assert game.parse(game.show(step.state)) == step.state
    for rule in lesson.rules:
        state = rule.state
        for move in rule.moves:
            assert move in game.legal_moves(state)
            state = game.play(state, move)
    view = lesson.to_dict()
    for texts in (view["goal"], *view["rules"], *(step["text"] for step in view["steps"])):
        assert texts["en"] and texts["ja"] and texts["en"] != texts["ja"]


def every_variant(family):
    """The games of a family: its usual variants, each also with one switch turned."""
    for variant in family.variants or [""]:
        plain = f"{family.name}:{variant}" if variant else family.name
        turned = [f"{plain},{s.name}={value}" for s in family.switches for value in s.values[1:]]
        for spec in (plain, *turned):
            try:
                yield load(spec)
            except UnknownGame:  # a switch that does not go with the variant
                continue


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "shogi-file"])
def test_every_variant_has_three_or_four_tasks(name):
    for game in some(list(every_variant(FAMILIES[name]))):
        steps = make_lesson(game).steps
        assert 3 <= len(steps) <= 4, game
        for step in steps:
            assert step.moves and set(step.moves) <= set(game.legal_moves(step.state)), game


@pytest.mark.parametrize("spec", ["nip:4x4", "nip:6x6", "othello:4x10", "janken:full,pieces=1"])
def test_a_task_leaves_something_to_choose(spec):
    game = load(spec)
    assert all(len(game.legal_moves(step.state)) > 1 for step in make_lesson(game).steps)


@pytest.mark.parametrize("spec", ["nip:4x4", "othello:3x3,start=cross2", "othello:8x8"])
def test_two_directions_are_two_by_cells(spec):
    """What is turned over lies on straight lines from the stone that is put, in two directions."""
    game = load(spec)
    (step,) = (s for s in make_lesson(game).steps if s.text.name == "teach.reversi.rows")
    for move in step.moves:
        x, y = game.places[move]
        turned = step.state.other & game.play(step.state, move).other
        ways = set()
        for cell, (column, row) in game.places.items():
            if turned >> cell & 1:
                dx, dy = column - x, row - y
                steps = max(abs(dx), abs(dy))
                if {abs(dx), abs(dy)} <= {0, steps}:  # on a straight line
                    ways.add((dx // steps, dy // steps))
        assert len(ways) >= 2, game.show(step.state)


def test_the_only_die_is_taken_and_that_wins():
    game = load("janken:full,pieces=1")
    (step,) = (s for s in make_lesson(game).steps if s.text.name == "teach.janken.takes")
    is_won = wins(game)
    assert all(is_won(step.state, move) for move in step.moves)


def shown(spec, name):
    """The game of the moves that show a rule."""
    game = load(spec)
    (rule,) = (rule for rule in make_lesson(game).rules if rule.text.name == name)
    assert rule.moves, spec
    return Tree(game, rule.state, rule.moves)


@pytest.mark.parametrize(
    "spec", ["janken", "janken:simple", "janken:full", "minishogi", "anpanman"]
)
def test_a_repetition_is_shown_to_the_end_of_the_game(spec):
    kind = "teach.repetition" if spec.startswith("janken") else "teach.shogi.repetition"
    tree = shown(spec, kind)
    states = [*tree.history, tree.state]
    assert states.count(states[0]) == tree.game.occurrences
    assert tree.end is not None and tree.end.reason == "repetition"
    assert all(node.end is None for node in tree.node.path()[:-1])


@pytest.mark.parametrize(
    "spec",
    [
        "nip:4x4",
        "janken",
        "janken:full",
        "janken:full,dice=on",
        "minishogi",
        "dobutsu",
        "connect4:5x5",
    ],
)
def test_who_learns_sits_in_one_seat(spec):
    game = load(spec)
    assert {game.mover(step.state) for step in make_lesson(game).steps} == {first_mover(game)}


def test_area_and_funbari_are_shown():
    tree = shown("janken:full", "teach.janken.funbari")
    start: Any = tree.root.state
    assert len(tree.moves) == 3 and tree.turn != tree.game.mover(start)
    assert start.own.bit_count() == 1
    tree = shown("janken:full", "teach.janken.area")
    start = tree.root.state
    source, target = tree.game.way(start.turn, tree.moves[0])
    area = tree.game.scene(start).areas[start.turn]
    assert source in area and target not in area


def test_a_pawn_is_dropped_where_another_file_has_one():
    tree = shown("minishogi", "teach.shogi.nifu")
    (name,) = tree.names
    before, game = tree.root.state, tree.game
    look = f"{game.mover(before)}P"
    files = {piece.place[0] for piece in game.pieces_on(before) if piece.look == look}
    files -= {"h"}  # of a hand
    assert name.startswith("P*") and files
    moves = {game.move_name(before, move) for move in game.legal_moves(before)}
    assert not any(move.startswith(f"P*{file}") for move in moves for file in files)


def test_the_rim_of_nip_is_practised_where_straight_lines_bracket_nothing():
    game, straight = load("nip:4x4"), load("nip:4x4,rim=off")
    step = make_lesson(game).steps[-1]
    assert not set(step.moves) & set(straight.legal_moves(step.state))


def test_every_switch_of_janken_is_told():
    def said(spec):
        guide = load(spec).guide()
        return {message.name for message in (guide.goal, *(rule.text for rule in guide.rules))}

    usual = said("janken:full,pieces=1")
    for switch in ("goal=stay", "must=first", "revisit=off", "funbari=off", "dice=on"):
        assert said(f"janken:full,pieces=1,{switch}") != usual, switch
    ways = [said(f"janken:simple,capture={way}") for way in ("meet", "action", "target")]
    assert ways[0] != ways[1] != ways[2] != ways[0]
    assert "teach.janken.printed" in said("janken:simple,rolls=printed")


def test_a_throw_of_the_die_is_shown_with_its_actions():
    game = load("janken:full,dice=on")
    lesson = make_lesson(game)
    (told,) = [rule for rule in lesson.rules if rule.text.name == "teach.janken.dice"]
    thrown, *actions = game.line_text(told.state, told.moves)
    assert thrown == "die2" and len(actions) == 2 and "die" not in " ".join(actions)
    assert game.mover(told.state) == CHANCE
    after = game.play(told.state, told.moves[0])
    assert game.actions_left(told.state) is None and game.actions_left(after) == 2
    assert game.actions_left(game.play(after, told.moves[1])) == 1


TOLD = {  # area: names, separated by blanks
    "nip:4x4": {"": "turns", "reversi": "bracket pass", "nip": "rim other"},
    "othello:4x4,empties=winner": {"": "turns", "reversi": "bracket pass empties"},
    "connect4:4x4": {"": "turns", "line": "drop row full"},
    "tictactoe": {"": "turns", "line": "put row full"},
    "minishogi": {"shogi": "sides steps capture drop nifu dead mating promote strict repetition"},
    "gorogoro": {"shogi": "sides steps capture drop nifu dead mating promote strict repetition"},
    "dobutsu": {"shogi": "sides steps capture drop must tries free repetition"},
    "anpanman": {"shogi": "sides steps capture gone tries free repetition"},
    "janken:simple": {"": "repetition", "janken": "sides roll beats simple meet"},
    "janken:single": {"": "repetition", "janken": "sides roll beats take single"},
    "janken:full": {
        "": "repetition",
        "janken": "sides roll beats take full all area funbari",
    },
    "ending:KPKP": {"chess": "turns moves take promotion passant mate draw"},
}


@pytest.mark.parametrize("spec", TOLD)
def test_a_lesson_tells_everything(spec):
    needed = {
        ".".join(filter(None, ("teach", area, name)))
        for area, names in TOLD[spec].items()
        for name in names.split()
    }
    told = [rule.text.name for rule in load(spec).guide().rules]
    assert needed == set(told) - {"teach.othello.corner"} and len(told) == len(set(told))


def test_pieces_are_told_with_their_moves():
    signs = load("minishogi").guide().legend
    told = {sign.written[1]: (str(sign.text), in_both(sign.text)["ja"]) for sign in signs}
    assert told["G"] == (
        "gold: one step forward, diagonally forward, sideways or back",
        "金：前・斜め前・横・後ろへ一マス",
    )
    assert told["+R"][0] == (
        "dragon, a promoted rook: any distance forward, sideways or back, or one step diagonally"
    )
    assert told["K"][1] == "玉：八方へ一マス。取られたら負け"
    lion = "Checkmate the enemy lion"  # and no king
    assert str(load("gorogoro").guide().goal).startswith(lion)


def test_odd_pieces_are_told_with_their_moves():
    assert (
        str(ways_of(Piece("", "", moves("ne w")))) == "one step forward to the right or to the left"
    )
    assert str(ways_of(Piece("", ""))) == "cannot move"


def test_a_perpetual_check_is_told_where_it_loses():
    def said(spec):
        return str(load(spec).guide().rules[-1].text)

    assert "that side loses" in said("minishogi") and "that side loses" in said("gorogoro")
    assert said("dobutsu") == "When the same position has come up 3 times, the game ends: a draw."


def test_stones_are_first_bracketed_at_the_start_of_a_game():
    for spec in ("nip:4x4", "othello:6x6"):
        game = load(spec)
        step = make_lesson(game).steps[0]
        assert step.state == game.start and step.moves == game.legal_moves(game.start)


@pytest.mark.parametrize("spec", ["anpanman", "janken:full"])
def test_what_is_to_be_prevented_is_threatened(spec):
    """After most moves the other wins at once; after those of the task he does not."""
    game = load(spec)
    (step,) = (step for step in make_lesson(game).steps if step.text.name.endswith("saves"))
    is_won = wins(game)

    def is_lost(move):
        child = game.play(step.state, move)
        return any(is_won(child, reply) for reply in game.legal_moves(child))

    lost = [move for move in game.legal_moves(step.state) if is_lost(move)]
    assert 2 * len(lost) > len(game.legal_moves(step.state)) and not set(lost) & set(step.moves)


def test_the_terminal_tells_the_rules_in_both_languages(capsys):
    for language, said in (("en", "How to play"), ("ja", "遊び方")):
        assert run(["rules", "tictactoe", "--lang", language]) == 0
        assert said in capsys.readouterr().out
    assert run(["rules", "anpanman", "--lang", "en"]) == 0
    assert "兵  soldier: one step forward or sideways" in capsys.readouterr().out
    for spec in ("minishogi", "ending:KPK", "janken:simple", "connect4:4x4", "nip:4x4"):
        for language, page in (("en", "Touch dots button"), ("ja", "触れ 点が ボタン")):
            assert run(["rules", spec, "--lang", language]) == 0
            said = capsys.readouterr().out  # nothing can be touched there
            assert not any(word in said for word in page.split()), spec
    assert run(["rules", "tictactoe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][0]["moves"]
    assert run(["rules", "chequers"]) == 2
