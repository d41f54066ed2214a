"""What an event says, in one sentence: the sentences of `sentences.toml` with the values of the event.

An event that has no sentence there, such as one of a newer version or of an extension, is told by its own
description and its fields.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

import msgspec

from croupier.books.times import local
from croupier.books.values import DERIVED
from croupier.books.walk import Step
from croupier.conduct import Event
from croupier.core.gaming_day import DENVER
from croupier.text.money import dollars
from croupier.text.values import in_words
from croupier.text.visible import visible

#: Fields that every event has: they are shown beside the sentence.
COMMON = ("command", "by", "at")
#: Characters of a digest that tell it apart.
SHORT = 12

_BOXES = {"drop": "drop box", "validator": "box of the validator", "tips": "tip box"}


class Field(NamedTuple):
    """A value in a sentence: the words before it, its path in the event, and how it is written."""

    before: str
    path: str | None
    form: str


class Segment(NamedTuple):
    """A part of a sentence; an optional one is left out if one of its values is missing, zero or false."""

    optional: bool
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of one kind of event, and the part of the story to which it belongs."""

    part: str
    segments: tuple[Segment, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The values that it names."""
        return tuple(each.path for segment in self.segments for each in segment.fields if each.path)


@cache
def catalogue() -> Mapping[str, Mapping[str, Sentence]]:
    """All sentences, by the kind of stream and the name of the event without its version."""
    text = files("croupier.books").joinpath("sentences.toml").read_text(encoding="utf-8")
    kinds: dict[str, dict[str, dict[str, str]]] = tomllib.loads(text)
    return {
        kind: {word: Sentence(part, _segments(said)) for part, words in parts.items() for word, said in words.items()}
        for kind, parts in kinds.items()
    }


def _segments(text: str) -> tuple[Segment, ...]:
    """The parts of a sentence; those in brackets are optional."""
    found = []
    for place, piece in enumerate(re.split(r"[\[\]]", text)):
        fields = (Field(words, path, form or "") for words, path, form, _ in Formatter().parse(piece))
        if piece:
            found.append(Segment(place % 2 == 1, tuple(fields)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Teller:
    """Says what happened in one kind of stream, with times on the clocks of the house."""

    kind: str
    zone: str = DENVER.zone

    def at(self, zone: str) -> Teller:
        """The same with other clocks."""
        return self if zone == self.zone else replace(self, zone=zone)

    def part(self, event: Event) -> str:
        """The part of the story to which an event belongs; empty if it is not known."""
        found = self._sentence(event)
        return "" if found is None else found.part

    def says(self, step: Step[Any]) -> str:
        """What happened, in one sentence."""
        found = self._sentence(step.event)
        if found is None:
            return _described(step.event)
        return "".join(self._segment(each, step) for each in found.segments)

    def _sentence(self, event: Event) -> Sentence | None:
        return catalogue().get(self.kind, {}).get(word_of(event))

    def _segment(self, segment: Segment, step: Step[Any]) -> str:
        values = [None if each.path is None else _value(each.path, step) for each in segment.fields]
        named = [value for value, each in zip(values, segment.fields, strict=True) if each.path is not None]
        if segment.optional and not all(named):
            return ""
        return "".join(
            each.before + ("" if each.path is None else self._written(value, each.form))
            for value, each in zip(values, segment.fields, strict=True)
        )

    def _written(self, value: Any, form: str) -> str:
        if "|" in form:
            yes, no = form.split("|")
            return yes if value else no
        if form == "time":
            return f"{local(value, self.zone):%Y-%m-%d %H:%M:%S}"
        return FORMS[form](value)


def word_of(event: Event) -> str:
    """The name of an event, without its version."""
    return str(event.__struct_config__.tag).partition("/")[0]


def chips(value: tuple[tuple[int, int], ...]) -> str:
    """Chips by value, highest first.

    >>> chips(((2500, 1), (500, 2)))
    '1 × $25, 2 × $5'
    """
    return ", ".join(f"{count} × {dollars(chip)}" for chip, count in value)


def _plain(value: Any) -> str:
    """A value that needs no words; True only marks that its part of the sentence is said."""
    return "" if value is True or value == "" else in_words(value)


def _listed(value: Any) -> str:
    return ", ".join(visible(str(each)) for each in value)


def _house(value: Any) -> str:
    """A version of a house: the text of a house in a kit is told by its name."""
    return visible(str(value))[:SHORT]


def _spoken(value: Any) -> str:
    return in_words(value).replace("-", " ")


#: How values are written.
FORMS: Mapping[str, Callable[[Any], str]] = {
    "": _plain,
    "money": dollars,
    "chips": chips,
    "list": _listed,
    "sentences": lambda value: " ".join(visible(str(each)) for each in value),
    "words": _spoken,
    "short": _house,
    "table": lambda value: "the store room" if value is None else f"table {visible(value)}",
    "box": lambda value: _BOXES.get(value, value),
    "way": lambda value: {"continue": "go on", "return": "go back"}.get(value, value),
}


def _value(path: str, step: Step[Any]) -> Any:
    first, _, rest = path.partition(".")
    found = DERIVED[first](step) if first in DERIVED else getattr(step.event, first)
    for name in filter(None, rest.split(".")):
        found = getattr(found, name)
    return found


def _described(event: Event) -> str:
    """The description of an event, and its fields."""
    said = (type(event).__doc__ or word_of(event)).split("\n")[0]
    names = [each.name for each in msgspec.structs.fields(event) if each.name not in COMMON]
    about = in_words({name: msgspec.to_builtins(getattr(event, name)) for name in names}) if names else ""
    return f"{said} ({about})" if about else said
