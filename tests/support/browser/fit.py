"""Finds what does not fit in a browser: pages that are too wide, words outside their box, print on a felt."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.support.browser.people import People

#: Finds elements wider than their box or outside their panel, names on two lines, spots under the felt's button.
UGLY = """() => {
  const said = (all) => all.map((each) => each.outerHTML.slice(0, 90));
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const box = (each) => each.getBoundingClientRect();
  const covers = (a, b) => a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
  const boxes = ".boxes li, .button:not(.small, .act), .pocket, .phase, .figures td";
  const inside = (each) => {
    const around = each.closest(".panel, .sheet, .about");
    return box(around).right - parseFloat(getComputedStyle(around).paddingRight) + 1;
  };
  const figures = ".giant *, .numbers .outcome, .sheet b, .sheet .pays, .wagers :is(td, a)";
  const buttons = innerWidth > 992 ? seen(".near-button") : [];
  return [
    ...said(seen(boxes).filter((each) => each.scrollWidth > each.clientWidth + 1)),
    ...said(seen(".offer .name").filter((each) => each.getClientRects().length > 1)),
    ...said(seen(figures).filter((each) => box(each).right > inside(each))),
    ...said(buttons.flatMap((button) => seen(".spot").filter((spot) => covers(box(button), box(spot))))),
  ];
}"""
#: The size of a page, and its font size.
SIZES = """() => {
  const root = document.documentElement;
  return [root.scrollWidth, root.scrollHeight, parseFloat(getComputedStyle(root).fontSize)];
}"""

#: Finds text on a felt that leaves its shape, or is within two units of the shape's edge or of other text.
#: The letters of a text fill the middle of its box from top to bottom. Text that a cover hides is ignored.
PRINT = """() => {
  const felt = document.querySelector("svg.felt");
  const units = felt.getScreenCTM().inverse();
  const point = (x, y) => new DOMPoint(x, y).matrixTransform(units);
  const box = (each, inset = 0) => {
    const seen = each.getBoundingClientRect();
    const [from, to] = [point(seen.left, seen.top), point(seen.right, seen.bottom)];
    const high = (to.y - from.y) * inset;
    return { each, left: from.x, top: from.y + high, right: to.x, bottom: to.y - high };
  };
  const middle = (each) => [(each.left + each.right) / 2, (each.top + each.bottom) / 2];
  const holds = (each, [x, y]) => each.left <= x && each.right >= x && each.top <= y && each.bottom >= y;
  const area = (each) => (each.right - each.left) * (each.bottom - each.top);
  const shape = (each) => each.right - each.left > 4 && each.bottom - each.top > 4;
  const upright = (each) => !each.closest(".wheel, .stack");
  const every = (selector) => [...felt.querySelectorAll(selector)].filter(upright);
  const all = (selector, inset) => every(selector).map((each) => box(each, inset));
  const shapes = all("rect:not(.spot), circle, path").filter(shape);
  const covers = all(".cover path");
  const hidden = (text) => !text.each.closest(".cover") && covers.some((cover) => holds(cover, middle(text)));
  const texts = all("text", 0.2).filter((text) => !hidden(text));
  const found = [];
  for (const [place, text] of texts.entries()) {
    const said = `${text.each.textContent} at ${Math.round(text.left)}, ${Math.round(text.top)}`;
    const [around] = shapes.filter((each) => holds(each, middle(text))).sort((a, b) => area(a) - area(b));
    if (text.left < around.left + 2 || text.right > around.right - 2) found.push(`${said} leaves its box`);
    for (const other of texts.slice(0, place)) {
      const across = Math.min(text.right, other.right) - Math.max(text.left, other.left);
      const down = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top);
      if (across > -2 && down > 0) found.push(`${said} runs into ${other.each.textContent}`);
    }
  }
  return [texts.length, found];
}"""


def shows_what_decides(people: People) -> None:
    """Check that a phone in landscape shows the wheel or the dice beside the layout, and all chips of the tray."""
    for table, device in (("R00", ".roulette-wheel"), ("C1", ".dice"), ("B6", ".big-six-wheel")):
        page = people.at(table, (844, 390), has_touch=True, is_mobile=True).page
        for width, height in ((844, 390), (720, 450)):
            page.set_viewport_size({"width": width, "height": height})
            box = page.locator(device).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 60
            assert box["y"] + box["height"] <= height
            tray = page.locator("#chips").evaluate("each => [each.scrollWidth, each.clientWidth]")
            assert tray[0] <= tray[1], (table, width, tray)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def head_is_clear(page: Page) -> None:
    """Check that nothing in the head of a terminal overlaps, at any size."""
    for width, height in ((390, 844), (320, 640), (844, 390), (720, 450), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        waits, play, numbers, brand = (
            page.locator(each).evaluate("each => each.getBoundingClientRect().toJSON()")
            for each in ("#sound-waits", ".play", "#last", ".brand")
        )
        beside = waits["left"] >= numbers["right"] or waits["right"] <= numbers["left"]
        assert beside or waits["top"] >= numbers["bottom"] - 1, (width, height)
        assert waits["top"] >= play["bottom"] or waits["left"] >= play["right"], (width, height)
        assert waits["left"] >= 0
        assert waits["right"] <= width
        assert play["right"] <= numbers["left"] or play["bottom"] <= numbers["top"], (width, height)
        assert min(brand["width"], brand["height"]) >= 44
