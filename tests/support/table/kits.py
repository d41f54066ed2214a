"""A live table with a kit, at real times: the slips of its pit come when a test says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import structs

from croupier.conduct.slip import Slip
from croupier.core.refusal import Refusal
from croupier.table import HouseText
from croupier.table.houses import house_of
from croupier.table.kit import HOUSE, INSPECTED, KIT, InForce, Inspected, Kit
from croupier.table.kit import written as said
from tests.support.pit.streams import NOON
from tests.support.table.play import PEOPLE, Table, by, written

#: The gaming day of `NOON`, and the length of a day in microseconds.
TODAY, DAY = "2022-10-30", 86_400_000_000
SYSTEM = by("system")
WHEEL = written("colorado-double-zero")
#: The wheel under the rules as they were printed in 2015.
OF_2015 = HouseText(WHEEL.name, WHEEL.text, "2016-01-01")


def slip(what: str, document: Any, command: str = "k1", **other: str) -> Slip:
    """A slip from the pit to the table."""
    text = document if isinstance(document, str) else said(document)
    return structs.replace(Slip("pit/main", command, "table/T1", what, said=text), **other)


def kit_of(text: HouseText, number: int = 1, **other: Any) -> Kit:
    """A kit for a house: every wager that it offers has an area. Only roulette is inspected."""
    house = house_of(text)
    assert not isinstance(house, Refusal), house
    inspected = TODAY if house.game_name == "roulette" else None
    fields: dict[str, Any] = {"areas": tuple(sorted(house.offered)), "inspected": inspected} | other
    without, items = fields.pop("without", ()), fields.pop("items", (("ball", "B1"),))
    fields["areas"] = tuple(each for each in fields["areas"] if each not in without)
    return Kit(number=number, house=house.version, items=items, zone=house.time_zone, hour=6, **fields)


@dataclass
class Kitted(Table):
    """A table of a pit. Its times begin at noon of `TODAY`."""

    start: int = NOON

    def _at(self, at: int | None) -> int:
        return self.start + self.number * 1000 if at is None else at

    def gets(self, text: HouseText, number: int = 1, **other: Any) -> Kitted:
        """Receive a kit for a house."""
        self.do("receive-slip", SYSTEM, slip=slip(KIT, kit_of(text, number, **other), f"k{number}"))
        return self

    def opens(self, name: str = "colorado-double-zero", **other: Any) -> Kitted:
        """Receive a kit for a preset, and open with it."""
        self.gets(written(name), **other)
        self.opened(name)
        return self

    def inspected(self, day: str, moves: int = 0, number: int = 1, act: int = 0, *, stops: bool = False) -> None:
        """Receive the word that the table was inspected, or that it waits for an inspection."""
        document = Inspected(number, day, moves, act, stops)
        self.do("receive-slip", SYSTEM, slip=slip(INSPECTED, document, f"i{self.number}"))

    def comes_into_force(self, text: HouseText, act: int, **other: Any) -> None:
        """Receive another version of the house."""
        kit = kit_of(text, **other)
        document = InForce(1, act, kit.house, kit.areas, kit.together)
        self.do("receive-slip", SYSTEM, slip=slip(HOUSE, document, f"h{self.number}"))

    def closes_down(self) -> None:
        """Close the table: everybody takes down the wagers and leaves."""
        for seat in self.state.seats:
            name = seat.player
            if any(each.seat == name for each in self.state.felt.standing):
                self.do("clear", by("player", name), player=name)
            if rack := self.rack(name):
                self.do("cash-out", by("dealer"), player=name, amount=rack)
            self.do("leave", by("player", name), player=name)
        self.do("close-table", by("pit-supervisor"), counted=self.state.balance("bank"))


def opening(text: HouseText) -> dict[str, Any]:
    """The fields of `open-table` at roulette."""
    return {"house": text, "bank": 1_000_00, "dealer": PEOPLE["dealer"]}


def playing(table: Kitted, wager: str = "red", amount: int = 5_00, spot: str | None = None) -> Kitted:
    """A table with ann and a wager of hers."""
    table.sits("ann", 1, 200_00)
    table.places("ann", wager, amount, spot)
    return table


def craps(**other: Any) -> Kitted:
    """A craps table of a pit, with ann as the shooter."""
    table = Kitted().opens("colorado-craps", **other)
    table.sits("ann", 1, 500_00)
    table.shoots("ann")
    table.places("ann", "pass", 10_00)
    return table
