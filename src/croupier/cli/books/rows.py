"""The books as JSON: amounts in cents, exact figures as fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.books.rating import Rating
    from croupier.books.run import Booked
    from croupier.books.tax import Month


def whole(
    shifts: list[Booked], ratings: list[Rating], taxed: Iterable[Month], faults: tuple[str, ...]
) -> dict[str, Any]:
    """One object with everything."""
    return {
        "shifts": [_shift(each) for each in shifts],
        "players": [_player(each) for each in ratings],
        "months": [_month(each) for each in taxed],
        "faults": list(faults),
    }


#: Figures of a shift that JSON has under their own names.
_SHIFT = (
    "table number game house began ended opening counted expected rounds wagers handle win win_by_drop difference "
    "drop fills credits closing commission rounding liability buy_ins brought cashed_out tips tube disputes"
).split()


def _shift(booked: Booked) -> dict[str, Any]:
    import msgspec

    shift, expected = booked.shift, booked.expected
    row: dict[str, Any] = {"day": str(shift.day)} | {name: getattr(shift, name) for name in _SHIFT}
    row |= {"hold": _exact(shift.hold), "of_handle": _exact(shift.of_handle), "balances": booked.balances}
    row |= {name: dict(getattr(shift, name)) for name in ("bank", "win_parts", "removed", "corrections", "claims")}
    row |= {name: msgspec.to_builtins(getattr(shift, name)) for name in ("dropped", "meters", "voids")}
    low, high = expected.band()
    return row | {
        "expected_win": str(expected.expected),
        "won_on_wagers": expected.won,
        "variance": str(expected.variance),
        "deviation": expected.deviation(),
        "band": [low, high],
        "not_priced": expected.not_priced,
        "by_wager": [
            {
                "wager": each.wager,
                "pay_table": each.pay_table or None,
                "handle": each.handle,
                "won": each.won,
                "expected": str(each.expected) if each.priced else None,
            }
            for each in expected.wagers
        ],
    }


def _player(each: Rating) -> dict[str, Any]:
    return {
        "person": each.person,
        "day": str(each.day),
        "tables": list(each.tables),
        "rounds": each.rounds,
        "handle": each.handle,
        "average_bet": str(each.average_bet),
        "seconds": each.time // 1_000_000,
        "won": each.won,
        "theoretical": str(each.theoretical),
        "cash_in": dict(each.cash_in),
        "largest_award": each.award,
    }


def _month(each: Month) -> dict[str, Any]:
    row = {"month": f"{each.first:%Y-%m}", "tax_year": str(each.year), "proceeds": each.proceeds}
    return row | {"cumulative": each.cumulative, "tax": each.tax, "year_tax": each.year_tax}


def _exact(share: Fraction | None) -> str | None:
    return None if share is None else str(share)
