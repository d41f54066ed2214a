"""A browser at the demonstration: terminals as people use them, with mouse, keyboard and touch."""

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
from tests.support.proxy import Proxy
from tests.support.web import Server

ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
#: Betting stays open until a test ends it.
PACE = Pace(window=90.0, spin=0.2, rest=0.1, show=0.6, offer=90.0)
#: The same, with time to look at what comes after the close.
SLOWLY = Pace(window=90.0, spin=0.2, rest=2.5, show=5.0, offer=90.0)
DESK, PHONE = (1280, 800), (390, 844)
PATIENCE = 20_000  # milliseconds
_ROOT = Path(__file__).parents[3]
#: Records what a page says aloud, and what it shows in its banner.
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
    """Start the system's Chromium. Without one, the test is skipped with a message."""
    with sync_playwright() as playwright, launch(playwright.chromium, fonts=fonts) as browser:
        yield browser


def launch(kind: BrowserType, *more: str, fonts: Path | None = None) -> Browser:
    """Start a Chromium with further arguments, and with only the fonts of a fontconfig file if one is given."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip(
            "no Chromium is on the PATH: install it (on Debian: apt-get install chromium) to run browser tests"
        )
    env: dict[str, str | float | bool] = {**os.environ, **({"FONTCONFIG_FILE": str(fonts)} if fonts else {})}
    return kind.launch(executable_path=found, args=[*ARGUMENTS.split(), *more], env=env)


def cents(amount: str) -> int:
    """Read a printed amount as cents."""
    return int(re.sub(r"[$,.]", "", amount))


class Demonstration(Server):
    """A server whose rounds end when a test says so, with the outcome that it names."""

    def __init__(
        self,
        db: str,
        *tables: str,
        port: int = 0,
        pace: Pace = PACE,
        may_mute: bool = True,
        proxy: Proxy | None = None,
    ) -> None:
        """Browsers use the proxy, if one is given."""
        self.db, self.tables, self.proxy = db, tables, proxy
        asked = {"db": db, "tables": tables, "port": port, "pace": vars(pace), "may_mute": may_mute}
        asked["origins"] = [] if proxy is None else [proxy.origin]
        words = [sys.executable, "-m", "tests.support.browser.server", json.dumps(asked)]
        self.process = Popen(words, stdin=PIPE, stdout=PIPE, text=True, cwd=_ROOT)
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().strip().rstrip("/")
        assert self.origin, f"no server at {db}: it ended with {self.process.wait(10)}"
        if proxy is not None:
            proxy.to = self.port

    @property
    def found(self) -> str:
        """Where browsers find it."""
        return self.origin if self.proxy is None else self.proxy.origin

    def comes(self, table: str, outcome: str) -> None:
        """End the betting at a table, with this outcome."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{table} {outcome}\n")
        self.process.stdin.flush()

    def again(self) -> Demonstration:
        """Replace the server by a new one with the same store and port."""
        self.close()
        return Demonstration(self.db, *self.tables, port=self.port, proxy=self.proxy)

    def close(self) -> None:
        """End the server if it still runs."""
        super().__exit__()
        assert self.process.stdin is not None
        self.process.stdin.close()

    def __exit__(self, *_: object) -> None:
        self.close()


class People:
    """All people who visit the demonstration with a browser. Errors in their pages are collected."""

    def __init__(self, browser: Browser, server: Demonstration, *, fonts: bool = True, **given: Any) -> None:
        self.browser, self.server, self.given = browser, server, given
        self.faults: list[str] = []
        self.fonts = fonts  # whether the fonts of the pages can be loaded
        self._contexts: list[BrowserContext] = []

    def new(self, size: tuple[int, int] = DESK, **given: Any) -> Page:
        """Open a browser for a new person."""
        width, height = size
        settings = {"reduced_motion": "reduce", "viewport": {"width": width, "height": height}, **self.given, **given}
        context = self.browser.new_context(base_url=self.server.found, **settings)
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
        """Collect errors of a page, except lost connections and a requested address without a page."""
        none = said.text.startswith("Failed to load resource") and said.location["url"] == page.url
        blocked = not self.fonts and said.location["url"].endswith(".woff2")
        expected = none or blocked or "WebSocket" in said.text or "ERR_CONNECTION" in said.text
        if said.type in ("error", "warning") and not expected:
            self.faults.append(f"{page.url}: {said.text}")

    def at(self, table: str, size: tuple[int, int] = DESK, **given: Any) -> Terminal:
        """Let a new person go to a table through the lobby."""
        page = self.new(size, **given)
        page.goto("/")
        page.locator(f'.doors a.gold[href="/tables/{table}"]').click()
        return Terminal(page, table, self.server)

    def close(self) -> None:
        """Close all browsers, and check that their pages had no errors."""
        for context in self._contexts:
            context.close()
        assert not self.faults, self.faults


class Terminal:
    """The terminal of one person at one table."""

    def __init__(self, page: Page, table: str, server: Demonstration) -> None:
        self.page, self.table, self.server = page, table, server
        self.seated()

    def seated(self) -> None:
        """Wait until the player has chips and betting is open."""
        self.page.wait_for_selector("body.ready.taken")
        expect(self.page.locator("#balance")).not_to_have_text("$0.00")

    def spot(self, wager: str, spot: str = "") -> Locator:
        """A spot on the felt."""
        return self.page.locator(f'.spot[data-wager="{wager}"][data-spot="{spot}"]:not([data-at])')

    def chip(self, dollars: int) -> None:
        """Take a chip from the tray."""
        self.page.get_by_role("radio", name=f"${dollars}.00").click()

    def details(self) -> None:
        """Open "Details and proof"; on a phone it is in the drawer with the bets."""
        if not self.page.locator("#about").is_visible():
            self.page.locator("#mine-button").click()
        self.page.locator("#about > summary").click()

    def exact(self) -> None:
        """Ask for rule numbers, pay-table codes and exact fractions."""
        self.details()
        self.page.get_by_role("checkbox", name="Show rule numbers").check()

    def put(self, wager: str, spot: str = "") -> None:
        """Put the selected chip on a spot, and wait until the table has accepted it."""
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
        """Tap the felt near the middle of a spot, as a thumb does."""
        self.spot(wager, spot).scroll_into_view_if_needed()
        box = self.spot(wager, spot).bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2 + right, box["y"] + box["height"] / 2 + down)

    @property
    def laid(self) -> int:
        """The player's chips on the felt in cents, once the table has answered everything."""
        return cents(self.text('#rack[aria-busy="false"] #laid'))

    @property
    def balance(self) -> int:
        """The player's rack in cents."""
        return cents(self.text("#balance"))

    def stakes(self, wager: str, spot: str = "") -> dict[str, int]:
        """The chips on a spot by player, in cents, as a screen reader reads them."""
        name = self.spot(wager, spot).get_attribute("aria-label") or ""
        found = re.findall(r"(You|Guest \w+): (\$[\d,.]+)", name)
        return {"yours" if whose == "You" else whose: cents(amount) for whose, amount in found}

    def until(self, holds: Callable[[], bool], tries: int = PATIENCE // 50) -> None:
        """Wait until a condition holds."""
        for _ in range(tries):
            if holds():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the condition never held; the page says {self.text('#toast')!r}")

    def text(self, selector: str) -> str:
        """The text of an element."""
        return self.page.locator(selector).inner_text()

    def says(self, selector: str, text: str) -> None:
        """Wait until an element contains a text."""
        expect(self.page.locator(selector)).to_contain_text(text)

    def said(self) -> tuple[list[str], list[str]]:
        """What the terminal has said aloud, and what it has shown in its banner."""
        heard, seen = self.page.evaluate("[heard, seen]")
        return heard, seen

    def comes(self, outcome: str) -> None:
        """End the betting with this outcome, and wait until the terminal shows the next round."""
        number = int(self.text("#round").split()[-1])
        self.server.comes(self.table, outcome)
        self.says("#round", str(number + 1))
        self.page.wait_for_selector("body.taken")
