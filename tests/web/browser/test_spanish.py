"""The players' pages in Spanish, in a browser: no English is left, the choice is kept, and everything fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.english import english
from tests.support.browser.fit import SIZES, UGLY
from tests.support.browser.people import DESK, PHONE, People, Terminal
from tests.support.browser.scene import PAGES, open_page, tables

TABLES = ("R00", "C1", "B6")
SPANISH: dict[str, Any] = {"locale": "es-MX"}
PHONES = {"has_touch": True, "is_mobile": True, **SPANISH}


@pytest.fixture(scope="module")
def live(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    with tables(browser, tmp_path_factory.mktemp("spanish")) as people:
        yield people


def check(page: Page) -> None:
    """Nothing on this page is English, too wide, or cut off."""
    assert page.evaluate("document.documentElement.lang") == "es"
    assert not english(page)
    assert not page.evaluate(UGLY)
    width, _, _ = page.evaluate(SIZES)
    assert width <= page.evaluate("innerWidth")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_no_page_has_english_texts(live: People, size: tuple[int, int]) -> None:
    page = live.new(size, **(SPANISH if size == DESK else PHONES))
    for name in PAGES:
        open_page(page, live, name)
        check(page)


def test_english_is_found(live: People) -> None:
    page = live.new()
    page.goto("/")
    assert "Tables" in english(page)
    page.goto("/tables/C1")
    Terminal(page, "C1", live.server)
    assert {"Come-out roll", "Undo"} & english(page)


@pytest.mark.parametrize("people", [("R00", "C1")], indirect=True)
def test_a_round_is_told_in_the_language_of_each_player(people: People) -> None:
    """Two terminals at one table: calls, refusals and results in two languages."""
    ana, bob = people.at("C1", **SPANISH), people.at("C1")
    for each in (ana, bob):
        each.chip(5)
        each.put("pass")
    ana.spot("pass-odds").click()
    expect(ana.page.locator("#toast")).to_contain_text("punto")
    people.server.comes("C1", "4-4")
    for each, phase in ((ana, "El punto es 8"), (bob, "Point is 8")):
        each.says("#round", "2")
        each.says(".stage", phase)
    people.server.comes("C1", "5-2")
    ana.says("#round", "3")
    bob.says("#round", "3")
    assert "Seven out" in " ".join(bob.said()[0])
    assert "Seven out" not in " ".join(ana.said()[0])
    for terminal in (ana, people.at("R00", **SPANISH)):
        check(terminal.page)


@pytest.mark.parametrize("people", [("B6",)], indirect=True)
def test_the_guided_round_and_the_menus_are_spanish(people: People) -> None:
    terminal = people.at("B6", **SPANISH)
    page = terminal.page
    page.locator(".coach-button").click()
    check(page)
    page.keyboard.press("Escape")
    page.locator('[data-act="help"]').first.click()
    check(page)


@pytest.mark.parametrize("people", [("B6",)], indirect=True)
def test_a_language_is_chosen_by_keyboard_and_kept(people: People) -> None:
    page = people.new()
    page.goto("/odds?house=colorado-craps")
    link = page.locator("a.language")
    expect(link).to_have_text("Español")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.url.endswith("/odds?house=colorado-craps")
    page.goto("/tables/B6")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    Terminal(page, "B6", people.server)
    page.locator("a.language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("people", [("B6",)], indirect=True)
def test_a_language_is_chosen_without_scripts(people: People) -> None:
    page = people.new(java_script_enabled=False)
    page.goto("/")
    page.locator("a.language").click()
    assert page.locator("html").get_attribute("lang") == "es"
    expect(page.locator("h1")).to_be_visible()
