"""The naive roulette table and the naive Big Six table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from . import big_six, roulette, side_bets
from .table import Refused, Table, Wager


class RouletteTable(Table):
    """Roulette: every spin decides everything but the wagers In Prison (30-2203, 30-2204)."""

    acts = Table.acts | {"no-spin", "choose", "award", "bonus"}
    reasons: ClassVar[dict[str, tuple[str, ...]]] = {
        "no-spin": ("same-direction", "revolutions", "foreign-object", "ball-out", "other")
    }
    limit_cite = "30-2207"

    def __init__(self, setup: dict[str, Any]) -> None:
        """The wheel and whether it is used as a single zero (30-2210(2))."""
        super().__init__(setup)
        self.wheel: str = setup["wheel"]
        self.converted: bool = setup["converted"]
        self.previous: str | None = None
        self.track: list[str] = []  # of Straights and 8's, empty while no sequence runs
        self.streak = 0  # of Roulette Up, 0 while none is active
        self.streak_number: str | None = None
        self.meter = Fraction(0)
        if "roulette-up-progressive" in setup["side_bets"]:
            self.meter = self.per_unit("seed_cents")

    def read(self, wager: str, spot: str | None) -> str | None:
        """A permitted wager on a lawful spot of this layout (30-2203(6))."""
        if wager in side_bets.ROULETTE:
            self.read_side(wager, spot)
            return None
        if wager not in roulette.WAGERS:
            raise Refused("unknown-wager", "30-2203(6)")
        found = roulette.read_spot(wager, spot, self.wheel, self.converted)
        if found is None:
            raise Refused("illegal-spot", "30-2203(6)")
        return found[0]

    def covered(self, wager: Wager) -> roulette.Pockets:
        """The pockets a standing wager is on."""
        found = roulette.read_spot(wager.wager, wager.spot, self.wheel, self.converted)
        assert found is not None
        return found[1]

    def limits(self, wager: str) -> tuple[int, int]:
        """Limits are posted by inside and outside, or by wager (30-2207, 30-2201(6), (10))."""
        limits: dict[str, tuple[int, int]] = self.setup["limits"]
        if wager in side_bets.ROULETTE:
            return self.side_limits(wager)
        group = "inside" if wager in roulette.INSIDE else "outside"
        return limits.get(wager, limits.get(group, limits["default"]))

    # side bets: when

    def may_add(self, player: str, wager: str, spot: str | None, old: Wager | None, tip: bool) -> None:
        """When a side bet may be placed or raised (30-2299.01(4), .02(3), .03(2), .04/streak(2))."""
        if wager in ("back2back", "spinner-winner") and self.previous is None:
            raise Refused("no-previous-number", "30-2299.01(4)" if wager == "back2back" else "30-2299.03(2)")
        if wager == "spinner-winner" and (self.wheel == "triple-zero" or self.converted):
            raise Refused("no-table-for-this-wheel", "30-2299.03(5)")  # reading R20
        self.need_no_sequence(wager)
        if wager in side_bets.UP:
            if self.wheel == "triple-zero":
                raise Refused("no-rank-for-000", "30-2299.04/streak(1)")  # reading R16
            ordinary = [one for one in self.up if one.player == player and one.wager in roulette.WAGERS]
            if self.primary_required() and all(one.tip for one in ordinary):
                raise Refused("no-primary-wager", "30-2299.04/start(1)")
            hers = [one for one in self.up if one.player == player and not one.tip]
            if tip and not any(one.wager in ("roulette-up", *roulette.WAGERS) for one in hers):
                raise Refused("tip-alone", "30-2299.04/start(3)")

    def may_reduce(self, wager: Wager) -> None:
        """Locked while its sequence runs; otherwise as it lies until the spin (reading A5)."""
        self.need_no_sequence(wager.wager)

    def before_reduction(self, wager: Wager, left: int) -> None:
        """The last ordinary wager of a player stays for the first spin of a streak (reading R15)."""
        if left or self.streak or wager.wager not in roulette.WAGERS or not self.primary_required():
            return
        hers = [one for one in self.up if one.player == wager.player and one is not wager]
        others = [one for one in hers if one.wager in roulette.WAGERS and not one.tip]
        if not others and any(one.wager in side_bets.UP for one in hers):
            raise Refused("primary-stays", "30-2299.04/start(1)")

    def need_no_sequence(self, wager: str) -> None:
        """No change to Straights and 8's or Roulette Up while a sequence or streak runs."""
        if wager == "straights-and-8s" and self.track:
            raise Refused("sequence-runs", "30-2299.02(3)")
        if wager in side_bets.UP and self.streak > 0:
            raise Refused("streak-active", "30-2299.04/streak(2)")

    def primary_required(self) -> bool:
        """The house's choice (30-2299.04/start(1), reading R15)."""
        offered = self.setup["side_bets"]
        return any(offered.get(wager, {}).get("primary_required", False) for wager in side_bets.UP)

    # side bets: the spin

    def standing_side(self, *wagers: str) -> list[Wager]:
        """The side bets of some kinds that are up, in seating order."""
        return self.by_seat([one for one in self.up if one.wager in wagers])

    def side_spin(self, pocket: str) -> None:
        """What a valid spin does to every side bet."""
        for one in self.standing_side("back2back", "spinner-winner"):  # 30-2299.01(4), .03(2)
            if pocket == self.previous:
                one.state = "due"
            else:
                self.bring_down(one, "lose", -one.stake)
        self.previous = pocket
        self.spin_straights(pocket)
        self.spin_up(pocket)

    def spin_straights(self, pocket: str) -> None:
        """Mark the number track (30-2299.02(4)-(7)); it exists while a wager stands."""
        ups = self.standing_side("straights-and-8s")
        if not ups:
            return
        self.track.append(pocket)
        if side_bets.straights(self.track) is None:
            return
        for one in ups:
            done = side_bets.settle_straights(one.stake, self.track)
            assert done is not None
            self.bring_down(one, *done)
        self.track = []

    def per_unit(self, key: str) -> Fraction:
        """A figure given for a $1 unit, for the unit in use (30-2299.04, last sentence; reading R17)."""
        config = self.side("roulette-up-progressive")
        return Fraction(config[key] * config["unit_cents"], 100)

    def spin_up(self, pocket: str) -> None:
        """Move the Up Streak (30-2299.04/start(8), streak(1)-(3)) and pay where it has ended."""
        ups = self.standing_side(*side_bets.UP)
        if not ups:
            return
        if self.streak == 0:
            self.collect(ups)
        longest = max(side_bets.longest(one.wager, self.side(one.wager)["pay_table"]) for one in ups)
        self.streak, ended = side_bets.streak_after(
            self.streak, self.streak_number, pocket, longest, self.setup["r15"]
        )
        self.streak_number = pocket
        if ended:
            self.settle_up_bonus()
            self.settle_progressive()
            self.streak, self.streak_number = 0, None

    def collect(self, ups: list[Wager]) -> None:
        """Progressive wagers are locked in and collected: the meter gets its share (30-2299.04/start(4), R17)."""
        for one in ups:
            if one.wager == "roulette-up-progressive":
                self.meter += Fraction(one.stake * self.side(one.wager)["contribution_percent"], 100)

    def settle_up_bonus(self) -> None:
        """Pay the bonus wagers, under the aggregate limit where one is posted (30-2299.04/start(6), end(1))."""
        ups = self.standing_side("roulette-up")
        if not ups:
            return
        config = self.side("roulette-up")
        done = [side_bets.settle_up_bonus(one.stake, self.streak, config["pay_table"]) for one in ups]
        wins = [max(net, 0) for _, net in done]
        aggregate = config.get("aggregate_cents")
        paid = wins if aggregate is None else side_bets.capped(wins, aggregate, self.chip)
        for one, (grade, net), cents in zip(ups, done, paid, strict=True):
            self.bring_down(one, grade, cents if net > 0 else net)

    def settle_progressive(self) -> None:
        """Pay the progressive wagers "for 1", the meter shared equally (30-2299.04, reading R17)."""
        ups = self.standing_side("roulette-up-progressive")
        if not ups:
            return
        config = self.side("roulette-up-progressive")
        row, says = side_bets.progressive_row(self.streak, config["pay_table"])
        if says is None:
            for one in ups:
                self.bring_down(one, "lose", -one.stake)
            return
        if isinstance(says, int):
            awards = [says * config["unit_cents"]] * len(ups)
        else:
            whole = self.meter.numerator // self.meter.denominator
            awards = side_bets.shared(whole, len(ups))
            self.meter += self.per_unit("reseed_cents") - whole
        for one, cents in zip(ups, awards, strict=True):
            self.bring_down(one, row, cents - one.stake)

    # what is due before the next spin

    def due(self, wager: str) -> list[Wager]:
        """The wagers that wait for an award or a bonus."""
        return [one for one in self.standing_side(wager) if one.state == "due"]

    def need_no_award(self) -> None:
        """The reader board comes first (reading A8)."""
        if self.due("back2back"):
            raise Refused("award-due", "30-2299.01(5)")

    def need_no_bonus(self) -> None:
        """The bonus round comes before choices and the next spin (reading A8)."""
        if self.due("spinner-winner"):
            raise Refused("bonus-due", "30-2299.03(3)")

    def need_no_choice(self) -> None:
        """The next spin waits for award, bonus and every In Prison answer (reading A8)."""
        self.need_no_award()
        self.need_no_bonus()
        if any(one.state == "asked" for one in self.up):
            raise Refused("choice-pending", "30-2204(2)")

    def award(self, times: Fraction) -> None:
        """`award 50`: what the reader board shows, one of the house's awards (30-2299.01(5), reading R9)."""
        due = self.due("back2back")
        if not due:
            raise Refused("no-award-due", "30-2299.01(5)")
        if times not in self.side("back2back")["weights"]:
            raise Refused("not-an-award", "30-2299.01(5)")
        for one in due:
            self.bring_down(one, str(times), one.stake * int(times))

    def bonus(self, balls: str) -> None:
        """`bonus 17-17`: where the bonus balls rest (30-2299.03(4), (5))."""
        due = self.due("spinner-winner")
        if not due:
            raise Refused("no-bonus-due", "30-2299.03(3)")
        self.need_no_award()
        table: str = self.side("spinner-winner")["pay_table"]
        rest = balls.split("-")
        if not side_bets.balls_rest(rest, table):
            raise Refused("impossible-balls", "30-2299.03(4)")
        assert self.previous is not None
        for one in due:
            self.bring_down(one, *side_bets.settle_spinner(one.stake, rest, self.previous, table))

    # the spin

    def outcome(self, text: str) -> None:
        """The ball rests: pay, collect, or ask about In Prison (30-2203(5), 30-2204)."""
        if text not in roulette.pockets(self.wheel):
            raise Refused("impossible-outcome", "30-2210(2)")
        self.need_no_choice()
        for one in [one for one in self.up if one.wager in roulette.WAGERS]:
            done = roulette.settle(
                one.wager,
                self.covered(one),
                one.stake,
                text,
                converted=self.converted,
                in_prison=self.setup["in_prison"],
                imprisoned=one.state == "imprisoned",
                r5=self.setup["r5"],
            )
            if done is None:
                continue
            if done[0] == "asks":
                one.state = "asked"
            else:
                self.bring_down(one, *done)
        if not (self.converted and text in ("00", "000")):  # a void spin moves no tracker (reading R7)
            self.side_spin(text)

    def no_result(self, act: str, reason: str) -> None:
        """A No Spin, unless an answer is awaited (30-2206, reading A8)."""
        super().no_result(act, reason)
        self.need_no_choice()

    def choose(self, player: str, wager: str, choice: str) -> None:
        """Half back or In Prison (30-2204(2), reading R5)."""
        self.need_seat(player)
        self.need_no_award()
        self.need_no_bonus()
        if choice not in ("half-back", "imprison"):
            raise Refused("unknown-choice", "30-2204(2)")
        asked = [one for one in self.up if (one.player, one.wager, one.state) == (player, wager, "asked")]
        if not asked:
            raise Refused("no-choice-pending", "30-2204(2)")
        first = self.by_seat(asked)[0]  # her own wager, then her tip
        done = roulette.choose(first.stake, choice, self.chip)
        if done is None:
            first.state = "imprisoned"
        else:
            self.bring_down(first, *done)


class BigSixTable(Table):
    """Big Six: every valid spin decides everything (30-2703, 30-2704)."""

    acts = Table.acts | {"void", "repaired"}
    reasons: ClassVar[dict[str, tuple[str, ...]]] = {"void": ("revolutions", "between-sections", "clapper-broken")}
    limit_cite = "30-2703(7)"

    def __init__(self, setup: dict[str, Any]) -> None:
        """In service until the clapper breaks (30-2703(5))."""
        super().__init__(setup)
        self.out_of_service = False

    def need_service(self) -> None:
        """A broken clapper stops the table until it is repaired (30-2703(5), reading B2)."""
        if self.out_of_service:
            raise Refused("out-of-service", "30-2703(5)")

    def read(self, wager: str, spot: str | None) -> str | None:
        """One of the seven wagers, which have no spots (30-2702(7)(b), reading A10)."""
        if wager not in big_six.WAGERS:
            raise Refused("unknown-wager", "30-2702(7)(b)")
        if spot is not None:
            raise Refused("needless-spot")
        return None

    def may_add(self, player: str, wager: str, spot: str | None, old: Wager | None, tip: bool) -> None:
        """No wagers while the table is out of service (reading B2)."""
        self.need_service()

    def outcome(self, text: str) -> None:
        """The clapper rests in a section: everything is decided (30-2703(4), (6))."""
        if text not in big_six.SECTIONS:
            raise Refused("impossible-outcome", "30-2702(1)")
        self.need_service()
        for one in list(self.up):
            self.bring_down(one, *big_six.settle(one.wager, one.stake, text))

    def no_result(self, act: str, reason: str) -> None:
        """A void spin; a broken clapper sends every wager back (30-2703(2), (5), reading B2)."""
        super().no_result(act, reason)
        self.need_service()
        if reason == "clapper-broken":
            self.out_of_service = True
            for one in list(self.up):
                self.bring_down(one, "returned", 0)

    def repaired(self) -> None:
        """The clapper works again (reading B2)."""
        if not self.out_of_service:
            raise Refused("in-service")
        self.out_of_service = False
