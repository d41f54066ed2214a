"""The reader board, the statistics at a table and the lobby in a real browser, from the first round on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from croupier.floor.demonstration import TABLES
from tests.support.browser.people import Demonstration, People
from tests.support.browser.scene import QUICK
from tests.support.web import Visitor

WALL, LARGE = (1920, 1080), (3840, 2160)
#: In pixels at 1920x1080, see docs/web.md: what is read from ten metres, its main figures, and what is read nearby.
ROOM, FIGURES, NEAR = 36, 64, 20
_NEAR = ".posted, .seal, .doors, .terms, .boxes span, .link, .demonstration"
_FIGURES = ".giant *, .award, .last .pocket, .meter output"
#: Time to look at what is shown with an outcome.
SHOWN = replace(QUICK, show=6.0)
_ROLLS = "4-2 5-3 2-4 6-5 3-2 1-3 4-1 2-2 5-4 6-6".split()
#: The smallest text of each kind, in pixels, with the words themselves.
_SMALLEST = """([near, figures]) => {
  const found = { near: [999, ""], figures: [999, ""], room: [999, ""] };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const box = text.parentElement;
    const hidden = box.closest(".visually-hidden, .skip, script, .split:not(.in-columns) h3");
    if (!text.textContent.trim() || hidden || !box.getClientRects().length) continue;
    const kind = box.closest(near) ? "near" : box.matches(figures) ? "figures" : "room";
    const size = parseFloat(getComputedStyle(box).fontSize);
    if (size < found[kind][0]) found[kind] = [size, text.textContent.trim()];
  }
  return found;
}"""
_SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@pytest.fixture(scope="module")
def people(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    """All tables of the demonstration, before their first round."""
    with Demonstration(f"sqlite:///{tmp_path_factory.mktemp('board')}/pit.db", *TABLES, pace=QUICK) as server:
        found = People(browser, server)
        yield found
        found.close()


def _fits(page: Page, table: str, *, scale: int) -> None:
    """One screen, in letters that are large enough."""
    page.goto(f"/tables/{table}/board")
    expect(page.locator(".link")).to_have_attribute("data-state", "open")
    _measured(page, table, scale=scale)


def _measured(page: Page, table: str, *, scale: int) -> None:
    size = page.viewport_size
    assert size is not None
    assert page.evaluate(_SIZE) == [size["width"], size["height"]], table
    found = page.evaluate(_SMALLEST, [_NEAR, _FIGURES])
    for kind, least in {"room": ROOM, "figures": FIGURES, "near": NEAR}.items():
        assert found[kind][0] >= scale * least, (table, kind, found[kind])


def _plays(people: People, table: str, outcomes: list[str]) -> None:
    """Rounds at a table, with one player who wagers in each."""
    wager = "pass" if table == "C1" else "one" if table == "B6" else "red"
    with Visitor(people.server).at(table) as line:
        for outcome in outcomes:
            line.until_betting()
            line.ask("place", wager=wager, amount=500)
            people.server.comes(table, outcome)
            line.until_event("betting-opened", 1)
            line.happened.clear()


def test_all_tables_are_on_one_screen_of_a_desk(people: People) -> None:
    """At 1440x900, with room for an invitation beside the heading."""
    page = people.new((1440, 900))
    page.goto("/")
    bottoms = page.locator(".table").evaluate_all("all => all.map((each) => each.getBoundingClientRect().bottom)")
    assert len(bottoms) == 5
    assert max(bottoms) <= 900


def test_a_board_is_useful_from_the_first_round_and_fits_the_wall(people: People) -> None:
    """Without a round, after one and after 40, at 1080p and at 4K: nothing scrolls, nothing is too small."""
    page, large = people.new(WALL), people.new(LARGE)
    for table in ("R00", "C1", "B6"):
        _fits(page, table, scale=1)
        _fits(large, table, scale=2)
    page.goto("/tables/R00/board")
    shares = page.locator(".shares")
    expect(shares).to_contain_text("Red –")
    _plays(people, "R00", ["17"])
    expect(shares).to_contain_text("Black 100%")  # without loading the page again
    expect(shares).to_contain_text("Odd 100%")
    expect(shares).to_contain_text("2nd 12 100%")
    expect(page.locator(".luck")).to_contain_text("Past numbers say nothing about the next one.")
    _plays(people, "C1", (4 * _ROLLS)[:40])
    for table in ("R00", "C1"):
        _fits(page, table, scale=1)
        _fits(large, table, scale=2)
    expect(page.locator(".came-often")).to_have_count(2)
    expect(page.locator(".columns li", has_text="12")).to_contain_text("4")


def test_an_award_is_read_from_ten_metres(browser: Browser, tmp_path: Path) -> None:
    """It stands on the board while the outcome is shown, and nothing else becomes too small for it."""
    with Demonstration(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SHOWN) as server:
        people = People(browser, server)
        boards = [(people.new(WALL), 1), (people.new(LARGE), 2)]
        for page, _ in boards:
            page.goto("/tables/R00/board")
        with Visitor(server).at("R00") as line:
            line.until_betting()
            server.comes("R00", "17")
            line.until_event("betting-opened", 1)
            line.ask("place", wager="red", amount=500)
            line.ask("place", wager="back2back", amount=500)
            server.comes("R00", "17")
            for page, scale in boards:
                page.wait_for_selector(".award")
                _measured(page, "R00", scale=scale)
                expect(page.locator(".award")).to_contain_text("Award: ")
        people.close()


def test_a_player_opens_the_statistics_and_they_follow_the_table(people: People) -> None:
    page = people.at("B6", bypass_csp=True).page  # axe-core is put into the page
    page.get_by_role("button", name="Statistics").click()
    dialog = page.get_by_role("dialog", name="Statistics")
    expect(dialog).to_contain_text("No rounds yet")
    expect(dialog).to_contain_text("Past outcomes say nothing about the next one")
    people.server.comes("B6", "joker")
    expect(dialog).to_contain_text("Shares of the first round")
    expect(dialog.locator(".columns li", has_text="Joker")).to_contain_text("100%")
    expect(dialog.get_by_role("link", name="Round 1")).to_have_attribute("target", "_blank")
    assert not [each["help"] for each in Axe().run(page).response["violations"]]
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Statistics"
