"""A naive recount of a table's money from the raw JSON of its events, without its postings.

The table's win is what all players and dealers lost. So this follows each amount that changes hands, by the fields of
the events alone, and uses no code of the table or of the books.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Recount:
    """What was counted since the table opened the last time; meters go on from shift to shift."""

    won: int = 0
    opening: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    handle: int = 0
    decided: int = 0
    rounds: int = 0
    counted: int | None = None
    expected: int | None = None
    #: In hundredths of a cent, by wager: seed, contributions, awards.
    meters: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    before: dict[str, int] = field(default_factory=dict)  # what the meters showed at the opening, without new seeds

    def see(self, body: bytes) -> None:
        """Count one event."""
        event: dict[str, Any] = json.loads(body)
        word = event["event"].partition("/")[0]
        count = getattr(self, f"_{word.replace('-', '_')}", None)
        if count is not None:
            count(event)
        self._rows(event.get("rows", ()), 1)
        self._rows(event.get("reversed", ()), -1)
        for each in event.get("meters", ()):
            self._meter(each)

    def shown(self) -> dict[str, int]:
        """What each meter shows, in cents."""
        return {wager: (seed + more - paid) // 100 for wager, (seed, more, paid) in self.meters.items()}

    def win_by_drop(self, seeds: int) -> int:
        """The win that boxes, cage and inventories show; the cage paid these seeds for the meters."""
        assert self.counted is not None
        meters = sum(self.shown().values()) - sum(self.before.values()) - seeds
        return self.drop + self.credits + self.counted - self.opening - self.fills + meters

    def _rows(self, rows: list[dict[str, Any]], sign: int) -> None:
        """What left the layout, less what somebody received; a coupon comes back to the table."""
        for row in rows:
            self.won += sign * (row["released"] - row.get("paid", 0) + row.get("coupon", 0))
            if row["grade"] != "returned":
                self.handle += sign * row["stake"]
                self.decided += sign

    def _meter(self, each: dict[str, Any]) -> None:
        self.meters[each["wager"]] = (each["seeded"], each["contributed"], each["awarded"])

    def _table_opened(self, event: dict[str, Any]) -> None:
        self.__init__(meters=self.meters, before=self.shown())  # type: ignore[misc]
        self.opening = event["bank"]
        self._house_changed(event)

    def _house_changed(self, event: dict[str, Any]) -> None:
        for each in event.get("felt", {}).get("meters") or ():
            self._meter(each)

    def _table_closed(self, event: dict[str, Any]) -> None:
        self.counted, self.expected = event["counted"], event["expected"]

    def _settled(self, event: dict[str, Any]) -> None:
        self.rounds += event["stage"] == "round"

    def _cash_dropped(self, event: dict[str, Any]) -> None:
        self.drop += event["amount"]

    def _fill_received(self, event: dict[str, Any]) -> None:
        self.fills += event["amount"]

    def _credit_sent(self, event: dict[str, Any]) -> None:
        self.credits += event["amount"]

    def _locked_in(self, event: dict[str, Any]) -> None:
        self.won += sum(each["amount"] for each in event.get("collected", ()))

    def _coupon_placed(self, event: dict[str, Any]) -> None:
        self.won -= event["amount"]

    def _wager_taken_down(self, event: dict[str, Any]) -> None:
        self.won += event.get("coupon", 0)

    def _dispute_decided(self, event: dict[str, Any]) -> None:
        self.won -= event["move"]["rack"] + event["move"]["claim"]

    def _outcome_corrected(self, event: dict[str, Any]) -> None:
        """Wagers of a round that was not settled in time stay decided: the rest is between rack and bank."""
        for move in event.get("moves", ()):
            self.won -= move.get("collected", 0) - move.get("coupon", 0)

    def _claim_settled(self, event: dict[str, Any]) -> None:
        """A waived claim is lost or won by the table; one that a person pays in cash goes into the drop box."""
        if event["how"] == "waived":
            self.won += event["amount"]
        elif event["how"] == "cash" and event["amount"] < 0:
            self.drop -= event["amount"]
