"""The register of coupons: every serial number that the licensee has issued, with what is printed on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from croupier.core.sheet import Sheet
from croupier.games import NAMES
from croupier.house.house import Coupon

KINDS = ("coupon", "promotional-chip")
_KEYS = ("serials", "face", "kind", "games", "table", "from", "to")


def coupons(sheet: Sheet) -> Mapping[str, Coupon]:
    """The coupons of the house by serial number; each is issued once, for one table (reading M3)."""
    entries = sheet.data.get("coupons", [])
    if not isinstance(entries, list):
        sheet.fault(("coupons",), "must be a list of tables: [[coupons]]")
        return {}
    found: dict[str, Coupon] = {}
    for entry in entries:
        if not isinstance(entry, Mapping):
            sheet.fault(("coupons",), "must be a list of tables: [[coupons]]")
            continue
        sheet.known(("coupons",), entry, _KEYS)
        issued = _issued(sheet, entry)
        for serial in _list(sheet, "serials", entry.get("serials")):
            if serial in found:
                sheet.fault(("coupons", "serials"), f"{serial!r} is issued twice")
            elif issued is not None:
                found[serial] = issued
    return found


def _issued(sheet: Sheet, entry: Mapping[str, object]) -> Coupon | None:
    """What one entry says about its coupons; every part must be stated."""
    face = sheet.money(("coupons", "face"), entry.get("face"))
    kind = sheet.text(("coupons", "kind"), entry.get("kind", "coupon"), KINDS)
    games = _list(sheet, "games", entry.get("games"))
    for game in games:
        sheet.text(("coupons", "games"), game, NAMES)
    table = sheet.text(("coupons", "table"), entry.get("table"))
    first, last = (sheet.day(("coupons", key), entry.get(key)) for key in ("from", "to"))
    if face is None or kind is None or table is None or first is None or last is None:
        return None
    if last < first:
        sheet.fault(("coupons", "to"), "is before the first day")
    return Coupon(face, cast(Literal["coupon", "promotional-chip"], kind), games, table, first, last)


def _list(sheet: Sheet, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) and each for each in value):
        sheet.fault(("coupons", key), "must be a list of words")
        return ()
    return tuple(value)
