"""A browser and the demonstration that it is shown: terminals as people use them, with mouse, keys and fingers."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from croupier.floor.crew.paced import Pace
from tests.support.web import Server

ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
#: The betting ends when a test says so.
PACE = Pace(window=90.0, spin=0.2, rest=0.1, show=0.6, offer=90.0)
DESK, PHONE = (1280, 800), (390, 844)
PATIENCE = 20_000  # milliseconds
_ROOT = Path(__file__).parents[3]
#: What a page says aloud and what it shows in large letters, kept in the order in which it does.
_WATCH = """
window.heard = [];
window.seen = [];
const speak = speechSynthesis.speak.bind(speechSynthesis);
speechSynthesis.speak = (said) => { heard.push(said.text); speak(said); };
addEventListener("DOMContentLoaded", () => {
  const box = document.getElementById("banner");
  if (box) new MutationObserver(() => seen.push(box.textContent)).observe(box, { childList: true });
});
"""
expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium(fonts: Path | None = None) -> Iterator[Browser]:
    """The system's Chromium; a test that has none is skipped and says so."""
    with sync_playwright() as playwright, launch(playwright.chromium, fonts=fonts) as browser:
        yield browser


def launch(kind: BrowserType, *more: str, fonts: Path | None = None) -> Browser:
    """A Chromium of its own, with further arguments, and where asked with the fonts of a fontconfig file alone."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip(
            "no Chromium is on the PATH: install it (on Debian: apt-get install chromium) to run browser tests"
        )
    env: dict[str, str | float | bool] = {**os.environ, **({"FONTCONFIG_FILE": str(fonts)} if fonts else {})}
    return kind.launch(executable_path=found, args=[*ARGUMENTS.split(), *more], env=env)


def cents(amount: str) -> int:
    """A sum as it is written, in cents."""
    return int(re.sub(r"[$,.]", "", amount))


class Demonstration(Server):
    """A server whose rounds end as a test has it."""

    def __init__(self, db: str, *tables: str, port: int = 0, pace: Pace = PACE) -> None:
        self.db, self.tables = db, tables
        asked = {"db": db, "tables": tables, "port": port, "pace": vars(pace)}
        words = [sys.executable, "-m", "tests.support.browser.server", json.dumps(asked)]
        self.process = Popen(words, stdin=PIPE, stdout=PIPE, text=True, cwd=_ROOT)
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().strip().rstrip("/")
        assert self.origin, f"no server at {db}: it ended with {self.process.wait(10)}"

    def comes(self, table: str, outcome: str) -> None:
        """The betting at a table is over, and this comes."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{table} {outcome}\n")
        self.process.stdin.flush()

    def again(self) -> Demonstration:
        """A new server on the same store, where this one was."""
        self.close()
        return Demonstration(self.db, *self.tables, port=self.port)

    def close(self) -> None:
        """End it, if it has not ended."""
        super().__exit__()
        assert self.process.stdin is not None
        self.process.stdin.close()

    def __exit__(self, *_: object) -> None:
        self.close()


class People:
    """Everybody who is at the demonstration with a browser; what goes wrong in a page is kept."""

    def __init__(self, browser: Browser, server: Demonstration, *, fonts: bool = True, **given: Any) -> None:
        self.browser, self.server, self.given = browser, server, given
        self.faults: list[str] = []
        self.fonts = fonts  # whether those of the pages can be loaded
        self._contexts: list[BrowserContext] = []

    def new(self, size: tuple[int, int] = DESK, **given: Any) -> Page:
        """A browser of somebody new."""
        width, height = size
        settings = {"reduced_motion": "reduce", "viewport": {"width": width, "height": height}, **self.given, **given}
        context = self.browser.new_context(base_url=self.server.origin, **settings)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        context.add_init_script(_WATCH)
        if not self.fonts:
            context.route("**/*.woff2", lambda route: route.abort())
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._said(page, said))
        return page

    def _said(self, page: Page, said: ConsoleMessage) -> None:
        """Keep what is a fault: not that a line was cut, nor that an address that was opened has no page."""
        none = said.text.startswith("Failed to load resource") and said.location["url"] == page.url
        blocked = not self.fonts and said.location["url"].endswith(".woff2")
        expected = none or blocked or "WebSocket" in said.text or "ERR_CONNECTION" in said.text
        if said.type in ("error", "warning") and not expected:
            self.faults.append(f"{page.url}: {said.text}")

    def at(self, table: str, size: tuple[int, int] = DESK, **given: Any) -> Terminal:
        """Somebody new who comes to a table through the lobby."""
        page = self.new(size, **given)
        page.goto("/")
        page.locator(f'.doors a.gold[href="/tables/{table}"]').click()
        return Terminal(page, table, self.server)

    def close(self) -> None:
        """All go home; nothing has gone wrong in their pages."""
        for context in self._contexts:
            context.close()
        assert not self.faults, self.faults


class Terminal:
    """The terminal of one person at one table."""

    def __init__(self, page: Page, table: str, server: Demonstration) -> None:
        self.page, self.table, self.server = page, table, server
        self.seated()

    def seated(self) -> None:
        """Wait for chips, and until wagers are taken."""
        self.page.wait_for_selector("body.ready.taken")
        expect(self.page.locator("#balance")).not_to_have_text("$0.00")

    def spot(self, wager: str, spot: str = "") -> Locator:
        """A place on the felt."""
        return self.page.locator(f'.spot[data-wager="{wager}"][data-spot="{spot}"]:not([data-at])')

    def chip(self, dollars: int) -> None:
        """Take a chip from the tray."""
        self.page.get_by_role("radio", name=f"${dollars}.00").click()

    def put(self, wager: str, spot: str = "") -> None:
        """Put the chip in hand on a spot, and wait until the table has taken it."""
        before = self.laid
        self.spot(wager, spot).click()
        self.until(lambda: self.laid > before)

    def shoots(self) -> None:
        """Put $5 on the Fire Bet and on the pass line, and take the dice."""
        self.chip(5)
        self.put("fire-bet")
        self.put("pass")
        self.page.get_by_role("button", name="Take the dice").click()
        self.says("#shooter", "You")

    def touch(self, wager: str, spot: str, right: float, down: float) -> None:
        """Touch the felt beside the middle of a spot, as a thumb does."""
        self.spot(wager, spot).scroll_into_view_if_needed()
        box = self.spot(wager, spot).bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2 + right, box["y"] + box["height"] / 2 + down)

    @property
    def laid(self) -> int:
        """What lies on the felt for this player, in cents, once the table has taken all that was done."""
        return cents(self.text('#rack[aria-busy="false"] #laid'))

    @property
    def balance(self) -> int:
        """What is in the rack, in cents."""
        return cents(self.text("#balance"))

    def stakes(self, wager: str, spot: str = "") -> dict[str, int]:
        """What lies on a spot by whose it is, in cents, as a screen reader hears it."""
        name = self.spot(wager, spot).get_attribute("aria-label") or ""
        found = re.findall(r"(You|Guest \w+): (\$[\d,.]+)", name)
        return {"yours" if whose == "You" else whose: cents(amount) for whose, amount in found}

    def until(self, holds: Callable[[], bool], tries: int = PATIENCE // 50) -> None:
        """Wait until something holds."""
        for _ in range(tries):
            if holds():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"it does not come to hold; {self.text('#toast')!r} was said")

    def text(self, selector: str) -> str:
        """What an element says."""
        return self.page.locator(selector).inner_text()

    def says(self, selector: str, text: str) -> None:
        """Wait until an element says this."""
        expect(self.page.locator(selector)).to_contain_text(text)

    def said(self) -> tuple[list[str], list[str]]:
        """What the terminal has said aloud, and what it has shown in large letters."""
        heard, seen = self.page.evaluate("[heard, seen]")
        return heard, seen

    def comes(self, outcome: str) -> None:
        """The betting is over, this comes, and the next round is open; the terminal has shown it all."""
        number = int(self.text("#round").split()[-1])
        self.server.comes(self.table, outcome)
        self.says("#round", str(number + 1))
        self.page.wait_for_selector("body.taken")
