"""The rows in which events record money."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from croupier.table.chips import Chips


class Row(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One decided wager, in whole cents, each part named; under the house version of its placing.

    What is nothing is not written.
    """

    step: Literal["collect", "pay", "return"]
    player: str
    wager: str
    spot: str | None
    grade: str
    stake: int
    released: int  # what leaves the layout, commission held and overage included
    winnings: int = 0
    rounding: int = 0
    commission: int = 0
    overage: int = 0
    paid: int = 0  # to the rack, or to the tip box
    tip: bool = False
    coupon: int = 0  # the face value of a coupon that is taken instead of a stake
    chips: Chips = ()  # what is paid, in chips
    house: str = ""  # version
    pay_table: str | None = None
    cite: str = ""

    @property
    def gain(self) -> int:
        """What comes to the player's rack, or to the tip box."""
        return self.paid - self.coupon


class Counter(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A progressive meter, in hundredths of a cent."""

    wager: str
    seeded: int
    contributed: int
    awarded: int


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a decision changes for one person: in the rack, and as a claim where the rack is too small or gone.

    A claim below zero is owed to the table by the person; above zero it is owed to the person.
    """

    player: str
    rack: int
    claim: int
    layout: int = 0  # what is counted as left on the layout, of the rack's change
