"""Sources of outcomes: an electronic device, a script, or a person who sees dice and wheels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from croupier.device.messages import (
    Answers,
    Close,
    Closed,
    Draw,
    Forget,
    Later,
    Opened,
    Result,
    Reveal,
    Sealed,
    SealRound,
    Shown,
    Shut,
)
from croupier.host.device import log_at, proof_of, reopened
from croupier.store import Store
from croupier.table import State
from croupier.table.acts.device import chance_of
from croupier.table.closing import NOBODY
from croupier.table.outcomes import OUTCOME, DeviceFailed, Drawn, Seal
from croupier.table.proof import Proof

A = TypeVar("A", Result, Opened)


class NotYet(Exception):
    """The delay of the device is not over; ask again after these seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the delay runs for about {seconds:.1f} seconds more")
        self.seconds = seconds


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

    def publish(self, state: State) -> None:
        """Fix what the outcome is drawn from, in a house with a delay; may block."""

    def closing(self) -> Mapping[str, Any]:
        """What was fixed, signed: the fields of the command that publishes it."""

    def fetch(self, state: State, of: str = OUTCOME) -> None:
        """Get the next result ready; may block, and may raise `NotYet`."""

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """The next result: an outcome, an award or a bonus."""

    def open(self) -> None:
        """Get the seed of a round that is over; may block, and may raise `NotYet`."""

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

    def publish(self, state: State) -> None:
        """There is no delay."""
        raise AssertionError("dice and wheels have no delay")

    def closing(self) -> Mapping[str, Any]:
        """There is no delay."""
        raise AssertionError("dice and wheels have no delay")

    def fetch(self, state: State, of: str = OUTCOME) -> None:
        """Nothing has to be got ready."""

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """Only people see it."""
        raise AssertionError(f"a person tells the {of}")

    def open(self) -> None:
        """There is no seed."""

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
    """The electronic device of a table: another process, which has the seeds. Methods that say so block."""

    tells = False  # it draws its own outcomes, and sees no dice

    def __init__(self, store: Store, device: Answers, table: str) -> None:
        self._store, self._device, self._table = store, device, table
        self._next: tuple[int, str] | None = None  # the next round and its commitment
        self.key: str | None = None  # the public key of the device, once it has told it
        self._begin(None)

    def _begin(self, commitment: str | None, draws: tuple[Drawn, ...] = ()) -> None:
        """Begin a round with its commitment, or continue one with the draws that the log has."""
        self._commitment, self._draws = commitment, draws
        self.log: str | None = None  # the digest of the log at the close, once that is known
        self._shut: Shut | None = None  # the closing that counts, once the device knows it
        self._drawn: Drawn | None = None  # not called yet
        self._opened: Opened | None = None

    @property
    def commitment(self) -> str:
        """That of this round; without a sealed seed no outcome is lawful, and the table is out of service."""
        if self._commitment is None:
            raise DeviceFailed(f"Table {self._table} has no sealed seed: nothing may be drawn.")
        return self._commitment

    def reopen(self, state: State) -> None:
        """After a stop, continue the round with what the device and the log have; blocks."""
        self._next = None
        self._begin(None)
        if state.seal is not None and not state.revealed:
            found = reopened(self._store, state, self._device)
            self._begin(state.seal, found.draws)
            self.log, self._shut, self.key = found.log, found.shut, found.key

    def prepare(self, number: int) -> None:
        """Let the device commit to a seed for a round; blocks."""
        if self._next is None or self._next[0] != number:
            sealed = self._device.ask(SealRound(self._table, number))
            assert isinstance(sealed, Sealed), sealed
            self._next, self.key = (number, sealed.commitment), sealed.key

    def seal(self) -> str:
        """Make the prepared commitment the one of this round."""
        assert self._next is not None, "no seed was prepared"
        self._begin(self._next[1])
        self._next = None
        return self.commitment

    def closed(self, command: str) -> None:
        """Read the digest of the log at the close; blocks."""
        self.log = log_at(self._store, self._table, command)

    def showing(self, nonces: str = NOBODY, terminals: int = 0) -> Shown:
        """What the device is shown of this round; `nonces` is the root of the nonces of its terminals."""
        if self.log is None:
            raise DeviceFailed("The close of the betting is not in the log: nothing may be drawn.")
        return Shown(self.commitment, self.log, nonces, terminals)

    def took(self, shut: Shut) -> None:
        """The device has said which closing of this round counts: the first that it was shown."""
        self._shut = shut

    def publish(self, state: State) -> None:
        """Show the device the closing of this round alone, without terminals; blocks."""
        closed = self._device.ask(Close((self.showing(),), state.house.delay))
        assert isinstance(closed, Closed), closed
        self.took(closed.closings[0])

    def closing(self) -> Mapping[str, Any]:
        """The closing that counts, signed, to be published before anything can be drawn."""
        assert self._shut is not None, "the device has no closing of this round"
        return {"closing": self._shut.closing, "key": self.key, "signature": self._shut.signature}

    def fetch(self, state: State, of: str = OUTCOME) -> None:
        """Let the device draw the next result; blocks. Raises `NotYet` while the delay runs."""
        if self._shut is None:
            self.publish(state)
        if self._drawn is None:
            asked = Draw(self.commitment, len(self._draws) + 1, of, chance_of(state, of))
            self._drawn = self._now(asked, Result).drawn

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """The result that was fetched."""
        assert self._drawn is not None, "nothing was drawn"
        assert self._drawn.of == of, self._drawn
        drawn, self._drawn = self._drawn, None
        self._draws += (drawn,)
        return drawn.outcome

    def open(self) -> None:
        """Ask the device for the seed of a round that is over; blocks. Raises `NotYet` while a delay runs."""
        if self._opened is None:
            self._opened = self._now(Reveal(self.commitment), Opened)

    def proof(self, state: State) -> Proof:
        """The seed, and everything drawn with it."""
        opened = self._opened
        assert opened is not None, "the device has not told the seed"
        seal = Seal(self._table, state.round, bytes.fromhex(opened.seed))
        return proof_of(state, seal, opened.closing or opened.log, opened.draws)

    def revealed(self, commitment: str) -> None:
        """Let the device delete the seed: the log has it now; blocks."""
        self._device.ask(Forget(commitment))

    def _now(self, question: Draw | Reveal, kind: type[A]) -> A:
        answer = self._device.ask(question)
        if isinstance(answer, Later):
            raise NotYet(answer.seconds)
        assert isinstance(answer, kind), answer
        return answer
