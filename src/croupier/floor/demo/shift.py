"""A demo shift at one table: its rounds, the irregularities in them, and the closing."""

from __future__ import annotations

from typing import Any

from croupier.core.topic import Topic
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.dice import point_is_on
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.due import Crew
from croupier.floor.crew.spins import valid_spin
from croupier.floor.demo.robots import PLAYERS, Robots, coupons_of
from croupier.floor.demo.scripted import ScriptedPit
from croupier.floor.demo.table import LOW, DemoTable, drawn, player
from croupier.floor.houses import charge, written
from croupier.house import load
from croupier.table import Command, HouseText
from croupier.table.acts import device
from croupier.table.acts.dice import throwing, turns
from croupier.table.acts.dice.turns import next_in_turn, shooter_of
from croupier.table.acts.money import cage
from croupier.table.acts.round import calling, settling

BANK = 50_000_00
#: In the second quarter of the shift an electronic device decides, under a made-up approval (reading D1).
ELECTRONIC: dict[str, Any] = {
    "device__electronic": True,
    "approvals__electronic-device": {"reference": "DEMO-DEVICE", "date": "2022-01-01"},
}
#: In the second half the limits are lower.
LOWER: dict[str, Any] = {"limits__default": {"min": 1, "max": 400}}
#: The machine performs all staff roles; the robot players act for themselves.
CREW = Crew(low=LOW).without("player")
_LAST_ROUNDS = 1_000  # more than the last wagers can need to be decided


class Shift:
    """A shift at one table."""

    def __init__(self, table: DemoTable, house: str, pit: ScriptedPit) -> None:
        self.table, self.house, self.pit = table, house, pit
        self.crew = Driver(lambda: table.state, table.give, table, CREW, staff=table.by, judge=table.judge)
        self.robots = Robots(table)
        self.wrong: tuple[int, str, str] | None = None  # a misread round: number, real outcome, when to correct it
        self.bank = BANK
        self.rounds = 0
        self.rested = 0  # the last round after which `_rest` ran
        self.changes: list[tuple[int, dict[str, Any]]] = []  # changes of the house: after how many rounds, and what
        self.tried = False  # whether the first round of the electronic device was voided

    def play(self, rounds: int) -> None:
        """Open the table, play this many rounds and then until no wager is left, and close."""
        self.pit.begin()
        self.pit.prepare({self.table.state.table_id: self.text()})
        self.opens(rounds)
        for _ in range(rounds):
            self.round(wagers=True)
        self.clears()
        self.closes()

    def text(self) -> HouseText:
        """The house of this shift."""
        return written(self.house, **self._own())

    def opens(self, rounds: int) -> None:
        """Open the table for this many rounds, and let the robots sit down."""
        table, house = self.table, self.text()
        fields = charge(house, table.staff["dealer"])
        table.do("open-table", table.by("pit-supervisor"), house=house, bank=self.bank, **fields)
        if "boxperson" in table.state.course.staff:
            named = table.by("security")
            table.do("designate", table.by("key-manager"), person=named.person, licence=named.licence)
        self.robots.sit_down()
        self.changes = [(rounds // 4, ELECTRONIC), (rounds // 2, LOWER)]

    def clears(self) -> None:
        """Play on until no wager is left."""
        for _ in range(_LAST_ROUNDS):
            for name in PLAYERS:
                self.robots.clear(name)
            if not self.table.state.felt.standing:
                break
            self.round(wagers=False)

    def closes(self) -> None:
        """Let the robots go home, and close the table."""
        table = self.table
        self._put_right("later")
        table.settles_claims()
        for name in PLAYERS:
            table.goes_home(name)
        self._step_if(cage.ReceiveFill)
        table.closes()
        table.acknowledged()  # a slip is delivered once it is durable
        self.pit.streams.slips.deliver_from(table.host.stream, table.now())

    def _tips(self) -> dict[str, Any]:
        """Whether the game has a tip tube."""
        return {"tips__tube": True} if Topic.TIP_TUBE in load(self.house).game.cites else {}

    def round(self, *, wagers: bool) -> None:
        """Play one round step by step, with an irregularity now and then."""
        number, self.pit.at = self.table.state.round, self.table.now()
        self.pit.inspect_if_due(self.table.state)
        self._step_if(device.PublishSeal)
        if wagers:
            self.robots.wager()
        while self.table.state.round == number:
            if not self._something_else():
                self._next_step()
        self.rounds += 1

    # A regular round ----------------------------------------------------------------------------------------
    def _next_step(self) -> None:
        """Perform what is due; players act for themselves, and sometimes the staff does something else."""
        act = self.crew.due()
        if isinstance(act, Waiting):
            self._players(act)
            return
        match act.command:
            case calling.CallOutcome:
                self._call(act)
            case throwing.ThrowDice:
                self.crew.step()
                if self.table.one_in(8):
                    self.robots.place(self.table.data.choice(PLAYERS), late=True)
            case settling.Settle:
                self._put_right("before-payment")
                self.crew.step()
            case turns.DeclineDice | turns.PassDice:
                self._gives_up(act)
            case _ if self.table.state.phase == "settled":
                self._between_rounds()
            case _:
                self.crew.step()

    def _players(self, turn: Waiting) -> None:
        """A player accepts or declines the dice; with nobody on the line, the next in turn makes a line wager."""
        table, state = self.table, self.table.state
        if turn.act is not None:
            name = turn.act.fields["player"]
            declines = not point_is_on(state) and table.one_in(6)
            table.do("decline-dice" if declines else turn.act.word, player(name), player=name)
            return
        name = shooter_of(state.felt) or state.dice.asked or next_in_turn(state)
        assert name is not None
        self.robots.line_wager(name)

    def _gives_up(self, act: Act) -> None:
        """A shooter without a line wager passes the dice; while no point is on, most make one instead."""
        name = act.fields["player"]
        if not point_is_on(self.table.state) and not self.table.one_in(6):
            self.robots.line_wager(name)
        elif act.command is turns.PassDice:
            self.table.do(act.word, player(name), player=name)
        else:
            self.crew.step()

    def _call(self, act: Act) -> None:
        """Announce the outcome; a dealer may misread it. The first round of a device is voided on purpose."""
        table = self.table
        if act.role == "device" and not self.tried:
            self.tried = True
            table.directs("void-round", "key-manager", {"reason": "the device is tried"})
            return
        if act.role == "device":
            self.crew.step()
            return
        shown = called = table.shows(table.state)
        if self.wrong is None and table.one_in(12):
            called = table.shows(table.state)
        if called != shown:
            self.wrong = table.state.round, shown, table.data.choice(("before-payment", "after-payment", "later"))
        table.do(act.word, table.by(act.role), outcome=called, **valid_spin(table.state))

    def _between_rounds(self) -> None:
        """Play a bonus round where one is due; then do what happens between rounds, and open the next one."""
        self._put_right("after-payment")
        act, number = self.crew.due(), self.table.state.round
        assert isinstance(act, Act)
        if act.command is not settling.Draw and self.rested < number:
            self.rested = number
            self._rest()
        elif act.command is settling.OpenBetting:
            self._change_house()
            self.crew.step()
            if self.wrong is not None and self.wrong[0] < number:
                self._put_right("later")
        else:
            self.crew.step()

    def _rest(self) -> None:
        """What happens between two rounds: choices, tips, disputes, claims."""
        table = self.table
        self.robots.choose()
        if table.one_in(10):
            self.robots.tip()
        if table.one_in(25):
            self._dispute()
        if table.state.claims and table.one_in(2):
            table.settles_claims()

    def _own(self) -> dict[str, Any]:
        """What the house of this shift has besides its preset: a tip tube, and coupons for the robots."""
        return {**self._tips(), "coupons": coupons_of(self.table.state.table_id)}

    def _change_house(self) -> None:
        if self.changes and self.rounds + 1 >= self.changes[0][0]:
            house = written(self.house, **self.changes[0][1], **self._own())
            self.pit.at = self.table.now()
            self.pit.change(self.table.state.table_id, house)
            by = self.table.by("key-manager")
            if self.table.ask("change-house", by, house=house):  # refused while a choice is due
                del self.changes[0]

    def _step_if(self, kind: type[Command]) -> None:
        """Perform the next act, if it is this command."""
        if isinstance(act := self.crew.due(), Act) and act.command is kind:
            self.crew.step()

    # Irregularities -----------------------------------------------------------------------------------------
    def _something_else(self) -> bool:
        """Something rare; returns whether it replaced the next step."""
        table, state = self.table, self.table.state
        if table.one_in(60):
            table.ask("settle", player(PLAYERS[0]))  # refused: only a dealer settles
        if state.phase in ("spun", "in-the-air") and table.one_in(20):
            return self._void()
        shooter = shooter_of(state.felt) if state.phase == "open" else None
        if shooter and table.one_in(25):
            if table.one_in(3):
                return table.ask("order-pass", table.by("boxperson"), reason="delay")
            return table.ask("pass-dice", player(shooter), player=shooter)
        if state.running and table.one_in(150):
            table.do("resume", table.by("system"))
            go_on = table.one_in(2)
            return table.directs("decide-resumed", "pit-supervisor", {"go_on": go_on, "reason": "the power failed"})
        if state.running and table.one_in(250):
            return table.directs("void-round", "key-manager", {"reason": "the fire alarm"})
        return False

    def _void(self) -> bool:
        course = self.table.state.course
        reason = self.table.data.choice(course.void_reasons)
        fields = {"call": course.void, "reason": reason, "before_rest": self.table.number % 2 == 0}
        if (course.caller, reason) == ("dealer", "other"):
            return self.table.directs("call-void", "pit-supervisor", fields)
        return self.table.ask("call-void", self.table.by(course.caller), **fields)

    def _dispute(self) -> None:
        table, says = self.table, "as the recording shows"
        name, amount = table.data.choice(PLAYERS), 5_00 * table.data.choice((0, 1, 2, -1))
        dealer, supervisor = table.by("dealer"), table.by("pit-supervisor")
        table.do("raise-dispute", dealer, player=name, about="a payout", against=dealer.person)
        number = table.state.disputed
        table.do("decide-dispute", supervisor, number=number, decision=says, amount=amount)
        table.do("observe-action", supervisor, number=number, action="done as directed")

    def _put_right(self, when: str) -> None:
        """Correct a misread outcome when it is noticed, with the draws that the right one asks for."""
        if self.wrong is None or self.wrong[2] != when:
            return
        (number, shown, _), table = self.wrong, self.table
        self.wrong = None
        house = table.state.house
        dealer = table.staff[table.state.course.caller]
        fields = {"round": number, "outcome": shown, "reason": "misread", "dealer": dealer}
        draws = (
            {"of": of, "result": drawn(house.game.draw_chance(of, house), table.data)}
            for of, rule in house.game.course.draws.items()
            if rule.wager in house.offered
        )
        table.directs("correct-outcome", "pit-supervisor", fields, *({**fields, "draws": (draw,)} for draw in draws))
