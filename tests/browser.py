"""A real browser for the tests of the page: a server, a visit, and touches."""

import shutil
import time
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

from tests.test_web_server import ask, server
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
PATIENCE = 120_000  # milliseconds: a kernel may have to be compiled
READY = '.table[data-turn="person"], .table[data-turn="over"]'
BEGUN = f'{READY}, .table[data-turn="player"]'

OPEN = [family for family in families() if family.name not in CLOSED_GAMES]


def find_browser() -> str | None:
    """Chromium, if there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


# For the modules that visit the page.
NEEDS_A_BROWSER = [
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


@contextmanager
def visiting(web, place="", may_lose_server=False, **options):
    """A page; nothing may be complained about on its console, or come from elsewhere."""
    address, browser = web
    usual = {"viewport": {"width": 1280, "height": 860}, "locale": "en-US"}
    context = browser.new_context(
        **{**usual, "reduced_motion": "reduce", "service_workers": "block", **options}
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []

    def note(message):
        # A refused request is told by the page itself; the browser also writes it here.
        told = ("status of 4", "blocked by Playwright", *(["net::ERR_"] if may_lose_server else []))
        if message.type in ("error", "warning") and not any(t in message.text for t in told):
            faults.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url) if is_foreign(request) else None)

    def is_foreign(request):
        return not request.url.startswith((address, "blob:", "data:"))

    try:
        page.goto(address + place)
        page.wait_for_selector("main[data-ready]")
        yield page
        assert not faults, faults
    finally:
        context.close()


@contextmanager
def playing(web, spec, players="human|human", more="", **options):
    """A page on which a game begins."""
    with visiting(web, place_of(spec, players, more), **options) as page:
        page.wait_for_selector(BEGUN)
        yield page


def open_game(page, spec, players="human|human", more=""):
    """Begin another game by its address."""
    if page.locator(".table").count():
        page.click(".home")
        page.wait_for_selector(".cards")
    page.goto(page.url.split("#")[0] + place_of(spec, players, more))
    page.wait_for_selector(BEGUN)


def place_of(spec, players, more):
    """The end of the address of a game."""
    return f"#game={spec}&players={players}{more}"


def status(page):
    """What is said about how the game stands."""
    return page.inner_text(".ending:not([hidden]), .status:not([hidden])")


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


def warm_up(address, games):
    """Have compiled what must be compiled before a page waits for it: rules and analyses."""
    for family in OPEN:
        ask(address, f"/families/{family.name}/picture")
    for spec in games:
        job = ask(address, "/analyses", {"game": spec, "seconds": 0.1})["job"]
        while ask(address, f"/jobs/{job}")["state"] in ("waiting", "running"):
            time.sleep(0.1)
