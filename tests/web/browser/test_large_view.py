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
#: Where everything of the tray, the felt and the list of bets is.
_PLACES = """() => [...document.querySelectorAll(".tray, .tray > *, .act, #felt-box, .felt-bar, #mine")]
  .map((each) => each.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""
_WHY = "Betting is closed. You can use this again when it opens."
_ON_TOP = """(each) => {
  const { x, y } = each.getBoundingClientRect();
  return document.elementFromPoint(x + 3, y + 3).closest("#mine") !== null;
}"""
#: What has an effect only while betting is open.
_CLOSED = "#mine .down, #remove, #tip, #open-bets, #chips > *, .tray [data-act=quick], #help-wagers button"
_CLOSED += ", #more, [data-act=undo], [data-act=clear]"
_LIVE = "all => all.filter((each) => !each.disabled && !each.ariaDisabled).map((each) => each.outerHTML)"
_DEAD = "all => all.filter((each) => each.disabled || each.ariaDisabled).map((each) => each.outerHTML)"


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
    """Neither chips, buttons of bets nor the help; all of them work again in the next round."""
    seat = slowly.at("R00", bypass_csp=True)  # axe-core is put into the page
    page = seat.page
    _bet(seat, "red")
    assert page.locator(_CLOSED).evaluate_all(_DEAD) == []
    page.keyboard.press("e")
    expect(page.locator("#remove")).to_have_attribute("aria-pressed", "true")
    slowly.server.comes("R00", "17")
    _large(seat)
    assert page.locator(_CLOSED).evaluate_all(_LIVE) == []
    page.keyboard.press("e")
    expect(page.locator("#remove")).to_have_attribute("aria-pressed", "false")
    assert [each["help"] for each in Axe().run(page).response["violations"]] == []
    page.wait_for_selector("body.taken")
    assert page.locator("#remove, #tip, #more, #chips > *, #help-wagers button").evaluate_all(_DEAD) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_press_after_the_close_says_why_and_does_nothing(slowly: People, size: tuple[int, int]) -> None:
    """The same with keys. Nothing moves at the close, and the focus stays; the reason goes when betting opens."""
    seat = slowly.at("R00", size)
    page, toast = seat.page, seat.page.locator("#toast")
    seat.chip(5)
    chosen, quick = page.locator('#chips [aria-checked="true"]'), page.locator(".tray [data-act=quick]")
    before = page.evaluate(_PLACES)
    chosen.focus()
    slowly.server.comes("R00", "17")
    _large(seat)
    assert page.evaluate(_PLACES) == before
    expect(chosen).to_be_focused()  # whoever uses the keyboard stays where they are
    for control in (chosen, quick, page.locator("#remove"), page.locator("#open-bets")):
        expect(control).to_have_accessible_description(_WHY)
    for press in ("ArrowRight", "3", "q", "o", "e"):
        page.keyboard.press(press)
        seat.says("#polite", _WHY)
        expect(toast).to_have_text(_WHY)
        toast.dispatch_event("click")
        expect(toast).to_be_hidden()
    for selector in ("#chips > :nth-child(4)", ".tray [data-act=quick]", "#remove", "#tip", "#open-bets"):
        box = page.locator(selector).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(toast).to_have_text(_WHY)
        toast.dispatch_event("click")
    expect(chosen).to_have_attribute("aria-label", "$5.00 chip, key 2")
    expect(page.locator("#quick")).to_be_hidden()
    expect(page.locator("#open-bets, #remove, #tip").and_(page.locator("[aria-pressed=true]"))).to_have_count(0)
    page.wait_for_selector("#banner.called:popover-open")
    page.keyboard.press("q")
    expect(toast).to_have_text(_WHY)
    page.wait_for_selector("body.taken")
    assert toast.is_hidden()
    chosen.focus()
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-label", "$25.00 chip, key 3")


def test_quick_bets_that_are_open_at_the_close_become_inactive(slowly: People) -> None:
    """The focus stays in the dialog. A press closes it, because the reason is shown at the table."""
    seat = slowly.at("R00")
    page = seat.page
    page.keyboard.press("q")
    sector = page.locator(".track-spot").first
    sector.focus()
    slowly.server.comes("R00", "17")
    expect(sector).to_have_attribute("aria-disabled", "true")
    expect(sector).to_be_focused()
    sector.dispatch_event("click")
    expect(page.locator("#quick")).to_be_hidden()
    expect(page.locator("#toast")).to_have_text(_WHY)
    page.wait_for_selector("body.taken")
    page.keyboard.press("q")
    expect(sector).not_to_have_attribute("aria-disabled", "true")


def test_your_bets_ask_for_no_chip_after_the_close(slowly: People) -> None:
    seat = slowly.at("R00")
    mine = seat.page.locator("#mine .nothing")
    before = mine.bounding_box()
    assert seat.text("#mine .nothing") == "No bets yet. Choose a chip, then a spot on the layout."
    slowly.server.comes("R00", "17")
    _large(seat)
    assert seat.text("#mine .nothing") == "You have no bets in this round."
    assert mine.bounding_box() == before


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
