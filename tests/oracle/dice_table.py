"""The naive craps table: point, shooter, what may be put up, and the roll (47.1-2304 to 2313)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from . import craps, side_bets
from .table import Refused, Table, Wager

# the wager each kind of odds stands behind (47.1-2308; put: 47.1-2304(42))
BEHIND = {
    "pass-odds": "pass",
    "dont-pass-odds": "dont-pass",
    "come-odds": "come",
    "dont-come-odds": "dont-come",
}
ODDS_CITE = {
    "pass-odds": "47.1-2308(1)",
    "dont-pass-odds": "47.1-2308(2)",
    "come-odds": "47.1-2308(3)",
    "dont-come-odds": "47.1-2308(4)",
    "put-odds": "47.1-2304(42)",
}
# house policies on odds: multiples of the flat wager, taking by point and laying
POLICIES: dict[str, dict[str, Any]] = {"3-4-5": {"take": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}, "lay": 6}}


class CrapsTable(Table):
    """Craps, or Craps Free Craps where the setup says `free`."""

    acts = Table.acts | {"no-roll", "shooter", "on", "off"}
    reasons: ClassVar[dict[str, tuple[str, ...]]] = {
        "no-roll": (
            "off-table",
            "stacked",
            "cocked",
            "hands",
            "end-wall",
            "bank",
            "cup-or-rail",
            "cheating",
            "other",
        ),
    }

    def __init__(self, setup: dict[str, Any]) -> None:
        """A come-out with the unseen shooter (47.1-2302(3), reading A6)."""
        super().__init__(setup)
        self.free: bool = setup["free"]
        self.point: int | None = None
        self.named: str | None = None  # the shooter by name; None is the unseen one
        self.point_made = False  # by the present hand
        self.lowered: set[tuple[str, str]] = set()  # don't wagers reduced or taken down since the last roll
        self.hand = side_bets.Hand()
        odds = setup["odds"]
        self.policy: dict[str, Any] = POLICIES[odds] if isinstance(odds, str) else odds

    # reading

    def read(self, wager: str, spot: str | None) -> str | None:
        """A permitted wager, with a number only where one belongs (47.1-2304, reading A10)."""
        if wager in side_bets.HAND_LONG:
            self.read_side(wager, spot)
            return None
        if wager not in craps.wagers(self.free):
            if self.free and wager in craps.wagers():
                raise Refused("not-in-craps-free", "47.1-2317.03/wagers")
            raise Refused("unknown-wager", "47.1-2304")
        if wager in ("come-odds", "dont-come-odds", "put-odds"):
            if spot not in [str(n) for n in craps.POINTS]:
                raise Refused("illegal-spot", ODDS_CITE[wager])
        elif wager in craps.COME:
            numbers = craps.FREE_POINTS if self.free else craps.POINTS
            if spot is not None and spot not in [str(n) for n in numbers]:
                raise Refused("illegal-spot", "47.1-2302(4)")
        elif spot is not None:
            raise Refused("needless-spot")
        return spot

    def parent(self, odds: str, player: str, spot: str | None, tip: bool) -> Wager | None:
        """The wager that odds stand behind, if it stands; tip odds stand behind a tip."""
        if odds == "put-odds":
            return self.find(player, f"put-{spot}", None, tip)
        return self.find(player, BEHIND[odds], spot, tip)

    def riders(self, wager: Wager) -> list[Wager]:
        """The odds behind a wager, if any stand."""
        return [
            one
            for one in self.up
            if one.wager in craps.ODDS and self.parent(one.wager, one.player, one.spot, one.tip) is wager
        ]

    def odds_number(self, wager: str, spot: str | None) -> int | None:
        """The point that odds depend on."""
        return int(spot) if spot is not None else self.point

    # on and off

    def working(self, wager: Wager) -> bool:
        """Called, or by default off on a come-out (47.1-2305(5), readings C2 and A1)."""
        if not craps.may_be_called(wager.wager):
            return True
        if wager.wager == "put-odds":
            put = self.parent(wager.wager, wager.player, wager.spot, wager.tip)
            assert put is not None
            if not self.working(put):
                return False
        if wager.call is not None:
            return wager.call == "on"
        come_out = self.point is None
        return not (come_out and craps.off_on_come_out(wager.wager, self.setup["hardways_on_come_out"]))

    def call(self, player: str, word: str, wager: str, spot: str | None) -> None:
        """On and Off for wagers that can have it (47.1-2305(5), reading A1)."""
        self.need_seat(player)
        spot = self.read(wager, spot)
        if not craps.may_be_called(wager):
            raise Refused("cannot-be-called", "47.1-2305(5)")
        one = self.find(player, wager, spot)
        if one is None:
            raise Refused("nothing-stands")
        if word == "off" and one is self.shooting_put():
            raise Refused("shooter-stands-by-it", "47.1-2310")
        one.call = word

    # putting up

    def place(
        self, player: str, dollars: Fraction, wager: str, spot: str | None, *, must_stand: bool, tip: bool = False
    ) -> None:
        """As at every table; without its area a Horn High or Whirl is broken down (47.1-2304(20), (21))."""
        if self.setup["areas"] or wager not in craps.BROKEN_DOWN or must_stand:
            super().place(player, dollars, wager, spot, must_stand=must_stand, tip=tip)
            return
        self.need_seat(player)
        self.read(wager, spot)
        self.need_offered(wager)
        cents = self.cents(dollars)
        if not craps.payable(wager, cents, chip=self.chip):
            raise Refused("broken-parts", "47.1-2304(20)")
        for part, units in craps.BROKEN_DOWN[wager]:
            super().place(player, dollars * units / 5, part, None, must_stand=False, tip=tip)

    def may_add(self, player: str, wager: str, spot: str | None, old: Wager | None, tip: bool) -> None:
        """When each wager may be made or raised (47.1-2304(1)-(4), 2305(3)-(4), 2308; A3, A4)."""
        if wager in side_bets.HAND_LONG:
            self.may_add_side(player, wager, old, tip)
        if wager == "pass" and old is None and self.point is not None:
            raise Refused("not-a-come-out", "47.1-2304(1)")
        if wager == "dont-pass" and self.point is not None:
            raise Refused("not-after-the-come-out", "47.1-2304(2)" if old is None else "47.1-2305(4)")
        if wager in craps.COME and spot is None and self.point is None and old is None:  # raised: 2305(3), C3
            raise Refused("come-out", "47.1-2304(3)" if wager == "come" else "47.1-2304(4)")
        if wager == "come" and spot is not None and old is None:
            raise Refused("nothing-stands", "47.1-2304(3)")
        if wager == "dont-come" and spot is not None:
            raise Refused("not-after-its-roll", "47.1-2305(4)")
        if (player, wager) in self.lowered and not tip:
            raise Refused("lowered-before", "47.1-2305(4)")
        if wager in craps.ODDS:
            cite = ODDS_CITE[wager]
            if self.odds_number(wager, spot) not in craps.POINTS:
                raise Refused("no-point", cite)
            if self.parent(wager, player, spot, tip) is None:
                raise Refused("nothing-to-support", cite)

    def may_add_side(self, player: str, wager: str, old: Wager | None, tip: bool) -> None:
        """The windows of the hand-long wagers (47.1-2317.01(2), .02(2), .04(5)-(8), readings A7, C11)."""
        if wager != "super-front-line-winner":
            if self.hand.rolled or self.point is not None:  # 2317.01(2): right before a come-out roll
                raise Refused("hand-has-begun", "47.1-2317.01(2)" if wager == "fire-bet" else "47.1-2317.02(2)")
            return
        if old is not None:
            raise Refused("never-raised", "47.1-2317.04(7)")
        if self.hand.sevens > 0:
            raise Refused("closed-by-seven-or-eleven", "47.1-2317.04(6)(a)")
        if all(self.find(player, line, None) is None for line in craps.LINE):
            raise Refused("no-line-wager", "47.1-2317.04(5)")
        if tip and self.find(player, wager, None) is None:
            raise Refused("no-wager-of-her-own", "47.1-2317.04(8)")

    def check_stake(self, wager: Wager, stake: int) -> None:
        """Table limits, whole parts and payable amounts (47.1-2306(4), readings C4 and A2)."""
        if wager.wager in craps.ODDS:
            self.check_odds(wager, stake)
            return
        super().check_stake(wager, stake)
        if not craps.payable(wager.wager, stake, chip=self.chip, c4=self.setup["c4"]):
            raise Refused("unpayable", "47.1-2306(4)")

    def check_odds(self, wager: Wager, stake: int) -> None:
        """Units, multiple and dated cap (47.1-2308, readings C7, E2); no table limit (A2)."""
        cite = ODDS_CITE[wager.wager]
        number = self.odds_number(wager.wager, wager.spot)
        flat = self.parent(wager.wager, wager.player, wager.spot, wager.tip)
        assert number is not None
        assert flat is not None
        if stake % craps.odds_unit_cents(wager.wager, number) != 0:
            raise Refused("odds-unit", cite)
        times = self.policy["lay"] if wager.wager.startswith("dont-") else self.policy["take"][number]
        if stake > times * (flat.stake - self.over(flat)):
            raise Refused("odds-multiple", cite)
        cap = self.setup["odds_cap_cents"]
        if cap is not None and stake > cap:
            raise Refused("odds-cap", cite)

    def over(self, wager: Wager) -> int:
        """The part of a stake that does not play: nothing, but at a felt of physical chips (reading R18)."""
        return 0

    def fee(self, wager: Wager, stake: int) -> int:
        """Commission taken up front is held beside the stake (47.1-2307, reading C6)."""
        when, percent = self.setup["commission"]
        if when != "up-front" or stake == 0:
            return 0
        return craps.commission_cents(wager.wager, stake, percent=percent, c6=self.setup["c6"], chip=self.chip)

    # coming down

    def may_reduce(self, wager: Wager) -> None:
        """Pass and come stay once their point is set (47.1-2305(3), C3); hand-long side bets: C9, A7."""
        if wager is self.shooting_put():
            raise Refused("shooter-stands-by-it", "47.1-2310")
        if wager.wager == "super-front-line-winner":
            raise Refused("never-reduced", "47.1-2317.04(7)")
        if wager.wager in side_bets.HAND_LONG and self.hand.had_point:
            raise Refused("first-point-is-set", "47.1-2317.01(4)")
        if wager.wager == "pass" and self.point is not None:
            raise Refused("point-is-set", "47.1-2305(3)")
        if wager.wager == "come" and wager.spot is not None:
            raise Refused("point-is-set", "47.1-2305(3)")

    def before_reduction(self, wager: Wager, left: int) -> None:
        """Don't wagers may not go up again (47.1-2305(4), A4); odds go down in proportion."""
        if wager.wager == "dont-pass" or (wager.wager == "dont-come" and wager.spot is None):
            self.lowered.add((wager.player, wager.wager))
        for odds in self.riders(wager):
            number = self.odds_number(odds.wager, odds.spot)
            assert number is not None
            unit = craps.odds_unit_cents(odds.wager, number)
            self.set_stake(odds, odds.stake * left // wager.stake // unit * unit)

    # the shooter and the roll

    def shooter(self, player: str) -> None:
        """A new hand by name; a point that is on stays (47.1-2313(1), reading A6)."""
        self.need_seat(player)
        if self.hand.rolled and any(one.wager in side_bets.HAND_LONG for one in self.up):
            raise Refused("boxperson-must-direct", "47.1-2319")  # readings A6, C13
        self.named = player
        self.point_made = False
        self.hand = side_bets.Hand()

    def deciding_come_only(self) -> bool:
        """Whether this roll only decides come wagers (47.1-2313(2), reading C17), or refuse the roll.

        A named shooter needs a line wager of her own (47.1-2310, reading A6); the unseen one has it.
        """
        if self.named is None:
            return False
        line = [one for one in self.up if one.wager in craps.LINE]
        if any(one.player == self.named and not one.tip for one in line):
            return False
        if self.point is not None and self.shooting_put() is not None:
            return False
        line = [one for one in line if not one.tip]  # a tip waits, undecided (reading C17)
        come = any(one.wager in craps.COME for one in self.up)  # a tip's come wager waits for its decision too
        if self.point is None and self.point_made and not line and come:
            return True
        raise Refused("shooter-without-line-wager", "47.1-2310")

    def shooting_put(self) -> Wager | None:
        """The named shooter's own put on the point, if she has no line wager and it is not off (reading C20)."""
        if self.named is None or self.point is None:
            return None
        if any(one.player == self.named and one.wager in craps.LINE and not one.tip for one in self.up):
            return None
        put = self.find(self.named, f"put-{self.point}", None)
        return None if put is None or put.call == "off" else put

    def outcome(self, text: str) -> None:
        """A valid roll: settle, then move the point (47.1-2302(2)-(3), 2312(1), 2313(1)(a))."""
        faces = text.split("-")
        if len(faces) != 2 or any(face not in ("1", "2", "3", "4", "5", "6") for face in faces):
            raise Refused("impossible-outcome", "47.1-2312(1)")
        dice = (int(faces[0]), int(faces[1]))
        sets_no_point = self.deciding_come_only()
        self.settle_roll(dice, line=not sets_no_point)
        total = dice[0] + dice[1]
        hand = self.hand
        hand.rolled = True
        if total in (7, 11):  # 47.1-2317.04(9), reading C11: each of the hand, also the last
            hand.sevens += 1
        if self.point is None:
            numbers = craps.FREE_POINTS if self.free else craps.POINTS
            if total in numbers and not sets_no_point:
                self.point = total
                hand.had_point = True
        elif total == self.point:
            self.point = None
            self.point_made = True
            hand.passes += 1
            if total in craps.POINTS:  # 47.1-2317.01(7): the pool of the Fire Bet
                hand.points.add(total)
            if len(hand.points) == 6:  # 47.1-2317.01(9), reading C9
                self.settle_hand("fire-bet")
            if hand.passes == 10:  # 47.1-2317.02(7)
                self.settle_hand("sharp-shooter")
        elif total == 7:  # 47.1-2313(1)(a): the dice pass; reading A6: nobody is named
            for wager in side_bets.HAND_LONG:
                self.settle_hand(wager)
            self.point = None
            self.point_made = False
            self.named = None
            self.hand = side_bets.Hand()
        self.lowered.clear()

    def settle_hand(self, wager: str) -> None:
        """What the hand has come to, for every wager of one kind."""
        for one in [one for one in self.up if one.wager == wager]:
            table: str = self.side(wager)["pay_table"]
            self.bring_down(one, *side_bets.settle_hand_long(wager, one.stake, table, self.hand))

    def settle_roll(self, dice: craps.Dice, *, line: bool = True) -> None:
        """Every standing wager sees the roll as the table stood before it; without `line` a tip on it waits (C17)."""
        seen = [one for one in self.up if one.wager not in side_bets.HAND_LONG]
        seen = [one for one in seen if line or one.wager not in craps.LINE]
        before = [(one, self.working(one), self.parent_working(one)) for one in seen]
        for one, working, parent_working in before:
            done = craps.settle(
                one.wager,
                one.spot,
                one.stake,
                self.point,
                dice,
                free=self.free,
                working=working,
                parent_working=parent_working,
                commission=self.setup["commission"],
                c6=self.setup["c6"],
                chip=self.chip,
            )
            if done is None:
                continue
            grade, net, stays_up, new_spot = done
            if grade == "moves":
                one.spot = new_spot
            elif stays_up and not (one.tip and self.setup.get("tips_end") == "first-decision"):  # 47.1-2318
                # a fee held beside it is spent, and the next one is held at once
                self.hand_over(one, grade, net, net)
            else:
                self.bring_down(one, grade, net)

    def parent_working(self, wager: Wager) -> bool:
        """False only for odds behind a put that is off (reading A1)."""
        if wager.wager != "put-odds":
            return True
        put = self.parent(wager.wager, wager.player, wager.spot, wager.tip)
        assert put is not None
        return self.working(put)
