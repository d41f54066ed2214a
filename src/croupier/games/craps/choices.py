"""What a craps house may choose, read from its file: odds, commissions, areas, hardways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from croupier.core.citation import Authority, implements
from croupier.core.machine import Pays
from croupier.core.options import Commission, OddsPolicy, Side, When
from croupier.core.printed_odds import Odds
from croupier.core.schema import FLAG, Schema, table
from croupier.core.sheet import Sheet
from croupier.games.choices import Choices, Chosen, Section
from croupier.games.craps.dice import POINTS
from croupier.games.craps.options import NO_ROLL_POSTS, CrapsOptions
from croupier.rulebook import Permitted

#: The posts at a table that a house may let call No Roll.
POSTS = ("boxperson", "stickperson", "dealer", "pit-supervisor", "key-manager", "security")
AREAS = ("horn-high", "whirl")
_SIDES: dict[Side, str] = {"take": "pass-odds", "lay": "dont-pass-odds"}


def _read(sheet: Sheet, chosen: Chosen) -> CrapsOptions:
    """Read every choice of craps, and note the faults."""
    options, offered, permitted = sheet.table("options"), chosen.offered, chosen.permitted
    sheet.known(("options",), options, CHOICES.options)
    hardways = sheet.flag(("options", "hardways_on_come_out"), options.get("hardways_on_come_out", False))
    replaced(sheet, offered, permitted)
    return CrapsOptions(
        hardways_on_come_out=hardways,
        areas=_areas(sheet, options.get("areas", [])),
        odds=_odds(sheet, offered, permitted, chosen.pays, chosen.chip),
        commissions=_commissions(sheet, offered, permitted),
        no_roll=no_roll_posts(sheet, options.get("no_roll", list(NO_ROLL_POSTS))),
        dice=dice_set(sheet) if "dice" in options else None,
    )


@implements("47.1-2309(1)")
def dice_set(sheet: Sheet) -> str | None:
    """The name of the set of dice; the house states that it conforms to the specifications."""
    path, table = ("options", "dice"), sheet.table("options", "dice")
    sheet.known(path, table, ("set", "conforms"))
    if sheet.flag((*path, "conforms"), table.get("conforms", False)) is not True:
        message = "state conforms = true: only dice that conform to 47.1-1280 are offered to a shooter"
        sheet.fault((*path, "conforms"), message, "47.1-2309(1)")
    return sheet.text((*path, "set"), table.get("set"))


@implements("47.1-2311(5)")
def no_roll_posts(sheet: Sheet, value: object) -> tuple[str, ...]:
    """The posts of licensed employees that may call No Roll (reading A13); a player is never one of them."""
    path, cite = ("options", "no_roll"), "47.1-2311(5)"
    if not isinstance(value, list) or not value:
        sheet.fault(path, f"lists the posts that may call No Roll: {', '.join(POSTS)}", cite)
        return NO_ROLL_POSTS
    for each in value:
        if each not in POSTS:
            sheet.fault(path, f"{each!r} is no post that may call No Roll: one of {', '.join(POSTS)}", cite)
    return tuple(post for post in POSTS if post in value)


def _areas(sheet: Sheet, value: object) -> frozenset[str]:
    path = ("options", "areas")
    if not isinstance(value, list):
        sheet.fault(path, f"lists the combination wagers with an area of their own: {', '.join(AREAS)}")
        return frozenset()
    return frozenset(area for each in value if (area := sheet.text(path, each, AREAS)) is not None)


@implements("47.1-2307(2)")
def replaced(sheet: Sheet, offered: frozenset[str], permitted: Mapping[str, Permitted]) -> None:
    """A house may offer lay instead of place to lose, but not buy instead of place to win (reading C6)."""
    for wager in sorted(offered):
        place = wager.replace("buy-", "place-")
        if wager.startswith("buy-") and place not in offered:
            message = f"{wager} is offered beside {place}, never instead of it"
            sheet.fault(("wagers", "offered"), message, permitted[wager].cite)


def _odds(
    sheet: Sheet,
    offered: frozenset[str],
    permitted: Mapping[str, Permitted],
    pays: Mapping[str, Mapping[str, Pays]],
    chip: int,
) -> Mapping[Side, OddsPolicy]:
    sheet.known(("odds",), sheet.table("odds"), ("take", "lay", "units"))
    sheet.known(("odds", "units"), sheet.table("odds", "units"), ("take", "lay"))
    policies: dict[Side, OddsPolicy] = {}
    for side, rider in _SIDES.items():
        if permitted[rider].withdrawn:
            continue
        cite = permitted[rider].cite
        multiples = _by_point(sheet, ("odds", side), sheet.table("odds").get(side), cite)
        units = _by_point(sheet, ("odds", "units", side), sheet.table("odds", "units").get(side), cite)
        cents = {point: unit * 100 for point, unit in units.items()}
        exact(sheet, side, cents, pays[rider], chip)
        policies[side] = OddsPolicy(multiples, cents)
    right_to_odds(sheet, offered, permitted)
    return policies


def _by_point(sheet: Sheet, path: tuple[str, ...], value: object, cite: Authority) -> dict[int, int]:
    """A whole number for every point, or one number for all points."""
    if isinstance(value, Mapping):
        sheet.known(path, value, map(str, POINTS))
        given = {point: value.get(str(point)) for point in POINTS}
    else:
        given = dict.fromkeys(POINTS, value)
    found = {}
    for point, each in given.items():
        if each is None:
            what = "units" if "units" in path else "times the flat wager"
            sheet.fault(path, f"does not say the {what} for the point {point}: odds are the player's right", cite)
        elif (number := sheet.whole(path, each, least=1)) is not None:
            found[point] = number
    return found


def exact(sheet: Sheet, side: str, units: Mapping[int, int], pays: Mapping[str, Pays], chip: int) -> None:
    """Odds are taken in units whose winnings can be paid exactly in chips (reading C7)."""
    for point, unit in units.items():
        odds = pays[str(point)]
        assert isinstance(odds, Odds)
        won, of = odds.won(unit)
        if unit % chip or won % (of * chip):
            message = f"units of {unit // 100} on {point} cannot be paid exactly at {odds}"
            sheet.fault(("odds", "units", side), message, "47.1-2306(4)")


@implements("47.1-2308(1)", "47.1-2308(3)")
def right_to_odds(sheet: Sheet, offered: frozenset[str], permitted: Mapping[str, Permitted]) -> None:
    """A house that offers a line wager must offer the odds behind it (reading C7)."""
    for wager in sorted(offered):
        rider = f"{wager}-odds"
        if rider in permitted and not permitted[rider].withdrawn and rider not in offered:
            message = f"{wager} is offered without {rider}: odds are the player's right"
            sheet.fault(("wagers", "offered"), message, permitted[rider].cite)


def _commissions(
    sheet: Sheet, offered: frozenset[str], permitted: Mapping[str, Permitted]
) -> Mapping[str, Commission]:
    found = {}
    for group, value in sheet.table("commission").items():
        if not chargeable(sheet, group, permitted):
            continue
        if (commission := _commission(sheet, group, value, permitted)) is not None:
            found[group] = commission
    for group in ("buy", "lay"):
        if any(wager.startswith(f"{group}-") for wager in offered) and group not in sheet.table("commission"):
            sheet.fault(("commission", group), f"{group} wagers are offered: say percent (0 to 5) and when")
    return found


@implements("47.1-2307(3)", "47.1-2317.03/buy(3)")
def chargeable(sheet: Sheet, group: str, permitted: Mapping[str, Permitted]) -> bool:
    """Only buy and lay wagers may have a commission; at Craps Free Craps only buy wagers."""
    charged = [name for name in ("buy", "lay") if not permitted[f"{name}-4"].withdrawn]
    if group in charged:
        return True
    cite = "47.1-2307(3)" if "lay" in charged else "47.1-2317.03/buy(3)"
    sheet.fault(("commission", group), f"no wager but {' and '.join(charged)} may be charged", cite)
    return False


@implements("47.1-2307(1)", "47.1-2307(2)", "47.1-2317.03/buy(1)")
def _commission(sheet: Sheet, group: str, value: object, permitted: Mapping[str, Permitted]) -> Commission | None:
    """A commission is at most five percent, and the house posts when it is taken (reading C6)."""
    path = ("commission", group)
    if not isinstance(value, Mapping) or set(value) != {"percent", "when"}:
        sheet.fault(path, 'must be { percent = 5, when = "on-win" } or when = "up-front"')
        return None
    percent = sheet.whole(path, value["percent"])
    when = sheet.text(path, value["when"], get_args(When))
    # Craps Free Craps takes buy wagers on 2 too and has a cap of its own.
    law = permitted.get(f"{group}-2") or permitted[f"{group}-4"]
    if percent is not None and percent > law.most_commission_percent:
        message = f"a commission of {percent} % is above the {law.most_commission_percent} % the rules allow"
        sheet.fault(path, message, law.cite)
    if percent is None or when is None:
        return None
    return Commission(percent, "on-win" if when == "on-win" else "up-front")


def _each_point() -> Schema:
    number: Schema = {"type": "integer", "minimum": 1}
    points = {str(point): number for point in POINTS}
    return {"oneOf": [number, table(tuple(points), **points)]}


def _odds_schema() -> Schema:
    each = _each_point()
    return table(take=each, lay=each, units=table(take=each, lay=each))


def _commission_schema() -> Schema:
    each = table(
        ("percent", "when"),
        percent={"type": "integer", "minimum": 0, "maximum": 5},
        when={"enum": list(get_args(When))},
    )
    return table(buy=each, lay=each)


CHOICES = Choices(
    read=_read,
    sections=(
        Section("odds", _odds_schema(), after="limits"),
        Section("commission", _commission_schema(), after="odds"),
    ),
    options={
        "hardways_on_come_out": FLAG,
        "areas": {"type": "array", "items": {"enum": list(AREAS)}},
        "no_roll": {"type": "array", "minItems": 1, "items": {"enum": list(POSTS)}},
        "dice": {
            "type": "object",
            "properties": {"set": {"type": "string", "minLength": 1}, "conforms": {"const": True}},
            "required": ["set", "conforms"],
            "additionalProperties": False,
        },
    },
    approvals={"electronic-device": "device"},
    tips_submitted="47.1-2318",
    tip_tube=True,
)
