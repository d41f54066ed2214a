"""The stickperson of a robot's craps table: who is offered the dice, who takes them, when they go out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.core.refusal import Code
from croupier.games.craps.facts import LINE
from croupier.table import State
from croupier.table import commands_irregularities as irregular
from croupier.table import commands_play as play
from croupier.table.decide_craps import next_in_turn

if TYPE_CHECKING:
    from croupier.floor.crew.robot import Robot

DICE = 6
_AWAY = 10.0  # seconds after which dice are not offered to a player who went away


def on_the_line(state: State, player: str) -> bool:
    """Whether a player may throw: by a pass or don't pass wager of his own."""
    return any(each.seat == player and each.wager in LINE and not each.tip for each in state.felt.standing)


class Stick:
    """Sees that somebody throws, when somebody may."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.closes: float | None = None  # when the dice go out

    @property
    def state(self) -> State:
        """The table as it is decided."""
        return self.robot.state

    async def open(self) -> None:
        """Until the dice are out: the betting, and the offer of the dice; it waits while nobody is on the line."""
        robot = self.robot
        robot.table.moved.clear()
        await robot.attend()
        if not self._somebody():
            await self._nobody()
            return
        if self.closes is None:
            self.closes = robot.now() + robot.window()
            robot.show_clock(self.closes)
        if self.state.felt.table.shooter is None:
            await self._offer()
        elif robot.now() < self.closes:
            await robot.moved(self.closes - robot.now())
        else:
            await self._out()

    def _waiting(self) -> list[str]:
        return [seat.player for seat in self.state.seats if on_the_line(self.state, seat.player)]

    def _somebody(self) -> bool:
        """Whether a roll can come: somebody is on the line, or come wagers are left for the last shooter."""
        return bool(self._waiting()) or self._come_only()

    def _come_only(self) -> bool:
        """Whether the last shooter may throw without a line wager, to decide come wagers: 47.1-2313(2)."""
        felt = self.state.felt
        last = felt.table.shooter or self.state.dice.last
        if last is None or self.state.seat(last) is None:
            return False
        ready = felt.house.game.ready(replace(felt.table, shooter=last), felt.standing)
        return bool(getattr(ready, "deciding_come", False))

    def _may_throw(self, name: str) -> bool:
        return on_the_line(self.state, name) or (name == self.state.dice.last and self._come_only())

    async def _nobody(self) -> None:
        """No roll can come: a point that nobody plays for goes off, and the clock stands still."""
        robot = self.robot
        self.closes = None
        robot.table.clock(None)
        if self.state.felt.table.point is not None:
            answer = await robot.ask(play.TakePointOff, "boxperson")
            if answer.refusal is not None:  # a tip of the dealers stands on the line
                await robot.do(irregular.VoidRound, "key-manager", reason="nobody is left who may throw")
            return
        await robot.moved(5.0)

    async def _offer(self) -> None:
        """The dice to the next in turn; for who may not throw, or is away, the stickperson lets them go on."""
        robot = self.robot
        name = self.state.dice.asked or next_in_turn(self.state)
        assert name is not None, "somebody is seated"
        if self.state.dice.asked is None:
            await robot.do(play.OfferDice, "stickperson", player=name, dice=DICE)
        if not self._may_throw(name):
            await robot.do(play.DeclineDice, "stickperson", player=name)
            return
        until = robot.now() + (0 if robot.table.guests.absent(name) > _AWAY else robot.pace.offer)
        while self.state.dice.asked == name and robot.now() < until:
            robot.table.moved.clear()
            await robot.moved(until - robot.now())
        if self.state.dice.asked == name:
            await self._accept(name)

    async def _accept(self, name: str) -> None:
        answer = await self.robot.ask(play.AcceptDice, "stickperson", player=name)
        if answer.refusal is not None and answer.refusal.code == Code.DIRECTION_DUE:
            await self.robot.do(play.DirectHand, "boxperson", way="continue")
            await self.robot.do(play.AcceptDice, "stickperson", player=name)

    async def _out(self) -> None:
        """The dice go out; a shooter who may not throw gives them up, and they go around."""
        robot = self.robot
        self.closes = None
        answer = await robot.ask(play.PushDice, "stickperson")
        if answer.refusal is None:
            return
        shooter = self.state.felt.table.shooter
        if shooter is not None and any(seat.player != shooter for seat in self.state.seats):
            await robot.do(play.PassDice, "stickperson", player=shooter)
            self.closes = robot.now() + robot.pace.offer
            robot.show_clock(self.closes)
        else:
            robot.table.clock(None)
            await robot.moved(5.0)
