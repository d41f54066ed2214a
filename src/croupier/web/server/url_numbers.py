"""Whole numbers in URLs: of rounds, of events, of dice."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor

#: The most digits of a number in a URL; Python itself refuses thousands of digits.
MOST_DIGITS = 18


def whole(text: str) -> int | None:
    """Parse a whole number in plain digits; None if it is not one, or too long.

    >>> whole("37"), whole("-1"), whole("٣"), whole("9" * 5000)
    (37, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


class Whole(Convertor[int]):
    """Path converter `{number:whole}`: other paths do not match."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"

    def convert(self, value: str) -> int:
        """Convert the text of a path."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The text of a number in a path."""
        return str(value)


register_url_convertor("whole", Whole())
