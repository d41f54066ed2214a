"""The state of a game between rounds and the facts of outcomes, in the form that is sent.

A view has the same members for every game; those of another game are left out. Facts are told apart by their kind.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TypeAlias, cast

import msgspec
from msgspec import UNSET, UnsetType

from croupier.core.table import Table
from croupier.games.big_six.facts import BigSixTable, Clapped
from croupier.games.craps.facts import CrapsTable, FirstRoll, Rolled
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.web.views.patch import Shown

#: Types of games' states and facts.
GameTable: TypeAlias = RouletteTable | CrapsTable | BigSixTable
Fact: TypeAlias = Landed | Rolled | Clapped


# Parts ------------------------------------------------------------------------------------------------------
class UpShown(Shown, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Up Streak of Roulette Up."""

    longest: int
    length: int
    last: str | UnsetType = UNSET
    ended: bool


class TrackShown(Shown, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number track of Straights and 8's."""

    numbers: tuple[str, ...]


class HandShown(Shown, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One shooter's hand."""

    rolled: bool
    pointed: bool
    points_made: tuple[int, ...]
    passes: int
    sevens_and_elevens: int


# What a game remembers --------------------------------------------------------------------------------------
class TrackersShown(Shown, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The state of a game: numbers at roulette, point and hand at craps, the Big Six wheel."""

    previous: str | UnsetType = UNSET
    up: UpShown | UnsetType = UNSET
    track: TrackShown | UnsetType = UNSET
    point: int | UnsetType = UNSET
    hand: HandShown | UnsetType = UNSET
    shooter: str | UnsetType = UNSET
    deciding_come: bool | UnsetType = UNSET
    clockwise: bool | UnsetType = UNSET
    in_service: bool | UnsetType = UNSET


def trackers(table: Table) -> TrackersShown:
    """The state of a game in the form that is sent."""
    return msgspec.convert(_plain(table), TrackersShown)


# What an outcome meant --------------------------------------------------------------------------------------
class _FactShown(Shown, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A fact; its kind is the name that the game gives it."""


class LandedShown(_FactShown, frozen=True, kw_only=True, tag="Landed"):
    """The ball came to rest in a compartment."""

    pocket: str
    previous: str | UnsetType = UNSET
    up: UpShown | UnsetType = UNSET
    track: TrackShown | UnsetType = UNSET


class ClappedShown(_FactShown, frozen=True, kw_only=True, tag="Clapped"):
    """The clapper came to rest in a section."""

    symbol: str


class _RolledShown(_FactShown, frozen=True, kw_only=True):
    """A valid roll."""

    faces: tuple[int, int]
    first: FirstRoll
    come_out: bool
    hand: HandShown


class NaturalShown(_RolledShown, frozen=True, kw_only=True, tag="Natural"):
    """A come-out roll that wins for the pass line."""


class CrapsShown(_RolledShown, frozen=True, kw_only=True, tag="Craps"):
    """A come-out roll that loses for the pass line."""


class PointSetShown(_RolledShown, frozen=True, kw_only=True, tag="PointSet"):
    """A come-out roll that sets the point."""


class PointMadeShown(_RolledShown, frozen=True, kw_only=True, tag="PointMade"):
    """The point is thrown again before a seven."""


class SevenOutShown(_RolledShown, frozen=True, kw_only=True, tag="SevenOut"):
    """A seven before the point: the hand ends."""


class NoLineDecisionShown(_RolledShown, frozen=True, kw_only=True, tag="NoLineDecision"):
    """A roll with a point on that is neither the point nor a seven."""


class ComeOnlyShown(_RolledShown, frozen=True, kw_only=True, tag="ComeOnly"):
    """A roll thrown only to decide come and don't come wagers."""


FactShown: TypeAlias = (
    LandedShown
    | ClappedShown
    | NaturalShown
    | CrapsShown
    | PointSetShown
    | PointMadeShown
    | SevenOutShown
    | NoLineDecisionShown
    | ComeOnlyShown
)


def fact_shown(fact: Fact) -> FactShown:
    """The fact of an outcome in the form that is sent."""
    said = {"kind": type(fact).__name__} | cast("dict[str, object]", _plain(fact))
    return msgspec.convert(said, FactShown)  # type: ignore[no-any-return]


def _plain(value: object) -> object:
    """A value as JSON, without members that are None."""
    if is_dataclass(value):
        found = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        return {name: each for name, each in found.items() if each is not None}
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))  # type: ignore[type-var]
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
