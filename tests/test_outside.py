"""Games from outside: files, packages, the examples, what a game need not say."""

import itertools
import json
import sys
import threading
from functools import cache
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import yomikiri as yk
from tests.outside import EXAMPLES, LINES, ask, know_examples
from yomikiri import games
from yomikiri.games.cells import View
from yomikiri.games.game import Choice
from yomikiri.games.parts import Shown
from yomikiri.games.pictures import noughts_and_crosses, stones_in_cells
from yomikiri.games.plain import simple_game
from yomikiri.games.scene import box
from yomikiri.web import serve
from yomikiri.words import in_both
from yomikiri.work import Call, hire


@pytest.fixture(autouse=True)
def known_games(monkeypatch):
    """The examples; whatever a test registers besides is forgotten."""
    know_examples(monkeypatch)


@pytest.mark.parametrize("name", LINES)
def test_an_example_is_short(name):
    assert len((EXAMPLES / f"{name}.py").read_text("utf-8").splitlines()) <= LINES[name]


def test_stones_that_go_from_cell_to_cell_are_touched_on_both():
    game = yk.load("breakthrough")
    assert game.show(game.start) == "xxxxx/xxxxx/...../ooooo/ooooo x"
    first = game.position().play("c2c3")
    assert first.text == "xxxxx/xx.xx/..x../ooooo/ooooo o"
    # The board stays as it is, though the rules turn it around.
    second = first.play("b4c3")
    assert second.text == "xxxxx/xx.xx/..o../o.ooo/ooooo x"
    assert game.parse(first.text) == first.state and game.parse(second.text) == second.state
    state = first.state
    paths = {game.move_name(state, m): game.touches(state, m) for m in game.legal_moves(state)}
    assert paths["b4c3"].path == ("b4", "c3") and paths["b4c3"].at == "c3"
    assert all(len(found.path) == 2 for found in paths.values())
    # A picture marks no cell whose number a move happens to have.
    assert "legal" not in game.as_svg(game.start, Shown(legal=game.legal_moves(game.start)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b4", "illegal move 'b4'"),
        ("a2c3", "illegal"),
        ("up", "such as a2a3"),
        ("16", "such as a2a3, got '16'"),
    ],
)
def test_a_cell_is_no_move_where_stones_go_from_cell_to_cell(text, said):
    """The number of b4 is that of the move a2a3, 16."""
    with pytest.raises(yk.InputError, match=said):
        yk.load("breakthrough").position().play(text)


@pytest.mark.parametrize("name", ["hex", "breakthrough"])
def test_an_example_teaches_itself(name):
    lesson = yk.load(name).guide()
    said = [
        lesson.goal,
        *(rule.text for rule in lesson.rules),
        *(sign.text for sign in lesson.legend),
    ]
    assert len(lesson.rules) >= 3 and len(lesson.legend) == 2
    assert all(in_both(text)["ja"] != in_both(text)["en"] for text in said)


# Values, by brute force of a few lines.


def test_nim_is_lost_exactly_when_the_heaps_cancel_out():
    for heaps in itertools.product(range(4), repeat=3):
        if any(heaps):
            won = heaps[0] ^ heaps[1] ^ heaps[2] != 0  # C. L. Bouton, 1901
            position = yk.load("nim").position(" ".join(map(str, (*heaps, 0))))
            assert yk.solve(position).value == (1 if won else -1), heaps


def test_numbers_that_may_be_moves_or_a_position_are_moves():
    game = yk.load("nim")
    record = yk.Record.read("1 1 1 17", game)
    assert record.moves == ["1", "1", "1", "17"]
    assert yk.Record.read("1 1 1 1", game).position.text == "1 1 1 1"  # no fourth match is there


def hex_value(height: int, width: int) -> int:
    """Who wins Hex: 1 the first player, -1 the second."""

    def joined(cells: frozenset[tuple[int, int]], way: int) -> bool:
        reached, waiting = set(), [cell for cell in cells if cell[way] == 0]
        while waiting:
            y, x = cell = waiting.pop()
            if cell in reached or cell not in cells:
                continue
            reached.add(cell)
            waiting += [(y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x), (y + 1, x - 1)]
            waiting.append((y - 1, x + 1))
        return any(cell[way] == (height, width)[way] - 1 for cell in reached)

    board = frozenset(itertools.product(range(height), range(width)))

    @cache
    def value(own: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]], way: int) -> int:
        if joined(other, 1 - way):
            return -1
        free = board - own - other
        return max((-value(other, own | {cell}, 1 - way) for cell in free), default=0)

    return value(frozenset(), frozenset(), 0)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_hex_is_won_as_brute_force_and_the_literature_say(size):
    height, width = size
    found = yk.solve(f"hex:{height}x{width}")
    assert found.value == hex_value(height, width)
    # Nash: the first player on equal sides; Gardner 1959: else whoever has fewer steps to go.
    assert found.value == (1 if height <= width else -1)


def boxes_value(height: int, width: int) -> int:
    """The difference of boxes at the end of Dots and Boxes."""
    rows = [((x, y), (x + 1, y)) for y in range(height + 1) for x in range(width)]
    rows += [((x, y), (x, y + 1)) for y in range(height) for x in range(width + 1)]
    boxes = [
        {line for line in rows if {*line} <= {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}}
        for y in range(height)
        for x in range(width)
    ]

    @cache
    def value(drawn: frozenset[object]) -> int:
        found = []
        for line in rows:
            if line not in drawn:
                after = drawn | {line}
                closed = sum(line in box and box <= after for box in boxes)
                found.append(closed + value(after) if closed else -value(after))
        return max(found, default=0)

    return value(frozenset())


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_dots_and_boxes_is_worth_what_brute_force_says(size):
    answer = yk.solve("boxes:{}x{}".format(*size))
    assert answer.value == boxes_value(*size)
    assert answer.final is not None and answer.final.first - answer.final.second == answer.value


def test_two_by_two_boxes_are_won_by_a_line_at_the_rim_only():
    # Berlekamp, Conway, Guy: Winning Ways, chapter 16.
    found = yk.solve("boxes:2x2")
    assert found.winner == "first"
    assert found.best_moves == ["0", "1", "4", "5", "6", "8", "9", "11"]


# What a game need not say.


def test_a_game_of_rules_alone_is_solved_played_analysed_drawn_and_shown():
    game = yk.load("nim")
    assert game.titles["en"] == "Nim" and game.players["ja"] == ("先手", "後手")
    position = game.position()
    assert position.text == "3 4 5 0" and "a     3" in str(position)
    assert "<svg" in position.svg() and game.position(position.text) == position
    assert yk.analyze(position).moves[0].value == 1
    record = yk.play("nim", "level:9", "random", seed=1)
    assert record.result is not None and record.result.winner == "first"
    assert yk.Record.from_dict(record.to_dict()).position == record.position


@pytest.mark.parametrize("text", ["", "3 4", "3 4 5 x", "3 4 5 9", "3 99999999 5 0", "3 4 -5 0"])
def test_a_position_of_plain_numbers_is_checked(text):
    with pytest.raises(yk.InputError):
        yk.load("nim").parse(text)


class Stones(NamedTuple):
    """A position of a board that says nothing about itself but its size."""

    own: int = 0
    other: int = 0


class StonesRules(NamedTuple):
    height: int = 5
    width: int = 5


def test_a_board_of_any_size_is_drawn_in_its_own_size():
    assert yk.load("hex:4x5").position().svg().count("<polygon") == 20
    family = simple_game("stones", StonesRules(), Stones())
    game = family.build(Choice("stones", "", {}, {}))
    signs = dict.fromkeys(game.places.values(), ".")
    for picture in (stones_in_cells, noughts_and_crosses):
        assert box(picture(View("", signs, [], None, {})))[2:] == (283.2, 283.2)
    assert len(signs) == 25 and game.places[24] == (4, 4)


# Where games come from.


def test_a_package_brings_games_by_its_entry_points(monkeypatch, capsys):
    del games.FAMILIES["nim"]
    point = SimpleNamespace(value="nim:FAMILY", load=lambda: sys.modules["nim"].FAMILY)
    broken = SimpleNamespace(value="gone:FAMILY", load=lambda: 1 // 0)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [broken, point])
    forgotten = (games.use_installed, games.tell_installed)
    for function in forgotten:
        function.cache_clear()
    try:
        assert str(yk.load("nim")) == "nim"
        assert capsys.readouterr().err.count("'gone:FAMILY' are left out") == 1
        yk.families()
        assert capsys.readouterr().err == ""
        assert "gone:FAMILY" in str(games.use_installed())  # which `doctor` tells
    finally:
        for function in forgotten:
            function.cache_clear()


def test_two_games_cannot_have_classes_that_are_one_to_kernels(tmp_path):
    text = (EXAMPLES / "nim.py").read_text("utf-8").replace("LOSS", "WIN")  # whoever takes it loses
    (tmp_path / "misere.py").write_text(text.replace('"nim"', '"misere"'), "utf-8")
    assert yk.load("nim") and yk.use(tmp_path / "misere.py") == ["misere"]
    with pytest.raises(yk.InputError, match=r"misere\.py and .*nim\.py have a class NimRules"):
        yk.load("misere")


def test_two_games_cannot_have_one_name():
    other = simple_game("tictactoe", yk.load("nim").rules, yk.load("nim").start)
    with pytest.raises(yk.InputError, match="there is a game 'tictactoe' already"):
        yk.use(other)
    with pytest.raises(yk.InputError, match="small letters"):
        yk.use(simple_game("Bad Name", yk.load("nim").rules, yk.load("nim").start))


@pytest.mark.compiled
def test_other_processes_know_a_game_from_a_file():
    result = yk.match("nim", "level:9", "random", games=4, jobs=2)
    assert result.tally(0).games == 4


def test_the_page_is_made_ready_though_a_game_of_ones_own_fails(tmp_path, monkeypatch, capsys):
    text = (EXAMPLES / "nim.py").read_text("utf-8").replace('"nim"', '"unmoved"')
    (tmp_path / "unmoved.py").write_text(text.replace("@rule\ndef mover", "def mover"), "utf-8")
    yk.use(tmp_path / "unmoved.py")
    seen: list[str] = []

    def draw(name: str) -> None:
        seen.append(name)
        assert name != "nim", "no picture"

    monkeypatch.setattr(serve, "open_families", lambda: ["unmoved", "nim", "tictactoe"])
    monkeypatch.setattr(serve, "warm_behind", lambda *games: False)
    monkeypatch.setattr(serve, "sample_picture", draw)
    monkeypatch.setattr(serve, "position_view", lambda tree: seen.append(f"{tree.game} as a page"))
    drawn = threading.Event()
    serve.warm_up(drawn)
    err = capsys.readouterr().err
    assert drawn.is_set() and seen == ["nim", "tictactoe", "nim as a page", "tictactoe as a page"]
    assert err.count("\n") == 2 and "does not answer mover" in err and "no picture" in err


@pytest.mark.long
def test_a_file_that_is_gone_before_other_processes_load_it_is_named(tmp_path, capfd):
    file = tmp_path / "gone.py"
    file.write_text((EXAMPLES / "nim.py").read_text("utf-8").replace('"nim"', '"gone"'), "utf-8")
    yk.use(file)
    file.unlink()
    with hire(2) as crew:
        crew.give(Call("one", abs, (-1,)))
        with pytest.raises(yk.InputError, match=r"could not load .*gone\.py"):
            crew.take()
    assert not capfd.readouterr().err


def test_every_command_takes_a_file_of_games(capsys):
    del games.FAMILIES["nim"]
    file = str(EXAMPLES / "nim.py")
    code, out, _ = ask(capsys, "solve", "nim", "--games", file, "--json")
    assert code == 0 and json.loads(out)["winner"] == "first"
    code, out, _ = ask(capsys, f"--games={file}", "perft", "nim", "1", "--json")
    assert code == 0 and json.loads(out)["nodes"] == [12]
    words = ["match", "nim", "random", "random", "--games", file, "--games", "2", "--json"]
    code, out, _ = ask(capsys, *words)
    assert code == 0 and json.loads(out)["games"] == 2
    code, out, err = ask(capsys, "solve", "nim", "--games", "nowhere.py")
    assert code == 2 and "nowhere.py" in err and err.count("\n") == 1
