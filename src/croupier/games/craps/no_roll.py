"""The reasons for which a throw is no roll: wagers stand, nothing moves (reading C16)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.core.citation import Citation, implements
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps.facts import CrapsTable


@implements("47.1-2311(1)")
def _off_table() -> str:
    return "No roll: a die left the table."


@implements("47.1-2311(1)")
def _stacked() -> str:
    return "No roll: a die rests on the other."


@implements("47.1-2312(2)")
def _cocked() -> str:
    return "No roll: more than one side of a die rests on chips or something else."


@implements("47.1-2311(2)(a)")
def _hands() -> str:
    return "No roll: the dice did not leave the hand together."


@implements("47.1-2311(2)(b)")
def _end_wall() -> str:
    return "No roll: a die did not reach the end of the table."


@implements("47.1-2311(2)(c)")
def _bank() -> str:
    return "No roll: a die rests on the bank's chips."


@implements("47.1-2311(2)(d)")
def _cup_or_rail() -> str:
    return "No roll: a die rests in the cup or on a rail."


@implements("47.1-2311(2)(e)")
def _cheating() -> str:
    return "No roll: a crooked device or technique."


@implements("47.1-2311(2)(f)")
def _other() -> str:
    return "No roll: the throw was improper."


NO_ROLL: dict[str, tuple[str, Callable[[], str]]] = {
    "off-table": ("47.1-2311(1)", _off_table),
    "stacked": ("47.1-2311(1)", _stacked),
    "cocked": ("47.1-2312(2)", _cocked),
    "hands": ("47.1-2311(2)(a)", _hands),
    "end-wall": ("47.1-2311(2)(b)", _end_wall),
    "bank": ("47.1-2311(2)(c)", _bank),
    "cup-or-rail": ("47.1-2311(2)(d)", _cup_or_rail),
    "cheating": ("47.1-2311(2)(e)", _cheating),
    "other": ("47.1-2311(2)(f)", _other),
}


@implements("47.1-2301")
def _not_in_these_rules(act: str) -> Refusal:
    """Only the rule of craps applies here: a call of another game is refused."""
    return refuse(Code.ACT_OF_ANOTHER_GAME, "call-is-no-roll", cite="47.1-2301", act=act)


@implements("47.1-2311(2)", "47.1-2311(4)")
def void(act: str, reason: str, table: CrapsTable) -> Void[CrapsTable] | Refusal:
    """Call "no roll" for one of the printed reasons. Dice that touch chips are not such a reason."""
    if act != "no-roll":
        return _not_in_these_rules(act)
    if reason not in NO_ROLL:
        return refuse(
            Code.UNKNOWN_REASON,
            "no-roll",
            cite="47.1-2311(4)" if reason == "chips" else "47.1-2311(2)",
            reason=reason,
            known=tuple(NO_ROLL),
        )
    cite, says = NO_ROLL[reason]
    return Void(Citation(cite), says(), table)
