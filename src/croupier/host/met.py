"""The ids of commands that were met, in two bytes each: a Bloom filter that grows.

It never forgets one. It may give false positives: then ask the store.
"""

from __future__ import annotations

BITS = 16  # for each id, of which two are set: at most one new id in 70 is taken for an old one
LEAST = 1 << 16  # ids of the first filter
GROWTH = 4


class Met:
    """Ids that were met. When a filter is full another, bigger one is put beside it."""

    def __init__(self, expected: int = 0) -> None:
        self._full: list[bytearray] = []
        self._open(max(LEAST, 1 << expected.bit_length()))

    def _open(self, ids: int) -> None:
        """A power of two, so that a bit is found by the last bits of a number."""
        self._newest, self._room = bytearray(ids * BITS // 8), ids  # and how many ids it still takes

    def meet(self, command: str) -> bool:
        """Remember an id; whether it may have been met before."""
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
        """How many bytes it keeps."""
        return sum(map(len, self._full), len(self._newest))


def _bits(command: str) -> tuple[int, int]:
    """Two numbers that an id has; Python's own hash is another one in every process."""
    mixed = hash(command)
    return mixed & 0xFFFF_FFFF, mixed >> 32


def _has(bits: bytearray, one: int, other: int) -> bool:
    mask = len(bits) * 8 - 1
    one, other = one & mask, other & mask
    return bool(bits[one >> 3] >> (one & 7) & bits[other >> 3] >> (other & 7) & 1)
