"""The law's own questions to a house: what it may not choose."""

from __future__ import annotations

from datetime import date
from typing import Any

from croupier.core.citation import implements
from croupier.core.odds import Odds
from croupier.house.sheet import Sheet
from croupier.rulebook import Permitted, Rulebook


def not_yet(permitted: Permitted, day: date) -> bool:
    """Whether the wager had not come in on that day."""
    return permitted.begins is not None and day < permitted.begins


@implements("30-2204(1)", "47.1-2204(1)", "47.1-2306(1)", "30-2704")
def below(odds: Odds, least: Odds) -> bool:
    """No winning wager is paid at less than the printed odds; better odds are the house's to give."""
    return odds.winnings() < least.winnings()


def wheel_in_force(sheet: Sheet, kind: str, rulebook: Rulebook) -> None:
    """The kind of wheel must exist on the date."""
    cite, begins = rulebook.wheels().get(kind, (None, None))
    if cite is None:
        sheet.fault(("wheel", "kind"), f"there is no {kind} wheel on {rulebook.on}: it exists from 2021-08-14 on")
    elif begins is not None and rulebook.on < begins:
        sheet.fault(("wheel", "kind"), f"the {kind} wheel exists from {begins} on, not on {rulebook.on}", cite)


@implements("30-2210(2)(d)", "47.1-2210(2)(c)")
def conversion(sheet: Sheet, kind: str, used_as: Any) -> None:
    """A double- or triple-zero wheel may be used as single zero, and as nothing else (reading R7)."""
    if used_as != "single-zero" or kind == "single-zero":
        message = f"a {kind} wheel cannot be used as {used_as!r}"
        sheet.fault(("wheel", "used_as"), message, "30-2210(2)(d)")


@implements("30-2210(2)(d)(ii)(C)", "47.1-2210(2)(c)(ii)(C)")
def prison(sheet: Sheet, in_prison: bool, converted: bool) -> None:
    """Even-money wagers lose on 0 at a converted wheel: no In Prison there (reading R6)."""
    if in_prison and converted:
        message = "In Prison is not offered on a wheel used as single zero: even-money wagers lose on 0 there"
        sheet.fault(("options", "in_prison"), message, "30-2210(2)(d)(ii)(C)")
