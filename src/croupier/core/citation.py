"""Citations are typed values: an id that no rule text contains fails at construction, so at import."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TypeAlias, TypeVar

PARAGRAPHS: tuple[str, ...] = tuple(Path(__file__).with_name("paragraphs.txt").read_text(encoding="utf-8").split())
_KNOWN = frozenset(PARAGRAPHS)

#: The most paragraphs that one implementer (a function or a declared wager) may name.
MOST_NAMED = 3


class UnknownCitation(ValueError):
    """The id is not a paragraph of the rules."""


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """One paragraph of the rules, by its printed number.

    >>> str(Citation("47.1-2304(1)"))
    '47.1-2304(1)'
    """

    id: str

    def __post_init__(self) -> None:
        if self.id not in _KNOWN:
            near = get_close_matches(self.id, PARAGRAPHS, n=1)
            hint = f"; the nearest printed one is {near[0]!r}" if near else ""
            raise UnknownCitation(f"no paragraph {self.id!r}{hint}")

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True, order=True)
class Approval:
    """An approval, which variations from outside the rules cite instead of a paragraph."""

    reference: str
    on: date

    def __str__(self) -> str:
        return f"approval {self.reference} of {self.on}"


Authority: TypeAlias = Citation | Approval


# Rule 22 was renumbered on 2017-12-15 (reading E1); longest prefixes first.
_RENUMBERED = (
    ("47.1-2210(2)(c)", "30-2210(2)(d)"),
    ("47.1-2210(2)(d)", "30-2210(2)(e)"),
    ("47.1-2210(2)(e)", "30-2210(2)(f)"),
    ("47.1-2210(2)(f)", "30-2210(2)(g)"),
    ("47.1-2215.01", "30-2299.01"),
    ("47.1-2214", "30-2213.09"),
    ("47.1-2215", "30-2214"),
    ("47.1-22", "30-22"),
)


def newest(paragraph: str) -> str:
    """The id of this paragraph in the newest edition.

    >>> newest("47.1-2215.01(4)"), newest("47.1-2304(1)")
    ('30-2299.01(4)', '47.1-2304(1)')
    """
    for old, new in _RENUMBERED:
        if paragraph.startswith(old):
            return new + paragraph[len(old) :]
    return paragraph


_OLDER = {newest(p): p for p in PARAGRAPHS if newest(p) != p}


def older(paragraph: str) -> str | None:
    """The id of this paragraph in the 2015 edition of Rule 22, if it has one.

    >>> older("30-2299.01(4)"), older("30-2209(3)")
    ('47.1-2215.01(4)', None)
    """
    return _OLDER.get(paragraph)


#: A series of paragraphs: one rule printed eleven times, once for each place of the lammer.
_LAMMER_MOVES = tuple(f"47.1-2317.04({number})" for number in range(18, 29))


def counted(paragraphs: Iterable[str]) -> int:
    """How many different paragraphs these are: the same paragraph in two editions counts once, and so does a series.

    >>> counted(["30-2204(1)", "47.1-2204(1)"]), counted(["47.1-2317.04(18)", "47.1-2317.04(28)"])
    (1, 1)
    """
    return len({_LAMMER_MOVES[0] if each in _LAMMER_MOVES else newest(each) for each in paragraphs})


#: paragraph id -> dotted names of the functions that implement it (wagers declare their own `cites`).
IMPLEMENTERS: dict[str, list[str]] = {}

_F = TypeVar("_F", bound=Callable[..., object])


def implements(*paragraphs: str) -> Callable[[_F], _F]:
    """Declare which paragraphs a function implements; at most three (see `counted`)."""
    for paragraph in paragraphs:
        Citation(paragraph)
    assert counted(paragraphs) <= MOST_NAMED, f"too many paragraphs: {paragraphs}"

    def mark(function: _F) -> _F:
        for paragraph in paragraphs:
            IMPLEMENTERS.setdefault(paragraph, []).append(f"{function.__module__}.{function.__qualname__}")
        return function

    return mark
