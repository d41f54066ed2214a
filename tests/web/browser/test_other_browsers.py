"""The main journeys in Firefox and in WebKit: a round of each game, keys, a server that restarts, the other pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser.others import Window, firefox, webkit
from tests.support.browser.people import DESK, Demonstration, cents

#: A table, a wager and its spot, the outcome, what is called, and what comes back for five dollars.
ROUNDS = [
    ("R00", "straight", "17", "17", "17 black", 18000),
    ("C1", "pass", "", "6-5", "eleven", 1000),
    ("B6", "five", "", "five", "$5", 3000),
]
TABLES = tuple(table for table, *_ in ROUNDS)
#: Pages without a seat, and an element that their scripts fill.
PAGES = {
    "/": ".doors a.gold",
    "/tables/R00/board": '.link[data-state="open"]',
    "/tables/C1/statistics": "main h1",
    "/odds": "main table",
    "/tables/B6/rules": "main h1",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demonstration]:
    """Tables whose betting stays open until a test ends it."""
    with Demonstration(f"sqlite:///{tmp_path_factory.mktemp('others')}/pit.db", *TABLES) as running:
        yield running


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A window of each browser, of the size that a desk has."""
    with request.param(tmp_path_factory.mktemp("window"), DESK) as opened:
        yield opened


def test_every_page_opens(window: Window, server: Demonstration) -> None:
    for path, filled in PAGES.items():
        window.go(server.found + path)
        window.until(f"document.querySelector('{filled}')?.getBoundingClientRect().height")
        assert window.look("document.documentElement.scrollWidth") <= DESK[0], path


def test_a_round_of_each_game(window: Window, server: Demonstration) -> None:
    """From the lobby: a chip, the call, the balance."""
    for table, wager, spot, outcome, called, back in ROUNDS:
        _sits(window, server, table)
        before = _balance(window)
        _bets(window, wager, spot)
        assert _balance(window) == before - 500
        number = int(window.text("#round").split()[-1])
        server.comes(table, outcome)
        window.says("#banner", called)
        window.says("#round", str(number + 1))
        window.until("document.body.matches('.taken')")
        assert _balance(window) == before - 500 + back


def test_keys_are_enough(window: Window, server: Demonstration) -> None:
    """Tab to the felt, arrows to a spot, Enter for a chip, Delete to take it away."""
    _sits(window, server, "B6")
    for _ in range(60):
        window.press("\ue004")
        if window.look("document.activeElement.matches('.spot')"):
            break
    first = window.look("document.activeElement.dataset.wager")
    window.press("\ue014")
    window.until(f"document.activeElement.dataset.wager !== '{first}'")
    window.press("2")
    window.press("\ue007")
    window.says('#rack[aria-busy="false"] #laid', "$5.00")
    window.press("\ue017")
    window.says('#rack[aria-busy="false"] #laid', "$0.00")


def test_chips_stay_when_the_server_restarts(window: Window, tmp_path: Path) -> None:
    with Demonstration(f"sqlite:///{tmp_path}/pit.db", "R00") as server:
        _sits(window, server, "R00")
        _bets(window, "red", "")
    window.says("#link", "Connection lost")
    with server.again():
        window.until("document.body.matches('.taken')")
        assert window.text('#rack[aria-busy="false"] #laid') == "$5.00"


def _sits(window: Window, server: Demonstration, table: str) -> None:
    window.go(f"{server.found}/")
    window.click(f'.doors a.gold[href="/tables/{table}"]')
    window.until("document.body?.matches('.ready.taken')")
    window.until("document.getElementById('balance').innerText !== '$0.00'")
    if not window.heard and window.look("localStorage.getItem('croupier.sound') !== 'off'"):
        window.click("#sound")
        window.until("localStorage.getItem('croupier.sound') === 'off'")


def _balance(window: Window) -> int:
    return cents(window.text('#rack[aria-busy="false"] #balance'))


def _bets(window: Window, wager: str, spot: str) -> None:
    """Put five dollars on a spot."""
    window.press("2")
    window.click(f'.spot[data-wager="{wager}"][data-spot="{spot}"]:not([data-at])')
    window.says('#rack[aria-busy="false"] #laid', "$5.00")
