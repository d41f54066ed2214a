"""A terminal says what an outcome meant and what it did to the player, what to do next, and why a spot is closed."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.support.browser.people import People, Terminal

#: Records what the live regions of a page announce.
_LISTEN = """() => {
  window.announced = { polite: [], urgent: [] };
  for (const id of ["polite", "urgent"]) {
    const region = document.getElementById(id);
    const heard = () => region.textContent && announced[id].push(region.textContent);
    new MutationObserver(heard).observe(region, { childList: true });
  }
}"""
_CLOSED = "all => all.filter((each) => each.classList.contains('closed')).map((each) => each.dataset.wager)"


def _announced(seat: Terminal) -> tuple[list[str], list[str]]:
    found: dict[str, list[str]] = seat.page.evaluate("announced")
    return found["urgent"], found["polite"]


def _closed(page: Page) -> set[str]:
    return set(page.locator(".spot").evaluate_all(_CLOSED))


def _over(seat: Terminal) -> None:
    """Wait for the next round."""
    seat.page.wait_for_selector("body.taken")


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_craps_says_what_a_roll_meant_and_what_to_do_next(people: People) -> None:
    """Two players, one of them without bets at first: a point, odds, the point made, a seven out."""
    ann, ben = people.at("C1"), people.at("C1")
    ann.says("#phase", "Come-out roll")
    ann.says("#next", "Bet on Pass Line or Don't Pass to start")
    ann.chip(5)
    ann.put("pass")
    ann.says("#next", "Take the dice, or skip your turn")
    ben.says("#next", "Waiting for Guest 1 to take the dice")
    ann.page.get_by_role("button", name="Take the dice").click()
    ann.says("#shooter", "You are the shooter")
    ann.says("#next", "You roll when betting closes")
    ben.says("#next", "Bet on Pass Line or Don't Pass")
    ann.page.evaluate(_LISTEN)
    people.server.comes("C1", "4-2")
    ben.says("#banner.called", "Point is 6")
    for seat in (ann, ben):
        _over(seat)
        expect(seat.page.locator("#phase")).to_have_text("Point is 6")
    ann.says("#next", "You can take odds behind your Pass bet")
    ben.says("#next", "Bet on Come or on a number, or wait")
    urgent, _ = _announced(ann)
    assert urgent.count("Easy six. Point is 6") == 1
    assert ann.said()[0].count("Easy six. Point is 6") == 1
    ann.put("pass-odds")
    ben.chip(5)
    ben.put("field")
    ben.says("#next", "Waiting for Guest 1 to roll")
    people.server.comes("C1", "5-1")
    expect(ann.page.locator("#banner strong")).to_have_text("Point made: 6. Pass and odds pay $11")
    expect(ben.page.locator("#banner strong")).to_have_text("Point made: 6. You lose $5")
    expect(ann.page.locator("#banner b")).to_have_class("won")
    expect(ben.page.locator("#banner b")).not_to_have_class("won")
    urgent, polite = _announced(ann)
    assert urgent.count("Easy six. Point made") == 1
    assert polite.count("Pass and odds pay $11.") == 1
    assert not [each for each in polite if "Easy six" in each]


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_a_seven_out_says_the_whole_loss(people: People) -> None:
    ann = people.at("C1")
    ann.chip(5)
    ann.put("pass")
    ann.page.get_by_role("button", name="Take the dice").click()
    ann.comes("2-2")
    ann.put("pass-odds")
    ann.put("place-6")
    people.server.comes("C1", "3-4")
    expect(ann.page.locator("#banner strong")).to_have_text("Seven out. You lose $15")
    _over(ann)
    assert "Seven out" in ann.said()[0]


@pytest.mark.parametrize("people", [("R00", "B6")], indirect=True)
def test_wheels_say_their_line_too(people: People) -> None:
    for table, wager, spot, outcome, line, first in (
        ("R00", "straight", "17", "17", "17 black. Straight 17 pays $175", "Choose a chip, then a number or a box"),
        ("R00", "red", "", "17", "17 black. You lose $5", "Choose a chip, then a number or a box"),
        ("B6", "five", "", "five", "$5. $5 pays $25", "Choose a chip, then a symbol"),
    ):
        seat = people.at(table)
        seat.says("#phase", "Place your bets")
        seat.says("#next", first)
        seat.chip(5)
        seat.put(wager, spot)
        seat.says("#next", "Add more bets, or wait for the spin")
        people.server.comes(table, outcome)
        expect(seat.page.locator("#banner strong")).to_have_text(line)
        _over(seat)


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_closed_spots_look_closed_and_say_why(people: People) -> None:
    """On focus, in the tooltip and in the description; odds open only for the player who has the bet they need."""
    ann, ben = people.at("C1"), people.at("C1")
    odds = {"pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds", "put-odds"}
    ann.until(lambda: _closed(ann.page) == {"come", "dont-come", "super-front-line-winner", *odds})
    ann.chip(5)
    ann.put("pass")
    ann.until(lambda: "super-front-line-winner" not in _closed(ann.page))  # it needs a line bet
    ann.page.get_by_role("button", name="Take the dice").click()
    ann.comes("4-2")
    ann.until(lambda: "pass-odds" not in _closed(ann.page))
    ben.until(lambda: {"pass", "dont-pass", "pass-odds"} <= _closed(ben.page))
    assert "come" in _closed(ben.page)  # on its numbers
    assert "pass" not in _closed(ann.page)  # more may be added
    behind = ben.spot("pass-odds")
    fill, shown = behind.evaluate("each => [getComputedStyle(each).fill, getComputedStyle(each).fillOpacity]")
    assert ("closed-hatch" in fill, shown) == (True, "1")
    assert "closed-hatch" not in ann.spot("pass-odds").evaluate("each => getComputedStyle(each).fill")
    reason = "Closed: Odds need a Pass bet with a point first."
    assert (behind.get_attribute("aria-description") or "").startswith(reason)
    assert "Closed" not in (ann.spot("pass-odds").get_attribute("aria-description") or "")
    ben.spot("pass").focus()
    ben.page.keyboard.press("ArrowDown")
    expect(behind).to_be_focused()
    expect(ben.page.locator("#tooltip .why-closed")).to_have_text(reason)
    ben.page.keyboard.press("Enter")  # the table gives the same reason
    ben.says("#toast", "Odds need a")
    ann.spot("pass-odds").hover()
    expect(ann.page.locator("#tooltip")).to_be_visible()
    assert ann.page.locator("#tooltip .why-closed").count() == 0


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_open_bets_can_be_lit(people: People) -> None:
    """By button or key; it is remembered, and axe-core finds no fault with it."""
    ann = people.at("C1", bypass_csp=True)  # axe-core is put into the page
    page, button = ann.page, ann.page.get_by_role("button", name="Show open bets")
    stroke = "each => getComputedStyle(each).strokeWidth"
    expect(button).to_have_attribute("aria-pressed", "false")
    assert ann.spot("field").evaluate(stroke) == "0px"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert (ann.spot("field").evaluate(stroke), ann.spot("come").evaluate(stroke)) == ("2px", "0px")
    page.reload()
    ann.seated()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert ann.spot("field").evaluate(stroke) == "2px"
    found = [
        each["help"] for each in Axe().run(page).response["violations"] if each["impact"] in ("serious", "critical")
    ]
    assert not found
    page.keyboard.press("o")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert ann.spot("field").evaluate(stroke) == "0px"
