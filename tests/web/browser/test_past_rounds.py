"""Past rounds at a terminal in a real browser: shown as they were, and then the present again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.web.server.static import prefix
from tests.support.browser.people import People

_FOCUS = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName"

_DICE = "[...document.querySelectorAll('.cube')].map((each) => each.style.transform)"

_FOUR = "rotateX(90deg) rotateY(0deg)"


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_a_past_roll_is_shown_as_it_was(people: People) -> None:
    """Puck, lammers, dice, a wager called off and the shooter are those of that roll; then those of now."""
    seat = people.at("C1")
    page = seat.page
    seat.shoots()
    assert page.evaluate("document.activeElement !== document.body")
    seat.comes("4-2")
    seat.chip(25)
    seat.put("place-8")
    page.get_by_role("button", name="Call Place 8 off").click()
    expect(page.locator(".stack", has_text="OFF")).to_have_count(1)
    seat.comes("4-4")
    page.get_by_role("button", name="Call Place 8 on").click()
    expect(page.get_by_role("button", name="Call Place 8 off")).to_be_visible()
    page.get_by_role("button", name="Take down Place 8").click()
    seat.comes("1-5")
    expect(page.locator('[data-lammer="fire-bet"]')).to_have_count(1)
    page.get_by_role("button", name="Round 2:").click()
    expect(page.locator('[data-puck="6"]')).to_have_count(1)
    expect(page.locator('[data-lammer="fire-bet"]')).to_have_count(0)
    expect(page.locator(".stack", has_text="OFF")).to_have_count(1)
    assert seat.stakes("place-8") == {"yours": 2500}
    assert page.evaluate(_DICE) == [_FOUR, _FOUR]
    seat.says("#recall-words", "Round 2, past layout, you shot")
    page.keyboard.press("Escape")
    expect(page.locator('[data-puck="off"]')).to_have_count(1)
    expect(page.locator('[data-lammer="fire-bet"]')).to_have_count(1)
    expect(page.locator(".stack", has_text="OFF")).to_have_count(0)
    assert page.evaluate(_DICE) != [_FOUR, _FOUR]
    assert page.evaluate(_FOCUS).startswith("Round 2:")


_IN_THE_AIR = """async (files) => {
  const { Dice } = await import(`${files}/terminal/devices/dice.js`);
  const box = document.body.appendChild(document.createElement("div"));
  const dice = new Dice(box, { shake() {} });
  dice.start();
  await new Promise(requestAnimationFrame);
  const tumbling = dice.cubes.every((each) => each.getAnimations().length);
  dice.finish();
  dice.rest("3-4");
  return [tumbling, box.querySelector(".flying")];
}"""


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_dice_in_the_air_are_stopped(people: People) -> None:
    """Dice in the air turn, so they show no result. While a past roll is shown, they are stopped."""
    page = people.at("C1").page
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(_IN_THE_AIR, prefix()) == [True, None]


@pytest.mark.parametrize("people", [("R0", "R00")], indirect=True)
def test_a_past_spin_is_shown_as_it_was(people: People) -> None:
    """The previous number, the streak, the meter, chips in prison; a refusal does not cover the button to go back."""
    seat = people.at("R00")
    page = seat.page
    seat.comes("17")
    seat.chip(1)
    seat.put("roulette-up-progressive")  # locked in before the number of round 2
    seat.comes("23")
    number = page.locator(".marks .previous")
    expect(number).to_have_attribute("data-previous", "23")
    meter = page.locator(".meter text").last
    now = meter.text_content()
    page.get_by_role("button", name="Round 2:").click()
    expect(number).to_have_attribute("data-previous", "17")
    expect(page.locator(".marks .dolly")).to_have_attribute("data-number", "23")
    then = meter.text_content()
    page.get_by_role("button", name="Round 1:").click()
    expect(number).to_have_attribute("data-previous", "")
    expect(page.locator('.marks [data-lammer="roulette-up"]')).to_have_count(0)
    assert then != meter.text_content()
    page.evaluate("document.getElementById('toast').hidden = false")
    bar, toast = page.locator("#recall").bounding_box(), page.locator("#toast").bounding_box()
    assert bar is not None
    assert toast is not None
    assert toast["y"] + toast["height"] <= bar["y"]
    page.get_by_role("button", name="Back to the table").click()
    expect(number).to_have_attribute("data-previous", "23")
    assert meter.text_content() == now

    seat = people.at("R0")
    seat.put("red")
    seat.comes("0")
    seat.page.get_by_role("button", name="In prison", exact=True).click()
    seat.says("#mine", "in prison")
    seat.comes("32")
    expect(seat.page.locator(".stack .bars")).to_have_count(0)
    seat.page.get_by_role("button", name="Round 2:").click()
    expect(seat.page.locator(".stack .bars")).to_have_count(1)
