"""Results carry what made them: a rule that changes takes another hash with it.

tests/versions.json has, for each game of tests/test_every_game.py, a fingerprint of what its rules
do: the positions after every move along some random games, who is to move there, ends, and what a
repetition is worth; and of the numbers of its positions, where it has tables.  Whoever changes one
on purpose raises `rules_version` or `numbering_version` of the family and records it anew:
`python -m tests.test_versions`.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.test_every_game import specs
from yomikiri import rules as contract
from yomikiri.games import load, net, tictactoe
from yomikiri.games.game import Game
from yomikiri.play import record
from yomikiri.players import book
from yomikiri.rules import is_position, unindex
from yomikiri.solve import certificate, stores
from yomikiri.tables import files
from yomikiri.tables.build import build_table
from yomikiri.tables.files import TableError
from yomikiri.tables.table import Table, find_table
from yomikiri.web.store import Store, made_by
from yomikiri.work import runs

FILE = Path(__file__).parent / "versions.json"
ROOT = Path(__file__).parent.parent
GAMES, PLIES = 3, 120  # random games, and how far each is looked along
MARKS = tuple(product((0, contract.CHECK), repeat=2))  # of both players, since a first occurrence
NUMBERS = 40  # of each class

# Of Yomikiri 0.1: the rules, and the first class of a table.
FIRST_HASHES = {
    "nip:6x6": ("fca31fcfa7d27b0f", ""),
    "nip:4x4,rim=lap": ("8d17ae8403bf5c37", ""),
    "othello:4x4": ("61bf5558c70e0540", ""),
    "janken:full,pieces=1": ("94a94bcccda43a9a", "94a94bcccda43a9a"),
    "minishogi": ("c82f02b88d5121c1", ""),
    "dobutsu": ("7c942986fb2f4669", "7c942986fb2f4669"),
    "gorogoro": ("e51b403db68434bc", ""),
    "anpanman,try=safe": ("700c3f46f3689a78", "700c3f46f3689a78"),
    "ending:KPK": ("adfe19d191a44fb0", "052181b5df78c4aa"),
    "ending:KPK,end=thesis": ("e10368aae3ad4090", "329ea7a73577695d"),
    "tictactoe": ("5be3e6b715b23a3d", "5be3e6b715b23a3d"),
    "connect4:6x7": ("fecf9d1e2469496c", "fecf9d1e2469496c"),
    "shogi-file:examples/knights.toml": ("257af872e166f24c", ""),
}


def rules_print(game: Game) -> str:
    """A fingerprint of what the rules of a game do; how moves are numbered does not matter."""
    digest = hashlib.sha256(f"{game.occurrences} {game.greatest}".encode())
    for seed in range(GAMES):
        chance = random.Random(f"{game} {seed}")
        state = game.start
        for _ in range(PLIES):
            children = {game.show(child): child for child in after(game, state)}
            marks = int(contract.mark(game.rules, state))
            worth = [
                int(contract.repetition(game.rules, state, m, n)) for m in (0, 1) for n in (0, 1)
            ]
            facts = (game.show(state), game.mover(state), game.outcome(state), marks, worth)
            digest.update(f"{facts} {sorted(children)}".encode())
            if not children:
                break
            state = children[chance.choice(sorted(children))]
    return digest.hexdigest()[:16]


def after(game: Game, state: object) -> list[object]:
    """The positions after every legal move."""
    return [game.play(state, move) for move in game.legal_moves(state)]


def numbers_print(game: Game) -> str:
    """A fingerprint of the numbers of positions, where there are any."""
    classes = [] if game.has_chance else game.table_classes()
    digest = hashlib.sha256()
    for group, cls in enumerate(classes[-4:], max(0, len(classes) - 4)):
        digest.update(f"{cls}".encode())
        for number in range(0, cls.size, max(1, cls.size // NUMBERS)):
            state = unindex(game.rules, group, number)
            shown = game.show(state) if is_position(game.rules, state) else ""
            digest.update(f"{number} {shown}".encode())
    return digest.hexdigest()[:16] if classes else ""


def prints_of(game: Game) -> list[str | int]:
    """What is recorded of a game."""
    versions = [game.rules_version, game.numbering_version]
    return [*versions, rules_print(game), numbers_print(game)]


@pytest.mark.parametrize("spec", specs())
def test_rules_that_change_have_another_version(spec):
    known = json.loads(FILE.read_text("utf-8"))
    assert prints_of(load(spec)) == known[spec], (
        f"the rules of {spec}, or the numbers of its positions, are not as recorded: raise the"
        " version of its family and run `python -m tests.test_versions`"
    )


@pytest.mark.parametrize("spec", FIRST_HASHES)
def test_the_first_version_has_the_hashes_of_0_1(spec):
    game = load(spec)
    if game.rules_version == game.numbering_version == 1:
        table = game.table_hash(0) if game.table_classes() else ""
        assert (game.rules_hash, table) == FIRST_HASHES[spec]


def test_another_version_is_another_hash(monkeypatch):
    for name in ("tictactoe", "ending:KPK"):
        family = type(load(name))

        def hashes(name: str = name, family: type[Game] = family) -> tuple[str, str]:
            game = family(load(name).choice)
            return game.rules_hash, game.table_hash(0)

        first = hashes()
        monkeypatch.setattr(family, "rules_version", 2)
        second = hashes()
        monkeypatch.setattr(family, "rules_version", 1)
        monkeypatch.setattr(family, "numbering_version", 2)
        third = hashes()
        assert first[0] == third[0] != second[0] and len({first[1], second[1], third[1]}) == 3


@pytest.mark.compiled
def test_a_table_of_earlier_rules_is_not_believed_and_can_be_built_again(tmp_path, monkeypatch):
    build_table(load("tictactoe"), tmp_path)
    monkeypatch.setattr(tictactoe.TicTacToeGame, "rules_version", 2)
    game = tictactoe.TicTacToeGame(load("tictactoe").choice)
    with pytest.raises(TableError, match=r"built with other rules .* table build tictactoe"):
        find_table(game, tmp_path)
    build_table(game, tmp_path)
    table = Table(game, tmp_path)
    assert table.probe(game.start).wdl == 0
    table.close()


# A game outside the package.

SCRIPT = """
import sys
import far_rows
from yomikiri import cli
from yomikiri.games import FAMILIES
FAMILIES["far"] = far_rows.FAMILY
if __name__ == "__main__":
    sys.exit(cli.run(sys.argv[1:]))
"""


def far_source() -> str:
    """A game like tic-tac-toe, under another name."""
    source = (ROOT / "yomikiri" / "games" / "tictactoe.py").read_text("utf-8")
    return source.replace("TicTacToe", "FarRows").replace('"tictactoe"', '"far"')


def run_script(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """The command line with a game from outside, whose kernels nobody else needs."""
    known = dict(os.environ, PYTHONPATH=str(ROOT), YOMIKIRI_TABLES=str(folder))
    known |= {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(folder / "script.py"), *words]
    return subprocess.run(command, env=known, capture_output=True, text=True, timeout=300)


def test_a_table_is_not_believed_after_a_rule_outside_the_package_was_edited(tmp_path):
    source = far_source()
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")

    def run(text: str, *words: str) -> tuple[int, str, str]:
        (tmp_path / "far_rows.py").write_text(text, "utf-8")
        done = run_script(tmp_path, *words)
        return done.returncode, done.stdout, done.stderr

    assert run(source, "table", "build", "far")[0] == 0
    code, said, _ = run(source, "solve", "far")
    assert code == 0 and "a draw" in said.lower() and "table" in said
    # A comment and a docstring change nothing.
    harmless = source.replace('"""All positions together."""', '"""All of them."""  # so')
    assert harmless != source and "table" in run(harmless, "solve", "far")[1]
    # Three in a row lose.
    edited = source.replace("return LOSS", "return -LOSS")
    assert edited != source
    code, said, error = run(edited, "solve", "far")
    assert (code, said) == (2, "") and error.strip().count("\n") == 0, error
    assert "other rules" in error and "yomikiri table build far" in error
    assert run(edited, "table", "build", "far")[0] == 0
    assert run(edited, "solve", "far")[0] == 0


def test_a_game_outside_the_package_is_known_to_other_processes(tmp_path):
    script = SCRIPT.replace("import far_rows", "import far_rows as _far").replace(
        'FAMILIES["far"] = far_rows.FAMILY', ""
    )
    script = script.replace(
        "    sys.exit", '    FAMILIES["far"] = _far.FAMILY\n    sys.exit'
    )  # the processes that are started run no more than the imports
    (tmp_path / "script.py").write_text(script, "utf-8")
    (tmp_path / "far_rows.py").write_text(far_source(), "utf-8")
    words = ("match", "far", "random", "greedy", "--games", "4", "--jobs", "2", "--json")
    done = run_script(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4


# Answers that the page keeps.


def test_a_kept_answer_of_another_search_is_not_believed(tmp_path, monkeypatch):
    store = Store(tmp_path)
    store.keep_answer("rules", "solve", "here", "{}")
    assert store.answer("rules", "solve", "here") == "{}"
    monkeypatch.setattr("yomikiri.web.store.package_fingerprint", lambda *folders: "newer")
    assert made_by("rules") == "rules newer" and store.answer("rules", "solve", "here") is None
    store.close()
    again = Store(tmp_path)  # what nobody will ask for is gone
    assert again.connection.execute("SELECT count(*) FROM answers").fetchone() == (0,)
    again.close()


if __name__ == "__main__":
    found = {spec: prints_of(load(spec)) for spec in specs()}
    lines = ",\n".join(f" {json.dumps(spec)}: {json.dumps(found[spec])}" for spec in found)
    FILE.write_text(f"{{\n{lines}\n}}\n", "utf-8")


def test_the_versions_of_files_are_those_that_the_page_of_formats_says():
    page = (ROOT / "docs" / "formats.md").read_text("utf-8").partition("## Versions")[2]
    rows = [line.strip("| ").split(" | ") for line in page.partition("## Games")[0].splitlines()]
    told = {row[0]: row[2] for row in rows if len(row) == 4 and row[0] != "file"}
    assert told == {
        "saved game": str(record.VERSION),
        "table": files.MAGIC.decode().split()[-1],
        "store": str(stores.VERSION),
        "opening book": str(book.FORMAT),
        "certificate": certificate.MAGIC.split()[-1],
        "run": str(runs.FORMAT),
        "net": str(net.FORMAT),
    }


def test_a_table_of_a_later_version_is_told_from_what_is_no_table(tmp_path):
    for text, said in ((b"yomikiri table 2\n", "newer version"), (b"", "not a table")):
        file = tmp_path / "a.table"
        file.write_bytes(text)
        with pytest.raises(TableError, match=said):
            files.read_header(file)
