"""A document as a page, before it is HTML or PDF: titles, tables and plots, every figure already in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table; one letter per column sets its alignment: l left, r right, x exact (long, may wrap)."""

    title: str
    columns: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture and what it shows, for those who cannot see it."""

    title: str
    svg: str
    alt: str
    note: str = ""
    kind: str = "plot"


@dataclass(frozen=True, slots=True)
class Section:
    """One sheet: name, distinguishing terms, four headline figures, and its parts, alone or in pairs."""

    anchor: str
    title: str
    terms: str
    tiles: tuple[tuple[str, str], ...]
    parts: tuple[tuple[Table | Plot, ...], ...]
    source: str


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets bound together: a summary where there are several, and the readings in full at the end."""

    title: str
    heading: str
    about: str
    summary: Table | None
    sections: tuple[Section, ...]
    readings: Table | None
