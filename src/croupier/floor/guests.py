"""Guests of a demonstration: they get a seat and play chips, and are removed after they have gone."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from typing import Any, Protocol

from croupier.core.clock import Clock
from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.allowance import Allowances
from croupier.floor.limits import LIMITS, Limits
from croupier.floor.visits import Visits
from croupier.host import Answer, Host
from croupier.store import StoreError
from croupier.table import By, Command, State
from croupier.table.acts.money.chips import BringChips, CashOut
from croupier.table.acts.seats import Leave, Sit
from croupier.text.facts import Money

#: In cents: the play chips of a new guest, and the most that a guest may bring later.
CHIPS = 1_000_00
Told = Callable[[Answer | StoreError], None]  # gets the answer to a command
#: Seconds until an absent player without wagers loses the seat.
ABSENT = 120.0


def command(kind: type[Command], by: By, clock: Clock, **fields: Any) -> Command:
    """Make a command with a new id and the current time."""
    return kind(id=f"{by.person}/{uuid.uuid4()}", by=by, at=clock.now(), **fields)


def player(name: str) -> By:
    """A player who gives commands alone."""
    return By(name, "player")


class Seating(Protocol):
    """What guests need from their table."""

    @property
    def host(self) -> Host:
        """The host of the table."""

    @property
    def state(self) -> State:
        """The durable state of the table."""

    @property
    def clock(self) -> Clock:
        """The clock of the floor."""

    def submit(self, command: Command) -> asyncio.Future[Answer]:
        """Decide a command now; the answer arrives when it is durable."""


class Guests:
    """The guests of one table."""

    def __init__(self, table: Seating, places: int | None = None, limits: Limits = LIMITS) -> None:
        self.table = table
        self.places = places or table.state.course.places
        self.visits = Visits(limits)
        self._refused = Allowances(limits.refusals, limits.refusals_at_once)  # refusals that are stored, by player
        self.arrived: set[str] = set()  # seated, but without chips yet

    async def seated(self, name: str) -> bool:
        """Whether a player has a seat; seat one who has opened a terminal, if a place is free."""
        if self.table.host.state.seat(name) is not None:
            return True
        return self.visits.expects(name) and await self.welcome(name)

    async def welcome(self, name: str) -> bool:
        """Seat a player at the first free place; return whether it worked. Chips follow as soon as money may move."""
        self.visits.here(name)
        if self.table.host.state.seat(name) is not None:
            return True
        taken = {seat.place for seat in self.table.host.state.seats}
        place = next((each for each in range(1, self.places + 1) if each not in taken), None)
        if place is None:
            return False
        answer = await self._do(Sit, name, place=place)
        if answer.refusal is None:
            self.arrived.add(name)
            await self.attend()
        return answer.refusal is None

    def refuses(self, command: Command) -> Refusal | None:
        """Why the demonstration refuses a command: play chips are free, but limited."""
        if not isinstance(command, BringChips):
            return None
        rack = dict(self.table.host.state.felt.racks).get(command.player, 0)
        if command.amount <= CHIPS and rack + command.amount <= 2 * CHIPS:
            return None
        return refuse(Code.PLAY_CHIPS, most=Money(CHIPS))

    def spent(self, name: str) -> Refusal | None:
        """Why no more new commands of a player are decided for a moment: too many were refused and stored."""
        if not self._refused or not self._refused.spent(self._counted(name)):
            return None
        return refuse(Code.TOO_MANY_REFUSED)

    def counting(self, name: str, then: Told) -> Told:
        """A callback that also counts the answer, if it is a refusal: the store keeps it."""

        def answered(found: Answer | StoreError) -> None:
            if isinstance(found, Answer) and found.refusal is not None:
                self._refused.of(self._counted(name)).take()
            then(found)

        return answered

    def _counted(self, name: str) -> str:
        """The name under which refusals are counted. All who have no seat share one: a name costs them nothing."""
        return name if self.table.host.state.seat(name) is not None else ""

    def leaves(self, leave: Leave, own: str) -> None:
        """Before a player leaves: cash out all chips, if no wager is left. `own` is the id that the player chose.

        The id of this act follows from that id and from the version of the table, so it is always new. If the server
        stops between the two, the repeated command finds an empty rack, or cashes out what was brought since.
        """
        name, state = leave.player, self.table.host.state
        self.visits.left(name)
        rack = 0 if state.seat(name) is None else state.felt.rack(name)
        if rack and self.money_may_move() and all(each.seat != name for each in state.felt.standing):
            named = f"cash-out/{self.table.host.version}/{name}/{own}"
            self.table.submit(CashOut(id=named, by=leave.by, at=self.table.clock.now(), player=name, amount=rack))

    def money_may_move(self) -> bool:
        """Whether chips may be brought or cashed out now."""
        state = self.table.host.state
        return state.phase in state.course.money and not state.held

    async def attend(self) -> None:
        """Give chips to guests who have none yet."""
        while self.arrived and self.money_may_move():
            name = self.arrived.pop()
            if self.table.host.state.seat(name) is not None:
                await self._do(BringChips, name, amount=CHIPS)

    async def sweep(self) -> None:
        """Cash out and remove absent players who have no wagers."""
        standing = {each.seat for each in self.table.host.state.felt.standing}
        for seat in self.table.host.state.seats:
            if seat.player not in standing and self.absent(seat.player) > ABSENT and self.money_may_move():
                if rack := self.table.host.state.felt.rack(seat.player):
                    self._do(CashOut, seat.player, amount=rack)
                await self._do(Leave, seat.player)

    def absent(self, name: str) -> float:
        """For how many seconds a player has been absent; 0 while a terminal is open.

        Without an electronic device players are at the table itself, and need no terminal.
        """
        return self.visits.absent(name) if self.table.host.state.house.electronic_device else 0.0

    def _do(self, kind: type[Command], name: str, **fields: Any) -> asyncio.Future[Answer]:
        return self.table.submit(command(kind, player(name), self.table.clock, player=name, **fields))
