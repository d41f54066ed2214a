"""What is lit on the felt: the printed box of a number, not the area that takes clicks; and the dolly stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import PHONE, People

#: Counts the dollies that are laid down and taken up.
_DOLLIES = """() => {
  window.dollies = [0, 0];
  const seen = (nodes) => [...nodes].filter((each) => each.matches?.(".dolly")).length;
  new MutationObserver((records) => {
    for (const each of records) {
      dollies[0] += seen(each.addedNodes);
      dollies[1] += seen(each.removedNodes);
    }
  }).observe(document.getElementById("felt"), { childList: true, subtree: true });
}"""
_LIT = "all => all.map((each) => [each.dataset.cell, each.getAttribute('d')])"


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_the_box_of_the_winning_number_is_lit(slowly: People, size: tuple[int, int]) -> None:
    """A zero has round corners, which its hit area has not. Winning bets on lines are not lit."""
    seat = slowly.at("R00", size)
    page = seat.page
    seat.put("straight", "0")
    seat.put("split", "0-00")
    seat.put("red")
    page.evaluate(_DOLLIES)
    slowly.server.comes("R00", "0")
    page.wait_for_selector(".cell.won")
    shape = page.locator('[data-cell="0"]:not(.cell)').get_attribute("d")
    assert shape is not None
    assert "A" in shape, "an arc"
    assert page.locator(".cell.won").evaluate_all(_LIT) == [["0", shape]]
    page.wait_for_selector(".dolly")
    seat.says("#result", "+")
    page.wait_for_timeout(400)
    expect(page.locator(".cell.won")).to_have_count(1)
    assert page.locator(".spot.paid").count() == 0
    assert page.evaluate("dollies") == [1, 0], "it is laid down once"
    page.wait_for_selector("body.taken")
    expect(page.locator(".cell.won")).to_have_count(0)
    expect(page.locator(".dolly")).to_have_count(0)
    assert page.evaluate("dollies") == [1, 1]


def test_pointing_lights_the_boxes_of_numbers(people: People) -> None:
    """Those that a bet covers. The area between them, which takes the click, is not lit itself."""
    seat = people.at("R00")
    page = seat.page
    seat.spot("split", "0-00").hover()
    shapes = [[cell, page.locator(f'[data-cell="{cell}"]:not(.cell)').get_attribute("d")] for cell in ("0", "00")]
    assert sorted(page.locator(".cell.covered").evaluate_all(_LIT)) == sorted(shapes)
    opacity = "each => getComputedStyle(each).fillOpacity"
    page.wait_for_timeout(300)  # until it would have faded in
    assert seat.spot("split", "0-00").evaluate(opacity) == "0"
    seat.spot("straight", "0").hover(position={"x": 12, "y": 40})
    page.wait_for_timeout(300)
    assert [cell for cell, _ in page.locator(".cell.covered").evaluate_all(_LIT)] == ["0"]
    assert seat.spot("straight", "0").evaluate(opacity) == "0"
    seat.spot("red").hover()
    expect(page.locator(".cell.covered")).to_have_count(18)
    assert seat.spot("red").evaluate(opacity) != "0", "a box that is no number lights itself"


@pytest.mark.parametrize("people", [("B6",)], indirect=True)
def test_the_box_of_the_winning_symbol_is_lit(people: People) -> None:
    seat = people.at("B6")
    seat.put("five")
    people.server.comes("B6", "five")
    expect(seat.page.locator(".cell.won")).to_have_attribute("data-cell", "five")
    seat.page.wait_for_selector("body.taken")
    expect(seat.page.locator(".cell.won")).to_have_count(0)
