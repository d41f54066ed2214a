"""A live table that has its chips from a cage: fills come when a test says so, and two people count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import structs

from croupier.conduct import Event
from croupier.conduct.slip import Slip
from croupier.table.cage_slips import FILL, Fill, worth
from croupier.table.cage_slips import written as said
from tests.support.table.play import PEOPLE, Table, by, written

CAGE, TABLE = "cage/main", "table/T1"
SYSTEM, DEALER, PAT, KIM, CAL = (
    by(role) for role in ("system", "dealer", "pit-supervisor", "key-manager", "count-team")
)
#: $1,000, and $300 of it.
CHIPS = ((100_00, 5), (25_00, 16), (5_00, 20))
SOME = ((100_00, 3),)
Chips = tuple[tuple[int, int], ...]


def fill(number: int = 1, chips: Chips = CHIPS, **other: Any) -> Slip:
    """A fill from the cage to the table."""
    text = said(Fill(number, chips))
    return structs.replace(Slip(CAGE, f"f{number}", TABLE, FILL, worth(chips), text), **other)


@dataclass
class Caged(Table):
    """A table with a cage."""

    def filled(self, chips: Chips = CHIPS, number: int = 1) -> None:
        """A fill comes and is accepted."""
        self.do("receive-slip", SYSTEM, slip=fill(number, chips))
        self.accepts(number, chips)

    def accepts(self, number: int, chips: Chips) -> tuple[Event, ...]:
        """The supervisor accepts a fill that lies at the table."""
        return self.do("receive-fill", PAT, amount=worth(chips), slip=str(number), witness="sue", chips=chips)

    def counts(self, chips: Chips = CHIPS) -> tuple[Event, ...]:
        """Two people count the chips of the table."""
        self.do("count-inventory", DEALER, chips=chips)
        return self.do("confirm-inventory", PAT, chips=chips)

    def opens(self, name: str = "colorado-double-zero", **change: Any) -> Caged:
        """Fill, count and open the table with $1,000."""
        self.filled()
        self.counts()
        self.do("open-table", PAT, **opening(name, **change))
        return self


def opening(name: str = "colorado-double-zero", bank: int = worth(CHIPS), **change: Any) -> dict[str, Any]:
    """The fields of `open-table`."""
    dealer = {} if "craps" in name or "big-six" in name else {"dealer": PEOPLE["dealer"]}
    return {"house": written(name, **change), "bank": bank, **dealer}
