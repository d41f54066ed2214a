"""The sentences of alerts: what staff read about trouble that the books found."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from croupier.text.facts import Fact
from croupier.text.render import filled


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """The title of each kind of alert, and its sentence with places for its facts (`says`)."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(
        files("croupier.text").joinpath("alerts.toml").read_text(encoding="utf-8")
    )
    return found


def title(kind: str) -> str:
    """What a kind of alert is called; of an unknown kind, its id."""
    return sentences()[kind]["title"] if kind in sentences() else kind


def says(kind: str, facts: Mapping[str, Fact]) -> str:
    """What an alert says. Of an alert of a later version, whose sentence is not known here, the facts alone."""
    if kind in sentences():
        return filled(sentences()[kind]["says"], facts)
    return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in facts.items())
