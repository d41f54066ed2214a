"""Bets for the dealers in a real browser: the terminal asks first, and they can be taken back until the close."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser.people import People, Terminal


def tip(seat: Terminal, wager: str, answer: str) -> None:
    """Press a spot while bets are for the dealers, and answer the question."""
    seat.spot(wager).click()
    expect(seat.page.locator("#ask-tip")).to_contain_text("for the dealers: they keep what it wins")
    seat.page.locator("#ask-tip").get_by_role("button", name=answer).click()


def chips_of_dealers(seat: Terminal, other: Terminal, wager: str) -> tuple[bool, bool]:
    """Whether the player sees chips for the dealers on a spot, and whether somebody else does."""
    names = [each.spot(wager).get_attribute("aria-label") or "" for each in (seat, other)]
    return "for the dealers" in names[0], "for the dealers" in names[1]


def test_a_bet_for_the_dealers_is_asked_for_and_can_be_undone_until_the_close(people: People) -> None:
    ann, ben = people.at("R00"), people.at("R00")
    ann.chip(5)
    ann.page.get_by_role("button", name="Tip").click()
    tip(ann, "red", "Cancel")
    assert ann.laid == 0
    tip(ann, "red", "Bet for the dealers")
    tip(ann, "black", "Bet for the dealers")
    ann.until(lambda: ann.laid == 10_00)
    assert ann.balance == 990_00
    assert chips_of_dealers(ann, ben, "red") == (True, False), "the table does not have it yet"
    ann.says("#mine", "$5.00, placed when betting closes")
    ann.page.keyboard.press("u")
    ann.until(lambda: ann.laid == 5_00)
    assert chips_of_dealers(ann, ben, "black") == (False, False)
    ann.page.get_by_role("button", name="Undo the bet for the dealers on Red").click()
    ann.until(lambda: ann.laid == 0)
    tip(ann, "even", "Bet for the dealers")
    for seat in (ann, ben):
        seat.page.get_by_role("button", name="Ready").click()
    ben.until(lambda: chips_of_dealers(ann, ben, "even") == (True, True))
    ann.says("#round", "Round 2")
    ann.until(lambda: ann.balance == 995_00)


def test_a_bet_for_the_dealers_that_comes_too_late_stays_with_the_player(people: People) -> None:
    """Betting closes without the clock: the chips never left the rack, and a sentence says so."""
    seat = people.at("R00")
    seat.chip(5)
    seat.page.get_by_role("button", name="Tip").click()
    tip(seat, "red", "Bet for the dealers")
    seat.server.comes("R00", "17")
    seat.says("#toast", "Betting closed before your $5.00 for the dealers on Red were placed. You keep the chips.")
    seat.says("#round", "Round 2")
    assert seat.balance == 1_000_00
