"""Every page in a real browser, small and large: accessible, nothing cut off, proofs valid."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

from tests.support.browser.fit import SIZES, UGLY
from tests.support.browser.people import DESK, PHONE, People, chromium, launch
from tests.support.browser.scene import PAGES, open_page, tables

#: One table of each game: R0 and R000 have the pages of R00.
TABLES = ("R00", "C1", "B6")
SEEN = [name for name in PAGES if not name.endswith(("-R0", "-R000"))]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    """Tables in the middle of a round."""
    with chromium() as browser, tables(browser, tmp_path_factory.mktemp("scene"), TABLES) as found:
        yield found


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_page_is_accessible(people: People, size: tuple[int, int]) -> None:
    """axe-core finds nothing serious on any page, nothing is wider than its screen or box, no spot is covered."""
    page = people.new(size, bypass_csp=True)  # axe-core is put into the page
    found = []
    for name in SEEN:
        open_page(page, people, name)
        found += [
            f"{name}: {each['help']}: {each['nodes'][0]['html'][:120]}"
            for each in Axe().run(page).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        if page.evaluate("document.documentElement.scrollWidth") > size[0]:
            found.append(f"{name}: it is wider than its screen")
        found += [f"{name}: it is cut off or covered: {each}" for each in page.evaluate(UGLY)]
        if name == "lobby":  # two eights in a row are two links
            named = page.locator(".numbers a").evaluate_all("all => all.map((each) => each.ariaLabel)")
            assert {"Round 40: 8", "Round 36: 8", "Round 9: 5-4", "Round 9: Joker"} <= set(named)
        if name.startswith("round"):  # the picture is described in words: its spots are not controls
            heard = page.locator("main").aria_snapshot()
            assert not re.search("pays .* to 1", heard)
            assert re.search(r"Guest \d: \$\S+ on ", heard)
        if name.startswith("round") and "All values are equal" not in page.locator("[data-verdict]").inner_text():
            found.append(f"{name}: the browser does not confirm the outcome")
    assert not found


@pytest.mark.parametrize(
    ("size", "letters"), [((320, 640), 16), (PHONE, 24), ((1440, 900), 16)], ids=["narrow", "large letters", "wide"]
)
def test_every_page_fits_small_screens_and_large_letters(people: People, size: tuple[int, int], letters: int) -> None:
    """No page but a terminal scrolls sideways, whatever letters a reader chooses; a board on a desk is one screen."""
    found = []
    with launch(people.browser.browser_type, f"--blink-settings=defaultFontSize={letters}") as browser:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, base_url=people.server.origin)
        for name in SEEN:
            if name.startswith("terminal"):
                continue
            open_page(page, people, name)
            wide, high, root = page.evaluate(SIZES)
            found += [f"{name}: it is {wide} wide"] if wide > size[0] else []
            found += [f"{name}: its letters are {root}"] if root < letters else []
            found += [f"{name}: it is {high} high"] if name.startswith("board") and high > size[1] == 900 else []
            found += [f"{name}: it is cut off or covered: {each}" for each in page.evaluate(UGLY)]
    assert not found


def test_every_printed_page_names_its_table(people: People) -> None:
    """Every printed page of the posted rules has the table's name and a page number."""
    page = people.new()
    open_page(page, people, "rules-C1")
    printed = PdfDocument(page.pdf(format="A4", prefer_css_page_size=True))
    assert len(printed) > 3
    for number, each in enumerate(printed, 1):
        said = each.get_textpage().get_text_range()
        assert "Posted rules · Colorado craps · C1" in said
        assert f"{number} / {len(printed)}" in said
