"""JSON from outside, in which no object has a key twice: readers disagree on which of the two values counts."""

from __future__ import annotations

import json
from typing import TypeVar

T = TypeVar("T")


class RepeatedKey(ValueError):
    """An object has a key twice."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RepeatedKey(f"the key {twice[:64]!r} comes twice")
    return found


_decoder = json.JSONDecoder(object_pairs_hook=_object)


def load(text: str | bytes, kind: type[T]) -> T:
    """Read JSON of a kind; `RepeatedKey` if a key comes twice, another `ValueError` if it cannot be read.

    >>> load('{"a": 1, "b": {"a": 2}}', dict)
    {'a': 1, 'b': {'a': 2}}
    >>> load('[{"a": 1, "a": 2}]', list)
    Traceback (most recent call last):
    ...
    croupier.core.json_once.RepeatedKey: the key 'a' comes twice
    """
    try:
        found = _decoder.decode(text if isinstance(text, str) else text.decode())
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(found, kind):
        raise ValueError(f"it is a {type(found).__name__} and not a {kind.__name__}: {text[:80]!r}")
    return found


def check(body: bytes, keys: int) -> None:
    """Check an object that another reader has read, in which it has found this many keys.

    Every key has its colon. If there are no more colons than keys, none was lost; only otherwise it is read again.

    >>> check(b'{"a": 1, "b": 2}', 2), check(b'{"a": ":"}', 1)
    (None, None)
    """
    if body.count(b":") != keys:
        load(body, dict)
