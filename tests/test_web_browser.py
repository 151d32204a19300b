"""The page in a real browser: every game by clicks, by keys, on a telephone, in both languages.

`python -m tests.test_web_browser` makes the pictures in docs/pictures anew.
"""

import re
import sys
import tempfile
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from tests.browser import (
    NEEDS_A_BROWSER,
    OPEN,
    READY,
    click_a_move,
    open_game,
    playing,
    ply,
    running,
    status,
    touch,
    visiting,
    warm_up,
)
from tests.test_web_server import ROOT
from yomikiri.games import load

# Each game, who plays, and from where: near the end where a game by chance would last.
GAMES = {
    "nip:4x4": ("human|greedy", ""),
    "othello:4x4": ("greedy|human", ""),
    "connect4:4x4": ("human|random", ""),
    "tictactoe": ("human|level:2", ""),
    "ending:KQK": ("human|random", "7k/8/6K1/8/8/8/8/1Q6 b - - 0 1"),
    "janken:single,pieces=1": ("human|random", "41gcp/33gcp 1"),
    "minishogi": ("random|human", "k2r1/5/5/5/4K b rg 1"),
    "dobutsu": ("human|random", ""),
    "gorogoro": ("random|human", "2k2/5/5/2g2/1s3/4K b gs 1"),
    "anpanman": ("human|random", ""),
}
ANALYSED = ("nip:4x4", "othello:4x4", "connect4:4x4", "tictactoe")

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], GAMES)


def winning_path(page, game):
    """The touches of a move that ends the game, if there is one."""
    words = parse_qs(page.url.partition("#")[2])
    text, moves = (words.get(key, [""])[0] for key in ("position", "moves"))
    state = game.position(text, moves).state
    for move in game.legal_moves(state):
        if game.outcome(game.play(state, move)) is not None:
            return game.touches(state, move).path
    return None


def play_on(page, game, most=80):
    """Click moves until the game is over."""
    for number in range(most):
        page.wait_for_selector(READY)
        page.wait_for_selector('.table[data-turn="over"], .zone.open, .choices button')
        if page.get_attribute(".table", "data-turn") == "over":
            return
        before = ply(page)
        path = winning_path(page, game)
        if path is not None and all(page.locator(f'[data-zone="{name}"]').count() for name in path):
            for name in path:
                touch(page, name)
        else:
            click_a_move(page, number)
        page.wait_for_selector(f'.table:not([data-ply="{before}"])')
    raise AssertionError("the game does not end")


def test_every_family_is_among_the_games():
    assert {spec.split(":")[0] for spec in GAMES} == {family.name for family in OPEN}


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_played_by_clicks_analysed_taken_back_saved_and_loaded(web, spec, tmp_path):
    players, position = GAMES[spec]
    is_japanese = list(GAMES).index(spec) % 2
    words = ("勝ち", "引き分け") if is_japanese else ("wins", "draw")
    more = f"&position={position.replace(' ', '+')}" if position else ""
    with playing(web, spec, players, more, locale="ja-JP" if is_japanese else "en-US") as page:
        play_on(page, load(spec))
        assert any(word in status(page) for word in words)
        moves = page.inner_text(".moves")
        end = ply(page)
        page.click('[data-tool="undo"]')
        page.wait_for_selector('.table[data-turn="person"]')
        assert ply(page) < end
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".badge")
        page.wait_for_selector(".history .point")
        page.wait_for_selector("[data-panel=analysis] .value")
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".badge", state="detached")
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
        while page.get_attribute(".table", "data-turn") != "over":
            before = ply(page)
            page.click('[data-tool="redo"]')
            page.wait_for_selector(f'.table:not([data-ply="{before}"])')
        assert ply(page) == end


@pytest.mark.parametrize("spec", ANALYSED)
def test_every_move_carries_its_value(web, spec):
    with playing(web, spec) as page:
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


def test_dice_fall_by_themselves(web):
    with playing(web, "janken:full,dice=on,pieces=2") as page:
        page.wait_for_selector(READY)
        assert ply(page) == 1, "the first throw"
        for _ in range(3):
            before = ply(page)
            click_a_move(page)
            page.wait_for_selector(f'.table[data-turn="person"]:not([data-ply="{before}"])')
        page.keyboard.press("u")
        page.wait_for_selector(f'.table[data-ply="{before}"]')


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


def test_the_browser_language_is_taken(web):
    with visiting(web, locale="ja-JP") as page:
        page.get_by_text("ゲームを選ぶ").wait_for()


def test_a_link_opens_the_same_position_elsewhere(web):
    with playing(web, "tictactoe", more="&moves=b2+a1") as page:
        place = page.url
    with visiting(web) as page:
        page.goto(re.sub(r"&id=[^&]*", "", place))
        page.wait_for_selector('.table[data-ply="2"]')
        assert page.locator(".piece").count() == 2
        page.goto(f"{page.url.split('#')[0]}#game=tictactoe&moves=z9")
        page.get_by_text("there is no cell z9").wait_for()


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_every_game_fits_a_telephone(web):
    with visiting(web, **PHONE) as page:
        page.wait_for_selector(".card svg")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        for family in OPEN:
            page.goto(page.url.split("#")[0])
            page.wait_for_selector("main[data-ready]")
            page.tap(f'[data-family="{family.name}"]')
            page.wait_for_selector(READY)
            # Nothing is so small that a thumb would miss it.
            box = page.locator(".board-box").bounding_box()
            zone = page.locator(".zone.open").first
            assert (
                box["width"] >= 300
                and min(zone.bounding_box()[k] for k in ("width", "height")) > 24
            )
            touch(page, zone.get_attribute("data-zone"), tap=True)
            if page.locator(".zone.chosen").count():
                goal = page.locator(".dot, .target").first.get_attribute("data-at")
                touch(page, goal, tap=True)
            page.wait_for_selector('.table:not([data-ply="0"])')
            page.tap('[data-tool="editor"]')
            page.wait_for_selector("dialog .verdict")
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, family.name
            page.keyboard.press("Escape")


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
    "gorogoro": ("gorogoro", "3d3c 4a3b", False),
    "anpanman": ("anpanman", "2e2d 2a2b", False),
}


# Of other screens: where they are, what is clicked there, and what is waited for after each.
SCREENS = {
    "lesson": ("#learn=nip:6x6", [('[data-rule="2"]', ".caption button")]),
    "review": (
        "#game=connect4:4x5&players=human|human&moves=c+b+c+c+b+d+d+d+b+b+e+e+e+e+a+a+a+a+d+c",
        [('[data-tool="review"]', ".mistakes li")],
    ),
    "exercise": ("#exercise=minishogi&kind=mate&seed=1", []),
    "explorer": ("#explore=ending:KQK", [("[data-build]", ".histogram .bar")]),
    "why": (
        "#game=tictactoe&players=human|human&moves=a1+b1",
        [('[data-tool="why"]', "[data-proof]"), ('[data-proof="c3"]', "[data-proof] [data-proof]")],
    ),
}
SHOWN = '[data-lesson], [data-exercise][data-state="open"], [data-explore], .table[data-turn]'


def take_pictures(web, folder):
    """A picture of each game's page, of the start and of other screens."""
    small = {"viewport": {"width": 1120, "height": 800}, "device_scale_factor": 0.75}
    for name, (place, clicks) in SCREENS.items():
        with visiting(web, place, **small) as page:
            page.wait_for_selector(SHOWN)
            for selector, after in clicks:
                page.click(selector)
                page.wait_for_selector(after)
            page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"web-{name}.png")
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
        warm_up(found[0], [spec for spec, _, is_analysed in PICTURES.values() if is_analysed])
        take_pictures(found, ROOT / "docs" / "pictures")
    sys.exit(0)
