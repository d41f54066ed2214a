"""The random number generator Philox4x32-10 in plain integers, and how its words become exactly uniform digits.

A random stream consists of the words for the counters (block low, block high, stream low, stream high), with block =
0, 1, …, under the key (seed low, seed high). It can be started at any block, so any machine can play any stream.

A word gives `digits(base)` digits. It is taken as a fraction of 2**32 and multiplied by the base repeatedly: each
time, the integer part is a digit, and the fraction is multiplied again. The final fraction decides whether the word
is rejected (Lemire's method), so that every sequence of digits has the same number of accepted words. All backends do
this; here it is defined.

>>> [hex(word) for word in block((0, 0, 0, 0), (0, 0))]
['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
>>> digits(36), spare(36, 4), split(0x80000001, 36, 4), split(0x80000000, 36, 4)
(4, 189184, (18, 0, 0, 0), None)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TypeAlias

Words: TypeAlias = tuple[int, int, int, int]

MULTIPLY = (0xD2511F53, 0xCD9E8D57)
BUMP = (0x9E3779B9, 0xBB67AE85)
TIMES = 10
BITS = 32
MOST_DIGITS = 4
MASK = 2**BITS - 1


def block(counter: Words, key: tuple[int, int]) -> Words:
    """The four words for a counter under a key."""
    a, b, c, d = counter
    low, high = key
    for _ in range(TIMES):
        left, right = MULTIPLY[0] * a, MULTIPLY[1] * c
        a, b, c, d = (right >> BITS) ^ b ^ low, right & MASK, (left >> BITS) ^ d ^ high, left & MASK
        low, high = (low + BUMP[0]) & MASK, (high + BUMP[1]) & MASK
    return a, b, c, d


def words(seed: int, stream: int) -> Iterator[int]:
    """All words of a random stream, in order."""
    key = seed & MASK, seed >> BITS
    for number in count():
        yield from block((number & MASK, number >> BITS, stream & MASK, stream >> BITS), key)


def spare(base: int, many: int, bits: int = BITS) -> int:
    """How many of the 2**bits words are rejected when a word gives `many` digits."""
    return int(2**bits % base**many)


def digits(base: int, bits: int = BITS) -> int:
    """How many digits a word gives: the most, up to four, for which fewer than 1 in 100 words are rejected."""
    return next((n for n in range(MOST_DIGITS, 1, -1) if 100 * spare(base, n, bits) < 2**bits), 1)


def split(word: int, base: int, many: int, bits: int = BITS) -> tuple[int, ...] | None:
    """The digits of a word; None if the word is rejected."""
    found = []
    for _ in range(many):
        word *= base
        found.append(word >> bits)
        word &= 2**bits - 1
    return None if word < spare(base, many, bits) else tuple(found)
