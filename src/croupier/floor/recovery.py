"""Puts tables back in service that cannot go on: the device has lost the seed of a round, or the clock has stepped.

The rules leave a lost seed to people (30-2206(5), 47.1-2319; reading A15): a dealer notifies, a key manager has
the round voided, so that every wager goes back, and observes that. Two people do it, and both are on record: where
there is a list of people, they prove who they are (`claims.py`).
A step of the clock is acknowledged by one person, who has checked the clock of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from croupier.conduct.by import By, same_person
from croupier.core.clock import Clock, Step
from croupier.device.messages import Answers, Reopen
from croupier.felt.payout import give_back
from croupier.floor.claims import Claim, proved_at_the_desk
from croupier.floor.clock_steps import acknowledge
from croupier.floor.crew.performer import staff, stated_moves
from croupier.floor.crew.steps import bought_in
from croupier.floor.guests import command
from croupier.floor.vault import Vault
from croupier.host import Host, load
from croupier.store import Store
from croupier.table import TABLE, Command, State
from croupier.table.acts.device import bound
from croupier.table.acts.duty import RelieveDealer
from croupier.table.acts.irregularities.disputes import ObserveAction, RaiseDispute
from croupier.table.acts.irregularities.lost_seed import DeclareSeedLost, waits_for_seed
from croupier.table.outcomes import SeedGone
from croupier.table.state import Dispute

ABOUT = "the electronic device has lost the seed of the round"
DONE = "done as directed"


class CannotRecover(Exception):
    """Nothing was changed, or not everything; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A table whose round has lost its seed, and what becomes of its wagers."""

    table: str
    state: State

    @property
    def wagers(self) -> int:
        """How many wagers go back."""
        return len(self.state.felt.standing) if waits_for_seed(self.state) else 0

    @property
    def cents(self) -> int:
        """How much they are together."""
        return sum(give_back(wager).paid for wager in self.state.felt.standing) if self.wagers else 0


def lost_seeds(store: Store, device: Answers) -> list[Lost]:
    """The tables that cannot go on because the device does not have the seed of their round; blocks."""
    return [Lost(table, state) for table, state in _states(store).items() if _is_lost(state, device)]


def _states(store: Store) -> dict[str, State]:
    """The states of all tables of a store."""
    tables = (stream.removeprefix(TABLE.prefix) for stream in store.streams() if stream.startswith(TABLE.prefix))
    return {table: load(store, f"{TABLE.prefix}{table}")[0] for table in tables}


def _is_lost(state: State, device: Answers) -> bool:
    if state.play is None or not bound(state):
        return False
    assert state.seal is not None
    try:
        device.ask(Reopen(state.table_id, state.round, state.seal))
    except SeedGone:
        return True
    return False


@dataclass(frozen=True, slots=True)
class People:
    """Who recovers a table: the key manager who directs it, and the dealer, or at craps stickperson, who notifies."""

    manager: Claim
    dealer: Claim


def recover(store: Store, table: str, device: Answers, vault: Vault, people: People, reason: str) -> Lost:
    """Void the round of a table whose seed is lost, and put the table back in service.

    Both people prove who they are. If it was interrupted, it continues with what is still due.
    """
    host = Host(store, f"{TABLE.prefix}{table}", signer=vault.signer(store))
    try:
        before: State = host.state
        manager = proved_at_the_desk(store, vault, people.manager, "key-manager")
        if _decided(before, manager) is None and not _is_lost(before, device):
            raise CannotRecover(f"the seed of table {table} is not lost: start the server, and the table goes on")
        dealer = proved_at_the_desk(store, vault, people.dealer, before.course.caller)
        if same_person(dealer.person, manager.person):
            raise CannotRecover("the key manager and who notifies must be two people (30-2206(5), 47.1-2319)")
        for each in _acts(host, manager, dealer, reason):
            answer = host.handle(each)
            if answer.refusal is not None:
                raise CannotRecover(f"table {table}: {answer.refusal.said()}")
        return Lost(table, before)
    finally:
        host.close()


def stepped(store: Store) -> dict[str, Step]:
    """The tables that take no wagers because the clock has stepped."""
    return {table: Step(*state.step) for table, state in _states(store).items() if state.step is not None}


def acknowledge_clock(store: Store, table: str, vault: Vault, person: Claim) -> By:
    """Acknowledge a step of the clock at a table: its times are the machine's again, and it takes wagers."""
    host = Host(store, f"{TABLE.prefix}{table}", signer=vault.signer(store))
    try:
        by = proved_at_the_desk(store, vault, person, "key-manager")
        answer = acknowledge(host, by, Clock())
        if answer is not None and answer.refusal is not None:
            raise CannotRecover(f"table {table}: {answer.refusal.said()}")
        return by
    finally:
        host.close()


def _command(kind: type[Command], by: By, **fields: Any) -> Command:
    return command(kind, by, Clock(), **fields)


def _acts(host: Host, manager: By, dealer: By, reason: str) -> Iterator[Command]:
    """The acts that are still due, each decided on the state after the one before."""
    if bound(host.state):
        yield from _notified(host, dealer)
        notice = _open(host.state)
        assert notice is not None
        fields: dict[str, Any] = {"commitment": host.state.seal, "reason": reason, "notice": notice.number}
        yield _command(DeclareSeedLost, manager, **fields)
    if (matter := _decided(host.state, manager)) is not None:
        yield _command(ObserveAction, manager, number=matter.number, action=DONE)


def _notified(host: Host, dealer: By) -> Iterator[Command]:
    """A dealer notifies. Where one dealer is in charge she takes charge first, once no money lies on the table."""
    if (due := bought_in(host.state)) is not None and host.state.buying.step == "given":
        yield _command(due.command, staff(due.role), **due.fields)
    state: State = host.state
    if state.course.one_dealer and not (state.dealer and same_person(state.dealer, dealer.person)):
        yield _command(RelieveDealer, dealer, **stated_moves(state, RelieveDealer))
    if _open(host.state) is None:
        yield _command(RaiseDispute, dealer, about=ABOUT)


def _open(state: State) -> Dispute | None:
    """A notification of an irregularity that nobody has decided yet."""
    found = (each for each in state.disputes if not each.decider and each.player is None and each.against is None)
    return next(found, None)


def _decided(state: State, manager: By) -> Dispute | None:
    """The matter that this person has decided and not observed yet."""
    found = (each for each in state.disputes if each.decider and same_person(each.decider, manager.person))
    return next(found, None)
