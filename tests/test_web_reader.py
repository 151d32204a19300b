"""The page as a screen reader has it: by the tree of names alone, in Chromium and in Firefox."""

import json
import shutil
import socket
import subprocess
import time

import pytest

from tests.browser import NEEDS_A_BROWSER, OPEN, open_game, ply, visiting, warm_up
from tests.conftest import free_port

pytestmark = NEEDS_A_BROWSER

CONTROLS = {"button", "link", "textbox", "combobox", "slider", "checkbox", "spinbutton"}
SCHOOL = {
    "learn=nip:4x4": "[data-lesson]",
    "exercise=tictactoe": '[data-exercise][data-state="open"]',
    "explore=tictactoe": "[data-explore][data-ply]",
}
FIREFOX = shutil.which("firefox-esr") or ""


@pytest.fixture(scope="module", autouse=True)
def compiled(web):
    warm_up(web[0], ())


def tree_of(page):
    """The nodes that a screen reader is told: their roles and names."""
    wire = page.context.new_cdp_session(page)
    nodes = wire.send("Accessibility.getFullAXTree")["nodes"]
    wire.detach()
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored")
    ]


def nameless(page):
    return [node for node in tree_of(page) if node[0] in CONTROLS and not node[1].strip()]


def test_every_control_has_a_name(web):
    with visiting(web) as page:
        page.wait_for_selector(".sample svg")
        assert len(tree_of(page)) > 50 and not nameless(page)
        open_game(page, "tictactoe", more="&moves=a1+b1")
        for tool in ("solve", "review", "why"):
            page.click(f'[data-tool="{tool}"]')
        page.wait_for_selector("[data-proof]")
        assert not nameless(page)
        for tool in ("editor", "share", "new"):
            page.click(f'[data-tool="{tool}"]')
            page.wait_for_selector("dialog")
            assert not nameless(page), tool
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
        for place, shown in SCHOOL.items():
            page.goto(f"{web[0]}#{place}")
            page.wait_for_selector(shown)
            page.wait_for_selector(".zone[aria-label]")
            assert not nameless(page), place


class Reader:
    """Somebody who hears what has the focus, and has keys."""

    def __init__(self, page):
        self.page, self.wire = page, page.context.new_cdp_session(page)
        self.last = (0, "")  # that had the focus, and what it was called

    def heard(self):
        """What has the focus, and its name as the accessibility tree has it."""
        found = self.wire.send("Runtime.evaluate", {"expression": "document.activeElement"})
        here = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        (node,) = self.wire.send("Accessibility.getPartialAXTree", here)["nodes"]
        return node["backendDOMNodeId"], node.get("name", {}).get("value", "")

    def go(self, key):
        """Press an arrow; whether it led anywhere."""
        before = self.last
        self.page.keyboard.press(key)
        self.last = self.heard()
        return self.last != before

    def tour(self):
        """What is heard on the way over the board, row by row, then file by file."""
        self.last = self.heard()
        right, left, down, up = (f"Arrow{way}" for way in ("Right", "Left", "Down", "Up"))
        for forth, back, on in ((right, left, down), (down, up, right)):
            for key in (up, left):
                while self.go(key):
                    pass
            for key in (forth, back) * 10:
                yield self.last[1]
                while self.go(key):
                    yield self.last[1]
                if not self.go(on):
                    break

    def find(self, words):
        """Stand on the first thing that is called so."""
        heard = []
        for name in self.tour():
            if words in name:
                return
            heard.append(name)
        raise AssertionError(f"nothing is called {words}: {heard}")


def test_every_game_is_played_by_what_is_read_aloud(web):
    with visiting(web) as page:
        for family in OPEN:
            open_game(page, family.name)
            page.keyboard.press("b")
            reader = Reader(page)
            reader.find("can be played")
            page.keyboard.press("Enter")
            page.wait_for_selector('.zone.chosen, .table[data-ply="1"]')
            if not ply(page):  # a piece is taken up: where can it go?
                reader.find("can be played")
                page.keyboard.press("Enter")
            page.wait_for_selector('.table[data-ply="1"]')
            page.wait_for_selector("#said:not(:empty)", state="attached")
            assert page.inner_text("#said").strip(), family.name


class Firefox:
    """Debian's Firefox, spoken to by its own protocol: lengths, colons and JSON."""

    def __init__(self, port):
        for _ in range(300):
            try:
                self.wire = socket.create_connection(("127.0.0.1", port), timeout=60)
                break
            except OSError:
                time.sleep(0.1)
        self.number = 0
        self.read()
        self.ask("WebDriver:NewSession", {})

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.wire.recv(1)
        left, text = int(length[:-1]), b""
        while len(text) < left:
            text += self.wire.recv(left - len(text))
        return json.loads(text)

    def ask(self, command, fields):
        self.number += 1
        text = json.dumps([0, self.number, command, fields]).encode()
        self.wire.sendall(f"{len(text)}:".encode() + text)
        _, _, error, answer = self.read()
        assert error is None, error
        return answer.get("value")

    def run(self, script):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": []})

    def wait(self, script):
        for _ in range(300):
            if self.run(f"return Boolean({script})"):
                return
            time.sleep(0.1)
        raise AssertionError(script)


@pytest.mark.slow
@pytest.mark.skipif(not FIREFOX, reason="there is no Firefox to test the page in")
def test_the_page_plays_in_firefox(web, tmp_path):
    port = free_port()
    (tmp_path / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        browser = Firefox(port)
        browser.ask("WebDriver:Navigate", {"url": web[0]})
        browser.wait("document.querySelectorAll('.sample svg').length > 5")
        browser.run("document.querySelector('[data-family=tictactoe]').click()")
        browser.wait("document.querySelector('.table[data-turn=person]')")
        browser.run(
            "const zone = document.querySelector('[data-zone=b2]'); zone.focus();"
            "zone.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))"
        )
        browser.wait("document.querySelector('.table[data-ply=\"2\"]')")
        for spec in ("minishogi", "nip:4x4", "janken"):
            browser.run("document.querySelector('.home').click()")
            browser.wait("document.querySelector('.cards')")
            browser.run(f"location.hash = '#game={spec}&players=human|human'")
            browser.wait(
                "document.querySelector('.table[data-turn=person] .piece')"
                f" && location.hash.includes('{spec}')"
            )
        # What teaches: a lesson and what it shows, an exercise, the end, a review, a proof.
        browser.ask("WebDriver:Navigate", {"url": f"{web[0]}?a#learn=janken:full"})
        browser.wait("document.querySelector('[data-lesson] [data-rule]')")
        browser.run("document.querySelector('[data-rule]').click()")
        browser.wait("document.querySelector('.caption button')")
        browser.ask("WebDriver:Navigate", {"url": f"{web[0]}?b#exercise=tictactoe"})
        browser.wait("document.querySelector('[data-exercise][data-state=open]')")
        browser.run("document.querySelector('[data-solution]').click()")
        browser.wait("document.querySelector('[data-state=shown] .badge')")
        won = "#game=tictactoe&players=human|human&moves=a1+b1+a2+b2+a3"
        browser.ask("WebDriver:Navigate", {"url": f"{web[0]}?c{won}"})
        browser.wait("document.querySelector('.ending:not([hidden]) [data-next=review]')")
        browser.run("document.querySelector('.ending [data-next=review]').click()")
        browser.wait("document.querySelector('[data-panel=review]')?.innerText.includes('b1?')")
        browser.ask("WebDriver:Navigate", {"url": f"{web[0]}?d{won[:-9]}"})
        browser.wait("document.querySelector('.table[data-ply=\"2\"]')")
        browser.run("document.querySelector('[data-tool=why]').click()")
        browser.wait("document.querySelectorAll('[data-proof]').length === 6")
    finally:
        process.terminate()
        process.wait()
