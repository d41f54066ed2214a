"""The texts of the pages: one catalogue, `messages.toml`, with a section for each page."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def words() -> dict[str, dict[str, str]]:
    """All texts of the pages, by section: `words()["terminal"]["undo"]`."""
    return tomllib.loads(files("croupier.web.shared").joinpath("messages.toml").read_text(encoding="utf-8"))
