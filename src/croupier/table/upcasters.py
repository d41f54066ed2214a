"""What an event of an old version says today, so that no log is ever too old to be read.

An event's word ends in its version. A kind that changes gets the next one where it is declared (`tag="settled/2"`),
and here a function from the JSON object of the old version, without its word, to that of the next. They are chained;
none is ever taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Union

import msgspec

from croupier.table.event import Event

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

#: By the word of an old version; there is none yet.
UPCASTERS: dict[str, Upcaster] = {}


class Unreadable(ValueError):
    """Bytes that are no event."""


class Reader:
    """Reads events of these kinds, by word, and of the old versions that lead to them."""

    def __init__(self, kinds: Mapping[str, type[Event]], upcasters: Mapping[str, Upcaster]) -> None:
        self._kinds, self._upcasters = kinds, upcasters
        self._decoder = msgspec.json.Decoder(Union[tuple(kinds.values())])  # noqa: UP007
        for word in upcasters:
            assert word not in kinds, f"{word} is no old version"
            assert _next(word) in (kinds | upcasters.keys()), f"nothing comes after {word}"

    def read(self, body: bytes) -> Event:
        """An event from its JSON, or an error that says what is wrong with it."""
        try:
            event: Event = self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._old(body, error)
        return event

    def _old(self, body: bytes, error: Exception) -> Event:
        try:
            said = msgspec.json.decode(body, type=dict[str, Any])
            word = said.pop("event", None)
            if word not in self._kinds and word not in self._upcasters:
                raise Unreadable(f"no event is called {word!r}: use the croupier that wrote it")
            if word in self._kinds:
                raise error
            while word in self._upcasters:
                said, word = self._upcasters[word](said), _next(word)
            found: Event = self._decoder.decode(msgspec.json.encode({"event": word, **said}))
        except Unreadable:
            raise
        except Exception as fault:  # whatever an upcaster makes of bytes that no old version wrote
            raise Unreadable(f"no event: {fault}: {body[:200]!r}") from fault
        return found


def _next(word: str) -> str:
    """The version after one.

    >>> _next("wager-placed/1")
    'wager-placed/2'
    """
    name, _, number = word.rpartition("/")
    return f"{name}/{int(number) + 1}"
