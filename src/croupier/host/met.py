"""The ids of commands that were met, in two bytes each: a Bloom filter that grows.

It never forgets one. Now and then it takes a new id for one that was met: whoever asks it then asks the store.
"""

from __future__ import annotations

BITS = 16  # for each id
PROBES = 4  # bits set for each id: about one new id in 400 is taken for an old one when a filter is full
LEAST = 1 << 16  # ids of the first filter
GROWTH = 4


class Met:
    """Ids that were met. When a filter is full another, bigger one is put beside it."""

    def __init__(self, expected: int = 0) -> None:
        self._filters: list[bytearray] = []
        self._grow(max(LEAST, 1 << expected.bit_length()))

    def _grow(self, ids: int) -> None:
        """A power of two, so that a bit is found by the last bits of a number."""
        self._filters.append(bytearray(ids * BITS // 8))
        self._mask, self._room = ids * BITS - 1, ids  # bits of the last filter, and how many ids it still takes

    def add(self, command: str) -> None:
        """Remember an id."""
        if not self._room:
            self._grow(GROWTH * (self._mask + 1) // BITS)
        self._room -= 1
        newest, mask = self._filters[-1], self._mask
        place, step = _probes(command)
        for _ in range(PROBES):
            place = (place + step) & mask
            newest[place >> 3] |= 1 << (place & 7)

    def __contains__(self, command: str) -> bool:
        first, step = _probes(command)
        return _has(self._filters[-1], first, step) or any(_has(each, first, step) for each in self._filters[:-1])

    @property
    def size(self) -> int:
        """How many bytes it keeps."""
        return sum(map(len, self._filters))


def _probes(command: str) -> tuple[int, int]:
    """Where an id's bits begin and how far they are apart; Python's own hash is another one in every process."""
    mixed = hash(command)
    return mixed & 0xFFFF_FFFF, mixed >> 32 | 1


def _has(bits: bytearray, place: int, step: int) -> bool:
    mask = len(bits) * 8 - 1
    for _ in range(PROBES):
        place = (place + step) & mask
        if not bits[place >> 3] >> (place & 7) & 1:
            return False
    return True
