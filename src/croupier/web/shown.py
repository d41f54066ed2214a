"""What is sent of tables, players and rounds, member by member; /openapi.json describes it from here."""

from __future__ import annotations

from typing import Any, TypedDict

from croupier.table.commands_irregularities import DrawEntry
from croupier.table.outcomes import Proof


# A table ----------------------------------------------------------------------------------------------------
class LimitShown(TypedDict):
    """The least and the most that may be wagered, in cents."""

    least: int
    most: int


class LastShown(TypedDict):
    """The number of a round."""

    round: int
    outcome: str
    color: str | None


class ListedOfTable(TypedDict):
    """What the list of tables says of each."""

    id: str
    name: str
    game: str
    variant: str
    phase: str
    round: int
    closes: int | None
    limits: dict[str, LimitShown]
    last: list[LastShown]
    outcome: str | None
    meters: dict[str, int]


class TableListed(ListedOfTable):
    """A table in the list."""

    places: int
    taken: int
    fault: str | None


class TablesShown(TypedDict):
    """The list of tables."""

    tables: list[TableListed]


class PlayerShown(TypedDict):
    """Who sits at a table, with what others call him."""

    place: int
    color: str
    name: str


class ChipShown(TypedDict):
    """A wager that stands; `on` only where it was called, or is off."""

    player: str
    wager: str
    spot: str | None
    stake: int
    tip: bool
    on: bool | None
    locked: bool
    fixed: bool
    prison: bool


class DeviceShown(TypedDict):
    """The seal of the round, and whether its seed is known."""

    seal: str | None
    revealed: bool


class OutOfService(TypedDict, total=False):
    """Why a table is out of service, where it is."""

    fault: str


class TableShown(ListedOfTable, OutOfService):
    """A table as everybody sees it."""

    held: bool
    device: DeviceShown
    shooter: str | None
    offered: str | None
    puck: int | str | None
    direction: str | None
    players: dict[str, PlayerShown]
    chips: dict[str, ChipShown]
    chips_worth: list[int]
    trackers: dict[str, Any]


# A player's own ---------------------------------------------------------------------------------------------
class RowShown(TypedDict):
    """A decided wager as its player sees it; `net` is what he has more than before the round."""

    wager: str
    spot: str | None
    grade: str
    stake: int
    paid: int
    net: int
    cite: str


class WonShown(TypedDict):
    """What a player has of a settled round."""

    round: int
    rows: list[RowShown]


class DueShown(TypedDict):
    """A choice that is due."""

    wager: str
    spot: str | None
    choices: list[str]


class OwnShown(TypedDict):
    """What a player sees of his own."""

    player: str
    rack: int
    laid: int
    place: int
    pending: list[DueShown]
    repeat: bool
    won: WonShown | None
    dice: str | None


class TableAndOwn(TypedDict):
    """A table, and what the visitor sees of his own there."""

    seq: int
    table: TableShown
    you: OwnShown | None


# A past round -----------------------------------------------------------------------------------------------
class PastChip(ChipShown):
    """A wager as it stood when a round was decided."""

    key: str


class PastRow(RowShown):
    """A wager that a round decided."""

    player: str
    step: str
    tip: bool


class RoundShown(TypedDict):
    """A round as it stood when it was decided, and all that came of it."""

    table: str
    round: int
    game: str
    at: int
    done: bool
    outcome: str | None
    color: str | None
    fact: dict[str, Any] | None
    draws: tuple[DrawEntry, ...]
    voided: str | None
    players: dict[str, PlayerShown]
    chips: list[PastChip]
    trackers: dict[str, Any]
    meters: dict[str, int]
    shooter: str | None
    puck: int | str | None
    rows: list[PastRow]
    announced: tuple[str, ...]
    seal: str | None
    log: str | None
    proof: Proof | None


# The server -------------------------------------------------------------------------------------------------
class ReadyShown(TypedDict):
    """Whether the tables can be played, and why one cannot."""

    ready: bool
    failed: str | None
    tables: list[str]
    faults: dict[str, str]
