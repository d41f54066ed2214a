"""Ready, and the shooter's Roll button, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import PHONE, People, Terminal


def _pressed(seat: Terminal, pressed: bool = True) -> None:
    expect(seat.page.locator("#ready")).to_have_attribute("aria-pressed", str(pressed).lower())


def _swiped(seat: Terminal, *, touch: bool) -> None:
    """Move a finger or a pressed mouse up over the dice, where a page that may scroll would scroll."""
    page = seat.page
    dice = page.locator("#device").bounding_box()
    assert dice is not None
    x, y = dice["x"] + dice["width"] / 2, dice["y"] + dice["height"] / 2
    if touch:
        hand = page.context.new_cdp_session(page)
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for far in range(10, 70, 10):
            point = {"x": x + 10, "y": y - far}
            hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y - 60, steps=4)
        page.mouse.up()


def test_betting_closes_when_both_players_are_ready(people: People) -> None:
    ann, ben = people.at("R00"), people.at("R00")
    ann.put("red")
    ann.says("#ready-count", "0 of 2 ready")
    ann.page.get_by_role("button", name="Ready").click()
    _pressed(ann)
    ben.says("#ready-count", "1 of 2 ready")
    ann.page.get_by_role("button", name="Ready").click()
    _pressed(ann, False)
    ann.page.keyboard.press("g")
    _pressed(ann)
    ben.page.keyboard.press("g")
    for seat in (ann, ben):
        seat.says("#round", "Round 2")
    assert "No more bets" in ann.said()[0]
    _pressed(ann, False)


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_the_shooter_rolls_by_button_or_swipe(people: People, size: tuple[int, int]) -> None:
    touch = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
    seat = people.at("C1", size, **touch)
    assert seat.page.locator("#ready").is_hidden(), "no clock runs before somebody bets on the line"
    seat.put("pass")
    seat.page.get_by_role("button", name="Take the dice").click()
    roll = seat.page.get_by_role("button", name="Roll the dice")
    box = roll.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    roll.click()
    seat.says("#round", "Round 2")
    if seat.page.get_by_role("button", name="Take the dice").is_visible():
        seat.page.get_by_role("button", name="Take the dice").click()
    if not seat.stakes("pass"):
        seat.put("pass")
    expect(roll).to_be_visible()
    _swiped(seat, touch=size == PHONE)
    seat.says("#round", "Round 3")
