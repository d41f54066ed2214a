"""What a player does not need at once is one press away, in a real browser."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.support.browser.people import DESK, PHONE, People

#: In how many lines of the screen the text of an element stands.
_LINES = """(each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_locked_seed_is_in_details_and_proof(people: People, size: tuple[int, int]) -> None:
    seat = people.at("R00", size)
    seed = people.new().request.get("/api/1/tables/R00").json()["table"]["device"]["seal"]
    assert seed[:12] not in seat.page.locator("body").inner_text()
    seat.details()
    expect(seat.page.locator("#seal-whole")).to_be_visible()
    expect(seat.page.locator("#seal-whole")).to_have_text(seed)
    expect(seat.page.get_by_role("button", name="Leave the table")).to_be_visible()


def test_rule_numbers_codes_and_fractions_show_on_demand(people: People) -> None:
    seat = people.at("R00", bypass_csp=True)  # axe-core is put into the page
    page = seat.page
    seat.put("red")
    seat.server.comes("R00", "2")
    seat.says("#round", "Round 2")
    cite, code = page.locator("#result .cite"), page.locator("#felt text", has_text="PT-FLT-RU-01")
    page.mouse.move(1, 1)
    seat.spot("red").hover()
    fraction = page.locator("#tooltip .cite")
    expect(page.locator("#tooltip")).to_contain_text("house edge 5.26 %")
    for each in (cite, code, fraction):
        expect(each).to_be_hidden()
    seat.exact()
    seat.spot("red").hover()
    for each, says in ((cite, " · 30-2203"), (code, "PT-FLT-RU-01"), (fraction, "(1/19)")):
        expect(each).to_be_visible()
        expect(each).to_contain_text(says)
    assert [each["help"] for each in Axe().run(page).response["violations"] if each["impact"] == "serious"] == []
    page.reload()
    seat.seated()
    expect(code).to_be_visible()
    page.locator("#about > summary").click()
    page.locator("#exact-on").uncheck()
    expect(code).to_be_hidden()


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_a_refusal_says_its_paragraph_on_demand(people: People) -> None:
    seat = people.at("C1")
    seat.chip(5)
    seat.spot("horn").click()
    seat.says("#toast", "Horn needs $4, $8, $12…")
    expect(seat.page.locator("#toast .cite")).to_be_hidden()
    seat.exact()
    seat.spot("horn").click()
    expect(seat.page.locator("#toast .cite")).to_be_visible()


def test_tooltip_and_highlights_leave_when_betting_closes(people: People) -> None:
    seat = people.at("R00")
    seat.put("red")
    seat.spot("column", "1").hover()
    tooltip, lit = seat.page.locator("#tooltip"), seat.page.locator("#felt .cell.covered")
    expect(tooltip).to_be_visible()
    assert lit.count()
    seat.server.comes("R00", "2")
    expect(tooltip).to_be_hidden()
    expect(lit).to_have_count(0)
    seat.says("#round", "Round 2")
    expect(tooltip).to_be_hidden()
    seat.spot("black").hover()
    expect(tooltip).to_be_visible()


def test_a_minus_sign_stays_with_its_amount(people: People) -> None:
    seat = people.at("R00")
    seat.chip(25)
    seat.put("red")
    seat.server.comes("R00", "2")
    net = seat.page.locator("#result .net")
    expect(net).to_have_text("−\u2060$25.00")
    for width in range(8, 160, 8):
        net.evaluate("(each, width) => { each.style.width = `${width}px`; }", width)
        assert net.evaluate(_LINES) == 1, f"{width} pixels"
