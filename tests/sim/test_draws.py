"""The draws of a simulation: the published test vectors of Philox, and digits that are exactly uniform."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product

import numpy as np
import pytest

from croupier.sim import kernels, philox

#: Counter, key and words as published with the generator (Random123, philox4x32 of ten rounds).
VECTORS = (
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
)
TOTALS = (36, 37, 38, 39, 54)
ODD = (1, 2, 3, 7, 71, 100, 255, 256, 257, 1000, 65535)


def _words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_published_vectors(counter: str, key: str, words: str) -> None:
    a, b, c, d = _words(counter)
    low, high = _words(key)
    assert philox.block((a, b, c, d), (low, high)) == _words(words)
    four = np.zeros(4, dtype=np.uint64)
    kernels.words(np.uint64(a | b << 32), np.uint64(c | d << 32), np.uint64(low | high << 32), four)
    assert tuple(four.tolist()) == _words(words)


def test_a_stream_is_its_blocks() -> None:
    seed, stream = 2**63 + 5, 2**40 + 7
    for number, word in enumerate(islice(philox.words(seed, stream), 12)):
        counter = (number // 4, 0, stream % 2**32, stream >> 32)
        assert word == philox.block(counter, (seed % 2**32, seed >> 32))[number % 4]


@pytest.mark.parametrize("base", [*TOTALS, *ODD])
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_every_word_of_16_bits_is_uniform(base: int, many: int) -> None:
    """All words: each sequence of digits comes from the same number of words, and few words are rejected."""
    if base**many > 2**16:
        return
    found = Counter(philox.split(word, base, many, bits=16) for word in range(2**16))
    assert found.pop(None, 0) == philox.spare(base, many, bits=16) < base**many
    assert found == dict.fromkeys(product(range(base), repeat=many), 2**16 // base**many)


@pytest.mark.parametrize("base", TOTALS)
def test_words_of_32_bits_are_uniform(base: int) -> None:
    """For every sequence of digits, the number of words that give it is computed: it is always the same."""
    rows, words = base**4, 2**32
    assert philox.digits(base) == 4
    at = np.arange(rows, dtype=np.int64)
    lowest = (
        -at * words % rows
    )  # what remains of the first word of the row; the next have `rows` more each, below 2**32
    kept = (words - 1 - lowest) // rows + 1 - (lowest < philox.spare(base, 4))
    assert kept.min() == kept.max() == words // rows
    assert rows * (words // rows) + philox.spare(base, 4) == words
    first = -(-at[:: rows // 997] * words // rows)  # and the mapping is that one: the first word of a row draws it
    for row, word in zip(at[:: rows // 997].tolist(), first.tolist(), strict=True):
        digits = philox.split(word, base, 4)
        number = sum(digit * base ** (3 - place) for place, digit in enumerate(digits or ()))
        assert number == row if digits else word * rows % words < philox.spare(base, 4)


def test_how_many_digits_a_word_holds() -> None:
    for base in (*TOTALS, *ODD, 2**20, 2**31 + 1, 2**32 - 1):
        many = philox.digits(base)
        fit = [n for n in range(1, 5) if (2**32 % base**n) * 100 < 2**32]
        assert many == max(fit, default=1)


@pytest.mark.parametrize("base", [36, 38, 71])
def test_the_kernels_draw_the_same_digits(base: int) -> None:
    """Digits and pairs of 64 lanes, without those of rejected words, are those of the definition."""
    seed, first, turns, lanes = 2**64 - 12345, 2**32 - 20, 40, kernels.LANES
    spare = philox.spare(base, 4)
    draw = np.uint64(seed), np.uint64(base), np.uint64(spare)
    digits, pairs = np.zeros(16 * lanes, dtype=np.uint32), np.zeros(16 * lanes, dtype=np.uint32)
    block, stream = np.zeros(lanes, dtype=np.uint64), np.arange(first, first + lanes, dtype=np.uint64)
    lost, again = np.zeros(lanes, dtype=np.uint64), np.zeros(lanes, dtype=np.uint64)
    streams = [philox.words(seed, first + lane) for lane in range(lanes)]
    rejected = 0
    for turn in range(turns):
        kernels.draw_digits(block, stream, *draw, digits, lost)
        kernels.draw_pairs(np.uint64(turn), stream[0], *draw, pairs, again)
        for lane in range(lanes):
            rows = [philox.split(word, base, 4) for word in islice(streams[lane], 4)]
            rejected += rows.count(None)
            wanted = [digit for row in rows for digit in row or (base,) * 4]
            assert digits[lane::lanes].tolist() == wanted
            both = [a * base + b if a < base else base**2 for a, b in zip(wanted[::2], wanted[1::2], strict=True)]
            assert pairs[lane : 8 * lanes : lanes].tolist() == both
    assert int(lost.sum()) == int(again.sum()) == rejected
    assert rejected or base != 71, "a base that rejects many words shows how they are left out"
