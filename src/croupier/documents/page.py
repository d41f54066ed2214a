"""A document as a page, before it is HTML or PDF: titles, tables and plots, every figure already in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table: a letter for each column says how it stands (l left, r right, x exact: long, may be broken)."""

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
    """One sheet: its name, what sets it apart, four figures to begin with, and its parts, alone or in pairs."""

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
