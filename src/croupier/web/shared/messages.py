"""The texts of the pages: `messages.toml` in English, with a section for each page, and in other languages."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from croupier.text.language import ENGLISH, Language, current
from croupier.text.translations import texts

Words = dict[str, dict[str, str]]


def words() -> Words:
    """All texts of the pages in the current language, by section: `words()["terminal"]["undo"]`."""
    return catalogue(current())


@cache
def catalogue(language: Language) -> Words:
    """All texts of the pages in a language; English where there is no other."""
    english: Words = tomllib.loads(files("croupier.web.shared").joinpath("messages.toml").read_text(encoding="utf-8"))
    if language == ENGLISH:
        return english
    translated: Words = texts(language, "pages")
    return {section: said | translated.get(section, {}) for section, said in english.items()}
