"""Sources of outcomes: an electronic device, a script, or a person who sees dice and wheels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from croupier.floor.vault import Vault
from croupier.host.device import Device, reopened
from croupier.store import Store
from croupier.table import State
from croupier.table.outcomes import OUTCOME, DeviceFailed, Generator
from croupier.table.proof import Proof


class Source(Protocol):
    """Shows outcomes. An electronic device also commits to a seed before, and proves the outcome afterwards."""

    @property
    def tells(self) -> bool:
        """Whether it tells the machine what dice and wheels show; otherwise people enter it."""

    def prepare(self, number: int) -> None:
        """Create and store the seed of a round; may block."""

    def seal(self) -> str:
        """The commitment to the prepared seed."""

    def closed(self, command: str) -> None:
        """Called after this command, now stored, has closed the betting; may block."""

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """The next result: an outcome, an award or a bonus."""

    def proof(self, state: State) -> Proof:
        """The proof that is published when the round is over."""

    def revealed(self, commitment: str) -> None:
        """A seed is published and can be deleted; may block."""


class Physical:
    """Dice and wheels: they have no seed, and the machine cannot see them."""

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
    """Dice and wheels whose outcomes come from a script or a seeded generator."""

    tells = True

    def __init__(self, comes: Callable[[State, str], str]) -> None:
        self.comes = comes

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """The next outcome of the script or generator."""
        return self.comes(state, of)


class Electronic:
    """The electronic device of a table. A seed stays in the vault until it is revealed."""

    tells = False  # it draws its own outcomes, and sees no dice

    def __init__(self, store: Store, vault: Vault, table: str) -> None:
        self._store, self._vault, self._table = store, vault, table
        self.generator = Generator()
        self._device: Device | None = None  # for the present round
        self._next: Device | None = None  # for the next round

    @property
    def device(self) -> Device:
        """The device of this round; without its sealed seed no outcome is lawful, and the table is out of service."""
        if self._device is None:
            raise DeviceFailed(f"Table {self._table} has no sealed seed: nothing may be drawn.")
        return self._device

    def reopen(self, state: State) -> None:
        """After a stop, continue the round with the seed in the vault and the stored log."""
        self._device = self._next = None
        if state.seal is not None and not state.revealed:
            self._device = reopened(self._store, state, self._vault.seed(state.seal))

    def prepare(self, number: int) -> None:
        """Create a seed for a round, and store it before its commitment is published."""
        if self._next is None or self._next.seal.round != number:
            self._next = Device(self.generator.seal(self._table, number))
            self._vault.keep(self._next.seal)

    def seal(self) -> str:
        """Make the prepared seed the one of this round."""
        assert self._next is not None, "no seed was prepared"
        self._device, self._next = self._next, None
        return self._device.seal.commitment

    def closed(self, command: str) -> None:
        """Read the digest of the log at the close."""
        self.device.closed(self._store, command)

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """Draw a result from seed and log."""
        return self.device.draw(state, of)

    def proof(self, state: State) -> Proof:
        """The seed, and everything drawn with it."""
        return self.device.proof(state)

    def revealed(self, commitment: str) -> None:
        """Delete the seed: the log has it now."""
        self._vault.forget(commitment)
