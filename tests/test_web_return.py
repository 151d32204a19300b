"""A place to return to, in a real browser: one's games, addresses, invitations, other programs."""

import re
from typing import Any

import pytest

from tests.browser import (
    NEEDS_A_BROWSER,
    READY,
    open_game,
    playing,
    ply,
    status,
    touch,
    visiting,
    warm_up,
)
from tests.web import Page, client_of

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ())


def test_back_and_forward_lead_through_games(web):
    with visiting(web) as page:
        page.click('[data-family="tictactoe"]')
        page.wait_for_selector(READY)
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="2"]')
        page.go_back()
        page.wait_for_selector(".cards")
        page.go_forward()
        page.wait_for_selector('.table[data-ply="2"]')
        page.click(".home")
        page.wait_for_selector(".cards")
        page.go_back()
        page.wait_for_selector('.table[data-ply="2"]')
        page.reload()
        page.wait_for_selector('.table[data-ply="2"]')


@pytest.mark.parametrize(
    ("place", "question"),
    [
        ("#learn=nip:4x4", "**/lesson?*"),
        ("#exercise=nip:4x4", "**/scene?*nip*"),
        ("#explore=nip:4x4", "**/tables?*"),
        ("#game=nip:4x4", "**/scene?*nip*"),
    ],
)
def test_what_comes_too_late_leaves_the_game_on_the_board(web, place, question):
    held: list[Any] = []
    with visiting(web) as page:
        page.route(question, lambda route: held.append(route))
        with page.expect_request(question):
            page.evaluate("place => { location.hash = place }", place)
        page.evaluate("location.hash = '#game=tictactoe&players=human|human'")
        page.wait_for_selector('.table[data-ply="0"]')
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="1"]')
        before = page.url, page.title()
        with page.expect_response(question):
            held[0].continue_()
        page.wait_for_timeout(500)
        assert page.locator('.table[data-ply="1"]').count() == 1
        assert (page.url, page.title()) == before


def test_a_copied_address_opens_the_position_that_it_shows(web):
    with playing(web, "tictactoe", more="&moves=b2+a1") as page:
        copied = page.url
        touch(page, "c3")
        page.wait_for_selector('.table[data-ply="3"]')
        gone_on = page.url
        with visiting(web, copied.removeprefix(web[0])) as other:
            other.wait_for_selector('.table[data-ply="2"]')
            assert re.findall("id=.*", other.url) != re.findall("id=.*", copied), (
                "a game of its own"
            )
        with visiting(web, gone_on.removeprefix(web[0])) as other:
            other.wait_for_selector('.table[data-ply="3"]')
            assert other.url == gone_on, "the same game"
        assert ply(page) == 3


def test_ones_games_are_listed_with_picture_result_and_date(web):
    with playing(web, "tictactoe", more="&moves=a1+b1+a2+b2") as page:
        touch(page, "a3")
        page.wait_for_selector(READY)
        page.wait_for_selector("[data-panel=end]:not([hidden])")
        open_game(page, "connect4", more="&moves=d")
        page.click(".home")
        kept = page.locator(".games .kept")
        assert kept.count() == 2
        texts = kept.all_inner_texts()
        assert "1 move so far" in texts[0] and "X wins" in texts[1]
        assert all(re.search(r"\d+:\d\d", text) for text in texts), "today: the time"
        drawn = "all => all.every((one) => one.complete && one.naturalWidth > 0)"
        page.wait_for_load_state("networkidle")
        assert page.locator(".thumbnail").evaluate_all(drawn)
        page.once("dialog", lambda box: box.accept())
        page.locator(".games .forget").first.click()
        page.wait_for_selector(".games li >> nth=1", state="detached")
        kept.first.click()
        page.wait_for_selector('.table[data-ply="5"]')


def test_a_move_in_a_tab_that_is_behind_is_refused_and_told(web):
    with playing(web, "tictactoe") as page:
        other = page.context.new_page()
        other.goto(page.url)
        other.wait_for_selector(READY)
        refused: list[str] = []
        other.on("response", lambda r: refused.append(r.url) if r.status == 409 else None)

        def look(route):
            route.continue_() if refused else route.fulfill(json={"version": 0})

        other.route("**/version", look)  # it sees nothing until then
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="1"]')
        touch(other, "a1")
        other.wait_for_selector(".notice:has-text('gone on')")
        other.wait_for_selector('.table[data-ply="1"]')
        touch(other, "c3")
        other.wait_for_selector('.table[data-ply="2"]')
        page.wait_for_selector('.table[data-ply="2"]')
        assert page.locator(".variation").count() == 0


def test_a_second_person_gets_the_other_seat(web):
    with playing(web, "minishogi", "human|level:1") as page:
        page.evaluate(
            "navigator.clipboard.writeText = async (text) => { window.copied = text; }",
        )
        page.click('[data-tool="share"]')
        page.click('[data-share="invite"]')
        link = page.wait_for_function("() => window.copied").json_value()
        page.keyboard.press("Escape")
        touch(page, "1e")
        touch(page, "1d")
        page.wait_for_selector(".status:has-text('Waiting for Gote')")
        with visiting(web, link.removeprefix(web[0])) as guest:
            guest.wait_for_selector('.table[data-ply="1"][data-turn="person"]')
            above, below = (
                guest.locator(f'[data-zone="{zone}"]').bounding_box()["y"] for zone in ("1e", "1a")
            )
            assert above < below, "seen from the other side"
            touch(guest, "5a")
            touch(guest, "5b")
            guest.wait_for_selector(".status:has-text('Waiting for Sente')")
            assert guest.locator(".zone.open").count() == 0
            guest.reload()
            guest.wait_for_selector(".status:has-text('Waiting for Sente')")
        page.wait_for_selector('.table[data-ply="2"][data-turn="person"]')
        assert "your turn" in status(page)


KIF = "手合割：5五将棋\n   1 ４三角(25)\n   2 ３二角(41)\n"
READ = {
    KIF: ("Minishogi", 2),
    "startpos moves 2e4c": ("Minishogi", 1),
    "4k/5/5/5/K4 b G 1": ("Minishogi", 0),
    "8/4P3/8/8/8/k7/8/4K3 w - - 0 1": ("Chess endings", 0),
    "b2 a1": ("Tic-tac-toe", 2),
}


def test_games_of_other_programs_are_pasted_and_dropped_on_the_start(web):
    with visiting(web) as page:
        for text, (title, plies) in READ.items():
            page.fill("[data-receive]", text)
            page.click('[data-tool="receive"]')
            page.wait_for_selector(f'.table[data-ply="{plies}"]')
            assert title in page.inner_text(".heading"), text
            page.click(".home")
            page.wait_for_selector(".cards")
        # What may be of several games is asked for.
        page.fill("[data-receive]", "f5 d6 c3")
        page.click('[data-tool="receive"]')
        page.click('[data-guess="othello:8x8"]')
        page.wait_for_selector('.table[data-ply="3"]')
        page.click(".home")
        page.fill("[data-receive]", "nonsense")
        page.click('[data-tool="receive"]')
        page.get_by_text("no game here can read this text").wait_for()
        page.evaluate(
            """(text) => {
              const data = new DataTransfer();
              data.items.add(new File([text], "game.kif"));
              const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
              document.querySelector(".cards").dispatchEvent(drop);
            }""",
            KIF,
        )
        page.wait_for_selector('.table[data-ply="2"]')


def test_the_page_opens_while_its_server_is_away_and_can_be_installed(web):
    with visiting(web, service_workers="allow", may_lose_server=True) as page:
        # What a browser wants of a page that it installs.
        manifest = page.evaluate("() => fetch('/static/manifest.json').then((one) => one.json())")
        wanted = {"name", "short_name", "start_url", "display", "icons"}
        assert wanted <= manifest.keys() and manifest["display"] == "standalone"
        assert page.locator('link[rel="manifest"]').get_attribute("href") == "/static/manifest.json"
        for icon in manifest["icons"]:
            assert page.request.get(web[0].rstrip("/") + icon["src"]).ok
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        open_game(page, "tictactoe", more="&moves=b2+a1")
        page.wait_for_selector('.table[data-ply="2"]')
        page.wait_for_url("**id=**")
        page.reload()  # what is looked at again is kept
        page.wait_for_selector('.table[data-ply="2"] .piece')
        page.goto(f"{web[0]}#learn=tictactoe")
        page.wait_for_selector("[data-lesson]")
        page.go_back()
        page.wait_for_selector('.table[data-ply="2"]')
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector('.table[data-ply="2"] .piece')
        assert page.locator(".board-box .piece").count() == 2, "the game as it stood"
        page.click(".home")
        page.wait_for_selector(".cards .sample svg")
        page.context.set_offline(False)


def test_an_address_stays_while_the_server_is_away(web):
    with visiting(web, may_lose_server=True) as page:
        page.route("**/api/v1/**", lambda route: route.abort())
        for place in ("#game=tictactoe&moves=b2&players=human|human", "#learn=tictactoe"):
            page.evaluate("place => { location.hash = place }", place)
            page.wait_for_selector(".notice:has-text('does not answer')")
            assert page.url.endswith(place)
            page.evaluate("document.querySelector('.notice').textContent = ''")
        page.unroute("**/api/v1/**")
        page.reload()
        page.wait_for_selector("[data-lesson]")


def test_sounds_are_off_until_they_are_wanted(web):
    with visiting(web) as page:
        page.evaluate(
            """() => {
              window.heard = 0;
              const start = AudioBufferSourceNode.prototype.start;
              AudioBufferSourceNode.prototype.start = function (...when) {
                window.heard += 1;
                return start.apply(this, when);
              };
            }""",
        )
        page.click('[data-family="tictactoe"]')
        page.wait_for_selector(READY)
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="2"]')
        assert page.evaluate("() => window.heard") == 0
        page.click("#sound")
        assert page.get_attribute("#sound", "aria-pressed") == "true"
        before = page.evaluate("() => window.heard")
        page.locator(".zone.open").first.click()
        page.wait_for_selector('.table[data-ply="4"]')
        assert page.evaluate("() => window.heard") > before


def test_runs_are_listed_with_their_progress_and_stopped(web):
    run: dict[str, Any] = {"name": "long", "kind": "tournament", "game": "tictactoe"}
    asked: list[int] = []
    run |= {"state": "running", "done": 3, "total": 400, "has_report": False}

    def show(route):
        run["done"] += 1
        if asked:
            asked.append(run["done"])
        if len(asked) == 3:  # it has ended its game and written its report
            run.update(state="stopped", has_report=True)
        route.fulfill(json={"folder": "runs", "runs": [run]})

    def stop(route):
        asked.append(0)
        route.fulfill(json={"name": "long", "stopping": True})

    with visiting(web) as page:
        page.route("**/api/v1/runs", show)
        page.route("**/api/v1/runs/long/stop", stop)
        page.reload()
        page.wait_for_selector('[data-run="long"] .running')
        page.wait_for_selector('[data-run="long"]:has-text("6 / 400")')  # looked at again
        assert "Tic-tac-toe" in page.inner_text('[data-run="long"]')
        page.click('[data-run="long"] button')
        page.wait_for_selector('[data-run="long"]:has-text("stopping")')
        assert not page.locator('[data-run="long"] button').count()
        page.wait_for_selector('[data-run="long"] .stopped')
        page.wait_for_selector('[data-run="long"] a[href*="/runs/long/report"]')


def test_a_text_is_guessed_by_the_server(tmp_path):
    with client_of(tmp_path) as client:
        page = Page(client)
        found = page.send("/games/guess", {"text": "startpos moves 2e4c"})
        assert [game["game"] for game in found["games"]] == ["minishogi"]
        for before in ("", "sfen ", "position sfen "):
            text = before + "rbsgk/4p/5/P4/KGSBR b - 1"
            assert page.send("/games/guess", {"text": text})["games"][0]["game"] == "minishogi"
        text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n[SetUp "1"]\n\n*\n'  # no moves
        assert page.send("/games/guess", {"text": text})["games"][0]["game"] == "ending:KPK"
        assert "KIF" in page.send("/games/guess", {"text": "?"}, status=400)["error"]
        page.send("/games/guess", {"text": " "}, status=400)
        for path, more in (("/games/guess", {}), ("/games/import", {"game": "minishogi"})):
            said = page.send(path, {"text": "x" * 200_001, **more}, status=400)["errors"]
            assert "at most 200,000 characters, got 200,001; shorten it" in said["en"]
            assert "200,000 文字まで" in said["ja"] and "短く" in said["ja"]
