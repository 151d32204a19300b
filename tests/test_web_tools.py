"""The page in a real browser: what one can do beside playing, from undoing to maps."""

import shutil

import pytest
from playwright.sync_api import expect

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
from tests.test_web_server import ROOT, server

GAMES = ("tictactoe", "minishogi", "dobutsu", "janken:single,pieces=1", "ending:KQK", "nip:4x4")

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], GAMES)


def test_what_is_wrong_is_seen_above_a_dialog(web):
    with visiting(web, viewport={"width": 360, "height": 500}) as page:
        page.click('[data-more="janken"]')
        page.fill("dialog [name=start]", "nonsense")
        page.click("[data-begin]")
        notice = page.locator("#notice")
        notice.wait_for()
        seen = "(box) => { const { x, y, width, height } = box.getBoundingClientRect();"
        seen += "return document.elementFromPoint(x + width / 2, y + height / 2) === box; }"
        assert notice.evaluate(seen)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert notice.is_visible() and "nonsense" in notice.inner_text()


def drag(page, start, end):
    """Pull a piece from one zone to another."""
    zones = (page.locator(f'.board-box [data-zone="{name}"]') for name in (start, end))
    boxes = [zone.bounding_box() for zone in zones]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=4)
    page.mouse.up()


def test_pieces_are_dragged_and_promote(web):
    with playing(
        web,
        "ending:KPK",
        more="&position=8/4P3/8/8/8/k7/8/4K3+w+-+-+0+1",
        reduced_motion="no-preference",
    ) as page:
        drag(page, "e7", "e8")
        page.get_by_role("button", name="queen", exact=True).click()
        page.wait_for_selector('.piece[data-place="e8"][data-look="Q"]')


HAND = "&position=4k/1S3/5/5/K4+b+G+1"


def test_pieces_are_dropped_by_dragging_and_asked_whether_to_promote(web):
    with playing(web, "minishogi", more=HAND) as page:
        drag(page, "hand0:G", "3c")
        page.wait_for_selector('.piece[data-place="3c"][data-look="0G"]')
        open_game(page, "minishogi", more=HAND)
        touch(page, "4b")
        touch(page, "4a")
        page.get_by_role("button", name="Promote", exact=True).click()
        page.wait_for_selector('.piece[data-place="4a"][data-look="0+S"]')


def test_a_move_is_seen_in_another_window(web):
    with visiting(web) as page, visiting(web) as other:
        other.clock.install()
        open_game(page, "tictactoe")
        other.goto(page.url)
        other.wait_for_selector(READY)
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="1"]')
        other.clock.run_for(6000)
        other.wait_for_selector('.piece[data-place="b2"]')


def test_a_game_of_another_program_is_loaded(web, tmp_path):
    file = tmp_path / "game.kif"
    file.write_bytes("手合割：5五将棋\n   1 ４三角(25)\n   2 ３二角(41)\n".encode("cp932"))
    with playing(web, "minishogi") as page:
        page.click('[data-tool="share"]')
        with page.expect_file_chooser() as chooser:
            page.click('[data-share="load"]')
        chooser.value.set_files(file)
        page.wait_for_selector('.table[data-ply="2"]')
        moves = page.locator(".moves button").all_inner_texts()
        assert moves[1:] == ["B-4c", "B-3b"]


def test_the_history_tells_values_and_mistakes(web):
    with playing(web, "tictactoe", more="&moves=b2+b1+a1+a2") as page:
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".history .point.exact >> nth=4")
        labels = page.locator(".history .point").evaluate_all(
            "(points) => points.map((point) => point.getAttribute('aria-label'))"
        )
        assert labels[1] == "1 b2 draw" and labels[2].startswith("2 a mistake: b1 wins")
        page.locator(".history .point").nth(1).click()
        page.wait_for_selector('.table[data-ply="1"]')


def test_two_players_are_watched_and_paused(web):
    with playing(web, "tictactoe", "random|random") as page:
        page.wait_for_selector('.table:not([data-ply="0"])')
        page.click('[data-tool="pause"]')
        page.wait_for_timeout(900)
        before = ply(page)
        page.wait_for_timeout(900)
        assert ply(page) == before < 9
        page.locator("input[type=range]").fill("2000")
        page.click('[data-tool="pause"]')
        page.wait_for_selector('.table[data-turn="over"]')


def test_any_player_sits_down_by_its_text_and_a_new_game_begins(web):
    with playing(web, "tictactoe", "human|human") as page:
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="1"]')
        page.locator('[data-side="1"] select').select_option(label="Another …")
        page.fill("dialog [name=player]", "alphabeta:depth=2")
        page.keyboard.press("Enter")
        page.wait_for_selector('.table[data-ply="2"]')
        page.click('[data-tool="new"]')
        page.click("[data-begin]")
        page.wait_for_selector('.table[data-ply="0"]')
        page.wait_for_url("**human|alphabeta**")
        page.locator('[data-side="1"] select').select_option(label="Another …")
        page.fill("dialog [name=player]", "alphabeta:deep=2")
        page.keyboard.press("Enter")
        page.locator("#notice").get_by_text("deep").wait_for()


def test_who_sits_down_while_another_thinks_moves_at_once(web):
    with playing(web, "minishogi", "human|alphabeta:seconds=30") as page:
        for name in ("2e", "4c"):
            touch(page, name)
        page.locator(".status").get_by_text("thinking").wait_for()
        page.locator('[data-side="1"] select').select_option("random")
        page.wait_for_selector('.table[data-ply="2"]', timeout=10_000)


def press_twice(page, key):
    """A key, and again before anything has come of it."""
    page.evaluate(
        """(key) => {
            for (const _ of [1, 2]) {
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            }
        }""",
        key,
    )


def test_a_pause_that_ends_at_once_is_no_end(web):
    with playing(web, "minishogi", "alphabeta:seconds=3|random") as page:
        page.locator(".status").get_by_text("thinking").wait_for()
        press_twice(page, "P")
        page.wait_for_selector('.table[data-ply="2"]', timeout=20_000)


def test_a_new_game_is_asked_for_once(web):
    with playing(web, "tictactoe") as page:
        press_twice(page, "N")
        page.wait_for_selector("dialog [data-begin]")
        page.wait_for_timeout(500)
        assert page.locator("dialog").count() == 1


def test_a_line_is_left_from_its_start_and_the_history_goes_back_by_keys(web):
    with playing(web, "tictactoe", more="&moves=a1+b1") as page:
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".badge.exact")
        page.locator("[data-panel=analysis] [data-move]").first.click()
        banner = page.locator(".banner")
        page.get_by_label("Back", exact=True).click()
        banner.get_by_text("0 moves").wait_for()
        assert banner.get_by_text("Add to the game").is_disabled(), "there is nothing to add"
        page.click('[data-tool="back"]')
        page.wait_for_selector(".history .point >> nth=2")
        page.locator(".history .point").nth(1).press(" ")
        page.wait_for_selector('.table[data-ply="1"]')
        touch(page, "b2")
        page.wait_for_selector('.table[data-ply="2"]')


def test_the_best_line_is_stepped_through(web):
    with playing(web, "tictactoe", "human|human", more="&moves=a1+b1") as page:
        page.click('[data-tool="analysis"]')
        page.wait_for_selector(".badge.exact")
        page.locator("[data-panel=analysis] [data-move]").first.click()
        banner = page.locator(".banner")
        banner.get_by_text("1 move").wait_for()
        page.get_by_label("Forward", exact=True).click()
        banner.get_by_text("2 moves").wait_for()
        page.get_by_label("Back", exact=True).click()
        banner.get_by_text("1 move").wait_for()
        page.click('[data-tool="back"]')
        page.wait_for_selector(".banner[hidden]", state="attached")


def test_why_is_answered_and_a_position_is_solved(web):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    with playing(web, "tictactoe", more="&moves=a1+b1", **phone) as page:
        page.click('[data-tool="why"]')
        page.locator("[data-panel=why]").get_by_text("X wins by b2").wait_for()
        defences = page.locator("[data-proof]")
        assert defences.count() == 6, "every answer is there"
        row = page.locator('[data-proof="c3"]').first
        row.tap(position={"x": 60, "y": 15})
        # What follows is the winner's one move, and all defences to it; the board follows.
        row.locator('[data-proof="c1"]').wait_for()
        page.wait_for_selector(".banner:has-text('3 moves on')")
        assert row.locator("[data-proof]").count() == 4 and "→ a3" in row.inner_text()
        board, sheet = (page.locator(one).bounding_box() for one in (".board-box", ".study"))
        assert board["y"] >= 0 and board["y"] + board["height"] <= sheet["y"] + 1, "the board stays"
        assert row.locator(".proof-row").first.bounding_box()["height"] >= 40
        # The same by keys: into it, to the end of a line, and closed again.
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        row.locator("[data-proof] .proof-row:has-text('3 in a line')").first.wait_for()
        page.wait_for_selector(".banner:has-text('5 moves on')")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector('[data-proof="c3"][aria-expanded="false"]')
        assert row.locator('[data-proof="c1"]').is_hidden()
        page.click('[data-tool="back"]')
        page.click('[data-tool="solve"]')
        page.click('[data-goal="score"]')
        page.wait_for_selector('[data-solved="yes"]')
        assert "X wins" in page.inner_text("[data-panel=solve]")


def test_why_is_answered_by_a_certificate(web, tmp_path):
    (tmp_path / "certificates").mkdir()
    shutil.copy(ROOT / "docs/atlas/nip-4x6.certificate", tmp_path / "certificates")
    with server(tmp_path) as (_, address), playing((address, web[1]), "nip:4x6") as page:
        page.click('[data-tool="why"]')
        panel = page.locator("[data-panel=why]")
        panel.get_by_text("From a certificate, which was checked").wait_for()
        first = panel.locator("[data-proof]").first
        first.locator(".proof-row").first.click()
        page.wait_for_selector(".banner:has-text('moves on')")
        first.locator("[data-proof]").first.wait_for()


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
    with playing(web, "tictactoe") as page:
        page.clock.install()
        page.locator(".clock select").select_option("10")
        assert page.inner_text(".clock b") == "10"
        page.clock.fast_forward(11_000)
        page.wait_for_selector('.table[data-turn="over"]')
        assert "O wins" in status(page) and "X ran out of time." in status(page)


def test_writing_costs_no_time_but_takes_none_back(web):
    with playing(web, "tictactoe", "human|human", more="&moves=b2") as page:
        page.clock.install()
        page.locator(".clock select").select_option("10")
        page.clock.fast_forward(6_000)
        page.fill("textarea", "the middle")
        page.keyboard.press("Tab")
        page.wait_for_selector(".moves .noted")
        page.clock.fast_forward(6_000)
        page.wait_for_selector('.table[data-turn="over"]', timeout=3_000)


@pytest.mark.parametrize("is_finished", [True, False])
def test_a_note_is_written_while_a_player_thinks(web, is_finished):
    with playing(web, "minishogi", "human|alphabeta:seconds=3") as page:
        for name in ("2e", "4c"):
            touch(page, name)
        page.locator(".status").get_by_text("thinking").wait_for()
        page.fill("textarea", "a try")
        if is_finished:
            page.keyboard.press("Tab")
        page.wait_for_selector('.table[data-ply="2"]', timeout=20_000)
        page.wait_for_selector(".moves .noted")
        assert page.get_attribute(".moves .noted", "title") == "a try"
        assert page.input_value("textarea") == ""


def test_a_position_is_set_up(web):
    with playing(web, "othello:4x4") as page:
        page.click('[data-tool="editor"]')
        text = page.locator("dialog input")
        text.fill("xxxx/xxxx/xxo./.... q")
        page.locator("dialog").get_by_text("expected x or o as the side").wait_for()
        assert page.is_disabled("[data-edit=begin]")
        text.fill("xxxx/xoox/xxo./.... x")
        page.locator("dialog .verdict").get_by_text("✓").wait_for()
        page.click("[data-edit=begin]")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector(".board-box .piece >> nth=10")


def test_a_position_is_set_up_by_touch(web):
    with playing(web, "dobutsu") as page:
        page.click('[data-tool="editor"]')
        board = page.locator("dialog .board-box")
        verdict = page.locator("dialog .verdict")
        page.click('[data-edit="clear"]')
        verdict.get_by_text("expected Gote to have L").wait_for()
        assert (
            page.is_disabled("[data-edit=begin]")
            and not board.locator(".piece[data-place]").count()
        )
        for look, place in (("0L", "2d"), ("1L", "2a"), ("0+C", "2b"), ("0+C", "3c"), ("", "3c")):
            page.click(f'[data-piece="{look}"]')
            board.locator(f'[data-zone="{place}"]').click()
        page.click('[data-piece="0C"]')
        board.locator('[data-zone="hand1:G"]').click()
        page.locator("[data-edit=mover]").select_option("1")
        expect(page.locator("dialog input")).to_have_value("1l1/1+C1/3/1L1 w g 1")
        verdict.get_by_text("✓").wait_for()
        page.click("[data-edit=begin]")
        page.wait_for_selector("dialog", state="detached")
        touch(page, "2a")
        touch(page, "2b")
        page.wait_for_selector('.table[data-ply="1"]')
        page.wait_for_selector('.piece[data-place="hand1:C"]')


def test_pieces_are_drawn_as_one_likes_and_written_as_others_read(web, tmp_path):
    with playing(web, "minishogi", more="&moves=2e4c+4a3b") as page:
        assert page.locator(".board-box .piece .glyph").count() == 12
        page.select_option("[data-tool=pieces]", "letters")
        assert page.locator(".piece text").get_by_text("K", exact=True).count() == 2
        page.reload()
        page.wait_for_selector(".piece")
        assert page.locator(".piece text").get_by_text("K", exact=True).count() == 2
        page.click('[data-tool="share"]')
        for form, word in (
            ("kif", "４三角(25)"),
            ("csa", "+2543KA"),
            ("usi", "2e4c 4a3b"),
            ("sfen", "/"),
        ):
            with page.expect_download() as download:
                page.click(f'[data-export="{form}"]')
            download.value.save_as(tmp_path / "game")
            assert word in (tmp_path / "game").read_text("utf-8")
            assert download.value.suggested_filename == f"minishogi.{form}"
        for kind, first in (("svg", b"<svg"), ("png", b"\x89PNG")):
            with page.expect_download() as download:
                page.click(f'[data-share="{kind}"]')
            download.value.save_as(tmp_path / "picture")
            assert (tmp_path / "picture").read_bytes().startswith(first)


# The faces of the die at a place, and every motion from now on.
FACES = """(selector) => Object.fromEntries([...document.querySelectorAll(`${selector} .face`)].map(
    (face) => [face.className.split("face-")[1], face.innerHTML]))"""
WATCH_MOTION = """() => {
    const { animate } = Element.prototype;
    window.motions = [];
    Element.prototype.animate = function (frames, options) {
        window.motions.push(JSON.stringify(frames));
        return animate.call(this, frames, options);
    };
}"""


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_dice_are_cubes_that_roll(web, wish):
    with playing(web, "janken:single,pieces=1", reduced_motion=wish) as page:
        assert page.locator(".piece.cube").count() == 2
        page.evaluate(WATCH_MOTION)
        before = page.evaluate(FACES, '.piece[data-place="16"]')
        touch(page, "16")
        page.wait_for_selector('.ghost[data-place="15"]')
        shown = page.evaluate(FACES, '.ghost[data-place="15"]')
        assert shown["top"] == before["front"], "what lies in front comes up"
        aside = page.evaluate(FACES, '.ghost[data-place="26"]')
        assert aside["top"] == before["right"] and aside["front"] == before["front"]
        touch(page, "15")
        page.wait_for_selector('.piece[data-place="15"]')
        assert page.evaluate(FACES, '.piece[data-place="15"]') == shown
        rolls = [text for text in page.evaluate("() => motions") if "rotateX(-90deg)" in text]
        assert len(rolls) == (wish != "reduce"), "calm, if that was asked for"


def test_one_man_on_every_square(web):
    with playing(web, "ending:KQK") as page:
        page.click('[data-tool="analysis"]')
        page.locator("[data-tool=map]").wait_for()
        page.select_option("[data-tool=map]", "e8")
        page.wait_for_selector(".heat.win")
        assert page.locator("[data-heat]").count() > 20
        page.select_option("[data-tool=map]", "")
        page.wait_for_selector(".heat", state="detached")


def test_mates_and_stages_are_asked_for(web):
    with playing(web, "minishogi", more="&position=k2r1/5/5/5/4K+b+rg+1&moves=1e1d") as page:
        page.click('[data-tool="solve"]')
        page.click('[data-goal="mate"]')
        page.locator('[data-solved="yes"]').get_by_text("Mate in 1").wait_for()
        open_game(page, "nip:4x4")
        page.click('[data-tool="solve"]')
        page.click('[data-goal="stages"]')
        page.locator('[data-solved="yes"]').wait_for()
        assert page.locator("[data-panel=solve] .proof li").count() == 6
