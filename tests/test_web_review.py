"""The end of a game and its review, in a real browser."""

import pytest

from tests.browser import (
    NEEDS_A_BROWSER,
    click_a_move,
    open_game,
    ply,
    touch,
    visiting,
    warm_up,
)

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ())


def test_the_end_of_a_game_says_why_and_leads_to_a_review_and_another_try(web):
    with visiting(web) as page:
        open_game(page, "tictactoe", "human|random", "&moves=b2+a2+c3+c1")
        touch(page, "a1")
        page.wait_for_selector(".ending:not([hidden])")
        assert "X wins" in page.inner_text(".ending") and "3 in a line" in page.inner_text(
            ".ending"
        )
        shown = page.locator(".end-mark").evaluate_all("all => all.map((one) => one.dataset.at)")
        assert sorted(shown) == ["a1", "b2", "c3"]
        # Every move is judged; the mistake is in the list, in the graph and among the moves.
        page.click('[data-next="review"]')
        page.wait_for_selector(".mistakes li")
        assert page.locator(".mistakes li").count() == 1
        assert "a2?" in page.inner_text(".mistakes") and "mistake" in page.inner_text(".mistakes")
        assert page.locator(".history .slip").count() == 1
        assert page.locator(".moves .sign").all_inner_texts() == ["?", "?!"]
        first, second = page.locator(".sides [data-side]").all_inner_texts()
        assert first.split("\t")[-2:] == ["100\xa0% /\xa02", "0"] and second.split("\t")[-1] == "½"
        # It was the other player's: nothing to try again there.
        assert page.locator("[data-again]").count() == 0
        page.click('[data-panel="review"] [aria-label="Close"]')
        assert page.locator(".history .point").count() == 0
        # The same once more.
        before = page.url
        page.click('[data-next="rematch"]')
        page.wait_for_selector('.table[data-ply="0"][data-turn="person"]')
        assert page.url != before and "players=human|random" in page.url


def test_one_may_try_again_where_one_went_wrong(web):
    with visiting(web) as page:
        open_game(page, "tictactoe", "human|random", "&moves=a1+b2+b1+c1+c3+a3")
        page.click('[data-next="review"]')
        page.click("[data-again]")
        page.wait_for_selector('.table[data-ply="4"][data-turn="person"]')
        assert page.locator(".history .point").count() == 7, "the graph stays"
        touch(page, "a3")
        page.wait_for_selector('.table[data-ply="6"][data-turn="person"]')


def test_what_each_side_kept_fits_into_a_line_on_a_narrow_screen(web):
    with visiting(web, viewport={"width": 320, "height": 640}) as page:
        open_game(page, "nip:4x4", more="&moves=a2+c1+d3+c4+b4+a3+b1+d2")
        page.click('[data-next="review"]')
        page.wait_for_selector(".sides")
        heights = "all => all.map((row) => row.clientHeight)"
        head, first, second = page.locator(".sides tr").evaluate_all(heights)
        assert "33\xa0% /\xa03" in page.inner_text('.sides [data-side="0"]')
        assert first == second == head
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_pass_is_announced_to_both(web):
    with visiting(web, locale="ja-JP") as page:
        # Black has no move; then White has.
        open_game(
            page, "othello:4x4", "human|human", "&position=xo../..../..../.... o".replace(" ", "+")
        )
        assert "パス" in page.inner_text(".status")
        click_a_move(page)
        page.wait_for_selector("#notice:not([hidden])")
        assert "白：パス" in page.inner_text("#notice") and ply(page) == 1
        for size in ({"width": 844, "height": 390}, {"width": 320, "height": 640}):
            page.set_viewport_size(size)
            box = page.locator("#notice").bounding_box()
            assert box["y"] + box["height"] < 60, "on a small screen it covers no button of a game"
