"""What changes for players and staff from one version of a house to another, in words.

It compares what `croupier house show` says of both.

>>> from croupier.house import load
>>> old = load("colorado-craps")
>>> for each in difference(old, load("colorado-craps", change={"limits.default": {"min": 1, "max": 200}})):
...     print(each)
Limits on one spot, default: $1 to $200; before: $1 to $500
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from croupier.house.house import House
from croupier.house.show import further, general, limits_sign, readings_chosen, wagers, warnings


class Change(NamedTuple):
    """One thing that changes: what it is about, how it was and how it is now; None if it was or is not there."""

    about: str
    before: str | None
    now: str | None

    def __str__(self) -> str:
        if self.before is None:
            return f"New: {self._said(self.now)}"
        if self.now is None:
            return f"No longer: {self._said(self.before)}"
        return f"{self.about}: {self.now}; before: {self.before}"

    def _said(self, text: str | None) -> str:
        return f"{self.about}: {text}" if text else self.about


def difference(old: House, new: House) -> list[Change]:
    """Everything that changes, in the order in which a house posts it; empty if players would notice nothing."""
    return list(_changes(_said_by(old), _said_by(new)))


def _said_by(house: House) -> dict[str, str]:
    """What a house says, by what it is about; a sentence without a label is about itself."""
    found = _labelled(general(house))
    found |= {f"Limits on one spot, {key}": text for key, text in limits_sign(house).items()}
    found |= dict.fromkeys(house.options.notices(), "")
    found |= {f"Pays on {wager}": text for wager, text in wagers(house).items()}
    found |= {f"Reading {key}": text for key, text in readings_chosen(house).items()}
    return found | _labelled(further(house)) | dict.fromkeys((f"Warning: {each}" for each in warnings(house)), "")


def _labelled(lines: Iterable[str]) -> dict[str, str]:
    """Lines of the form "label: text" by label."""
    return {label: text for label, _, text in (line.partition(": ") for line in lines)}


def _changes(before: dict[str, str], now: dict[str, str]) -> Iterator[Change]:
    for about in dict.fromkeys((*before, *now)):
        if before.get(about) != now.get(about):
            yield Change(about, before.get(about), now.get(about))
