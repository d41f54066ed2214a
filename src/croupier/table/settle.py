"""Settlement at a live table: the felt decides the wagers, and this module orders the results as dealers do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from typing import Any, Literal

from croupier.core.citation import Citation, implements
from croupier.core.machine import LOSE, Standing
from croupier.core.refusal import Refusal
from croupier.core.remember_last import remember_last
from croupier.felt import Felt, Played, Resolution
from croupier.felt.payout import give_back, taken_up_front
from croupier.felt.settle import pay
from croupier.house import House
from croupier.table.chips import break_down
from croupier.table.rows import Row
from croupier.table.state import Coupon, DrawEntry, Seat

#: Each step of a round, an outcome or a draw, with the felt before it.
Steps = tuple[tuple[Felt, Played], ...]


@remember_last
def play(felt: Felt, outcome: str, draws: tuple[DrawEntry, ...]) -> tuple[Played, Steps] | Refusal:
    """Play an outcome with its draws: the last felt, and each step with the felt before it."""
    played = felt.outcome(outcome)
    if isinstance(played, Refusal):
        return played
    steps = [(felt, played)]
    for draw in draws:
        before = played.felt
        drawn = before.drawn(draw.of, draw.result)
        if isinstance(drawn, Refusal):
            return drawn
        played = replace(drawn, fact=played.fact, announced=played.announced)
        steps.append((before, drawn))
    return played, tuple(steps)


def spoken(felt: Felt, played: Played) -> dict[str, Any]:
    """What whoever calls the outcome announces with it, and the lammers that move then; fields of the event."""
    game = felt.house.game
    return {"announced": played.announced, "lammers": game.lammers(felt.table, played.fact, felt.house)}


def voided(felt: Felt, call: str, reason: str) -> Played | Refusal:
    """The felt after a void: called by a person, or an outcome that is void by itself.

    A choice that a player still has to make stays open.
    """
    if call == "outcome":
        return felt.outcome(reason)
    found = felt.house.game.void(call, reason, felt.table)
    if isinstance(found, Refusal) or found.returned:
        return felt.void(call, reason)
    return Played(felt.but(table=found.table), (), replace(found, cite=felt.house.rulebook.printed(found.cite)))


def returned(felt: Felt, wagers: Iterable[Standing], cite: str | None = None) -> tuple[Felt, tuple[Resolution, ...]]:
    """Return these wagers undecided; `cite` is the paragraph that allows somebody to direct it."""
    back = tuple(wagers)
    resolutions = tuple(give_back(wager) for wager in back)
    if cite is not None:
        printed = felt.house.rulebook.printed(Citation(cite))
        resolutions = tuple(each.but(cite=printed) for each in resolutions)
    left = felt.with_standing(wager for wager in felt.standing if wager not in back)
    return pay(left, resolutions), resolutions


@remember_last
def rows_of(steps: Steps, seats: tuple[Seat, ...], coupons: tuple[Coupon, ...]) -> tuple[Row, ...]:
    """The rows of a played round."""
    return rows(((felt, played.resolutions) for felt, played in steps), seats, coupons)


def rows(
    steps: Iterable[tuple[Felt, tuple[Resolution, ...]]], seats: tuple[Seat, ...], coupons: tuple[Coupon, ...]
) -> tuple[Row, ...]:
    """All resolutions as rows, in the order in which dealers collect and pay."""
    units = {seat.player: seat.unit for seat in seats}
    places = {seat.player: seat.place for seat in seats}
    found: list[tuple[tuple[int, ...], Row]] = []
    for felt, decided in steps:
        for wager, resolution in _matched(felt, decided):
            row = _row(wager, resolution, units, coupons)
            found.append((_rank(row, wager, places), row))
    found.sort(key=itemgetter(0))
    return tuple([row for _, row in found])


def _matched(felt: Felt, decided: tuple[Resolution, ...]) -> Iterator[tuple[Standing, Resolution]]:
    """Each resolution with the wager it decided; both lists are in the order of the layout."""
    standing = iter(felt.standing)
    for resolution in decided:
        for wager in standing:
            if (
                wager.wager == resolution.wager
                and wager.seat == resolution.seat
                and wager.spot == resolution.spot
                and wager.tip == resolution.tip
                and wager.stake + wager.collected == resolution.stake + resolution.overage
            ):
                yield wager, resolution
                break
        else:
            raise AssertionError(f"nothing stood that was decided as {resolution}")


def coupon_on(coupons: Iterable[Coupon], player: str, wager: str, spot: str | None) -> Coupon | None:
    """The coupon on a wager, if there is one."""
    for each in coupons:
        if (each.player, each.wager, each.spot) == (player, wager, spot):
            return each
    return None


def coupons_left(
    coupons: tuple[Coupon, ...], rows: Iterable[Row], before: Felt | None = None, after: Felt | None = None
) -> tuple[Coupon, ...]:
    """The coupons on wagers that are still undecided; a coupon travels with a wager that moved to a number."""
    if not coupons:
        return ()
    decided = {(row.player, row.wager, row.spot) for row in rows if not row.tip}
    left = tuple(each for each in coupons if (each.player, each.wager, each.spot) not in decided)
    if before is None or after is None:
        return left
    old, new = (
        {(each.seat, each.wager, each.spot) for each in felt.standing if not each.tip} for felt in (before, after)
    )
    return tuple(_travelled(each, (old - decided, new)) for each in left)


def _travelled(coupon: Coupon, keys: tuple[set[tuple[str, str, str | None]], ...]) -> Coupon:
    """The coupon where its wager is now; only one wager of a kind moves at a time."""
    before, after = keys
    if (coupon.player, coupon.wager, coupon.spot) in after:
        return coupon
    fresh = [key[2] for key in after - before if key[:2] == (coupon.player, coupon.wager)]
    return replace(coupon, spot=fresh[0]) if len(fresh) == 1 else coupon


def coupons_used(coupons: tuple[Coupon, ...], rows: Iterable[Row]) -> frozenset[str]:
    """The serial numbers of coupons that were won or lost; a push or a return gives a coupon back."""
    if not coupons:
        return frozenset()
    decided = {(row.player, row.wager, row.spot) for row in rows if not row.tip and row.step != "return"}
    return frozenset(each.number for each in coupons if (each.player, each.wager, each.spot) in decided)


def coupons_taken(felt: Felt, rows: Iterable[Row], steps: Steps = ()) -> Felt:
    """A coupon is not a chip: the felt paid its stake back, and here that goes to the bank.

    A wager that was paid and stays comes down with its coupon.
    """
    for row in rows:
        if row.coupon:
            for resolution in (
                each for _, played in steps for each in played.resolutions if each.stays and not each.tip
            ):
                if (resolution.seat, resolution.wager, resolution.spot) == (row.player, row.wager, row.spot):
                    felt = _came_down(felt, row, row.paid - resolution.paid)
            felt = felt.with_rack(row.player, -row.coupon)
    return felt


def _came_down(felt: Felt, row: Row, back: int) -> Felt:
    gone = felt.find(row.player, row.wager, row.spot)
    return felt.with_standing(each for each in felt.standing if each is not gone).with_rack(row.player, back)


def _row(wager: Standing, decided: Resolution, units: dict[str, int | None], coupons: tuple[Coupon, ...]) -> Row:
    house = wager.rules
    assert isinstance(house, House)  # not `House.of`, whose call is too slow for every row of a settlement
    kept = decided.stake + taken_up_front(house, wager.wager, decided.stake) if decided.stays else 0
    coupon = coupon_on(coupons, decided.seat, decided.wager, decided.spot) if coupons and not decided.tip else None
    step, paid, face = _taken_or_paid(decided), decided.paid, 0
    if coupon is not None:  # a wager that would stay comes down with its coupon (reading M3)
        paid, kept = paid + kept, 0
        face = coupon.amount if paid and step != "collect" else 0
    unit = None if decided.tip else units.get(decided.seat)
    return Row(  # positional arguments: keywords take twice as long
        step,
        decided.seat,
        decided.wager,
        decided.spot,
        decided.grade,
        decided.stake,
        wager.stake + wager.commission - kept,
        decided.winnings,
        decided.rounding,
        decided.commission,
        decided.overage,
        paid,
        decided.tip,
        face,
        break_down(paid - face, house.denominations, unit),
        house.version,
        house.pay_tables.get(wager.wager),
        str(decided.cite),
        decided.tip and not decided.to_the_dealers,
        wager.collected,
        decided.tip and decided.to_the_dealers and house.tips.then == "tube",
    )


def _taken_or_paid(decided: Resolution) -> Literal["collect", "pay", "return"]:
    """A losing wager is collected, also one whose part above the maximum goes back."""
    if decided.grade in ("push", "half-back", "returned"):
        return "return"
    return "collect" if decided.grade == LOSE and not decided.winnings else "pay"


def _rank(row: Row, wager: Standing, places: dict[str, int]) -> tuple[int, ...]:
    """Losers before winners; then by the game's own order."""
    taken, place, game = losers_first(row), places.get(row.player, 0), wager.rules.game
    inside, declared = game.course.outside_in, game.wagers[wager.wager]
    if not inside:
        return by_position(taken, place, last=declared.paid_last)
    group = declared.group
    if taken == 0:
        return (taken, outside_losers_first(group), place)
    return (taken, *winners_in_order(group, row.wager, place, inside))


@implements("30-2205(4)", "47.1-2205(4)", "30-2703(6)")
def losers_first(row: Row) -> int:
    """All losing wagers are collected before any winner is paid."""
    return 0 if row.step == "collect" else 1


@implements("47.1-2317.01(10)", "47.1-2317.02(8)")
def by_position(taken: int, place: int, *, last: bool) -> tuple[int, int, int]:
    """Losers first. Then the usual winners, and last the side bets on the whole hand, by place (reading C22)."""
    return (taken, int(last and taken == 1), place)


@implements("H-after(1)")
def outside_losers_first(group: str) -> int:
    """Losing outside wagers are collected first, then losing inside wagers."""
    return {"outside": 0, "inside": 1}.get(group, 2)


@implements("H-payouts(1)", "H-payouts(2)", "30-2299.01(6)", "47.1-2215.01(6)")
def winners_in_order(group: str, wager: str, place: int, inside: tuple[str, ...]) -> tuple[int, int, int]:
    """Winning outside wagers first, then inside ones color by color from the edge inward; side bets with them."""
    if group == "outside":
        return (0, place, 0)
    if group == "inside":
        return (1, place, inside.index(wager))
    return (2, place, 0)
