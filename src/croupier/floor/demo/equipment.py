"""A complete set of equipment for a table of any house, with the approvals that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from croupier.core.equipment import Coupons, Sample, Terminal, ValueChips
from croupier.house import House
from croupier.house.house import Coupon
from croupier.pit.kinds import name_of, plain

#: A terminal for each of the first places.
PLACES = 6
#: The number of a coupon: what is before its digits, and these.
_NUMBER = re.compile(r"(.*?)([0-9]+)")


def complete(house: House, table: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Everything that a table of this house needs: the id, the kind and the fields of each piece.

    The table itself comes first: its drop box is moved there after it.
    """
    return [(f"{table}-{each.name}", name_of(each.what), plain(each.what)) for each in _samples(house, table)]


def approvals(house: House, table: str) -> list[dict[str, str]]:
    """The approvals that this equipment names, as `record-approval` takes them."""
    named = dict.fromkeys(each for sample in _samples(house, table) for each in sample.what.approvals() if each[0])
    scope = "equipment of a demonstration, not approved by anybody"
    return [
        {"reference": reference, "subject": subject, "day": house.day, "scope": scope} for reference, subject in named
    ]


def _samples(house: House, table: str) -> list[Sample]:
    return [*house.game.equipment.sample(table, house), *_stated(house, table)]


def _stated(house: House, table: str) -> Iterator[Sample]:
    """What the house file states, as it is on the register: terminals, value chips, and series of coupons."""
    for place in range(1, PLACES + 1) if house.terminals else ():
        yield Sample(
            f"terminal-{place}", Terminal(serial=f"{table}-EBT-{place}", place=place, audible=True, visible=True)
        )
    if house.chip_colors:
        yield Sample("chips", ValueChips(colors=tuple(sorted(house.chip_colors.items()))))
    for number, series in enumerate(_series(house.coupons), 1):
        yield Sample(f"coupons-{number}", series)


def _series(coupons: Mapping[str, Coupon]) -> Iterator[Coupons]:
    """Coupons as series: those with following numbers that are alike in all else."""
    split = {serial: _NUMBER.fullmatch(serial) for serial in coupons}
    order = sorted(coupons, key=lambda serial: (found[1], int(found[2])) if (found := split[serial]) else (serial, 0))
    last: Coupons | None = None
    for serial in order:
        coupon, found = coupons[serial], split[serial]
        assert found is not None, f"{serial}: the demonstration numbers its coupons"
        prefix, number = found[1], int(found[2])
        about: dict[str, Any] = {
            "face": coupon.face,
            "games": frozenset(coupon.games),
            "begins": coupon.first.isoformat(),
            "ends": coupon.last.isoformat(),
        }
        if last is not None and last == replace(last, prefix=prefix, **about) and last.last + 1 == number:
            last = replace(last, last=number)
            continue
        if last is not None:
            yield last
        last = Coupons(prefix=prefix, first=number, last=number, **about)
    if last is not None:
        yield last
