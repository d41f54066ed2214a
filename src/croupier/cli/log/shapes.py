"""What `croupier log` prints as JSON: rounds and acts. Times are ISO 8601 in UTC, money is in cents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.books.acts import Act
    from croupier.books.rounds import Decided, RoundTold
    from croupier.books.sentences import Teller
    from croupier.cli.log.refusals import RefusedAt
    from croupier.core.machine import Standing
    from croupier.house import House

Row = dict[str, Any]


def line(told: RoundTold) -> Row:
    """A round in a list."""
    from croupier.books.days import day_of_round
    from croupier.books.times import iso

    return {
        "table": told.table,
        "round": told.number,
        "gaming_day": day_of_round(told).isoformat(),
        "began_at": iso(told.began),
        "decided_at": None if told.decided_at is None else iso(told.decided_at),
        "dealer": told.dealer,
        "outcome": told.outcome,
        "meaning": told.meaning,
        "draws": list(told.draws),
        "voided": told.voided,
        "wagers_decided": len(told.final),
        "win_cents": told.won,
        "tips_cents": told.tips,
        "corrected_from": [each.was for each in told.corrections],
    }


def complete(told: RoundTold, teller: Teller, refused: Iterable[RefusedAt] = ()) -> Row:
    """A round with everything that is known about it."""
    from croupier.books.acts import act_of
    from croupier.books.days import gaming_day_of

    house = told.house
    closed = told.closed
    laid: Sequence[Standing] = () if closed is None else closed.before.felt.standing
    return {
        **line(told),
        "house": house.name,
        "house_version": house.version,
        "wagers": [standing(each, house) for each in laid],
        "settlement": [settled(each) for each in told.decided],
        "undecided": [standing(each, house) for each in told.undecided],
        "meters": [
            {"wager": now.wager, "before_cents": None if was is None else was.cents, "after_cents": now.cents}
            for was, now in told.meters
        ],
        "events": [act(act_of(each, teller, gaming_day_of(each.after))) for each in told.steps],
        "refusals": [each.row() for each in refused],
    }


def standing(each: Standing, house: House) -> Row:
    """A wager on the layout."""
    from croupier.books import naming

    return {
        "player": each.seat,
        "wager": each.wager,
        "spot": each.spot,
        "bet": naming.spot(each.wager, each.spot, house),
        "stake_cents": each.stake or each.collected,
        "tip": each.tip,
    }


def settled(each: Decided) -> Row:
    """A decided wager, in the order of payment."""
    from croupier.books import naming
    from croupier.books.pays import paid_at, words

    row, house = each.row, each.house
    pays = paid_at(row, house)
    return {
        "entry": each.entry,
        "step": row.step,
        "player": row.player,
        "wager": row.wager,
        "spot": row.spot,
        "bet": naming.spot(row.wager, row.spot, house),
        "result": row.grade,
        "odds": None if pays is None else str(words(pays)),
        "stake_cents": row.stake,
        "paid_cents": row.paid,
        "chips": [{"value_cents": value, "count": count} for value, count in row.chips],
        "rounding_cents": row.rounding,
        "commission_cents": row.commission,
        "overage_cents": row.overage,
        "coupon_cents": row.coupon,
        "tip": row.tip,
        "house_version": house.version,
        "pay_table": row.pay_table,
        "paragraph": row.cite,
    }


def act(each: Act) -> Row:
    """An event: who, when, and what it says."""
    from croupier.books.times import iso

    return {
        "version": each.version,
        "at": iso(each.at),
        "gaming_day": each.day.isoformat(),
        "person": each.person or None,
        "role": each.role or None,
        "licence": each.licence or None,
        "event": each.event,
        "part": each.part or None,
        "says": each.says,
    }
