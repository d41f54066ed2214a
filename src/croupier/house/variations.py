"""Variations from outside: wagers loaded from a file or an entry point, each with its approval.

A variation exists only by a temporary or permanent rule of the Commission, on a written application (30-2214,
47.1-2317): the house names both with their dates.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from croupier.core.assertions import LEFT_OUT
from croupier.core.citation import Approval, implements
from croupier.core.machine import LOSE, MeterShare, Wager
from croupier.core.sheet import Sheet
from croupier.core.topic import Topic
from croupier.games import game as game_named
from croupier.house.code import Code
from croupier.house.house import CommissionRule, House, Variation
from croupier.house.reachable import TooMany, reached
from croupier.rulebook import Permitted, Rulebook
from croupier.rulebook.reader import read_pays
from croupier.text.visible import written


def read(sheet: Sheet, game_name: str, rulebook: Rulebook, code: Code) -> dict[str, Variation]:
    """Every variation of the file that can be loaded and is approved on the date."""
    found: dict[str, Variation] = {}
    rows = sheet.data.get("variations", [])
    if not isinstance(rows, list):
        sheet.fault(("variations",), "is a list: write [[variations]]")
        return found
    for row in rows:
        rule = approved(sheet, row, game_name, rulebook)
        module = _load(sheet, row, code) if rule is not None else None
        if rule is not None and module is not None:
            for name, variation in _wagers(sheet, module, game_name, rule).items():
                if name in found:
                    sheet.fault(("variations",), f"{name} is declared twice")
                found[name] = variation
    return found


@implements("30-2214(1)", "47.1-2215(1)", "47.1-2317(1)")
def approved(sheet: Sheet, row: object, game_name: str, rulebook: Rulebook) -> CommissionRule | None:
    """A fault unless the house names the application and a rule of the Commission that is in force on the date."""
    path, cite = ("variations",), game_named(game_name).cites.get(Topic.VARIATION)
    if not isinstance(row, Mapping):
        sheet.fault(path, "must be tables: write [[variations]]")
        return None
    sheet.known(path, row, ("path", "entry_point", "application", "rule", "reference", "date", "until"))
    application = _dated(
        sheet, row.get("application"), "a variation needs the reference and date of its application", cite
    )
    approval = _dated(sheet, row, "a variation needs the reference and date of the Commission's rule", cite)
    kind = sheet.text((*path, "rule"), row.get("rule"), ("temporary", "permanent"))
    if application is None or approval is None or kind is None:
        return None
    until = None if row.get("until") is None else sheet.day((*path, "until"), row["until"])
    if (kind == "temporary") != (until is not None):
        sheet.fault(path, "a temporary rule names its last day with until, and a permanent one has none", cite)
        return None
    rule = CommissionRule(approval, application, until)
    return None if _not_in_force(sheet, rule, rulebook, cite) else rule


def _not_in_force(sheet: Sheet, rule: CommissionRule, rulebook: Rulebook, cite: str | None) -> bool:
    """Whether the application came after the rule, or the rule is not in force on the date: that is a fault."""
    said, asked, on = rule.approval, rule.application, rulebook.on
    if asked.on > said.on:
        sheet.fault(
            ("variations",), f"application {asked.reference} is of {asked.on}, after the rule of {said.on}", cite
        )
    elif said.on > on:
        sheet.fault(("variations",), f"rule {said.reference} is of {said.on}, after {on}", cite)
    elif rule.until is not None and rule.until < on:
        sheet.fault(("variations",), f"rule {said.reference} ended on {rule.until}, before {on}", cite)
    else:
        return False
    return True


def _dated(sheet: Sheet, row: object, missing: str, cite: str | None) -> Approval | None:
    """The reference and date of a paper."""
    path = ("variations",)
    if not isinstance(row, Mapping) or not row.get("reference") or not row.get("date"):
        sheet.fault(path, missing, cite)
        return None
    reference, day = sheet.text(path, row["reference"]), sheet.day(path, row["date"])
    return None if reference is None or day is None else Approval(reference, day)


def _load(sheet: Sheet, row: Mapping[str, object], code: Code) -> ModuleType | None:
    """The module of a variation, by path beside the house file or by entry point."""
    path = ("variations",)
    if LEFT_OUT is not None:
        sheet.fault(path, f"runs no code from outside: {LEFT_OUT}")
        return None
    if not code.trusted:
        named = written(row.get("path", row.get("entry_point")))
        sheet.fault(path, f"the code of {named} was not run: read it, and name this file with --trust to check it")
        return None
    if ("path" in row) == ("entry_point" in row):
        sheet.fault(path, "name either a path or an entry_point")
        return None
    if "entry_point" in row:
        name = sheet.text(path, row["entry_point"], code.entries)
        loaded: ModuleType | None = None if name is None else code.entries[name].load()
        return loaded
    given = str(row["path"])
    file = (code.folder / given).resolve()
    if not file.is_relative_to(code.folder.resolve()):
        sheet.fault(path, f"{row['path']!r} is not beside the house file")
        return None
    if given not in code.files:
        sheet.fault(path, f"there is no Python file {row['path']!r} beside the house file")
        return None
    module = ModuleType(f"croupier_variation_{file.stem}")
    module.__file__ = str(file)
    try:
        exec(compile(code.files[given], file, "exec"), module.__dict__)  # noqa: S102 (the operator named it)
    except Exception as error:  # any error of an outside file is a fault of the house file
        sheet.fault(path, f"{file.name} cannot be loaded: {type(error).__name__}: {error}")
        return None
    return module


def _wagers(sheet: Sheet, module: ModuleType, game_name: str, rule: CommissionRule) -> dict[str, Variation]:
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
                found[wager.id] = Variation(wager, _permitted(wager, module.PAYS[wager.id], rule.approval), rule)
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
        if any(isinstance(pays, MeterShare) for pays in house.pays_by_wager[name].values()):
            sheet.fault(("variations",), f"{name} pays a share of a meter, and has none")
        try:
            ends = reached(house, name).rows
        except TooMany:  # a warning of the check says so
            continue
        except Exception as error:
            sheet.fault(("variations",), f"{name} cannot be played: {type(error).__name__}: {error}")
            continue
        for row in sorted(ends - {LOSE} - house.rows(name)):
            sheet.fault(("variations",), f"{name} can end at {row!r}, which PAYS does not price; a loss is {LOSE!r}")
