"""The floor: the tables of a store, each with its guests and its crew; this process runs those that it owns."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from croupier.conduct import keys
from croupier.core.clock import Clock
from croupier.device.log import DeviceLost
from croupier.device.messages import Answers
from croupier.floor.clock_steps import RESTARTED, acknowledge
from croupier.floor.crew.due import Crew
from croupier.floor.crew.paced import DEMONSTRATION, Pace, PacedDriver
from croupier.floor.crew.performer import FILL, staff
from croupier.floor.crew.ticks import Ticks
from croupier.floor.guests import command
from croupier.floor.history import History
from croupier.floor.houses import CannotOpenTable, charge, fits
from croupier.floor.known_device import KnownDevice
from croupier.floor.limits import LIMITS, Limits
from croupier.floor.owners import Owners, Stranger
from croupier.floor.past_snapshots import EVERY, PastSnapshots
from croupier.floor.players.players import Players
from croupier.floor.table import Table
from croupier.floor.uniform_odds import change_everywhere
from croupier.floor.vault import Vault
from croupier.host import Answer, Host, load
from croupier.host.anchors.schedule import Anchoring
from croupier.host.upgrade import record
from croupier.store import Owned, Store, StoreError
from croupier.table import By, Event, HouseText, State, events, stream_of
from croupier.table.acts.table import OpenTable
from croupier.table.outcomes import DeviceFailed

#: In seconds: how often tables of other processes are checked, and how long opening a new one may take.
WATCH, PATIENCE = 0.5, 60.0
#: In seconds: how often this server shows that it is alive, and after how long a silent store is reported.
BEAT, SILENT = 1.0, 5.0
#: In seconds: how often the clock is checked if nothing happens.
MIND = 0.25
_WHAT_TO_DO = (
    "Betting is paused at every table of this server. Check the clock; then a pit supervisor or key manager"
    " acknowledges the step at each table. In a demonstration, restart the server."
)
_log = logging.getLogger("croupier")


class Floor:
    """Opens its tables, runs them until it is closed, and follows the tables that other processes run.

    `device` draws the outcomes of electronic tables. `address` is where browsers find this process, `link` is the
    HOST:PORT where other servers do, if they can. `peers` are the names of the servers that it trusts, by their keys;
    those with its own key are trusted too. `crews` are those of tables by their ids; a table without one has the crew
    of the demonstration. `may_mute`: players may turn off the announcements of their terminals. `clock` is the
    clock of all tables that run here.
    """

    def __init__(
        self,
        store: Store,
        vault: Vault,
        houses: Mapping[str, HouseText],
        *,
        device: Answers,
        address: str,
        link: str | None = None,
        peers: Mapping[bytes, str] | None = None,
        crews: Mapping[str, Crew] | None = None,
        pace: Pace | None = None,
        places: int | None = None,
        may_mute: bool = False,
        clock: Clock | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self.limits = limits
        self.clock = clock or Clock()
        self.store, self.vault, self.houses = store, vault, houses
        self._signer = vault.signer(store)
        keys.name_peers(store, self._signer, peers or {})
        self.device = KnownDevice(store, device, self._signer)
        self.crews, self.pace, self.places = crews or {}, pace or Pace(), places
        self.may_mute = may_mute
        self._ticks = Ticks(self.device)
        self.tables: dict[str, Table] = {}
        self.players = Players(store, self._signer, self.clock, self.tables)
        self.opened: Callable[[Table], Awaitable[None]] | None = None  # called with every table before it runs
        self.anchoring: Anchoring | None = None  # what sends anchors away in the background
        self.failed: str | None = None
        self.ended = asyncio.Event()  # set when the store has failed: the process must exit
        self.owners = Owners(store, self._signer, address, self.clock, link=link, peers=peers)
        self._inbox: deque[Callable[[], None]] = deque()
        self._called = False
        self._watch: list[asyncio.Task[None]] = []
        self._heard = time.monotonic()  # when the store answered last
        self._drivers: dict[str, PacedDriver] = {}
        self._work: dict[str, asyncio.Task[None]] = {}  # running drivers, by table
        self._kept: dict[str, int] = {}  # by table, the round of the newest past snapshot

    async def start(self) -> None:
        """Open every table and start its rounds; fails if any table cannot be read."""
        self._loop = asyncio.get_running_loop()
        try:
            await asyncio.to_thread(record.sign, self.store, self._signer, self.clock.now())
            await asyncio.to_thread(self.owners.start)
            self._watch.append(asyncio.create_task(self._beat(), name="heartbeat"))
            self._watch.append(asyncio.create_task(self._mind_the_clock(), name="clock"))
            await self.players.start(self.houses)
            for table_id, house in self.houses.items():
                await self._open(table_id, house)
        except (StoreError, DeviceFailed, CannotOpenTable) as error:
            self._fail(str(error))
            return
        self._watch.append(asyncio.create_task(self._share(), name="tables of others"))

    async def reach_the_device(self) -> None:
        """Wait until the device answers, if a table here needs it: it may have to be started."""
        try:
            if any(table.here and table.state.house.electronic_device for table in self.tables.values()):
                await asyncio.to_thread(self.device.meet)
        except (StoreError, DeviceFailed) as error:
            self._fail(str(error))

    async def _open(self, table_id: str, house: HouseText) -> None:
        """Add a table: run it here, or follow the process that has opened it."""
        host = await asyncio.to_thread(self._own, table_id)
        crew = self.crews.get(table_id, DEMONSTRATION)
        if host is not None and "pit-supervisor" in crew.automatic:
            await self._acknowledge(table_id, host)
        if host is not None:
            fits(table_id, house, host.state, [table.state for table in self.tables.values()])
        if host is not None and host.state.phase == "closed":
            dealer = charge(house, staff("dealer").person)
            opening = command(OpenTable, staff("pit-supervisor"), self.clock, house=house, bank=FILL, **dealer)
            answer = await asyncio.to_thread(host.handle, opening)
            assert answer.refusal is None, answer.refusal
        state, version = (host.state, host.version) if host else await asyncio.to_thread(self._once_open, table_id)
        history = History(self.store, table_id, PastSnapshots(self.store, table_id, self._signer))
        table = Table(
            self.store, state, version, history, self.places, self.post, self._fail,
            clock=self.clock, may_mute=self.may_mute, limits=self.limits, own_limit=self.players.refuses,
        )  # fmt: skip
        await self.players.opened(table)
        self._drivers[table_id] = PacedDriver(table, self.device, self._ticks, self.pace, self._first(), crew)
        if self.opened is not None:
            await self.opened(table)
        self.tables[table_id] = table
        if host is not None:
            await self._begin(table, host)

    async def change_odds(self, houses: Mapping[str, HouseText], by: By) -> list[Answer]:
        """Change the odds at all tables of a game where they are uniform, in one act (reading M5)."""
        return await asyncio.gather(*change_everywhere(self.tables, houses, by))

    def _first(self) -> float:
        """The length of the next table's first betting, staggered so that tables do not all close at once."""
        return self.pace.window * (len(self.tables) + 1) / len(self.houses)

    def _own(self, table_id: str) -> Host | None:
        """Become the owner of a table if it has none."""

        def publish(version: int, events: tuple[Event, ...], state: State) -> None:
            if table_id in self.tables:
                self.tables[table_id].published(version, events, state)

        try:
            host = Host(self.store, stream_of(table_id), signer=self._signer, publish=publish)
        except Owned:
            return None
        keys.check(self.store, self._signer)  # `croupier rekey` needs the table too, so the key stays from here on
        return host

    def _once_open(self, table_id: str) -> tuple[State, int]:
        """Wait until another process has opened a table."""
        until = time.monotonic() + PATIENCE
        while (found := load(self.store, stream_of(table_id)))[0].play is None:
            if time.monotonic() > until:
                raise DeviceFailed(f"Another server owns table {table_id} but has not opened it.")
            time.sleep(0.1)
        return found

    async def _begin(self, table: Table, host: Host) -> None:
        await self._follow(table)
        table.run(host)
        await asyncio.to_thread(self.owners.announce, table.id, host.lease.number)
        self._work[table.id] = asyncio.create_task(self._run(table), name=f"crew of {table.id}")

    async def _share(self) -> None:
        """Run a fair share of the tables: take over those of a server that has gone, release any surplus."""
        try:
            while True:
                await asyncio.sleep(WATCH)
                alive = await asyncio.to_thread(self.owners.alive)
                part = -(-len(self.tables) // alive)
                for table in [table for table in self.tables.values() if not table.here]:
                    host = await asyncio.to_thread(self._own, table.id) if self._running() < part else None
                    if host is not None:
                        await self._begin(table, host)
                    else:
                        await self._follow(table)
                        await self._trust(table)
                if self._running() > part:
                    await self._give_up()
                await self.players.follow()
                await self._keep()
        except StoreError as error:
            self._fail(str(error))

    async def _beat(self) -> None:
        """Show every second that this server is alive, and note when the store answers."""
        try:
            while True:
                await asyncio.to_thread(self.store.beat)
                self._heard = time.monotonic()
                await asyncio.sleep(BEAT)
        except StoreError as error:
            self._fail(str(error))

    async def _mind_the_clock(self) -> None:
        """Tell every table that runs here of a step of the clock, also if nobody does anything there."""
        seen = self.clock.steps
        try:
            while True:
                self.clock.now()
                for table in [table for table in self.tables.values() if table.here]:
                    table.mind_the_clock()
                if seen != self.clock.steps:
                    seen = self.clock.steps
                    _log.error("The clock of this machine stepped %s. %s", self.clock.last, _WHAT_TO_DO)
                await asyncio.sleep(MIND)
        except StoreError as error:
            self._fail(str(error))

    async def _acknowledge(self, table_id: str, host: Host) -> None:
        """In a demonstration, whoever restarts the server acknowledges a step that the table has shown before."""
        answer = await asyncio.to_thread(acknowledge, host, RESTARTED, self.clock)
        if answer is not None:
            assert answer.refusal is None, answer.refusal
            _log.warning("Table %s: restarting the server acknowledged a step of the clock.", table_id)

    async def _keep(self) -> None:
        """Store past snapshots of the tables that run here, for their history."""
        for table in self.tables.values():
            if table.here and (state := table.state).round - self._kept.get(table.id, 0) >= EVERY:
                self._kept[table.id] = state.round
                await asyncio.to_thread(table.history.snapshots.keep, state, table.version)
        await self.players.keep()

    def _running(self) -> int:
        return sum(table.here for table in self.tables.values())

    async def _give_up(self) -> None:
        """Release a table to another server, between two rounds; its terminals reconnect."""
        table = next((table for table in self.tables.values() if table.here and table.resting), None)
        if table is None:
            return
        work = self._work.pop(table.id)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await asyncio.to_thread(table.release().close)

    async def _follow(self, table: Table) -> None:
        made = await asyncio.to_thread(lambda: list(self.store.read(stream_of(table.id), table.version)))
        if made:
            table.follow(made[-1].version, [events.read(each.body) for each in made])

    async def _trust(self, table: Table) -> None:
        """Put a table out of service here while a server that is not trusted runs it."""
        found = await asyncio.to_thread(self.owners.of, table.id)
        if isinstance(found, Stranger) and table.fault is None:
            table.fail(str(found))
        elif found is not None and not isinstance(found, Stranger) and table.fault is not None:
            table.restore()

    async def _run(self, table: Table) -> None:
        """Run the crew of a table. A failing device closes its table, a failing store the floor."""
        try:
            await self._drivers[table.id].run()
        except DeviceLost as error:
            self._fail(str(error))
        except DeviceFailed as error:
            table.fail(str(error))
            _log.error("table %s is out of service: %s", table.id, error)
        except StoreError as error:
            self._fail(str(error))
        except Exception as error:  # a bug: nobody plays on
            _log.exception("table %s", table.id)
            self._fail(str(error))

    def _fail(self, why: str) -> None:
        self.failed = self.failed or why
        self.ended.set()

    # From the store's thread --------------------------------------------------------------------------------
    def post(self, job: Callable[[], None]) -> None:
        """Run a job in the event loop; jobs that arrive together run together."""
        self._inbox.append(job)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        self._called = False
        for _ in range(len(self._inbox)):
            try:
                self._inbox.popleft()()
            except Exception as error:  # a bug: nobody plays on
                _log.exception("what came from the store")
                self._fail(str(error))

    @property
    def ready(self) -> bool:
        """Whether every table is open and the store works."""
        return bool(self.tables) and self.trouble is None and not self.store.failed

    @property
    def trouble(self) -> str | None:
        """Why nobody can play, if so: the store has failed, or does not answer."""
        silent = time.monotonic() - self._heard
        if self.failed is None and silent > SILENT:
            return f"the database has not answered for {silent:.0f} seconds"
        return self.failed

    async def close(self) -> None:
        """Stop the crews and release every table; the next owner of a table finds a round left open."""
        work = [*self._work.values(), *self._watch]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        for table in self.tables.values():
            if table.here:
                await asyncio.to_thread(table.stop().close)
        if self.tables and self.failed is None:
            with suppress(StoreError):
                await self.players.keep(now=True)
