"""Where the outcomes of a table come from: an electronic device, a script, or a person who sees dice and wheels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from croupier.floor.vault import Vault
from croupier.host.device import Device, reopened
from croupier.store import Store
from croupier.table import State
from croupier.table.outcomes import OUTCOME, DeviceFailed, Generator, Proof


class Source(Protocol):
    """Shows what comes, and where it is an electronic device, binds itself before and proves it afterwards."""

    @property
    def tells(self) -> bool:
        """Whether it tells the machine what dice and wheels show; else a person gives the commands that say so."""

    def prepare(self, number: int) -> None:
        """Make the seed of a round, and keep it; this may block."""

    def seal(self) -> str:
        """The commitment to the seed that was prepared."""

    def closed(self, command: str) -> None:
        """The betting was closed by this command, which is stored; this may block."""

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """What comes now: an outcome, an award, a bonus."""

    def proof(self, state: State) -> Proof:
        """What is published when the round is over."""

    def revealed(self, commitment: str) -> None:
        """A seed is published: it need not be kept any more; this may block."""


class Physical:
    """Dice and wheels: they tell the machine nothing, and have no seed."""

    tells = False

    def prepare(self, number: int) -> None:
        """There is no seed."""
        raise AssertionError("dice and wheels have no seed")

    def seal(self) -> str:
        """There is no seed."""
        raise AssertionError("dice and wheels have no seed")

    def closed(self, command: str) -> None:
        """Nothing is drawn from the log."""

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """Only people see it."""
        raise AssertionError(f"a person tells the {of}")

    def proof(self, state: State) -> Proof:
        """There is no seed."""
        raise AssertionError("dice and wheels have no seed")

    def revealed(self, commitment: str) -> None:
        """There is no seed."""


class Told(Physical):
    """Dice and wheels whose outcomes the machine is told, by a script or a seeded generator."""

    tells = True

    def __init__(self, comes: Callable[[State, str], str]) -> None:
        self.comes = comes

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """What is told."""
        return self.comes(state, of)


class Electronic:
    """The electronic device of a table; a seed is in the vault before it is bound, and until it is published."""

    tells = False  # it draws its own outcomes, and sees no dice

    def __init__(self, store: Store, vault: Vault, table: str) -> None:
        self._store, self._vault, self._table = store, vault, table
        self.generator = Generator()
        self._device: Device | None = None  # of the round that is bound
        self._next: Device | None = None  # of the round that is to be

    @property
    def device(self) -> Device:
        """The device of this round; without its sealed seed no outcome is lawful, and the table stays shut."""
        if self._device is None:
            raise DeviceFailed(f"Table {self._table} has no sealed seed: nothing may be drawn.")
        return self._device

    def reopen(self, state: State) -> None:
        """After a stop a round goes on with the seed that was kept, and with the log as it is stored."""
        self._device = self._next = None
        if state.seal is not None and not state.revealed:
            self._device = reopened(self._store, state, self._vault.seed(state.seal))

    def prepare(self, number: int) -> None:
        """Seal a seed for a round, and keep it before its commitment is published."""
        if self._next is None or self._next.seal.round != number:
            self._next = Device(self.generator.seal(self._table, number))
            self._vault.keep(self._next.seal)

    def seal(self) -> str:
        """From here on the seed that was prepared is bound."""
        assert self._next is not None, "no seed was prepared"
        self._device, self._next = self._next, None
        return self._device.seal.commitment

    def closed(self, command: str) -> None:
        """Take the digest of the log at the close."""
        self.device.closed(self._store, command)

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """Draw from seed and log."""
        return self.device.draw(state, of)

    def proof(self, state: State) -> Proof:
        """The seed, and all that was drawn with it."""
        return self.device.proof(state)

    def revealed(self, commitment: str) -> None:
        """What was revealed is in the log."""
        self._vault.forget(commitment)
