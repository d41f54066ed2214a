"""Renders a refusal for one audience: puts its facts into a sentence of the catalogue.

The catalogue says where each fact goes and of what kind it is. The audience says how to name a person and a wager.
Finished sentences are never searched for names, so an odd name cannot change the rest of a sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Literal, NamedTuple, Protocol

from croupier.text.facts import Fact, Facts, Money, Person, SpotId, WagerId
from croupier.text.language import ENGLISH, Language, current
from croupier.text.money import dollars
from croupier.text.translations import declared, texts
from croupier.text.visible import visible

Name = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Audience:
    """Who reads the sentence: the log, staff, or a player. A player is "you" if the refusal is about that player."""

    kind: Literal["log", "staff", "player"] = "log"
    reader: str | None = None
    person: Name = str
    wager: Name = str
    limited: Name | None = None  # a wager in a sentence about its limit: "one number"; without it, its name


LOG = Audience()


class HasSentence(Protocol):
    """What `sentence` needs to know about a refusal."""

    @property
    def key(self) -> str:
        """The key of its sentences in the catalogue."""

    @property
    def facts(self) -> Facts:
        """The facts in its sentences."""


class Part(NamedTuple):
    """A piece of a sentence: words, then a fact of some kind. The last piece may have no fact."""

    words: str
    fact: str | None = None
    kind: str = ""


class Entry(NamedTuple):
    """The sentences of one refusal: for everybody, for each person it names, and for players if it names nobody."""

    says: tuple[Part, ...]
    to: Mapping[str, tuple[Part, ...]]
    you: tuple[Part, ...] | None = None


@cache
def catalogue(language: Language = ENGLISH) -> Mapping[str, Entry]:
    """All entries by key: the word of the code, and a dot and the variant if the code has several.

    In another language only sentences for players differ; the others are the English ones.
    """
    read = tomllib.loads(files("croupier.text").joinpath("catalogue.toml").read_text(encoding="utf-8"))
    english = sentences(read)
    if language == ENGLISH:
        return {key: _entry(said) for key, said in english.items()}
    translated = sentences(texts(language, "refusals"))
    return {key: _entry(said | translated.get(key, {})) for key, said in english.items()}


def sentences(read: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The sentences of a file by key, and those of each key by audience."""
    found = dict[str, dict[str, str]]()
    for code, said in read.items():
        one = all(isinstance(each, str) for each in said.values())
        found |= {code: said} if one else {f"{code}.{variant}": each for variant, each in said.items()}
    return found


def _entry(said: Mapping[str, str]) -> Entry:
    parts = {name: tuple(_parts(text)) for name, text in said.items()}
    return Entry(says=parts.pop("says"), you=parts.pop("you", None), to=parts)


def _parts(text: str) -> Iterator[Part]:
    for words, fact, kind, _ in Formatter().parse(text):
        yield Part(words, fact, kind or "")


#: The kinds of facts in sentences, and their Python types. `report` and `faults` are texts from elsewhere that a
#: sentence quotes: what the house reader says about a file, line by line (`croupier house` prints the same), or the
#: error of the store or device with which a table failed.
KINDS: Mapping[str, type] = {
    "person": Person,
    "wager": WagerId,
    "limited": WagerId,
    "spot": SpotId,
    "money": Money,
    "multiples": Money,
    "number": int,
    "word": str,
    "name": str,
    "quoted": str,
    "report": str,
    "day": date,
    "or": tuple,
    "list": tuple,
    "faults": tuple,
}
_BETWEEN: Mapping[Language, Mapping[str, str]] = {
    "en": {"or": " or ", "list": ", ", "faults": "; "},
    "es": {"or": " o ", "list": ", ", "faults": "; "},
}


def sentence(refusal: HasSentence, audience: Audience = LOG) -> str:
    """Render the sentence of a refusal for an audience. Players read it in their language, all others in English.

    >>> from croupier.core.refusal import Code, refuse
    >>> no = refuse(Code.NOTHING_STANDS, "wager", player=Person("{al}"), wager=WagerId("dont-pass"))
    >>> sentence(no)
    '{al} has no dont-pass wager.'
    >>> sentence(no, Audience("player", "{al}", wager=lambda wager: "Don't Pass"))
    "You have no Don't Pass bet."
    """
    facts, language = dict(refusal.facts), current() if audience.kind == "player" else ENGLISH
    parts = _sentence_for(catalogue(language)[refusal.key], facts, audience)
    said = "".join(part.words + _rendered(facts, part, audience, language) for part in parts)
    if audience.kind == "log" or _begins_with_a_name(parts[0], facts, audience):
        return said
    return said[:1].upper() + said[1:]


def filled(text: str, facts: Mapping[str, Fact], audience: Audience = LOG) -> str:
    """Put facts into a text with places for them, in English.

    >>> filled("{player:person} bought in for {amount:money}.", {"player": Person("al"), "amount": Money(500)})
    'al bought in for $5.'
    """
    return "".join(part.words + _rendered(facts, part, audience, ENGLISH) for part in _parts(text))


def _begins_with_a_name(part: Part, facts: Mapping[str, Fact], audience: Audience) -> bool:
    """Whether a sentence begins with a name in its owner's spelling, which must not be capitalized."""
    if part.words or part.fact is None or part.kind not in ("person", "name"):
        return False
    value = facts[part.fact]
    return _value(value, audience) == str(value)


def _sentence_for(entry: Entry, facts: Mapping[str, Fact], audience: Audience) -> tuple[Part, ...]:
    """Choose the sentence: the one that calls the reader "you", or the one for any player, or `says`."""
    if audience.reader is not None:
        for name, parts in entry.to.items():
            if facts[name] == audience.reader:
                return parts
    if audience.kind == "player" and entry.you is not None:
        return entry.you
    return entry.says


def _rendered(facts: Mapping[str, Fact], part: Part, audience: Audience, language: Language) -> str:
    """Render one fact for the audience."""
    if part.fact is None:
        return ""
    value = facts[part.fact]
    assert isinstance(value, KINDS[part.kind]), f"{part.fact} is {value!r}, which is not a {part.kind}"
    if part.kind == "quoted":
        return repr(str(value))
    if part.kind == "limited":
        return visible((audience.limited or audience.wager)(str(value)))
    if part.kind == "multiples":
        assert isinstance(value, Money)
        return ", ".join(dollars(value * times) for times in (1, 2, 3))
    if part.kind == "word" and language != ENGLISH:
        return visible(declared(str(value)), lines=True)
    if isinstance(value, tuple):
        return _BETWEEN[language][part.kind].join(_value(each, audience) for each in value)
    return _value(value, audience)


def _value(value: object, audience: Audience) -> str:
    match value:
        case Person():
            return visible(audience.person(str(value)))
        case WagerId():
            return visible(audience.wager(str(value)))
        case Money():
            return dollars(value)
    return visible(str(value), lines=True)
