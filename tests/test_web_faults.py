"""Faults that people found on the page, each tried in a real browser as it was found."""

import json
import time
from typing import Any

import pytest

from tests.browser import (
    NEEDS_A_BROWSER,
    PATIENCE,
    READY,
    click_a_move,
    open_game,
    playing,
    ply,
    status,
    touch,
    visiting,
    warm_up,
)
from tests.conftest import free_port
from tests.test_web_server import ask, start
from tests.web import client_of

pytestmark = NEEDS_A_BROWSER

SHORT = 10_000  # milliseconds, for what has nothing to compile


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ())


def centre(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def is_on_top(page, selector):
    """Whether nothing covers the middle of an element."""
    return page.evaluate(
        """(selector) => {
          const element = document.querySelector(selector);
          const { left, top, width, height } = element.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          return element.contains(found) || element === found;
        }""",
        selector,
    )


def test_a_die_that_says_how_many_actions_is_thrown_for_both_players(web):
    with playing(web, "janken:full,dice=on", "human|random") as page:
        for _ in range(2):
            page.wait_for_selector(READY)
            assert "left" in status(page), "how many actions one has"
            before = ply(page)
            while page.get_attribute(".table", "data-turn") == "person" and ply(page) < before + 6:
                now = ply(page)
                click_a_move(page)
                page.wait_for_selector(f'.table:not([data-ply="{now}"])')
        page.wait_for_selector(READY)
        shown = page.inner_text(".moves").count("The die shows")
        assert shown >= 3, "theirs, the other's, theirs again"


def test_notes_removals_and_pieces_are_not_lost_by_accident(web):
    with playing(web, "tictactoe", more="&moves=b2+a1") as page:
        # A note is kept though its box was not left.
        page.locator("textarea").press_sequentially("in the corner")
        page.reload()
        page.wait_for_selector('.table[data-ply="2"]')
        assert page.input_value("textarea") == "in the corner"
        # To remove a move is asked for.
        page.once("dialog", lambda box: box.dismiss())
        page.click('[data-tool="remove"]')
        assert ply(page) == 2
        page.once("dialog", lambda box: box.accept())
        page.click('[data-tool="remove"]')
        page.wait_for_selector('.table[data-ply="1"]')
        # Beside a player's name stands a king, whatever else is taken.
        open_game(page, "dobutsu")
        swatches = page.locator(".swatch").evaluate_all("all => all.map((one) => one.innerHTML)")
        open_game(page, "dobutsu", more="&moves=2c2b+2a2b")
        after = page.locator(".swatch").evaluate_all("all => all.map((one) => one.innerHTML)")
        assert swatches[0] == after[0] and len(swatches) == 2
        # A piece that is let go beyond the board goes home.
        open_game(page, "minishogi")
        # Its pieces are drawn, and need no font.
        assert page.locator(".board-box .piece .glyph").count() == 12
        assert page.locator(".board-box .piece text").count() == 0
        x, y = centre(page, '[data-zone="1e"]')
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(*centre(page, '[data-zone="1d"]'))
        page.wait_for_selector(".piece.held")
        page.mouse.move(5, 5)
        page.mouse.up()
        page.mouse.move(x - 60, y - 60)
        assert page.locator(".piece.held").count() == 0


def test_what_the_page_says_is_seen(web):
    with playing(web, "minishogi", viewport={"width": 1280, "height": 620}) as page:
        # The verdict on a position, however far the dialog is scrolled.
        page.click('[data-tool="editor"]')
        page.wait_for_selector("dialog .verdict")
        assert is_on_top(page, ".verdict")
        page.fill("dialog input[type=text]", "nonsense")
        page.wait_for_selector(".verdict.bad")
        assert is_on_top(page, ".verdict")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        # A notice that was there before a dialog, and one that comes while it is open.
        page.evaluate("import('/static/notices.js').then((m) => m.notice('before', 0))")
        page.click('[data-tool="new"]')
        page.wait_for_selector("dialog [data-begin]")
        assert is_on_top(page, "#notice")
        page.fill("dialog [name=position]", "nonsense")
        page.click("[data-begin]")
        page.wait_for_selector("#notice:not(:has-text('before'))")
        assert is_on_top(page, "#notice")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert is_on_top(page, "#notice")
        # Why a solve has stopped.
        answer = {"goal": "score", "exact": False, "lower": -1, "upper": 1, "stopped": "depth"}
        answer |= {"best_moves": [], "line": [], "nodes": 12, "seconds": 0.01, "distance": None}
        view = {"job": "x", "kind": "solve", "state": "done", "compiling": False, "progress": None}
        view |= {"result": answer, "error": None, "errors": None}
        page.route("**/api/v1/solves", lambda route: route.fulfill(json=view))
        page.route(
            "**/api/v1/jobs/x/events",
            lambda route: route.fulfill(
                content_type="text/event-stream", body=f"data: {json.dumps(view)}\n\n"
            ),
        )
        page.click('[data-tool="solve"]')
        page.click('[data-goal="score"]')
        page.wait_for_selector("[data-solved]:has-text('too long to be read out')")


def test_that_the_server_compiles_is_said_as_long_as_it_does(web):
    view = {"job": "x", "kind": "hint", "state": "running", "compiling": True, "progress": None}
    view |= {"result": None, "error": None, "errors": None}
    body = f"retry: 60000\ndata: {json.dumps(view)}\n\n"
    with playing(web, "tictactoe") as page:
        page.route("**/api/v1/hints", lambda route: route.fulfill(json=view))
        page.route("**/api/v1/jobs/x", lambda route: route.fulfill(json=view))
        page.route(
            "**/api/v1/jobs/x/events",
            lambda route: route.fulfill(content_type="text/event-stream", body=body),
        )
        page.click('[data-tool="hint"]')
        page.wait_for_selector("#notice:has-text('Compiling')")
        page.wait_for_timeout(4000)  # nothing new has come for longer than a notice is shown
        assert page.is_visible("#notice")


def test_only_what_the_server_accepts_can_be_chosen(web):
    with visiting(web) as page:

        def offered(switch):
            """The values that can be chosen."""
            options = page.locator(f'dialog [data-switch="{switch}"] option:not(:disabled)')
            return options.evaluate_all("all => all.map((one) => one.value)")

        def choose(selector, value, switch, values):
            page.locator(f"dialog {selector}").select_option(value)
            for _ in range(100):
                if offered(switch) == values:
                    return
                page.wait_for_timeout(30)
            raise AssertionError((selector, value, offered(switch)))

        page.click('[data-more="othello"]')
        page.wait_for_selector("dialog [data-begin]")
        assert "cross2" not in offered("start")
        choose("[data-variant]", "5x5", "start", ["cross", "cross2", "parallel", "parallel2"])
        page.keyboard.press("Escape")
        page.click('[data-more="janken"]')
        page.wait_for_selector("dialog [data-begin]")
        assert offered("start") == ["home"]
        choose('[data-switch="pieces"]', "1", "start", ["home", "middle"])
        page.locator('dialog [data-switch="start"]').select_option("middle")
        choose('[data-switch="pieces"]', "4", "start", ["home"])
        page.click("[data-begin]")
        page.wait_for_selector(READY)


def test_a_player_goes_on_when_a_killed_server_is_back(web, tmp_path):
    port = free_port()
    process = start("--port", str(port), "--data", str(tmp_path))
    process.stdout.readline()
    try:
        with visiting((f"http://127.0.0.1:{port}/", web[1]), may_lose_server=True) as page:
            open_game(page, "connect4", "human|alphabeta:seconds=2")
            touch(page, "d")
            page.wait_for_selector(".status:has-text('thinking')")
            process.kill()
            process.wait()
            page.wait_for_selector(".status:has-text('trying again')")
            process = start("--port", str(port), "--data", str(tmp_path))
            page.wait_for_selector('.table[data-ply="2"][data-turn="person"]')
            assert "your turn" in status(page)
            page.wait_for_selector("#notice", state="hidden", timeout=SHORT)
    finally:
        process.kill()
        process.communicate()


def test_a_solve_goes_on_when_a_killed_server_is_back(web, tmp_path):
    port = free_port()
    process = start("--port", str(port), "--data", str(tmp_path))
    process.stdout.readline()
    try:
        with visiting((f"http://127.0.0.1:{port}/", web[1]), may_lose_server=True) as page:
            open_game(page, "othello:8x8")
            page.click('[data-tool="solve"]')
            page.click('[data-goal="score"]')
            page.wait_for_selector('[data-panel="solve"] [data-tool="stop"]')
            page.wait_for_selector('[data-panel="solve"]:has-text("positions")')
            process.kill()
            process.wait()
            page.wait_for_selector("#notice:has-text('trying again')")
            process = start("--port", str(port), "--data", str(tmp_path))
            process.stdout.readline()
            page.wait_for_selector("#notice", state="hidden")
            assert ask(f"http://127.0.0.1:{port}/", "/status")["jobs"], "it is solved again"
            # A server that nobody needs any more is not waited for.
            process.kill()
            process.wait()
            page.wait_for_selector("#notice:has-text('trying again')")
            page.click('[data-panel="solve"] [data-tool="stop"]')
            page.wait_for_selector('[data-panel="solve"] [data-goal="score"]')
            page.wait_for_selector("#notice", state="hidden")
    finally:
        process.kill()
        process.communicate()


def test_a_solve_whose_tab_was_closed_ends_and_a_guess_offers_the_table(web):
    with playing(web, "othello:8x8") as page:
        page.click('[data-tool="solve"]')
        page.click('[data-goal="score"]')
        page.wait_for_selector('[data-panel="solve"] [data-tool="stop"]')
        assert ask(web[0], "/status")["jobs"]
    with playing(web, "dobutsu") as page:
        # Its card says who wins; what is only guessed beside the board says how to know.
        page.click('[data-tool="analysis"]')
        page.wait_for_selector("[data-panel=analysis] .value.estimate")
        page.wait_for_selector("[data-panel=analysis] [data-build]")
        assert "No table yet" in page.inner_text("[data-panel=analysis]")
    # To ask about the solve would keep it alive; it would take ten minutes by itself.
    for _ in range(PATIENCE // 200):
        if not ask(web[0], "/status")["jobs"]:
            break
        time.sleep(0.2)
    assert not ask(web[0], "/status")["jobs"]


def test_a_solve_that_nobody_asked_about_again_ends(tmp_path):
    client: Any = client_of(tmp_path, unfollowed_seconds=0.3)
    with client:
        answer = client.post("/api/v1/solves", json={"game": "othello"})
        job = client.app.state.desk.jobs.get(answer.json()["job"])
        assert job.ended.wait(PATIENCE / 1000), "its tab was closed before it was followed"
        assert job.is_cancelled
