"""Where a byte of an SQLite file lies (https://sqlite.org/fileformat2.html), as far as it can carry nothing.

Only used to say why a flipped bit was not found. That it carries nothing is shown by reading every row again.
"""

from __future__ import annotations

from collections.abc import Iterator

#: Fields of the header of the file: where they end, and what they are.
HEADER = (
    (16, "the magic words"),
    (18, "the size of a page"),
    (20, "the version of the format"),
    (24, "reserved space and payload fractions"),
    (28, "the change counter of the file"),
    (32, "the size of the file in pages, which counts only with its counters"),
    (40, "the list of free pages"),
    (44, "the counter of the schema"),
    (48, "the format of the schema"),
    (52, "a suggested size of the cache"),
    (56, "the largest root page, for a vacuum that is not used"),
    (60, "the encoding of text"),
    (64, "the version of the schema"),
    (68, "whether a vacuum is incremental"),
    (72, "the mark of the application"),
    (92, "reserved for later"),
    (96, "the counter for which the version of the library is valid"),
    (100, "the version of the library that wrote the file"),
)
_LEAVES, _INNER = (10, 13), (2, 5)


def region(whole: bytes, place: int) -> str:
    """What lies at a place of a file."""
    size = int.from_bytes(whole[16:18], "big") or 1 << 16
    if place < 100:
        return "header: " + next(what for end, what in HEADER if place < end)
    page = place // size
    start, at = page * size, place % size
    head = start + (100 if page == 0 else 0)
    kind = whole[head]
    if kind not in _LEAVES + _INNER or page in _overflow(whole, size):
        return "the end of an overflow page"
    cells = int.from_bytes(whole[head + 3 : head + 5], "big")
    first = int.from_bytes(whole[head + 5 : head + 7], "big")
    pointers = head - start + (8 if kind in _LEAVES else 12) + 2 * cells
    if at < pointers:
        return "the head of a page"
    free = at < first or any(begin <= at < end for begin, end in _freed(whole, start, head))
    return "unused space of a page" if free else "the cells of a page"


def _freed(whole: bytes, start: int, head: int) -> Iterator[tuple[int, int]]:
    """The parts of a page whose cells were deleted."""
    at = int.from_bytes(whole[head + 1 : head + 3], "big")
    while at:
        yield at, at + int.from_bytes(whole[start + at + 2 : start + at + 4], "big")
        at = int.from_bytes(whole[start + at : start + at + 2], "big")


def _overflow(whole: bytes, size: int) -> set[int]:
    """Pages that no b-tree can be: their first byte only looks like one."""
    found = set()
    for page in range(1, len(whole) // size):
        head = page * size
        first = int.from_bytes(whole[head + 5 : head + 7], "big")
        cells = int.from_bytes(whole[head + 3 : head + 5], "big")
        if not 8 + 2 * cells <= first <= size:
            found.add(page)
    return found
