"""Whole numbers in URLs: of rounds, of events, of dice."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor

#: Digits of the longest number that anything here has; Python itself refuses some thousands.
MOST_DIGITS = 18


def whole(text: str) -> int | None:
    """The number that a text is, in plain digits; nothing where it is none, or longer than any of ours.

    >>> whole("37"), whole("-1"), whole("٣"), whole("9" * 5000)
    (37, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


class Whole(Convertor[int]):
    """The same in a path, as `{number:whole}`: any other path is none of ours."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"

    def convert(self, value: str) -> int:
        """The number of a path."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The path of a number."""
        return str(value)


register_url_convertor("whole", Whole())
