"""The exact expected win of a shift, and the band around it.

Every wager is priced when it is placed, in the state that it then has: its stake in whole cents with rounding and
commission, the house under which it was placed, its pay table, its spot, the point, the previous number, the meter.
A wager that is raised is priced then for the rest. Nothing is added while outcomes decide it. A wager that goes back
undecided is taken out with its value at that moment, so that a player who takes down only bad ones changes nothing.
A wager that is paid and stays is priced anew. So for decided wagers the sum is the stake times the edge that
`croupier odds` prints, and win less expected win is a fair game: its mean is zero, whatever players do.

The band needs the variance. It is computed for each outcome over the whole layout: by how much the outcome could
have changed the win and the value of the wagers that stay undecided. So wagers on one outcome count together, for and
against each other, and a wager that takes many rounds counts in each of them. What is left is uncorrelated from round
to round.

What is approximate: a posted maximum on what one outcome pays on a side bet is not taken into account; winners of a
progressive share its meter with everybody who is locked in; and a correction after the next round has begun leaves
wagers where they are, as the table does. A wager that no chain can price is listed with its handle, and counted as if
it had won what was expected.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt
from operator import is_

from croupier.books.figures import RETURNED
from croupier.books.priced import Priced
from croupier.books.walk import Told
from croupier.chain.position import variance, variance_of_draw
from croupier.core.machine import Standing
from croupier.felt import Felt
from croupier.felt.changes import working
from croupier.house import House
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.settling import Settled
from croupier.table.rows import Row
from croupier.table.settle import coupon_on
from croupier.table.state import REMEMBERED, Coupon

#: How many standard deviations the band is wide on each side.
SIGMAS = 3
Key = tuple[str, str, str]  # player, wager, and pay table, empty without one; wagers for the dealers have no player


@dataclass(frozen=True, slots=True)
class OnWager:
    """What was decided on one wager in a shift: stakes, the table's win and its exact expectation, in cents."""

    wager: str
    pay_table: str
    handle: int
    won: int
    expected: Fraction
    priced: bool = True

    @property
    def edge(self) -> Fraction | None:
        """The expected win as a share of the handle."""
        return self.expected / self.handle if self.handle else None


@dataclass(frozen=True, slots=True)
class Expected:
    """The win of decided wagers beside its exact expectation and variance, in cents."""

    won: int
    expected: Fraction
    variance: Fraction
    wagers: tuple[OnWager, ...]

    @property
    def not_priced(self) -> int:
        """The handle of wagers without a price."""
        return sum(each.handle for each in self.wagers if not each.priced)

    def deviation(self, sigmas: int = 1) -> int:
        """This many standard deviations, in whole cents, rounded up."""
        square = ceil(self.variance * sigmas * sigmas)
        root = isqrt(square)
        return root + (root * root < square)

    def band(self, sigmas: int = SIGMAS) -> tuple[int, int]:
        """The lowest and the highest win within this many standard deviations, rounded outward to cents."""
        wide = self.deviation(sigmas)
        return floor(self.expected) - wide, ceil(self.expected) + wide

    @property
    def tenths(self) -> int:
        """How far the win is from its expectation, in tenths of a standard deviation; 0 if nothing could vary."""
        if not self.variance:
            return 0
        off = self.won - self.expected
        size = isqrt(floor(100 * off * off / self.variance))
        return -size if off < 0 else size


class Fold:
    """Reads a table's log event by event, and keeps the expected win by player and wager."""

    def __init__(self) -> None:
        self.accrued: defaultdict[Key, Fraction] = defaultdict(Fraction)  # of wagers placed, less those taken down
        self.won: defaultdict[Key, int] = defaultdict(int)
        self.handle: defaultdict[Key, int] = defaultdict(int)
        self.variance = Fraction(0)
        self._felt: Felt | None = None
        self._coupons: tuple[Coupon, ...] = ()
        self._settled: dict[int, list[tuple[Key, Fraction]]] = {}  # what a settlement added, by round
        self._priced = Priced()

    def see(self, told: Told) -> None:
        """Follow an event."""
        event, before, after_ = told.event, told.before.play, told.after.play
        self._felt, self._coupons = after_, told.after.coupons
        if before is None or after_ is None:
            return
        match event:
            case Settled(stage="round"):
                self._outcome(told, before)
                self._book(event.rows, told.before.coupons, 1)
                self._settled[event.round] = list(self._again(before, told.before.coupons, event.rows))
                self._settled.pop(event.round - REMEMBERED, None)
                self._add(self._settled[event.round])
            case Settled():
                self._draw(before, event.stage)
                self._book(event.rows, (), 1)
            case OutcomeCorrected():
                self._corrected(told, event)
            case _:
                if isinstance(event, Voided) and event.call == "outcome":
                    self._outcome(told, before)
                if before.standing or after_.standing:
                    self._changed(told, before, after_)

    @property
    def unpriced(self) -> frozenset[str]:
        """The ids of wagers that no chain can price."""
        return frozenset(self._priced.unpriced)

    def open_value(self) -> dict[Key, Fraction]:
        """What the undecided wagers are worth to their players now."""
        found: defaultdict[Key, Fraction] = defaultdict(Fraction)
        if self._felt is not None:
            for each in self._felt.standing:
                found[_key(each)] += self._priced.value(self._felt, each, self._coupons)
        return found

    # What changes the layout without an outcome -------------------------------------------------------------
    def _changed(self, told: Told, before: Felt, after_: Felt) -> None:
        """Wagers that come are priced, wagers that go are taken out at their value, and paid choices are booked."""
        old, new = before.standing, after_.standing
        if before.table is after_.table and before.meters is after_.meters:
            old, new = _unlike(before, after_)
        elif old is new and before.table == after_.table and before.meters == after_.meters:
            return
        for each in old:
            self.accrued[_key(each)] += self._priced.value(before, each, told.before.coupons)
        for each in new:
            self.accrued[_key(each)] -= self._priced.value(after_, each, told.after.coupons)
        rows: tuple[Row, ...] = getattr(told.event, "rows", ())
        for row in rows:
            self.accrued[_key_of(row)] -= row.profit + row.coupon
        self._book(rows, told.before.coupons, 1)

    # Outcomes -----------------------------------------------------------------------------------------------
    def _outcome(self, told: Told, felt: Felt) -> None:
        """Add the variance of an outcome, and of the draws that it called for."""
        found = [
            at
            for each in felt.standing
            if not each.choices and each.draw is None and working(felt, each)
            if (at := self._priced.position(felt, each, told.before.coupons)) is not None
        ]
        if found:
            self.variance += variance(found, self._priced.weights(felt.house))
        for draw in told.before.draws:
            self.variance += variance_of_draw(at for each in found if (at := each.waiting(draw.of)) is not None)

    def _draw(self, felt: Felt, of: str) -> None:
        """Add the variance of a draw after everything else was resolved."""
        found = (self._priced.position(felt, each, ()) for each in felt.standing if each.draw == of)
        self.variance += variance_of_draw(at for at in found if at is not None)

    def _again(self, felt: Felt, coupons: tuple[Coupon, ...], rows: Iterable[Row]) -> Iterator[tuple[Key, Fraction]]:
        """What a settlement adds: wagers that stay are priced anew, and those that go back are taken out."""
        known: dict[tuple[str, str, str | None, bool], Standing] | None = None
        for row in rows:
            returned = row.grade == RETURNED
            if not returned and (row.collected or row.released >= row.stake):
                continue
            if known is None:
                known = {(each.seat, each.wager, each.spot, each.tip): each for each in felt.standing}
            standing = known[row.player, row.wager, row.spot, row.tip]
            worth = self._priced.value(felt, standing, coupons)
            yield _key(standing), worth if returned else -worth

    def _add(self, amounts: Iterable[tuple[Key, Fraction]], sign: int = 1) -> None:
        for key, amount in amounts:
            self.accrued[key] += sign * amount

    def _corrected(self, told: Told, event: OutcomeCorrected) -> None:
        """The right outcome counts. A correction before the payment needs nothing: no wager was decided yet."""
        if event.stage == "before-payment":
            return
        record = next(each for each in told.before.rounds if each.number == event.round)
        self._book(event.reversed, record.coupons, -1)
        self._book(event.rows, record.coupons, 1)
        self._add(self._settled.get(event.round, ()), -1)
        self._settled[event.round] = list(self._again(record.before, record.coupons, event.rows))
        self._add(self._settled[event.round])

    def _book(self, rows: Iterable[Row], coupons: tuple[Coupon, ...], sign: int) -> None:
        """Book what was decided. A coupon that loses costs its player nothing, and so the table does not win it."""
        for row in rows:
            if row.grade == RETURNED:
                continue
            face, key = row.coupon, _key_of(row)
            if coupons and not face and not row.tip and row.step == "collect":
                coupon = coupon_on(coupons, row.player, row.wager, row.spot)
                face = 0 if coupon is None else coupon.amount
            self.won[key] -= sign * (row.profit + face)
            self.handle[key] += sign * row.stake


def _key(each: Standing) -> Key:
    return "" if each.tip else each.seat, each.wager, House.of(each).pay_tables.get(each.wager, "")


def _key_of(row: Row) -> Key:
    return "" if row.tip else row.player, row.wager, row.pay_table or ""


def _unlike(before: Felt, after_: Felt) -> tuple[tuple[Standing, ...], tuple[Standing, ...]]:
    """The wagers of both layouts without those that they have in common at the beginning and at the end.

    If a progressive wager came or went, all of them change: they share the meter.
    """
    old, new, first, last = before.standing, after_.standing, 0, 0
    for same in map(is_, old, new):
        if not same:
            break
        first += 1
    for same in map(is_, reversed(old[first:]), reversed(new[first:])):
        if not same:
            break
        last += 1
    one, other = old[first : len(old) - last], new[first : len(new) - last]
    metered = {meter.wager for meter in before.meters}
    if not metered or metered.isdisjoint(each.wager for each in (*one, *other)):
        return one, other
    return _with_all(one, old, metered), _with_all(other, new, metered)


def _with_all(some: tuple[Standing, ...], every: tuple[Standing, ...], of: set[str]) -> tuple[Standing, ...]:
    """These wagers, with all others of some kinds."""
    known = set(map(id, some))
    return (*some, *(each for each in every if each.wager in of and id(each) not in known))


class Since:
    """The expected win since a moment, such as the beginning of a shift."""

    def __init__(self, fold: Fold) -> None:
        self.fold = fold
        self._before = self._now()

    def expected(self) -> Expected:
        """What was decided since then."""
        (expected, won, handle, varied), before = self._now(), self._before
        found: dict[tuple[str, str], list[Fraction]] = {}
        for key in {*won, *handle, *expected}:
            sums = found.setdefault(key[1:], [Fraction(0)] * 3)
            sums[0] += handle.get(key, 0) - before[2].get(key, 0)
            sums[1] += won.get(key, 0) - before[1].get(key, 0)
            sums[2] += expected.get(key, 0) - before[0].get(key, 0)
        wagers = tuple(
            OnWager(*names, int(sums[0]), int(sums[1]), sums[2], names[0] not in self.fold.unpriced)
            for names, sums in sorted(found.items())
            if any(sums)
        )
        total = sum((each.expected if each.priced else Fraction(each.won) for each in wagers), Fraction(0))
        return Expected(sum(each.won for each in wagers), total, varied - before[3], wagers)

    def by_player(self) -> dict[str, tuple[int, int, Fraction]]:
        """The handle of each player since then, and what the table won and expected to win on it."""
        (expected, won, handle, _), before = self._now(), self._before
        found: dict[str, tuple[int, int, Fraction]] = {}
        for key in {*won, *handle, *expected}:
            so_far = found.get(key[0], (0, 0, Fraction(0)))
            found[key[0]] = (
                so_far[0] + handle.get(key, 0) - before[2].get(key, 0),
                so_far[1] + won.get(key, 0) - before[1].get(key, 0),
                so_far[2] + expected.get(key, 0) - before[0].get(key, 0),
            )
        found.pop("", None)
        return {player: figures for player, figures in found.items() if any(figures)}

    def _now(self) -> tuple[dict[Key, Fraction], dict[Key, int], dict[Key, int], Fraction]:
        """Expected win of what is decided, win, handle and variance so far."""
        fold = self.fold
        expected = dict(fold.accrued)
        for key, worth in fold.open_value().items():
            expected[key] = expected.get(key, Fraction(0)) + worth
        return expected, dict(fold.won), dict(fold.handle), fold.variance
