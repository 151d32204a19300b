"""The page on screens of every shape, in a real browser: what fits, what can be hit and read."""

from typing import Any

import pytest

from tests.browser import NEEDS_A_BROWSER, OPEN, READY, open_game, visiting, warm_up

pytestmark = NEEDS_A_BROWSER

SCREENS: dict[str, Any] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "lying": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "narrow": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
}
# Where games are learned, and what is there when such a screen stands.
SCHOOL = {
    "learn=janken:full": "[data-lesson]",
    "exercise=tictactoe": '[data-exercise][data-state="open"]',
    "explore=tictactoe": "[data-explore][data-ply]",
}
# Controls that are seen and smaller than a finger; cells are as large as the board can be.
SMALL = """(least) => [...document.querySelectorAll(
    "button, select, a[href], input, textarea, summary")]
  .filter((one) => one.checkVisibility() && !one.hidden)
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => height < least - 0.5 || (width < least - 0.5))
  .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 90)} ${width} ${height}`)"""
# Letters that are seen and smaller than so many pixels.
TINY = """(least) => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest(".unseen")) continue;
    if (parent.closest("script, style, noscript, .sample, .thumbnail")) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const scale = parent.getScreenCTM ? Math.abs(parent.getScreenCTM().a) || 1 : 1;
    if (size * scale < least - 0.25) found.push(`${node.data.trim()} ${size * scale}`);
  }
  return found;
}"""
# How far the board, and the page, reach beyond the window.
BEYOND = """() => {
  const { left, top, right, bottom } = document.querySelector(".board-box").getBoundingClientRect();
  return {
    across: Math.max(-left, right - innerWidth, document.documentElement.scrollWidth - innerWidth),
    down: Math.max(-top, bottom - innerHeight),
  };
}"""
# Whether a badge lies on the sign of the piece that it is about.
HIDDEN = """() => [...document.querySelectorAll(".badge")].flatMap((badge) => {
  const glyph = document.querySelector(`.piece[data-place="${badge.dataset.on}"] .glyph`);
  if (!glyph) return [];
  const [a, b] = [badge.getBoundingClientRect(), glyph.getBoundingClientRect()];
  const [wide, high] = [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];
  return wide > 0 && high > 0 && wide * high > 0.08 * b.width * b.height ? [badge.dataset.on] : [];
})"""
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ["minishogi", "nip"])


def check(page, screen, where):
    least = 40 if screen != "desktop" else 24
    assert not page.evaluate(SMALL, least), where
    assert not page.evaluate(TINY, 12), where


# Who plays, where it is wider than the place for it without its arrow (a letter and a half).
CUT = """() => [...document.querySelectorAll(".seat select")].flatMap((one) => {
  const style = getComputedStyle(one);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { text } = one.selectedOptions[0];
  const arrow = 1.5 * parseFloat(style.fontSize);
  return pen.measureText(text).width + arrow > one.clientWidth ? [text] : [];
})"""


@pytest.mark.parametrize("screen", SCREENS)
def test_boards_fit_and_everything_can_be_hit_and_read(web, screen):
    language = "ja-JP" if screen in ("narrow", "lying") else "en-US"
    with visiting(web, locale=language, **SCREENS[screen]) as page:
        page.wait_for_selector(".sample svg")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        check(page, screen, "start")
        for family in OPEN:
            open_game(page, family.name)
            beyond = page.evaluate(BEYOND)
            assert beyond["across"] <= 0 and beyond["down"] <= 0, (family.name, beyond)
            if family.name in ("nip", "minishogi"):
                check(page, screen, family.name)
        for place, shown in SCHOOL.items():
            page.goto(f"{web[0]}#{place}")
            page.wait_for_selector(shown)
            beyond = page.evaluate(BEYOND)
            assert beyond["across"] <= 0 and beyond["down"] <= 0, (place, beyond)
            check(page, screen, place)


@pytest.mark.parametrize("screen", SCREENS)
def test_values_hide_no_piece_and_the_analysis_no_board(web, screen):
    with visiting(web, **SCREENS[screen]) as page:
        for spec in ("minishogi", "nip"):
            open_game(page, spec)
            assert not page.evaluate(CUT), spec
            page.click('[data-tool="analysis"]')
            page.wait_for_selector(".badge")
            assert not page.evaluate(HIDDEN), spec
            assert not page.evaluate(TINY, 12), spec
            beyond = page.evaluate(BEYOND)
            assert beyond["down"] <= 0, (spec, beyond)
            top = page.locator(".study").bounding_box()["y"]
            board = page.locator(".board-box").bounding_box()
            if screen in ("phone", "narrow"):
                assert top >= board["y"] + board["height"] - 1, "the sheet leaves the board"
                close = page.locator(".sheet-head button").bounding_box()
                words = page.locator("[data-panel=analysis]").bounding_box()
                assert close["y"] + close["height"] <= words["y"] + 1, "nothing is read below it"
                page.click(".sheet-head button")
                page.wait_for_selector("[data-panel=analysis]", state="hidden")
                assert page.get_attribute('[data-tool="analysis"]', "aria-pressed") == "false"
            texts = page.locator("[data-panel=analysis] .value").all_inner_texts()
            word = "to win" if spec == "minishogi" else "stones"
            assert all(word in text for text in texts if "~" in text), texts


def test_the_second_player_sees_the_board_from_behind(web):
    def top_of(page, zone):
        return page.locator(f'[data-zone="{zone}"]').bounding_box()["y"]

    with visiting(web) as page:
        open_game(page, "minishogi", "human|human")
        page.wait_for_selector(READY)
        assert top_of(page, "5a") < top_of(page, "5e")
        page.keyboard.press("f")
        assert top_of(page, "5a") > top_of(page, "5e")
        # A piece is where it is seen, and its moves too.
        page.click('[data-zone="1e"]')
        page.wait_for_selector(".zone.chosen")
        page.click('[data-zone="1d"]')
        page.wait_for_selector('.table[data-ply="1"]')
        assert page.inner_text('.moves [data-played="1e1d"]') == "R-1d"
        page.click("#language")
        page.get_by_text("▲１四飛").wait_for()
        assert page.locator(".coordinate").all_text_contents()[-5:] == list("一二三四五")
        page.click("#language")
        open_game(page, "minishogi", "random|human")
        page.wait_for_selector('.table[data-ply="1"][data-turn="person"]')
        assert top_of(page, "5a") > top_of(page, "5e"), "by itself"
        page.click('[data-tool="hint"]')
        page.wait_for_selector(".arrow")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_nothing_jumps(web, screen):
    with visiting(web, **SCREENS[screen]) as page:
        page.evaluate(SHIFTS)
        page.wait_for_selector(".sample svg")
        for spec in ("minishogi", "connect4"):
            open_game(page, spec, "random|random")
            page.wait_for_selector('.table:not([data-ply="0"]):not([data-ply="1"])')
        for place, shown in SCHOOL.items():
            page.goto(f"{web[0]}#{place}")
            page.wait_for_selector(shown)
        page.wait_for_timeout(300)
        assert page.evaluate("() => window.shifted") < 0.05
