"""What was found on pictures of the screens, and must not come back (docs/appendix/screens.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.people import DESK, PACE, PHONE, Demonstration, People, Terminal
from tests.support.browser.scene import QUICK
from tests.support.proxy import Proxy

SIDEWAYS, TABLET, LARGE = (844, 390), (768, 1024), (1920, 1080)
TOUCH = {"has_touch": True, "is_mobile": True}
TABLES = ("R00", "C1", "B6")
#: Those of these elements that are seen and overlap.
_OVERLAPS = """(selectors) => {
  const seen = selectors.flatMap((each) => [...document.querySelectorAll(each)])
    .map((each) => [each, each.getBoundingClientRect()]).filter(([, { width }]) => width);
  return seen.flatMap(([one, a], place) => seen.slice(place + 1)
    .filter(([other]) => !one.contains(other) && !other.contains(one))
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => [one, other].map((each) => each.id || each.className).join(" and ")));
}"""
_PLACES = """() => [".stage", ".felt-bar", "#felt-box"].map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
_SOLID = "each => [getComputedStyle(each).opacity, getComputedStyle(each).filter]"
#: Dice that leave their tray.
_OUTSIDE = """() => {
  const tray = document.querySelector("#large .dice").getBoundingClientRect();
  return [...document.querySelectorAll("#large .side")].map((each) => each.getBoundingClientRect())
    .filter(({ left, right }) => left < tray.left || right > tray.right)
    .map(({ left, right }) => [left - tray.left, tray.right - right]);
}"""
#: Boxes of a tracker on the board that lie on the next one.
_INTO_THE_NEXT = """() => [...document.querySelectorAll(".tracker")].flatMap((each) => {
  const next = each.nextElementSibling?.getBoundingClientRect();
  const here = each.getBoundingClientRect();
  return [...each.querySelectorAll(".boxes li")].map((box) => box.getBoundingClientRect())
    .filter(({ right }) => right > here.right + 1 || (next && next.top < here.bottom && right > next.left));
}).length"""
STAGE = ("#phase", "#next", "#round", "#shooter", "#ready", "#ready-count", "#felt-style", "#open-bets", "#clock")
_SHOW_NOTICE = "each => Object.assign(each, { hidden: false, textContent: 'Tap, click or press a key for sound' })"


@pytest.fixture
def line(browser: Browser, tmp_path: Path) -> Iterator[tuple[People, Proxy]]:
    """All games, reached through a line that can be stalled."""
    with Proxy() as proxy, Demonstration(f"sqlite:///{tmp_path}/demo.db", *TABLES, pace=PACE, proxy=proxy) as server:
        people = People(browser, server)
        yield people, proxy
        proxy.heal()
        people.close()


def _given(size: tuple[int, int]) -> dict[str, Any]:
    return TOUCH if size in (PHONE, SIDEWAYS, TABLET) else {}


def _two(people: People, table: str, size: tuple[int, int]) -> Terminal:
    """A player at a table with somebody else, so that there is a count of those who are ready."""
    other = people.at(table)
    seat = people.at(table, size, **_given(size))
    expect(seat.page.locator("#ready-count")).to_have_text("0 of 2 ready")
    assert other.page.url
    return seat


def _shoot(seat: Terminal) -> None:
    """At craps a round needs a shooter."""
    if seat.table == "C1":
        seat.put("pass")
        seat.page.locator("#asked .gold").click()
        seat.says("#shooter", "You")


def _moved(before: list[list[int]], after: list[list[int]]) -> int:
    """How far parts of the page moved or grew, in pixels."""
    return max(abs(a - b) for one, other in zip(before, after, strict=True) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("people", [("R00", "B6")], indirect=True)
def test_nothing_overlaps_in_the_stage_of_a_phone(people: People) -> None:
    """The count of those who are ready was below the button that shows which bets are open."""
    for table in ("R00", "B6"):
        seat = _two(people, table, PHONE)
        expect(seat.page.locator("#ready")).to_be_visible()
        assert seat.page.evaluate(_OVERLAPS, STAGE) == [], table


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_the_notice_about_sound_covers_neither_words_nor_buttons(people: People, size: tuple[int, int]) -> None:
    page = people.new(size, **TOUCH)
    page.goto("/tables/R00?coach=guided")
    Terminal(page, "R00", people.server)
    page.locator("#sound-waits").evaluate(_SHOW_NOTICE)
    assert page.evaluate(_OVERLAPS, ("#sound-waits", *STAGE, ".tools .button", "#coach")) == []


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_lost_connection_and_the_close_move_nothing(line: tuple[People, Proxy], size: tuple[int, int]) -> None:
    """Their words may be longer or shorter than those before."""
    people, proxy = line
    for table, outcome in zip(TABLES, ("17", "4-3", "one"), strict=True):
        _shoot(people.at(table))
        seat = people.at(table, size, **_given(size))
        before = seat.page.evaluate(_PLACES)
        proxy.stall()
        expect(seat.page.locator("body")).to_contain_class("offline")
        assert _moved(before, seat.page.evaluate(_PLACES)) <= 1, table
        proxy.heal()
        expect(seat.page.locator("body")).not_to_contain_class("offline")
        seat.page.evaluate(
            "window.moved = []; new MutationObserver(() => { const places = (" + _PLACES + ")();"
            " document.body.matches('.taken') || moved.push(JSON.stringify(places)); })"
            ".observe(document.getElementById('phase'), { childList: true })"
        )
        seat.comes(outcome)
        places = [json.loads(each) for each in seat.page.evaluate("moved")]
        assert places
        assert max(_moved(before, each) for each in places) <= 1, table


@pytest.mark.parametrize("slowly", [("C1",)], indirect=True)
@pytest.mark.parametrize("size", [DESK, PHONE, SIDEWAYS, TABLET])
def test_large_dice_are_whole_and_apart_and_chips_stay_solid(slowly: People, size: tuple[int, int]) -> None:
    seat = slowly.at("C1", size, **_given(size))
    page = seat.page
    _shoot(seat)
    seat.put("field")
    slowly.server.comes("C1", "4-3")
    expect(page.locator("#large .dice")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate(_OUTSIDE) == []
    assert page.evaluate(_OVERLAPS, ["#large .die"]) == []
    assert page.locator("#felt g.chips").evaluate(_SOLID) == ["1", "none"]


def test_the_cue_of_a_longer_felt_follows_a_change_of_the_felt(people: People) -> None:
    """On a phone in landscape the full felt goes on below; the simple one does not."""
    page = people.at("R00", SIDEWAYS, **TOUCH).page
    box, button = page.locator("#felt-box"), page.locator("#felt-style")
    for _ in range(2):
        expect(button).to_have_text("Full layout")
        expect(box).not_to_contain_class("more-below")
        button.tap()
        expect(button).to_have_text("Simple layout")
        expect(box).to_contain_class("more-below")
        button.tap()


@pytest.mark.parametrize("people", [("B6",)], indirect=True)
def test_no_button_offers_a_felt_that_looks_the_same(people: People) -> None:
    """An upright phone has one felt of Big Six, all of which is seen."""
    page = people.at("B6", PHONE, **TOUCH).page
    expect(page.locator("#felt-style")).to_be_hidden()
    expect(page.locator("#felt-box")).not_to_contain_class("more-below")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("#felt-style")).to_be_visible()


@pytest.mark.parametrize("people", [("R00", "C1")], indirect=True)
def test_the_card_of_the_coach_shows_its_whole_sentence(people: People) -> None:
    for table, size in (("R00", DESK), ("C1", DESK), ("C1", SIDEWAYS), ("R00", PHONE)):
        page = people.new(size, **_given(size))
        page.goto(f"/tables/{table}?coach=guided")
        Terminal(page, table, people.server)
        expect(page.locator("#coach h2")).to_contain_text("1 of 6")
        for name in (f"{number} of 6" for number in range(1, 7)):
            expect(page.locator("#coach h2")).to_contain_text(name)
            cut = page.locator("#coach-says").evaluate("each => each.scrollHeight - each.clientHeight")
            assert cut <= 1, (table, size, name)
            page.locator("#coach-next").click()


def _board(browser: Browser, folder: Path, table: str, size: tuple[int, int]) -> Iterator[Page]:
    with Demonstration(f"sqlite:///{folder}/demo.db", table, pace=QUICK) as server:
        people = People(browser, server)
        page = people.new(size)
        page.goto(f"/tables/{table}/board")
        yield page
        people.close()


@pytest.mark.parametrize("size", [DESK, LARGE, (3840, 2160)])
@pytest.mark.parametrize("table", ["R00", "C1"])
def test_trackers_on_the_board_keep_apart(
    browser: Browser, tmp_path: Path, table: str, size: tuple[int, int]
) -> None:
    for page in _board(browser, tmp_path, table, size):
        expect(page.locator(".tracker").first).to_be_visible()
        assert page.evaluate(_INTO_THE_NEXT) == 0


@pytest.mark.parametrize("people", [("C1",)], indirect=True)
def test_columns_of_the_board_fit_a_screen_on_its_side(people: People) -> None:
    """They were as high as four screens of a phone."""
    page = people.new(SIDEWAYS, **TOUCH)
    people.server.comes("C1", "4-3")
    page.goto("/tables/C1/board")
    box = page.locator(".in-columns").bounding_box()
    assert box is not None
    assert box["height"] < SIDEWAYS[1]
