"""What all events have in common, and how they are written and read, old versions included.

The name of an event in JSON ends in its version. A class that changes gets the next version where it is declared
(`tag="settled/2"`), and its kind of stream gets an upcaster: a function from the JSON object of the old version
(without its name) to that of the next version. Upcasters are chained and never removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec import Struct

from croupier.conduct.by import By
from croupier.conduct.command import tag_of

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def versioned(version: int) -> Callable[[str], str]:
    """Make the function that names a class of events in JSON: the name of the class and this version."""
    return lambda name: f"{tag_of(name)}/{version}"


class Event(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="event",
    tag=versioned(1),
):
    """The base of all events: the command that caused it, who gave that command, and the time.

    Times never decrease, except where a person acknowledged a step of the clock. A field that has its default value
    is not written.
    """

    command: str
    by: By
    at: int


E = TypeVar("E", bound=Event)


class UnreadableEvent(ValueError):
    """The bytes are not a valid event."""


class TooOld(UnreadableEvent):
    """An event so old that only `croupier upgrade` reads it."""


class Events(Generic[E]):
    """All events of one kind of stream by their names in JSON, and the upcasters of their old versions.

    `too_old` names events that cannot be read without the state before them. A store with such events must be
    upgraded.
    """

    def __init__(
        self, kinds: Iterable[type[E]], upcasters: Mapping[str, Upcaster] | None = None, too_old: Iterable[str] = ()
    ) -> None:
        self.kinds: dict[str, type[E]] = {str(kind.__struct_config__.tag): kind for kind in kinds}
        self.words = {kind: word for word, kind in self.kinds.items()}
        self.too_old = frozenset(too_old)
        self._upcasters = upcasters or {}
        self._decoder = msgspec.json.Decoder(Union[tuple(self.kinds.values())])  # noqa: UP007
        for word in self._upcasters:
            assert word not in self.kinds, f"{word} is a current version, not an old one"
            assert _next(word) in (self.kinds | self._upcasters.keys()), f"there is no version after {word}"

    def write(self, event: E) -> bytes:
        """Write an event as JSON. Equal events give equal bytes."""
        return msgspec.json.encode(event)

    def read(self, body: bytes) -> E:
        """Read an event from JSON, of any version; `UnreadableEvent` says what is wrong with it."""
        try:
            event: E = self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._old(body, error)
        return event

    def word(self, body: bytes) -> str:
        """The name and version with which an event was written."""
        return msgspec.json.decode(body, type=_Word).event

    def _old(self, body: bytes, error: Exception) -> E:
        try:
            said = msgspec.json.decode(body, type=dict[str, Any])
            word = said.pop("event", None)
            if word in self.too_old:
                raise TooOld(f"{word!r} is of an older Croupier: `croupier upgrade` makes a new store of it")
            if word not in self.kinds and word not in self._upcasters:
                raise UnreadableEvent(f"no event is called {word!r}: use the croupier that wrote it")
            if word in self.kinds:
                raise error
            while word in self._upcasters:
                said, word = self._upcasters[word](said), _next(word)
            found: E = self._decoder.decode(msgspec.json.encode({"event": word, **said}))
        except UnreadableEvent:
            raise
        except Exception as fault:  # an upcaster may raise anything on bytes that no old version wrote
            raise UnreadableEvent(f"no event: {fault}: {body[:200]!r}") from fault
        return found


class _Word(Struct):
    event: str


def _next(word: str) -> str:
    """The name of the next version.

    >>> _next("wager-placed/1")
    'wager-placed/2'
    """
    name, _, number = word.rpartition("/")
    return f"{name}/{int(number) + 1}"
