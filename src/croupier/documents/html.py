"""Par sheets and simulation reports as one HTML file that needs no network and prints well."""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import quote

from croupier.documents.page import Document, Plot, Section, Table

_STYLE = Path(__file__).with_name("page.css")
_CLASSES = {"l": "", "r": ' class="n"', "x": ' class="x"'}


def html(document: Document) -> bytes:
    """The whole file."""
    summary = ""
    if document.summary is not None:
        links = tuple(section.anchor for section in document.sections)
        summary = f'<section class="summary">{_table(document.summary, links, level=2)}</section>'
    readings = ""
    if document.readings is not None:
        readings = f'<section class="readings">{_table(document.readings, level=2)}</section>'
    text = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(document.title)}</title>
<style>
{_STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header><h1>{escape(document.heading)}</h1><p>{escape(document.about)}</p></header>
<main>
{summary}
{"".join(_section(section) for section in document.sections)}
{readings}
</main>
</body>
</html>
"""
    return text.encode("utf-8")


def _section(section: Section) -> str:
    tiles = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in section.tiles)
    parts = "".join(_row(parts) for parts in section.parts)
    return (
        f'<article id="{section.anchor}"><h2>{escape(section.title)}</h2><p class="terms">{escape(section.terms)}</p>'
        f'<p class="source">{escape(section.source)}</p><dl class="tiles">{tiles}</dl>{parts}</article>\n'
    )


def _row(parts: tuple[Table | Plot, ...]) -> str:
    inside = "".join(f"<div>{_table(part) if isinstance(part, Table) else _plot(part)}</div>" for part in parts)
    return f'<div class="{"pair" if len(parts) > 1 else "whole"}">{inside}</div>\n'


def _plot(plot: Plot) -> str:
    address = "data:image/svg+xml," + quote(" ".join(plot.svg.split()), safe=" ='/:;,.()*{}@!&?+-_~[]|")
    return (
        f'<figure><h3>{escape(plot.title)}</h3><img src="{escape(address)}" alt="{escape(plot.alt)}">'
        f"{_note(plot.note, 'figcaption')}</figure>"
    )


def _table(table: Table, links: tuple[str, ...] = (), *, level: int = 3) -> str:
    kinds = [_CLASSES[letter] for letter in table.columns]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(head)}</th>' for head, kind in zip(table.heads, kinds, strict=True)
    )
    body = ""
    for number, row in enumerate(table.rows):
        cells = [escape(cell) for cell in row]
        if links:
            cells[0] = f'<a href="#{links[number]}">{cells[0]}</a>'
        body += (
            "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(cells, kinds, strict=True)) + "</tr>\n"
        )
    inside = f"<table><thead><tr>{heads}</tr></thead><tbody>\n{body}</tbody></table>" if table.rows else ""
    return f'<h{level}>{escape(table.title)}</h{level}><div class="wide">{inside}</div>{_note(table.note, "p")}'


def _note(text: str, tag: str) -> str:
    return f'<{tag} class="note">{escape(text)}</{tag}>' if text else ""
