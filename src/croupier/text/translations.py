"""The texts of Croupier in other languages: a folder for each, with one file for each kind of text.

`pages.toml` has the texts of the pages, `refusals.toml` the sentences of refusals that players can be told, and
`games.toml` what games declare, with the English text as the key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.text.language import ENGLISH, Language, current
from croupier.text.phrase import Phrase

#: The folders of the languages other than English.
FOLDERS: Mapping[Language, str] = {"es": "spanish"}
#: The section of texts that belong to no game.
COMMON = "common"


@cache
def texts(language: Language, kind: str) -> dict[str, Any]:
    """The texts of one kind in a language other than English."""
    at = files("croupier.text").joinpath(FOLDERS[language], f"{kind}.toml")
    return tomllib.loads(at.read_text(encoding="utf-8"))


def declared(text: str, section: str = COMMON) -> str:
    """A text that a game declares, in the current language; English where there is no other.

    >>> declared("Red", "roulette"), declared(Phrase("{number} red", number=3), "roulette")
    ('Red', '3 red')
    """
    language = current()
    if language == ENGLISH:
        return str(text)
    found = texts(language, "games")
    own, common = found.get(section, {}), found[COMMON]
    if not isinstance(text, Phrase):
        translated: str = own.get(text) or common.get(text) or str(text)
        return translated
    template: str = own.get(text.template) or common.get(text.template) or text.template
    values = text.values.items()
    return template.format(
        **{name: declared(each, section) if isinstance(each, str) else each for name, each in values}
    )
