"""Variations from outside: wagers loaded from a file or an entry point, each with its approval.

A variation exists only by the Commission's approval (30-2214, 47.1-2317): the house names its reference and date.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from croupier.core.absorbing import endings
from croupier.core.citation import Approval, implements
from croupier.core.machine import LOSE, MeterShare, Wager
from croupier.core.sheet import Sheet
from croupier.core.topic import Topic
from croupier.games import game as game_named
from croupier.house.alone import alone
from croupier.house.house import House, Variation
from croupier.rulebook import Permitted, Rulebook
from croupier.rulebook.reader import read_pays

ENTRY_POINTS = "croupier.variations"


def read(sheet: Sheet, game_name: str, rulebook: Rulebook, folder: Path) -> dict[str, Variation]:
    """Every variation of the file that can be loaded and is approved on the date."""
    found: dict[str, Variation] = {}
    rows = sheet.data.get("variations", [])
    if not isinstance(rows, list):
        sheet.fault(("variations",), "is a list: write [[variations]]")
        return found
    for row in rows:
        approval = approved(sheet, row, game_name, rulebook)
        module = _load(sheet, row, folder) if approval is not None else None
        if approval is not None and module is not None:
            for name, variation in _wagers(sheet, module, game_name, approval).items():
                if name in found:
                    sheet.fault(("variations",), f"{name} is declared twice")
                found[name] = variation
    return found


def source_of(data: Mapping[str, object], folder: Path) -> str:
    """The source code of a house file's variations, which is part of the version of the house."""
    given = data.get("variations", [])
    rows = given if isinstance(given, list) else []
    files = [folder / str(row["path"]) for row in rows if isinstance(row, Mapping) and "path" in row]
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file()]
    named = [str(row["entry_point"]) for row in rows if isinstance(row, Mapping) and "entry_point" in row]
    entries = [entry for entry in entry_points(group=ENTRY_POINTS) if entry.name in named] if named else []
    return "\n".join((*texts, *(f"{e.value} {e.dist.version if e.dist else ''}" for e in entries)))


@implements("30-2214(1)", "47.1-2215(1)", "47.1-2317(1)")
def approved(sheet: Sheet, row: object, game_name: str, rulebook: Rulebook) -> Approval | None:
    """A fault unless the house names the approval's reference and a date in the past."""
    path, rule = ("variations",), game_named(game_name).cites.get(Topic.VARIATION)
    if not isinstance(row, Mapping):
        sheet.fault(path, "must be tables: write [[variations]]")
        return None
    sheet.known(path, row, ("path", "entry_point", "reference", "date"))
    if not row.get("reference") or not row.get("date"):
        sheet.fault(path, "a variation needs the reference and date of its approval", rule)
        return None
    reference, day = sheet.text(path, row["reference"]), sheet.day(path, row["date"])
    if reference is None or day is None:
        return None
    if day > rulebook.on:
        sheet.fault(path, f"approval {reference} is of {day}, after {rulebook.on}", rule)
        return None
    return Approval(reference, day)


def _load(sheet: Sheet, row: Mapping[str, object], folder: Path) -> ModuleType | None:
    """The module of a variation, by path beside the house file or by entry point."""
    path = ("variations",)
    if ("path" in row) == ("entry_point" in row):
        sheet.fault(path, "name either a path or an entry_point")
        return None
    if "entry_point" in row:
        named = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
        name = sheet.text(path, row["entry_point"], named)
        loaded: ModuleType | None = None if name is None else named[name].load()
        return loaded
    file = (folder / str(row["path"])).resolve()
    if not file.is_relative_to(folder.resolve()):
        sheet.fault(path, f"{row['path']!r} is not beside the house file")
        return None
    spec = importlib.util.spec_from_file_location(f"croupier_variation_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        sheet.fault(path, f"there is no Python file {row['path']!r} beside the house file")
        return None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # any error of an outside file is a fault of the house file
        sheet.fault(path, f"{file.name} cannot be loaded: {type(error).__name__}: {error}")
        return None
    return module


def _wagers(sheet: Sheet, module: ModuleType, game_name: str, approval: Approval) -> dict[str, Variation]:
    """The wagers of a module, which defines GAME, WAGERS and PAYS."""
    path = ("variations",)
    missing = [name for name in ("GAME", "WAGERS", "PAYS") if not hasattr(module, name)]
    if missing:
        sheet.fault(path, f"{_name(module)} does not say {', '.join(missing)}")
        return {}
    if game_name != module.GAME:
        sheet.fault(path, f"{_name(module)} is for {module.GAME}, not for {game_name}")
        return {}
    found = {}
    try:
        for wager in module.WAGERS:
            if wager.id in game_named(game_name).wagers:
                sheet.fault(path, f"{wager.id} is a wager of the rules: a variation needs a name of its own")
            else:
                found[wager.id] = Variation(wager, _permitted(wager, module.PAYS[wager.id], approval), approval)
    except Exception as error:
        sheet.fault(path, f"{_name(module)} declares no wagers that can be read: {type(error).__name__}: {error}")
        return {}
    return found


def _name(module: ModuleType) -> str:
    return Path(getattr(module, "__file__", module.__name__)).name


def _permitted(wager: Wager, pays: Mapping[str, str], approval: Approval) -> Permitted:
    odds = {row: read_pays(text) for row, text in pays.items()}
    return Permitted(wager.id, approval, approval, odds, begins=approval.on, side_bet=True)


def check(sheet: Sheet, house: House) -> None:
    """Walk every reachable state of each variation: it must be decided, at rows that have a price."""
    for name in house.variations:
        try:
            ends = {decision.row for decision in endings(alone(house, name).machine)}
        except Exception as error:
            sheet.fault(("variations",), f"{name} cannot be played: {type(error).__name__}: {error}")
            continue
        if any(isinstance(pays, MeterShare) for pays in house.pays_by_wager[name].values()):
            sheet.fault(("variations",), f"{name} pays a share of a meter, and has none")
        for row in sorted(ends - {LOSE} - house.rows(name)):
            sheet.fault(("variations",), f"{name} can end at {row!r}, which PAYS does not price; a loss is {LOSE!r}")
