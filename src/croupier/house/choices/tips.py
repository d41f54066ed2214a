"""The choices of a house about tips: tip wagers with the rules submitted for them, and the tip tube."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from croupier.core.citation import Approval, implements
from croupier.core.sheet import Sheet
from croupier.core.topic import Topic
from croupier.games import NAMES, choices
from croupier.games import game as game_named
from croupier.house.house import TipRules
from croupier.rulebook import Rulebook

KEYS = ("wagers", "submission", "ends", "then", "most", "whole_dollars", "tube")
ENDS = ("first-decision", "until-lost")
THEN = ("box", "tube")


def taken(sheet: Sheet) -> bool:
    """Whether tip wagers are taken."""
    table = sheet.table("tips")
    sheet.known(("tips",), table, KEYS)
    return sheet.flag(("tips", "wagers"), table.get("wagers", False))


@implements("47.1-2318")
def rules(sheet: Sheet, game_name: str, rulebook: Rulebook) -> TipRules:
    """How tip wagers are handled; the submission says when a won one concludes, and where it goes then.

    A house file of an earlier version names a reference alone. It is read, but no table opens with it.
    """
    table, law = sheet.table("tips"), choices(game_name).tips_submitted
    most = None if "most" not in table else sheet.money(("tips", "most"), table["most"])
    whole = sheet.flag(("tips", "whole_dollars"), table.get("whole_dollars", False))
    submitted = _submitted(sheet, table, rulebook, law)
    if law is None or table.get("wagers") is not True or isinstance(table.get("submission"), str):
        return TipRules(most=most, whole_dollars=whole, submitted=submitted)
    if submitted is None and "submission" not in table:
        message = "tip wagers need the reference and the date of the house rules submitted to the Division"
        sheet.fault(("tips",), message, law)
        return TipRules()
    ends, then = (_stated(sheet, key, table, known, law) for key, known in (("ends", ENDS), ("then", THEN)))
    if then == "tube" and table.get("tube") is not True:
        sheet.fault(("tips", "then"), "the table has no tip tube: tube = true", law)
    if ends is None or then is None:
        return TipRules()
    ends, then = cast(Literal["first-decision", "until-lost"], ends), cast(Literal["box", "tube"], then)
    return TipRules(ends, then, most, whole, submitted)


def _stated(sheet: Sheet, key: str, table: Mapping[str, object], known: tuple[str, ...], law: str) -> str | None:
    """A choice without a default: the house rules must address it."""
    if key in table:
        return sheet.text(("tips", key), table[key], known)
    what = "when a won tip wager concludes" if key == "ends" else "where a won tip wager goes"
    sheet.fault(("tips", key), f"must say {what}: {' or '.join(known)}", law)
    return None


def _submitted(sheet: Sheet, table: Mapping[str, object], rulebook: Rulebook, law: str | None) -> Approval | None:
    value, path = table.get("submission"), ("tips", "submission")
    if value is None or isinstance(value, str):
        return None
    if not isinstance(value, Mapping) or set(value) != {"reference", "date"}:
        sheet.fault(path, 'must be { reference = "…", date = 2022-01-31 }', law)
        return None
    reference, day = sheet.text(path, value["reference"]), sheet.day(path, value["date"])
    if not reference or day is None:
        sheet.fault(path, "needs a reference and a date", law)
        return None
    if day > rulebook.on:
        sheet.fault(path, f"is of {day}, after {rulebook.on}: house rules are submitted before tip wagers", law)
    return Approval(reference, day)


def tube(sheet: Sheet, game_name: str) -> bool:
    """Whether chips given as tips go into a tube before they are dropped, in a game whose rules have one."""
    used = sheet.flag(("tips", "tube"), sheet.table("tips").get("tube", False))
    if used and not choices(game_name).tip_tube:
        having = [each for each in NAMES if choices(each).tip_tube]
        cite = game_named(having[0]).cites[Topic.TIP_TUBE]
        sheet.fault(("tips", "tube"), f"a tip tube is for {' and '.join(having)} tables", cite)
    return used
