"""Money is whole cents. No float and no boolean is ever an amount."""

from __future__ import annotations

import re
from fractions import Fraction

_AMOUNT = re.compile(r"([+-]?)([0-9]{1,1000})(?:\.([0-9]{1,1000}))?")


def cents(value: object) -> int:
    """Check that a value is whole cents and hand it back.

    >>> cents(500)
    500
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"money is a whole number of cents (int), not {value!r} ({type(value).__name__})")
    return value


def read_dollars(text: str) -> Fraction:
    """Read a typed dollar amount as exact cents, which need not be whole.

    >>> read_dollars("12.50"), read_dollars("-5")
    (Fraction(1250, 1), Fraction(-500, 1))
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"not a dollar amount: {text!r}")
    sign, whole, part = match[1], match[2], match[3] or ""
    amount = Fraction(int(whole + part), 10 ** len(part)) * 100
    return -amount if sign == "-" else amount


def dollars(amount: int) -> str:
    """Write cents as people read them.

    >>> dollars(123450), dollars(-500), dollars(5)
    ('$1,234.50', '-$5', '$0.05')
    """
    sign, amount = ("-", -amount) if amount < 0 else ("", amount)
    whole, part = divmod(amount, 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def round_up(numerator: int, denominator: int, chip: int) -> int:
    """The least whole number of chips, in cents, that is not below numerator/denominator cents.

    >>> round_up(7 * 500, 6, 100)
    600
    """
    return -(-numerator // (denominator * chip)) * chip


def round_down(numerator: int, denominator: int, chip: int) -> int:
    """The greatest whole number of chips, in cents, that is not above numerator/denominator cents.

    >>> round_down(5 * 3000, 100, 100)
    100
    """
    return numerator // (denominator * chip) * chip
