"""Reads a house file. All faults are reported at once, each with its line and its paragraph."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.core.citation import Approval
from croupier.core.machine import Pays
from croupier.core.odds import Odds
from croupier.games import NAMES
from croupier.games import game as game_named
from croupier.games.roulette.layout import CUSTOMARY
from croupier.house import big_six_choices, craps_choices, roulette_choices, side_bets, variations
from croupier.house import check as law
from croupier.house.house import House, Limit
from croupier.house.sheet import Fault, Sheet, lines_of
from croupier.rulebook import (
    DateNotCovered,
    Permitted,
    Rulebook,
    colorado,
    device_spins,
    house_pay_table,
    newest_rules,
    readings,
)

_PRESETS = Path(__file__).parent / "presets"
VARIANTS = {"roulette": "roulette", "craps": "craps", "craps-free": "craps", "big-six": "big-six"}
KEYS = (
    "title game rulebook time_zone gaming_day_starts chips wheel wagers pays limits odds commission options "
    "readings approvals tips device symbols side_bets variations"
).split()
DEVICE_NEEDS_APPROVAL = {"craps": "47.1-2310", "big-six": "30-2703(2)"}


class Unreadable(ValueError):
    """The file is not there or is not TOML."""


class Unsound(ValueError):
    """The file can be read, and breaks rules: all of them are in `faults`."""

    def __init__(self, name: str, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__(f"{name} has {len(faults)} fault(s):\n" + "\n".join(f"  {fault}" for fault in faults))


def presets() -> tuple[str, ...]:
    """The houses that come with Croupier."""
    return tuple(sorted(path.stem for path in _PRESETS.glob("*.toml")))


def find(name: str | Path) -> Path:
    """The file of a preset, or a file by its path."""
    preset = _PRESETS / f"{name}.toml"
    if preset.is_file():
        return preset
    path = Path(name)
    if path.is_file():
        return path
    raise Unreadable(f"no house {str(name)!r}: name a file, or one of {', '.join(presets())}")


def load(name: str | Path, *, on: date | None = None, change: Mapping[str, Any] | None = None) -> House:
    """A sound house, by preset name or file.

    `on` asks for the rulebook of another date; `change` chooses otherwise, by dotted key:
    `load("colorado-craps", change={"commission.buy.when": "up-front"})`.
    """
    house, found = read(find(name), on, change)
    if house is None:
        raise Unsound(str(name), found)
    return house


def faults(name: str | Path) -> list[Fault]:
    """Everything wrong with a house file."""
    return read(find(name))[1]


def read(
    path: Path, on: date | None = None, change: Mapping[str, Any] | None = None
) -> tuple[House | None, list[Fault]]:
    """A house and no faults, or faults and no house."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Unreadable(f"{path.name} cannot be read: {error}") from error
    for key, value in (change or {}).items():
        _set(data, key.split("."), value)
    sheet = Sheet(data, lines_of(text))
    version = hashlib.sha256(f"{text}\n{on}\n{sorted((change or {}).items())}".encode()).hexdigest()[:16]
    house = _house(sheet, path, version, on)
    return (None, _printed(sheet, on)) if sheet.faults else (house, [])


def _printed(sheet: Sheet, on: date | None) -> list[Fault]:
    """The faults with their paragraphs under the numbers they bear on the date."""
    day = on or sheet.data.get("rulebook")
    if type(day) is not date:
        return sheet.faults
    law = Rulebook(day)
    return [fault if fault.cite is None else replace(fault, cite=law.printed(fault.cite)) for fault in sheet.faults]


def _set(data: dict[str, Any], keys: list[str], value: Any) -> None:
    *tables, last = keys
    for key in tables:
        data = data.setdefault(key, {})
    data[last] = value


def _house(sheet: Sheet, path: Path, version: str, on: date | None) -> House | None:
    """Every section in turn, so that no fault hides another; what depends on the game waits for it."""
    data = sheet.data
    sheet.known((), data, KEYS)
    variant = sheet.text(("game",), data.get("game"), VARIANTS)
    rulebook = _rulebook(sheet, variant, on)
    denominations = _chips(sheet)
    chosen: dict[str, Any] = {
        "name": sheet.text(("title",), data.get("title", path.stem)),
        "denominations": denominations,
        "readings": _readings(sheet),
        "approvals": _approvals(sheet, rulebook),
        "time_zone": _time_zone(sheet),
        "gaming_day_starts": _day_start(sheet),
        "player_most": _player_most(sheet),
        "physical_chips": sheet.flag(("chips", "physical"), sheet.table("chips").get("physical", False)),
    }
    game_name = VARIANTS.get(variant or "")
    chosen["limits"] = _limits(sheet, game_name, min(denominations, default=100))
    if variant is None or game_name is None:
        return None
    chosen |= _of_the_game(sheet, path, rulebook, game_name, variant, chosen, lenient=on is not None)
    return House(version=version, game_name=game_name, variant=variant, rulebook=rulebook, **chosen)


def _of_the_game(
    sheet: Sheet,
    path: Path,
    rulebook: Rulebook,
    game_name: str,
    variant: str,
    chosen: Mapping[str, Any],
    *,
    lenient: bool,
) -> dict[str, Any]:
    """The sections whose meaning depends on the game and on the law of the date."""
    permitted = rulebook.permitted(game_name, variant)
    approvals = chosen["approvals"]
    offered = _offered(sheet, permitted, game_name, variant, rulebook, lenient=lenient)
    outside = variations.read(sheet, game_name, rulebook, path.parent)
    side = side_bets.read(sheet, permitted, rulebook, lenient=lenient)
    found: dict[str, Any] = {}
    if game_name == "roulette":
        found = roulette_choices.read(sheet, rulebook, approvals)
    if game_name == "craps":
        found = craps_choices.read(sheet, offered, permitted, min(chosen["denominations"], default=100))
    if game_name == "big-six":
        found = big_six_choices.read(sheet, approvals)
    _only_of_its_game(sheet, game_name)
    from_outside = {name: dict(each.permitted.odds) for name, each in outside.items()}
    return {
        "offered": offered | side.offered | outside.keys(),
        "pays_by_wager": _pays(sheet, permitted) | side.pays | from_outside,
        "variations": outside,
        "tip_wagers": _tips(sheet, game_name),
        "electronic_device": _device(sheet, game_name, rulebook, approvals),
        **found,
        **side.choices,
    }


def _rulebook(sheet: Sheet, variant: str | None, on: date | None) -> Rulebook:
    """The law of the date; with a date it does not cover the newest law, so that checking can go on."""
    day = sheet.day(("rulebook",), sheet.data.get("rulebook"))
    day = on or day
    if day is None:
        return newest_rules()
    try:
        rulebook = colorado(on=day)
        if variant is not None:
            rulebook.edition(VARIANTS[variant])
    except DateNotCovered as error:
        sheet.fault(("rulebook",), str(error))
        return newest_rules()
    return rulebook


def _chips(sheet: Sheet) -> tuple[int, ...]:
    sheet.known(("chips",), sheet.table("chips"), ("denominations", "physical"))
    path = ("chips", "denominations")
    values = sheet.table("chips").get("denominations")
    if not isinstance(values, list) or not values:
        sheet.fault(path, "lists the chips at the table, for example [1, 5, 25, 100]")
        return ()
    found = [cents for value in values if (cents := sheet.money(path, value)) is not None]
    if len(set(found)) != len(found):
        sheet.fault(path, "names a chip twice")
    if found and any(chip % min(found) for chip in found):
        sheet.fault(path, "has a chip that is not a whole number of the lowest chip")
    return tuple(sorted(found))


def _offered(
    sheet: Sheet,
    permitted: Mapping[str, Permitted],
    game_name: str,
    variant: str,
    rulebook: Rulebook,
    *,
    lenient: bool,
) -> frozenset[str]:
    """The wagers offered: "all", those of the house procedure, or a list of ids permitted and in force."""
    sheet.known(("wagers",), sheet.table("wagers"), ("offered", "except"))
    path = ("wagers", "offered")
    wanted = sheet.table("wagers").get("offered", "all")
    everything = [row.id for row in permitted.values() if not row.withdrawn and not row.side_bet]
    if wanted == "all":
        names, lenient = everything, True
    elif wanted == "house-procedure" and game_name == "roulette":
        names = list(house_pay_table())
    elif isinstance(wanted, list) and all(isinstance(name, str) for name in wanted):
        names = wanted
    else:
        sheet.fault(path, 'is "all", at roulette "house-procedure", or a list of wager ids')
        names = []
    left_out = sheet.table("wagers").get("except", [])
    if not isinstance(left_out, list):
        sheet.fault(("wagers", "except"), "is a list of wager ids")
        left_out = []
    for key, each in (("offered", names), ("except", left_out)):
        for name in each:
            _permitted_here(sheet, ("wagers", key), name, permitted, game_name, variant)
    for name in names:
        if name in everything and law.not_yet(permitted[name], rulebook.on) and not lenient:
            row = permitted[name]
            sheet.fault(path, f"{name} exists from {row.begins} on, not on {rulebook.on}", row.cite)
    return frozenset(
        name
        for name in names
        if name in everything and name not in left_out and not law.not_yet(permitted[name], rulebook.on)
    )


def _permitted_here(
    sheet: Sheet, path: tuple[str, ...], name: Any, permitted: Mapping[str, Permitted], game_name: str, variant: str
) -> None:
    """Fault a wager the rules do not permit at this game, or one that is chosen elsewhere."""
    wagers = game_named(game_name).wagers
    if name not in wagers:
        sheet.text(path, name, wagers)
    elif name not in permitted or permitted[name].withdrawn:
        cite = permitted[name].cite if name in permitted else wagers[name].cite
        sheet.fault(path, f"{name} is no permitted wager of {variant}", cite)
    elif permitted[name].side_bet:
        sheet.fault(path, f"{name} is a side bet: choose it under [side_bets]", permitted[name].cite)


def _pays(sheet: Sheet, permitted: Mapping[str, Permitted]) -> dict[str, dict[str, Pays]]:
    """The rulebook's least odds, or the house's better ones."""
    pays: dict[str, dict[str, Pays]] = {row.id: dict(row.odds) for row in permitted.values()}
    if sheet.table("wagers").get("offered") == "house-procedure":
        for wager, listed in house_pay_table().items():
            pays[wager] |= listed
    for wager, rows in sheet.table("pays").items():
        if wager not in permitted:
            sheet.text(("pays", wager), wager, permitted)
            continue
        if not isinstance(rows, Mapping):
            sheet.fault(("pays", wager), 'must be a table of rows, for example { win = "2 to 1" }')
            continue
        for row, text in rows.items():
            odds = _better(sheet, permitted[wager], row, text)
            if odds is not None:
                pays[wager][row] = odds
    if sheet.table("readings").get("R5") == "pays-even-money":
        for wager in pays:
            if "released" in pays[wager]:
                pays[wager]["released"] = Odds(1)
    return pays


def _better(sheet: Sheet, permitted: Permitted, row: str, text: Any) -> Odds | None:
    path = ("pays", permitted.id)
    least = permitted.odds.get(row)
    if not isinstance(least, Odds):
        rows = [name for name, pays in permitted.odds.items() if isinstance(pays, Odds)]
        sheet.fault(path, f"{permitted.id} has no row {row!r}; its rows are {', '.join(rows) or 'none'}")
        return None
    try:
        odds = Odds.read(text)
    except (ValueError, TypeError):
        sheet.fault(path, f"{text!r} are no odds; write for example '3 to 2'")
        return None
    if law.below(odds, least):
        sheet.fault(path, f"{odds} is below the least odds of {least}", permitted.odds_cite)
    return odds


def _limits(sheet: Sheet, game_name: str | None, chip: int) -> Mapping[str, Limit]:
    names = NAMES if game_name is None else (game_name,)
    wagers = [wager for name in names for wager in game_named(name).wagers.values()]
    keys = ["default", "player", *sorted({wager.group for wager in wagers}), *(wager.id for wager in wagers)]
    table = sheet.table("limits")
    sheet.known(("limits",), table, keys)
    found = {}
    for key, value in table.items():
        if key in keys and key != "player":
            limit = _limit(sheet, ("limits", key), value, chip)
            if limit is not None:
                found[key] = limit
    if "default" not in table:
        cite = _LIMITS.get(game_name or "")
        sheet.fault(("limits", "default"), "the table's minimum and maximum must be set", cite)
    return found


_LIMITS = {"roulette": "30-2207", "big-six": "30-2703(7)"}


def _limit(sheet: Sheet, path: tuple[str, ...], value: Any, chip: int) -> Limit | None:
    if not isinstance(value, Mapping) or set(value) != {"min", "max"}:
        sheet.fault(path, "must be { min = …, max = … } in dollars")
        return None
    least, most = sheet.money(path, value["min"]), sheet.money(path, value["max"])
    if least is None or most is None:
        return None
    if least > most:
        sheet.fault(path, "has a minimum above its maximum")
    if least % chip or most % chip:
        sheet.fault(path, "must be whole numbers of the lowest chip")
    return Limit(least, most)


def _player_most(sheet: Sheet) -> int | None:
    value = sheet.table("limits").get("player")
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"max"}:
        sheet.fault(("limits", "player"), "must be { max = … } in dollars")
        return None
    return sheet.money(("limits", "player"), value["max"])


def _readings(sheet: Sheet) -> Mapping[str, str]:
    chosen = {reading.id: reading.default for reading in readings().values()}
    for key, value in sheet.table("readings").items():
        if key not in chosen:
            sheet.text(("readings", key), key, chosen)
        elif (answer := sheet.text(("readings", key), value, readings()[key].answers)) is not None:
            chosen[key] = answer
    return chosen


def _approvals(sheet: Sheet, rulebook: Rulebook) -> Mapping[str, Approval]:
    names = [*CUSTOMARY, "electronic-device", "themed-symbols"]
    sheet.known(("approvals",), sheet.table("approvals"), names)
    found = {}
    for key, value in sheet.table("approvals").items():
        path = ("approvals", key)
        if not isinstance(value, Mapping) or set(value) != {"reference", "date"}:
            sheet.fault(path, 'must be { reference = "…", date = 2022-01-31 }')
            continue
        reference, day = sheet.text(path, value["reference"]), sheet.day(path, value["date"])
        if reference and day and day > rulebook.on:
            sheet.fault(path, f"is of {day}, after {rulebook.on}: an approval comes first")
        elif reference and day:
            found[key] = Approval(reference, day)
        elif reference == "":
            sheet.fault(path, "needs a reference")
    return found


def _only_of_its_game(sheet: Sheet, game_name: str) -> None:
    belongs = {"wheel": "roulette", "odds": "craps", "commission": "craps", "symbols": "big-six"}
    for key, owner in belongs.items():
        if key in sheet.data and owner != game_name:
            sheet.fault((key,), f"belongs to {owner}, not to {game_name}")
    if game_name == "big-six":
        sheet.known(("options",), sheet.table("options"), ())


def _time_zone(sheet: Sheet) -> str:
    name = sheet.text(("time_zone",), sheet.data.get("time_zone", "America/Denver"))
    if name is None:
        return "America/Denver"
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        sheet.fault(("time_zone",), f"there is no time zone {name!r}")
    return name


def _day_start(sheet: Sheet) -> time:
    value = sheet.data.get("gaming_day_starts", time(6))
    if isinstance(value, time):
        return value
    sheet.fault(("gaming_day_starts",), f"must be a time of day such as 06:00:00, not {value!r}")
    return time(6)


def _tips(sheet: Sheet, game_name: str) -> bool:
    table = sheet.table("tips")
    sheet.known(("tips",), table, ("wagers", "submission"))
    taken = sheet.flag(("tips", "wagers"), table.get("wagers", False))
    submitted = "submission" in table and sheet.text(("tips", "submission"), table["submission"])
    if taken and game_name == "craps" and not submitted:
        sheet.fault(
            ("tips",),
            "tip wagers need the reference of the house rules submitted to the Division",
            "47.1-2318",
        )
    return taken


def _device(sheet: Sheet, game_name: str, rulebook: Rulebook, approvals: Mapping[str, Approval]) -> bool:
    """An electronic device decides outcomes: printed for roulette alone, since its date (readings D1, E1)."""
    sheet.known(("device",), sheet.table("device"), ("electronic",))
    electronic = sheet.flag(("device", "electronic"), sheet.table("device").get("electronic", False))
    if electronic and game_name in DEVICE_NEEDS_APPROVAL and "electronic-device" not in approvals:
        sheet.fault(("device",), "needs the approval 'electronic-device'", DEVICE_NEEDS_APPROVAL[game_name])
    begins, cite = device_spins()
    if electronic and game_name == "roulette" and rulebook.on < begins:
        message = f"a device spins at roulette from {begins} on, not on {rulebook.on}"
        sheet.fault(("device", "electronic"), message, cite)
    return electronic
