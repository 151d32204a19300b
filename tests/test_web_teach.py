"""Lessons, exercises and the explorer, in a real browser."""

from typing import Any

import pytest

from tests.browser import NEEDS_A_BROWSER, OPEN, touch, visiting, warm_up
from tests.test_web_server import ask

pytestmark = NEEDS_A_BROWSER

LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ())


def paths(web, spec, position):
    """How each move of a position is made by touching."""
    moves = ask(web[0], "/position", {"game": spec, "position": position})["moves"]
    return {move["move"]: move["path"] for move in moves}


def do(page, path):
    """Touch what makes a move; what is no zone is a button."""
    for name in path:
        if page.locator(f'.board-box [data-zone="{name}"]').count():
            touch(page, name)
        else:
            page.locator(".choices button").last.click()


def test_a_lesson_is_played_through(web):
    lesson = ask(web[0], "/lesson?game=nip:4x4")
    with visiting(web) as page:
        page.click('[data-learn="nip"]')
        page.wait_for_selector('[data-lesson="nip:8x8"]')
        page.click('[data-panel="variants"] a:has-text("4×4")')
        page.wait_for_selector('[data-lesson="nip:4x4"]')
        # A rule is shown by a move that the rules made.
        page.click('[data-rule="2"]')
        page.wait_for_selector(".last-mark")
        assert "ring" in page.inner_text(".caption")
        # A task stays on the board in the other language.
        page.click('[data-task="1"]')
        page.wait_for_selector("[data-answer]")
        page.click("#language")
        page.wait_for_selector(".caption:has-text('黒の番です')")
        page.wait_for_selector('[data-task="1"][aria-pressed="true"]')
        page.click("#language")
        page.wait_for_selector(".caption:has-text('You play Black')")
        for number, step in enumerate(lesson["steps"]):
            page.click(f'[data-task="{number}"]')
            page.wait_for_selector(f'[data-task="{number}"][aria-pressed="true"]')
            ways = paths(web, "nip:4x4", step["position"])
            wrong = [move for move in ways if move not in step["moves"]]
            page.wait_for_selector("[data-answer]")
            assert page.locator(".caption .swatch").count() == 1, "a piece of one's own"
            if wrong:
                do(page, ways[wrong[0]])
                page.wait_for_function(
                    "() => document.querySelector('.caption').innerText.includes('Try another')"
                )
                page.wait_for_selector("[data-answer]")  # the position is back
            do(page, ways[step["moves"][0]])
            page.wait_for_selector(f'[data-task="{number}"][data-done]')
        assert "all you need" in page.inner_text(".caption")
        # What was done is remembered; then one plays.
        page.reload()
        page.wait_for_selector('[data-lesson="nip:4x4"]')
        assert page.locator("[data-done]").count() == len(lesson["steps"])
        page.click("[data-begin]")
        page.wait_for_selector('.table[data-ply="0"][data-turn]')
        assert "game=nip:4x4" in page.url
        page.go_back()
        page.wait_for_selector('[data-lesson="nip:4x4"]')


def test_a_lesson_shows_what_the_die_shows(web):
    rules = ask(web[0], "/lesson?game=janken:full,dice%3Don")["rules"]
    number = next(at for at, rule in enumerate(rules) if "thrown" in rule["en"])
    with visiting(web, "#learn=janken:full,dice=on") as page:
        page.click(f'[data-rule="{number}"]')
        page.wait_for_selector('.caption:has-text("The die shows 2.") button')


@pytest.mark.parametrize("family", OPEN, ids=lambda family: family.name)
def test_every_game_has_a_lesson_and_a_legend(web, family):
    with visiting(web, f"#learn={family.name}", locale="ja-JP", **PHONE) as page:
        page.wait_for_selector("[data-lesson]")
        assert page.locator(".rules li").count() >= 3
        assert page.locator("[data-task]").count() >= 3 and page.locator("[data-rule]").count()
        assert "遊び方" in page.title() and "目的" in page.inner_text("p.goal")
        assert page.locator(".legend li").count() >= 4
        # The board stays in sight while the words scroll.
        page.locator("[data-task]").last.scroll_into_view_if_needed()
        box = page.locator(".board-box").bounding_box()
        assert box and box["y"] >= -1 and box["y"] + box["height"] <= 0.62 * 844
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390


@pytest.mark.parametrize("game", ["nip:8x8", "janken:simple", "anpanman"])
def test_a_lying_phone_shows_board_and_words_together(web, game):
    with visiting(web, f"#learn={game}", **LYING) as page:
        page.locator("[data-task]").last.click()
        page.wait_for_selector("[data-answer]")
        assert "You play" in page.inner_text(".caption")
        for part in (".board-box", ".caption", "[data-answer]", ".tasks [aria-pressed=true]"):
            box = page.locator(part).bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= 390, part


def test_the_dialog_tells_what_switches_change_and_leads_to_their_lesson(web):
    with visiting(web) as page:
        page.click('[data-more="janken"]')
        page.wait_for_selector("dialog fieldset")
        page.select_option("[data-variant]", "full")
        page.select_option('[data-switch="goal"]', "stay")
        assert "Whether passing over the goal wins" in page.inner_text("dialog")
        page.click("dialog [data-learn]")
        page.wait_for_selector('[data-lesson="janken:full,goal=stay"]')
        assert "Rolling over the goal is not enough" in page.inner_text("p.goal")
        assert page.locator("dialog").count() == 0


def test_the_legend_beside_the_board_leads_to_the_lesson_and_back(web):
    with visiting(web, "#game=janken&players=human|human") as page:
        page.wait_for_selector('[data-panel="legend"][open]')
        assert "Rock beats scissors" in page.inner_text('[data-panel="legend"]')
        page.click('[data-door="learn"]')
        page.wait_for_selector('[data-lesson="janken:single"]')
        page.go_back()
        page.wait_for_selector(".table[data-turn]")


def test_an_exercise_is_solved_and_remembered(web):
    with visiting(web, "#exercise=tictactoe&kind=win&seed=7&number=0") as page:
        page.wait_for_selector('[data-exercise][data-state="open"]')
        job = ask(web[0], "/exercises", {"game": "tictactoe", "kind": "win", "seed": 7})["job"]
        found = ask(web[0], f"/jobs/{job}")
        while found["state"] in ("waiting", "running"):
            found = ask(web[0], f"/jobs/{job}")
        exercise = found["result"]
        assert "only move that wins" in page.inner_text(".caption")
        wrong = next(one for one in exercise["moves"] if one["move"] != exercise["solution"])
        touch(page, wrong["move"])
        page.wait_for_selector('[data-state="wrong"]')
        page.wait_for_selector('[data-state="open"]')
        touch(page, exercise["solution"])
        page.wait_for_selector('[data-state="solved"]')
        assert "0 of 1 solved at the first try" in page.inner_text(".small.tally")
        # The same once more after a reload is not counted again.
        page.reload()
        page.wait_for_selector('[data-state="open"]')
        touch(page, exercise["solution"])
        page.wait_for_selector('[data-state="solved"]')
        assert "0 of 1 solved" in page.inner_text(".small.tally")
        page.click("[data-next]")
        page.wait_for_selector('[data-state="open"]')
        assert "number=1" in page.url
        page.click("[data-solution]")
        page.wait_for_selector('[data-state="shown"]')
        assert page.locator(".badge").count()
        page.reload()
        page.wait_for_selector('[data-state="open"]')
        assert "of 2" in page.inner_text(".small.tally")


def test_whoever_is_to_move_sits_below_in_an_exercise(web):
    task = {"game": "minishogi", "kind": "mate", "seed": 0, "number": 0}
    job = ask(web[0], "/exercises", task)["job"]
    while (found := ask(web[0], f"/jobs/{job}"))["state"] in ("waiting", "running"):
        pass
    assert found["result"]["mover"] == 1, "choose an exercise of the second player"
    with visiting(web, "#exercise=minishogi&kind=mate&seed=0&number=0") as page:
        page.wait_for_selector('[data-exercise][data-state="open"]')
        first, last = (
            page.locator(f'[data-zone="{zone}"]').bounding_box()["y"] for zone in ("1a", "1e")
        )
        assert first > last


def test_where_no_exercise_is_found_a_table_is_offered(web):
    refused = {"error": "found no exercise", "errors": None}
    with visiting(web) as page:
        page.route("**/api/v1/exercises", lambda route: route.fulfill(status=400, json=refused))
        page.goto(f"{web[0]}#exercise=janken:simple")
        page.wait_for_selector("[data-panel=exercise] [data-build]")
        assert "46,656 positions" in page.inner_text("[data-panel=build]")
        page.goto(f"{web[0]}#explore=connect4")
        page.wait_for_selector("[data-panel=build]:has-text('1.1 PB')")


def test_a_table_is_built_and_walked_through(web):
    with visiting(web, "#explore=ending:KQK", **PHONE) as page:
        page.wait_for_selector('[data-explore][data-built="false"] [data-build]')
        assert "roughly 1 s" in page.inner_text("[data-panel=build]")
        page.click("[data-build]")
        page.wait_for_selector('[data-explore][data-built="true"]')
        page.wait_for_selector(".histogram .bar")
        page.wait_for_selector('[data-panel="moves"] .value.exact')
        page.locator('[data-panel="moves"] [data-move]').first.click()
        page.wait_for_selector('[data-explore][data-ply="1"]')
        page.click('[data-list="longest"]')
        page.wait_for_selector(".positions li")
        assert "19" in page.inner_text(".positions li >> nth=0")  # mate in ten moves
        page.wait_for_selector('[data-explore][data-ply="0"]')
        box = page.locator(".board-box").bounding_box()
        assert box and box["y"] >= -1 and box["y"] + box["height"] <= 0.62 * 844
        page.click('[data-list="draw"]')
        page.wait_for_selector(".positions .value.draw")
        # Of two kinds asked for one after the other the last is shown, whichever is found first.
        held: list[Any] = []
        page.route("**/tables/list", lambda route: held.append(route), times=1)
        page.click('[data-list="longest"]')
        assert page.locator(".positions").count() == 0  # not those of another kind
        page.click('[data-list="win"]')
        page.wait_for_selector('[data-found="win"] .positions')
        with page.expect_response("**/tables/list"):
            held[0].continue_()
        page.wait_for_timeout(1000)
        assert page.locator('[data-list][aria-pressed="true"]').all_inner_texts() == [
            "Won, at random"
        ]
        assert page.locator('[data-found="win"] .positions').count() == 1
