"""Reads a house file. All faults are reported at once, each with its line and its paragraph."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from pathlib import Path

from croupier.core.citation import Approval
from croupier.core.sheet import MOST_FAULTS, Fault, Sheet, lines_of, parsed, read_file
from croupier.games import choices
from croupier.games.choices import Chosen
from croupier.house import variations
from croupier.house.choices import alerts, coupons, procedure, side_bets, table, tips, wagers
from croupier.house.code import Code, beside
from croupier.house.house import House, Source
from croupier.house.keys import keys, owners, variants
from croupier.rulebook import (
    DateNotCovered,
    Rulebook,
    colorado,
    newest_rules,
)

_PRESETS = Path(__file__).parent / "presets"


class Unreadable(ValueError):
    """The file does not exist or is not TOML."""


class Unsound(ValueError):
    """The house breaks rules; all faults are in `faults`."""

    def __init__(self, name: str, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__(f"{name} has {len(faults)} fault(s):\n" + "\n".join(f"  {fault}" for fault in faults))


def presets() -> tuple[str, ...]:
    """The houses that come with Croupier."""
    return tuple(sorted(path.stem for path in _PRESETS.glob("*.toml")))


def find(name: str | Path) -> Path:
    """The file of a preset, or a file by its path."""
    if str(name) in presets():
        return _PRESETS / f"{name}.toml"
    path = Path(name)
    if path.is_file():
        return path
    raise Unreadable(f"no house {str(name)!r}: name a file, or one of {', '.join(presets())}")


def load(name: str | Path, *, on: date | None = None, change: Mapping[str, object] | None = None) -> House:
    """A house without faults, by preset name or file.

    `on` asks for the rulebook of another date; `change` chooses otherwise, by dotted key:
    `load("colorado-craps", change={"commission.buy.when": "up-front"})`.
    """
    house, found = read(find(name), on, change)
    if house is None:
        raise Unsound(str(name), found)
    return house


def otherwise(house: House, change: Mapping[str, object]) -> House:
    """The same house with some choices changed, by dotted key."""
    source = house.source
    return load(source.path, on=source.on, change={**source.change, **change})


def faults(name: str | Path, *, trust: bool = True) -> list[Fault]:
    """All faults of a house file, also what only old files may lack: a table does not open without it.

    Without `trust` no code of its variations runs: a house that has some cannot be checked, which is a fault.
    """
    house, found = read(find(name), trust=trust)
    if house is None or (lacks := house.options.lacks()) is None:
        return found
    sheet = Sheet(house.source.data, lines_of(house.source.text))
    sheet.fault(tuple(lacks[0].split(".")), "must be stated: no table opens without it", lacks[1])
    return _printed(sheet, None)


def read(
    path: Path, on: date | None = None, change: Mapping[str, object] | None = None, *, trust: bool = True
) -> tuple[House | None, list[Fault]]:
    """Load a house: a house without faults, or faults without a house; `trust`: code of its variations may run."""
    try:
        text = read_file(path)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path.name} cannot be read: {error}") from error
    return read_text(path, text, on, change, None if trust else Code(path.parent, trusted=False))


def read_text(
    name: str | Path,
    text: str,
    on: date | None = None,
    change: Mapping[str, object] | None = None,
    code: Code | None = None,
) -> tuple[House | None, list[Fault]]:
    """Load a house from a text. `code` is what the operator has named; None takes the code beside the file `name`."""
    path = Path(name)
    data = data_of(path, text, change)
    sheet = Sheet(data, lines_of(text))
    code = beside(data, path.parent) if code is None else code
    said = f"{text}\n{on}\n{sorted((change or {}).items())}\n{code.text(data)}"
    version = hashlib.sha256(said.encode()).hexdigest()[:16]
    house = _house(sheet, Source(path, on, change or {}, data, text, code.digest(data)), version, code)
    return (None, _printed(sheet, on)) if sheet.faults else (house, [])


def data_of(path: Path, text: str, change: Mapping[str, object] | None = None) -> dict[str, object]:
    """The parsed text of a house file with changed choices, by dotted key."""
    try:
        data = parsed(text)
    except ValueError as error:
        raise Unreadable(f"{path.name} cannot be read: {error}") from error
    for key, value in (change or {}).items():
        _set(data, key.split("."), value)
    return data


def _printed(sheet: Sheet, on: date | None) -> list[Fault]:
    """The faults, with paragraph numbers as of the date."""
    quiet = Sheet(sheet.data, {})
    day = on or quiet.day(("rulebook",), sheet.data.get("rulebook"))
    found = sorted(sheet.faults, key=lambda fault: (fault.line is None, fault.line or 0))
    if sheet.full:
        found.append(Fault(None, "this file", f"only its first {MOST_FAULTS} faults are listed", None))
    if day is None:
        return found
    law = Rulebook(day)
    return [fault if fault.cite is None else replace(fault, cite=law.printed(fault.cite)) for fault in found]


def _set(data: dict[str, object], keys: list[str], value: object) -> None:
    *tables, last = keys
    for key in tables:
        inner = data.setdefault(key, {})
        if not isinstance(inner, dict):
            raise Unreadable(f"{'.'.join(keys)} cannot be changed: {key} is no table")
        data = inner
    data[last] = value


@dataclass(frozen=True, slots=True)
class _Common:
    """The choices that houses of all games have."""

    denominations: tuple[int, ...]
    name: str
    readings: Mapping[str, str]
    approvals: Mapping[str, Approval]
    time_zone: str
    gaming_day_starts: time
    player_most: int | None
    physical_chips: bool
    chip_colors: Mapping[int, str]

    @property
    def chip(self) -> int:
        """The lowest chip; one dollar if missing, which is already a fault."""
        return min(self.denominations, default=100)


def _house(sheet: Sheet, source: Source, version: str, code: Code) -> House | None:
    """Read every section, so that no fault hides another; sections that depend on the game come last."""
    data = sheet.data
    sheet.known((), data, keys())
    variant = sheet.text(("game",), data.get("game"), variants())
    rulebook = _rulebook(sheet, variant, source.on)
    common = _Common(
        denominations=table.chips(sheet),
        chip_colors=table.chip_colors(sheet),
        name=sheet.text(("title",), data.get("title", source.path.stem)) or "",
        readings=table.readings(sheet),
        approvals=table.approvals(sheet, rulebook),
        time_zone=table.time_zone(sheet),
        gaming_day_starts=table.day_start(sheet),
        player_most=table.player_most(sheet),
        physical_chips=sheet.flag(("chips", "physical"), sheet.table("chips").get("physical", False)),
    )
    if variant is None:
        table.limits(sheet, None, common.chip)
        return None
    house = _of_the_game(sheet, source, version, rulebook, variant, common, code)
    if sheet.faults:
        return None
    procedure.check(sheet, house)
    variations.check(sheet, house)
    return house


def _of_the_game(
    sheet: Sheet, source: Source, version: str, rulebook: Rulebook, variant: str, common: _Common, code: Code
) -> House:
    """Read the sections that depend on the game and on the rulebook."""
    game_name, lenient = variants()[variant], source.on is not None
    permitted = rulebook.permitted(game_name, variant)
    offered = wagers.offered(sheet, permitted, game_name, variant, rulebook, lenient=lenient)
    outside = variations.read(sheet, game_name, rulebook, code)
    side = side_bets.read(sheet, permitted, rulebook, game_name, common.chip, lenient=lenient)
    pays = wagers.pays(sheet, permitted, game_name)
    electronic = table.device(sheet, game_name, rulebook, common.approvals)
    chosen = Chosen(
        rulebook=rulebook,
        permitted=permitted,
        offered=offered,
        pays=pays,
        side_bets=side.offered,
        pay_tables=side.pay_tables,
        approvals=common.approvals,
        electronic=electronic,
        chip=common.chip,
    )
    options = choices(game_name).read(sheet, chosen)
    _only_of_its_game(sheet, game_name)
    return House(
        version=version,
        source=source,
        game_name=game_name,
        variant=variant,
        rulebook=rulebook,
        options=options,
        limits=table.limits(sheet, game_name, common.chip, (each.wager for each in outside.values())),
        offered=offered | side.offered | outside.keys(),
        pays_by_wager=pays | side.pays | {name: dict(each.permitted.odds) for name, each in outside.items()},
        variations=outside,
        by_procedure=sheet.table("wagers").get("offered") == "house-procedure",
        tip_wagers=tips.taken(sheet),
        tips=tips.rules(sheet, game_name, rulebook),
        tip_tube=tips.tube(sheet, game_name),
        electronic_device=electronic,
        delay=table.delay(sheet),
        terminals=(terminals := table.terminals(sheet, game_name, common.approvals)),
        central_screen=table.central_screen(sheet, game_name, terminals),
        pay_tables=side.pay_tables,
        aggregates=side.aggregates,
        meters=side.meters,
        denominations=common.denominations,
        name=common.name,
        readings=common.readings,
        approvals=common.approvals,
        time_zone=common.time_zone,
        gaming_day_starts=common.gaming_day_starts,
        inspection_alert=table.inspection_alert(sheet, game_name),
        player_most=common.player_most,
        physical_chips=common.physical_chips,
        chip_colors=common.chip_colors,
        coupons=coupons.coupons(sheet),
        alerts=alerts.limits(sheet),
    )


def _rulebook(sheet: Sheet, variant: str | None, on: date | None) -> Rulebook:
    """The rulebook of the date; for a date it does not cover, the newest one, so that checking can continue."""
    day = sheet.day(("rulebook",), sheet.data.get("rulebook"))
    day = on or day
    if day is None:
        return newest_rules()
    try:
        rulebook = colorado(on=day)
        if variant is not None:
            rulebook.edition(variants()[variant])
    except DateNotCovered as error:
        sheet.fault(("rulebook",), str(error))
        return newest_rules()
    return rulebook


def _only_of_its_game(sheet: Sheet, game_name: str) -> None:
    for key, owner in owners().items():
        if key in sheet.data and owner != game_name:
            sheet.fault((key,), f"belongs to {owner}, not to {game_name}")
    if not choices(game_name).options:
        sheet.known(("options",), sheet.table("options"), ())
