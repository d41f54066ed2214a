"""The JSON Schema of a house file, for editors: made from the same lists the reader checks against."""

from __future__ import annotations

from typing import Any, get_args

from croupier.games import NAMES, game
from croupier.games.craps.dice import POINTS
from croupier.games.roulette.layout import CUSTOMARY
from croupier.games.roulette.wheel import WHEELS
from croupier.house.craps_choices import AREAS
from croupier.house.house import When
from croupier.house.reader import VARIANTS
from croupier.rulebook import newest_rules, readings

Schema = dict[str, Any]

# TOML has dates and times; JSON has text.
_DATE: Schema = {"type": "string", "format": "date"}
_TEXT: Schema = {"type": "string", "minLength": 1}
_FLAG: Schema = {"type": "boolean"}
_MONEY: Schema = {
    "description": 'dollars: a whole number, or text such as "0.50"',
    "oneOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]{1,2})?$"}],
}


def _table(required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _by_point(least: int = 1) -> Schema:
    number = {"type": "integer", "minimum": least}
    points = {str(point): number for point in POINTS}
    return {"oneOf": [number, _table(tuple(points), **points)]}


def _wager_ids() -> list[str]:
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
                bets[bet.id] = _table((), **keys)
    return _table((), **bets)


_SIDE_BET: dict[str, Schema] = {
    "weights": {
        "type": "object",
        "propertyNames": {"pattern": "^[0-9]{2,4}$"},
        "additionalProperties": {"type": "integer", "minimum": 1},
    },
    "primary_required": _FLAG,
    "aggregate": _MONEY,
    "unit": _MONEY,
    "seed": _MONEY,
    "reseed": _MONEY,
    "contribution_percent": {"type": "integer", "minimum": 0, "maximum": 100},
}


def schema() -> Schema:
    """The schema of a whole house file."""
    approval = _table(("reference", "date"), reference=_TEXT, date=_DATE)
    approvals = dict.fromkeys((*CUSTOMARY, "electronic-device", "themed-symbols"), approval)
    limit = _table(("min", "max"), min=_MONEY, max=_MONEY)
    ids = {"type": "array", "items": {"enum": _wager_ids()}}
    odds = {"type": "string", "pattern": r"^[0-9][0-9,]* (to|for) [0-9]+$"}
    commission = _table(
        ("percent", "when"),
        percent={"type": "integer", "minimum": 0, "maximum": 5},
        when={"enum": list(get_args(When))},
    )
    keys: dict[str, Schema] = {
        "title": _TEXT,
        "game": {"enum": list(VARIANTS)},
        "rulebook": _DATE,
        "time_zone": _TEXT,
        "gaming_day_starts": {"type": "string", "format": "time"},
        "chips": _table(
            ("denominations",), denominations={"type": "array", "items": _MONEY, "minItems": 1}, physical=_FLAG
        ),
        "wheel": _table(("kind",), kind={"enum": list(WHEELS)}, used_as={"enum": list(WHEELS)}),
        "wagers": _table((), offered={"oneOf": [{"enum": ["all", "house-procedure"]}, ids]}, **{"except": ids}),
        "pays": {
            "type": "object",
            "propertyNames": {"enum": _wager_ids()},
            "additionalProperties": {"type": "object", "additionalProperties": odds},
        },
        "limits": _table(
            ("default",),
            player=_table(("max",), max=_MONEY),
            **dict.fromkeys(("default", *_groups(), *_wager_ids()), limit),
        ),
        "odds": _table(take=_by_point(), lay=_by_point(), units=_table(take=_by_point(), lay=_by_point())),
        "commission": _table(buy=commission, lay=commission),
        "options": _table(
            in_prison=_FLAG,
            hardways_on_come_out=_FLAG,
            areas={"type": "array", "items": {"enum": list(AREAS)}},
        ),
        "readings": _table((), **{key: {"enum": list(each.answers)} for key, each in readings().items()}),
        "approvals": _table((), **approvals),
        "tips": _table(wagers=_FLAG, submission=_TEXT),
        "device": _table(electronic=_FLAG),
        "side_bets": _side_bets(),
        "variations": {
            "type": "array",
            "items": _table(("reference", "date"), path=_TEXT, entry_point=_TEXT, reference=_TEXT, date=_DATE),
        },
        "symbols": _table((), **dict.fromkeys(game("big-six").wagers, _TEXT)),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Croupier house: a licensee's choices for one table",
        **_table(("game", "rulebook", "chips", "limits"), **keys),
    }
