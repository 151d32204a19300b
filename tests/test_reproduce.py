"""The theses' tables made again: names, rows, what is kept when it is stopped."""

import errno
import json
from importlib import import_module
from typing import Any

import pytest

from yomikiri import theses
from yomikiri.theses import making, minishogi
from yomikiri.theses.table import (
    SCORE,
    Effort,
    Joined,
    Made,
    Part,
    Row,
    Table,
    Unfinished,
    Work,
    made,
)
from yomikiri.words import both, say

cli_reproduce = import_module("yomikiri.cli.reproduce")
DONE: list[str] = []
STOP: set[str] = set()


def work(name: str, value: int) -> dict[str, Any]:
    """A work that notes that it was done, and may be stopped."""
    if name in STOP:
        raise KeyboardInterrupt
    DONE.append(name)
    return {"value": value, "double": 2 * value}


def rows(effort: Effort) -> list[Row]:
    """Three rows; two share a work."""
    first, second = Work(work, ("a", 3)), Work(work, ("b", effort.seed))
    why = both("why", "理由")
    return [
        Row("one", 3, Part(first, ("value",)), Part(second, ("value",)), why),
        Row("two", 6, Part(first, ("double",)), None, why, SCORE),
        Row("three", "first", None, None, why),
    ]


TABLE = Table("003", "table-2", rows)


@pytest.fixture(autouse=True)
def nothing_done(monkeypatch, tmp_path):
    """No work was done, and none is stopped."""
    DONE.clear()
    STOP.clear()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_rows_share_the_work_that_both_need():
    (page,) = making.make([TABLE], Effort(seed=4))
    assert sorted(DONE) == ["a", "b"]
    assert [row[1:4] for row in page.rows] == [(3, 3, 4), (6, 6, None), ("first", None, None)]


def test_a_reason_is_given_only_where_something_differs():
    (page,) = making.make([TABLE], Effort(seed=4))
    assert [row.why is not None for row in page.rows] == [True, False, False]
    (page,) = making.make([TABLE], Effort(seed=3))
    assert not any(row.why for row in page.rows)


@pytest.mark.parametrize(("mistakes", "needed"), [("on", ["b"]), ("off", ["a"])])
def test_only_the_column_that_is_asked_for_is_made(mistakes, needed):
    (page,) = making.make([TABLE], Effort(), mistakes=mistakes)
    assert needed == DONE
    assert (page.rows[0].ours is None) == (mistakes == "on")


def test_what_was_found_before_ctrl_c_is_not_done_again(tmp_path):
    STOP.add("b")
    with pytest.raises(KeyboardInterrupt):
        list(making.make([TABLE], Effort(seed=4)))
    assert DONE == ["a"]
    STOP.clear()
    (page,) = making.make([TABLE], Effort(seed=4))
    assert DONE == ["a", "b"] and page.rows[0].with_mistakes == 4
    assert not list((tmp_path / "yomikiri").glob("reproduce/*"))  # nothing to go on with
    list(making.make([TABLE], Effort(seed=4)))
    assert DONE == ["a", "b", "a", "b"]  # all anew


def counting(name: str, state: int = 0) -> int | Unfinished:
    """A long work: it counts to five, may be stopped at each step, and is kept after it."""
    if f"{name}{state}" in STOP:
        raise KeyboardInterrupt
    DONE.append(f"{name}{state}")
    return 5 if state == 4 else Unfinished(state + 1)


def joined(effort: Effort) -> list[Row]:
    """A row of two long works."""
    parts = tuple(Part(Work(counting, (name,))) for name in "xy")
    return [Row("sum", 10, Joined(parts))]


def test_a_long_work_goes_on_where_it_was_stopped():
    table = Table("003", "table-2", joined)
    STOP.add("y2")
    with pytest.raises(KeyboardInterrupt):
        list(making.make([table], Effort()))
    STOP.clear()
    assert DONE == ["x0", "x1", "x2", "x3", "x4", "y0", "y1"]
    (page,) = making.make([table], Effort())
    assert DONE[7:] == ["y2", "y3", "y4"] and page.rows[0].ours == 10


def test_a_folder_that_was_named_keeps_what_is_finished(tmp_path):
    for _ in range(2):
        list(making.make([TABLE], Effort(), folder=tmp_path / "kept"))
    assert DONE == ["a", "b"]


def test_a_reason_may_depend_on_the_values():
    def why(published, ours, theirs):
        return both("luck", "運") if abs(published - ours) < 5 else None

    first = Work(work, ("a", 3))
    results = {first.key: {"value": 3}}
    for published, said in ((4, True), (3, True), (9, False)):
        row = Row("one", published, Part(first, ("value",)), None, why)
        assert (made(row, results, "both").why is not None) == said


def test_a_count_that_nobody_can_read_is_shown_by_its_magnitude():
    row = Made("x", 10**25, 36_063_860_210, -8, None, "count")
    assert row.cells("en")[1:4] == ["1.0e25", "36,063,860,210", "-8"]
    assert row.to_dict("en")["published"] == 10**25


def test_every_table_has_a_name_of_its_own_and_a_title_in_both_languages():
    assert len({str(table) for table in theses.ALL}) == len(theses.ALL)
    for table in theses.ALL:
        assert str(table.title) and table.rows(Effort(is_quick=True))


def test_the_command_lists_the_tables(yk):
    listed = yk("reproduce", "--json").json()["tables"]
    assert [f"{row['thesis']}:{row['table']}" for row in listed] == [*map(str, theses.ALL)]
    assert "003:table-2" in yk("reproduce").out


@pytest.mark.long
def test_the_scores_are_as_the_first_player_sees_them(yk):
    document = yk("reproduce", "003:table-2", "--quick", "--json").json()
    row = document["rows"][0]
    assert (document["thesis"], document["table"]) == ("003", "table-2")
    assert (row["row"], row["published"], row["ours"]) == ("4x4", -8, 2)
    assert row["why"] and "-8" in yk("reproduce", "003:table-2", "--quick").out


@pytest.mark.parametrize(
    "words",
    [
        ("007",),
        ("003:table-99",),
        ("",),  # an empty variable of a shell: not hours of work
        ("003", "--mistakes", "maybe"),
        ("003", "--games", "0"),
        ("000", "--games", "9" * 20),
    ],
)
def test_what_does_not_exist_is_refused(yk, words):
    code, out, err = yk("reproduce", *words)
    assert code == 2 and not out and err.count("\n") == 1


def test_ctrl_c_says_that_the_same_command_goes_on(yk, monkeypatch):
    monkeypatch.setattr(theses, "ALL", (TABLE,))
    STOP.add("b")
    code, _, err = yk("reproduce", "003", "--json")
    assert code == 130 and "goes on" in err
    STOP.clear()
    assert json.loads(yk("reproduce", "003", "--json").out)["rows"][0]["ours"] == 3
    assert DONE == ["a", "b"]


def test_a_long_table_is_told_before_it_begins(yk, monkeypatch):
    monkeypatch.setattr(theses, "ALL", (TABLE._replace(minutes=60),))
    assert f"{TABLE}: 60 minutes" in yk("reproduce", "003").err
    assert "minutes" not in yk("reproduce", "003", "--quick").err


def test_a_report_is_a_page_in_both_languages(yk, tmp_path, monkeypatch):
    picture = TABLE._replace(
        picture=lambda rows, say: f"<svg>{len(rows)}{say(rows[0].why or '')}</svg>"
    )
    monkeypatch.setattr(theses, "ALL", (picture,))
    assert yk("reproduce", "003", "--report", str(tmp_path / "page")).code == 0
    english, japanese = (
        (tmp_path / "page" / name).read_text("utf-8") for name in ("report.html", "report.ja.html")
    )
    assert (
        "yomikiri reproduce 003:table-2" in english
        and "<svg>3why</svg>" in english
        and "<svg>3理由</svg>" in japanese
    )
    assert "why they differ" in english and "違う理由" in japanese


def test_a_report_that_cannot_be_written_is_told_before_the_work(yk, tmp_path, monkeypatch):
    monkeypatch.setattr(theses, "ALL", (TABLE,))
    (tmp_path / "file").write_text("")
    for place in ("file", "file/page"):
        code, _, err = yk("reproduce", "003", "--report", str(tmp_path / place))
        assert code == 2 and not DONE and err.count("\n") == 1


def test_a_report_that_fails_at_the_end_leaves_what_was_found(yk, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "full", "report.html")

    monkeypatch.setattr(theses, "ALL", (TABLE,))
    with monkeypatch.context() as broken:
        broken.setattr(cli_reproduce, "write_report", full)
        code, _, err = yk("reproduce", "003", "--report", str(tmp_path / "page"))
        assert code == 1 and "no space left" in err
    assert yk("reproduce", "003", "--report", str(tmp_path / "page")).code == 0
    assert DONE == ["a", "b"]


def test_the_printed_rolls_are_those_of_the_switch_and_seven_are_no_cube():
    (page,) = making.make(theses.find("002:roll-piece"), Effort(is_quick=True))
    assert len(page.rows) == 24
    assert all(row.with_mistakes == row.published for row in page.rows)
    assert sum(row.ours != row.published for row in page.rows) == 7
    assert [row.why is not None for row in page.rows] == [
        row.ours != row.published for row in page.rows
    ]


@pytest.mark.compiled
def test_a_sample_tells_the_sequences_that_it_leaves_out():
    [table] = theses.find("002:perft")
    rows = table.rows(Effort(is_quick=True))
    assert [row.ours is None for row in rows] == [False] * 7 + [True] * 3
    assert None not in {row.ours for row in table.rows(Effort())}


def test_no_number_of_games_is_said_to_be_the_theses_where_it_gives_none():
    [table] = theses.find("004:section-5.1")
    for row in table.rows(Effort(is_quick=True)):
        assert "the thesis:" not in say(row.why, "en")


def test_moves_are_listed_as_the_program_on_minishogi_prints_them():
    (page,) = making.make(theses.find("001:figure-3"), Effort(is_quick=True))
    assert str(page.rows[0].row).startswith("j=0 1e1d") and len(page.rows) == 14
    assert {row.with_mistakes for row in page.rows} == {0, 50}  # its board is never put back
    assert len({row.ours for row in page.rows}) > 2


@pytest.mark.compiled
def test_the_wins_of_each_stage_change_by_the_mistakes_that_their_reasons_name():
    def wins(*made: str) -> tuple[list[int | None], list[int | None]]:
        """Of the first stage, and of whole games after every move."""
        effort = Effort(made=made)
        # Seed 2: with some seeds, such as 1, `values` alone happens to change no count.
        game, player = minishogi.its_game(effort), minishogi.terada(effort, "threshold=0")
        found = minishogi.rates(game, minishogi.terada(effort), 2).values()
        whole = minishogi.rates(game, player, 2).values()
        return [one["first_wins"] for one in found], [one["wins"] for one in whole]

    right = wins()[0]
    assert minishogi.WHY["first_wins"].fields["switches"] == ["zone", "check", "values"]
    assert wins("board", "final")[0] == right
    assert all(wins(name)[0] != right for name in ("zone", "check", "values"))
    assert minishogi.WHY["wins"].fields["switches"] == ["board", "final"]
    assert set(wins("board", "final")[1]) == {0, 50}
    assert set(wins("zone", "check", "values", "final")[1]) - {0, 50}
    assert max(one or 0 for one in wins("board")[1]) == 100
