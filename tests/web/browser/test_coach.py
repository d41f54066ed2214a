"""The coach: a guided first round at real tables, whatever the outcomes are, hints, and what is remembered."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.support.browser.people import DESK, PHONE, People, Terminal

CRAPS = pytest.mark.parametrize("people", [("C1",)], indirect=True)
SIDEWAYS = (844, 390)
#: What the coach lights.
_LIT = """all => all.map((each) => each.id || [each.dataset.wager ?? each.textContent, each.dataset.spot]
  .filter(Boolean).join(" "))"""
#: The card, and what it must not cover.
_BOXES = """() => ["#coach", "#felt", ".tray", ".felt-bar", "#ready", ".head"]
  .map((each) => document.querySelector(each).getBoundingClientRect().toJSON())"""


def learn(people: People, game: str, table: str, size: tuple[int, int] = DESK, **given: object) -> Terminal:
    """Follow "New here?" in the lobby to a table, and read the first card."""
    page = people.new(size, **given)
    page.goto("/")
    page.get_by_role("navigation", name="New here?").get_by_role("link", name=f"Learn {game} at a table").click()
    seat = Terminal(page, table, people.server)
    assert page.url.endswith(f"/tables/{table}")
    seat.says("#coach h2", "1 of ")
    seat.says("#coach", "You have $1,000 in play chips")
    page.get_by_role("button", name="Next", exact=True).click()
    return seat


def lit(page: Page) -> list[str]:
    """What the coach lights."""
    found: list[str] = page.locator(".coached").evaluate_all(_LIT)
    return found


def step(seat: Terminal, name: str, says: str, *lights: str) -> None:
    """Wait for a step of the card, its sentence, and what it lights."""
    expect(seat.page.locator("#coach h2")).to_have_text(name)
    seat.says("#coach", says)
    seat.until(lambda: lit(seat.page) == list(lights))


def is_gold(page: Page) -> bool:
    """Whether Ready, or Roll the dice, is drawn as the button to press."""
    return "gradient" in page.locator("#ready").evaluate("each => getComputedStyle(each).backgroundImage")


def take(seat: Terminal) -> None:
    seat.page.get_by_role("button", name="Take the dice").click()


@CRAPS
def test_a_guided_hand_of_craps_follows_what_really_comes(people: People) -> None:
    """An eleven and a seven come too early: the coach explains them, and goes on where the player is."""
    seat = learn(people, "Craps", "C1")
    page = seat.page
    expect(page.locator("#felt-style")).to_have_text("Full layout")  # newcomers begin with the simple one
    step(seat, "2 of 6: Pass Line", "Press Pass Line", "pass")
    seat.put("pass")
    step(seat, "3 of 6: The first roll", "Press Take the dice", "Take the dice")
    assert not is_gold(page)  # the coach lights another button
    take(seat)
    step(seat, "3 of 6: The first roll", "Press Roll the dice. On this first roll, the come-out roll, 7", "ready")
    assert is_gold(page)
    seat.comes("5-6")
    step(seat, "3 of 6: The first roll", "You have no Pass Line bet now", "pass")
    seat.says(
        "#coach .news",
        "The dealer says: “Yo eleven: Pass wins”. Pass pays $5. On the first roll that wins for Pass Line at once.",
    )
    seat.put("pass")
    expect(page.locator("#coach .news")).to_have_count(0)  # the player has read it
    seat.comes("4-2")
    step(seat, "4 of 6: Odds", "Up to $25. If the table offers amounts, choose one.", "pass-odds")
    seat.says("#coach .news", "The dealer says: “Point is 6”. This number is the point now.")
    seat.comes("3-4")
    step(seat, "4 of 6: Odds", "You have no Pass Line bet now", "pass")
    seat.says("#coach .news", "The dealer says: “Seven out”. You lose $5. A 7 came before the point")
    seat.put("pass")
    take(seat)
    step(seat, "4 of 6: Odds", "This needs a point first", "ready")
    seat.comes("5-3")
    step(seat, "4 of 6: Odds", "Press the lit box to add odds", "pass-odds")
    seat.put("pass-odds")
    step(seat, "5 of 6: Place 6 and 8", "Press Place under the 6. It pays 7 to 6", "place-6")
    seat.put("place-6")
    step(seat, "5 of 6: Place 6 and 8", "Now press Place under the 8", "place-8")
    seat.put("place-8")
    step(seat, "6 of 6: The point or a seven", "until the point or a 7 comes", "ready")
    seat.comes("5-1")  # a six pays the place bet, and decides nothing else
    expect(page.locator("#coach h2")).to_have_text("6 of 6: The point or a seven")
    seat.comes("4-3")
    step(seat, "Well done", "That was a hand of craps")
    seat.says("#coach .news", "The dealer says: “Seven out”. You lose $20.")
    page.get_by_role("button", name="Finish").click()
    expect(page.locator("body")).to_have_attribute("data-coaching", "hints")
    page.reload()
    seat.seated()
    expect(page.locator("body")).to_have_attribute("data-coaching", "hints")


@pytest.mark.parametrize("people", [("R00", "B6")], indirect=True)
def test_guided_rounds_at_the_wheels_on_a_phone(people: People) -> None:
    """The simple felt has no side bets: the coach says how to switch. A step can be skipped."""
    seat = learn(people, "Roulette", "R00", PHONE, has_touch=True, is_mobile=True)
    page = seat.page
    step(seat, "2 of 6: One number", "a straight bet: it pays 35 to 1", "straight 17")
    expect(seat.spot("straight", "17")).to_be_in_viewport()
    seat.touch("straight", "17", 0, 0)
    step(seat, "3 of 6: Two numbers", "With a finger", "split 17-20")
    seat.touch("split", "17-20", 3, 2)
    page.locator("#chooser").get_by_role("button", name="Split 17, 20").tap()
    expect(page.locator("#coach h2")).to_have_text("4 of 6: Outside")
    seat.until(lambda: "red" in lit(page))
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#coach h2")).to_have_text("5 of 6: The spin")
    seat.touch("red", "", 0, 0)
    step(seat, "5 of 6: The spin", "Press Ready", "ready")
    seat.comes("17")
    step(seat, "6 of 6: A side bet", "This is on the full layout: press “Full layout” first.", "felt-style")
    seat.says("#coach .news", "The dealer says: “17 black”.")
    page.locator("#felt-style").tap()
    seat.until(lambda: "back2back" in lit(page))
    seat.says(
        "#coach", "Press Back2Back, or another one that is lit. How Back2Back wins: The previous number comes again."
    )
    seat.put("back2back")
    step(seat, "Well done", "That was roulette")

    other = learn(people, "Big Six", "B6", PHONE, has_touch=True, is_mobile=True)
    step(other, "2 of 4: A symbol", "Press the box of a symbol, $1 for instance", "one")
    other.put("one")
    expect(other.page.locator("#mine li")).to_contain_text("$1:$5.00")  # the name and the amount, apart
    step(other, "3 of 4: A rare symbol", "It is on only 2 of the 54 sections, and pays 20 to 1", "twenty")
    other.put("twenty")
    step(other, "4 of 4: The spin", "Press Ready", "ready")
    other.comes("one")
    step(other, "Well done", "That was Big Six")


@pytest.mark.parametrize("people", [("R00", "B6")], indirect=True)
def test_the_card_is_read_whole_beside_a_wheel(people: People) -> None:
    """The wheel leaves room for every sentence; it is as large as without a coach, but for a screen of 800 pixels."""
    for game, table in (("Roulette", "R00"), ("Big Six", "B6")):
        seat = learn(people, game, table)
        for number in range(2, 5):
            seat.says("#coach h2", f"{number} of ")
            says = seat.page.locator("#coach-says")
            for width, height, least in ((1920, 1080, 320), (1440, 900, 320), (1280, 800, 176)):
                seat.page.set_viewport_size({"width": width, "height": height})
                assert says.evaluate("each => each.scrollHeight - each.clientHeight") <= 1, (game, number, height)
                wheel = seat.page.locator("#device > *").bounding_box()
                assert wheel is not None
                assert min(wheel["width"], wheel["height"]) >= least, (game, number, height)
            seat.page.get_by_role("button", name="Skip step").click()


@CRAPS
def test_the_shooter_is_named_beside_a_guided_round_in_landscape(people: People) -> None:
    """There is no room for the line about the shooter: the line of the phase says who it is, and covers nothing."""
    seats = [learn(people, "Craps", "C1", SIDEWAYS, has_touch=True, is_mobile=True) for _ in range(2)]
    phases = [seat.page.locator("#phase") for seat in seats]
    after = "each => getComputedStyle(each, '::after').content"
    assert [phase.evaluate(after) for phase in phases] == ["none", "none"]
    seats[0].put("pass")
    take(seats[0])
    seats[0].until(lambda: phases[0].evaluate(after) == '" · you shoot"')
    seats[1].until(lambda: phases[1].evaluate(after) == '" · Guest 1 shoots"')
    for seat in seats:
        said, clock = (seat.page.locator(each).bounding_box() for each in ("#phase", "#clock"))
        assert said is not None
        assert clock is not None
        assert said["x"] + said["width"] <= clock["x"]
        says = seat.page.locator("#coach-says")
        assert says.evaluate("each => each.scrollHeight - each.clientHeight") <= 1
    seats[0].page.get_by_role("button", name="Roll the dice").click()
    seats[0].says("#coach", "Done. Wait until betting closes: then the result comes. On this first roll, the")


@CRAPS
def test_a_hint_comes_now_and_then(people: People) -> None:
    """One that fits, with the amount that the table allows, and not again in the next round; none if it is off."""
    seat = people.at("C1")
    page = seat.page
    expect(page.locator("#coach")).to_be_hidden()
    page.get_by_role("button", name="New here?").click()
    page.get_by_role("button", name="Hints").click()
    expect(page.locator("#coach-menu")).to_be_hidden()
    expect(page.locator("#coach p")).to_have_text("Hint: A new hand begins. Pass Line bets that the shooter wins.")
    seat.put("pass")
    expect(page.locator("#coach p")).to_have_count(0)
    take(seat)
    seat.comes("4-2")
    expect(page.locator("#coach p")).to_have_text(
        "Hint: You have a Pass Line bet and a point: you may add odds. Up to $25."
    )
    assert lit(page) == []
    seat.comes("5-4")
    seat.says("#phase", "Point is 6")
    expect(page.locator("#coach p")).to_have_count(0)
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_role("button", name="Off", exact=False).click()
    page.reload()
    seat.seated()
    expect(page.locator("#coach")).to_be_hidden()


@CRAPS
def test_the_card_covers_nothing_and_keyboard_and_screen_reader_can_use_it(people: People) -> None:
    for size in (DESK, PHONE, SIDEWAYS):
        seat = learn(people, "Craps", "C1", size, bypass_csp=True)  # axe-core is put into the page
        page = seat.page
        seat.spot("pass").focus()
        page.keyboard.press("Enter")
        seat.says("#coach h2", "3 of 6")
        if page.get_by_role("button", name="Take the dice").is_visible():
            take(seat)
        expect(page.locator("#ready")).to_be_visible()
        card, *others = page.evaluate(_BOXES)
        for other in others:
            across = card["left"] < other["right"] - 1 and other["left"] < card["right"] - 1
            assert not (across and card["top"] < other["bottom"] - 1 and other["top"] < card["bottom"] - 1), (
                size,
                other,
            )
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.locator("#coach-says").get_attribute("aria-live") == "polite"
        assert [each["help"] for each in Axe().run(page).response["violations"]] == []
        for name in ("coach-next", "coach-end"):
            box = page.locator(f"#{name}").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        page.locator("#coach-next").focus()
        page.keyboard.press("Enter")
        seat.says("#coach h2", "4 of 6")
        expect(page.locator("#coach-next")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#coach")).to_be_hidden()
        page.close()
