"""The two felts of a table, on a desk and on a phone held either way: their sizes, their parts, and what is kept."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.support.browser.people import PHONE, People, Terminal

SIDEWAYS = (844, 390)
TABLES = ("R00", "C1", "B6")
ALL = pytest.mark.parametrize("people", [TABLES], indirect=True)
WHEELS = ("R0", "R000")  # other layouts of roulette, with one and with three zeros
EVERY = pytest.mark.parametrize("people", [(*TABLES, *WHEELS)], indirect=True)
CRAPS = pytest.mark.parametrize("people", [("C1",)], indirect=True)
TOUCH = {"has_touch": True, "is_mobile": True}

#: The texts of the felt with their sizes in pixels, the smallest first; not those on chips.
_PRINT = """() => [...document.querySelectorAll("#felt text")]
  .filter((each) => !each.closest(".stack, defs"))
  .map((each) => [each, each.getScreenCTM()])
  .map(([each, { a, b }]) => [parseFloat(getComputedStyle(each).fontSize) * Math.hypot(a, b), each.textContent])
  .sort(([one], [other]) => one - other)"""
#: The boxes of the felt with the length of their shorter side, the smallest first. A touch on what lies between them
#: is answered with a choice (`test_inside_bets_are_chosen_by_name_on_a_phone`, tests/web/js/units.test.mjs).
_TARGETS = """() => [...document.querySelectorAll(".spot:not([data-between])")]
  .map((each) => [each.getBoundingClientRect(), `${each.dataset.wager} ${each.dataset.spot}`])
  .map(([{ width, height }, name]) => [Math.min(width, height), name])
  .sort(([one], [other]) => one - other)"""
_PLACES = """() => ["#felt", "#felt > svg", ".stage", ".felt-bar", ".tray", "#chips", ".acts"]
  .map((each) => document.querySelector(each).getBoundingClientRect().toJSON())"""
#: Spots that cannot be scrolled into the box of the felt.
_LOST = """() => {
  const box = document.getElementById("felt");
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return [...document.querySelectorAll(".spot")].filter((each) => {
    each.scrollIntoView({ block: "center", inline: "center" });
    const spot = each.getBoundingClientRect();
    return spot.left < left - 1 || spot.right > right + 1 || spot.top < top - 1 || spot.bottom > bottom + 1;
  }).map((each) => `${each.dataset.wager} ${each.dataset.spot}`);
}"""


def turn(page: Page, width: int, height: int) -> None:
    """Hold the screen this way, and wait for the picture that fits it."""
    page.set_viewport_size({"width": width, "height": height})
    shape = re.compile("^0 0 640 " if width < height else "^0 0 1[0-9]{3} ")
    expect(page.locator("#felt > svg")).to_have_attribute("viewBox", shape)


def choose(page: Page, felt: str) -> None:
    """Show the simple or the full felt with its button."""
    button = page.locator("#felt-style")
    if button.is_visible() and button.inner_text() == f"{felt.capitalize()} layout":
        button.click()
        expect(button).not_to_have_text(f"{felt.capitalize()} layout")


@EVERY
def test_every_label_can_be_read_on_a_desk(people: People) -> None:
    """At 1440x900 no label is smaller than 12 pixels on the simple felt, and 10 on the full one."""
    for table in (*TABLES, *WHEELS):
        page = people.at(table, (1440, 900)).page
        for felt, least in (("full", 10), ("simple", 12)):
            choose(page, felt)
            printed = page.evaluate(_PRINT)
            assert len(printed) > 10 or table == "B6"
            assert printed[0][0] >= least, (table, felt, printed[:5])
            assert "more-" not in (page.locator(".felt-box").get_attribute("class") or "")  # the whole felt is shown


@EVERY
def test_a_finger_hits_every_spot_of_the_simple_felt(people: People) -> None:
    """A phone shows it first. Every target is 44 pixels in both directions, and nothing is wider than the screen."""
    for table in (*TABLES, *WHEELS):
        page = people.at(table, PHONE, **TOUCH).page
        for width, height in (PHONE, SIDEWAYS):
            turn(page, width, height)
            expect(page.locator("#felt-style")).to_have_text("Full layout")
            targets = page.evaluate(_TARGETS)
            assert len(targets) >= 7
            assert targets[0][0] >= 44, (table, width, targets[:5])
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for each in ("#felt-style", '[data-act="undo"]', "#mine-button", ".chip-button >> nth=0"):
                box = page.locator(each).bounding_box()
                if (table, each, width) == ("B6", "#felt-style", PHONE[0]):  # there is one felt
                    assert box is None
                    continue
                assert box is not None
                assert min(box["width"], box["height"]) >= 44, (table, each, box)
                assert box["y"] + box["height"] <= height


def test_inside_bets_are_chosen_by_name_on_a_phone(people: People) -> None:
    """A touch near a line offers the bets around it as large buttons; well inside a number it places at once."""
    seat = people.at("R00", PHONE, **TOUCH)
    seat.touch("split", "2-5", 3, 2)
    choice = seat.page.locator("#chooser").get_by_role("button", name="Split 2, 5, pays 17 to 1")
    box = choice.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    choice.tap()
    seat.until(lambda: seat.stakes("split", "2-5") == {"yours": 500})
    seat.touch("straight", "5", 0, 0)
    seat.until(lambda: seat.stakes("straight", "5") == {"yours": 500})
    expect(seat.page.locator("#chooser")).to_be_hidden()


@pytest.mark.parametrize("people", [("R00", "C1")], indirect=True)
def test_the_felt_is_remembered_for_each_game(people: People) -> None:
    """After a reload too; another game keeps its own. A desk begins with the full felt."""
    seat = people.at("R00")
    page = seat.page
    expect(seat.spot("back2back")).to_have_count(1)
    choose(page, "simple")
    expect(seat.spot("back2back")).to_have_count(0)
    page.reload()
    seat.seated()
    expect(seat.spot("back2back")).to_have_count(0)
    expect(seat.spot("straight", "17")).to_have_count(1)
    page.goto("/tables/C1")
    other = Terminal(page, "C1", people.server)
    expect(other.spot("hop-1-3")).to_have_count(1)


def test_without_a_connection_the_felt_stays(people: People) -> None:
    """Its button too: nothing is remembered that is not shown."""
    seat = people.at("R00")
    page = seat.page
    page.route("**/felt.svg*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.locator("#felt-style").click()
    expect(page.locator("#felt-style")).to_have_text("Simple layout")
    expect(seat.spot("back2back")).to_have_count(1)
    assert page.evaluate("localStorage.getItem('croupier.felt.numbers')") == "full"
    page.unroute("**/felt.svg*")
    choose(page, "simple")
    expect(seat.spot("back2back")).to_have_count(0)
    people.faults.clear()  # what was aborted


@CRAPS
def test_bets_without_a_spot_on_the_simple_felt_are_told_and_one_tap_away(people: People) -> None:
    """The button of the full felt says how many there are, and bets of the help list work without a spot."""
    seat = people.at("C1")
    page, button = seat.page, seat.page.locator("#felt-style")
    seat.chip(5)
    seat.put("any-seven")
    seat.put("pass")
    choose(page, "simple")
    expect(button).to_have_text("1 bet is on the full layout")
    assert seat.stakes("pass") == {"yours": 500}
    page.get_by_role("button", name="Help").click()
    page.locator("#help-search").fill("any craps")
    page.get_by_role("button", name="Place the selected chip on Any craps").click()
    expect(button).to_have_text("2 bets are on the full layout")
    button.click()
    expect(button).to_have_text("Simple layout")
    assert seat.stakes("any-seven") == seat.stakes("any-craps") == {"yours": 500}
    assert page.locator("#felt .stack").count() == 3


@ALL
def test_the_first_chip_moves_nothing(people: People) -> None:
    """Neither the felt nor the tray, on a phone held either way and on a desk."""
    for table, spot in (("R00", "even"), ("C1", "pass"), ("B6", "joker")):
        seat = people.at(table, PHONE, **TOUCH)
        for size in (PHONE, SIDEWAYS, (1440, 900)):
            turn(seat.page, *size)
            seat.spot(spot).scroll_into_view_if_needed()
            before = seat.page.evaluate(_PLACES)
            seat.put(spot)
            seat.page.wait_for_timeout(200)
            assert seat.page.evaluate(_PLACES) == before, (table, size)
            seat.page.locator('[data-act="clear"]').click()
            seat.until(lambda here=seat: here.laid == 0)  # type: ignore[misc]


@pytest.mark.parametrize("people", [("R00", "C1")], indirect=True)
def test_the_parts_of_an_upright_felt_are_named_and_reached(people: People) -> None:
    """Each button scrolls to its part. While the felt goes on below, a sign says so. Every spot can be reached."""
    named = {
        ("C1", "simple"): ["Line and come", "Numbers", "Field and hardways"],
        ("C1", "full"): ["Line and come", "Numbers", "Field and hardways", "One roll", "Side bets"],
        ("R00", "simple"): [],
        ("R00", "full"): ["Numbers", "Side bets"],
    }
    for table in ("R00", "C1"):
        page = people.at(table, PHONE, **TOUCH).page
        box = page.locator("#felt-box")
        for felt in ("simple", "full"):
            choose(page, felt)
            expect(box).to_contain_class("more-below")
            assert page.locator("#felt-parts button").all_inner_texts() == named[table, felt]
            for name in named[table, felt]:
                part = page.get_by_role("button", name=name, exact=True)
                part.tap()
                expect(part).to_have_attribute("aria-current", "true")
                title = page.locator(f'[data-panel="{name}"]').evaluate("each => each.getBoundingClientRect().top")
                frame = page.locator("#felt").bounding_box()
                assert frame is not None
                assert frame["y"] - 1 <= title <= frame["y"] + frame["height"] * 2 / 3
            assert page.evaluate(_LOST) == []
            page.locator("#felt").evaluate("each => each.scrollTo(0, each.scrollHeight)")
            expect(box).not_to_contain_class("more-below")


@CRAPS
def test_turning_the_phone_keeps_chips_puck_and_focus(people: People) -> None:
    """The other picture of the same felt: its stacks and its puck are where its spots are."""
    seat = people.at("C1", PHONE, **TOUCH)
    page = seat.page
    seat.put("pass")
    page.get_by_role("button", name="Take the dice").tap()
    seat.says("#shooter", "You")
    seat.comes("3-3")
    seat.put("place-8")
    where = """() => [
        '#felt .stack[data-key*="place-8"]', '[data-wager="place-8"]', ".puck", '[data-wager="come"][data-spot="6"]',
      ].map((each) => document.querySelector(each).getBoundingClientRect())
      .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])"""
    for width, height in (SIDEWAYS, PHONE, SIDEWAYS):
        shape = page.locator("#felt > svg").get_attribute("viewBox")
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#felt > svg")).not_to_have_attribute("viewBox", shape or "")
        page.wait_for_selector("#felt .puck")
        stack, spot, puck, come = page.evaluate(where)
        assert abs(stack[0] - spot[0]) < 3
        assert abs(stack[1] - spot[1]) < 12
        assert abs(puck[0] - come[0]) < 40  # in the column of the 6
        assert puck[1] < come[1]
        assert seat.stakes("place-8") == {"yours": 500}


@pytest.mark.parametrize("people", [("B6",)], indirect=True)
def test_there_is_one_big_six_wheel(people: People) -> None:
    """On the felt or beside it, also after a change of the felt; it stops at the symbol that came."""
    seat = people.at("B6", SIDEWAYS, **TOUCH)
    page = seat.page
    seat.put("one")
    seat.comes("flag")
    turned = "() => document.querySelector('.big-six-wheel .rotor').style.transform"
    angle = page.evaluate(turned)
    assert angle != "rotate(0deg)"
    for place in ("#felt", "#device", "#felt"):
        page.locator("#felt-style").tap()
        expect(page.locator(f"{place} .big-six-wheel")).to_be_visible()
        expect(page.locator(".big-six-wheel")).to_have_count(1)
        assert page.evaluate(turned) == angle


def test_keys_walk_the_upright_felt(people: People) -> None:
    """The bar comes before the felt, which is one stop; arrows go down a column and over its lines."""
    seat = people.at("R00", PHONE)
    page = seat.page
    page.locator("#felt-style").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.spot')")
    seat.spot("straight", "2").focus()
    walked = []
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
        walked.append(page.evaluate("(({ wager, spot }) => `${wager} ${spot}`)(document.activeElement.dataset)"))
    assert walked[:4] == ["split 2-5", "straight 5", "split 4-5", "straight 4"]
    assert walked[4:] == ["street 4-5-6", "dozen 1", "low "]


@ALL
def test_both_felts_are_accessible(people: People) -> None:
    """axe-core finds nothing, on a desk and on a phone."""
    for table in TABLES:
        page = people.at(table, (1440, 900), bypass_csp=True).page  # axe-core is put into the page
        for size in ((1440, 900), PHONE):
            turn(page, *size)
            for felt in ("simple", "full"):
                choose(page, felt)
                found = Axe().run(page).response["violations"]
                assert [f"{table} {size} {felt}: {each['help']}" for each in found] == []
