"""A roulette table with two wagers, and the correction of an outcome."""

from __future__ import annotations

from typing import Any

from croupier.table import digest
from croupier.table.acts.corrections import OutcomeCorrected
from tests.support.table.play import Table, by

SUPERVISOR = by("pit-supervisor")


def roulette(name: str = "colorado-double-zero", **change: Any) -> Table:
    """Ann has $5 on 17, Bob $10 on red; each has the rest of $200."""
    table = Table().opened(name, **change)
    table.sits("ann", 1, 200_00)
    table.sits("bob", 2, 200_00)
    table.places("ann", "straight", 5_00, "17")
    table.places("bob", "red", 10_00)
    return table


def correct(table: Table, outcome: str, number: int = 1, who: Any = SUPERVISOR, **more: Any) -> OutcomeCorrected:
    """Correct the outcome of a round; replay then comes to the same state."""
    fields = {"round": number, "outcome": outcome, "reason": "misread", "dealer": "dee", **more}
    event = table.do("correct-outcome", who, **fields)[0]
    assert isinstance(event, OutcomeCorrected)
    assert digest(table.replayed()) == digest(table.state)
    return event
