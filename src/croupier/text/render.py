"""A refusal as somebody reads it: its facts put into the sentence of the catalogue, for one audience.

Nothing here searches a sentence for a name: the catalogue says where each fact goes and of what kind it is, and the
audience says how it calls a person and a wager. So no name, whatever it is made of, changes anything but itself.
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
from croupier.text.money import dollars

Name = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told: the log, staff, or a player, who is "you" where the refusal concerns him or her."""

    kind: Literal["log", "staff", "player"] = "log"
    reader: str | None = None
    person: Name = str
    wager: Name = str


LOG = Audience()


class Told(Protocol):
    """What is told as a sentence: a refusal, as far as anybody who reads it is concerned."""

    @property
    def key(self) -> str:
        """Under which the catalogue has its sentences."""

    @property
    def facts(self) -> Facts:
        """The facts that its sentences name."""


class Part(NamedTuple):
    """A piece of a sentence: words, then a fact of a kind, or none at the end."""

    words: str
    fact: str | None = None
    kind: str = ""


class Entry(NamedTuple):
    """The sentences of one refusal: for everybody, for each person it names, and for players if it names nobody."""

    says: tuple[Part, ...]
    to: Mapping[str, tuple[Part, ...]]
    you: tuple[Part, ...] | None = None


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every entry by its key: the code's word, with the variant after a dot where the code has several."""
    read = tomllib.loads(files("croupier.text").joinpath("catalogue.toml").read_text(encoding="utf-8"))
    return dict(_entries(read))


def _entries(read: dict[str, Any]) -> Iterator[tuple[str, Entry]]:
    for code, found in read.items():
        sentences = {code: found} if "says" in found else {f"{code}.{word}": each for word, each in found.items()}
        for key, said in sentences.items():
            parts = {name: tuple(_parts(text)) for name, text in said.items()}
            yield key, Entry(says=parts.pop("says"), you=parts.pop("you", None), to=parts)


def _parts(text: str) -> Iterator[Part]:
    for words, fact, kind, _ in Formatter().parse(text):
        yield Part(words, fact, kind or "")


#: The kinds of facts that a sentence may name, and what each is in Python. A `report` and `faults` are others' texts
#: that a sentence quotes: the house reader writes for somebody who has the file open, line by line, and
#: `croupier house` prints the same; a table that failed says why by the error of its store or device.
KINDS: Mapping[str, type] = {
    "person": Person,
    "wager": WagerId,
    "spot": SpotId,
    "money": Money,
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
_BETWEEN = {"or": " or ", "list": ", ", "faults": "; "}


def sentence(refusal: Told, audience: Audience = LOG) -> str:
    """The sentence of a refusal for an audience.

    >>> from croupier.core.refusal import Code, refuse
    >>> no = refuse(Code.NOTHING_STANDS, "wager", player=Person("{al}"), wager=WagerId("dont-pass"))
    >>> sentence(no)
    '{al} has no dont-pass wager.'
    >>> sentence(no, Audience("player", "{al}", wager=lambda wager: "Don't Pass"))
    "You have no Don't Pass bet."
    """
    facts = dict(refusal.facts)
    parts = _sentence_for(catalogue()[refusal.key], facts, audience)
    said = "".join(part.words + _told(facts, part, audience) for part in parts)
    if audience.kind == "log" or _begins_with_a_name(parts[0], facts, audience):
        return said
    return said[:1].upper() + said[1:]


def _begins_with_a_name(part: Part, facts: Mapping[str, Fact], audience: Audience) -> bool:
    """Whether a sentence begins with a name as its owner writes it: that keeps its small letter."""
    if part.words or part.fact is None or part.kind not in ("person", "name"):
        return False
    value = facts[part.fact]
    return _value(value, audience) == str(value)


def _sentence_for(entry: Entry, facts: Mapping[str, Fact], audience: Audience) -> tuple[Part, ...]:
    """The sentence that names the reader as "you"; else the one for any player, if there is one; else `says`."""
    if audience.reader is not None:
        for name, parts in entry.to.items():
            if facts[name] == audience.reader:
                return parts
    if audience.kind == "player" and entry.you is not None:
        return entry.you
    return entry.says


def _told(facts: Mapping[str, Fact], part: Part, audience: Audience) -> str:
    """A fact in the words of the audience."""
    if part.fact is None:
        return ""
    value = facts[part.fact]
    assert isinstance(value, KINDS[part.kind]), f"{part.fact} is {value!r}, which is no {part.kind}"
    if part.kind == "quoted":
        return repr(str(value))
    if isinstance(value, tuple):
        return _BETWEEN[part.kind].join(_value(each, audience) for each in value)
    return _value(value, audience)


def _value(value: object, audience: Audience) -> str:
    match value:
        case Person():
            return audience.person(str(value))
        case WagerId():
            return audience.wager(str(value))
        case Money():
            return dollars(value)
    return str(value)
