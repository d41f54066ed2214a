"""Favorites in a real browser: a layout that is saved by name is placed again with one press, at other tables too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import People, Terminal


def favorites(seat: Terminal) -> list[str]:
    """Open the quick bets; the favorites that are there."""
    seat.page.get_by_role("button", name="Quick").click()
    return seat.page.locator("#favorites .macro").all_inner_texts()


@pytest.mark.parametrize("people", [("R00", "R0")], indirect=True)
def test_a_saved_layout_is_placed_again_with_one_press(people: People) -> None:
    """It survives the round and the page. A bet that another table refuses is named; the others are placed."""
    seat = people.at("R00")
    assert favorites(seat) == []
    expect(seat.page.get_by_role("button", name="Save")).to_be_disabled()
    seat.page.keyboard.press("Escape")
    seat.chip(5)
    seat.put("red")
    seat.put("straight", "00")
    seat.put("split", "17-20")
    favorites(seat)
    seat.page.get_by_label("Name").fill("My numbers")
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator("#favorites .macro")).to_have_text("My numbers3 bets$15.00")
    seat.page.keyboard.press("Escape")
    seat.comes("1")
    seat.page.goto("/tables/R0")
    there = Terminal(seat.page, "R0", seat.server)
    favorites(there)
    there.page.locator("#favorites .macro").click()
    there.says("#toast", "Not placed: Straight 00.")
    there.says("#toast", "The other 2 bets are on the layout")
    there.until(lambda: there.laid == 10_00)
    assert [there.stakes("red"), there.stakes("split", "17-20")] == [{"yours": 5_00}] * 2
    there.page.keyboard.press("u")
    there.until(lambda: there.laid == 0)
    favorites(there)
    there.page.get_by_role("button", name="Delete My numbers").click()
    expect(there.page.locator("#favorites li")).to_have_count(0)
