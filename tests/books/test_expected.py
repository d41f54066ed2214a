"""The expected win of a shift: exact odds times stakes, and a fair game beside the win of many shifts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

import pytest

from croupier import chain
from croupier import store as stores
from croupier.books.expected import Expected, Fold, Since
from croupier.books.figures import figures
from croupier.books.priced import Priced, alike
from croupier.books.walk import Told, told
from croupier.core.chance import as_text
from croupier.core.refusal import Refusal
from croupier.felt import Felt
from croupier.floor import demo
from croupier.house import load
from croupier.table import settle
from croupier.table.acts.round.settling import Settled
from tests.support.table.logged import Logged
from tests.support.table.play import by

SHIFTS, ALL_SHIFTS, ROUNDS = 30, 1200, 15
#: Standard errors: how far a mean may be from its expectation. The seeds of `make test` are always the same.
FAR = 4


def _expected(log: list[Told]) -> Expected:
    fold = Fold()
    since = Since(fold)
    for each in log:
        fold.see(each)
    return since.expected()


def _shift(table: str, seed: int, rounds: int = ROUNDS) -> list[Told]:
    with stores.open("memory:") as kept:
        demo.play(kept, rounds, seed, [table])
        return list(told(kept, table))


def test_one_round_of_roulette_is_its_edge() -> None:
    log = Logged()
    table = log.table.opened("colorado-double-zero")
    table.sits("ann", 1, 500_00)
    table.places("ann", "red", 20_00)
    table.places("ann", "first-five", 10_00)
    table.plays("17")
    found = _expected(log.told())
    assert {each.wager: (each.handle, each.won, each.edge) for each in found.wagers} == {
        "red": (20_00, 20_00, Fraction(1, 19)),
        "first-five": (10_00, 10_00, Fraction(3, 38)),
    }
    assert found.expected == 20_00 * Fraction(1, 19) + 10_00 * Fraction(3, 38)


def _at_craps() -> tuple[Logged, Callable[[str], None]]:
    log = Logged()
    table = log.table.opened("colorado-craps")
    table.sits("ann", 1, 500_00)

    def roll(dice: str) -> None:
        table.plays(dice)

    return log, roll


def test_a_line_wager_is_its_edge_once_however_long_it_takes() -> None:
    log, roll = _at_craps()
    log.table.places("ann", "pass", 10_00)
    log.table.shoots("ann")
    house = load("colorado-craps")
    for dice in ("4-2", "5-5", "1-2"):
        roll(dice)
        assert _expected(log.told()).expected == _open(log) - 10_00 * chain.worth(house, "pass").expectation
    roll("3-3")
    found = _expected(log.told())
    assert found.expected == 10_00 * Fraction(7, 495)
    assert (found.won, found.wagers[0].handle) == (-10_00, 10_00)


def _open(log: Logged) -> Fraction:
    """What the undecided wagers are worth to their players."""
    fold = Fold()
    for each in log.told():
        fold.see(each)
    return sum(fold.open_value().values(), Fraction(0))


def test_a_wager_that_is_paid_and_stays_is_priced_at_each_decision() -> None:
    log, roll = _at_craps()
    log.table.places("ann", "pass", 5_00)
    log.table.shoots("ann")
    roll("4-4")
    log.table.places("ann", "place-6", 12_00)
    for dice in ("4-2", "3-3", "5-1", "4-3"):
        roll(dice)
    (place,) = (each for each in _expected(log.told()).wagers if each.wager == "place-6")
    assert (place.handle, place.won) == (4 * 12_00, 12_00 - 3 * 14_00)
    assert place.expected == 48_00 * chain.worth(load("colorado-craps"), "place-6").edge


def test_a_wager_that_comes_down_leaves_what_it_gained() -> None:
    """Who takes down a don't pass after a point gives up an advantage: the table expects that much more."""
    log, roll = _at_craps()
    log.table.places("ann", "pass", 5_00)
    log.table.places("ann", "dont-pass", 11_00)
    log.table.shoots("ann")
    roll("4-2")
    log.table.do("take-down", by("player", "ann"), player="ann", wager="dont-pass")
    (dont,) = (each for each in _expected(log.told()).wagers if each.wager == "dont-pass")
    assert (dont.handle, dont.won) == (0, 0)
    assert dont.expected == 11_00 * (Fraction(3, 220) + Fraction(1, 11))


@pytest.mark.parametrize("table", demo.TABLES)
def test_what_was_won_on_wagers_is_the_win_of_the_figures(table: str) -> None:
    """Apart from disputes and waived claims, which no wager decides."""
    for seed in (1, 2, 3):
        log = _shift(table, seed)
        (shift,) = figures(log, table)
        found = _expected(log)
        apart = shift.of_bank("dispute", "claim waived")
        assert found.won == shift.win - apart
        assert sum(each.handle for each in found.wagers) == shift.handle
        assert not found.not_priced


def _brute(felt: Felt, each: Told) -> Iterator[Fraction]:
    """By how much every outcome changes the win and the value of what stays, as the felt plays it."""
    priced = Priced()

    def worth(of: Felt) -> Fraction:
        return sum((priced.value(of, standing, ()) for standing in of.standing), Fraction(0))

    before = worth(felt)
    for outcome, _ in felt.house.game.told_apart(felt.house).weights:
        played = felt.outcome(as_text(outcome))
        assert not isinstance(played, Refusal)
        rows = settle.rows([(felt, played.resolutions)], each.before.seats, ())
        fresh = [
            standing
            for standing in played.felt.standing
            if any(row.grade != "returned" and row.released < row.stake and _same(row, standing) for row in rows)
        ]
        returned = [
            standing
            for standing in felt.standing
            if any(row.grade == "returned" and _same(row, standing) for row in rows)
        ]
        again = sum((priced.value(played.felt, standing, ()) for standing in fresh), Fraction(0))
        gone = sum((priced.value(felt, standing, ()) for standing in returned), Fraction(0))
        yield sum(row.profit for row in rows) + worth(played.felt) - again - before + gone


def _same(row: object, standing: object) -> bool:
    return all(
        getattr(row, one) == getattr(standing, two)
        for one, two in (("player", "seat"), ("wager", "wager"), ("spot", "spot"), ("tip", "tip"))
    )


@pytest.mark.parametrize("table", demo.TABLES)
def test_each_outcome_is_fair_as_the_felt_plays_it(table: str) -> None:
    """The felt itself plays every outcome of real layouts: the mean change is zero, the variance is the one added."""
    tried = 0
    for each in _shift(table, 11, 40):
        felt = each.before.play
        if not isinstance(each.event, Settled) or each.event.stage != "round" or felt is None:
            continue
        if not felt.standing or each.before.coupons or each.before.draws:
            continue
        if any(standing.wager in felt.house.meters or standing.draw for standing in felt.standing):
            continue
        changes = list(_brute(felt, each))
        chances = [weight for _, weight in felt.house.game.told_apart(felt.house).weights]
        assert sum(weight * change for weight, change in zip(chances, changes, strict=True)) == 0
        square = sum((weight * change * change for weight, change in zip(chances, changes, strict=True)), Fraction(0))
        fold = Fold()
        fold.see(each)
        assert fold.variance == square / sum(chances)
        tried += 1
    assert tried >= 10


def test_win_less_expected_win_is_a_fair_game(proof: bool, share: Callable[[str], None]) -> None:
    """Over many shifts of robots: no drift, and the spread that the variance says."""
    off, variance, squares, count = Fraction(0), Fraction(0), 0.0, 0
    for seed in range(100, 100 + (ALL_SHIFTS if proof else SHIFTS) // len(demo.TABLES)):
        for table in demo.TABLES:
            found = _expected(_shift(table, seed))
            off += found.won - found.expected
            variance += found.variance
            squares += float((found.won - found.expected) ** 2 / found.variance)
            count += 1
    assert off * off <= FAR * FAR * variance
    assert abs(squares / count - 1) < FAR * 2 / count**0.5, "few large awards make the spread uneven"
    root = isqrt(int(variance))
    share(f"books: {count:,} of {ALL_SHIFTS:,} shifts, win less expected win {float(off / root):+.2f} deviations")


def test_a_band_is_whole_cents_and_never_too_narrow() -> None:
    found = Expected(-700, Fraction(1001, 10), Fraction(10_001, 4), ())
    assert (found.deviation(), found.deviation(3)) == (51, 151)
    assert found.band(1) == (49, 152)
    assert found.tenths == -160
    assert Expected(0, Fraction(0), Fraction(0), ()).tenths == 0


#: Changes of a house, and whether its prices stay the same.
CHANGES: tuple[tuple[dict[str, object], bool], ...] = (
    ({"limits.default": {"min": 1, "max": 50}}, True),
    ({"title": "another"}, True),
    ({"chips.denominations": [1, 25]}, False),
    ({"commission.buy": {"percent": 4, "when": "on-win"}}, False),
)


@pytest.mark.parametrize(("change", "same"), CHANGES)
def test_houses_with_the_same_prices_are_priced_once(change: dict[str, object], same: bool) -> None:
    house = load("colorado-craps")
    assert (alike(load("colorado-craps", change=change)) is alike(house)) is same
    assert alike(load("colorado-double-zero")) is not alike(load("colorado-single-zero"))
