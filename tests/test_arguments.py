"""Arguments of the public Python functions: what is of the wrong type is refused in one line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import yomikiri as yk
from yomikiri.lab.rerun import beside
from yomikiri.words import LANGUAGES

ASK: dict[str, Callable[..., Any]] = {
    "load": yk.load,
    "solve": yk.solve,
    "analyze": yk.analyze,
    "perft": lambda game, depth=1, **more: yk.perft(game, depth, **more),
    "position": lambda game, **more: yk.load(game).position(**more),
    "play": lambda game, **more: yk.load(game).position().play(**more),
}
NO_TEXT = (1, b"score", ["score"], 1.5, True, object())
NO_NUMBER: tuple[Any, ...] = ("x", b"1", [1], {}, True, object())
NO_FUNCTION = (1, "print", [print], True)
NO_PLACE: tuple[Any, ...] = (1, [], True, "a\0b")


class Silent:
    """A value that cannot be written."""

    def __repr__(self) -> str:
        raise RuntimeError("silent")


PLACES: dict[str, tuple[tuple[str, ...], tuple[Any, ...]]] = {
    "goal": (("solve",), (None, *NO_TEXT)),
    "moves": (("solve", "analyze", "perft"), (None, 1, 1.5, [1], b"b2", [None], True)),
    "position": (("solve", "analyze", "perft"), NO_TEXT),
    "text": (("position",), NO_TEXT),
    "player": (("analyze",), NO_TEXT),
    "seconds": (("solve", "analyze"), NO_NUMBER),
    "nodes": (("solve", "analyze"), NO_NUMBER),
    "depth": (("analyze", "perft"), (1.5, *NO_NUMBER)),
    "threads": (("solve", "analyze"), (None, 1.5, *NO_NUMBER)),
    "memory": (("solve", "analyze"), (None, [1], True)),
    "tables": (("solve", "analyze"), (None, "no", [], 0.5)),
    "watch": (("solve", "analyze"), NO_FUNCTION),
    "poll": (("analyze",), NO_FUNCTION),
}


def check_refused(function: str, *given: Any, **named: Any) -> None:
    """It is bad input, told in one line of each language."""
    with pytest.raises(yk.InputError) as error:
        ASK[function](*given, **named)
    for language in LANGUAGES:
        said = error.value.say(language)
        assert said and "\n" not in said and len(said) < 600, (given, named, said)


@pytest.mark.parametrize("name", PLACES)
def test_a_wrong_type_is_bad_input(name):
    functions, values = PLACES[name]
    for function in functions:
        for value in values:
            check_refused(function, "tictactoe", **{name: value})


@pytest.mark.parametrize("function", ASK)
def test_a_game_is_a_name(function):
    for value in (1, None, b"nip", ["nip"], {"nip"}, 1.5, True, "x" * 1000 + "\n"):
        check_refused(function, value)


def test_moves_are_a_text_or_a_list_of_texts_everywhere():
    for function in ("play", "position"):
        for value in (1, None, [1], b"b2", [None], True):
            check_refused(function, "tictactoe", moves=value)
    for value in (1, [1], None):
        with pytest.raises(yk.InputError, match=r"^moves: expected"):
            yk.Record("tictactoe").play(value)  # type: ignore[arg-type]
    game = yk.load("tictactoe")
    record = yk.Record(game, moves="b2 a1 c3")
    for found in (game.position(moves=record.moves), game.position().play(record.position.line)):
        assert found == record.position and found.line == ["b2", "a1", "c3"]


@pytest.mark.parametrize("spec", ["tictactoe", "minishogi", "ending:KPK", "janken:single,pieces=1"])
def test_a_game_reads_texts_and_plays_on_from_its_own_positions(spec):
    game: Any = yk.load(spec)
    other = yk.load("nip:4x4")
    for value in (None, *NO_TEXT):
        for read in (game.parse, lambda text: game.read_move(game.start, text)):
            with pytest.raises(yk.InputError, match=r"^text: expected a text, got "):
                read(value)
    for state in (5, None, "start", tuple(game.start), other.start):
        for ask in (game.legal_moves, game.outcome, game.mover, lambda state: game.play(state, 0)):
            with pytest.raises(yk.InputError, match=r"^state: expected a position of this game"):
                ask(state)
    for move in NO_NUMBER:
        with pytest.raises(yk.InputError, match=r"^move: expected a whole number, got "):
            game.play(game.start, move)
    assert game.play(game.start, np.int64(game.legal_moves(game.start)[0])) != game.start


def test_what_is_no_file_list_or_number_is_refused():
    record = yk.Record("tictactoe")
    wrong: list[tuple[str, Callable[[], Any]]] = [
        ("folder", lambda: yk.table("tictactoe", 3)),  # type: ignore[arg-type]
        ("file", lambda: yk.Record.load(3)),  # type: ignore[arg-type]
        ("file", lambda: record.save(None)),  # type: ignore[arg-type]
        ("number", lambda: yk.exercise("tictactoe", number="x")),  # type: ignore[arg-type]
        ("expected players as a list", lambda: yk.tournament("tictactoe", None)),  # type: ignore[arg-type]
    ]
    for said, ask in wrong:
        with pytest.raises(yk.InputError, match=said):
            ask()


@pytest.mark.parametrize(
    ("function", "given", "name", "values"),
    [
        (yk.solve, ["tictactoe"], "store", NO_PLACE),
        (yk.solve, ["tictactoe"], "jobs", (None, *NO_NUMBER)),
        (yk.solve, ["tictactoe"], "cluster", (None, *NO_TEXT)),
        (yk.solve, ["tictactoe"], "fresh", (None, "no", [])),
        (yk.solve, ["tictactoe"], "task_nodes", NO_NUMBER),
        (yk.analyze_many, ["tictactoe", ["b2"]], "out", (*NO_PLACE, "", "/", "x" * 300)),
        (yk.analyze_many, ["tictactoe", ["b2"]], "player", NO_TEXT),
        (yk.analyze_many, ["tictactoe", ["b2"]], "watch", NO_FUNCTION),
        (yk.analyze_many, ["tictactoe", ["b2"]], "jobs", (None, *NO_NUMBER)),
        (yk.match, ["tictactoe", "random", "random"], "out", NO_PLACE),
        (yk.tournament, ["tictactoe", ["random", "greedy"]], "out", NO_PLACE),
        (yk.stats, ["tictactoe"], "out", NO_PLACE),
        (yk.stats, ["tictactoe"], "players", (None, 1, int, "random")),
        (yk.book, ["tictactoe", "a.book"], "merge", (1, True, "b.book", int)),
        (yk.book, ["tictactoe", "a.book"], "minutes", (None, 10**400, *NO_NUMBER)),
        (yk.exercise, ["tictactoe"], "kind", NO_TEXT),
        (yk.exercise, ["tictactoe"], "poll", NO_FUNCTION),
        (yk.review, [yk.Record("tictactoe", moves="b2")], "watch", NO_FUNCTION),
        (yk.learn, ["tictactoe", "net"], "minutes", (10**400, *NO_NUMBER)),
        (yk.playouts, ["tictactoe"], "number", (2**63, 10**5000)),
        (yk.sprt, [1, 2, 3], "elo0", (None, *NO_NUMBER)),
        (yk.sprt, [1, 2, 3], "alpha", (None, *NO_NUMBER)),
        (yk.sprt, [], "pairs", (1, int, {1, 2})),
        (yk.solve, ["tictactoe"], "seconds", (10**400, 10**5000, np.float32("nan"), Silent())),
        (yk.perft, ["tictactoe"], "depth", (10**400, 10**5000, Silent())),
        (yk.verify, ["a"], "sample", (10**400, np.float32("nan"))),
        (yk.load("tictactoe").position().draw, [], "marks", (1, "b1", ["b1"])),
    ],
)
def test_the_rest_of_what_is_asked_for_is_checked_too(
    function, given, name, values, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for value in values:
        with pytest.raises(yk.InputError) as error:
            function(*given, **{name: value})
        for language in LANGUAGES:
            said = error.value.say(language)
            assert said and "\n" not in said and len(said) < 700, (name, said)
    assert not [*tmp_path.iterdir()]


def test_a_run_has_a_folder_beside_it_wherever_it_is(tmp_path):
    assert beside(tmp_path) == tmp_path.with_name(f"{tmp_path.name}-again")
    assert beside(Path("/")) == Path("/-again")  # where there is no run: that is what is said


def test_moves_are_marked_by_their_texts():
    start = yk.load("tictactoe").position()
    assert start.draw(marks={"b1": "A", start.moves[2]: "C"}).splitlines()[1] == "1 . A C"
    with pytest.raises(yk.InputError):
        start.draw(marks={"z9": "A"})


def test_what_is_wrong_is_said_with_the_name_of_the_argument():
    with pytest.raises(yk.InputError) as error:
        yk.solve("tictactoe", threads="a")  # type: ignore[call-overload]
    assert str(error.value) == "threads: expected a whole number, got 'a'"
    assert error.value.say("ja") == "threads: 整数のはずです（'a'）"


def test_numbers_of_numpy_and_of_other_types_are_numbers():
    assert yk.perft("tictactoe", np.int64(2)) == 72  # type: ignore[arg-type]
    answer = yk.solve("tictactoe", seconds=np.float32(9), nodes=1e9, threads=np.int16(1))  # type: ignore[call-overload]
    assert answer.value == 0 and answer.exact
    assert yk.perft("tictactoe", 1, moves=(move for move in ("a1", "b2"))) == 7  # type: ignore[arg-type]
