"""What tests share: a home that goes with them, and a browser."""

import re
from pathlib import Path

from tests.conftest import IN_A_BROWSER
from yomikiri.reading import data_folder
from yomikiri.solve.stores import stores_folder
from yomikiri.tables.files import tables_folder


def test_nothing_is_written_at_home(home, tmp_path_factory):
    assert home.is_relative_to(tmp_path_factory.getbasetemp())
    for folder in (data_folder(), tables_folder(), stores_folder()):
        assert folder.is_relative_to(home) and not folder.exists()


TESTS = Path(__file__).parent


def test_all_tests_of_the_page_share_a_server_and_a_browser():
    visitors = [path for path in TESTS.glob("test_*.py") if "NEEDS_A_BROWSER" in path.read_text()]
    assert sorted(path.name for path in visitors) == sorted([*IN_A_BROWSER, Path(__file__).name])


def test_folders_are_made_by_pytest_which_deletes_them_even_after_a_kill():
    for path in TESTS.glob("*.py"):
        assert not re.search(r"\bmkd[t]emp\b", path.read_text("utf-8")), path
