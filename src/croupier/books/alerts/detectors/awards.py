"""Large awards: wagers that won at least a limit, by player and gaming day, at all tables together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from croupier.books.alerts.detector import Detector, End, Finding, day_of, key_of
from croupier.books.walk import Told
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.round.settling import Settled
from croupier.table.rows import Row
from croupier.text.facts import Fact, Money, Person, WagerId


class _Award(NamedTuple):
    table: str
    wager: str
    spot: str | None
    winnings: int


class Awards(Detector):
    """A wager won at least the limit. A correction takes back what it reverses."""

    kind, about, of_house = "large-award", "money", True

    def __init__(self) -> None:
        self._awards: dict[tuple[str, str], list[_Award]] = {}

    def see(self, told: Told) -> Iterable[Finding]:
        """Remember the large awards of each player."""
        event = told.event
        if isinstance(event, OutcomeCorrected):
            for who, award in self._large(told, event.reversed):
                if award in self._awards.get(who, []):
                    self._awards[who].remove(award)
        if isinstance(event, OutcomeCorrected | Settled):
            for who, award in self._large(told, event.rows):
                self._awards.setdefault(who, []).append(award)
        return ()

    def _large(self, told: Told, rows: Iterable[Row]) -> Iterable[tuple[tuple[str, str], _Award]]:
        house, table = told.after.house, told.after.table_id
        for row in rows:
            if row.winnings >= house.alerts.award:
                who = day_of(house, told.event.at), row.player
                yield who, _Award(table, row.wager, row.spot, row.winnings)

    def ends(self, end: End) -> Iterable[Finding]:
        """Report the awards of each player and gaming day."""
        for (day, player), awards in self._awards.items():
            if awards:
                largest = max(awards, key=lambda each: each.winnings)
                facts: dict[str, Fact] = {
                    "player": Person(player),
                    "wager": WagerId(largest.wager),
                    "at": largest.table,
                }
                facts |= {"largest": Money(largest.winnings), "amount": Money(sum(each.winnings for each in awards))}
                yield self.found(None, day, key_of(player), facts, len(awards))


DETECTOR = Awards
