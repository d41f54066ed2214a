"""The code of a house file's variations, read once when the operator names the file: what was read is what runs.

A house that arrives in any other way (in a command, in a log, in a plan) gets only code that the operator has named.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

ENTRY_POINTS = "croupier.variations"


@dataclass(frozen=True, slots=True)
class Code:
    """Source texts by the path that the house file gives, and installed entry points by name."""

    folder: Path
    files: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, EntryPoint] = field(default_factory=dict)
    trusted: bool = True  # whether the operator lets code run at all

    def text(self, data: Mapping[str, object]) -> str:
        """The code that a house file names, as one text; it is part of the version of the house."""
        texts = [self.files[name] for name in _named(data, "path") if name in self.files]
        found = [self.entries[name] for name in _named(data, "entry_point") if name in self.entries]
        return "\n".join((*texts, *map(_installed, found)))

    def digest(self, data: Mapping[str, object]) -> str:
        """The SHA-256 of that text, as a log contains it; empty without variations."""
        return hashlib.sha256(self.text(data).encode()).hexdigest() if data.get("variations") else ""

    def lacks(self, data: Mapping[str, object]) -> bool:
        """Whether the house file names code that is not here."""
        return bool(
            {*_named(data, "path")} - self.files.keys() | {*_named(data, "entry_point")} - self.entries.keys()
        )


def beside(data: Mapping[str, object], folder: Path) -> Code:
    """The code that a house file in this folder names."""
    files = {name: folder / name for name in _named(data, "path")}
    texts = {
        name: file.read_text(encoding="utf-8", errors="replace")
        for name, file in files.items()
        if file.is_file() and file.resolve().is_relative_to(folder.resolve())
    }
    named = {*_named(data, "entry_point")}
    found = entry_points(group=ENTRY_POINTS) if named else ()
    return Code(folder, texts, {entry.name: entry for entry in found if entry.name in named})


def _named(data: Mapping[str, object], key: str) -> Iterable[str]:
    given = data.get("variations", [])
    return [
        str(row[key]) for row in (given if isinstance(given, list) else []) if isinstance(row, Mapping) and key in row
    ]


def _installed(entry: EntryPoint) -> str:
    """What is installed under an entry point: its module, the version of its package, and the module's source."""
    spec = importlib.util.find_spec(entry.module)
    file = None if spec is None or spec.origin is None else Path(spec.origin)
    source = file.read_text(encoding="utf-8", errors="replace") if file is not None and file.is_file() else ""
    return f"{entry.value} {entry.dist.version if entry.dist else ''}\n{source}"
