"""The page for everybody, in a real browser: by keys alone, and with enough contrast."""

from pathlib import Path

import pytest

from tests.browser import (
    NEEDS_A_BROWSER,
    OPEN,
    READY,
    open_game,
    playing,
    ply,
    status,
    touch,
    visiting,
    warm_up,
)
from yomikiri.games import load

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ["tictactoe"])


# Keys.  Each game, from where, and moves: stones, columns, passes, rolls, drops, promotions.
KEYED = {
    "nip:4x4": ("_oo_/xxoo/.xxo/_.x_ x", "-- a3"),
    "othello:4x4": ("", "b1 a3"),
    "connect4:4x4": ("", "d a"),
    "tictactoe": ("", "b2 c3 a1"),
    "ending:KPK": ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e8=N Kb3"),
    "janken:single,pieces=1": ("", "16u 61d 15r"),
    "minishogi": ("4k/1S3/5/5/K4 b G 1", "4b4a+ 1a1b G*2b"),
    "dobutsu": ("1l1/C2/3/1L1 b G 1", "G*1a 2a1a 3b3a+"),
    "gorogoro": ("2k2/S4/5/5/5/2K2 b G 1", "5b4a 3a2b G*3d"),
    "anpanman": ("", "2e3d 2a3b"),
}

# Where each arrow leads from each zone: {zone: {key: zone}}.
ARROWS = """() => {
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const from = document.activeElement;
    const zones = [...document.querySelectorAll(".table .zone")];
    const found = Object.fromEntries(zones.map((zone) => [zone.dataset.zone, Object.fromEntries(
        keys.map((key) => {
            zone.focus();
            zone.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            return [key, document.activeElement.dataset.zone];
        }))]));
    from.focus();
    return found;
}"""
FOCUS = "() => document.activeElement.dataset.zone ?? document.activeElement.textContent"
# Whether people who use the keyboard see where they are.
SEEN = """() => {
    const focused = document.activeElement;
    const style = getComputedStyle(focused);
    const isZone = Boolean(focused.dataset.zone);
    const line = isZone ? style.stroke !== "none" && style.strokeWidth : style.outlineWidth;
    const isDrawn = parseFloat(line) >= 2 && style.outlineStyle !== "none";
    return focused.matches(":focus-visible") && isDrawn;
}"""


def way(arrows, start, end):
    """The keys of a shortest way over the board."""
    ways: dict[str, list[str]] = {start: []}
    waiting = [start]
    for zone in waiting:
        for key, after in arrows[zone].items():
            if after not in ways:
                ways[after] = [*ways[zone], key]
                waiting.append(after)
    assert ways.keys() == arrows.keys(), f"from {start} one does not come everywhere"
    return ways[end]


def go_to(page, arrows, zone):
    """Press arrows until the zone has the focus."""
    for key in way(arrows, page.evaluate(FOCUS), zone):
        page.keyboard.press(key)
    assert page.evaluate(FOCUS) == zone and page.evaluate(SEEN)


def answer(page, text):
    """Press Tab until the button with these words has the focus, then Enter."""
    page.locator(".choices button").first.wait_for()
    for _ in range(12):
        if page.evaluate(FOCUS) == text:
            assert page.evaluate(SEEN)
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{text} cannot be reached")


def test_every_family_is_played_by_keys():
    assert {spec.split(":")[0] for spec in KEYED} == {family.name for family in OPEN}


@pytest.mark.parametrize("spec", KEYED)
def test_moves_are_made_by_keys_alone(web, spec):
    position, moves = KEYED[spec]
    game = load(spec)
    choices = game.page_scene.choices
    state = game.parse(position) if position else game.start
    with playing(
        web, spec, more=f"&position={position.replace(' ', '+')}" if position else ""
    ) as page:
        page.keyboard.press("b")
        arrows = page.evaluate(ARROWS)
        for word in moves.split():
            before = ply(page)
            move = game.read_move(state, word)
            path = game.touches(state, move).path
            is_question = len(path) < max(
                len(game.touches(state, other).path)
                for other in game.legal_moves(state)
                if game.touches(state, other).path[: len(path)] == path
            )
            zones = [name for name in path if name in arrows]
            for name in zones:
                go_to(page, arrows, name)
                page.keyboard.press("Enter")
                if len(zones) > 1 and name == zones[0]:
                    # Taken up, put back, and taken up again.
                    page.wait_for_selector(".zone.chosen")
                    page.keyboard.press("Escape")
                    page.wait_for_selector(".zone.chosen", state="detached")
                    assert page.evaluate(FOCUS) == name
                    page.keyboard.press("Enter")
            if ply(page) == before and (is_question or len(path) > len(zones)):
                last = path[-1] if len(path) > len(zones) else ""
                if page.locator(".choices button").count():
                    answer(page, choices[last]["en"])
            page.wait_for_selector(f'.table[data-ply="{before + 1}"]')
            assert page.evaluate(FOCUS) in arrows, "the focus stays on the board"
            state = game.play(state, move)
        played = "all => all.map((one) => one.dataset.played)"
        assert page.locator(".moves button").evaluate_all(played)[1:] == moves.split()


def test_a_question_is_taken_back_by_escape(web):
    with playing(web, "minishogi", more="&position=4k/1S3/5/5/K4+b+G+1") as page:
        page.keyboard.press("b")
        arrows = page.evaluate(ARROWS)
        for name in ("4b", "4a"):
            go_to(page, arrows, name)
            page.keyboard.press("Enter")
        page.wait_for_selector(".choices button")
        page.keyboard.press("Escape")
        page.wait_for_selector(".choices button", state="detached")
        assert page.evaluate(FOCUS) == "4b" and ply(page) == 0


def test_everything_else_by_keys(web):
    with visiting(web) as page:
        page.keyboard.press("Tab")
        for _ in range(30):
            if page.evaluate("() => document.activeElement.dataset.family") == "tictactoe":
                break
            page.keyboard.press("Tab")
        assert page.evaluate(SEEN)
        page.keyboard.press("Enter")
        page.wait_for_selector(READY)
        assert page.evaluate(FOCUS) == "a1", "one begins on the board"
        for key in ("ArrowRight", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector('.piece[data-place="b2"]')
        page.wait_for_selector('.table[data-ply="2"]')
        said = page.text_content("#said")
        assert "X: b2" in said and "X to move" in said
        assert page.get_attribute('[data-zone="b2"]', "aria-label") == "b2, X"
        for key, after in (("u", 0), ("r", 2)):
            page.keyboard.press(key)
            page.wait_for_selector(f'.table[data-ply="{after}"]')
        page.keyboard.press("a")
        page.wait_for_selector(".badge")
        page.keyboard.press("s")
        page.wait_for_selector("[data-panel=solve]:not([hidden])")
        page.keyboard.press("?")
        page.wait_for_selector("dialog .keys")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


ALL_EXACT = """() => document.querySelector(".badge.exact")
    && !document.querySelector(".badge:not(.exact)")"""


def test_what_is_drawn_anew_keeps_the_focus(web):
    with playing(web, "tictactoe", more="&moves=b2+a1+c3") as page:
        page.focus('[data-node="1"]')
        page.keyboard.press("Enter")
        page.wait_for_selector('.table[data-ply="1"]')
        assert page.evaluate(FOCUS) == "b2"
        page.keyboard.press("a")
        page.locator("[data-panel=analysis] [data-move]").first.focus()
        page.wait_for_function(ALL_EXACT)  # until then a line may have one move only
        page.keyboard.press("Enter")
        page.wait_for_selector(".banner:not([hidden])")
        page.get_by_label("Forward", exact=True).focus()
        page.keyboard.press("Enter")
        page.locator(".banner").get_by_text("2 moves").wait_for()
        assert page.evaluate(FOCUS) == "▶"
        page.keyboard.press("Escape")
        page.wait_for_selector(".banner", state="hidden")


# Contrast, as WCAG 2 has it: text at least 4.5, what is drawn at least 3.

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")
ALL_TOUCHED = "* { pointer-events: all !important; transition: none !important; }"
# With a piece taken up, or a stone hovering, so that all marks are there.
SHOWN = {
    "nip:4x4": ("c4 d2", "", ""),
    "othello": ("f5 d6", "", ""),
    "connect4": ("d d", "", ""),
    "tictactoe": ("b2 a1", "", ""),
    "ending:KPK": ("e4", "&position=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1", "e8"),
    "janken:single,pieces=1": ("16u", "", "61"),
    "minishogi": ("2e4c 4a3b", "", "1e"),
    "dobutsu": ("2c2b", "", "2a"),
    "gorogoro": ("3d3c", "", "4a"),
    "anpanman": ("2e2d", "", "2a"),
}


def complaints(page, least):
    """What cannot be told from its ground; at least so many things are looked at."""
    seen, found = page.evaluate(CONTRAST)
    assert seen >= least, seen
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_boards_have_contrast(web, scheme):
    assert {spec.split(":")[0] for spec in SHOWN} == {family.name for family in OPEN}
    with visiting(web, color_scheme=scheme, bypass_csp=True) as page:
        page.add_style_tag(content=ALL_TOUCHED)
        page.wait_for_selector(".sample svg")
        assert not complaints(page, 30)
        for spec, (moves, more, taken) in SHOWN.items():
            open_game(page, spec, more=f"&moves={moves.replace(' ', '+')}{more}")
            page.wait_for_selector(".zone.open")
            page.keyboard.press("b")
            if taken:
                touch(page, taken)
                page.wait_for_selector(".zone.chosen")
            assert not complaints(page, 20), spec


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lesson_exercise_and_explorer_have_contrast(web, scheme):
    options = {"color_scheme": scheme, "bypass_csp": True}
    with visiting(web, "#learn=tictactoe", **options) as page:
        page.add_style_tag(content=ALL_TOUCHED)
        page.click('[data-task="0"]')
        page.wait_for_selector("[data-answer]")
        assert not complaints(page, 20), "lesson"
    with visiting(web, "#exercise=tictactoe&kind=win&seed=7&number=0", **options) as page:
        page.add_style_tag(content=ALL_TOUCHED)
        page.wait_for_selector('[data-exercise][data-state="open"]')
        assert not complaints(page, 10), "exercise"
        page.click("[data-solution]")
        page.wait_for_selector('[data-exercise][data-state="shown"]')
        page.wait_for_selector(".badge")
        assert not complaints(page, 10), "its solution"
    with visiting(web, "#explore=tictactoe", **options) as page:
        page.add_style_tag(content=ALL_TOUCHED)
        page.wait_for_selector("[data-explore][data-built]")
        if page.locator("[data-build]").count():
            assert not complaints(page, 10), "before its table is built"
            page.click("[data-build]")
        page.wait_for_selector(".histogram .bar")
        page.wait_for_selector('[data-panel="moves"] .value.exact')
        assert not complaints(page, 20), "explorer"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_panels_and_dialogs_have_contrast(web, scheme):
    with visiting(web, color_scheme=scheme, bypass_csp=True) as page:
        page.add_style_tag(content=ALL_TOUCHED)
        open_game(page, "tictactoe", more="&moves=a1+b1+b2")
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".badge.exact")
        page.wait_for_selector(".history .point.exact >> nth=3")
        page.click('[data-tool="why"]')
        page.locator("[data-proof] .proof-row").first.click()
        page.wait_for_selector('[data-proof][aria-selected="true"]')
        page.click('[data-tool="solve"]')
        page.click('[data-goal="score"]')
        page.wait_for_selector('[data-solved="yes"]')
        page.click('[data-tool="review"]')
        page.wait_for_selector(".moves .sign")
        assert not complaints(page, 60)
        for tool in ("editor", "share", "new"):
            page.click(f'[data-tool="{tool}"]')
            page.wait_for_selector("dialog")
            assert not complaints(page, 5), tool
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
        assert "to move" in status(page)
