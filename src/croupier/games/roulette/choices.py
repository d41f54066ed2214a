"""What a roulette house may choose, read from its file: the wheel, its use, In Prison, customary spots, side bets."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.core.citation import implements
from croupier.core.machine import Pays
from croupier.core.printed_odds import Odds
from croupier.core.schema import FLAG, TEXT, Schema, table
from croupier.core.sheet import Sheet
from croupier.games.choices import Choices, Chosen, Section
from croupier.games.roulette.layout import CUSTOMARY
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.sequences import UP_WAGERS
from croupier.games.roulette.side_bets import back2back, roulette_up, spinner_winner
from croupier.games.roulette.wheel import WHEELS, WheelName, ring
from croupier.rulebook import PayTable, Permitted, Rulebook, newest_rules


def _read(sheet: Sheet, chosen: Chosen) -> RouletteOptions:
    """Read every choice of roulette, and note the faults."""
    given = sheet.table("wheel")
    sheet.known(("wheel",), given, ("kind", "used_as", "order", "neutral_compartments"))
    kind = sheet.text(("wheel", "kind"), given.get("kind"), WHEELS)
    if kind is not None:
        wheel_in_force(sheet, kind, chosen.rulebook)
    used_as = given.get("used_as", kind)
    converted = used_as != kind
    if kind is not None and converted:
        conversion(sheet, kind, used_as)
    sheet.known(("options",), sheet.table("options"), CHOICES.options)
    in_prison = sheet.flag(("options", "in_prison"), sheet.table("options").get("in_prison", False))
    prison(sheet, in_prison, converted)
    customary = frozenset(CUSTOMARY.keys() & chosen.approvals.keys())
    if customary and kind != "single-zero":
        sheet.fault(("approvals",), "the customary spots are of a single-zero layout", "30-2203(6)(c)(i)")
    return RouletteOptions(
        wheel=_named(kind),
        converted=converted,
        order=_order(sheet, given.get("order"), _named(kind), chosen),
        neutral=_neutral(sheet, given.get("neutral_compartments", False), _named(kind), chosen),
        in_prison=in_prison,
        customary=customary,
        award_weights=back2back.weights(sheet) if "back2back" in chosen.side_bets else {},
        award_from=back2back.drawn_by(sheet, chosen) if "back2back" in chosen.side_bets else "",
        bonus_balls=spinner_winner.balls(chosen.permitted, chosen.pay_tables),
        bonus_pressed_by=spinner_winner.pressed_by(sheet) if "spinner-winner" in chosen.side_bets else "dealer",
        primary_required="roulette-up" in chosen.side_bets and roulette_up.primary_required(sheet),
    )


def _named(kind: str | None) -> WheelName:
    """The wheel with this name. If there is none, the fault is noted already, and any wheel will do."""
    return next((wheel for wheel in WHEELS if wheel == kind), "double-zero")


_CITES: Mapping[WheelName, str] = {
    "single-zero": "30-2210(2)(a)",
    "double-zero": "30-2210(2)(b)",
    "triple-zero": "30-2210(2)(c)",
}


def _order(sheet: Sheet, given: object, kind: WheelName, chosen: Chosen) -> tuple[str, ...]:
    """Another order of the numbers: every compartment of the wheel once, by approval (reading R19)."""
    if given is None:
        return ()
    order = tuple(map(str, given)) if isinstance(given, list) else ()
    if sorted(order) != sorted(ring(kind)):
        sheet.fault(("wheel", "order"), f"must list each compartment of a {kind} wheel once", _CITES[kind])
        return ()
    _approved(sheet, "order", "wheel-order", kind, chosen)
    return order


def _neutral(sheet: Sheet, given: object, kind: WheelName, chosen: Chosen) -> bool:
    """Compartments in a neutral color instead of those of the ring, by approval."""
    if neutral := sheet.flag(("wheel", "neutral_compartments"), given):
        _approved(sheet, "neutral_compartments", "neutral-compartments", kind, chosen)
    return neutral


@implements("30-2210(2)(a)", "47.1-2210(2)(a)", "30-2210(2)(b)", "47.1-2210(2)(b)", "30-2210(2)(c)")
def _approved(sheet: Sheet, key: str, approval: str, kind: WheelName, chosen: Chosen) -> None:
    """Fault a wheel that is made otherwise than printed without the approval of the Director."""
    if approval not in chosen.approvals:
        sheet.fault(("wheel", key), f"needs the approval {approval!r}", _CITES[kind])


def wheel_in_force(sheet: Sheet, kind: str, rulebook: Rulebook) -> None:
    """Fault a kind of wheel that the rules did not have yet on the house's date."""
    cite, begins = rulebook.wheels().get(kind, (None, None))
    if cite is None:
        cite, begins = newest_rules().wheels()[kind]
    if begins is not None and rulebook.on < begins:
        sheet.fault(("wheel", "kind"), f"the {kind} wheel exists from {begins} on, not on {rulebook.on}", cite)


@implements("30-2210(2)(d)", "47.1-2210(2)(c)")
def conversion(sheet: Sheet, kind: str, used_as: object) -> None:
    """A double- or triple-zero wheel may be used as single zero; no other conversion is allowed (reading R7)."""
    if used_as != "single-zero" or kind == "single-zero":
        message = f"a {kind} wheel cannot be used as {used_as!r}"
        sheet.fault(("wheel", "used_as"), message, "30-2210(2)(d)")


@implements("30-2210(2)(d)(ii)(C)", "47.1-2210(2)(c)(ii)(C)")
def prison(sheet: Sheet, in_prison: bool, converted: bool) -> None:
    """No In Prison at a converted wheel: there even-money wagers lose on 0 (reading R6)."""
    if in_prison and converted:
        message = "In Prison is not offered on a wheel used as single zero: even-money wagers lose on 0 there"
        sheet.fault(("options", "in_prison"), message, "30-2210(2)(d)(ii)(C)")


def _side_bet(sheet: Sheet, bet: Permitted, chosen: PayTable | None) -> Mapping[str, Pays]:
    """The keys that a single side bet has. Fault a pay table that is printed for another wheel."""
    wheel = sheet.table("wheel").get("kind")
    if chosen is not None and chosen.wheel is not None and wheel in WHEELS and chosen.wheel != wheel:
        message = f"{chosen.id} is printed for a {chosen.wheel} wheel, not for {wheel}"
        sheet.fault(("side_bets", bet.id, "pay_table"), message, bet.odds_cite)
    if bet.id == "roulette-up":
        roulette_up.primary_required(sheet)
    return {str(award): Odds(award) for award in back2back.weights(sheet)} if bet.id == "back2back" else {}


def _fits(sheet: Sheet, bet: Permitted) -> None:
    """Fault a side bet that is not printed for this wheel."""
    wheel = sheet.table("wheel")
    if bet.id in UP_WAGERS:
        roulette_up.fits(sheet, bet.id, wheel.get("kind"))
    if bet.id == "spinner-winner":
        spinner_winner.fits(sheet, converted=wheel.get("used_as", wheel.get("kind")) != wheel.get("kind"))


_KIND: Schema = {"enum": list(WHEELS)}

CHOICES = Choices(
    read=_read,
    sections=(
        Section(
            "wheel",
            table(
                ("kind",),
                kind={"enum": list(WHEELS)},
                used_as={"enum": list(WHEELS)},
                order={"type": "array", "items": {"type": ["string", "integer"]}},
                neutral_compartments=FLAG,
            ),
            after="chips",
        ),
    ),
    options={"in_prison": FLAG},
    side_bet_keys={
        "weights": back2back.WEIGHTS,
        "generator": TEXT,
        "primary_required": FLAG,
        "presses": spinner_winner.PRESSES,
    },
    approvals={
        "electronic-device": "device",
        "award-generator": "equipment",
        "wheel-order": "equipment",
        "neutral-compartments": "equipment",
        **dict.fromkeys(CUSTOMARY, "layout"),
    },
    side_bet=_side_bet,
    fits=_fits,
)
