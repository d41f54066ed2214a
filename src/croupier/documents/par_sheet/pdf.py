"""Par sheets as a tagged PDF, set by Typst with the fonts of its package. No font of the machine is used."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from croupier.documents.page import Document

_TEMPLATE = Path(__file__).with_name("sheet.typ")


def pdf(document: Document) -> bytes:
    """The whole file. It contains no date, so that the same sheets give the same bytes."""
    import typst

    files = {"main.typ": _TEMPLATE.read_bytes()}
    files["sheets.json"] = json.dumps(_with_files(asdict(document), files), ensure_ascii=False).encode("utf-8")
    made = typst.compile(  # type: ignore[call-overload]  # its stub leaves out files held in memory
        files,
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards="ua-1",
    )
    assert isinstance(made, bytes)
    return made


def _with_files(said: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
    """The document with a file name for every picture; a picture that occurs twice is one file."""
    names: dict[str, str] = {}
    for section in said["sections"]:
        for parts in section["parts"]:
            for part in parts:
                if part["kind"] == "plot":
                    name = names.setdefault(part["svg"], f"plot-{len(names)}.svg")
                    files[name] = part.pop("svg").encode("utf-8")
                    part["file"] = name
    return said
