"""The examples in the descriptions of public names are right."""

import doctest
from importlib import import_module
from inspect import getdoc, isfunction

import pytest

import yomikiri as yk

TAKES_MINUTES = {"learn"}


@pytest.mark.compiled
@pytest.mark.parametrize("file", sorted({*yk.PUBLIC.values()}))
def test_the_examples_of_a_file_are_right(file):
    module = import_module(f"yomikiri.{file.replace('/', '.')}")
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in doctest.DocTestFinder().find(module):
        runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


def test_every_public_function_has_an_example():
    functions = {name for name in yk.__all__ if isfunction(getattr(yk, name))}
    assert len(functions) > 20
    without = {name for name in functions if ">>>" not in (getdoc(getattr(yk, name)) or "")}
    assert without == TAKES_MINUTES
