"""From the close to the result the wheel or the dice are large, over nothing that works; the rest looks closed."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.support.browser.people import DESK, PHONE, People, Terminal

SIZES = (DESK, PHONE, (844, 390))
BETS = {"R00": ("red", "17"), "C1": ("pass", "4-2"), "B6": ("five", "five")}
#: Where the parts of the page are, and which of those that work are under the large view.
_SEEN = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
  const large = box("#large");
  const works = "button:not(:disabled, .spot), a[href], input, select, #asked > *, #warning";
  const under = [...document.querySelectorAll(works)].filter((each) => !each.closest("dialog")).filter((each) => {
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    const across = left < large.right - 1 && right > large.left + 1;
    return width && across && top < large.bottom - 1 && bottom > large.top + 1;
  });
  return { large, device: box("#device"), place: box("#device-place"), under: under.map((each) => each.outerHTML) };
}"""
_ON_TOP = """(each) => {
  const { x, y } = each.getBoundingClientRect();
  return document.elementFromPoint(x + 3, y + 3).closest("#mine") !== null;
}"""
#: What has an effect only while betting is open.
_CLOSED = '#mine .down, #remove, #tip, #more, [data-act="undo"], [data-act="clear"], #help-wagers button'


def _bet(seat: Terminal, wager: str) -> None:
    seat.chip(5)
    seat.put(wager)
    if wager == "pass":
        seat.page.get_by_role("button", name="Take the dice").click()
        seat.says("#shooter", "You")


def _large(seat: Terminal) -> None:
    expect(seat.page.locator("#large")).to_be_visible()
    expect(seat.page.locator("body")).not_to_contain_class("taken")


@pytest.mark.parametrize("slowly", [tuple(BETS)], indirect=True)
@pytest.mark.parametrize("size", SIZES)
def test_the_device_is_large_from_the_close_to_the_result(slowly: People, size: tuple[int, int]) -> None:
    """It covers the felt alone, and its place stays free. The list of bets can be read."""
    for table, (wager, outcome) in BETS.items():
        seat = slowly.at(table, size)
        page = seat.page
        if table == "B6" and size == DESK:
            page.locator("#felt-style").click()  # the full felt has a large wheel on it
            expect(page.locator("#felt-style")).to_have_text("Full layout")
        _bet(seat, wager)
        before = page.locator("#device-place").bounding_box()
        slowly.server.comes(table, outcome)
        _large(seat)
        seen = page.evaluate(_SEEN)
        assert seen["under"] == []
        assert before is not None
        assert abs(seen["place"]["height"] - before["height"]) < 1, (table, size)
        felt = min(seen["large"]["width"], seen["large"]["height"])
        assert seen["device"]["width"] >= min(440, 0.9 * felt), (table, size, seen)
        if size != DESK:
            page.locator("#mine-button").click()
        expect(page.locator("#mine li")).to_have_count(1)
        assert page.locator("#mine li .what").evaluate(_ON_TOP)
        page.wait_for_selector("#banner.called:popover-open")
        expect(page.locator("#large")).to_be_hidden()
        assert page.locator(".stage #device").count() == 1


def test_after_the_close_nothing_that_does_nothing_looks_live(slowly: People) -> None:
    """Buttons that need open betting are disabled, also those of the help; they work again in the next round."""
    seat = slowly.at("R00", bypass_csp=True)  # axe-core is put into the page
    page = seat.page
    _bet(seat, "red")
    assert page.locator(_CLOSED).evaluate_all("all => all.filter((each) => each.disabled).length") == 0
    page.keyboard.press("e")
    expect(page.locator("#remove")).to_have_attribute("aria-pressed", "true")
    slowly.server.comes("R00", "17")
    _large(seat)
    assert page.locator(_CLOSED).evaluate_all("all => all.filter((each) => !each.disabled).length") == 0
    page.keyboard.press("e")
    expect(page.locator("#remove")).to_have_attribute("aria-pressed", "false")
    assert [each["help"] for each in Axe().run(page).response["violations"]] == []
    page.wait_for_selector("body.taken")
    assert (
        page.locator("#remove, #tip, #more, #help-wagers button").evaluate_all(
            "all => all.filter((each) => each.disabled).length"
        )
        == 0
    )


def test_a_past_round_is_not_covered(slowly: People) -> None:
    """Who looks at one sees its layout; back at the live table the device is large again."""
    seat = slowly.at("R00")
    _bet(seat, "red")
    seat.comes("32")
    _bet(seat, "red")
    slowly.server.comes("R00", "17")
    _large(seat)
    seat.page.locator("#last button").first.click()
    expect(seat.page.locator("#recall")).to_be_visible()
    expect(seat.page.locator("#large")).to_be_hidden()
    seat.page.keyboard.press("Escape")
    _large(seat)


@pytest.mark.parametrize("people", [("R00", "B6")], indirect=True)
def test_the_wheel_is_large_enough_on_a_desk(people: People) -> None:
    for table in ("R00", "B6"):
        page = people.at(table).page
        if table == "B6":
            page.locator("#felt-style").click()
            expect(page.locator("#felt-style")).to_have_text("Full layout")
        for width, height in (DESK, (1440, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            box = page.locator("#device > *").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 320, (table, width)
            clock, phase = (page.locator(each).bounding_box() for each in ("#clock", "#phase"))
            assert clock is not None
            assert phase is not None
            assert clock["y"] + clock["height"] <= phase["y"]
