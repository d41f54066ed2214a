"""A complete set of equipment for a table of any house, with the approvals that it names."""

from __future__ import annotations

from typing import Any

from croupier.core.equipment import Sample
from croupier.house import House
from croupier.pit.kinds import name_of, plain


def complete(house: House, table: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Everything that a table of this house needs: the id, the kind and the fields of each piece.

    The table itself comes first: its drop box is moved there after it.
    """
    return [(f"{table}-{each.name}", name_of(each.what), plain(each.what)) for each in _samples(house, table)]


def approvals(house: House, table: str) -> list[dict[str, str]]:
    """The approvals that this equipment names, as `record-approval` takes them."""
    named = dict.fromkeys(each for sample in _samples(house, table) for each in sample.what.approvals() if each[0])
    scope = "equipment of a demonstration, not approved by anybody"
    return [
        {"reference": reference, "subject": subject, "day": house.day, "scope": scope} for reference, subject in named
    ]


def _samples(house: House, table: str) -> list[Sample]:
    return list(house.game.equipment.sample(table, house))
