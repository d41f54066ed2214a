"""Money is whole cents. No float and no boolean is ever an amount."""

from __future__ import annotations


def cents(value: object) -> int:
    """Check that a value is whole cents, and return it.

    >>> cents(500)
    500
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"money is a whole number of cents (int), not {value!r} ({type(value).__name__})")
    return value


def round_up(numerator: int, denominator: int, chip: int) -> int:
    """Round numerator/denominator cents up to whole chips; the result is in cents.

    >>> round_up(7 * 500, 6, 100)
    600
    """
    return -(-numerator // (denominator * chip)) * chip


def round_down(numerator: int, denominator: int, chip: int) -> int:
    """Round numerator/denominator cents down to whole chips; the result is in cents.

    >>> round_down(5 * 3000, 100, 100)
    100
    """
    return numerator // (denominator * chip) * chip
