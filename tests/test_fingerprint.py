"""The name of a kernel's machine code changes with all that goes into it, and with nothing else."""

import importlib
import pkgutil
import sys
import textwrap

import numpy as np
import pytest

import yomikiri
from yomikiri.fingerprint import NotKnown, fingerprint, ingredients, value_text
from yomikiri.games.tictactoe import TicTacToeRules
from yomikiri.rules import outcome

COUNTING = """
    from yomikiri.jit import kernel
    from yomikiri.rules import outcome
    import outer_kernel
    from other_kernel import STEP, advance

    TABLE = (1, 2)
    UNUSED = 3

    @kernel
    def count(rules, number):
        '''What it says.'''
        found = TABLE[1] + outer_kernel.inner.NESTED
        for _ in range(number):
            found = advance(found) + STEP * 7
        return found + outcome(rules, number)
"""

OTHER = """
    from enum import IntEnum
    from typing import NamedTuple
    import math
    from yomikiri.bits import count as stones
    from yomikiri.jit import kernel
    from yomikiri.rules import rule

    STEP = 5
    BELOW = 2.5

    class Piece(IntEnum):
        ROOK = 17

    class FarRules(NamedTuple):
        size: int

    @kernel
    def advance(number):
        return number + int(math.sqrt(BELOW)) + stones(number)

    @rule
    def outcome(rules: FarRules, state):
        return hidden(rules)

    @kernel
    def hidden(rules):
        return rules.size + 11 * (Piece.ROOK == 17)

    def talk():
        raise ValueError("a message")
"""

OUTER = """
    from types import ModuleType

    inner = ModuleType("inner")  # as a module of a package stands in it
    inner.NESTED = 13
"""


@pytest.fixture
def name_of_kernel(tmp_path, monkeypatch):
    """The name of the kernel in three small modules, after some words in them are replaced."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    modules = {"counting_kernel": COUNTING, "other_kernel": OTHER, "outer_kernel": OUTER}

    def find(old="", new="", *, knows_rules=True):
        assert old in COUNTING + OTHER + OUTER
        for name, text in modules.items():
            content = textwrap.dedent(text.replace(old, new) if old else text)
            (tmp_path / f"{name}.py").write_text(content)
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        counting, other, _ = map(importlib.import_module, modules)
        return fingerprint(counting.count.py_func, [other.FarRules] * knows_rules, ["mode"])

    yield find
    for name in modules:
        sys.modules.pop(name, None)
    for kind in [kind for kind in outcome.answers if kind.__module__ in modules]:
        del outcome.answers[kind]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("found + outcome", "found - outcome"),  # its own code
        ("* 7", "* 8"),  # a number in it
        ("(1, 2)", "(1, 3)"),  # a constant beside it
        ("STEP = 5", "STEP = 6"),  # one from another file
        ("number + int", "number - int"),  # a kernel there
        ("BELOW = 2.5", "BELOW = 3.5"),  # the constant of that
        ("math.sqrt", "math.floor"),
        ("count as stones", "lowest as stones"),  # machine code
        ("return hidden(rules)", "return hidden(rules) + 1"),  # a rule of the game
        ("size + 11", "size + 12"),  # and what that calls
        ("size", "width"),  # the fields of the rules
        ("NESTED = 13", "NESTED = 14"),  # a constant of a module in a package
        ("ROOK = 17", "ROOK = 18"),  # an enumeration
    ],
)
def test_the_name_changes_with_what_goes_into_the_kernel(name_of_kernel, old, new):
    assert name_of_kernel() != name_of_kernel(old, new)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("UNUSED = 3", "UNUSED = 4"),
        ("a message", "another"),
        ("What it says.", "Something else."),
        ("    def talk", "    # why\n\n    def talk"),
        ("import math", "import json\n    import math"),
    ],
)
def test_the_name_does_not_change_with_what_stands_beside_it(name_of_kernel, old, new):
    assert name_of_kernel() == name_of_kernel(old, new)


@pytest.mark.compiled
def test_the_rules_of_games_that_a_kernel_does_not_meet_are_no_part_of_it(name_of_kernel):
    other = name_of_kernel("size + 11", "size + 12", knows_rules=False)
    assert name_of_kernel(knows_rules=False) == other


@pytest.mark.compiled
def test_every_kernel_of_the_package_has_a_name():
    for module in pkgutil.walk_packages(yomikiri.__path__, "yomikiri."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if hasattr(value, "py_func"):
                    assert ingredients(value.py_func, [TicTacToeRules])


def test_constants_by_their_values():
    array = np.arange(6)
    different = (
        *(1, 1.0, True, "1", b"1", None, (1,), (1, 2), (1, (2,)), frozenset({1})),
        *(np.int64(1), np.int32(1), array, array.astype("int32"), array.reshape(2, 3), array + 1),
    )
    assert len({value_text(value) for value in different}) == len(different)
    assert value_text(frozenset("abc")) == value_text(frozenset("cba"))
    with pytest.raises(NotKnown):
        value_text([1, 2])
