"""Converts amounts between dollars, as people type and read them, and cents, as Croupier computes them."""

from __future__ import annotations

import re
from fractions import Fraction

#: A minus sign with a word joiner: no line ends between it and the amount.
MINUS = "−\u2060"
_AMOUNT = re.compile(r"([+-]?)([0-9]{1,1000})(?:\.([0-9]{1,1000}))?")


def read_dollars(text: str) -> Fraction:
    """Read a typed dollar amount as exact cents, which may be a fraction.

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
    """Write cents as dollars.

    >>> dollars(123450), dollars(-500), dollars(5)
    ('$1,234.50', '-$5', '$0.05')
    """
    sign, amount = ("-", -amount) if amount < 0 else ("", amount)
    whole, part = divmod(amount, 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def signed(amount: int) -> str:
    """Write cents as dollars with their sign, as pages show a net result.

    >>> signed(500), signed(-500), signed(0)
    ('+$5', '−\\u2060$5', '$0')
    """
    return f"{'+' if amount > 0 else MINUS if amount < 0 else ''}{dollars(abs(amount))}"
