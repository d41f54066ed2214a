"""The JSON Schema of a house file, for editors: made from the same lists the reader checks against."""

from __future__ import annotations

from typing import Any, get_args

from croupier.games import NAMES, game
from croupier.games.craps.dice import POINTS
from croupier.games.roulette.layout import CUSTOMARY
from croupier.games.roulette.wheel import WHEELS
from croupier.house.choices.craps import AREAS
from croupier.house.house import When
from croupier.house.reader import VARIANTS
from croupier.rulebook import newest_rules, readings

Schema = dict[str, Any]

# TOML has dates and times; JSON has text.
_DATE: Schema = {"type": "string", "format": "date"}
TEXT: Schema = {"type": "string", "minLength": 1}
_FLAG: Schema = {"type": "boolean"}
MONEY: Schema = {
    "description": 'dollars: a whole number, or text such as "0.50"',
    "oneOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]{1,2})?$"}],
}


def table(required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """A table with these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _by_point(least: int = 1) -> Schema:
    number = {"type": "integer", "minimum": least}
    points = {str(point): number for point in POINTS}
    return {"oneOf": [number, table(tuple(points), **points)]}


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
                keys = {key: _SIDE_BET.get(key, {"enum": list(bet.pay_tables)}) for key in bet.choices}
                bets[bet.id] = table((), **keys)
    return table((), **bets)


_SIDE_BET: dict[str, Schema] = {
    "weights": {
        "type": "object",
        "propertyNames": {"pattern": "^[0-9]{2,4}$"},
        "additionalProperties": {"type": "integer", "minimum": 1},
    },
    "primary_required": _FLAG,
    "aggregate": MONEY,
    "unit": MONEY,
    "seed": MONEY,
    "reseed": MONEY,
    "contribution_percent": {"type": "integer", "minimum": 0, "maximum": 100},
}


def schema() -> Schema:
    """The schema of a whole house file."""
    approval = table(("reference", "date"), reference=TEXT, date=_DATE)
    approvals = dict.fromkeys((*CUSTOMARY, "electronic-device", "themed-symbols"), approval)
    limit = table(("min", "max"), min=MONEY, max=MONEY)
    ids = {"type": "array", "items": {"enum": wager_ids()}}
    odds = {"type": "string", "pattern": r"^[0-9][0-9,]* (to|for) [0-9]+$"}
    commission = table(
        ("percent", "when"),
        percent={"type": "integer", "minimum": 0, "maximum": 5},
        when={"enum": list(get_args(When))},
    )
    keys: dict[str, Schema] = {
        "title": TEXT,
        "game": {"enum": list(VARIANTS)},
        "rulebook": _DATE,
        "time_zone": TEXT,
        "gaming_day_starts": {"type": "string", "format": "time"},
        "chips": table(
            ("denominations",), denominations={"type": "array", "items": MONEY, "minItems": 1}, physical=_FLAG
        ),
        "wheel": table(("kind",), kind={"enum": list(WHEELS)}, used_as={"enum": list(WHEELS)}),
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
        "odds": table(take=_by_point(), lay=_by_point(), units=table(take=_by_point(), lay=_by_point())),
        "commission": table(buy=commission, lay=commission),
        "options": table(
            in_prison=_FLAG,
            hardways_on_come_out=_FLAG,
            areas={"type": "array", "items": {"enum": list(AREAS)}},
        ),
        "readings": table((), **{key: {"enum": list(each.answers)} for key, each in readings().items()}),
        "approvals": table((), **approvals),
        "tips": table(wagers=_FLAG, submission=TEXT, tube=_FLAG),
        "device": table(electronic=_FLAG),
        "side_bets": _side_bets(),
        "variations": {
            "type": "array",
            "items": table(("reference", "date"), path=TEXT, entry_point=TEXT, reference=TEXT, date=_DATE),
        },
        "symbols": table((), **dict.fromkeys(game("big-six").wagers, TEXT)),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Croupier house: a licensee's choices for one table",
        **table(("game", "rulebook", "chips", "limits"), **keys),
    }
