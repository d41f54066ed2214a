"""What a player meets in the course of a visit to a table, one moment after the other, for screenshots.

The pages may be in any language: nothing is found by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page, expect

from croupier.floor.crew.paced import Pace
from tests.support.browser.people import People, Terminal
from tests.support.proxy import Proxy

#: Rounds with time to look at what comes after the close.
SLOWLY = Pace(window=600.0, spin=0.1, rest=5.0, show=8.0, offer=600.0)
#: The bets of the player: chip, wager, spot. Some win with the outcome.
BETS = {
    "R00": ([(5, "straight", "17"), (25, "dozen", "2"), (5, "split", "17-20"), (100, "black", "")], "17"),
    "C1": ([(5, "field", ""), (5, "hard-6", ""), (25, "place-8", ""), (5, "come", "")], "2-2"),
    "B6": ([(5, "two", ""), (25, "ten", ""), (1, "flag", "")], "flag"),
}
#: Bets that lose half or go to prison.
PRISON = ([(25, "red", ""), (5, "straight", "0")], "0")

Look = Iterator[tuple[str, Page]]


def _lays(seat: Terminal, bets: list[tuple[int, str, str]]) -> None:
    for dollars, wager, spot in bets:
        seat.page.locator(f'#chips [aria-label*="${dollars}.00"]').click()
        if seat.spot(wager, spot).count():
            seat.put(wager, spot)
    seat.page.mouse.move(0, 0)


def _drawer(page: Page) -> bool:
    """Open the drawer with the bets, if the page has one."""
    closed = not page.locator("#mine").is_visible()
    if closed:
        page.locator("#mine-button").click()
        page.wait_for_timeout(400)
    return closed


def _quick(seat: Terminal) -> Look:
    page = seat.page
    page.locator(".tray [data-act=quick]").click()
    page.wait_for_timeout(500)
    yield "quick", page
    page.locator("#quick [data-close]").click()


def _dialogs(seat: Terminal) -> Look:
    page = seat.page
    drawer = _drawer(page)
    yield "bets", page
    for act in ("statistics", "session"):
        if act == "session" and drawer and not page.locator("#mine").is_visible():
            _drawer(page)
        page.locator(f"#ledger [data-act={act}]").click()
        page.locator(f"#{act} [data-figures] > *").first.wait_for()
        page.wait_for_timeout(500)
        yield act, page
        page.locator(f"#{act} [data-close]").click()
    if not page.locator("#about").is_visible():
        _drawer(page)
    page.locator("#about > summary").click()
    page.locator("#about").evaluate("each => each.scrollIntoView()")
    page.wait_for_timeout(200)
    yield "details", page
    page.locator("#about > summary").click()
    if drawer:
        page.locator("#mine-button").click()


def _tip(seat: Terminal, wager: str) -> Look:
    page = seat.page
    page.locator("#tip").click()
    seat.spot(wager).click()
    page.locator("#ask-tip").wait_for()
    page.wait_for_timeout(300)
    yield "tip", page
    page.locator("#ask-tip [value='']").click()
    page.locator("#tip").click()


def _round(seat: Terminal, outcome: str) -> Look:
    """From the close to the next round."""
    page = seat.page
    number = seat.text("#round")
    seat.server.comes(seat.table, outcome)
    if not page.locator(".big-six-wheel.on-felt").count():  # it is large already
        page.locator("#large > *").first.wait_for()
    page.wait_for_selector("body:not(.taken)")
    page.wait_for_timeout(600)
    yield "large", page
    page.wait_for_selector("#banner.called:popover-open b")
    page.wait_for_timeout(900)
    yield "win", page
    page.wait_for_selector("body.taken", timeout=40_000)
    expect(page.locator("#round")).not_to_have_text(number)
    page.wait_for_timeout(300)
    yield "after", page


def _offline(seat: Terminal, proxy: Proxy) -> Look:
    proxy.stall()
    seat.page.wait_for_selector("body.offline")
    seat.page.wait_for_timeout(400)
    yield "lost", seat.page
    proxy.heal()
    seat.page.wait_for_selector("body:not(.offline).taken")


def _prison(people: People, size: tuple[int, int], given: dict[str, Any]) -> Look:
    page = people.new(size, **given)
    page.goto("/tables/R0")
    seat = Terminal(page, "R0", people.server)
    _lays(seat, PRISON[0])
    people.server.comes("R0", PRISON[1])
    page.locator("#asked .asked-card").wait_for()
    page.wait_for_selector("#banner.called:popover-open b", state="attached")
    page.wait_for_timeout(900)
    yield "prison-won", page
    page.wait_for_selector("body.taken", timeout=40_000)
    page.wait_for_timeout(300)
    yield "prison", page
    page.locator("#asked .asked-card button").first.click()
    page.context.close()


def _coach(people: People, table: str, size: tuple[int, int], given: dict[str, Any]) -> Look:
    page = people.new(size, **given)
    page.goto(f"/tables/{table}?coach=guided")
    seat = Terminal(page, table, people.server)
    page.wait_for_selector("#coach h2")
    page.wait_for_timeout(300)
    yield "coach-1", page
    page.locator("#coach-next").click()
    page.wait_for_selector(".coached")
    page.wait_for_timeout(400)
    yield "coach-2", page
    if table == "C1":
        seat.put("pass")
        page.wait_for_timeout(400)
        yield "coach-3", page
        people.server.comes("C1", "2-2")  # the next visit begins with a point
    page.context.close()


def _session(seat: Terminal) -> Look:
    page = seat.page
    page.goto("/session")
    page.locator("#loss-limit").fill("250")
    page.locator("[data-limit=loss] [type=submit]").click()
    expect(page.locator("#loss-now")).to_contain_text("250")
    yield "session-page", page


def visit(people: People, proxy: Proxy, table: str, size: tuple[int, int], given: dict[str, Any]) -> Look:
    """Everything at one table, at one size."""
    page = people.new(size, **given)
    page.goto(f"/tables/{table}")
    seat = Terminal(page, table, people.server)
    bets, outcome = BETS[table]
    for _ in range(2):
        _lays(seat, bets if seat.laid == 0 else [])
        page.wait_for_timeout(300)
        yield "simple" if page.locator("#felt-box.simple").count() else "full", page
        if not page.locator("#felt-style").is_visible():  # both felts are alike
            break
        before = page.locator("#felt-style").inner_text()
        page.locator("#felt-style").click()
        expect(page.locator("#felt-style")).not_to_have_text(before)
        page.wait_for_timeout(300)
    looks: list[Callable[[], Look]] = [
        lambda: _quick(seat),
        lambda: _dialogs(seat),
        lambda: _tip(seat, {"R00": "red", "C1": "field", "B6": "two"}[table]),
        lambda: _offline(seat, proxy),
        lambda: _round(seat, outcome),
        lambda: _coach(people, table, size, given),
    ]
    if table == "R00":
        looks += [lambda: _session(seat), lambda: _prison(people, size, given)]
    for look in looks:
        yield from look()
    page.context.close()
