"""Five tables in the middle of a round, with people at them, for screenshots and accessibility checks.

Run as a program, it writes screenshots to a folder: every page, and what a player meets at three tables
(`moments.py`), at six sizes. Further arguments are the sizes to take; `es` takes Spanish pages.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from croupier.floor.crew.paced import Pace
from tests.support.browser.moments import BETS, SLOWLY, visit
from tests.support.browser.people import DESK, PHONE, Demonstration, People, Terminal, chromium
from tests.support.proxy import Proxy
from tests.support.web import Line, Visitor

SIZES = {
    "phone": PHONE,
    "sideways": (844, 390),
    "tablet": (768, 1024),
    "desk": DESK,
    "large": (1920, 1080),
    "4k": (3840, 2160),
}
TOUCHED = ("phone", "sideways", "tablet")
QUICK = Pace(window=300.0, spin=0.02, rest=0.02, show=0.02, offer=0.02)
#: The outcomes so far at each table; at one, enough for its board to show what came more often than expected.
CAME = {
    "R0": "32 0 15 19 4 21 2 25 17 34 6 27".split(),
    "R00": ("17 00 5 22 34 15 3 24 36 13 1 8 " * 3 + "17 29 22 8").split(),
    "R000": "000 7 11 30 26 9 28".split(),
    "C1": "4-2 5-3 2-4 6-5 3-2 1-3 4-1 2-2 5-4".split(),
    "B6": "one two five one ten one twenty two joker".split(),
}
#: The wagers of other players: wager, spot, cents.
OTHERS = {
    "R0": [("red", "", 2500), ("corner", "8-9-11-12", 500), ("straight", "17", 500), ("dozen", "2", 2500)],
    "R00": [("black", "", 2500), ("split", "17-20", 500), ("straight", "23", 1000), ("column", "1", 2500)],
    "R000": [("even", "", 2500), ("street", "4-5-6", 500), ("straight", "29", 500), ("high", "", 500)],
    "C1": [("pass", "", 1000), ("field", "", 500), ("place-6", "", 1200), ("hard-8", "", 500)],
    "B6": [("one", "", 500), ("five", "", 500), ("joker", "", 100)],
}
#: The wagers of the player whose screen is shown: chip, wager, spot.
OWN = {
    "R0": [(5, "straight", "17"), (25, "red", ""), (5, "corner", "25-26-28-29"), (1, "split", "0-2")],
    "R00": [(5, "straight", "17"), (25, "dozen", "2"), (5, "line", "25-26-27-28-29-30"), (100, "even", "")],
    "R000": [(5, "straight", "17"), (25, "low", ""), (5, "corner", "8-9-11-12"), (5, "street", "31-32-33")],
    "C1": [(5, "field", ""), (5, "hard-6", ""), (25, "place-8", ""), (5, "come", "")],
    "B6": [(5, "two", ""), (25, "ten", ""), (1, "flag", "")],
}
PAGES = {
    "lobby": "/",
    **{f"terminal-{table}": f"/tables/{table}" for table in CAME},
    **{f"board-{table}": f"/tables/{table}/board" for table in ("R00", "C1", "B6")},
    **{f"statistics-{table}": f"/tables/{table}/statistics" for table in ("R00", "C1", "B6")},
    **{f"round-{table}": f"/tables/{table}/rounds/{number}" for table, number in (("R00", 9), ("C1", 3), ("B6", 4))},
    "odds": "/odds",
    "odds-of-one": "/odds?house=colorado-craps&wager=fire-bet",
    "rules-R00": "/tables/R00/rules",
    "rules-C1": "/tables/C1/rules",
    "wrong": "/tables/R00/rounds/9999",
}
#: What a page draws after loading: wait for these elements.
DRAWN = {"round": ".steps li:last-child", "odds-of-one": "[data-session] .plot"}


@contextmanager
def tables(browser: Browser, folder: Path, names: tuple[str, ...] = tuple(CAME)) -> Iterator[People]:
    """The demonstration after some rounds. At each of these tables, two other players have wagers."""
    with Demonstration(f"sqlite:///{folder}/demo.db", *names, pace=QUICK) as server:
        for table in names:
            _live(server, table)
        people = People(browser, server)
        yield people
        people.close()


def _live(server: Demonstration, table: str) -> None:
    with Visitor(server).at(table) as line, Visitor(server).at(table) as another:
        for outcome in CAME[table]:
            _wager(line, OTHERS[table][0])
            _wager(another, OTHERS[table][-1])
            server.comes(table, outcome)
            line.until_event("betting-opened", 1)
            line.happened.clear()
        for each in OTHERS[table]:
            _wager(line, each)
        _wager(another, OTHERS[table][0])


def _wager(line: Line, asked: tuple[str, str, int]) -> None:
    """Make a wager. At craps it may be refused, if it came too late."""
    line.until_betting()
    name, spot, amount = asked
    line.ask("place", wager=name, amount=amount, **({"spot": spot} if spot else {}))


def open_page(page: Page, people: People, name: str) -> None:
    """Open a page as a user sees it. At a table, make some wagers first."""
    page.goto(PAGES[name])
    table = name.partition("-")[2]
    if name.startswith("terminal"):
        seat = Terminal(page, table, people.server)
        if seat.laid == 0:
            for chip, wager, spot in OWN[table]:
                seat.chip(chip)
                seat.put(wager, spot)
        page.mouse.move(0, 0)
    for start, drawn in DRAWN.items():
        if name.startswith(start):
            page.wait_for_selector(drawn)
    page.wait_for_timeout(400)


def _given(size: str, spanish: bool) -> dict[str, Any]:
    """How a person's browser is set up."""
    touch = {"has_touch": True, "is_mobile": True} if size in TOUCHED else {}
    return {**touch, **({"locale": "es-MX"} if spanish else {})}


def _pages(people: People, folder: Path, size: str, given: dict[str, Any]) -> None:
    """Every page, while bets lie on the layouts."""
    page = people.new(SIZES[size], **given)
    for name in PAGES:
        open_page(page, people, name)
        page.screenshot(path=folder / f"{name}-{size}.png", full_page=size != "4k")
    page.context.close()


def main(folder: Path, *asked: str) -> None:
    """Write the screenshots."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if size in asked] or list(SIZES)
    spanish = "es" in asked
    with chromium() as browser, tempfile.TemporaryDirectory() as store:
        with tables(browser, Path(store)) as people:
            for size in sizes:
                _pages(people, folder, size, _given(size, spanish))
        db = f"sqlite:///{store}/demo.db"
        with Proxy() as proxy, Demonstration(db, *CAME, pace=SLOWLY, proxy=proxy) as server:
            people = People(browser, server)
            for size in sizes:
                for table in BETS:
                    for name, page in visit(people, proxy, table, SIZES[size], _given(size, spanish)):
                        page.screenshot(path=folder / f"{table}-{name}-{size}.png")
            people.close()
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), *sys.argv[2:])
    except pytest.skip.Exception as why:
        sys.exit(f"No pictures: {why}")
