"""The evidence against a device is a martingale under its exact chances, and is computed within its error bound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, log
from random import Random

import pytest

from croupier.books.alerts.evidence.families import Watched, watched
from croupier.books.alerts.evidence.martingale import SLACK, Evidence, Family, Group, Watch
from croupier.house import load

HOUSES = (
    "colorado-single-zero",
    "colorado-double-zero",
    "colorado-triple-zero",
    "colorado-craps",
    "colorado-big-six",
)
SMALL = Family(
    ("a", "b", "c"),
    (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)),
    (Group("a", (0,)), Group("b", (1,)), Group("b to c", (1, 2))),
)


def _with(family: Family, counts: tuple[int, ...]) -> Evidence:
    found = family.begin()
    for outcome, count in enumerate(counts):
        found.see(outcome, count)
    return found


def test_it_is_a_martingale() -> None:
    """After any counts, the next outcome leaves it the same on average; it begins at 1. In fractions."""
    assert _with(SMALL, (0, 0, 0)).exact() == 1
    for a in range(5):
        for b in range(5):
            for c in range(5):
                after = ((a + 1, b, c), (a, b + 1, c), (a, b, c + 1))
                mean = sum(
                    share * _with(SMALL, counts).exact() for share, counts in zip(SMALL.chances, after, strict=True)
                )
                assert mean == _with(SMALL, (a, b, c)).exact(), (a, b, c)


@pytest.mark.parametrize("preset", HOUSES)
def test_it_is_a_martingale_of_real_devices(preset: str) -> None:
    """Of every family, after some outcomes; every outcome of the device is followed with its exact chance."""
    house, random = load(preset), Random(4)
    known, chance = watched(house), house.game.chance(house)
    names, weights = list(known.counted), [weight for _, weight in chance.weights]
    for place, family in enumerate(known.families):
        seen = [known.counted[each][place] for each in random.choices(names, weights, k=12)]
        mean, now = Fraction(0), family.begin()
        for counted in seen:
            for each in counted:
                now.see(each)
        for name, weight in zip(names, weights, strict=True):
            after = family.begin()
            for counted in (*seen, known.counted[name][place]):
                for each in counted:
                    after.see(each)
            mean += Fraction(weight, chance.total) * after.exact()
        assert mean == now.exact(), family.names


@pytest.mark.parametrize("preset", HOUSES)
def test_families_have_the_exact_chances_of_the_device(preset: str) -> None:
    house = load(preset)
    known, chance = watched(house), house.game.chance(house)
    assert [sum(each.chances) for each in known.families] == [1] * len(known.families)
    sectors = [each for family in known.families for each in family.groups if " to " in each.name]
    assert len(sectors) == 3 * len(house.options.around())
    for group in sectors:
        first, last = group.name.split(" to ")
        around = house.options.around()
        assert around[(around.index(first) + len(group.members) - 1) % len(around)] == last
    assert len(known.counted) == len(chance)


def test_what_is_computed_is_within_its_bound() -> None:
    """Against the exact fraction, for counts of different sizes."""
    random, worst = Random(6), 0.0
    for family in (*watched(load(HOUSES[1])).families, *watched(load("colorado-craps")).families):
        for sample in (1, 40, 400):
            counts = [0] * len(family.names)
            for each in random.choices(range(len(counts)), [float(each) for each in family.chances], k=sample):
                counts[each] += 1
            found = _with(family, tuple(counts))
            exact = found.exact()
            worst = max(worst, abs(found.log() - (log(exact.numerator) - log(exact.denominator))))
            assert found.most() >= found.log() - SLACK
    assert worst < SLACK / 1_000


def test_a_correction_is_as_if_the_right_outcome_was_called() -> None:
    known = watched(load(HOUSES[1]))
    wrong, right = Watch(known.families), Watch(known.families)
    for each in ("17", "20", "00"):
        wrong.see(known.counted[each])
    for each in ("17", "5", "00"):
        right.see(known.counted[each])
    wrong.replace(known.counted["20"], known.counted["5"])
    assert [each.counts for each in wrong.parts] == [each.counts for each in right.parts]
    wrong.replace(known.counted["36"], known.counted["5"])  # before this test began
    assert [each.counts for each in wrong.parts] == [each.counts for each in right.parts]


# Days -----------------------------------------------------------------------------------------------------------
def _days(preset: str, days: int, spins: int, seed: int) -> list[float]:
    """The highest evidence of each clean day, at the moments at which it is looked at."""
    house, random, found = load(preset), Random(seed), []
    known, chance = watched(house), house.game.chance(house)
    names, weights = list(known.counted), [weight for _, weight in chance.weights]
    for _ in range(days):
        watch, highest = Watch(known.families), 0.0
        for outcome in random.choices(names, weights, k=spins):
            watch.see(known.counted[outcome])
            if watch.outcomes % watch.every == 0:
                highest = max(highest, watch.log())
        found.append(highest)
    return found


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", ["colorado-double-zero", "colorado-craps"])
def test_clean_days_give_few_false_alarms(preset: str, proof: bool, share: Callable[[str], None]) -> None:
    """At every level the share of days with an alarm is below it: Ville's bound, with four standard errors."""
    seed, days, spins = (Random().randrange(2**32), 10_000, 600) if proof else (7, 150, 200)
    highest = _days(preset, days, spins, seed)
    said = []
    for level in (20, 100, 10_000):
        alarms = sum(each >= log(level) + SLACK for each in highest)
        bound = days / level
        assert alarms <= bound + 4 * bound**0.5 + (bound < 1), f"{alarms} of {days} at 1 in {level}, seed {seed}"
        said.append(f"{alarms} at 1 in {level:,} (bound {bound:g})")
    share(f"false alarms of {preset}: {', '.join(said)} in {days:,} days of {spins} outcomes with seed {seed}")


def _needed(known: Watched, weights: list[float], random: Random, most: int) -> int:
    """How many outcomes of a biased device it takes to an alarm at 1 in 10,000."""
    watch, names = Watch(known.families), list(known.counted)
    for outcome in random.choices(names, weights, k=most):
        watch.see(known.counted[outcome])
        if watch.alarm(10_000):
            return watch.outcomes
    return most + 1


def _sector(name: str) -> float:
    return 1.5 if name in ("17", "5", "22", "34", "15") else 1


#: A biased device, how much likelier each outcome is, the outcomes within which it is found, and by which name.
BIASES: tuple[tuple[str, str, Callable[[str], float], int], ...] = (
    ("one pocket 1.5 times", "colorado-double-zero", lambda name: 1.5 if name == "17" else 1, 14_000),
    ("one pocket twice", "colorado-double-zero", lambda name: 2 if name == "17" else 1, 4_000),
    ("five neighbors 1.5 times", "colorado-double-zero", _sector, 4_000),
    ("one die with a face 1.5 times", "colorado-craps", lambda name: 1.5 if name[0] == "6" else 0.9, 4_000),
)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("what", "preset", "times", "most"), BIASES, ids=[each[0] for each in BIASES])
def test_a_biased_device_is_found(
    what: str, preset: str, times: Callable[[str], float], most: int, proof: bool, share: Callable[[str], None]
) -> None:
    seed, devices = (Random().randrange(2**32), 200) if proof else (3, 5)
    known, random = watched(load(preset)), Random(seed)
    needed = sorted(_needed(known, [times(name) for name in known.counted], random, most) for _ in range(devices))
    late = sum(each > most for each in needed)
    assert late <= devices // 50, f"{late} of {devices} were not found within {most} outcomes, seed {seed}"
    share(f"{what}: found after {needed[devices // 2]:,} outcomes (median of {devices}, seed {seed}), 90 % within"
          f" {needed[devices * 9 // 10]:,}")  # fmt: skip


def test_an_alarm_needs_more_than_the_level_in_spite_of_rounding() -> None:
    watch = Watch((SMALL,), every=1)
    for _ in range(6):
        watch.see(((2,),))
    level = int(exp(watch.log()))
    assert watch.alarm(level - 1)
    assert not watch.alarm(level + 1)
