"""Where an amount is not taken, the terminal offers those that are, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import People


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_the_nearest_amounts_are_offered_below_the_refusal(people: People) -> None:
    """A horn bet has four parts: $5 is refused, and $4 or $8 is one press away."""
    seat = people.at("C1")
    seat.chip(5)
    seat.put("pass")
    seat.spot("horn").click()
    seat.says("#toast", "Horn needs $4, $8, $12…")
    offered = seat.page.locator("#toast button")
    expect(offered).to_have_text(["Bet $4.00", "Bet $8.00"])
    seat.page.get_by_role("button", name="Bet $8.00").click()
    seat.until(lambda: seat.stakes("horn") == {"yours": 8_00})
    expect(seat.page.locator("#toast")).to_be_hidden()


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_the_max_chip_places_the_most_that_is_allowed(people: People) -> None:
    """Behind $5 on a point of 6 the house takes $25 of odds; then the table says why nothing more fits."""
    seat = people.at("C1")
    seat.chip(5)
    seat.shoots()
    seat.comes("3-3")
    seat.page.get_by_role("radio", name="The most allowed here").click()
    seat.put("pass-odds")
    assert seat.stakes("pass-odds") == {"yours": 25_00}
    seat.spot("pass-odds").click()
    seat.says("#toast", "Most odds here: $25")


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_the_usual_unit_is_suggested_where_a_chip_would_be_paid_with_rounding(people: People) -> None:
    """$5 on 6 is taken, and $6 is one press away; $1 is refused, and $6 is among the offers. It is said once."""
    seat = people.at("C1")
    seat.chip(5)
    seat.put("place-6")
    seat.says("#toast", "Place 6 is usually bet in units of $6.00: each unit wins $7.00.")
    seat.page.get_by_role("button", name="Make it $6.00").click()
    seat.until(lambda: seat.stakes("place-6") == {"yours": 6_00})
    expect(seat.page.locator("#toast")).to_be_hidden()
    seat.put("place-5")  # $5 is its unit
    seat.put("place-6")
    expect(seat.page.locator("#toast")).to_be_hidden()
    seat.chip(1)
    seat.spot("place-8").click()
    expect(seat.page.locator("#toast button")).to_have_text(["Bet $5.00", "Bet $6.00"])
    seat.page.get_by_role("button", name="Bet $6.00").click()
    seat.until(lambda: seat.stakes("place-8") == {"yours": 6_00})
