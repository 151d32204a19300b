"""How the dialog begins games of the theses, in a real browser: their dice, their players."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import BEGUN, NEEDS_A_BROWSER, READY, playing, visiting, warm_up

GAMES = ("janken:single,pieces=1", "janken:single,pieces=2,faces=ggg.gcp-gcc.gcp", "minishogi")
MIXED = "ggg.gcp/gcc.gcp"

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], (*GAMES, "ending:KPK"))


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


def test_dice_are_laid_by_lot(web):
    with visiting(web) as page:
        page.click('[data-more="janken"]')
        page.locator("dialog select").nth(1).select_option("1")
        page.click("[data-lot]")
        assert page.input_value("dialog [name=start]") == "random"
        page.click("[data-begin]")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector(READY)
        assert page.locator(".board-box .piece[data-place]").count() == 2


def test_dice_are_laid_by_clicking_in_the_dialog(web):
    with visiting(web) as page:
        page.click('[data-more="janken"]')
        page.locator("dialog select").nth(1).select_option("1")
        page.fill("dialog [name=start]", "cpg/pgc")
        page.click("[data-lay]")
        die = page.locator('.laying .piece[data-look="0-gcp"]')
        place = die.get_attribute("data-place")
        assert page.input_value("dialog [name=start]") == ""
        page.locator(f'.laying [data-zone="{place}"]').click()
        page.wait_for_selector('.laying .piece[data-look="0-gpc"]')
        page.locator(f'.laying [data-zone="{place}"]').click()
        page.wait_for_selector('.laying .piece[data-look="0-cgp"]')
        # The position is written when the server has read it.
        position = page.locator("dialog [name=position]")
        expect(position).to_have_value(re.compile("cgp"))
        page.click("[data-begin]")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector('.board-box .piece[data-look="0-cgp"]')


def test_dice_are_laid_by_touch(web):
    with playing(web, "janken:single,pieces=1") as page:
        places = [
            page.locator(f'.board-box .piece[data-look^="{side}-"]').get_attribute("data-place")
            for side in (0, 1)
        ]
        page.click('[data-tool="editor"]')
        board = page.locator("dialog .board-box")
        for look, place in zip(("0-cpg", "1-pgc"), places, strict=True):
            page.click(f'[data-piece="{look}"]')
            board.locator(f'[data-zone="{place}"]').click()
        expect(page.locator("dialog input")).to_have_value(f"{places[0]}cpg/{places[1]}pgc 1")
        page.locator("dialog .verdict").get_by_text("✓").wait_for()
        page.click("[data-edit=begin]")
        page.wait_for_selector("dialog", state="detached")
        for look in ("0-cpg", "1-pgc"):
            page.wait_for_selector(f'.board-box .piece[data-look="{look}"]')


def test_dice_differ_one_by_one_and_by_side(web):
    with visiting(web) as page:
        page.click('[data-more="janken"]')
        page.select_option('dialog [data-switch="pieces"]', "2")
        page.fill("dialog [name=faces]", "ggg.gcp/x")
        page.click("[data-begin]")
        page.wait_for_selector("#notice:not([hidden])")
        page.fill("dialog [name=faces]", MIXED)
        page.click("[data-lay]")
        special = page.locator('.laying .piece[data-look="0-gcp-ggg"]')
        special.wait_for()
        place = special.get_attribute("data-place")
        page.locator(f'.laying [data-zone="{place}"]').click()
        page.wait_for_selector('.laying .piece[data-look="0-gpc-ggg"]')  # turned, with its faces
        position = page.locator("dialog [name=position]")
        expect(position).to_have_value(re.compile("gpc=ggg"))
        page.click("[data-begin]")
        page.wait_for_selector("dialog", state="detached")
        for look in ("0-gpc-ggg", "0-gcp", "1-gcp-gcc", "1-gcp"):
            assert page.locator(f'.board-box .piece[data-look="{look}"]').count() == 1


@pytest.mark.parametrize(
    ("family", "game", "player", "name"),
    [
        ("ending", "ending:KPK", "peai", "Thesis: peai"),
        ("ending", "ending:KPK", "perm", "Thesis: perm"),
        ("minishogi", "minishogi", "terada", "Thesis: terada"),
        ("janken", "janken:single", "takeda:eval=goal", "Thesis: takeda, goal first"),
        ("janken", "janken:single", "takeda:eval=attack", "Thesis: takeda, attack first"),
    ],
)
def test_the_players_of_the_theses_have_seats_and_move(web, family, game, player, name):
    with visiting(web) as page:
        page.click(f'[data-more="{family}"]')
        if family == "ending":
            page.select_option("dialog [data-variant]", game.partition(":")[2])
        seat = page.locator("dialog select[aria-label]").first
        option = seat.locator(f'option[value="{player}"]')
        option.wait_for(state="attached")
        assert option.inner_text() == name
        seat.select_option(player)
        page.locator("dialog select[aria-label]").nth(1).select_option("human")
        page.click("[data-begin]")
        page.wait_for_selector(BEGUN)
        page.wait_for_selector('.table[data-turn="person"][data-ply="1"]')
