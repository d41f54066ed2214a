"""The JSON Schema of a house file, for editors: made from the same lists the reader checks against."""

from __future__ import annotations

from croupier.core.delay import MOST
from croupier.core.schema import DATE, FLAG, MONEY, TEXT, Schema, table
from croupier.games import NAMES, choices, game
from croupier.house.choices.coupons import KINDS as COUPON_KINDS
from croupier.house.choices.thresholds import WIDEST
from croupier.house.choices.tips import ENDS, THEN
from croupier.house.keys import approvals, placed, sections, variants
from croupier.rulebook import newest_rules, readings


def wager_ids() -> list[str]:
    """Every wager of every game."""
    return sorted({wager for name in NAMES for wager in game(name).wagers})


def _groups() -> list[str]:
    return sorted({wager.group for name in NAMES for wager in game(name).wagers.values()})


def _side_bets() -> Schema:
    """Each side bet with its keys and the printed names of its pay tables."""
    bets = {}
    for name in NAMES:
        for bet in newest_rules().permitted(name).values():
            if bet.side_bet:
                known = {**_SIDE_BET, **choices(name).side_bet_keys}
                keys = {key: known.get(key, {"enum": list(bet.pay_tables)}) for key in bet.choices}
                bets[bet.id] = table((), **keys)
    return table((), **bets)


_SIDE_BET: dict[str, Schema] = {
    "aggregate": MONEY,
    "unit": MONEY,
    "seed": MONEY,
    "reseed": MONEY,
    "contribution_percent": {"type": "integer", "minimum": 0, "maximum": 100},
}


def _variation() -> Schema:
    """One variation: its code, the application, and the Commission's rule."""
    return table(
        ("application", "rule", "reference", "date"),
        path=TEXT,
        entry_point=TEXT,
        application=table(("reference", "date"), reference=TEXT, date=DATE),
        rule={"enum": ["temporary", "permanent"]},
        reference=TEXT,
        date=DATE,
        until=DATE,
    )


def _coupons() -> Schema:
    """Coupons of one kind in the register of a house."""
    return table(
        ("serials", "face", "games", "table", "from", "to"),
        serials={"type": "array", "items": TEXT, "minItems": 1},
        face=MONEY,
        kind={"enum": list(COUPON_KINDS)},
        games={"type": "array", "items": {"enum": list(NAMES)}, "minItems": 1},
        table=TEXT,
        **{"from": DATE},
        to=DATE,
    )


def _thresholds() -> Schema:
    """From when on somebody must look."""
    band: Schema = {"type": "integer", "minimum": 1, "maximum": WIDEST}
    return table(cash_in=MONEY, award=MONEY, difference=MONEY, hold_band=band)


def schema() -> Schema:
    """The schema of a whole house file."""
    approval = table(("reference", "date"), reference=TEXT, date=DATE)
    limit = table(("min", "max"), min=MONEY, max=MONEY)
    ids: Schema = {"type": "array", "items": {"enum": wager_ids()}}
    odds: Schema = {"type": "string", "pattern": r"^[0-9][0-9,]* (to|for) [0-9]+$"}
    options = {key: each for name in NAMES for key, each in choices(name).options.items()}
    common: dict[str, Schema] = {
        "title": TEXT,
        "game": {"enum": list(variants())},
        "rulebook": DATE,
        "time_zone": TEXT,
        "gaming_day_starts": {"type": "string", "format": "time"},
        "chips": table(
            ("denominations",),
            denominations={"type": "array", "items": MONEY, "minItems": 1},
            physical=FLAG,
            central_screen=FLAG,
            colors={"type": "object", "additionalProperties": TEXT},
        ),
        "wagers": table((), offered={"oneOf": [{"enum": ["all", "house-procedure"]}, ids]}, **{"except": ids}),
        "pays": {
            "type": "object",
            "propertyNames": {"enum": wager_ids()},
            "additionalProperties": {"type": "object", "additionalProperties": odds},
        },
        "limits": table(
            ("default",),
            player=table(("max",), max=MONEY),
            **dict.fromkeys(("default", *_groups(), *wager_ids()), limit),
        ),
        "options": table((), **options),
        "readings": table((), **{key: {"enum": list(each.answers)} for key, each in readings().items()}),
        "approvals": table((), **dict.fromkeys(approvals(), approval)),
        "tips": table(
            wagers=FLAG,
            submission={"oneOf": [approval, TEXT]},
            ends={"enum": list(ENDS)},
            then={"enum": list(THEN)},
            most=MONEY,
            whole_dollars=FLAG,
            tube=FLAG,
        ),
        "device": table(electronic=FLAG, terminals=FLAG, delay={"type": "integer", "minimum": 0, "maximum": MOST}),
        "coupons": {"type": "array", "items": _coupons()},
        "side_bets": _side_bets(),
        "variations": {"type": "array", "items": _variation()},
        "thresholds": _thresholds(),
    }
    every = common | {section.key: section.schema for section in sections()}
    order = dict.fromkeys((*placed(list(common)), *every))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Croupier house: a licensee's choices for one table",
        **table(("game", "rulebook", "chips", "limits"), **{key: every[key] for key in order}),
    }
