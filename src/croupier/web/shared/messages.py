"""The words of the pages: one catalogue, `messages.toml`, a section for each page."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def words() -> dict[str, dict[str, str]]:
    """Every word the pages say, by section: `words()["terminal"]["undo"]`."""
    return tomllib.loads(files("croupier.web.shared").joinpath("messages.toml").read_text(encoding="utf-8"))
