"""What every event is made of, and how events are written and read, of old versions too.

An event's word ends in its version. A kind that changes gets the next one where it is declared (`tag="settled/2"`),
and its stream an upcaster: a function from the JSON object of the old version, without its word, to that of the next.
They are chained; none is ever taken away.
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
    """How a kind of event gets its word: its name and this version."""
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
    """What every event carries: the command it came from, who gave it, and when; times never go back.

    A field that has its default is not written.
    """

    command: str
    by: By
    at: int


E = TypeVar("E", bound=Event)


class UnreadableEvent(ValueError):
    """Bytes that are no event."""


class TooOld(UnreadableEvent):
    """An event of a version that only `croupier upgrade` reads."""


class Events(Generic[E]):
    """All events of one kind of stream, by word and version, and the old versions that lead to them.

    `too_old` are words that need the state before them to be read: a store that holds such must be upgraded.
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
            assert word not in self.kinds, f"{word} is no old version"
            assert _next(word) in (self.kinds | self._upcasters.keys()), f"nothing comes after {word}"

    def write(self, event: E) -> bytes:
        """An event as JSON: the same bytes for the same event."""
        return msgspec.json.encode(event)

    def read(self, body: bytes) -> E:
        """An event from its JSON, in whatever version it was written, or an error that says what is wrong."""
        try:
            event: E = self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._old(body, error)
        return event

    def word(self, body: bytes) -> str:
        """The word and version under which an event was written."""
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
        except Exception as fault:  # whatever an upcaster makes of bytes that no old version wrote
            raise UnreadableEvent(f"no event: {fault}: {body[:200]!r}") from fault
        return found


class _Word(Struct):
    event: str


def _next(word: str) -> str:
    """The version after one.

    >>> _next("wager-placed/1")
    'wager-placed/2'
    """
    name, _, number = word.rpartition("/")
    return f"{name}/{int(number) + 1}"
