"""Pages and felts with DejaVu alone and with Liberation alone, each with the web fonts and without them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.fit import PRINT, SIZES, UGLY, head_is_clear, shows_what_decides
from tests.support.browser.people import PHONE, People, Terminal, chromium, launch
from tests.support.browser.scene import PAGES, open_page, tables
from tests.support.felts import FELTS

TABLES = ("R00", "C1", "B6")
SEEN = [name for name in PAGES if not name.endswith(("-R0", "-R000"))]
LIBERATION = Path(__file__).parents[3] / "build" / "liberation"
#: The installed fonts, whether the web fonts can be loaded, and the resulting fonts of text and headings.
SHOWN = {
    "DejaVu": ("DejaVu", True, "Roboto", "Domine"),
    "DejaVu without the web fonts": ("DejaVu", False, "DejaVu Sans", "DejaVu Serif"),
    "Liberation": ("Liberation", True, "Roboto", "Domine"),
    "Liberation without the web fonts": ("Liberation", False, "Liberation Sans", "Liberation Serif"),
}


def fontconfig(folder: Path, family: str) -> Path:
    """A configuration with only one installed font family."""
    files = Path(matplotlib.get_data_path()) / "fonts" / "ttf" if family == "DejaVu" else LIBERATION
    if not files.exists():
        pytest.skip("there is no build/liberation: `make build/liberation` downloads it from Debian")
    (folder / "fonts").mkdir()
    for each in files.glob(f"{family}*.ttf"):
        shutil.copy(each, folder / "fonts")
    aliases = "".join(
        f"<alias><family>{alias}</family><prefer><family>{family} {name}</family></prefer></alias>"
        for alias, name in (("sans-serif", "Sans"), ("serif", "Serif"), ("monospace", "Sans Mono"))
    )
    written = f"<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/cache</cachedir>{aliases}</fontconfig>"
    (folder / "fonts.conf").write_text(f'<?xml version="1.0"?>{written}', encoding="utf-8")
    return folder / "fonts.conf"


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    """Tables in the middle of a round."""
    with chromium() as browser, tables(browser, tmp_path_factory.mktemp("scene"), TABLES) as found:
        yield found


@pytest.fixture(scope="module")
def guest(scene: People) -> Any:
    """A person who keeps the cookie, and so the place at every table."""
    page = scene.new()
    page.goto("/")
    return page.context.storage_state()


@pytest.fixture(scope="module", params=SHOWN)
def shown(
    scene: People, guest: Any, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[People]:
    """The same tables and guest in a browser with other fonts."""
    family, loaded, _, _ = SHOWN[request.param]
    conf = fontconfig(tmp_path_factory.mktemp("fonts"), family)
    with launch(scene.browser.browser_type, fonts=conf) as browser:
        found = People(browser, scene.server, fonts=loaded, storage_state=guest)
        yield found
        found.close()


def drawn_in(page: Page, selector: str) -> set[str]:
    """The fonts that a browser really uses for an element."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {each["familyName"] for each in fonts}


def test_the_browser_uses_the_intended_fonts(shown: People, request: pytest.FixtureRequest) -> None:
    """Otherwise the other tests would use the same fonts four times."""
    _, loaded, sans, serif = SHOWN[request.node.callspec.params["shown"]]
    page = shown.new()
    page.goto("/")
    page.evaluate("document.fonts.ready.then(() => null)")
    assert drawn_in(page, "h1") == {serif}
    assert drawn_in(page, ".lead") == {sans}
    page.goto("/tables/C1/rounds/3")
    page.evaluate("document.fonts.ready.then(() => null)")
    assert drawn_in(page, ".felt text[font-size='38']") == {serif}
    assert drawn_in(page, ".felt text[font-weight='normal']") == {sans}
    if loaded:  # an arrow that the face of headings does not have is taken from the other, not from the machine
        page.goto("/tables/B6/board")
        page.evaluate("document.fonts.ready.then(() => null)")
        assert drawn_in(page, ".boxes .lit b") == {sans}


@pytest.mark.parametrize("size", [PHONE, (1440, 900)], ids=["phone", "desk"])
def test_every_page_fits(shown: People, size: tuple[int, int]) -> None:
    """Nothing is wider than its screen or box, and a board on a desk is one screen."""
    page = shown.new(size)
    found = []
    for name in SEEN:
        open_page(page, shown, name)
        wide, high, _ = page.evaluate(SIZES)
        found += [f"{name}: it is {wide} wide"] if wide > size[0] else []
        found += [f"{name}: it is {high} high"] if name.startswith("board") and high > size[1] == 900 else []
        found += [f"{name}: it is cut off or covered: {each}" for each in page.evaluate(UGLY)]
    assert not found


def test_a_terminal_has_room_for_everything(shown: People) -> None:
    """On a phone in landscape, and in its head at every size."""
    shows_what_decides(shown)
    page = shown.new()
    page.goto("/tables/R00")
    Terminal(page, "R00", shown.server)
    expect(page.locator("#sound-waits")).to_be_visible()
    head_is_clear(page)


def test_print_on_a_felt_stays_where_it_belongs(shown: People) -> None:
    """On every felt; NINE once touched its box, and SEVEN overlapped its odds."""
    page = shown.new((1600, 1000))
    page.goto(PAGES["wrong"])  # a page on which nothing moves
    found = []
    for name, draw in FELTS.items():
        page.evaluate("(drawn) => { document.body.innerHTML = drawn; }", draw())
        page.evaluate("document.fonts.ready.then(() => null)")
        count, faults = page.evaluate(PRINT)
        assert count > 7
        found += [f"{name}: {each}" for each in faults]
    assert not found
