"""What every house chooses for its table: chips, limits, readings, approvals, hours, tips, device."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.core.citation import Approval
from croupier.core.delay import MOST
from croupier.core.machine import Wager
from croupier.core.sheet import Sheet
from croupier.core.topic import Topic
from croupier.games import NAMES
from croupier.games import game as game_named
from croupier.house import keys
from croupier.house.house import Limit
from croupier.rulebook import Rulebook, device_spins
from croupier.rulebook import readings as all_readings
from croupier.text.visible import written


def chips(sheet: Sheet) -> tuple[int, ...]:
    """The chips at the table, lowest first."""
    sheet.known(("chips",), sheet.table("chips"), ("denominations", "physical", "colors", "central_screen"))
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


def chip_colors(sheet: Sheet) -> Mapping[int, str]:
    """The color of each value chip of the house: no player may take it for chips without a value (reading M4)."""
    found: dict[int, str] = {}
    for key, value in sheet.table("chips", "colors").items():
        path = ("chips", "colors", key)
        cents, color = sheet.money(path, key), sheet.text(path, value)
        if cents is None or color is None:
            continue
        if not color.strip():
            sheet.fault(path, "must name a color")
        elif color.casefold().split() in [each.casefold().split() for each in found.values()]:
            sheet.fault(path, f"{color!r} is the color of another value chip")
        else:
            found[cents] = color
    return found


def central_screen(sheet: Sheet, game_name: str, terminals: bool) -> bool:
    """Whether a central screen shows the layout; without one, players at terminals may have the same color."""
    shown = sheet.flag(("chips", "central_screen"), sheet.table("chips").get("central_screen", True))
    if not shown and not terminals:
        cite = game_named(game_name).cites.get(Topic.COLOR_TAKEN)
        sheet.fault(("chips", "central_screen"), "is for terminals: a felt shows all chips to everybody", cite)
    return shown


def limits(sheet: Sheet, game_name: str | None, chip: int, outside: Iterable[Wager] = ()) -> Mapping[str, Limit]:
    """The posted limits: of the table, of groups of wagers, of single wagers."""
    names = NAMES if game_name is None else (game_name,)
    wagers = [*(wager for name in names for wager in game_named(name).wagers.values()), *outside]
    known = ["default", "player", *sorted({wager.group for wager in wagers}), *(wager.id for wager in wagers)]
    table = sheet.table("limits")
    sheet.known(("limits",), table, known)
    found = {}
    for key, value in table.items():
        if key in known and key != "player":
            limit = _limit(sheet, ("limits", key), value, chip)
            if limit is not None:
                found[key] = limit
    if "default" not in table:
        cite = None if game_name is None else game_named(game_name).cites.get(Topic.LIMITS)
        sheet.fault(("limits", "default"), "the table's minimum and maximum must be set", cite)
    return found


def _limit(sheet: Sheet, path: tuple[str, ...], value: object, chip: int) -> Limit | None:
    if not isinstance(value, Mapping) or set(value) != {"min", "max"}:
        sheet.fault(path, "must be { min = …, max = … } in dollars")
        return None
    least, most = (sheet.money((*path, key), value[key]) for key in ("min", "max"))
    if least is None or most is None:
        return None
    if least > most:
        sheet.fault(path, "has a minimum above its maximum")
    if least % chip or most % chip:
        sheet.fault(path, "must be whole numbers of the lowest chip")
    return Limit(least, most)


def player_most(sheet: Sheet) -> int | None:
    """The most one player may have on the layout."""
    value = sheet.table("limits").get("player")
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"max"}:
        sheet.fault(("limits", "player"), "must be { max = … } in dollars")
        return None
    return sheet.money(("limits", "player"), value["max"])


def readings(sheet: Sheet) -> Mapping[str, str]:
    """The answer to every reading: the house's choice, or the default."""
    chosen = {reading.id: reading.default for reading in all_readings().values()}
    for key, value in sheet.table("readings").items():
        if key not in chosen:
            sheet.text(("readings", key), key, chosen)
        elif (answer := sheet.text(("readings", key), value, all_readings()[key].answers)) is not None:
            chosen[key] = answer
    return chosen


def approvals(sheet: Sheet, rulebook: Rulebook) -> Mapping[str, Approval]:
    """The approvals that the house names; none may be later than its rulebook."""
    sheet.known(("approvals",), sheet.table("approvals"), tuple(keys.approvals()))
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


def time_zone(sheet: Sheet) -> str:
    """The time zone of the house."""
    name = sheet.text(("time_zone",), sheet.data.get("time_zone", "America/Denver"))
    if name is None:
        return "America/Denver"
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # "America" is a folder of time zones
        sheet.fault(("time_zone",), f"there is no time zone {name!r}")
    return name


def day_start(sheet: Sheet) -> time:
    """When the gaming day begins."""
    return _time(sheet, "gaming_day_starts", "06:00:00") or time(6)


def inspection_alert(sheet: Sheet, game_name: str) -> int | None:
    """The full hour at which a supervisor is told that an open table was not inspected yet; None: at none."""
    path = ("inspection_alert",)
    if path[0] not in sheet.data:
        return None
    if game_named(game_name).inspection is None:
        sheet.fault(path, f"is for games whose tables are inspected, and {game_name} is none")
        return None
    found = _time(sheet, path[0], "20:00:00")
    if found is not None and found != time(found.hour):
        sheet.fault(path, f"must be a full hour such as 20:00:00, not {found}")
        return None
    return None if found is None else found.hour


def _time(sheet: Sheet, key: str, usual: str) -> time | None:
    """A time of day; None after a fault."""
    value = sheet.data.get(key, usual)
    if isinstance(value, time):
        return value
    if isinstance(value, str):
        with suppress(ValueError):
            return time.fromisoformat(value)
    sheet.fault((key,), f"must be a time of day such as {usual}, not {written(value)}")
    return None


def device(sheet: Sheet, game_name: str, rulebook: Rulebook, approvals: Mapping[str, Approval]) -> bool:
    """Whether an electronic device decides outcomes; only at roulette, from a certain date on (readings D1, E1)."""
    sheet.known(("device",), sheet.table("device"), ("electronic", "terminals", "delay"))
    electronic = sheet.flag(("device", "electronic"), sheet.table("device").get("electronic", False))
    needed = game_named(game_name).cites.get(Topic.DEVICE_APPROVAL)
    if electronic and needed is not None and "electronic-device" not in approvals:
        sheet.fault(("device",), "needs the approval 'electronic-device'", needed)
    since = device_spins(game_name)
    if electronic and since is not None and rulebook.on < since[0]:
        message = f"a device spins at {game_name} from {since[0]} on, not on {rulebook.on}"
        sheet.fault(("device", "electronic"), message, since[1])
    return electronic


def delay(sheet: Sheet) -> int:
    """How many iterations pass between the close and an electronic outcome; 0 if the house states no delay."""
    path, chosen = ("device", "delay"), sheet.table("device")
    found = sheet.whole(path, chosen.get("delay", 0)) or 0
    if found > MOST:
        sheet.fault(path, f"is at most {MOST:,} iterations: anybody who checks a round computes them again")
    if found and chosen.get("electronic") is not True:
        sheet.fault(path, "is for an electronic device: electronic = true")
    return found


def terminals(sheet: Sheet, game_name: str, approvals: Mapping[str, Approval]) -> bool:
    """Whether players wager at terminals; a game whose rules have none needs an approval for them (reading D1)."""
    used = sheet.flag(("device", "terminals"), sheet.table("device").get("terminals", False))
    cites = game_named(game_name).cites
    if used and sheet.table("chips").get("physical") is True:
        message = "chips at terminals are electronic: physical = true is for a felt table"
        sheet.fault(("device", "terminals"), message, cites.get(Topic.TERMINALS))
    if used and Topic.TERMINALS not in cites and "electronic-device" not in approvals:
        message = "needs the approval 'electronic-device'"
        sheet.fault(("device", "terminals"), message, cites.get(Topic.DEVICE_APPROVAL))
    return used
