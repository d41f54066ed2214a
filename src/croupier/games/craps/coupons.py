"""Coupons at craps: match play coupons, on every wager that a chip may make."""

from __future__ import annotations

from datetime import date

from croupier.core.citation import implements


@implements("47.1-2305(1)")
def match_play(on: date) -> bool:
    """A coupon stands only beside chips of the same amount (reading M3)."""
    return True
