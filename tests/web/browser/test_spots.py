"""The layout in use: the size of its spots, their descriptions, and enough room for everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.fit import head_is_clear, shows_what_decides
from tests.support.browser.people import PHONE, People, Terminal

_SMALL = """(least) => [...document.querySelectorAll(".spot")].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return Math.min(width, height) < least;
}).map((each) => `${each.dataset.wager} ${each.dataset.spot}`)"""
#: The place of three trios and two splits close together at the zeros.
CROWDED = {"trio 0-1-2", "split 0-2", "trio 0-00-2", "split 00-2", "trio 00-2-3"}


@pytest.mark.parametrize("people", [("R00", "C1", "B6")], indirect=True)
def test_spots_are_large_enough_for_a_mouse(people: People) -> None:
    """24 pixels on a desktop screen; at the three trios only when zoomed in."""
    for table in ("R00", "C1", "B6"):
        seat = people.at(table, (1440, 900))
        page = seat.page
        for width, height in ((1440, 900), (1366, 768), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert set(page.evaluate(_SMALL, 24)) <= CROWDED
            page.locator('[data-act="near"]').click()
            seat.until(lambda here=page: here.evaluate(_SMALL, 24) == [])  # type: ignore[misc]
            page.locator('[data-act="near"]').click()


@pytest.mark.parametrize("people", [("R00", "C1", "B6")], indirect=True)
def test_a_phone_on_its_side_shows_what_decides(people: People) -> None:
    """The wheel or the dice beside the layout, and every chip of the tray; also at 200 % of a small window."""
    shows_what_decides(people)


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_an_edge_of_many_digits_stays_in_its_tooltip(people: People) -> None:
    seat = people.at("C1")
    seat.exact()
    seat.spot("fire-bet").hover()
    expect(seat.page.locator("#tooltip")).to_contain_text("/")
    outside = """each => [...each.children].filter((child) => {
      const range = document.createRange();
      range.selectNodeContents(child);
      return range.getBoundingClientRect().right > each.getBoundingClientRect().right;
    }).length"""
    assert seat.page.locator("#tooltip").evaluate(outside) == 0


def test_a_chip_is_moved_with_a_finger(people: People) -> None:
    """A finger moves an own chip from spot to spot; elsewhere it scrolls the layout."""
    seat = people.at("R00", (390, 844), has_touch=True, is_mobile=True)
    page = seat.page
    seat.put("straight", "5")
    hand = page.context.new_cdp_session(page)

    def middle(spot: str) -> tuple[float, float]:
        box = seat.spot("straight", spot).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    (x, y), (to_x, to_y) = middle("5"), middle("11")
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.6, 1.0):
        point = {"x": x + part * (to_x - x), "y": y + part * (to_y - y)}
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    seat.until(lambda: seat.stakes("straight", "11") == {"yours": 500})
    assert seat.stakes("straight", "5") == {}


def test_large_letters_leave_everything_within_reach(people: People) -> None:
    """With letters twice as large, nothing is wider than the window, and the buttons are in it."""
    page = people.new((1440, 900))
    page.goto("/tables/R00")
    seat = Terminal(page, "R00", people.server)
    small = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.reload()
    seat.seated()
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 2 * small
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    for act in ("undo", "clear"):
        box = page.locator(f'.tray [data-act="{act}"]').bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 1440
        assert box["y"] + box["height"] <= 900
    felt, tray = page.locator("#felt").bounding_box(), page.locator(".tray").bounding_box()
    assert felt is not None
    assert tray is not None
    assert felt["y"] + felt["height"] <= tray["y"]


def test_nothing_overlaps_in_the_head(people: People) -> None:
    """The sound notice covers no number, nor does the note about chips, and the link back can be tapped."""
    page = people.new()
    page.goto("/tables/R00")
    seat = Terminal(page, "R00", people.server)
    for _ in range(10):
        seat.comes("17")
    expect(page.locator("#sound-waits")).to_be_visible()
    head_is_clear(page)


def test_numbers_that_do_not_fit_fade_at_the_edge(people: People) -> None:
    """On a phone ten numbers are wider than the screen: the edge behind which there are more fades."""
    seat = people.at("R00", PHONE, has_touch=True, is_mobile=True)
    last = seat.page.locator("#last")
    expect(last).not_to_contain_class("more-right")
    for _ in range(10):
        seat.comes("17")
    expect(last).to_contain_class("more-right")
    expect(last).not_to_contain_class("more-left")
    faded = "each => getComputedStyle(each).maskImage.match(/rgba\\(0, 0, 0, 0\\)/g)?.length ?? 0"
    assert last.evaluate(faded) == 1
    last.evaluate("each => each.scrollTo(each.scrollWidth, 0)")
    expect(last).to_contain_class("more-left")
    expect(last).not_to_contain_class("more-right")
    assert last.evaluate(faded) == 1
    seat.page.set_viewport_size({"width": 1440, "height": 900})
    expect(last).not_to_contain_class("more-left")
    assert last.evaluate(faded) == 0


def test_the_first_number_moves_nothing(people: People) -> None:
    """The head has room for the numbers before there are any."""
    seats = [people.at("R00", size) for size in ((1280, 800), PHONE, (844, 390), (768, 1024), (1920, 1080))]
    tops = "() => ['.stage', '#felt', '.tray'].map((on) => document.querySelector(on).getBoundingClientRect().top)"
    before = [seat.page.evaluate(tops) for seat in seats]
    seats[0].comes("17")
    for seat in seats:
        seat.says("#round", "Round 2")
        seat.page.wait_for_selector("body.taken")
        expect(seat.page.locator("#last button")).to_have_count(1)
    assert [seat.page.evaluate(tops) for seat in seats] == before


def test_a_mouse_user_can_turn_the_chooser_on(people: People) -> None:
    """If turned on in the help, large buttons appear near lines and corners; the choice is remembered."""
    seat = people.at("R00")
    seat.page.get_by_role("button", name="Help").click()
    seat.page.get_by_label("Ask which spot I mean").check()
    seat.page.keyboard.press("Escape")
    seat.page.reload()
    seat.seated()
    box = seat.spot("corner", "8-9-11-12").bounding_box()
    assert box is not None
    seat.page.mouse.click(box["x"] + box["width"] / 2 - 4, box["y"] + box["height"] / 2 - 3)
    choice = seat.page.locator("#chooser").get_by_role("button", name="Corner 8, 9, 11, 12, pays 8 to 1")
    size = choice.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    choice.click()
    seat.until(lambda: seat.laid == 500)


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_the_tooltip_says_what_decides_a_spot_and_whose_chips_are_on_it(people: People) -> None:
    """At dice too; chips of others are beside the player's own, and are named."""
    other = people.at("C1")
    other.chip(25)
    other.put("pass")
    seat = people.at("C1")
    seat.put("pass")
    seat.spot("pass").hover()
    tooltip = seat.page.locator("#tooltip")
    expect(tooltip).to_contain_text("First roll: wins on 7 and 11, loses on 2, 3 and 12")
    expect(tooltip).to_contain_text("Guest 1: $25.00")
    expect(tooltip).to_contain_text("You: $5.00")
    apart = seat.page.evaluate(
        """() => {
          const stacks = [...document.querySelectorAll('.felt-scroll .stack')];
          const [one, two] = stacks.map((each) => each.getBoundingClientRect());
          return one.right <= two.left + 4 || two.right <= one.left + 4;
        }"""
    )
    assert apart


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_a_lone_player_who_skips_the_dice_reads_that_they_come_back(people: People) -> None:
    """The sentence is visible beside the card that asks again."""
    seat = people.at("C1")
    seat.put("pass")
    card = seat.page.locator(".asked-card")
    expect(card).to_contain_text("You roll automatically in 90 s.")
    card.get_by_role("button", name="Skip my turn").click()
    toast = seat.page.locator("#toast")
    expect(toast).to_contain_text("so you shoot again")
    expect(card).to_be_visible()
    seen = toast.evaluate(
        """(each) => {
          const { left, top, width, height } = each.getBoundingClientRect();
          return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""
    )
    assert seen


def test_double_skips_wagers_that_may_not_be_raised(people: People) -> None:
    """A progressive wager has a fixed amount: only the other wager is doubled, and nothing is refused."""
    seat = people.at("R00")
    seat.chip(1)
    seat.put("roulette-up-progressive")
    seat.chip(5)
    seat.put("red")
    seat.page.get_by_role("button", name="Double").click()
    seat.until(lambda: seat.stakes("red") == {"yours": 1000})
    assert seat.stakes("roulette-up-progressive") == {"yours": 100}
    expect(seat.page.locator("#toast")).to_be_hidden()


def test_changes_without_an_act_are_announced_too(people: People) -> None:
    """Opening a past round, and a spot without chips to remove."""
    seat = people.at("R00")
    seat.comes("17")
    said = seat.page.locator("#polite")
    seat.page.locator("#last button").first.click()
    expect(said).to_have_text("Round 1, past layout")
    seat.page.keyboard.press("Escape")
    seat.spot("red").focus()
    seat.page.keyboard.press("Delete")
    expect(said).to_have_text("You have no chips there.")
