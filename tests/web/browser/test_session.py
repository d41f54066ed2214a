"""A player's own session and limits, in a real browser."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.support.browser.people import DESK, PHONE, People, Terminal


def _open(seat: Terminal) -> None:
    if not seat.page.get_by_role("button", name="Your session").is_visible():
        seat.page.locator("#mine-button").click()
    seat.page.get_by_role("button", name="Your session").click()
    expect(seat.page.locator("#session .own-figures")).to_be_visible()


def _figures(seat: Terminal) -> dict[str, str]:
    rows = seat.page.locator("#session .own-figures div").all()
    return {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows}


def test_the_session_shows_its_figures_and_they_follow_the_rounds(people: People) -> None:
    seat = people.at("R00")
    seat.chip(25)
    seat.put("red")
    _open(seat)
    assert _figures(seat) == {"Rounds": "0", "Amount bet": "$0", "Net": "$0", "Time at tables": "0 min"}
    seat.page.locator("#loss-limit").fill("7")
    seat.server.comes("R00", "2")
    expect(seat.page.locator("#session dd").first).to_have_text("1")
    found = _figures(seat)
    assert (found["Amount bet"], found["Net"]) == ("$25", "−\u2060$25")
    assert seat.page.locator("#loss-limit").input_value() == "7", "what the player types is not lost"


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_limit_is_set_at_a_terminal_and_named_where_it_refuses(people: People, size: tuple[int, int]) -> None:
    seat = people.at("R00", size, bypass_csp=True)  # axe-core is put into the page
    seat.chip(25)
    _open(seat)
    seat.page.locator("#loss-limit").fill("30")
    seat.page.locator("[data-limit=loss] [type=submit]").click()
    seat.says("#loss-now", "You cannot lose more than $30. You can bet $30 more now.")
    expect(seat.page.locator("#session [data-said]")).to_contain_text("$30")
    expect(seat.page.locator("#loss-limit")).to_be_focused()
    wide = seat.page.evaluate(
        "document.querySelector('#session').scrollWidth <= document.querySelector('#session').clientWidth"
    )
    assert wide, "nothing is cut off"
    assert Axe().run(seat.page).response["violations"] == []
    seat.page.locator("#session [data-close]").click()
    if size == PHONE:
        seat.page.locator("#mine-button").click()
    seat.put("red")
    seat.spot("black").click()
    seat.says("#toast", "You set a loss limit of $30. You can bet $5 more now.")
    _open(seat)
    remove = seat.page.locator("#session").get_by_role("button", name="Remove")
    remove.click()
    expect(seat.page.locator("#loss-now")).to_contain_text("It ends in 1 d")
    expect(remove).to_be_hidden()


def test_the_page_of_the_session_sets_limits_too(people: People) -> None:
    page = people.new(bypass_csp=True)
    page.goto("/session")
    expect(page.get_by_text("You have no session yet")).to_be_visible()
    page.goto("/tables/R00")
    seat = Terminal(page, "R00", people.server)
    seat.page.goto("/session")
    assert Axe().run(page).response["violations"] == []
    page.locator("#pause-limit").select_option("60")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#pause-now")).to_contain_text("You have a pause for another 1 h")
    page.goto("/tables/R00")
    seat.seated()
    seat.spot("red").click()
    seat.says("#toast", "You set a pause. It ends in 60 min.")
