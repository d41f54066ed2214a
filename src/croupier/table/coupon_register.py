"""Whether a coupon is valid: its serial number is in the licensee's register and was not used yet (reading M3)."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.state import State
from croupier.text.facts import Money


@implements("30-2203(1)", "47.1-2203(1)", "47.1-2305(1)")
def coupon_valid(state: State, at: int, serial: str, amount: int) -> Refusal | None:
    """Refuse a coupon that is unknown, used, up already, of another table, game, date or face value."""
    issued, cite = state.house.coupons.get(serial), state.cite(Topic.CHIPS)
    if issued is None:
        return refuse(Code.COUPON_NOT_TAKEN, "unknown", cite=cite, serial=serial)
    if serial in state.coupons_used:
        return refuse(Code.COUPON_NOT_TAKEN, "used", cite=cite, serial=serial)
    if any(each.number == serial for each in state.coupons) or (state.buying and state.buying.serial == serial):
        return refuse(Code.COUPON_NOT_TAKEN, "in-use", cite=cite, serial=serial)
    if issued.table != state.table_id:
        return refuse(Code.COUPON_NOT_TAKEN, "other-table", cite=cite, serial=serial, table=issued.table)
    if state.game not in issued.games:
        return refuse(Code.COUPON_NOT_TAKEN, "other-game", cite=cite, serial=serial, game=state.game)
    today = state.house.gaming_date(at)
    if not issued.first <= today <= issued.last:
        return refuse(Code.COUPON_NOT_TAKEN, "dates", cite=cite, serial=serial, first=issued.first, last=issued.last)
    if issued.face != amount:
        return refuse(Code.COUPON_NOT_TAKEN, "face", cite=cite, serial=serial, face=Money(issued.face))
    return None


@implements("30-2703(3)")
def kind_taken(state: State, serial: str) -> Refusal | None:
    """Promotional chips are wagered only where the rules of the game name them."""
    issued = state.house.coupons.get(serial)
    if issued is None or issued.kind == "coupon" or state.course.promotional_chips:
        return None
    return refuse(Code.COUPON_NOT_TAKEN, "promotional", cite=state.cite(Topic.CHIPS), game=state.game)
