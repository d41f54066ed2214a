"""What a roulette house chooses: the wheel, its use, In Prison, and customary spots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from croupier.core.citation import Approval, implements
from croupier.games.roulette.layout import CUSTOMARY
from croupier.games.roulette.wheel import WHEELS, WheelName
from croupier.house.sheet import Sheet
from croupier.rulebook import Rulebook, newest_rules


def read(sheet: Sheet, rulebook: Rulebook, approvals: Mapping[str, Approval]) -> dict[str, Any]:
    """Every choice of roulette, with its faults noted."""
    table = sheet.table("wheel")
    sheet.known(("wheel",), table, ("kind", "used_as"))
    kind = sheet.text(("wheel", "kind"), table.get("kind"), WHEELS)
    if kind is not None:
        wheel_in_force(sheet, kind, rulebook)
    used_as = table.get("used_as", kind)
    converted = used_as != kind
    if kind is not None and converted:
        conversion(sheet, kind, used_as)
    sheet.known(("options",), sheet.table("options"), ("in_prison",))
    in_prison = sheet.flag(("options", "in_prison"), sheet.table("options").get("in_prison", False))
    prison(sheet, in_prison, converted)
    customary = frozenset(CUSTOMARY.keys() & approvals.keys())
    if customary and kind != "single-zero":
        sheet.fault(("approvals",), "the customary spots are of a single-zero layout", "30-2203(6)(c)(i)")
    return {
        "wheel": cast(WheelName, kind),
        "converted": converted,
        "in_prison": in_prison,
        "customary": customary,
    }


def wheel_in_force(sheet: Sheet, kind: str, rulebook: Rulebook) -> None:
    """The kind of wheel must exist on the date."""
    cite, begins = rulebook.wheels().get(kind, (None, None))
    if cite is None:
        cite, begins = newest_rules().wheels()[kind]
    if begins is not None and rulebook.on < begins:
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
