"""A test of a device that stays valid although somebody looks after every outcome.

The evidence is a mixture of likelihood ratios: how much more likely the counts are under each of many biased devices
than under the exact chances, averaged with weights that were fixed beforehand. For a fair device it is a martingale
that begins at 1. By Ville's inequality, the chance that it ever reaches N is at most 1/N, however long one watches.

It is computed from the counts in logarithms. With up to `MOST` outcomes every rounding error together is below
`SLACK`, and an alarm needs that much more, so the bound holds for what is computed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, inf, lgamma, log
from typing import NamedTuple

#: How many times likelier or rarer the mixture takes a group of outcomes to be.
TIMES = (Fraction(1, 2), Fraction(5, 4), Fraction(3, 2), Fraction(2))
MOST, SLACK = 10_000_000, 1e-4
#: The share of the mixture that goes to any other bias: a Dirichlet prior over all chances.
ANY = Fraction(1, 8)


class Group(NamedTuple):
    """Outcomes that may be likelier or rarer together: one number, or neighbors on a wheel."""

    name: str
    members: tuple[int, ...]  # their places in the list of outcomes


class Leading(NamedTuple):
    """The bias for which most of the evidence speaks."""

    group: Group
    chance: Fraction  # of the group, if the device is fair
    times: Fraction


@dataclass(frozen=True)
class Family:
    """What is counted of every outcome: exact chances, and the groups that may be biased."""

    names: tuple[str, ...]
    chances: tuple[Fraction, ...]
    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        assert sum(self.chances) == 1, "the chances are those of all outcomes"

    def begin(self) -> Evidence:
        """The evidence before the first outcome."""
        return Evidence(self)


class _Bias(NamedTuple):
    """One biased device: what its likelihood ratio gains when an outcome is in the group, and otherwise."""

    group: int
    times: Fraction
    hit: float
    miss: float


@dataclass
class Evidence:
    """The evidence against one device: the counts of its outcomes."""

    family: Family
    counts: list[int] = field(default_factory=list)
    total: int = 0

    def __post_init__(self) -> None:
        self.counts = [0] * len(self.family.names)
        self._of_group = [0] * len(self.family.groups)
        self._groups_of: list[list[int]] = [[] for _ in self.family.names]
        for number, group in enumerate(self.family.groups):
            for member in group.members:
                self._groups_of[member].append(number)
        shares = self.family.chances
        self._chances = [sum((shares[each] for each in group.members), Fraction(0)) for group in self.family.groups]
        self._biases = list(self._all_biases())
        self._gains = [(each.group, each.hit, each.miss) for each in self._biases]
        self._prior = [len(self.counts) * each for each in self.family.chances]  # 1 each if all are equally likely

    def _all_biases(self) -> Iterable[_Bias]:
        for number, chance in enumerate(self._chances):
            for times in TIMES:
                if chance * times < 1:
                    yield _Bias(number, times, log(times), log((1 - chance * times) / (1 - chance)))

    def see(self, outcome: int, by: int = 1) -> None:
        """Count an outcome; `by` -1 takes back one that was corrected."""
        self.counts[outcome] += by
        self.total += by
        for group in self._groups_of[outcome]:
            self._of_group[group] += by

    def log(self) -> float:
        """The logarithm of the evidence: 0 is none. It never exceeds the exact value by more than `SLACK`."""
        found = self._ratios()
        one, top = self._any(), max(found)
        biased = top - log(len(found)) + log(sum([exp(each - top) for each in found]))
        return _log_mean([(1 - ANY, biased), (ANY, one)])

    def most(self) -> float:
        """A bound of `log` that is computed faster: no mean is above its largest part."""
        return max(*self._ratios(), self._any())

    def _ratios(self) -> list[float]:
        """The logarithms of the likelihood ratios of all biases."""
        seen, total = self._of_group, self.total
        return [hit * (n := seen[group]) + miss * (total - n) for group, hit, miss in self._gains]

    def _any(self) -> float:
        """The likelihood ratio under the Dirichlet prior."""
        found, prior = 0.0, float(len(self.counts))
        for count, own, chance in zip(self.counts, self._prior, self.family.chances, strict=True):
            if count:
                found += lgamma(count + own) - lgamma(own) - count * log(chance)
        return found - lgamma(self.total + prior) + lgamma(prior)

    def leading(self) -> Leading:
        """The bias for which the counts speak most."""
        ratios = self._ratios()
        best = self._biases[ratios.index(max(ratios))]
        return Leading(self.family.groups[best.group], self._chances[best.group], best.times)

    def seen(self, group: Group) -> int:
        """How many outcomes were in a group."""
        return sum(self.counts[each] for each in group.members)

    def exact(self) -> Fraction:
        """The evidence as a fraction, for small counts: what `log` is compared with."""
        found = Fraction(0)
        for each in self._biases:
            n, chance = self._of_group[each.group], self._chances[each.group]
            ratio = (1 - chance * each.times) / (1 - chance)
            found += each.times**n * ratio ** (self.total - n)
        return (1 - ANY) * found / len(self._biases) + ANY * self._exact_any()

    def _exact_any(self) -> Fraction:
        found, size = Fraction(1), len(self.counts)
        for count, own, chance in zip(self.counts, self._prior, self.family.chances, strict=True):
            for number in range(count):
                found *= (own + number) / chance
        for number in range(self.total):
            found /= size + number
        return found


def _log_mean(parts: Sequence[tuple[Fraction, float]]) -> float:
    """The logarithm of a weighted mean, from logarithms."""
    top = max(each for _, each in parts)
    return -inf if top == -inf else top + log(sum(float(weight) * exp(each - top) for weight, each in parts))


@dataclass
class Watch:
    """Several families of one device; each has an equal share of the one level. It is checked every few outcomes."""

    families: tuple[Family, ...]
    every: int = 8  # looking less often keeps the bound, and is late by less than this many outcomes
    parts: list[Evidence] = field(default_factory=list)
    outcomes: int = 0

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget everything: a new test begins."""
        self.parts, self.outcomes = [each.begin() for each in self.families], 0

    def see(self, outcome: Sequence[tuple[int, ...]], by: int = 1) -> None:
        """Count an outcome: for each family, what it counts of it."""
        for part, counted in zip(self.parts, outcome, strict=True):
            for each in counted:
                part.see(each, by)
        self.outcomes += by

    def replace(self, was: Sequence[tuple[int, ...]], now: Sequence[tuple[int, ...]]) -> None:
        """Count another outcome than one that was counted, unless that was before this test began."""
        pairs = list(zip(self.parts, was, strict=True))
        if all(part.counts[each] >= counted.count(each) for part, counted in pairs for each in counted):
            self.see(was, -1)
            self.see(now)

    def log(self) -> float:
        """The logarithm of the evidence of all families together."""
        share = Fraction(1, len(self.parts))
        return _log_mean([(share, each.log()) for each in self.parts])

    def alarm(self, one_in: int) -> bool:
        """Whether the evidence has reached this, if it is time to look."""
        if self.outcomes % self.every or not self.outcomes:
            return False
        assert self.outcomes <= MOST, "begin a new test after this many outcomes"
        least = log(one_in) + SLACK
        return any(each.most() >= least for each in self.parts) and self.log() >= least

    def strongest(self) -> Evidence:
        """The family with the most evidence."""
        return max(self.parts, key=Evidence.log)
