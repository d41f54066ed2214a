"""The ids of all commands of a stream, in two bytes each: a growing Bloom filter.

It never misses an id that was added. It may give false positives: then ask the store.
"""

from __future__ import annotations

BITS = 16  # for each id; an id sets two of them, so at most one new id in 70 is a false positive
LEAST = 1 << 16  # capacity of the first filter, in ids
GROWTH = 4


class SeenIds:
    """A set of ids. When a filter is full, a larger one is added."""

    def __init__(self, expected: int = 0) -> None:
        self._full: list[bytearray] = []
        self._open(max(LEAST, 1 << expected.bit_length()))

    def _open(self, ids: int) -> None:
        """Add a filter. Its size is a power of two, so that a mask finds the bit of a number."""
        self._newest, self._room = bytearray(ids * BITS // 8), ids  # and how many ids still fit in it

    def add(self, command: str) -> bool:
        """Add an id; return whether it may have been added before."""
        if not self._room:
            self._full.append(self._newest)
            self._open(GROWTH * len(self._newest) * 8 // BITS)
        one, other = _bits(command)
        before = any(_has(each, one, other) for each in self._full) if self._full else False
        bits = self._newest
        mask = len(bits) * 8 - 1
        one, other = one & mask, other & mask
        byte, bit, byte_2, bit_2 = one >> 3, 1 << (one & 7), other >> 3, 1 << (other & 7)
        if bits[byte] & bit and bits[byte_2] & bit_2:
            return True
        bits[byte] |= bit
        bits[byte_2] |= bit_2
        self._room -= 1
        return before

    @property
    def size(self) -> int:
        """The size of all filters in bytes."""
        return sum(map(len, self._full), len(self._newest))


def _bits(command: str) -> tuple[int, int]:
    """Two numbers for an id. They differ between processes, as Python's hash does, so they are never stored."""
    mixed = hash(command)
    return mixed & 0xFFFF_FFFF, mixed >> 32


def _has(bits: bytearray, one: int, other: int) -> bool:
    mask = len(bits) * 8 - 1
    one, other = one & mask, other & mask
    return bool(bits[one >> 3] >> (one & 7) & bits[other >> 3] >> (other & 7) & 1)
