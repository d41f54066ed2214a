"""The types that the JSON API sends besides views: lists, past rounds, readiness. /openapi.json is made from them."""

from __future__ import annotations

from typing import TypedDict

from croupier.table.proof import Proof
from croupier.table.state import DrawEntry
from croupier.web.views.chips import ChipShown
from croupier.web.views.everybody import ListedOfTable, PlayerShown, TableShown
from croupier.web.views.player import OwnShown, RowShown
from croupier.web.views.trackers import FactShown, TrackersShown


# Tables -----------------------------------------------------------------------------------------------------
class TableListed(ListedOfTable, frozen=True, kw_only=True):
    """A table in the list."""

    places: int
    taken: int


class TablesShown(TypedDict):
    """The list of tables; `now` is the server's count of milliseconds, by which `closes` is meant."""

    now: int
    tables: list[TableListed]


class TableAndOwn(TypedDict):
    """A table, with the visitor's own view if seated; `now` is the count by which `closes` is meant."""

    seq: int
    now: int
    table: TableShown
    you: OwnShown | None


# A past round -----------------------------------------------------------------------------------------------
class PastChip(ChipShown, frozen=True, kw_only=True):
    """A wager on the layout when a round was decided."""

    key: str


class PastRow(RowShown, frozen=True, kw_only=True):
    """A wager that a round decided."""

    player: str
    step: str
    tip: bool


class RoundShown(TypedDict):
    """A past round: the layout when it was decided, and its results."""

    table: str
    round: int
    game: str
    at: int
    done: bool
    outcome: str | None
    color: str | None
    fact: FactShown | None
    draws: tuple[DrawEntry, ...]
    voided: str | None
    players: dict[str, PlayerShown]
    chips: list[PastChip]
    trackers: TrackersShown
    meters: dict[str, int]
    shooter: str | None
    puck: int | str | None
    rows: list[PastRow]
    announced: tuple[str, ...]
    seal: str | None
    log: str | None
    proof: Proof | None


# The server -------------------------------------------------------------------------------------------------
class AnchorsShown(TypedDict):
    """A target of anchors: when it got the last one, in milliseconds since 1970, and why it fails, if it does."""

    target: str
    since: int | None
    failed: str | None


class ReadyShown(TypedDict):
    """Whether the tables can be played, and why not."""

    ready: bool
    failed: str | None
    tables: list[str]
    faults: dict[str, str]
    anchors: list[AnchorsShown]
