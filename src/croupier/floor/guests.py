"""Seats and play chips for whoever comes to a demonstration, and the end of the stay of whoever went away."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import Counter
from typing import Any, Protocol

from croupier.core.refusal import Code, Refusal, refuse
from croupier.host import Answer, Host
from croupier.table import By, Command, State
from croupier.table.acts.money.chips import BringChips, CashOut
from croupier.table.acts.seats import Leave, Sit
from croupier.text.facts import Money

#: What everybody brings, and the most that is brought again, in cents.
CHIPS = 1_000_00
#: Seconds after which the place of a player without wagers is given up.
ABSENT = 120.0


def clock() -> int:
    """The time of a command, in microseconds."""
    return time.time_ns() // 1000


def command(kind: type[Command], by: By, **fields: Any) -> Command:
    """A command with an id and a time of its own."""
    return kind(id=f"{by.person}/{uuid.uuid4()}", by=by, at=clock(), **fields)


def player(name: str) -> By:
    """A player acting alone."""
    return By(name, "player")


class Seating(Protocol):
    """What guests need of their table."""

    @property
    def host(self) -> Host:
        """What decides for the table."""

    @property
    def state(self) -> State:
        """The table as it is durable."""

    def submit(self, command: Command) -> asyncio.Future[Answer]:
        """Decide a command now; the answer comes when it is durable."""


class Guests:
    """The guests of one table."""

    def __init__(self, table: Seating, places: int | None = None) -> None:
        self.table = table
        self.places = places or table.state.course.places
        self._terminals: Counter[str] = Counter()  # open terminals by player
        self._seen: dict[str, float] = {}  # players by the time they were last here
        self.arrived: set[str] = set()  # seated, and without chips so far
        self.expected: set[str] = set()  # who has opened a terminal of this table

    async def seated(self, name: str) -> bool:
        """Whether a player has a place; who has opened a terminal gets one where one is free."""
        return self.table.host.state.seat(name) is not None or (name in self.expected and await self.welcome(name))

    async def welcome(self, name: str) -> bool:
        """Seat a player at the first free place; whether he has one. Chips come as soon as money may move."""
        self._seen[name] = time.monotonic()
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
        """Why a demonstration does not take a command: it has chips for everybody, but not without end."""
        if not isinstance(command, BringChips):
            return None
        rack = dict(self.table.host.state.felt.racks).get(command.player, 0)
        if command.amount <= CHIPS and rack + command.amount <= 2 * CHIPS:
            return None
        return refuse(Code.PLAY_CHIPS, most=Money(CHIPS))

    def leaves(self, name: str) -> None:
        """Who leaves takes all chips along, where no wager is left."""
        self.expected.discard(name)
        state = self.table.host.state
        stands = any(each.seat == name for each in state.felt.standing)
        if not stands and state.seat(name) is not None and self.money_may_move():
            self.cash_out(name)

    def money_may_move(self) -> bool:
        """Whether chips may be brought or cashed out now."""
        state = self.table.host.state
        return state.phase in state.course.money and not state.held

    async def attend(self) -> None:
        """Chips for those who have none yet."""
        while self.arrived and self.money_may_move():
            name = self.arrived.pop()
            await self._do(BringChips, name, amount=CHIPS)

    async def sweep(self) -> None:
        """Who is away and has nothing on the layout cashes out and leaves."""
        standing = {each.seat for each in self.table.host.state.felt.standing}
        for seat in self.table.host.state.seats:
            if seat.player not in standing and self.absent(seat.player) > ABSENT and self.money_may_move():
                self.cash_out(seat.player)
                await self._do(Leave, seat.player)

    def came(self, name: str) -> None:
        """A player has opened a terminal."""
        self._terminals[name] += 1

    def went(self, name: str) -> None:
        """A terminal of a player is gone."""
        self._terminals[name] -= 1
        self._seen[name] = time.monotonic()

    def absent(self, name: str) -> float:
        """The seconds for which nobody has seen a player; 0 while a terminal of his is open.

        Without an electronic device players are at the table itself, and need no terminal.
        """
        if self._terminals[name] or not self.table.host.state.house.electronic_device:
            return 0.0
        return time.monotonic() - self._seen.setdefault(name, time.monotonic())

    def cash_out(self, name: str) -> None:
        """All that is in the rack leaves the table; what is asked next finds it gone."""
        if rack := self.table.host.state.felt.rack(name):
            self._do(CashOut, name, amount=rack)

    def _do(self, kind: type[Command], name: str, **fields: Any) -> asyncio.Future[Answer]:
        return self.table.submit(command(kind, player(name), player=name, **fields))
