"""A document as a page, before it becomes HTML or PDF: titles, tables and plots, with formatted figures."""

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
    """A picture with a text alternative for people who cannot see it."""

    title: str
    svg: str
    alt: str
    note: str = ""
    kind: str = "plot"


@dataclass(frozen=True, slots=True)
class Section:
    """One sheet: its name, the terms that distinguish it, four headline figures, and its parts, alone or in pairs."""

    anchor: str
    title: str
    terms: str
    tiles: tuple[tuple[str, str], ...]
    parts: tuple[tuple[Table | Plot, ...], ...]
    source: str


@dataclass(frozen=True, slots=True)
class Document:
    """Several sheets with a summary first and the readings in full at the end, or a single sheet."""

    title: str
    heading: str
    about: str
    summary: Table | None
    sections: tuple[Section, ...]
    readings: Table | None
