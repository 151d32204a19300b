"""The public Python names: positions, records, players of one's own; imported when needed."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import yomikiri as yk
from yomikiri import cli
from yomikiri.cli.app import COMMANDS, GROUPS
from yomikiri.errors import Said
from yomikiri.games import families
from yomikiri.players import own

ROOT = Path(__file__).parent.parent


def first_move(position):
    return position.moves[0]


class Careful:
    """Wins if it can."""

    def choose(self, position, chance):
        wins = [move for move in position.moves if position.play(move).outcome == -1]
        return str(wins[0] if wins else chance.choice(position.moves))


def confused(position):
    return "z9"


def mute(position):
    return None


def failing(position):
    raise ZeroDivisionError("too clever")


def run(program: str) -> str:
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    return done.stdout.strip()


def test_importing_loads_neither_numba_nor_numpy():
    assert run("import sys, yomikiri; print({'numba', 'numpy'} & {*sys.modules})") == "set()"


def test_every_public_name_is_there_and_is_no_folder():
    program = "import types, yomikiri as yk, yomikiri.solve, yomikiri.play\n"
    program += "print([n for n in yk.__all__ if isinstance(getattr(yk, n), types.ModuleType)])"
    assert run(program) == "[]"
    assert {*yk.__all__} <= {*dir(yk)}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = yk.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [family.name for family in families() if ":" not in family.name])
def test_a_position_is_a_value(name):
    if name == "shogi-file":
        name = f"shogi-file:{ROOT / 'examples' / 'knights.toml'}"
    position = yk.load(name).position()
    for _ in range(3):
        moves = position.moves
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert again.line == position.line and again.moves == moves
        assert yk.load(name).position(position.text) == position
        after = position.play(moves[0])
        assert after.undo() is position and after.last == moves[0] and after != position
        assert after == position.play(str(moves[0]))
        position = after
    assert len({*position.path, *position.path}) == 4
    assert position._repr_svg_().startswith("<svg") and position.text in repr(position)


def test_a_position_knows_how_the_game_ended():
    won = yk.load("tictactoe").position(moves="a1 a2 b1 b2 c1")
    assert won.outcome == -1 and won.moves == [] and won.mover == "second"
    assert won.result is not None and (won.result.winner, won.result.reason) == ("first", "rules")
    assert won.undo().outcome is None and won.undo().result is None
    with pytest.raises(yk.InputError, match="over"):
        won.play("c3")
    with pytest.raises(yk.InputError, match="no move was played"):
        yk.load("tictactoe").position().undo()


def test_a_position_that_comes_again_ends_the_game():
    moves = "4e4d 2a2b 4d4e 2b2a"
    game = yk.load("minishogi")
    twice = game.position(moves=moves)
    assert twice.result is None and twice == game.position()
    for _ in range(5):
        twice = twice.play(moves) if twice.result is None else twice
    assert twice.result is not None and twice.result.reason == "repetition"


def test_a_move_of_another_position_is_read_as_text():
    start = yk.load("nip:4x4").position()
    move = start.moves[0]
    with pytest.raises(yk.InputError, match="illegal move"):
        start.play(move).play(move)


def test_a_record_keeps_variations_and_notes_through_its_file(tmp_path):
    record = yk.Record("minishogi", moves="5d5c 3a4b")
    record.undo()
    record.play("4a3b")
    record.note = "sharper"
    assert record.variations == ["3a4b"] and record.next == []
    record.save(tmp_path / "game.json")
    again = yk.Record.load(tmp_path / "game.json")
    assert again.moves == record.moves and again.variations == ["3a4b"]
    assert again.note == "sharper" and again.position == record.position
    again.to_start()
    assert again.next == ["5d5c"] and again.moves == []
    again.to_end()
    assert again.moves == ["5d5c", "3a4b"]
    for form in ("kif", "csa", "usi"):
        record.save(tmp_path / f"game.{form}")
        for game in ("minishogi", None):  # the file itself says which game it is of
            file = tmp_path / f"game.{form}"
            assert yk.Record.load(file, game).position == record.position


@pytest.mark.parametrize("name", ["nip:4x4", "minishogi", "ending:KQK", "janken:single"])
def test_a_record_is_read_in_every_format_in_which_it_is_written(name):
    record = yk.Record(name)
    for _ in range(4):
        record.play(record.position.moves[0])
    for form in record.game.formats:
        again = yk.Record.read(record.to_text(form), name)
        assert again.position == record.position, form


def test_a_record_goes_on_from_a_position():
    position = yk.load("tictactoe").position(moves="b2 a1")
    record = yk.Record(position, moves="c3")
    assert record.moves == ["b2", "a1", "c3"] and record.position.undo() == position
    alone = yk.Record(yk.load("tictactoe").position("o../.x./... x"), moves=["c3"])
    assert alone.moves == ["c3"] and alone.position == record.position


def test_players_of_ones_own_play_games_and_matches():
    game = yk.play("tictactoe", first_move, Careful, seed=3)
    assert game.result is not None and game.moves[0] == "a1"
    assert str(yk.play("tictactoe", first_move, Careful, seed=3)) == str(game)
    result = yk.match("tictactoe", Careful, "random", games=12, seed=1)
    assert result.score is not None and result.score > 0.5
    assert result.players[0].endswith("test_library.py:Careful")


@pytest.mark.compiled
def test_other_processes_know_players_of_ones_own():
    one, two = (
        yk.match("tictactoe", first_move, Careful, games=6, seed=5, jobs=jobs) for jobs in (1, 2)
    )
    assert [r["moves"] for r in one.records] == [r["moves"] for r in two.records]


def test_a_player_that_answers_with_no_move_is_told_so():
    for player, words in ((confused, "z9"), (mute, "should have answered with one")):
        with pytest.raises(yk.InputError, match=words):
            yk.player(player, "tictactoe").choose()


def test_a_player_that_fails_is_told_with_its_line(capsys):
    with pytest.raises(
        Said, match=r"ZeroDivisionError: too clever \(.*test_library.py, line"
    ) as it:
        yk.player(failing, "tictactoe").choose()
    assert isinstance(it.value.__cause__, ZeroDivisionError)
    words = ["match", "tictactoe", "random", f"own:{__file__}:failing", "--games", "2"]
    assert cli.run(words) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("own:", "own:FILE.py:NAME"),
        ("own:here.py", "own:FILE.py:NAME"),
        ("own:/nowhere/here.py:f", "cannot read"),
        (f"own:{__file__}:nobody", "first_move"),
        ("own:no_such_module:f", "no module"),
    ],
)
def test_a_player_that_is_not_there_is_told_so(text, words):
    with pytest.raises(yk.InputError, match=words):
        yk.player(text, "tictactoe")


def test_a_player_of_ones_own_sees_the_moves_that_were_made():
    seen = []

    def looks(position):
        seen.append((position.last, [*position.line]))
        return position.moves[-1]

    for _ in range(2):
        record = yk.play("tictactoe", "greedy", looks)
        told = [(record.moves[n - 1], record.moves[:n]) for n in range(1, len(record.moves), 2)]
        assert seen[: len(told)] == told
        del seen[: len(told)]
    twice = yk.play("tictactoe", looks, looks)
    assert seen[-1][1] == twice.moves[:-1]
    del seen[:]
    yk.play("nip:4x4", "random", looks, position="_x._/.xx./.xo./_.._ o")
    assert seen[0] == (None, []) and seen[1][0] is not None and len(seen[1][1]) == 2


def test_players_without_a_file_are_known_in_this_process_only(monkeypatch):
    monkeypatch.setattr(own, "HERE", {})

    def last_move(position):
        return position.moves[-1]

    names = {
        yk.player(value, "tictactoe").name
        for value in (last_move, lambda p: p.moves[0], lambda p: p.moves[1], Careful(), last_move)
    }
    assert names == {"own:last_move", "own:lambda", "own:lambda-2", "own:Careful"}
    assert yk.player("own:last_move", "tictactoe").choose() == "c3"
    with pytest.raises(yk.InputError, match="put it into a file"):
        yk.player("own:nobody", "tictactoe")


def test_what_is_no_player_is_refused():
    for value in (1, None, [first_move]):
        with pytest.raises(yk.InputError, match="a class with the method choose"):
            yk.player(value, "tictactoe")  # type: ignore[arg-type]

    class Mute:
        """It has no method `choose`."""

    class Wanting(Careful):
        def __init__(self, wanted):
            self.wanted = wanted

    with pytest.raises(yk.InputError, match="a class with the method choose, got <class"):
        yk.player(Mute, "tictactoe")
    with pytest.raises(Said, match="missing 1 required positional argument: 'wanted'"):
        yk.player(Wanting, "tictactoe")
    assert yk.player(lambda p: max(p.moves), "tictactoe").choose() == "c3"
    with pytest.raises(Said, match="failed"):  # what is built in says not how many it takes
        yk.player(max, "tictactoe").choose()


def test_a_player_is_asked_about_a_position():
    player = yk.player("perfect", "tictactoe")
    assert player.name == "perfect" and player.choose("xx./oo./... x") == "c1"
    assert player.choose(yk.load("tictactoe").position("xx./oo./... x")) == "c1"
    best = player.explain("xx./oo./... x").moves[0]
    assert (best.move, best.value) == ("c1", 1)


def test_a_broken_file_is_told_with_its_line(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("x = 1\ny = nothing\n", "utf-8")
    with pytest.raises(yk.InputError, match="line 2: NameError"):
        yk.use(str(broken))
    broken.write_text("def f(:\n", "utf-8")
    with pytest.raises(yk.InputError, match="line 1: SyntaxError"):
        yk.use(str(broken))
    (tmp_path / "empty_here.py").write_text("", "utf-8")
    with pytest.raises(yk.InputError, match="no game in"):
        yk.use(tmp_path / "empty_here.py")
    with pytest.raises(yk.InputError, match="a file such as"):
        yk.use(3)  # type: ignore[arg-type]


def test_the_page_of_the_library_says_what_each_command_is_in_python():
    page = (ROOT / "docs" / "api.md").read_text("utf-8").split("## From the command to Python")[1]
    page = page.split("## Games of your own")[0]
    commands = {name for cell in re.findall(r"`([a-z -]+)`", page) for name in [cell.split()[0]]}
    assert [name for name in (*COMMANDS, *GROUPS) if name not in commands] == []
    assert {*re.findall(r"yk\.(\w+)", page)} <= {*yk.__all__}


def test_the_page_of_the_library_names_everything_public():
    page = (Path(__file__).parent.parent / "docs" / "api.md").read_text("utf-8")
    assert [name for name in yk.__all__ if not re.search(rf"\b{name}\b", page)] == []
