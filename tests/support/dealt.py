"""Tables that are dealt through their hosts at the pace of people, for tests of what is found in their logs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from croupier.books.alerts.detector import Finding
from croupier.books.alerts.watch import findings
from croupier.core.chance import as_text, nth
from croupier.floor.crew.act import Waiting
from croupier.host import Host
from croupier.store import Signer, Store
from croupier.table import By, Command, commands, stream_of
from croupier.table.acts.dice.turns import next_in_turn, shooter_of
from croupier.table.acts.round.calling import CallOutcome
from tests.support.pit.streams import MINUTE, NOON
from tests.support.stores import SIGNER
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

SECOND = MINUTE // 60


@dataclass
class Dealt(Hosted):
    """A table at which one act follows the other after two seconds; it ends with its host."""

    clock: int = NOON
    step: int = 2 * SECOND

    def command(self, word: str, who: By, **fields: Any) -> Command:
        """A new command, two seconds after the one before."""
        self.number, self.clock = self.number + 1, self.clock + self.step
        raw = {"do": word, "id": f"{self.ids}{self.number}", "by": who, "at": self.clock, **fields}
        return commands.read(msgspec.json.encode(raw))

    def shown(self, random: Random) -> str:
        """An outcome with its exact chance."""
        chance = self.state.house.game.chance(self.state.house)
        return as_text(nth(chance.weights, random.randrange(chance.total)))

    def seats(self, *players: str, amount: int = 500_00) -> None:
        """Seat players with chips; the first one shoots, where dice are thrown."""
        for place, player in enumerate(players, 1):
            self.sits(player, place, amount)

    def bets(self, random: Random, player: str) -> None:
        """A simple wager of a player, if there are chips for it; players may have none."""
        state = self.state
        if state.felt.rack(player) < 100_00:
            self.buys_in(player, 300_00)
        wager = _SIMPLE[state.game]
        if not any((each.seat, each.wager) == (player, wager) for each in state.felt.standing):
            self.places(player, wager, random.choice((10_00, 25_00)))

    def round(self, outcome: str) -> None:
        """Play a round to the next open betting, or to the spin after an outcome that is void by itself."""
        number = self.state.round
        self.throws()
        self.calls(outcome)
        if self.state.phase != "called":
            return
        self.do("settle", by("dealer"), **self.moves("settle"))
        while self.state.round == number:
            self.crew.step()

    def throws(self) -> None:
        """Play to the call of the outcome; a shooter makes the line wager that is missing."""
        while isinstance(self.crew.run(CallOutcome), Waiting):
            state = self.state
            shooter = shooter_of(state.felt) or state.dice.asked or next_in_turn(state)
            assert shooter is not None, "nobody plays"
            self.places(shooter, state.course.line[0], 10_00)

    def goes_short(self, player: str) -> None:
        """Let a player win more than the bank has; then a fill comes."""
        short = self.state.balance("bank") // 35 // 5_00 * 5_00 + 5_00
        self.places(player, "straight", short, "17")
        self.round("17")
        fill = {"amount": 2_000_00, "slip": f"F-{self.number}", "witness": "sue"}
        self.do("receive-fill", by("pit-supervisor"), **fill, **self.moves("receive-fill"))

    def leaves(self) -> None:
        """Close the table, with the bank counted right."""
        for player, rack in self.state.felt.racks:
            if rack:
                self.do("cash-out", by("player", player), player=player, amount=rack)
            self.do("leave", by("player", player), player=player)
        self.do("close-table", by("pit-supervisor"), counted=self.state.balance("bank"))

    def ends(self) -> int:
        """Release the stream; return the time a minute later."""
        assert self.host is not None
        self.host.close()
        return self.clock + MINUTE


_SIMPLE = {"roulette": "red", "craps": "field", "big-six": "one"}


def dealt(
    store: Store, preset: str, table: str = "T1", *, bank: int = 100_000_00, signer: Signer = SIGNER, **change: Any
) -> Dealt:
    """An open table."""
    found = Dealt(host=Host(store, stream_of(table), signer=signer), ids=f"{table}-")
    found.state = found.host.state if found.host is not None else found.state
    found.opened(preset, bank, **change)
    return found


def found_in(store: Store, at: int) -> list[Finding]:
    """All trouble in the logs of a store."""
    return list(findings(store, at))
