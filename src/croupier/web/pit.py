"""The tables of a store, each with its room, its guests and its robot; this process runs those that it owns."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.host import Host, load
from croupier.store import Owned, Store, StoreError
from croupier.table import Event, HouseText, State, events, stream_of
from croupier.table import commands_table as seats
from croupier.table.outcomes import DeviceFailed
from croupier.web.guests import Guests, command
from croupier.web.hall import Hall
from croupier.web.marks import EVERY, Marks
from croupier.web.owners import Owners
from croupier.web.past import Past
from croupier.web.robot import FILL, Pace, Robot, staff
from croupier.web.room import Room
from croupier.web.vault import Vault
from croupier.web.view import View, last_outcomes

#: Seconds from one look at the tables of others to the next, and for which a new one may take to be opened.
WATCH, PATIENCE = 0.5, 60.0
_log = logging.getLogger("croupier")


@dataclass
class Table:
    """One table of the pit."""

    room: Room
    guests: Guests
    robot: Robot
    past: Past
    kept: int = 0  # the round in which a state was last kept for its past
    work: asyncio.Task[None] | None = None
    fault: str | None = None  # why it is out of service


class Pit:
    """Opens its tables when it starts, and runs them until it is closed; those that another process runs it watches.

    `address` is where other processes find this one.
    """

    def __init__(
        self,
        store: Store,
        vault: Vault,
        houses: Mapping[str, HouseText],
        *,
        address: str,
        pace: Pace | None = None,
        places: int | None = None,
    ) -> None:
        self.store, self.vault, self.houses = store, vault, houses
        self.pace, self.places = pace or Pace(), places
        self.owners = Owners(store, address)
        self.tables: dict[str, Table] = {}
        self.hall = Hall()
        self.failed: str | None = None
        self.ended = asyncio.Event()  # the store has failed: this process has to end
        self._signer = vault.signer()
        self._inbox: deque[Callable[[], None]] = deque()
        self._called = False
        self._watch: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open every table, and let its rounds begin; where a table cannot be read, nobody plays."""
        self._loop = asyncio.get_running_loop()
        try:
            await asyncio.to_thread(self.owners.start)
            for table_id, house in self.houses.items():
                await self._open(table_id, house)
        except (StoreError, DeviceFailed) as error:
            self._fail(str(error))
            return
        self._watch = asyncio.create_task(self._share(), name="tables of others")

    async def _open(self, table_id: str, house: HouseText) -> None:
        """A table of ours from here on, or of another process that has opened it."""
        host = await asyncio.to_thread(self._own, table_id)
        if host is not None and host.state.phase == "closed":
            opening = command(seats.OpenTable, staff("pit-supervisor"), house=house, bank=FILL)
            answer = await asyncio.to_thread(host.handle, opening)
            assert answer.refusal is None, answer.refusal
        state, version = (host.state, host.version) if host else await asyncio.to_thread(self._opened, table_id)
        name = str(state.house.source.data.get("title", state.house.name))
        last = await asyncio.to_thread(last_outcomes, self.store, table_id, version, state.game)
        room = Room(self.store, state, version, View(name, last), self.post, self._fail, self._looked)
        guests = Guests(room, self.places)
        past = Past(self.store, table_id, Marks(self.store, table_id, self._signer))
        robot = Robot(room, guests, self.vault, self.pace, self._first())
        self.tables[table_id] = Table(room, guests, robot, past)
        self._looked(room)
        if host is not None:
            await self._begin(self.tables[table_id], host)

    def _looked(self, room: Room) -> None:
        self.hall.look(room.state, room.view.last, self.tables[room.id].guests.places)

    def _first(self) -> float:
        """How long the next table's first betting is open: tables that begin together do not all end together."""
        return self.pace.window * (len(self.tables) + 1) / len(self.houses)

    def _own(self, table_id: str) -> Host | None:
        """Become the owner of a table, if nobody is."""

        def publish(version: int, events: tuple[Event, ...]) -> None:
            if table_id in self.tables:
                self.tables[table_id].room.published(version, events)

        try:
            return Host(self.store, stream_of(table_id), signer=self._signer, publish=publish)
        except Owned:
            return None

    def _opened(self, table_id: str) -> tuple[State, int]:
        """A table of another process, once that has opened it."""
        until = time.monotonic() + PATIENCE
        while (found := load(self.store, stream_of(table_id)))[0].play is None:
            if time.monotonic() > until:
                raise DeviceFailed(f"Table {table_id} has an owner who does not open it.")
            time.sleep(0.1)
        return found

    async def _begin(self, table: Table, host: Host) -> None:
        table.room.run(host)
        await asyncio.to_thread(self.owners.announce, table.room.id)
        table.work = asyncio.create_task(self._run(table), name=f"robot {table.room.id}")

    async def _share(self) -> None:
        """Run a fair part of the tables: those of a server that has gone too, and give up what is more than that."""
        try:
            while True:
                await asyncio.sleep(WATCH)
                alive = await asyncio.to_thread(self.owners.alive)
                part = -(-len(self.tables) // alive)
                for table in [table for table in self.tables.values() if not table.room.here]:
                    host = await asyncio.to_thread(self._own, table.room.id) if self._running() < part else None
                    if host is not None:
                        await self._begin(table, host)
                    else:
                        await self._follow(table.room)
                if self._running() > part:
                    await self._give_up()
                await self._keep()
        except StoreError as error:
            self._fail(str(error))

    async def _keep(self) -> None:
        """Keep a state of each of our tables now and then, from which its past is read."""
        for table in self.tables.values():
            if table.room.here and (state := table.room.state).round - table.kept >= EVERY:
                table.kept = state.round
                await asyncio.to_thread(table.past.marks.keep, state, table.room.version)

    def _running(self) -> int:
        return sum(table.room.here for table in self.tables.values())

    async def _give_up(self) -> None:
        """Let another server have a table, between two rounds; its terminals are to come again."""
        resting = (table for table in self.tables.values() if table.room.here and table.room.resting)
        if (table := next(resting, None)) is None or table.work is None:
            return
        table.work.cancel()
        await asyncio.gather(table.work, return_exceptions=True)
        await asyncio.to_thread(table.room.release().close)

    async def _follow(self, room: Room) -> None:
        made = await asyncio.to_thread(lambda: list(self.store.read(stream_of(room.id), room.version)))
        if made:
            room.follow(made[-1].version, [events.read(each.body) for each in made])

    async def _run(self, table: Table) -> None:
        """A robot for as long as it goes; a device that fails shuts its table, a store that fails the pit."""
        try:
            await table.robot.run()
        except DeviceFailed as error:
            table.fault = table.room.view.shown["fault"] = str(error)
            table.room.clock(None)
            _log.error("table %s is out of service: %s", table.room.id, error)
        except StoreError as error:
            self._fail(str(error))
        except Exception as error:  # a fault of ours: nobody plays on after it
            _log.exception("table %s", table.room.id)
            self._fail(str(error))

    def _fail(self, why: str) -> None:
        self.failed = self.failed or why
        self.ended.set()

    # From the store's thread --------------------------------------------------------------------------------
    def post(self, job: Callable[[], None]) -> None:
        """Do something in the loop; what comes in a crowd is done together."""
        self._inbox.append(job)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        self._called = False
        for _ in range(len(self._inbox)):
            try:
                self._inbox.popleft()()
            except Exception as error:  # a fault of ours: nobody plays on after it
                _log.exception("what came from the store")
                self._fail(str(error))

    @property
    def ready(self) -> bool:
        """Whether every table is open and the store lives."""
        return bool(self.tables) and self.failed is None and not self.store.failed

    async def close(self) -> None:
        """Stop the robots where they are, and give every table up; a round left open is found by who comes next."""
        work = [self._watch, *(table.work for table in self.tables.values())]
        for task in work:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in work if task is not None), return_exceptions=True)
        for table in self.tables.values():
            if table.room.here:
                await asyncio.to_thread(table.room.host.close)
