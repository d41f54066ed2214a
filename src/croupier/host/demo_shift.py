"""The course of a demo shift at one table: rounds from open to open, what goes wrong in them, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.conduct.by import Role
from croupier.games.craps.no_roll import NO_ROLL
from croupier.games.roulette.facts import NO_SPIN
from croupier.host.demo_floor import STAFF, Floor, by, drawn, player, written
from croupier.host.demo_robots import PLAYERS, Robots
from croupier.table.decide_craps import next_in_turn
from croupier.table.outcomes import Seal

BANK = 50_000_00
VOID = {"roulette": "no-spin", "craps": "no-roll", "big-six": "void"}
REASONS = {
    "roulette": tuple(NO_SPIN),
    "craps": tuple(NO_ROLL),
    "big-six": ("revolutions", "between-sections", "clapper-broken"),
}
#: In the second quarter of the shift an electronic device decides, by the approval of a demonstration (reading D1).
ELECTRONIC: dict[str, Any] = {
    "device__electronic": True,
    "approvals__electronic-device": {"reference": "DEMO-DEVICE", "date": "2022-01-01"},
}
#: In the second half the limits are lower.
LOWER: dict[str, Any] = {"limits__default": {"min": 1, "max": 400}}
_LAST_ROUNDS = 1_000  # more than the wagers that stand at the end can need


class Shift:
    """A shift at one table."""

    def __init__(self, floor: Floor, house: str, seal: Callable[[int], Seal]) -> None:
        self.floor, self.house, self.seal = floor, house, seal
        self.robots = Robots(floor)
        self.wrong: tuple[int, str, str] | None = None  # a round called wrongly: what was shown, when it is put right
        self.rounds = 0
        self.changes: list[tuple[int, dict[str, Any]]] = []  # of the house: after how many rounds, and what
        self.tried = False  # whether the electronic device was tried

    def play(self, rounds: int) -> None:
        """Open, so many rounds, the last wagers played out, close."""
        floor = self.floor
        floor.do("open-table", by("pit-supervisor"), house=written(self.house, **self._tips()), bank=BANK)
        if floor.state.game == "craps":
            floor.do("designate", by("pit-supervisor"), person=STAFF["security"])
        self.robots.sit_down()
        self.changes = [(rounds // 4, ELECTRONIC), (rounds // 2, LOWER)]
        for _ in range(rounds):
            self._round(wagers=True)
        for _ in range(_LAST_ROUNDS):
            for name in PLAYERS:
                self.robots.clear(name)
            if not floor.state.felt.standing:
                break
            self._round(wagers=False)
        self._put_right("later")
        floor.settles_claims()
        for name in PLAYERS:
            floor.goes_home(name)
        floor.closes()

    def _tips(self) -> dict[str, Any]:
        """At craps tips wait in a tube."""
        return {"tips__tube": True} if "craps" in self.house else {}

    def _round(self, *, wagers: bool) -> None:
        """From open to open: step after step, and now and then something else."""
        number = self.floor.state.round
        self.floor.seals(self.seal)
        if wagers:
            self.robots.wager()
        while self.floor.state.round == number:
            if not self._something_else():
                self._next_step()
        self.rounds += 1

    # As it should go ----------------------------------------------------------------------------------------
    def _next_step(self) -> None:
        floor, state, dealer = self.floor, self.floor.state, by("dealer")
        match state.phase, state.game:
            case ("open", "roulette"):
                if state.ball_held:
                    floor.do("inspect-ball", by("pit-supervisor"), fit=True, remark="no damage seen")
                floor.do("spin", dealer)
            case ("open", "big-six"):
                if not state.felt.table.in_service:
                    floor.do("return-to-service", by("pit-supervisor"))
                floor.do("call-no-more-bets", dealer)
                floor.closed()
            case ("open", "craps"):
                self._dice()
            case ("dice-out", _):
                floor.do("throw-dice", by("stickperson"))
                floor.closed()
                if floor.one_in(8):
                    self.robots.place(floor.data.choice(PLAYERS), late=True)
            case ("spun", "roulette"):
                floor.do("call-no-more-bets", dealer, revolutions=4)
                floor.closed()
            case ("no-more-bets", "big-six"):
                floor.do("spin", dealer, clockwise=state.felt.table.clockwise)
            case ("spun" | "no-more-bets" | "in-the-air", _):
                self._call()
            case ("called", _):
                self._put_right("before-payment")
                if not floor.ask("settle", dealer):
                    self._draw("award")
                    floor.do("settle", dealer)
            case ("settled", _):
                self._between_rounds()

    def _call(self) -> None:
        """The outcome is announced; a dealer may misread it. The first round of a device is voided, to try it."""
        floor = self.floor
        if floor.device is not None and not self.tried:
            self.tried = True
            floor.do("void-round", by("key-manager"), reason="the device is tried")
            return
        if floor.device is not None:
            floor.do("call-outcome", by("device"), outcome=floor.shows())
            return
        caller = by("stickperson" if floor.state.game == "craps" else "dealer")
        shown = called = floor.shows()
        if self.wrong is None and floor.one_in(12):
            called = floor.shows()
        if called != shown:
            self.wrong = floor.state.round, shown, floor.data.choice(("before-payment", "after-payment", "later"))
        floor.do("call-outcome", caller, outcome=called)

    def _draw(self, of: str) -> None:
        who = by("dealer" if self.floor.device is None else "device")
        self.floor.do("draw", who, of=of, result=self.floor.shows(of))

    def _between_rounds(self) -> None:
        floor = self.floor
        self._put_right("after-payment")
        if floor.state.felt.draw_due == "bonus":
            self._draw("bonus")
        self.robots.choose()
        if floor.one_in(10):
            self.robots.tip()
        if floor.one_in(25):
            self._dispute()
        if floor.state.claims and floor.one_in(2):
            floor.settles_claims()
        floor.fills()
        floor.reveals()
        if self.changes and self.rounds + 1 >= self.changes[0][0]:
            house = written(self.house, **self.changes[0][1], **self._tips())
            if floor.ask("change-house", by("key-manager"), house=house):  # refused while a choice is due
                del self.changes[0]
        floor.do("open-betting", by("dealer"))
        if self.wrong is not None and self.wrong[0] < floor.state.round - 1:
            self._put_right("later")

    def _dice(self) -> None:
        """The dice to a shooter with a line wager, and out; with nobody on the line the point goes off first."""
        floor, stick = self.floor, by("stickperson")
        if floor.state.felt.table.point is not None and not any(map(self.robots.on_the_line, PLAYERS)):
            if not floor.ask("take-point-off", by("boxperson")):  # a tip of the dealers stands on the line
                floor.do("void-round", by("key-manager"), reason="nobody can shoot")
            return
        shooter = floor.state.felt.table.shooter
        if shooter and floor.state.felt.table.point is not None and not self.robots.on_the_line(shooter):
            floor.do("pass-dice", player(shooter), player=shooter)
        while (shooter := floor.state.felt.table.shooter) is None:
            name = next_in_turn(floor.state)
            assert name is not None
            floor.do("offer-dice", stick, player=name, dice=floor.data.choice((5, 6)))
            point = floor.state.felt.table.point is not None
            if (point and not self.robots.on_the_line(name)) or (not point and floor.one_in(6)):
                floor.do("decline-dice", player(name), player=name)
            elif not floor.ask("accept-dice", player(name), player=name):
                floor.do("direct-hand", by("boxperson"), way=floor.data.choice(("continue", "return")))
                floor.do("accept-dice", player(name), player=name)
        self.robots.line_wager(shooter)
        floor.do("push-dice", stick)

    # As it should not ---------------------------------------------------------------------------------------
    def _something_else(self) -> bool:
        """What is rare; whether it took the place of the next step."""
        floor, state = self.floor, self.floor.state
        if floor.one_in(60):
            floor.ask("settle", player(PLAYERS[0]))  # nobody but a dealer settles
        if state.phase in ("spun", "in-the-air") and floor.one_in(20):
            return self._void()
        if state.game == "craps" and state.phase == "open" and state.felt.table.shooter and floor.one_in(25):
            if floor.one_in(3):
                return floor.ask("order-pass", by("boxperson"), reason="delay")
            shooter = state.felt.table.shooter
            return floor.ask("pass-dice", player(shooter), player=shooter)
        if state.running and floor.one_in(150):
            floor.do("resume", by("system"))
            go_on = floor.one_in(2)
            return floor.ask("decide-resumed", by("pit-supervisor"), go_on=go_on, reason="the power failed")
        if state.running and floor.one_in(250):
            return floor.ask("void-round", by("key-manager"), reason="the fire alarm")
        return False

    def _void(self) -> bool:
        game = self.floor.state.game
        reason = self.floor.data.choice(REASONS[game])
        role: Role = "stickperson" if game == "craps" else "pit-supervisor" if reason == "other" else "dealer"
        return self.floor.ask("call-void", by(role), call=VOID[game], reason=reason)

    def _dispute(self) -> None:
        name, amount = self.floor.data.choice(PLAYERS), 5_00 * self.floor.data.choice((0, 1, 2, -1))
        self.floor.do("raise-dispute", player(name), player=name, about="a payout", against=STAFF["dealer"])
        number = self.floor.state.disputed
        says = "as the recording shows"
        self.floor.do("decide-dispute", by("pit-supervisor"), number=number, decision=says, amount=amount)

    def _put_right(self, when: str) -> None:
        """An outcome that was misread, at the moment it is noticed; with the draws that the right one calls for."""
        if self.wrong is None or self.wrong[2] != when:
            return
        (number, shown, _), floor = self.wrong, self.floor
        self.wrong = None
        house = floor.state.house
        dealer = STAFF["stickperson" if floor.state.game == "craps" else "dealer"]
        fields = {"round": number, "outcome": shown, "reason": "misread", "dealer": dealer}
        if floor.ask("correct-outcome", by("pit-supervisor"), **fields) or floor.state.game != "roulette":
            return
        for of in ("award", "bonus"):
            if of == "bonus" or house.award_weights:
                draw = {"of": of, "result": drawn(house.game.draw_chance(of, house), floor.data)}
                if floor.ask("correct-outcome", by("pit-supervisor"), **fields, draws=(draw,)):
                    return
