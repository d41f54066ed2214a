"""Writes par sheets to a file; its extension selects the format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from croupier.documents.html import html
from croupier.documents.par_sheet.pages import Tell, document
from croupier.documents.par_sheet.pdf import pdf
from croupier.documents.par_sheet.sheet import Sheet
from croupier.documents.par_sheet.tables import as_csv, xlsx
from croupier.documents.writing import check, put

#: The formats by file extension.
FORMS: dict[str, Callable[[Sequence[Sheet], Tell], bytes]] = {
    ".html": lambda sheets, tell: html(document(sheets, tell)),
    ".pdf": lambda sheets, tell: pdf(document(sheets, tell)),
    ".csv": lambda sheets, tell: as_csv(sheets),
    ".xlsx": lambda sheets, tell: xlsx(sheets),
}


def write(sheets: Sequence[Sheet], path: Path, tell: Tell = lambda done, of: None) -> None:
    """Check the path, make the sheets, and write the file atomically."""
    check(path, FORMS)
    put(FORMS[path.suffix.lower()](sheets, tell), path)
