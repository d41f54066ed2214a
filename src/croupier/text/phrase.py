"""A text with values in it. It reads as English; its template and values say how to make it in another language."""

from __future__ import annotations

from collections.abc import Mapping


class Phrase(str):
    """An English text, with the template and the values from which it was made.

    >>> said = Phrase("Point is {point}", point=8)
    >>> said, said.template, said.values
    ('Point is 8', 'Point is {point}', {'point': 8})
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Phrase:
        """Fill a template."""
        made = super().__new__(cls, template.format(**values))
        made.template, made.values = template, values
        return made
