"""The racetrack in a real browser: neighbors on every wheel, sectors on one, laid as ordinary chips."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, expect

from croupier.games.roulette.wheel import ring
from tests.support.browser.people import DESK, PHONE, People, Terminal


def track(seat: Terminal, macro: str) -> Locator:
    """A number or a sector of the racetrack; the dialog is opened if it is not."""
    if not seat.page.locator("#quick").is_visible():
        seat.page.get_by_role("button", name="Quick").click()
    return seat.page.locator(f'.track-spot[data-macro="{macro}"]')


def straight(seat: Terminal, pockets: str) -> list[int]:
    """The dollars on these numbers."""
    return [seat.stakes("straight", pocket).get("yours", 0) // 100 for pocket in pockets.split()]


@pytest.mark.parametrize("people", [("R0",)], indirect=True)
def test_a_sector_is_laid_as_straight_up_and_split_chips(people: People) -> None:
    """Nine chips for the neighbors of zero; further presses add to them, and each is one step of Undo."""
    seat = people.at("R0")
    seat.chip(5)
    track(seat, "voisins").click()
    seat.says("#track-says", "Voisins: $45.00 on the layout; $955.00 left.")
    for pair in "2-3 4-7 12-15 18-21 19-22 25-28 26-29 32-35".split():
        assert seat.stakes("split", pair) == {"yours": 5_00}
    assert straight(seat, "0 1") == [5, 0]
    track(seat, "neighbors-0").click()
    seat.says("#track-says", "0 and neighbors: $70.00 on the layout")
    assert straight(seat, "3 26 0 32 15") == [5, 5, 10, 5, 5]
    seat.page.keyboard.press("Escape")
    seat.page.keyboard.press("u")
    seat.until(lambda: seat.laid == 45_00)
    seat.page.keyboard.press("u")
    seat.until(lambda: seat.laid == 0)


def test_the_racetrack_is_played_with_the_keyboard_in_the_order_of_the_wheel(people: People) -> None:
    """Arrow keys follow the wheel; a press says which numbers, and a refusal is shown at the table."""
    seat = people.at("R00")
    seat.chip(100)
    first = track(seat, "neighbors-0")
    first.focus()
    seat.says("#track-says", "0 and neighbors: 14, 2, 0, 28, 9. $500.00 in all.")
    seat.page.keyboard.press("ArrowUp")
    expect(track(seat, f"neighbors-{ring('double-zero')[1]}")).to_be_focused()
    seat.page.keyboard.press("Enter")
    seat.says("#track-says", "28 and neighbors: $500.00 on the layout")
    assert straight(seat, "2 0 28 9 26") == [100] * 5
    seat.page.keyboard.press("Enter")
    seat.until(lambda: straight(seat, "2 0 28 9 26") == [200] * 5)
    seat.page.keyboard.press("Enter")
    seat.says("#toast", "Not enough chips")
    expect(seat.page.locator("#quick")).to_be_hidden()


@pytest.mark.parametrize("people", [("R0", "R00", "R000")], indirect=True)
def test_every_number_is_large_enough_for_a_finger_on_a_phone(people: People) -> None:
    for table in ("R0", "R00", "R000"):
        seat = people.at(table, PHONE, has_touch=True)
        track(seat, "neighbors-17").tap()
        seat.says("#track-says", "17 and neighbors:")
        boxes = seat.page.locator(".track-spot").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect()).map(({ width, height, right }) => "
            "[width, height, innerWidth - right])"
        )
        assert len(boxes) >= 37
        assert min(side for width, height, _ in boxes for side in (width, height)) >= 44
        assert min(room for *_, room in boxes) >= 0
        seat.page.context.close()


@pytest.mark.parametrize("people", [("R0",)], indirect=True)
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_quick_bets_and_the_question_about_a_tip_are_accessible(people: People, size: tuple[int, int]) -> None:
    """axe-core finds nothing in the dialogs, and they are not wider than the screen."""
    seat = people.at("R0", size, bypass_csp=True)  # axe-core is put into the page
    track(seat, "tiers").click()
    seat.says("#track-says", "Tiers:")
    seat.page.get_by_role("button", name="Save").click()
    assert seat.page.locator("#favorites .macro").count() == 1
    assert Axe().run(seat.page).response["violations"] == []
    assert seat.page.locator("#quick").evaluate("each => each.scrollWidth - each.clientWidth") == 0
    seat.page.keyboard.press("Escape")
    seat.page.get_by_role("button", name="Tip").click()
    seat.spot("dozen", "1").focus()
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator("#ask-tip")).to_be_visible()
    assert Axe().run(seat.page).response["violations"] == []


@pytest.mark.parametrize("people", [("R0", "C1")], indirect=True)
def test_keys_work_while_quick_bets_are_open(people: People) -> None:
    """Chips, Undo and Clear, and the dialog says what they did; in its text field they are letters."""
    seat = people.at("R0")
    seat.chip(5)
    page, quick = seat.page, seat.page.locator("#quick")
    for key, left in (("u", 0), ("c", 0)):
        track(seat, "voisins").click()
        seat.says("#track-says", "Voisins: $45.00 on the layout")
        expect(page.locator("#favorite-words")).to_contain_text("$45.00")
        page.keyboard.press(key)
        seat.until(lambda left=left: seat.laid == left)  # type: ignore[misc]
        seat.says("#track-says", "$0.00 on the layout; $1,000.00 left.")
        expect(page.locator("#favorite-words")).not_to_contain_text("$45.00")
    page.keyboard.press("1")
    expect(page.locator("#quick-chip")).to_contain_text("$1.00")
    track(seat, "tiers").click()
    seat.says("#track-says", "Tiers: $6.00 on the layout")
    page.locator("#favorite-name").focus()
    page.keyboard.type("u2c")
    expect(page.locator("#favorite-name")).to_have_value("u2c")
    assert seat.laid == 6_00
    expect(page.locator("#quick-chip")).to_contain_text("$1.00")
    expect(quick).to_be_visible()
    craps = people.at("C1")
    craps.page.get_by_role("button", name="Quick").click()
    inside = craps.page.locator('#macros [data-macro="inside"]')
    before = inside.inner_text()
    inside.focus()
    craps.page.keyboard.press("3")
    expect(inside).not_to_have_text(before)
    expect(inside).to_be_focused()
    craps.page.keyboard.press("q")  # it would open another dialog, or change what the dialog covers
    craps.page.keyboard.press("?")
    expect(craps.page.locator("dialog[open]")).to_have_count(1)
