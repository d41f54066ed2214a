"""The shifts that each version has recorded."""

from __future__ import annotations

from pathlib import Path

RECORDED = sorted((Path(__file__).parents[2] / "recorded").glob("*.txt"))
#: Its events do not record what they changed: it is upgraded before it is opened.
OLDEST = RECORDED[0].parent / "1c412e8.txt"
