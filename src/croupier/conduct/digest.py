"""A canonical digest of any state: equal states have equal digests, on every machine and in every replay."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, cast

import msgspec


def encode(value: Any) -> bytes:
    """Encode a value as type, length and content. No two values have the same encoding; sets are sorted.

    A value with a `stands_for` attribute is encoded as that text: a house as its version.
    """
    match value:
        case None:
            return b"n"
        case bool():
            return b"t" if value else b"f"
        case int():
            return _long(b"i", str(value).encode())
        case str():
            return _long(b"s", value.encode())
        case tuple():
            names = getattr(value, "_fields", None)
            if names is not None:
                return _long(b"d", _parts(type(value).__name__, value, names))
            return _long(b"l", b"".join(map(encode, value)))
        case frozenset():
            return _long(b"u", b"".join(sorted(map(encode, value))))
        case msgspec.Struct():
            return _long(b"d", _parts(type(value).__name__, value, value.__struct_fields__))
    if (name := getattr(value, "stands_for", None)) is not None:
        return _long(b"h", name.encode())
    assert is_dataclass(value), f"no encoding for {value!r}"
    assert not isinstance(value, type), f"no encoding for {value!r}"
    if getattr(value, "digested", False):
        return _digested(cast(Hashable, value))
    return _long(b"d", _parts(type(value).__name__, value, tuple(field.name for field in fields(value))))


def _parts(name: str, value: Any, names: tuple[str, ...]) -> bytes:
    return encode(name) + b"".join(encode(getattr(value, each)) for each in names)


def _long(kind: bytes, content: bytes) -> bytes:
    return kind + str(len(content)).encode() + b":" + content


@lru_cache(maxsize=256)
def _digested(value: Any) -> bytes:
    """Encode a part that no longer changes as its own digest, which is cached."""
    names = tuple(field.name for field in fields(value))
    return _long(b"g", hashlib.sha256(_parts(type(value).__name__, value, names)).digest())


def digest(state: Any) -> bytes:
    """SHA-256 of everything in a state."""
    return hashlib.sha256(encode(state)).digest()
