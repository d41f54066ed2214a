"""The staff of an electronic table: dealer, stickperson, boxperson and device in turn, through the same door as all.

Whatever the robot does next follows from the state of the table. After a stop it decides that the round goes on, with
the seed that was kept and the log as it is stored; without that seed no outcome is lawful, and the table stays shut.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from croupier.conduct.by import Role
from croupier.core.refusal import Code
from croupier.host import Answer
from croupier.host.device import Device, reopened
from croupier.table import By, Command, State
from croupier.table import commands_irregularities as irregular
from croupier.table import commands_play as play
from croupier.table import commands_table as seats
from croupier.table.decide_wagers import STEP_OF_THE_CLOCK
from croupier.table.outcomes import DeviceFailed, Generator
from croupier.web.dice import Stick
from croupier.web.guests import Guests, clock, command
from croupier.web.room import Room, now_ms
from croupier.web.vault import Vault

#: The bank is filled when it falls below the first, by the second, in cents.
LOW, FILL = 100_000_00, 1_000_000_00
_log = logging.getLogger("croupier")


#: The seconds for which dice fly at most.
FLIGHT = 2.0


@dataclass(frozen=True)
class Pace:
    """The seconds that things take: the betting, in it the spin of the ball, then until the outcome, and until the
    next round; and how long dice are offered before they are taken for a guest."""

    window: float = 25.0
    spin: float = 6.0
    rest: float = 6.0
    show: float = 6.0
    offer: float = 5.0


def staff(role: Role) -> By:
    """Who acts in a role: the robot, under a licence that is none."""
    return By(f"robot {role}", role, "" if role == "system" else "demonstration")


class Refused(Exception):
    """The table refused what the robot had to do."""


class Robot:
    """Runs the rounds of one table for as long as it is let."""

    def __init__(self, room: Room, guests: Guests, vault: Vault, pace: Pace, first: float) -> None:
        """`first` is how long the first betting is open."""
        self.room, self.guests, self.vault, self.pace = room, guests, vault, pace
        self._window_now = first
        self.generator = Generator()
        self.device: Device | None = None
        self.stick = Stick(self)

    @property
    def state(self) -> State:
        """The table as it is decided."""
        state: State = self.room.host.state
        return state

    async def run(self) -> None:
        """Round after round; whatever the table refuses is tried again a second later."""
        self.device, self.stick = None, Stick(self)
        await self._back()
        while True:
            try:
                await self._step()
            except Refused as refused:
                _log.warning("table %s: %s", self.room.id, refused)
                await self.until(self.now() + min(1.0, self.pace.window))

    # Doing --------------------------------------------------------------------------------------------------
    async def ask(self, kind: type[Command], role: Role, **fields: Any) -> Answer:
        """Give a command in a role."""
        return await self.room.submit(command(kind, staff(role), **fields))

    async def do(self, kind: type[Command], role: Role, **fields: Any) -> Answer:
        """Give a command that the table has to take."""
        answer = await self.ask(kind, role, **fields)
        if answer.refusal is not None:
            raise Refused(f"{kind.__name__} by the {role}: {answer.refusal.said()}")
        return answer

    def now(self) -> float:
        """The clock by which the robot waits."""
        return asyncio.get_running_loop().time()

    async def until(self, time: float) -> None:
        """Wait, and meanwhile see to calls and to those who come."""
        while (left := time - self.now()) > 0:
            self.room.moved.clear()
            await self.attend()
            await self.moved(left)

    async def moved(self, most: float) -> None:
        """Wait until something happens at the table, but no longer than so many seconds."""
        try:
            async with asyncio.timeout(most):
                await self.room.moved.wait()
        except TimeoutError:
            pass

    async def attend(self) -> None:
        """Confirm what players have called, bring chips to those who wait for them."""
        while self.state.calls and self.state.phase in ("open", "dice-out"):
            due = self.state.calls[0]
            await self.do(play.ConfirmCall, "dealer", player=due.player, wager=due.wager, spot=due.spot)
        await self.guests.attend()

    # After a stop -------------------------------------------------------------------------------------------
    async def _back(self) -> None:
        """Bring the table back; a round that was left open goes on with its seed."""
        await self._clock()
        await self.do(irregular.Resume, "system")
        if self.state.seal is not None and not self.state.revealed:
            seed = self.vault.seed(self.state.seal)
            self.device = await asyncio.to_thread(reopened, self.room.store, self.state, seed)
        if self.state.held:
            reason = "the server was stopped, and the device and the log are whole"
            await self.do(irregular.DecideResumed, "pit-supervisor", go_on=True, reason=reason)

    async def _clock(self) -> None:
        if self.state.at - clock() > STEP_OF_THE_CLOCK + self.state.behind:
            await self.do(seats.AcknowledgeClock, "pit-supervisor")

    # The round ----------------------------------------------------------------------------------------------
    async def _step(self) -> None:
        """What comes next in a round."""
        match self.state.phase, self.state.game:
            case ("open", "craps"):
                await self._prepare()
                await self.stick.open()
            case ("dice-out", _):
                await self.close(play.ThrowDice)
            case ("open", _):
                await self._prepare()
                await self._window()
            case ("spun", "roulette"):
                await self.until(self._closing())
                await self.close(play.CallNoMoreBets, revolutions=4)
            case ("no-more-bets", "big-six"):
                await self.do(play.Spin, "device", clockwise=self.state.felt.table.clockwise)
            case ("spun" | "no-more-bets" | "in-the-air" as phase, _):
                rest = min(self.pace.rest, FLIGHT) if phase == "in-the-air" else self.pace.rest
                await self.until(self.now() + rest)
                await self.do(play.CallOutcome, "device", outcome=self._device().draw(self.state))
            case ("called", _):
                await self._settle()
            case ("settled", _):
                await self._next()
            case _:
                raise DeviceFailed(f"Table {self.room.id} is {self.state.phase}: a robot does not open it.")

    async def _prepare(self) -> None:
        """Before wagers are taken: the clock, the bank, the ball, the seal."""
        await self._clock()
        await self.guests.sweep()
        if self.state.balance("bank") < LOW:
            slip = f"fill-{now_ms()}"
            await self.do(seats.ReceiveFill, "pit-supervisor", amount=FILL, slip=slip, witness="robot security")
        if self.state.ball_held:
            await self.do(irregular.InspectBall, "pit-supervisor", fit=True, remark="an electronic device")
        if self.state.seal is None or self.state.revealed:
            self.device = Device(self.generator.seal(self.room.id, self.state.round))
            await asyncio.to_thread(self.vault.keep, self.device.seal)
            await self.do(play.PublishSeal, "device", commitment=self.device.seal.commitment)

    async def _window(self) -> None:
        """Wagers are taken; at roulette the ball is spun before the end of it."""
        window, roulette = self.window(), self.state.game == "roulette"
        closes = self.now() + window
        spins = closes - min(self.pace.spin, window) if roulette else None
        self.show_clock(closes, spins)
        await self.until(closes if spins is None else spins)
        if roulette:
            await self.do(play.Spin, "device")
        else:
            await self.close(play.CallNoMoreBets)

    def window(self) -> float:
        """How long betting is open this time."""
        window, self._window_now = self._window_now, self.pace.window
        return window

    def show_clock(self, closes: float | None, spins: float | None = None) -> None:
        """Tell the terminals when betting closes."""
        ahead = [None if each is None else now_ms() + round((each - self.now()) * 1000) for each in (closes, spins)]
        self.room.clock(*ahead)

    def _closing(self) -> float:
        """When betting closes; after a stop the ball has been spun and nobody knows when."""
        if self.room.closes is None:
            self.show_clock(self.now() + self.pace.spin)
        return self.now() + ((self.room.closes or 0) - now_ms()) / 1000

    async def close(self, kind: type[Command], **fields: Any) -> None:
        """Close the betting, wait until that is stored, and take the digest of the log there."""
        answer = await self.do(kind, "device", **fields)
        self.room.clock(None)
        await asyncio.to_thread(self._device().closed, self.room.store, answer.command)

    def _device(self) -> Device:
        if self.device is None:
            raise DeviceFailed(f"Table {self.room.id} has no sealed seed: nothing may be drawn.")
        return self.device

    async def _settle(self) -> None:
        answer = await self.ask(play.Settle, "dealer")
        if answer.refusal is None:
            return
        if answer.refusal.code != Code.STILL_PENDING:
            raise Refused(answer.refusal.said())
        await self.do(play.Draw, "device", of="award", result=self._device().draw(self.state, "award"))

    async def _next(self) -> None:
        """After the round: a bonus round where one is due, a pause, the seed, and the next one opens."""
        if self.state.felt.draw_due == "bonus":
            await self.until(self.now() + self.pace.rest)
            await self.do(play.Draw, "device", of="bonus", result=self._device().draw(self.state, "bonus"))
        await self.until(self.now() + self.pace.show)
        if self.state.seal is not None and not self.state.revealed:
            await self.do(play.RevealSeed, "device", proof=self._device().proof(self.state))
            await asyncio.to_thread(self.vault.forget, self.state.seal)
        await self._open()

    async def _open(self) -> None:
        """The next round opens with its seal: both are decided before anybody can wager."""
        device = Device(self.generator.seal(self.room.id, self.state.round + 1))
        await asyncio.to_thread(self.vault.keep, device.seal)
        opening = self.do(play.OpenBetting, "dealer")
        sealing = self.do(play.PublishSeal, "device", commitment=device.seal.commitment)
        self.device = device
        await asyncio.gather(opening, sealing)
