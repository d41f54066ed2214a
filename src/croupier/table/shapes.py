"""The types that a table's state may contain: those of `State`, and those that games declare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec

from croupier.conduct.shapes import Codec, Shapes
from croupier.conduct.snapshot import Snapshots
from croupier.games import NAMES, game
from croupier.house import House
from croupier.house.house import UnreadHouse
from croupier.table.houses import HouseText, named, text_of
from croupier.table.state import State


def _of_games() -> Iterable[Any]:
    for each in map(game, NAMES):
        yield get_type_hints(each.begin)["return"]
        for wager in each.wagers.values():
            yield get_type_hints(wager.step)["state"]


def _write_house(house: House) -> list[str | None]:
    return [house.version, *msgspec.structs.astuple(text_of(house))]


def _read_house(values: list[Any]) -> House:
    names = ("version", *HouseText.__struct_fields__)
    if len(values) != len(names):
        raise ValueError(f"a house has {len(names)} parts, not {len(values)}")
    version, *text = values
    if type(version) is not str:
        raise ValueError(f"a house has a version, not {version!r}")
    return named(msgspec.convert(dict(zip(names[1:], text, strict=True)), HouseText), version)


SHAPES = Shapes(State, _of_games, (Codec((House, UnreadHouse), _write_house, _read_house),))
SNAPSHOTS: Snapshots[State] = Snapshots(SHAPES)
