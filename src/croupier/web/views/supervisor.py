"""What a supervisor sees beyond the crew: the money of the table, whom it may not serve, and its clock."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.table import State
from croupier.web.views.patch import Shown, given


# What is sent -----------------------------------------------------------------------------------------------
class MeterShown(Shown, frozen=True, kw_only=True):
    """Contributions to and awards from a progressive meter, in hundredths of a cent."""

    seeded: int
    contributed: int
    awarded: int


class SupervisorShown(Shown, frozen=True, kw_only=True):
    """What a supervisor sees beyond the crew; amounts in cents."""

    bank: int
    drop: int
    tips: int
    tube: int  # tips in the tip tube
    layout: int
    claims: dict[str, int]  # by person; below zero: owed to the table
    short: bool  # the bank owes
    excluded: tuple[str, ...]
    designated: tuple[str, ...]  # who may call No Roll
    meters: dict[str, MeterShown]
    at: int  # when the last event happened, in microseconds
    step: tuple[int, int] | UnsetType = UNSET  # of the clock, not acknowledged yet: the times before and after it


# The view ---------------------------------------------------------------------------------------------------
def supervisor(state: State) -> SupervisorShown:
    """A table as a supervisor sees it, beyond what the crew sees."""
    return SupervisorShown(
        bank=state.balance("bank"),
        drop=state.balance("drop"),
        tips=state.balance("tips"),
        tube=state.balance("tube"),
        layout=state.balance("layout"),
        claims=dict(state.claims),
        short=state.short,
        excluded=tuple(sorted(state.excluded)),
        designated=tuple(sorted(state.designated)),
        meters={
            each.wager: MeterShown(seeded=each.seeded, contributed=each.contributed, awarded=each.awarded)
            for each in state.felt.meters
        },
        at=state.at,
        step=given(state.step),
    )
