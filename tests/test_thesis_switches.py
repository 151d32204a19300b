"""Why a printed number differs: by a mistake that can be made alone, or it is said to be open."""

import pytest

from yomikiri import theses
from yomikiri.errors import InputError
from yomikiri.theses.making import Page
from yomikiri.theses.report import options_of, write_report
from yomikiri.theses.switches import SWITCHES, about, backed, read_mistakes
from yomikiri.theses.table import Effort, Made, Part, Row, Table, Work, made
from yomikiri.words import LANGUAGES, say
from yomikiri.words.catalogue import texts

NAMES = [(thesis, name) for thesis, names in SWITCHES.items() for name in names]
OPEN = ("unknown", "leaves", "tally", "arrangements")  # nothing that was tried explains it
NEAR = ("sum",)  # nor here, but switches come near
# What the thesis itself shows, or what no program can show: misprints, another player's place.
TOLD = ("line", "turned", "fifth", "fifth_turned", "misprint", "magnitude", "reachable")
PROBES = [(1, 2, 3), (1, 9, 3), (1, 2, 1), (1, 1, 2), (1, 2, None), (None, 1, 2), ("a", "b", "c")]
EFFORTS = (Effort(is_quick=True), Effort())


def reasons(table: Table, effort: Effort) -> set[str]:
    """The names of all reasons that a table may give; each switch in them is one of its thesis."""
    found = set()
    for row in table.rows(effort):
        for probe in PROBES if callable(row.why) else ["as it is"]:
            try:
                why = row.why(*probe) if callable(row.why) else row.why
            except AssertionError:  # this row has numbers only
                continue
            if why is not None:
                assert set(why.fields.get("switches", ())) <= set(SWITCHES[table.thesis])
                assert "switches" not in why.fields or why.fields["switches"]
                assert all(say(why, language) for language in LANGUAGES)
                found.add(why.name.removeprefix("thesis.why."))
    return found


def test_every_reason_names_a_switch_or_says_that_there_is_none():
    given = {name for table in theses.ALL for effort in EFFORTS for name in reasons(table, effort)}
    for name in given | {"chosen"}:
        said = texts(f"thesis.why.{name}")
        assert (name in OPEN + TOLD) != ("{switches}" in said["en"] and "{switches}" in said["ja"])
    for name in OPEN + NEAR:
        said = texts(f"thesis.why.{name}")
        assert said["en"].startswith("not explained") and said["ja"].startswith("説明できません")
    assert set(OPEN + NEAR + TOLD) <= given  # none is left over


@pytest.mark.parametrize(("thesis", "name"), NAMES)
def test_a_switch_is_described_and_changes_what_is_done(thesis, name):
    assert all(say(about(name), language) for language in LANGUAGES)
    own = [table for table in theses.ALL if table.thesis == thesis]

    def works(*mistakes):
        rows = [row for table in own for row in table.rows(Effort(made=mistakes))]
        return {work.key for row in rows for work in row.works("on")}

    assert works(name) != works()


def test_all_switches_together_are_the_program_itself():
    for thesis, names in SWITCHES.items():
        if thesis in ("000", "003"):
            continue  # some of these are of former versions
        for table in theses.find(thesis):
            every = [row.works("on") for row in table.rows(Effort(made=names))]
            assert every == [row.works("on") for row in table.rows(Effort())]


def test_names_of_switches_are_read_in_any_order():
    assert read_mistakes("both", ["003"]) == ("both", None)
    assert read_mistakes("OFF", ["003"]) == ("off", None)
    assert read_mistakes("placer, last-stone", ["003"]) == ("both", ("last-stone", "placer"))
    with pytest.raises(InputError, match="rolls"):
        read_mistakes("placer", ["002"])
    assert read_mistakes("first-moves=3", ["003"]) == ("both", ("first-moves=3",))
    with pytest.raises(InputError, match="one number"):
        read_mistakes("first-moves=3,first-moves=1", ["003"])


def two() -> int:
    """A work."""
    return 2


def test_chosen_mistakes_are_named_where_something_differs():
    work = Work(two)
    row = Row("x", 1, Part(work), Part(work), backed("mistakes", ["placer"]))
    assert made(row, {work.key: 2}, "both").switches == ["placer"]
    chosen = made(row, {work.key: 2}, "both", ["kept-pass"])
    assert chosen.switches == ["kept-pass"] and "alone" in str(chosen.why)
    assert chosen.to_dict("en")["switches"] == ["kept-pass"]


@pytest.mark.compiled
def test_the_first_printed_score_is_given_by_one_mistake_alone():
    (table,) = theses.find("003:table-2")

    def score(*mistakes):
        row = table.rows(Effort(made=mistakes))[0]
        (work,) = row.works("on")
        return work.function(*work.arguments)

    assert (score(), score("kept-pass"), score("placer")) == (2, 2, -8)


def test_a_sample_says_why_a_row_is_not_made():
    for table in theses.ALL:
        for row in table.rows(Effort(is_quick=True)):
            if row.ours is None and row.with_mistakes is None:
                why = made(row, {}, "both", is_quick=True).why
                assert why is not None and all(say(why, language) for language in LANGUAGES)
    (table,) = theses.find("003:table-1")
    said = {
        row.row: say(made(row, {}, "both", is_quick=True).why, "en")
        for row in table.rows(Effort(is_quick=True))
        if isinstance(row.row, str) and row.ours is None
    }
    assert "9 min" in said["6x6"] and "25 min" in said["6x6,start=parallel"]
    assert set(said) == {"4x10", "4x10,start=parallel", "6x6", "6x6,start=parallel"}
    assert made(Row("x", 1), {}, "both").why is None  # left out by the choice of mistakes


def test_a_reason_in_the_report_leads_to_the_mistake(tmp_path):
    (table,) = theses.find("003:mistakes")
    row = Made("4x4", -8, 2, -8, backed("mistakes", ["placer"]), "score")
    effort = Effort(is_quick=True, games=7, seed=3)
    files = write_report(
        [Page(table, [row], 0.1)], tmp_path, command=["yomikiri"], begun="now", effort=effort
    )
    for path in files:
        page = path.read_text("utf-8")
        for name in ("003-placer", "003:mistakes"):
            assert f'href="#{name}"' in page and f'id="{name}"' in page
        assert "yomikiri reproduce 003:mistakes --quick --games 7 --seed 3<" in page
        assert "rerun" not in page  # which knows no such runs
    assert options_of(Effort(), "both") == ""
    assert options_of(Effort(made=("placer",)), "placer") == " --mistakes placer"
