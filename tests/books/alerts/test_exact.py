"""Exact p-values agree with a plain enumeration of all samples."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from croupier.books.alerts.evidence.exact import at_least, at_most, of_trials, one_in

CHANCES = [Fraction(1, 38), Fraction(18, 38), Fraction(1, 2), Fraction(35, 36)]


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("sample", [0, 1, 2, 7, 40])
def test_tails_are_the_sums_of_their_terms(chance: Fraction, sample: int) -> None:
    terms = [comb(sample, n) * chance**n * (1 - chance) ** (sample - n) for n in range(sample + 1)]
    for seen in range(sample + 1):
        assert at_least(seen, sample, chance) == sum(terms[seen:])
        assert at_most(seen, sample, chance) == sum(terms[: seen + 1])


def test_a_tail_of_a_large_sample_is_exact() -> None:
    """Both tails overlap in one term."""
    sample, chance, seen = 5_000, Fraction(1, 38), 170
    term = comb(sample, seen) * chance**seen * (1 - chance) ** (sample - seen)
    assert at_least(seen, sample, chance) + at_most(seen, sample, chance) == 1 + term


def test_trials_with_chances_of_their_own_are_enumerated() -> None:
    chances = [Fraction(1, 38), Fraction(18, 38), Fraction(1, 3), Fraction(9, 10)]
    for seen in range(6):
        plain = Fraction(0)
        for happened in product((True, False), repeat=len(chances)):
            if sum(happened) >= seen:
                share = Fraction(1)
                for each, chance in zip(happened, chances, strict=True):
                    share *= chance if each else 1 - chance
                plain += share
        assert of_trials(chances, seen) == plain


def test_a_chance_as_one_in_many_is_rounded_down() -> None:
    assert [one_in(each) for each in (Fraction(1), Fraction(2, 5), Fraction(1, 38), Fraction(1, 10**20))] == [
        1, 2, 38, 10**15,
    ]  # fmt: skip
