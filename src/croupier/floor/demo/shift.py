"""The course of a demo shift at one table: rounds from open to open, what goes wrong in them, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.floor.demo.robots import PLAYERS, Robots
from croupier.floor.demo.table import STAFF, DemoTable, by, drawn, player
from croupier.floor.houses import written
from croupier.games.craps.no_roll import NO_ROLL
from croupier.games.roulette.facts import NO_SPIN
from croupier.table.decide_craps import next_in_turn
from croupier.table.outcomes import Seal
from croupier.table.people import Role

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

    def __init__(self, table: DemoTable, house: str, seal: Callable[[int], Seal]) -> None:
        self.table, self.house, self.seal = table, house, seal
        self.robots = Robots(table)
        self.wrong: tuple[int, str, str] | None = None  # a round called wrongly: what was shown, when it is put right
        self.rounds = 0
        self.changes: list[tuple[int, dict[str, Any]]] = []  # of the house: after how many rounds, and what
        self.tried = False  # whether the electronic device was tried

    def play(self, rounds: int) -> None:
        """Open, so many rounds, the last wagers played out, close."""
        table = self.table
        table.do("open-table", by("pit-supervisor"), house=written(self.house, **self._tips()), bank=BANK)
        if table.state.game == "craps":
            table.do("designate", by("pit-supervisor"), person=STAFF["security"])
        self.robots.sit_down()
        self.changes = [(rounds // 4, ELECTRONIC), (rounds // 2, LOWER)]
        for _ in range(rounds):
            self._round(wagers=True)
        for _ in range(_LAST_ROUNDS):
            for name in PLAYERS:
                self.robots.clear(name)
            if not table.state.felt.standing:
                break
            self._round(wagers=False)
        self._put_right("later")
        table.settles_claims()
        for name in PLAYERS:
            table.goes_home(name)
        table.closes()

    def _tips(self) -> dict[str, Any]:
        """At craps tips wait in a tube."""
        return {"tips__tube": True} if "craps" in self.house else {}

    def _round(self, *, wagers: bool) -> None:
        """From open to open: step after step, and now and then something else."""
        number = self.table.state.round
        self.table.seals(self.seal)
        if wagers:
            self.robots.wager()
        while self.table.state.round == number:
            if not self._something_else():
                self._next_step()
        self.rounds += 1

    # As it should go ----------------------------------------------------------------------------------------
    def _next_step(self) -> None:
        table, state, dealer = self.table, self.table.state, by("dealer")
        match state.phase, state.game:
            case ("open", "roulette"):
                if state.ball_held:
                    table.do("inspect-ball", by("pit-supervisor"), fit=True, remark="no damage seen")
                table.do("spin", dealer)
            case ("open", "big-six"):
                if not state.felt.table.in_service:
                    table.do("return-to-service", by("pit-supervisor"))
                table.do("call-no-more-bets", dealer)
                table.closed()
            case ("open", "craps"):
                self._dice()
            case ("dice-out", _):
                table.do("throw-dice", by("stickperson"))
                table.closed()
                if table.one_in(8):
                    self.robots.place(table.data.choice(PLAYERS), late=True)
            case ("spun", "roulette"):
                table.do("call-no-more-bets", dealer, revolutions=4)
                table.closed()
            case ("no-more-bets", "big-six"):
                table.do("spin", dealer, clockwise=state.felt.table.clockwise)
            case ("spun" | "no-more-bets" | "in-the-air", _):
                self._call()
            case ("called", _):
                self._put_right("before-payment")
                if not table.ask("settle", dealer):
                    self._draw("award")
                    table.do("settle", dealer)
            case ("settled", _):
                self._between_rounds()

    def _call(self) -> None:
        """The outcome is announced; a dealer may misread it. The first round of a device is voided, to try it."""
        table = self.table
        if table.device is not None and not self.tried:
            self.tried = True
            table.do("void-round", by("key-manager"), reason="the device is tried")
            return
        if table.device is not None:
            table.do("call-outcome", by("device"), outcome=table.shows())
            return
        caller = by("stickperson" if table.state.game == "craps" else "dealer")
        shown = called = table.shows()
        if self.wrong is None and table.one_in(12):
            called = table.shows()
        if called != shown:
            self.wrong = table.state.round, shown, table.data.choice(("before-payment", "after-payment", "later"))
        table.do("call-outcome", caller, outcome=called)

    def _draw(self, of: str) -> None:
        who = by("dealer" if self.table.device is None else "device")
        self.table.do("draw", who, of=of, result=self.table.shows(of))

    def _between_rounds(self) -> None:
        table = self.table
        self._put_right("after-payment")
        if table.state.felt.draw_due == "bonus":
            self._draw("bonus")
        self.robots.choose()
        if table.one_in(10):
            self.robots.tip()
        if table.one_in(25):
            self._dispute()
        if table.state.claims and table.one_in(2):
            table.settles_claims()
        table.fills()
        table.reveals()
        if self.changes and self.rounds + 1 >= self.changes[0][0]:
            house = written(self.house, **self.changes[0][1], **self._tips())
            if table.ask("change-house", by("key-manager"), house=house):  # refused while a choice is due
                del self.changes[0]
        table.do("open-betting", by("dealer"))
        if self.wrong is not None and self.wrong[0] < table.state.round - 1:
            self._put_right("later")

    def _dice(self) -> None:
        """The dice to a shooter with a line wager, and out; with nobody on the line the point goes off first."""
        table, stick = self.table, by("stickperson")
        if table.state.felt.table.point is not None and not any(map(self.robots.on_the_line, PLAYERS)):
            if not table.ask("take-point-off", by("boxperson")):  # a tip of the dealers stands on the line
                table.do("void-round", by("key-manager"), reason="nobody can shoot")
            return
        shooter = table.state.felt.table.shooter
        if shooter and table.state.felt.table.point is not None and not self.robots.on_the_line(shooter):
            table.do("pass-dice", player(shooter), player=shooter)
        while (shooter := table.state.felt.table.shooter) is None:
            name = next_in_turn(table.state)
            assert name is not None
            table.do("offer-dice", stick, player=name, dice=table.data.choice((5, 6)))
            point = table.state.felt.table.point is not None
            if (point and not self.robots.on_the_line(name)) or (not point and table.one_in(6)):
                table.do("decline-dice", player(name), player=name)
            elif not table.ask("accept-dice", player(name), player=name):
                table.do("direct-hand", by("boxperson"), way=table.data.choice(("continue", "return")))
                table.do("accept-dice", player(name), player=name)
        self.robots.line_wager(shooter)
        table.do("push-dice", stick)

    # As it should not ---------------------------------------------------------------------------------------
    def _something_else(self) -> bool:
        """What is rare; whether it took the place of the next step."""
        table, state = self.table, self.table.state
        if table.one_in(60):
            table.ask("settle", player(PLAYERS[0]))  # nobody but a dealer settles
        if state.phase in ("spun", "in-the-air") and table.one_in(20):
            return self._void()
        if state.game == "craps" and state.phase == "open" and state.felt.table.shooter and table.one_in(25):
            if table.one_in(3):
                return table.ask("order-pass", by("boxperson"), reason="delay")
            shooter = state.felt.table.shooter
            return table.ask("pass-dice", player(shooter), player=shooter)
        if state.running and table.one_in(150):
            table.do("resume", by("system"))
            go_on = table.one_in(2)
            return table.ask("decide-resumed", by("pit-supervisor"), go_on=go_on, reason="the power failed")
        if state.running and table.one_in(250):
            return table.ask("void-round", by("key-manager"), reason="the fire alarm")
        return False

    def _void(self) -> bool:
        game = self.table.state.game
        reason = self.table.data.choice(REASONS[game])
        role: Role = "stickperson" if game == "craps" else "pit-supervisor" if reason == "other" else "dealer"
        return self.table.ask("call-void", by(role), call=VOID[game], reason=reason)

    def _dispute(self) -> None:
        name, amount = self.table.data.choice(PLAYERS), 5_00 * self.table.data.choice((0, 1, 2, -1))
        self.table.do("raise-dispute", player(name), player=name, about="a payout", against=STAFF["dealer"])
        number = self.table.state.disputed
        says = "as the recording shows"
        self.table.do("decide-dispute", by("pit-supervisor"), number=number, decision=says, amount=amount)

    def _put_right(self, when: str) -> None:
        """An outcome that was misread, at the moment it is noticed; with the draws that the right one calls for."""
        if self.wrong is None or self.wrong[2] != when:
            return
        (number, shown, _), table = self.wrong, self.table
        self.wrong = None
        house = table.state.house
        dealer = STAFF["stickperson" if table.state.game == "craps" else "dealer"]
        fields = {"round": number, "outcome": shown, "reason": "misread", "dealer": dealer}
        if table.ask("correct-outcome", by("pit-supervisor"), **fields) or table.state.game != "roulette":
            return
        for of in ("award", "bonus"):
            if of == "bonus" or house.award_weights:
                draw = {"of": of, "result": drawn(house.game.draw_chance(of, house), table.data)}
                if table.ask("correct-outcome", by("pit-supervisor"), **fields, draws=(draw,)):
                    return
