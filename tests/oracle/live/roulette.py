"""The naive live roulette table: the round, the lock-in of progressive wagers, and the bonus balls (R21 to R23)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from tests.oracle import roulette, side_bets
from tests.oracle.table import Refused, Wager
from tests.oracle.wheel_tables import RouletteTable

from .table import WHO, LiveTable


class LiveRoulette(LiveTable, RouletteTable):
    """Roulette with a dealer in charge."""

    who: ClassVar[dict[str, tuple[str, ...]]] = {
        **WHO,
        "relieve-dealer": ("dealer",),
        "spin": ("dealer",),
        "inspect-ball": ("pit-supervisor",),
        "call-no-more-bets": ("dealer",),
        "lock-in": ("dealer",),
        "call-outcome": ("dealer",),
        "call-void": ("dealer",),
        "draw": ("dealer",),
        "load-balls": ("dealer",),
        "choose": ("player", "dealer", "boxperson"),
    }
    betting = ("open", "spun")
    money = ("open", "settled")
    brings = ("open", "settled", "spun")  # 30-2203(1)
    circles = ("straights-and-8s",)

    def __init__(self, setup: dict[str, Any]) -> None:
        """Before the first spin."""
        super().__init__(setup)
        self.in_charge = "dee"
        self.ball_held = False
        self.shown: str | None = None
        self.drawn: int | None = None  # the award of Back2Back
        self.balls: list[str] | None = None  # where the bonus balls lie
        self.loaded = False  # whether the balls to launch lie in the device

    def command(self, word: str, role: str, person: str, fields: dict[str, Any]) -> None:
        """As at every table; nobody works a box or a stick here."""
        if role in ("boxperson", "stickperson"):
            raise Refused("not-at-roulette")
        super().command(word, role, person, fields)

    # progressive wagers (30-2299.04/start(4), reading R21)

    def collect(self, ups: list[Wager]) -> None:
        """Nothing at the spin: the wagers were collected when they were locked in."""

    def may_add(self, player: str, wager: str, spot: str | None, old: Wager | None, tip: bool) -> None:
        """A wager that is locked in stays as it is, also after a void."""
        super().may_add(player, wager, spot, old, tip)
        if any((one.player, one.wager, one.state) == (player, wager, "locked") for one in self.up):
            raise Refused("locked-in", "30-2299.04/start(4)")

    def to_lock_in(self) -> list[Wager]:
        """The progressive wagers that would play the next spin and are not collected yet."""
        return [one for one in self.up if one.wager == "roulette-up-progressive" and one.state == "fresh"]

    def do_lock_in(self, by: tuple[str, str], lit: list[int]) -> None:
        """Lit wagers are collected and feed the meter; unlit ones go back; a lit sensor stays lit."""
        self.need_phase("no-more-bets")
        due = self.to_lock_in()
        if not due:
            raise Refused("nothing-to-lock-in", "30-2299.04/start(4)")
        before = {self.seats[one.player] for one in self.up if one.state == "locked"}
        flashing = {self.seats[one.player] for one in due}
        if not before <= set(lit) or not set(lit) <= before | flashing:
            raise Refused("sensors", "30-2299.04/start(4)")
        for one in due:
            if self.seats[one.player] in lit:
                one.state = "locked"
                RouletteTable.collect(self, [one])
            else:
                self.bring_down(one, "returned", 0)

    # the round

    def do_spin(self, by: tuple[str, str]) -> None:
        """The ball runs (30-2205(1)); no cash lies on the table, and a ball that left the wheel was inspected."""
        self.need_phase("open")
        if self.buying is not None or self.ball_held:
            raise Refused("not-yet")
        self.phase = "spun"

    def do_inspect_ball(self, by: tuple[str, str], fit: bool, remark: str) -> None:
        """The pit supervisor inspects a ball that left the wheel (30-2206(4))."""
        if not self.ball_held:
            raise Refused("nothing-to-inspect", "30-2206(4)")
        self.ball_held = not fit

    def do_call_no_more_bets(self, by: tuple[str, str], waved: bool, before_rest: bool) -> None:
        """With a wave, before the ball rests (30-2201(7)); an open In Prison question is answered: leave it (R5)."""
        self.need_phase("spun")
        if self.buying is not None or not waved or not before_rest:
            raise Refused("not-so", "30-2201(7)")
        for one in self.up:
            if one.state == "asked":
                one.state = "imprisoned"
        self.phase = "no-more-bets"

    def do_call_outcome(
        self, by: tuple[str, str], outcome: str, opposite: bool | None = None, revolutions: int | None = None
    ) -> None:
        """After lock-in and moves, with the spin attested; one that is not valid is a No Spin (R21, R22, R7)."""
        self.need_phase("no-more-bets")
        if self.to_lock_in() or self.unmoved():
            raise Refused("still-to-do", "30-2299.04/start(4)")
        if outcome not in roulette.pockets(self.wheel):
            raise Refused("impossible-outcome", "30-2210(2)")
        if opposite is None or revolutions is None:
            raise Refused("not-attested", "30-2205(1)")
        if not opposite or revolutions < 4 or (self.converted and outcome in ("00", "000")):
            self.phase = "open"
            return
        self.phase, self.shown, self.drawn = "called", outcome, None

    def do_call_void(self, by: tuple[str, str], call: str, reason: str, before_rest: bool) -> None:
        """No Spin for a printed reason (30-2206(1)-(4)); what is locked in stays so (R21)."""
        self.need_phase("spun", "no-more-bets")
        if call != "no-spin" or reason not in self.reasons["no-spin"] or reason == "other":
            raise Refused("unknown-reason", "30-2206")
        self.phase = "open"
        self.ball_held = self.ball_held or reason == "ball-out"

    def award_due(self) -> bool:
        """Back2Back waits for the reader board: the number came again (30-2299.01(4), (5))."""
        again = self.shown == self.previous and any(one.wager == "back2back" for one in self.up)
        return again and self.drawn is None

    def do_draw(self, by: tuple[str, str], of: str, result: str, pressed: str | None = None) -> None:
        """The award before the round is settled; the bonus round after everything else (30-2299.01(6), .03(3))."""
        if of == "award":
            self.need_phase("called")
            awards = [str(each) for each in self.setup["side_bets"].get("back2back", {}).get("weights", ())]
            if not self.award_due() or pressed is not None or result not in awards:
                raise Refused("no-such-award", "30-2299.01(5)")
            self.drawn = int(result)
            return
        self.need_phase("settled")
        due = self.due("spinner-winner")
        if not due:
            raise Refused("no-bonus-due", "30-2299.03(3)")
        players = [one.player for one in due if not one.tip] if self.setup.get("presses") == "player" else []
        if (pressed not in players) if players else (pressed is not None):  # reading R23
            raise Refused("who-presses", "30-2299.03(4)")
        if not self.loaded:
            raise Refused("not-loaded", "30-2299.03(4)")
        self.launch(result.split("-"))
        self.loaded = False

    def do_load_balls(self, by: tuple[str, str], balls: int) -> None:
        """The dealer places all balls in the device, later the one that goes again (30-2299.03(4), (4)(a))."""
        self.need_phase("settled")
        if not self.due("spinner-winner") or self.loaded or balls != self.to_load():
            raise Refused("not-these-balls", "30-2299.03(4)")
        self.loaded = True

    def to_load(self) -> int:
        """How many balls the next launch has."""
        return 1 if self.balls is not None else side_bets.ball_count(self.side("spinner-winner")["pay_table"])

    def launch(self, balls: list[str]) -> None:
        """Three balls: one that shares a pocket goes again, alone, until all lie apart (30-2299.03(4)(a), R23)."""
        three = side_bets.ball_count(self.side("spinner-winner")["pay_table"]) == 3
        pockets = roulette.pockets(self.wheel)
        if three and len(balls) == 3 and all(ball in pockets for ball in balls):
            if self.balls is not None and not one_ball_moved(self.balls, balls):
                raise Refused("a-ball-moved-that-stays", "30-2299.03(4)(a)")
            if len(set(balls)) < 3:
                self.balls = balls
                return
        self.bonus("-".join(balls))
        self.balls = None

    def do_settle(self, by: tuple[str, str]) -> None:
        """Everything that this spin decides, with the award (30-2203(5), 30-2204, 30-2205(4))."""
        self.need_phase("called")
        if self.award_due():
            raise Refused("award-due", "30-2299.01(5)")
        assert self.shown is not None
        self.outcome(self.shown)
        if self.due("back2back"):
            assert self.drawn is not None
            self.award(Fraction(self.drawn))
        self.take_coupons()
        self.phase, self.shown = "settled", None

    def do_open_betting(self, by: tuple[str, str]) -> None:
        """After the bonus round (30-2299.03(3))."""
        self.need_phase("settled")
        self.need_no_bonus()
        self.phase = "open"

    def do_choose(self, by: tuple[str, str], player: str, wager: str, choice: str) -> None:
        """Half back or In Prison, until betting closes (30-2204(2), R5); half of a coupon is not taken back (M3)."""
        self.need_phase("settled", "open", "spun")
        self.choose(player, wager, choice)
        if any(one is each.wager for one, _ in self.decided for each in self.coupons):
            raise Refused("half-of-a-coupon", "30-2204(2)")

    def do_move_wagers(self, by: tuple[str, str]) -> None:
        """Once betting is closed (30-2299.02(3))."""
        self.need_phase("no-more-bets")
        super().do_move_wagers(by)

    def do_void_round(self, by: tuple[str, str], reason: str) -> None:
        """Everything back: sequences end, and the meter keeps what it got (reading R21)."""
        super().do_void_round(by, reason)
        self.track, self.streak, self.streak_number = [], 0, None
        self.balls = self.shown = None
        self.loaded = False


def one_ball_moved(before: list[str], after: list[str]) -> bool:
    """Whether at most one ball lies elsewhere, and that one shared its pocket."""
    for each in range(3):
        others = [ball for ball in range(3) if ball != each]
        shared = before[each] in [before[ball] for ball in others]
        if shared and all(before[ball] == after[ball] for ball in others):
            return True
    return False
