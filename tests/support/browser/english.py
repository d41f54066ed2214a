"""Finds English on a page that should be in another language: texts of Croupier that have a translation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

from croupier.text.render import sentences
from croupier.text.translations import texts
from croupier.web.shared import messages

#: What a page shows and what screen readers read: not print on the felt and on keys, nor what is marked as English.
_READ = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const skipped = "script, style, template, kbd, svg.felt, svg.racetrack, [lang]:not(html)";
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(skipped)) found.push(node.data);
  for (const name of ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"])
    for (const each of document.querySelectorAll(`[${name}]`))
      if (!each.closest("[lang]:not(html)")) found.push(each.getAttribute(name));
  return [document.title, ...found, ...(window.heard ?? []), ...(window.seen ?? [])];
}"""
_FIELD = re.compile(r"\{[^}]*\}")
#: What may stand for a value: it is not checked again.
_VALUE = ".+"


def read(page: Page) -> list[str]:
    """Every text of a page, also those that are only read aloud."""
    return [" ".join(each.split()) for each in page.evaluate(_READ) if each and each.strip()]


def english(page: Page) -> set[str]:
    """The texts of a page that are English although the catalogue has a translation."""
    exact, shapes = _known()
    found = set(read(page))
    return {each for each in found if each in exact or any(shape.fullmatch(each) for shape in shapes)}


@cache
def _known() -> tuple[set[str], list[re.Pattern[str]]]:
    exact, shapes = set[str](), list[re.Pattern[str]]()
    for before, after in _pairs():
        if before == after:
            continue
        parts = _FIELD.split(before)
        if len(parts) == 1:
            exact.add(before)
        elif len(re.findall(r"[A-Za-z]{3,}", " ".join(parts))) >= 2:  # one short word also occurs in other languages
            shapes.append(re.compile(_VALUE.join(map(re.escape, parts))))
    return exact - {after for _, after in _pairs()}, shapes


def _pairs() -> Iterator[tuple[str, str]]:
    """Every text in English and in Spanish."""
    spanish = texts("es", "pages")
    for section, said in messages.catalogue("en").items():
        yield from ((text, spanish[section][key]) for key, text in said.items())
    for section in texts("es", "games").values():
        yield from section.items()
    catalogue = files("croupier.text").joinpath("catalogue.toml").read_text(encoding="utf-8")
    refusals: Mapping[str, Mapping[str, str]] = sentences(tomllib.loads(catalogue))
    for key, said in sentences(texts("es", "refusals")).items():
        yield from ((refusals[key][audience], text) for audience, text in said.items())
