"""The driver of a table on the floor: acts with time between them, as guests need it.

The next act is computed from the state of the table (`due.py`). Where the house has no electronic device, the driver
waits for people to enter what dice and wheels show. After a stop it continues the round with the stored log and the
device, which has the seed. Without that seed no outcome is lawful, and the table stays out of service.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.conduct.by import Role
from croupier.device.messages import Answers
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.dice import shooter
from croupier.floor.crew.due import Crew
from croupier.floor.crew.performer import Performer, Work
from croupier.floor.crew.source import Electronic, NotYet, Physical, Source
from croupier.floor.crew.spins import inspection_due
from croupier.floor.crew.ticks import Ticks, next_tick
from croupier.floor.crew.win_time import longest
from croupier.floor.guests import command
from croupier.floor.table import Table, now_ms
from croupier.host import Answer
from croupier.table import State
from croupier.table.acts import device
from croupier.table.acts.dice import throwing, turns
from croupier.table.acts.irregularities import stops
from croupier.table.acts.round import calling, settling, spinning
from croupier.table.acts.round import closing as closing_acts

#: In cents: the bank of a table is filled if it holds less.
LOW = 100_000_00
#: The crew of the demonstration: the machine performs every role, except that guests play for themselves.
DEMONSTRATION = Crew(low=LOW).without("player")
#: In seconds: how long dice fly at most, after which time an absent player is not offered the dice, and the longest
#: wait before the driver checks the table again.
FLIGHT, AWAY, LOOK = 2.0, 10.0, 5.0
#: In seconds: how long betting stays open after everybody is ready, and after the shooter alone wants to roll; and
#: how long an outcome takes and is shown if nobody had a wager, so that whoever has just come can bet soon.
ALL_READY, ROLLS, UNWAGERED = 1.0, 5.0, 1.0
_log = logging.getLogger("croupier")


@dataclass(frozen=True)
class Pace:
    """Durations in seconds: the betting, when the ball is spun during it, the wait for the outcome and for the next
    round (longer after a win), and how long a guest may think before the dice are accepted automatically."""

    window: float = 25.0
    spin: float = 6.0
    rest: float = 6.0
    show: float = 6.0
    offer: float = 5.0


class ActRefused(Exception):
    """The table refused an act of the driver."""


class PacedDriver:
    """Drives one table until it is cancelled."""

    def __init__(
        self, table: Table, device: Answers, ticks: Ticks, pace: Pace, first: float, crew: Crew = DEMONSTRATION
    ) -> None:
        """`first` is how long the first betting is open, in seconds; `ticks` are those of the server."""
        self.table, self.pace, self.crew, self._ticks = table, pace, crew, ticks
        self.electronic, self._physical = Electronic(table.store, device, table.id), Physical()
        self._performer = Performer(lambda: self.state, self._source, crew)
        self._window = first
        self._wagered = True  # whether anybody had a wager when the outcome of the round was called
        self._times: dict[str, float] = {}  # when each act of this phase is to happen, or since when it waits
        self._where: tuple[int, str] | None = None  # the round and phase that `_times` belong to

    @property
    def state(self) -> State:
        """The state after all commands decided so far."""
        state: State = self.table.host.state
        return state

    def _source(self) -> Source:
        """The source of outcomes under the present house."""
        return self.electronic if self.state.house.electronic_device else self._physical

    async def run(self) -> None:
        """Perform act after act; one that the table refuses is tried again a second later."""
        self._where = None
        await self._back()
        while True:
            try:
                await self._step()
            except ActRefused as refused:
                _log.warning("table %s: %s", self.table.id, refused)
                await self.moved(min(1.0, self.pace.window))

    async def _back(self) -> None:
        """Restore the table; a round left open continues with the device's stored seed."""
        await self._perform(Act(stops.Resume, "system"))
        if "device" in self.crew.automatic:
            await asyncio.to_thread(self.electronic.reopen, self.state)
            self.table.identify(self.electronic.key)

    async def _step(self) -> None:
        """Perform the next act if its time has come, else wait; and serve guests in between."""
        self.table.moved.clear()
        await self.table.guests.attend()
        if self.state.phase == "open":
            await self.table.guests.sweep()
        turn, where = self.due(), (self.state.round, self.state.phase)
        if where != self._where:
            self._where = where
            self._times.clear()
        if self.state.phase != "settled":
            self._wagered = bool(self.state.felt.standing)
        self._hurry()
        if isinstance(turn, Waiting):
            await self._wait(turn)
        elif (left := self._when(turn) - self.now()) > 0:
            await self.moved(left)
        else:
            await self._perform(turn)

    def due(self) -> Act | Waiting:
        """The next act at the table, or whom it waits for: by the clock, a spin may wait for an inspection."""
        found = self._performer.due()
        spins = isinstance(found, Act) and found.command is spinning.Spin
        return (inspection_due(self.state, self.table.clock.now()) if spins else None) or found

    # Time ---------------------------------------------------------------------------------------------------
    def now(self) -> float:
        """The clock by which the driver waits."""
        return asyncio.get_running_loop().time()

    async def moved(self, most: float) -> None:
        """Wait until something happens at the table, at most this many seconds."""
        try:
            async with asyncio.timeout(most):
                await self.table.moved.wait()
        except TimeoutError:
            pass

    def _when(self, act: Act) -> float:
        """The time at which an act is to be performed."""
        dice, rest = self.state.course.device == "dice", self.pace.rest
        match act.command:
            case spinning.Spin if self.state.phase == "open":
                return self._spin()
            case closing_acts.CallNoMoreBets:
                return self._close()
            case turns.OfferDice | turns.DeclineDice | turns.DirectHand | turns.AcceptDice if dice:
                self._betting()
            case throwing.PushDice | turns.PassDice if self.state.phase == "open":
                return self._betting()
            case calling.CallOutcome:
                return self._after("rest", self._short(min(rest, FLIGHT) if dice else rest))
            case settling.Draw if self.state.phase == "settled":
                return self._after("bonus", rest)
            case device.RevealSeed | settling.OpenBetting:
                return self._after("show", self._short(self.pace.show) + min(self.pace.show, self._won()))
        return self.now()

    def _after(self, name: str, seconds: float) -> float:
        """This many seconds after the first call with this name in this phase."""
        return self._times.setdefault(name, self.now()) + seconds

    def _here(self) -> set[str]:
        """The seated players who are not away."""
        return {each.player for each in self.state.seats if self.table.guests.absent(each.player) <= AWAY}

    def _short(self, seconds: float) -> float:
        """A wait that is shorter if players are here and nobody has a wager in this round."""
        return min(seconds, UNWAGERED) if not self._wagered and self._here() else seconds

    def _won(self) -> float:
        """How long the longest win of this round is shown."""
        rounds = self.state.rounds
        return longest(rounds[-1].rows) if rounds and rounds[-1].number == self.state.round else 0.0

    def _hurry(self) -> None:
        """Bring the close forward if everybody here is ready, or if the shooter wants to roll."""
        ready, closes = self.table.ready.of(self.state.round), self.table.closes
        if not ready or closes is None:
            return
        if self._here() <= ready:
            soon = self._closing_at(ALL_READY)
        elif shooter(self.state) in ready:
            soon = self._closing_at(ROLLS)
        else:
            return
        if soon < self.now() + (closes - now_ms()) / 1000 - ALL_READY / 10:
            self._times["closes"] = soon
            if "spins" in self._times:
                self._times["spins"] = self.now()  # the ball is spun before betting ends
            self._show_clock(soon, self._times.get("spins"))

    def _betting(self) -> float:
        """When betting closes; starts the clock if it is not running."""
        if "closes" not in self._times:
            closes = self._times["closes"] = self._closing_at(self._next_window())
            self._show_clock(closes)
        return self._times["closes"]

    def _spin(self) -> float:
        """When the ball is spun, before betting ends."""
        if "closes" not in self._times:
            window = self._next_window()
            closes = self._times["closes"] = self._closing_at(window)
            spins = self._times["spins"] = closes - min(self.pace.spin, window)
            self._show_clock(closes, spins)
        return self._times["spins"]

    def _close(self) -> float:
        """When betting closes. After a stop, the time of the spin is unknown."""
        if self.state.phase == "open":
            return self._betting()
        if self.table.closes is None:
            self._show_clock(self._closing_at(self.pace.spin))
        return self._times.setdefault("closes", self.now() + ((self.table.closes or 0) - now_ms()) / 1000)

    def _closing_at(self, seconds: float) -> float:
        """When betting closes: after this many seconds, or at the next tick in a house with a delay."""
        return next_tick(self.now() + seconds, self.state.house.delay)

    def _next_window(self) -> float:
        """How long betting is open this time."""
        window, self._window = self._window, self.pace.window
        return window

    def _show_clock(self, closes: float | None, spins: float | None = None) -> None:
        """Tell the terminals when betting closes."""
        shown, now = now_ms(), self.now()
        times = (None if each is None else shown + round((each - now) * 1000) for each in (closes, spins))
        self.table.count_down(*times)

    async def _wait(self, turn: Waiting) -> None:
        """Wait for a person; a deputy acts when the time is over.

        With nobody on the line, and before an inspection that is due, the clock does not run.
        """
        if turn.why in ("line-wager", "inspection"):
            self._times.pop("closes", None)
            self.table.count_down(None)
        if turn.act is None or turn.act.deputy not in self.crew.automatic:
            await self.moved(LOOK)
            return
        self._when(turn.act)
        player = turn.act.fields["player"]
        until = self._after("offer", 0 if self.table.guests.absent(player) > AWAY else self.pace.offer)
        if (left := until - self.now()) > 0:
            await self.moved(left)
        else:
            await self._perform(turn.act, turn.act.deputy)

    # Doing --------------------------------------------------------------------------------------------------
    async def _perform(self, act: Act, role: Role | None = None) -> None:
        """Perform an act, in its own role or in that of a deputy, and the work that follows it."""
        if act.command is settling.OpenBetting:
            await self._open(act)
            return
        draws = act.command in (device.PublishClosing, calling.CallOutcome) and act.role == "device"
        if draws and self.electronic.log is None:
            await self._learn_the_close()
            return  # somebody else may have acted: compute again what is due
        if not await self._ready(act):
            return
        if act.closes and self.state.house.delay:
            self._ticks.begins(self.table.id, self.state.house.delay)
        fields = self._performer.fields(act)
        answer = await self.ask(act, role or act.role, fields)
        _taken(act, answer)
        await _blocking(self._performer.after(act, answer.command, fields))
        self._timed(act)

    async def _ready(self, act: Act) -> bool:
        """Do the work before an act; return whether the act is still due after it. A delay is waited for."""
        if act.command is device.PublishClosing:
            await self._fix_the_closing()
        elif (work := self._performer.before(act)) is None:
            return True
        else:
            try:
                await asyncio.to_thread(work)
            except NotYet as wait:
                await self.moved(wait.seconds)
                return False
            self.table.identify(self.electronic.key)
        return self.due() == act

    async def _fix_the_closing(self) -> None:
        """Gather the nonces of the terminals, and show the device the closing, with the other tables of the tick."""
        found = await self.table.nonces.gathered(self.state.round)
        shown = self.electronic.showing(found.root, found.terminals)
        self.electronic.took(await self._ticks.close(self.table.id, shown, self.state.house.delay))

    def _timed(self, act: Act) -> None:
        """Update the times of this phase after an act."""
        match act.command:
            case calling.CallOutcome:
                self._times.pop("rest", None)  # a void result: the device spins again
            case turns.OfferDice:
                self._times.pop("offer", None)
            case turns.PassDice:
                self._times["closes"] = self._closing_at(self.pace.offer)
                self._show_clock(self._times["closes"])
            case throwing.TakePointOff | stops.VoidRound:
                self._times.pop("closes", None)
                self.table.count_down(None)

    async def _open(self, act: Act) -> None:
        """Open the next round together with its seal, so that both are decided before anybody can wager."""
        seals = self.state.house.electronic_device and "device" in self.crew.automatic
        if seals:
            await asyncio.to_thread(self.electronic.prepare, self.state.round + 1)
            self.table.identify(self.electronic.key)
        given = [(act, self.submit(act, act.role, self._performer.fields(act)))]
        if seals and isinstance(following := self.due(), Act) and following.command is device.PublishSeal:
            given.append((following, self.submit(following, following.role, self._performer.fields(following))))
        for each, answer in given:
            _taken(each, await answer)

    async def _learn_the_close(self) -> None:
        """Give the device the log's digest at a close that a person made; wait until that is stored."""
        number, closing = self.table.closing
        if number == self.state.round:
            await asyncio.to_thread(self.electronic.closed, closing)
        else:
            await self.moved(LOOK)

    async def ask(self, act: Act, role: Role, fields: Mapping[str, Any]) -> Answer:
        """Give a command in a role, and wait for the answer."""
        return await self.submit(act, role, fields)

    def submit(self, act: Act, role: Role, fields: Mapping[str, Any]) -> asyncio.Future[Answer]:
        """Give a command in a role: it is decided at once, and answered when it is durable."""
        return self.table.submit(command(act.command, self._performer.by(act, role), self.table.clock, **fields))


async def _blocking(work: Work | None) -> None:
    """Run blocking work in a thread, if there is any."""
    if work is not None:
        await asyncio.to_thread(work)


def _taken(act: Act, answer: Answer) -> None:
    if answer.refusal is not None:
        raise ActRefused(f"{act.word} by the {act.role}: {answer.refusal.said()}")
