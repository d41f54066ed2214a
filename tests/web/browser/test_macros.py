"""Bets that one press places, in a real browser: every one is decided by the table, and one undo takes all back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import People, Terminal


def quick(seat: Terminal, name: str) -> None:
    """Press a macro in the dialog of quick bets."""
    seat.page.get_by_role("button", name="Quick").click()
    seat.page.locator(".macro").filter(has=seat.page.get_by_text(name, exact=True)).click()


def placed(seat: Terminal, *numbers: int) -> list[int]:
    """The dollars on these numbers."""
    return [seat.stakes(f"place-{number}").get("yours", 0) // 100 for number in numbers]


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_place_bets_on_several_numbers_are_one_step(people: People) -> None:
    """$32 across, one unit more on each, all down, and each step is undone at once."""
    seat = people.at("C1")
    seat.chip(5)
    quick(seat, "Press")
    expect(seat.page.locator("#polite")).to_have_text("Press: you have none of these bets.")
    quick(seat, "Across")
    seat.until(lambda: seat.laid == 32_00)
    assert placed(seat, 4, 5, 6, 8, 9, 10) == [5, 5, 6, 6, 5, 5]
    expect(seat.page.locator("#polite")).to_have_text("Across: $32.00 on the layout; $968.00 left.")
    seat.page.keyboard.press("u")
    seat.until(lambda: seat.laid == 0)
    seat.chip(25)
    quick(seat, "Inside")
    seat.until(lambda: seat.laid == 110_00)
    seat.chip(5)
    quick(seat, "Press")
    seat.until(lambda: seat.laid == 132_00)
    assert placed(seat, 4, 5, 6, 8, 9, 10) == [0, 30, 36, 36, 30, 0]
    quick(seat, "Take all down")
    seat.until(lambda: seat.laid == 0)
    seat.page.keyboard.press("u")
    seat.until(lambda: seat.laid == 132_00)


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_bets_of_a_macro_that_are_refused_are_named_with_the_reason(people: People) -> None:
    """With $1,000 and $500 chips only two bets fit; the others are named, and an undo takes the two back."""
    seat = people.at("C1")
    seat.chip(500)
    quick(seat, "Across")
    seat.says("#toast", "Not placed: Place 6. The limit on Place 6 is $500.")
    seat.says("#toast", "Not placed: Place 9, Place 10. Not enough chips")
    seat.says("#toast", "The other 2 bets are on the layout; Undo takes them back.")
    seat.until(lambda: placed(seat, 4, 5, 6) == [500, 500, 0])
    seat.page.keyboard.press("u")
    seat.until(lambda: seat.laid == 0)
