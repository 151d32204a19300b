"""Kernels are compiled in two steps: as bitcode for other kernels, as machine code for Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import NullCache

from yomikiri import compiler, jit
from yomikiri.bits import plain
from yomikiri.jit import brief, kernel

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled"),
]
ROOT = Path(__file__).parent.parent


def uncached(function):
    """A kernel that is compiled in this process, and nowhere else."""
    made = kernel(function)
    made._cache = made.parts_cache = NullCache()
    return made


@pytest.fixture
def below():
    """A kernel that only another one calls."""
    return uncached(lambda number: 3 * number)


@pytest.fixture
def above(below):
    """A kernel that Python calls."""
    return uncached(lambda number: below(number) + below(1))


def test_this_numba_is_known(above):
    assert compiler.IS_KNOWN
    assert isinstance(above, compiler.Kernel)


def test_a_kernel_that_only_kernels_call_is_no_machine_code(below, above):
    assert above(2) == 9
    assert len(above.overloads) == 1
    assert len(below.parts) == 1 and not below.overloads


def test_a_literal_makes_no_signature_of_its_own(below, above):
    assert above(3) == 12
    assert [str(types) for types in below.signatures] == ["(int64,)"]


def test_a_kernel_that_kernels_call_can_be_called_from_python_later(below, above):
    assert above(2) == 9
    assert below(5) == 15
    assert len(below.overloads) == 1 and len(below.signatures) == 1


def test_other_modules_see_the_wrapper_of_a_finished_kernel_only(above):
    """Of functions of one name the first that is loaded would serve all, optimised or not."""
    assert above(2) == 9
    (made,) = above.overloads.values()
    defined = [one for one in made.library._final_module.functions if not one.is_declaration]
    seen = [one.name for one in defined if one.linkage.name != "internal"]
    assert seen == [made.fndesc.llvm_cpython_wrapper_name]


def test_a_brief_kernel_is_left_as_it_is_where_python_calls_it(below):
    asked = brief(uncached(lambda number: below(number) + below(1)))
    assert asked(2) == 9
    (made,) = asked.overloads.values()
    defined = [one for one in made.library._final_module.functions if not one.is_declaration]
    assert len(defined) == 3  # the wrapper, and both kernels

    @uncached
    def total(number):
        found = 0
        for one in range(number):
            found += asked(one)
        return found

    assert total(10) == sum(map(asked, range(10)))


def test_what_a_kernel_no_longer_needs_is_there_for_those_above_it(below):
    """It is linked once, with the one of its callers that has it."""

    @uncached
    def doubtful(number):
        if number != number:  # never, as LLVM finds out
            return below(number)
        return number

    @uncached
    def middle(number):
        return doubtful(number) + below(number)

    @uncached
    def first(number):
        return doubtful(number) + below(number)

    @uncached
    def second(number):
        return middle(number) + doubtful(number) + below(number)

    assert first(2) == 2 + 6
    assert second(2) == 8 + 2 + 6


def test_a_kernel_may_call_itself():
    @uncached
    def down(number):
        if number <= 0:
            return plain(0)
        return 1 + down(number - 1)

    assert down(1000) == 1000
    assert len(down.signatures) == 1


def test_a_literal_in_a_call_of_itself_is_refused_with_what_to_write():
    @uncached
    def fails(number):
        if number <= 0:
            return plain(0)
        return 1 + fails(0)

    with pytest.raises(Exception, match=r"fails\(\) calls itself with a literal: write plain\(0\)"):
        fails(3)


def test_keywords_and_defaults_reach_a_kernel():
    @uncached
    def power(base, by=2):
        return base**by

    @uncached
    def both(number):
        return power(number) + power(by=3, base=number)

    assert both(2) == 4 + 8
    assert power(3) == 9


def test_a_kernel_may_have_a_function_inside_it():
    @uncached
    def outside(number):
        def twice(other):
            return other * 2

        return twice(number) + twice(1)

    assert outside(20) == 42


def test_a_variable_that_ends_in_some_branches_only_keeps_its_value():
    """Kernels are compiled without the pass that says where variables end."""

    @uncached
    def count(number):
        found, last = 0, -1
        for place in range(number):
            if place % 3 == 0:
                last = place
                continue
            step = last + 1
            while step > 0:
                step //= 2
                found += 1
        return found * 100 + last

    assert count(50) == count.py_func(50)


PROGRAM = """
import sys
from importlib.util import module_from_spec, spec_from_file_location

# Before anybody else loads it, for kernels are made while modules are loaded.
name = "yomikiri.compiler"
spec = spec_from_file_location(name, "{path}")
compiler = sys.modules[name] = module_from_spec(spec)
spec.loader.exec_module(compiler)
compiler.IS_KNOWN = compiler.IS_KNOWN and {known}

import yomikiri
from yomikiri.search.alpha_beta import search
found = yomikiri.solve("tictactoe")
print(found.value, found.nodes, isinstance(search, compiler.Kernel))
"""


def run(known: bool, cache: Path) -> str:
    """What a fresh process finds, with or without the two steps."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(known=known, path=compiler.__file__)],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "NUMBA_CACHE_DIR": str(cache),
            "YOMIKIRI_QUIET": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.long
@pytest.mark.slow
def test_a_numba_that_is_not_known_compiles_as_usual_and_finds_the_same(tmp_path):
    usual = run(False, tmp_path / "usual").split()
    assert usual[2] == "False"
    for _ in ("cold", "warm"):  # and what was stored is read again
        assert run(True, tmp_path / "steps").split() == [*usual[:2], "True"]


@pytest.mark.long
def test_lowered_kernels_in_the_cache_are_used_when_the_finished_ones_are_gone(tmp_path):
    first = run(True, tmp_path)
    files = sorted(tmp_path.glob("kernels/*"), key=lambda path: path.stat().st_mtime)
    roots = [path for path in files if path.name.startswith("yomikiri.search.alpha_beta.search-")]
    assert len(roots) == 2  # lowered and finished
    roots[-1].unlink()
    assert run(True, tmp_path) == first
