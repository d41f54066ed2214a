"""Records of money inside events: settled wagers, meters, and moves of a correction or dispute."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from croupier.table.chips import Chips


class Row(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One decided wager in whole cents, with each part named, and the house version under which it was placed.

    Fields with the value zero are not written.
    """

    step: Literal["collect", "pay", "return"]
    player: str
    wager: str
    spot: str | None
    grade: str
    stake: int
    released: int  # the amount that leaves the layout, commission held and overage included
    winnings: int = 0
    rounding: int = 0
    commission: int = 0
    overage: int = 0
    paid: int = 0  # paid to the rack, or to the tip box; of a losing wager, its part above the maximum
    tip: bool = False
    coupon: int = 0  # the face value of a coupon, which is collected instead of a stake
    chips: Chips = ()  # the payment broken into chips
    house: str = ""  # the version of the house
    pay_table: str | None = None
    cite: str = ""
    given_back: bool = False  # a tip wager that was not decided: it is paid to the player who made it
    collected: int = 0  # the stake, if the dealer had locked the wager in: the bank has it already
    tube: bool = False  # a tip wager that is paid into the tip tube, not into the tip box

    @property
    def to_tips(self) -> bool:
        """Whether it is paid into the tip box."""
        return self.tip and not self.given_back

    @property
    def gain(self) -> int:
        """What the rack or the tip box receives."""
        return self.paid - self.coupon

    @property
    def profit(self) -> int:
        """What the player has more than before the bet was made; below zero: less."""
        return self.paid - self.coupon - self.released - self.collected


class Counter(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A progressive meter, in hundredths of a cent."""

    wager: str
    seeded: int
    contributed: int
    awarded: int


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The change for one person in a decision: in the rack, and as a claim where the rack is too small or gone.

    A claim below zero is owed to the table by the person; above zero it is owed to the person.
    """

    player: str
    rack: int
    claim: int
    layout: int = 0  # the part of the rack's change that counts as left on the layout
    collected: int = 0  # likewise, but the dealer had locked those wagers in: the bank has their stakes
    coupon: int = 0  # the face value of coupons in `layout`, which goes to the bank
