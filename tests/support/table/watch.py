"""A table that checks every event against separate accounts, a count of chips, and a log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from croupier.felt.meter import PARTS
from croupier.store.base import START, Envelope
from croupier.table import Event, State, digest, postings, stream_of
from croupier.table import events as all_events
from croupier.table.acts.money.cage import CreditSent, FillArrived, FillReceived, FillReturned
from croupier.table.acts.money.chips import CashedOut, ChipsBrought
from croupier.table.acts.money.claims import ClaimSettled
from croupier.table.acts.money.drop_box import BoxRemoved
from croupier.table.acts.money.inventory import InventoryConfirmed
from croupier.table.acts.table import TableClosed, TableOpened
from croupier.table.cage_slips import worth
from croupier.table.judge import CLOSES
from tests.support.table.play import Table

#: Accounts that may be negative: pockets, cage, table bank, claims, and what counts have found.
MAY_OWE = frozenset({"outside", "cage", "bank", "claims", "over-short"})
#: Accounts without chips of the table: pockets, cage, the drop box, and what counts have found.
ELSEWHERE = frozenset({"outside", "cage", "drop", "over-short"})


@dataclass
class Watched(Table):
    """A table under test that checks that every event conserves money and chips."""

    accounts: Counter[str] = field(default_factory=Counter)  # computed from postings alone
    happened: Counter[str] = field(default_factory=Counter)  # number of events by name
    tip: bytes = START  # the digest of the log
    close: tuple[str, bytes] = ("", START)  # the last command that closed the betting, and the digest after it

    def happen(self, event: Event) -> None:
        """Post, apply and write one event; check that it conserves money and chips."""
        before = self.state
        for each in postings(event, before):
            self.accounts[each.account] += each.amount
        super().happen(event)
        self._check_accounts()
        assert chips(self.state) - chips(before) == brought(event, before) + seeded(self.state) - seeded(before), (
            event
        )
        self._bind(event)
        self.happened[str(type(event).__struct_config__.tag)] += 1

    def _check_accounts(self) -> None:
        kept = {account: amount for account, amount in self.accounts.items() if amount}
        assert sum(kept.values()) == 0, "the accounts do not sum to zero"
        assert kept == dict(self.state.balances), "the table's accounts differ from its postings"
        below = [account for account, amount in kept.items() if amount < 0 and account not in MAY_OWE]
        assert not below, f"accounts below zero: {below}"
        if self.state.play is not None:
            felt = self.state.play
            up = sum(each.stake + each.commission for each in felt.standing)
            assert kept.get("layout", 0) == up, "the wagers on the felt differ from the layout's account"
            assert {f"rack:{name}": rack for name, rack in felt.racks if rack} == {
                account: amount for account, amount in kept.items() if account.startswith("rack:")
            }, "the racks of the felt differ from the accounts"
            assert all(rack >= 0 for _, rack in felt.racks)

    def _bind(self, event: Event) -> None:
        """Add an envelope to the log, as a store would write it."""
        kind, body = str(type(event).__struct_config__.tag), all_events.write(event)
        stream, version = stream_of(self.state.table_id), len(self.log)
        self.tip = Envelope(stream, version, kind, body, event.command, event.at, self.tip, b"").computed()
        if isinstance(event, CLOSES) or event.command == self.close[0]:
            self.close = event.command, self.tip

    def check_replay(self) -> None:
        """Check that replaying the log gives the same state."""
        assert digest(self.replayed()) == digest(self.state)


def chips(state: State) -> int:
    """All chips at the table in cents: bank, racks, layout, tips, meters, and open claims."""
    return sum(amount for account, amount in state.balances if account not in ELSEWHERE)


def seeded(state: State) -> int:
    """The amount that the licensee has put into the meters of the table, in cents."""
    return 0 if state.play is None else sum(meter.seeded // PARTS for meter in state.play.meters)


def brought(event: Event, before: State) -> int:
    """The chips that an event brings to the table in cents; negative if it takes chips away.

    The chips of a table with a cage stay there while it is closed.
    """
    alone = before.of_cage is None
    match event:
        case TableOpened():
            return event.bank if alone else 0
        case TableClosed():
            return -event.expected if alone else 0
        case FillArrived():
            return worth(event.chips)
        case FillReceived():
            return event.amount if alone else 0
        case FillReturned():
            return -event.amount
        case InventoryConfirmed():
            return event.amount - event.expected
        case ChipsBrought():
            return event.amount
        case CashedOut() | CreditSent():
            return -event.amount
        case BoxRemoved(box="tips"):
            return -event.amount
        case ClaimSettled(how="cash"):
            return -max(event.amount, 0)
    return 0
