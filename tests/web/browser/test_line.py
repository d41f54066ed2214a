"""A bad line in a real browser, through a real proxy: it is always known, and it claims no chip that is not taken."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.table.acts.wagers.placing import WagerPlaced
from tests.support.browser.bets import WATCH, Bets, drawn, logged, shown
from tests.support.browser.people import PHONE, Demonstration, People, Terminal, cents
from tests.support.proxy import Proxy
from tests.support.web import check, log

LOST = "Connection lost, trying again"
RETURNED = "Connection lost. Your last chip was not accepted."
NO_BETS = "You cannot bet until it is back"
#: Seconds that a busy machine may add.
SLACK = 1.5
#: Count the chips that fly back to the tray.
_FLIES = """() => {
  window.flown = 0;
  const count = ({ addedNodes }) => addedNodes.forEach((each) => (flown += each.className === "carried"));
  new MutationObserver((all) => all.forEach(count)).observe(document.body, { childList: true });
}"""


@pytest.fixture
def line(browser: Browser, tmp_path: Path) -> Iterator[tuple[People, Proxy]]:
    """A demonstration that browsers reach through a bad line; afterwards its store is audited."""
    with Proxy() as proxy, Demonstration(f"sqlite:///{tmp_path}/demo.db", "R00", proxy=proxy) as server:
        people = People(browser, server)
        yield people, proxy
        proxy.heal()
        people.close()
        server.close()
        check(server.db, "R00")


def _seconds(page: Page, selector: str, text: str) -> float:
    """How long it takes until an element has a text."""
    begun = time.monotonic()
    expect(page.locator(selector)).to_have_text(text)
    return time.monotonic() - begun


def _next_round(people: People, outcome: str) -> None:
    """End the round and wait until the next one has begun at the server."""
    where = f"{people.server.origin}/api/1/tables/R00"
    before = httpx.get(where, timeout=20).json()["table"]["round"]
    people.server.comes("R00", outcome)
    while httpx.get(where, timeout=20).json()["table"]["round"] == before:
        time.sleep(0.05)


def _ways(seat: Terminal) -> list[Callable[[], None]]:
    """Every way to put a chip on Black: mouse, key, drag from the tray, drag of a chip; the help's button is off."""
    page, black = seat.page, seat.spot("black")

    def by_key() -> None:
        black.focus()
        page.keyboard.press("Enter")

    def by_help() -> None:
        page.locator('[data-act="help"]').click()
        expect(page.get_by_role("button", name="Place the selected chip on Black")).to_be_disabled()
        page.keyboard.press("Escape")

    return [
        black.click,
        by_key,
        lambda: page.get_by_role("radio", name="$5.00").drag_to(black),
        lambda: seat.spot("red").drag_to(black),
        by_help,
    ]


def test_a_stalled_line_is_known_and_takes_no_chip(line: tuple[People, Proxy]) -> None:
    """No close event comes: after two seconds all pages say so. The table is dim and takes no chip."""
    people, proxy = line
    lobby, board = people.new(), people.new(PHONE)
    lobby.goto("/")
    board.goto("/tables/R00/board")
    seat = people.at("R00")
    page = seat.page
    seat.chip(5)
    seat.put("red")
    expect(board.locator("[data-link]")).to_have_text("live")
    expect(lobby.locator(".link-state")).to_be_empty()
    proxy.stall()
    assert 1.5 < _seconds(page, "#link", LOST) < 3.25 + SLACK
    expect(lobby.locator(".link-state")).to_have_text(LOST)
    expect(board.locator("[data-link]")).to_have_text(LOST)
    expect(page.locator("#phase")).to_have_text(LOST)
    expect(page.locator("#felt > svg")).to_have_css("opacity", "0.45")
    for act in ("undo", "clear", "double", "repeat"):
        expect(page.locator(f'[data-act="{act}"]')).to_be_disabled()
    for way in _ways(seat):
        page.evaluate("document.getElementById('toast').hidden = true")
        way()
        expect(page.locator("#toast")).to_contain_text(NO_BETS)
        assert page.locator(".stack.pending").count() == 0
    for key in "drc":
        page.keyboard.press(key)
    assert page.locator(".stack.pending").count() == 0
    assert (seat.laid, seat.stakes("black"), seat.stakes("red")) == (500, {}, {"yours": 500})
    tried = len(proxy.opened)
    seat.until(lambda: len(proxy.opened) >= tried + 3)  # new connections stall too, and are given up
    proxy.heal()
    assert _seconds(page, "#link", "") < 3.0 + SLACK
    expect(lobby.locator(".link-state")).to_be_empty()
    expect(board.locator("[data-link]")).to_have_text("live")
    seat.put("black")
    assert (seat.balance, seat.laid) == (99_000, 1000)


def test_a_chip_is_pending_until_it_is_taken_and_returns_if_it_is_not(line: tuple[People, Proxy]) -> None:
    """It is dashed, paler and called so; the round ends meanwhile, so it goes back to the tray with a sentence.

    The line holds the chips back and delivers them in the next round: they must not be bet there.
    """
    people, proxy = line
    seat, still = people.at("R00", reduced_motion="no-preference"), people.at("R00")
    for each in (seat, still):
        each.page.evaluate(_FLIES)
        each.chip(5)
        each.put("red")
    page, chip = seat.page, seat.page.locator(".stack.pending.placed")
    proxy.stall(down=False)
    for each in (seat, still):
        each.spot("red").click()
    expect(chip).to_have_count(1)
    assert chip.locator(".edge").evaluate("each => getComputedStyle(each).strokeDasharray") != "none"
    assert float(chip.evaluate("each => getComputedStyle(each).opacity")) < 0.8
    assert (seat.spot("red").get_attribute("aria-label") or "").endswith("You: $5.00, $5.00 more, not accepted yet")
    expect(page.locator("#mine li")).to_contain_text("$5.00 not accepted yet")
    expect(page.locator("#rack")).to_have_attribute("aria-busy", "true")
    assert seat.text("#balance") == "$990.00"
    expect(page.locator("#link")).to_have_text(LOST)
    expect(still.page.locator("#link")).to_have_text(LOST)
    expect(chip).to_have_count(1)
    _next_round(people, "17")
    proxy.heal()
    for each, flown in ((seat, 1), (still, 0)):
        each.says("#toast", RETURNED)
        each.says("#round", "Round 2")
        expect(each.page.locator(".stack")).to_have_count(0)
        assert each.page.evaluate("flown") == flown
        assert (each.balance, each.laid) == (99_500, 0)
    seat.put("black")
    assert (seat.balance, seat.laid, seat.stakes("red")) == (99_000, 500, {})
    people.server.close()
    placed = [each.wager for each in log(people.server.db, "R00") if isinstance(each, WagerPlaced)]
    assert placed == ["red", "red", "black"]


def test_a_chip_that_was_taken_is_never_called_refused(line: tuple[People, Proxy]) -> None:
    """Only the answers are held back, and the round ends: the chip was bet, and the page finds out."""
    people, proxy = line
    seat = people.at("R00")
    page = seat.page
    seat.chip(5)
    proxy.stall(up=False)
    seat.spot("red").click()
    expect(page.locator(".stack.pending.placed")).to_have_count(1)
    expect(page.locator("#link")).to_have_text(LOST)
    _next_round(people, "32")
    proxy.heal()
    seat.says("#round", "Round 2")
    seat.until(lambda: seat.balance == 100_500)
    expect(page.locator("#toast")).to_be_hidden()
    seat.says("#result", "Red")


def test_attempts_come_at_once_and_then_more_slowly(line: tuple[People, Proxy]) -> None:
    """At once, after 0.5, 1 and 2 s; and at once when the network is back, or the page is seen again."""
    people, proxy = line
    seat = people.at("R00")
    begun = len(proxy.opened)
    proxy.refusing = True
    proxy.cut()
    expect(seat.page.locator("#link")).to_have_text(LOST)
    seat.until(lambda: len(proxy.opened) >= begun + 4)
    gaps = [two - one for one, two in pairwise(proxy.opened[begun:])]
    for gap, wanted in zip(gaps, (0.5, 1.0, 2.0), strict=False):
        assert wanted - 0.1 <= gap <= wanted + SLACK
    for happens in ("dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"):
        tried, now = len(proxy.opened), time.monotonic()
        seat.page.evaluate(happens)
        seat.until(lambda tried=tried: len(proxy.opened) > tried)  # type: ignore[misc]
        assert proxy.opened[tried] - now < 1.0
    proxy.heal()
    expect(seat.page.locator("#link")).to_have_text("")
    seat.put("red")


def test_a_page_that_did_not_run_gives_no_false_alarm(line: tuple[People, Proxy]) -> None:
    """It is stopped while it waits for an answer, as in the background of a phone: that time is no silence."""
    people, proxy = line
    page = people.at("R00").page
    page.evaluate(
        "() => { window.said = []; new MutationObserver(() => said.push(document.getElementById('link').textContent))"
        ".observe(document.getElementById('link'), { childList: true }); }"
    )
    proxy.stall()
    page.wait_for_timeout(1300)  # it has asked by now
    page.evaluate("() => { const end = performance.now() + 2500; while (performance.now() < end); }")
    proxy.heal()
    page.wait_for_timeout(500)
    assert page.evaluate("said") == []


# Cuts at random moments -------------------------------------------------------------------------------------
#: Press spots, the racetrack and buttons at these moments, in milliseconds, whatever the line does meanwhile.
_ACTS = """(all) => all.forEach(([after, act, spot]) => setTimeout(() => {
  const find = (selector) => document.querySelector(selector);
  const found = find(`.spot[data-wager="straight"][data-spot="${spot}"]:not([data-at])`);
  const press = (part) => part.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  if (act === "place") press(found);
  else if (act === "remove") found.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  else if (act === "quick") {
    find('.tray [data-act="quick"]').click();
    if (find("#quick").open) press(find(`#track [data-macro="neighbors-${spot}"]`));
    find("#quick [data-close]").click();
  } else if (act === "tip") {
    find("#tip").click();
    press(found);
    if (find("#ask-tip").open) find("#ask-tip [value=yes]").click();
    find('#tip[aria-pressed="true"]')?.click();
  } else find(`[data-act="${act}"]`).click();
}, after))"""
_KINDS = ["place"] * 8 + ["remove"] * 2 + ["undo", "double", "quick", "quick", "repeat", "repeat", "clear", "tip"]
#: Whether a bet for the dealers waits at the terminal.
_WAITS = """() => [...document.querySelectorAll("#felt .stack.placed")]
  .some(({ dataset }) => dataset.key.endsWith("|1"))"""


class Fault:
    """What happens to the line, once."""

    def __init__(self, rng: Random, proxy: Proxy) -> None:
        self.rng, self.proxy = rng, proxy

    def happens(self) -> None:
        """One of all faults, for a random time."""
        kind = self.rng.choice(["cut", "cut", "refused", "slow", "up", "down", "both"])
        if kind in ("cut", "refused"):
            self.proxy.refusing = kind == "refused"
            self.proxy.cut()
        elif kind == "slow":
            self.proxy.delay = self.rng.uniform(0.02, 0.5)
        else:
            self.proxy.stall(up=kind != "down", down=kind != "up")
        time.sleep(0 if kind == "cut" else self.rng.uniform(0, 1.5 if kind == "refused" else 3.5))


def _acts(rng: Random) -> list[tuple[int, str, str]]:
    return [(rng.randrange(400), rng.choice(_KINDS), str(rng.randint(1, 12))) for _ in range(rng.randint(2, 6))]


def _quiet(seat: Terminal) -> Bets:
    """Wait until the page knows everything; what it shows is what the server has."""
    page = seat.page
    page.wait_for_selector('body.taken:not(.offline) #rack[aria-busy="false"]')

    def same() -> bool:
        told: dict[str, Any] = page.context.request.get("/api/1/tables/R00").json()
        stakes = frozenset((key, each["stake"]) for key, each in told["table"]["chips"].items())
        busy = page.locator("#rack").get_attribute("aria-busy") == "true"
        figures = cents(seat.text("#balance")), cents(seat.text("#laid"))
        known = shown(page) == Bets(told["table"]["round"], stakes)
        return known and not busy and figures == (told["you"]["rack"], told["you"]["laid"])

    seat.until(same)
    return shown(page)


def _tips_sent(seat: Terminal) -> None:
    """Let betting close if bets for the dealers wait for that at the terminal: press Ready until it does."""
    page, before = seat.page, seat.text("#round")
    if not page.evaluate(_WAITS):
        return

    def closed() -> bool:
        page.evaluate("""document.querySelector('.taken:not(.offline) #ready[aria-pressed="false"]')?.click()""")
        return seat.text("#round") != before

    seat.until(closed)


@pytest.mark.timeout(3600)
def test_no_cut_makes_a_page_claim_what_the_log_does_not_hold(
    line: tuple[People, Proxy], proof: bool, share: Callable[[str], None]
) -> None:
    """Stalls, drops and delays at random moments, over several rounds: at no time does the page show a chip as taken
    that the log does not hold, or miss one that it does; balances agree."""
    people, proxy = line
    count, seed = (200, secrets.randbits(32)) if proof else (8, 65)
    print(f"seed {seed}")  # shown if it fails in between
    rng = Random(seed)
    fault = Fault(rng, proxy)
    seat = people.at("R00")
    seat.chip(1)
    page, closing, pressed = seat.page, dict[int, Bets](), Counter[str]()
    page.locator('.tray [data-act="quick"]').click()
    page.locator("#track svg").wait_for()  # the racetrack is there before the line is bad
    page.keyboard.press("Escape")
    page.evaluate(WATCH)
    for cut in range(1, count + 1):
        acts = _acts(rng)
        pressed.update(act for _, act, _ in acts)
        page.evaluate(_ACTS, acts)
        time.sleep(rng.uniform(0, 0.4))
        if rng.random() < 0.15:  # the round ends meanwhile
            people.server.comes("R00", str(rng.randint(1, 36)))
        fault.happens()
        proxy.heal()
        page.wait_for_timeout(450)  # all acts were tried
        _tips_sent(seat)
        now = _quiet(seat)
        if cut % 5 == 0:
            closing[now.round] = now
            seat.comes(str(rng.randint(1, 36)))
    seen, last = drawn(page), _quiet(seat)
    people.close()
    people.server.close()
    found = logged(people.server.db, "R00")
    early = {bets: at for bets, at in seen.items() if bets not in found.since or found.since[bets] > at}
    assert not early, f"seed {seed}: the page showed what the log did not hold yet, or never"
    assert last == found.last, f"seed {seed}"
    assert closing == {number: found.closed[number] for number in closing}, f"seed {seed}"
    bets = [each for each in log(people.server.db, "R00") if isinstance(each, WagerPlaced)]
    assert pressed.keys() == set(_KINDS), f"seed {seed}"
    assert {each.tip for each in bets} == {False, True}, f"seed {seed}"
    share(
        f"a bad line: {count} cuts in {last.round} rounds, {pressed.total()} acts, {len(proxy.opened)} connections; "
        f"{len(seen)} layouts shown, all of them in the log with {len(bets)} bets; seed {seed}"
    )
