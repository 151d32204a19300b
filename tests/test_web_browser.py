"""The page in a real browser: every game by clicks, by keys, on a telephone, in both languages.

`python -m tests.test_web_browser` makes the pictures in docs/pictures anew.
"""

import re
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.test_web_server import ROOT, ask, server
from yomikiri.games import families
from yomikiri.web.limits import CLOSED_GAMES

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000  # milliseconds: a kernel may have to be compiled
READY = '.table[data-turn="person"], .table[data-turn="over"]'

# Each game, against whom, and from where: near the end where a game by chance would last.
GAMES = {
    "nip:4x4": ("greedy", ""),
    "othello:4x4": ("greedy", ""),
    "connect4:4x4": ("random", ""),
    "tictactoe": ("level:2", ""),
    "ending:KQK": ("random", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"),
    "janken:single,pieces=1": ("random", "51gcp/33gcp 1"),
    "dobutsu": ("random", "1l1/1L1/3/3 b - 1"),
}
WINNING = {
    "ending:KQK": ("f7", "g7"),
    "janken:single,pieces=1": ("51", "61"),
    "dobutsu": ("2b", "2a"),
}
OPEN = [family for family in families() if family.name not in CLOSED_GAMES]
ANALYSED = ("nip:4x4", "othello:4x4", "connect4:4x4", "tictactoe")


def find_browser():
    """Chromium, if there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


pytestmark = [
    pytest.mark.skipif(find_browser() is None, reason="there is no Chromium to test the page in"),
    pytest.mark.compiled,
]


@contextmanager
def running(folder):
    """A server and a browser."""
    with server(folder) as (_, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        try:
            yield address, browser
        finally:
            browser.close()


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with running(tmp_path_factory.mktemp("web")) as found:
        # What must be compiled is compiled before a page waits for it.
        for family in OPEN:
            ask(found[0], f"/families/{family.name}/picture")
        for spec in GAMES:
            ask(found[0], "/games", {"game": spec})
        yield found


@contextmanager
def visiting(web, **options):
    """A page; nothing may be complained about on its console, or come from elsewhere."""
    address, browser = web
    usual = {"viewport": {"width": 1280, "height": 860}, "locale": "en-US"}
    context = browser.new_context(**{**usual, "reduced_motion": "reduce", **options})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []

    def note(message):
        # A refused request is told by the page itself; the browser also writes it here.
        if message.type in ("error", "warning") and "status of 4" not in message.text:
            faults.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url) if is_foreign(request) else None)

    def is_foreign(request):
        return not request.url.startswith((address, "blob:", "data:"))

    try:
        page.goto(address)
        page.wait_for_selector("main[data-ready]")
        yield page
        assert not faults, faults
    finally:
        context.close()


def open_game(page, spec, players="human|human", more=""):
    """Begin a game by its address."""
    page.goto(f"{page.url.split('#')[0]}#game={spec}&players={players}{more}")
    page.wait_for_selector(f"{READY}, .table[data-turn='player']")


def status(page):
    """What is said about how the game stands."""
    return page.inner_text(".status")


def ply(page):
    """How many moves were made."""
    return int(page.get_attribute(".table", "data-ply"))


def touch(page, name, tap=False):
    """Touch a zone."""
    zone = page.locator(f'.board-box [data-zone="{name}"]')
    zone.tap() if tap else zone.click()


def click_a_move(page, number=0):
    """Make one of the moves that the board offers, whatever the game."""
    if page.locator(".choices button").count():
        page.locator(".choices button").first.click()
        return
    zones = page.locator(".zone.open")
    touch(page, zones.nth(number % zones.count()).get_attribute("data-zone"))
    if page.locator(".zone.chosen").count():
        touch(page, page.locator(".dot, .target").first.get_attribute("data-at"))
        if page.locator(".choices button").count():
            page.locator(".choices button").first.click()


def play_on(page, most=80):
    """Click moves until the game is over."""
    for number in range(most):
        page.wait_for_selector(READY)
        page.wait_for_selector('.table[data-turn="over"], .zone.open, .choices button')
        if page.get_attribute(".table", "data-turn") == "over":
            return
        before = ply(page)
        click_a_move(page, number)
        page.wait_for_selector(f'.table:not([data-ply="{before}"])')
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_played_by_clicks_taken_back_saved_and_loaded(web, spec, tmp_path):
    player, position = GAMES[spec]
    with visiting(web) as page:
        more = f"&position={position.replace(' ', '+')}" if position else ""
        open_game(page, spec, f"human|{player}", more)
        for name in WINNING.get(spec, ()):
            touch(page, name)
        if spec in WINNING:  # the server has yet to answer
            page.wait_for_selector('.table:not([data-ply="0"])')
        play_on(page)
        assert "wins" in status(page) or "draw" in status(page)
        moves = page.inner_text(".moves")
        end = ply(page)
        page.click('[data-tool="undo"]')
        page.wait_for_selector('.table[data-turn="person"]')
        assert ply(page) < end
        page.click('[data-tool="share"]')
        with page.expect_download() as download:
            page.click('[data-share="save"]')
        file = tmp_path / "game.json"
        download.value.save_as(file)
        with page.expect_file_chooser() as chooser:
            page.click('[data-share="load"]')
        old = page.url
        chooser.value.set_files(file)
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector('.table[data-turn="person"]')
        assert page.url != old and page.inner_text(".moves") == moves
        for _ in range(end):
            if not page.is_disabled('[data-tool="redo"]'):
                page.click('[data-tool="redo"]')
                page.wait_for_timeout(60)
        page.wait_for_selector('.table[data-turn="over"]')


@pytest.mark.parametrize("spec", ANALYSED)
def test_every_move_carries_its_value(web, spec):
    with visiting(web) as page:
        open_game(page, spec)
        for number in range(3):
            before = ply(page)
            click_a_move(page, number)
            page.wait_for_selector(f'.table:not([data-ply="{before}"])')
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".badge.exact")
        moves = page.locator(".zone.open").count()
        page.wait_for_selector(f".badge.exact >> nth={moves - 1}")
        page.wait_for_selector(".history .point.exact >> nth=3")
        page.locator("[data-panel=analysis] [data-move]").first.click()
        page.wait_for_selector(".banner:not([hidden])")
        page.click('[data-tool="back"]')
        page.wait_for_selector(".badge.exact")


def test_the_start_has_a_card_for_every_family_in_both_languages(web):
    with visiting(web) as page:
        for family in OPEN:
            card = page.locator(f'[data-family="{family.name}"]')
            card.locator(".sample svg").wait_for()
            assert family.titles["en"] in card.inner_text()
        page.click("#language")
        page.get_by_text("ゲームを選ぶ").wait_for()
        assert page.get_attribute("html", "lang") == "ja"
        page.click('[data-more="nip"]')
        page.locator("dialog select").first.select_option("6x6")
        page.click("[data-begin]")
        page.wait_for_selector(READY)
        assert "黒の番" in status(page) and "game=nip:6x6" in page.url
        click_a_move(page)
        page.wait_for_selector('.table[data-ply="2"]')
        moves, address = page.inner_text(".moves"), page.url
        page.reload()
        page.wait_for_selector(READY)
        assert page.inner_text(".moves") == moves and page.url == address


def test_dice_are_laid_in_the_dialog(web):
    with visiting(web) as page:
        page.click('[data-more="janken"]')
        page.locator("dialog select").nth(1).select_option("1")
        page.fill("dialog [name=start]", "nonsense")
        page.click("[data-begin]")
        page.wait_for_selector("#notice:not([hidden])")
        page.fill("dialog [name=start]", "cpg/pgc")
        page.click("[data-begin]")
        page.wait_for_selector('.piece[data-look="0-cpg"]')


def test_the_browser_language_is_taken(web):
    with visiting(web, locale="ja-JP") as page:
        page.get_by_text("ゲームを選ぶ").wait_for()


def test_a_link_opens_the_same_position_elsewhere(web):
    with visiting(web) as page:
        open_game(page, "tictactoe", more="&moves=b2+a1")
        place = page.url
    with visiting(web) as page:
        page.goto(re.sub(r"&id=[^&]*", "", place))
        page.wait_for_selector('.table[data-ply="2"]')
        assert page.locator(".piece").count() == 2
        page.goto(f"{page.url.split('#')[0]}#game=tictactoe&moves=z9")
        page.get_by_text("there is no cell z9").wait_for()


@pytest.mark.parametrize("spec", ["nip:8x8", "connect4", "othello"])
def test_it_fits_a_telephone(web, spec):
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with visiting(web, **phone) as page:
        page.wait_for_selector(".card svg")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        open_game(page, spec, "human|random")
        name = page.locator(".zone.open").first.get_attribute("data-zone")
        touch(page, name, tap=True)
        page.wait_for_selector('.table[data-ply="2"]')
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        box = page.locator(".board-box svg").bounding_box()
        assert box["width"] >= 300


def test_everything_by_keyboard(web):
    with visiting(web) as page:
        open_game(page, "tictactoe", "human|random")
        page.keyboard.press("b")
        for key in ("ArrowRight", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector('.piece[data-place="b2"]')
        page.wait_for_selector('.table[data-ply="2"]')
        said = page.text_content("#said")
        assert "X: b2" in said and "X to move" in said
        label = page.get_attribute('[data-zone="b2"]', "aria-label")
        assert label == "b2, X"
        page.keyboard.press("u")
        page.wait_for_selector('.table[data-ply="0"]')
        page.keyboard.press("r")
        page.wait_for_selector('.table[data-ply="2"]')
        page.keyboard.press("a")
        page.wait_for_selector(".badge")
        page.keyboard.press("?")
        page.wait_for_selector("dialog .keys")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_pieces_are_dragged_and_promote(web):
    with visiting(web, reduced_motion="no-preference") as page:
        open_game(page, "ending:KPK", more="&position=8/4P3/8/8/8/k7/8/4K3+w+-+-+0+1")
        start, end = (
            page.locator(f'.board-box [data-zone="{name}"]').bounding_box() for name in ("e7", "e8")
        )
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
        page.mouse.up()
        page.get_by_role("button", name="queen", exact=True).click()
        page.wait_for_selector('.piece[data-place="e8"][data-look="Q"]')


def test_two_players_are_watched_and_paused(web):
    with visiting(web) as page:
        open_game(page, "tictactoe", "random|random")
        page.wait_for_selector('.table:not([data-ply="0"])')
        page.click('[data-tool="pause"]')
        page.wait_for_timeout(900)
        before = ply(page)
        page.wait_for_timeout(900)
        assert ply(page) == before < 9
        page.locator("input[type=range]").fill("2000")
        page.click('[data-tool="pause"]')
        page.wait_for_selector('.table[data-turn="over"]')


def test_why_is_answered_and_a_position_is_solved(web):
    with visiting(web) as page:
        open_game(page, "tictactoe", more="&moves=a1+b1")
        page.click('[data-tool="why"]')
        page.locator("[data-panel=why]").get_by_text("X wins by").wait_for()
        defences = page.locator("[data-proof]")
        assert defences.count() == 6, "every answer is there"
        defences.first.click()
        page.wait_for_selector(".banner:not([hidden])")
        page.locator("[data-panel=why]").get_by_text("X wins by").wait_for()
        page.click('[data-tool="back"]')
        page.click('[data-tool="solve"]')
        page.click('[data-goal="score"]')
        page.wait_for_selector('[data-solved="yes"]')
        assert "X wins" in page.inner_text("[data-panel=solve]")


def test_notes_variations_hints_swapping_and_resigning(web):
    with visiting(web) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        open_game(page, "tictactoe", "human|human")
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="1"]')
        page.click('[data-tool="undo"]')
        page.wait_for_selector('.table[data-ply="0"]')
        touch(page, "a1")
        page.wait_for_selector(".moves .variation")
        page.fill("textarea", "a corner")
        page.keyboard.press("Tab")
        page.wait_for_selector(".moves .noted")
        page.click('[data-tool="hint"]')
        page.locator(".status").get_by_text("Try b2").wait_for()
        page.click('[data-tool="resign"]')
        page.wait_for_selector('.table[data-turn="over"]')
        assert "X wins" in status(page)
        page.locator('[data-side="0"] select').select_option("random")
        page.click('[data-tool="swap"]')
        page.wait_for_url("**human|random**")


def test_who_thinks_too_long_loses_by_the_clock(web):
    with visiting(web) as page:
        open_game(page, "tictactoe")
        page.clock.install()
        page.locator(".clock select").select_option("10")
        assert page.inner_text(".clock b") == "10"
        page.clock.fast_forward(11_000)
        page.wait_for_selector('.table[data-turn="over"]')
        assert "O wins" in status(page)


def test_a_position_is_set_up(web):
    with visiting(web) as page:
        open_game(page, "othello:4x4")
        page.click('[data-tool="editor"]')
        text = page.locator("dialog input")
        text.fill("xxxx/xxxx/xxo./.... q")
        page.locator("dialog").get_by_text("expected x or o as the side").wait_for()
        assert page.is_disabled("[data-edit=begin]")
        text.fill("xxxx/xoox/xxo./.... x")
        page.locator("dialog").get_by_text("✓").wait_for()
        page.click("[data-edit=begin]")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector(".board-box .piece >> nth=10")


# The pictures of the README.

PICTURES = {
    "nip": ("nip:8x8", "d3 e3 f2 c4 b3 e2", True),
    "othello": ("othello", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7", False),
    "connect4": ("connect4", "d d c e d b", False),
    "tictactoe": ("tictactoe", "b2 a1", True),
    "ending": ("ending:KPKP", "e4 e5", False),
    "janken": ("janken", "14u 63d", False),
    "minishogi": ("minishogi", "2e4c 4a3b 4c3b 3a3b", False),
    "dobutsu": ("dobutsu", "2c2b 1a2b", False),
}


def take_pictures(web, folder):
    """A picture of each game's page, and of the start."""
    small = {"viewport": {"width": 1120, "height": 800}, "device_scale_factor": 0.75}
    for name, (spec, moves, is_analysed) in PICTURES.items():
        with visiting(web, **small) as page:
            open_game(page, spec, more=f"&moves={moves.replace(' ', '+')}")
            if is_analysed:
                page.click('[data-tool="analysis"]')
                page.wait_for_selector(".badge")
                page.wait_for_timeout(8000)
            page.screenshot(path=folder / f"web-{name}.png")
    with visiting(web, **small) as page:
        for family in OPEN:
            page.locator(f'[data-family="{family.name}"] .sample svg').wait_for()
        page.screenshot(path=folder / "web-start.png")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as found:
        take_pictures(found, ROOT / "docs" / "pictures")
    sys.exit(0)
