"""The naive live craps table: who has the dice, when they are thrown, what the boxperson directs (C13, C17-C22)."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.oracle import craps, side_bets
from tests.oracle.dice_table import CrapsTable
from tests.oracle.table import Refused, Wager

from .table import WHO, LiveTable

BOX = ("boxperson",)
STICK = ("stickperson",)


class LiveCraps(LiveTable, CrapsTable):
    """Craps with a stickperson and a boxperson; `named` is the shooter, None while nobody has the dice."""

    who: ClassVar[dict[str, tuple[str, ...]]] = {
        **WHO,
        "call-wager": ("player", "dealer", "boxperson", "stickperson"),
        "offer-dice": STICK,
        "accept-dice": ("player", "stickperson"),
        "decline-dice": ("player", "stickperson"),
        "pass-dice": ("player", "stickperson"),
        "order-pass": BOX,
        "push-dice": STICK,
        "throw-dice": STICK,
        "call-outcome": STICK,
        "call-void": ("boxperson", "stickperson"),
        "direct-hand": BOX,
        "direct-dice": BOX,
        "take-point-off": ("boxperson", "pit-supervisor", "key-manager"),
    }
    betting = ("open", "dice-out", "in-the-air")
    money = ("open", "dice-out", "settled")
    brings = money
    circles = ("fire-bet", "sharp-shooter")

    def __init__(self, setup: dict[str, Any]) -> None:
        """The dice are with the stickperson; the first offer goes to the boxperson's left (47.1-2309(2))."""
        super().__init__(setup)
        self.offered: str | None = None
        self.declined: list[str] = []  # since the dice were given up
        self.last: str | None = None  # the last shooter, while nobody has the dice
        self.last_place = 0
        self.nobody = False  # everybody has declined, the last shooter included
        self.rolls_out = False  # the boxperson lets whoever agrees throw without a line wager
        self.hand_goes_on = False  # the boxperson lets the next shooter continue the hand
        self.freed = False  # this shooter needs no line wager (readings C17, C20)
        self.faces: str | None = None

    # what may be placed

    def check_stake(self, wager: Wager, stake: int) -> None:
        """At a felt of physical chips a wager may lie above the maximum (reading R18)."""
        if not self.setup.get("physical") or wager.wager in craps.ODDS:
            super().check_stake(wager, stake)
            return
        low, _ = self.limits(wager.wager)
        if stake < low or not craps.payable(wager.wager, stake, chip=self.chip, c4=self.setup["c4"]):
            raise Refused("unpayable", "47.1-2306(4)")

    def do_place(self, by: tuple[str, str], player: str, wager: str, amount: int, *rest: Any, **more: Any) -> None:
        """With the dice in the air for come wagers alone, a line wager would make another roll of it (C17)."""
        come_only = self.phase == "in-the-air" and self.deciding_come_only()
        if come_only and wager in craps.LINE and not more.get("tip"):
            raise Refused("come-only", "47.1-2313(2)")
        super().do_place(by, player, wager, amount, *rest, **more)

    def do_call_wager(self, by: tuple[str, str], player: str, wager: str, on: bool, spot: str | None = None) -> None:
        """The dealer calls with the button (47.1-2305(5)); a player's call alone changes nothing yet."""
        self.need_betting(by, player, more=False)
        before = [(one, one.call) for one in self.up]
        self.call(player, "on" if on else "off", wager, spot)
        if by[0] not in ("dealer", "stickperson"):
            for one, call in before:
                one.call = call

    # who shoots (47.1-2309, 47.1-2313)

    def next_in_turn(self) -> str | None:
        """Clockwise from the last shooter's left; she comes last (47.1-2313(3))."""
        left = sorted(self.seats, key=lambda name: (self.seats[name] <= self.last_place, self.seats[name]))
        return next((name for name in left if name not in self.declined), None)

    def do_offer_dice(self, by: tuple[str, str], player: str, dice: int) -> None:
        """Five dice or more, to the player whose turn it is."""
        self.need_phase("open", "settled")
        if self.named is not None or player != self.next_in_turn() or dice < 5:
            raise Refused("not-her-turn", "47.1-2309(2)")
        self.offered = player

    def hand_waits(self) -> bool:
        """Wagers on the hand of a shooter who gave up the dice (reading C13)."""
        return self.named is None and self.hand.rolled and bool(self.hand_long())

    def hand_long(self) -> list[Wager]:
        """The wagers on the whole hand."""
        return [one for one in self.up if one.wager in side_bets.HAND_LONG]

    def do_accept_dice(self, by: tuple[str, str], player: str) -> None:
        """The first to accept shoots (47.1-2313(4)); the boxperson has directed about the hand before (C13)."""
        if self.offered != player:
            raise Refused("not-offered", "47.1-2309(2)")
        if self.hand_waits() and not self.hand_goes_on and player != self.last:
            raise Refused("direction-due", "47.1-2319")
        self.freed = self.rolls_out or self.freed_for_come(player)
        if player != self.last and not self.hand_goes_on:
            self.point_made = False
            self.hand = side_bets.Hand()
        if player != self.last:
            self.declined = []
        self.named, self.offered, self.last, self.last_place = player, None, None, 0
        self.nobody = self.rolls_out = self.hand_goes_on = False

    def freed_for_come(self, player: str) -> bool:
        """Whether she may throw for the come wagers alone (47.1-2313(2), C17).

        The last shooter, once all others declined; anybody, once the last shooter is gone or declined herself.
        """
        if self.last is None or not self.only_come():
            return False
        if player == self.last:
            return all(name in (player, *self.declined) for name in self.seats)
        return self.last not in self.seats or self.last in self.declined or self.nobody

    def only_come(self) -> bool:
        """No point, no line wager of a player's, and come wagers to decide (47.1-2313(2))."""
        line = any(one.wager in craps.LINE and not one.tip for one in self.up)
        return self.point is None and not line and any(one.wager in craps.COME for one in self.up)

    def do_decline_dice(self, by: tuple[str, str], player: str) -> None:
        """The dice go on; when all have declined they are offered anew (47.1-2313(3), C20)."""
        if self.offered != player:
            raise Refused("not-offered", "47.1-2309(2)")
        self.offered = None
        self.declined.append(player)
        self.all_declined()

    def all_declined(self) -> None:
        """Begin again where everybody at the table has declined."""
        if self.declined and all(name in self.declined for name in self.seats):
            self.declined, self.nobody = [], bool(self.seats)

    def give_up(self, player: str) -> None:
        """The dice go to the left of this player."""
        self.last, self.last_place = player, self.seats[player]
        self.named, self.offered, self.declined = None, None, []
        self.freed = self.nobody = self.rolls_out = self.hand_goes_on = False
        if self.phase == "dice-out":
            self.phase = "open"

    def do_pass_dice(self, by: tuple[str, str], player: str) -> None:
        """After any roll the shooter may pass the dice (47.1-2313(1))."""
        self.need_phase("open", "settled", "dice-out")
        if self.named is None or player != self.named:
            raise Refused("not-the-shooter", "47.1-2313(1)")
        self.give_up(player)

    def do_order_pass(self, by: tuple[str, str], reason: str) -> None:
        """The boxperson orders it (47.1-2313(1)(b))."""
        self.need_phase("open", "settled", "dice-out")
        if self.named is None:
            raise Refused("no-shooter", "47.1-2313(1)(b)")
        self.give_up(self.named)

    def do_sit(self, by: tuple[str, str], player: str, place: int) -> None:
        """A new player has not declined the dice."""
        super().do_sit(by, player, place)
        self.nobody = False

    def do_leave(self, by: tuple[str, str], player: str) -> None:
        """A shooter who leaves gives up the dice, unless they are out."""
        if self.phase == "dice-out" and player == self.named:
            raise Refused("dice-are-out", "47.1-2313(1)")
        seat = dict(self.seats)
        super().do_leave(by, player)
        if player == self.named:
            self.seats, rest = seat, self.seats
            self.give_up(player)
            self.seats = rest
        self.offered = None if self.offered == player else self.offered
        self.declined = [name for name in self.declined if name != player]
        self.all_declined()

    # the roll

    def deciding_come_only(self) -> bool:
        """Whether this roll only decides come wagers, or refuse it (47.1-2310, 2313(2), C17, C20)."""
        hers = [one for one in self.up if one.player == self.named and not one.tip]
        if any(one.wager in craps.LINE for one in hers):
            return False
        if self.point is not None and (self.freed or self.shooting_put() is not None):
            return False
        if self.only_come() and (self.freed or self.point_made):
            return True
        raise Refused("no-line-wager", "47.1-2310")

    def shooting_put(self) -> Wager | None:
        """Who rolls the hand out by the boxperson's direction does not shoot on a put wager (reading C20)."""
        return None if self.freed else super().shooting_put()

    def do_push_dice(self, by: tuple[str, str]) -> None:
        """To a shooter who may throw; for come wagers alone only if all others declined (47.1-2313(2))."""
        self.need_phase("open")
        if self.named is None or self.unmoved():
            raise Refused("not-yet", "47.1-2317.01(3)")
        if self.deciding_come_only() and self.others_first():
            raise Refused("others-first", "47.1-2313(2)")
        self.phase = "dice-out"

    def others_first(self) -> bool:
        """Whether somebody else has to be asked before the shooter throws for come wagers alone."""
        return not self.freed and any(name not in (self.named, *self.declined) for name in self.seats)

    def do_throw_dice(self, by: tuple[str, str]) -> None:
        """The dice leave her hand: no cash lies on the table, side bets are in their circles."""
        self.need_phase("dice-out")
        if self.buying is not None or self.unmoved():
            raise Refused("not-yet")
        self.deciding_come_only()
        self.phase = "in-the-air"

    def do_call_outcome(self, by: tuple[str, str], outcome: str, cocked: tuple[int, ...] = ()) -> None:
        """The stickperson calls (47.1-2312(1)); a cocked die shows the side opposite the one it rests on (C21)."""
        self.need_phase("in-the-air")
        faces = outcome.split("-")
        if len(faces) != 2 or any(face not in ("1", "2", "3", "4", "5", "6") for face in faces):
            raise Refused("impossible-outcome", "47.1-2312(1)")
        left = [int(face) for face in faces]
        for side in cocked:
            if 7 - side not in left:
                raise Refused("cocked", "47.1-2312(2)")
            left.remove(7 - side)
        self.phase, self.faces = "called", outcome

    def do_call_void(self, by: tuple[str, str], call: str, reason: str, before_rest: bool) -> None:
        """No Roll: nothing moves and betting is open again (47.1-2311, C16, A12)."""
        self.need_phase("in-the-air")
        if call != "no-roll" or reason not in self.reasons["no-roll"]:
            raise Refused("unknown-reason", "47.1-2311")
        self.phase = "open"

    def do_settle(self, by: tuple[str, str]) -> None:
        """Everything that this roll decides; the part of a decided wager above the maximum goes back (R18)."""
        self.need_phase("called")
        assert self.faces is not None
        shooter, point = self.named, self.point
        over = [(one, self.over(one)) for one in self.up if self.over(one)]
        for one, cents in over:
            one.stake -= cents
        come_only = self.deciding_come_only()
        self.outcome(self.faces)
        self.take_coupons()
        for one, cents in over:
            if any(each is one for each, _ in self.decided):
                self.give_over(one, cents)
            else:
                one.stake += cents
        total = sum(int(face) for face in self.faces.split("-"))
        kept = total != point if point is not None else come_only
        self.freed = self.freed and kept
        if self.named is None and shooter is not None:
            self.named = shooter
            self.give_up(shooter)
        self.phase, self.faces = "settled", None

    def over(self, wager: Wager) -> int:
        """What lies above the maximum at a felt of physical chips; odds have none (R18, A2)."""
        if not self.setup.get("physical") or wager.wager in craps.ODDS:
            return 0
        return max(0, wager.stake - self.limits(wager.wager)[1])

    def give_over(self, wager: Wager, cents: int) -> None:
        """Hand back what lay above the maximum; a posted tip is the dealers' money (decision 10)."""
        if not wager.tip:
            self.racks[wager.player] += cents
        elif self.setup.get("tips_then") == "tube":
            self.tube += cents
        else:
            self.tips += cents

    def do_open_betting(self, by: tuple[str, str]) -> None:
        """The next roll."""
        self.need_phase("settled")
        self.phase = "open"

    # what the boxperson directs (47.1-2319)

    def do_direct_hand(self, by: tuple[str, str], way: str) -> None:
        """Wagers on the hand go on with the next shooter, or go back (C13)."""
        if not self.hand_waits():
            raise Refused("nothing-to-direct", "47.1-2319")
        self.hand_goes_on = way == "continue"
        if way == "return":
            self.all_back(self.hand_long())

    def do_direct_dice(self, by: tuple[str, str], direction: str) -> None:
        """Nobody takes the dice: the hand is rolled out by whoever agrees, or everything goes back (C20)."""
        self.need_phase("open", "settled")
        if self.named is not None or self.offered is not None or not self.nobody or not self.up:
            raise Refused("nothing-to-direct", "47.1-2319")
        if direction == "roll-out":
            if self.point is None and not self.only_come():
                raise Refused("nothing-to-roll-out", "47.1-2313(2)")
            self.rolls_out = True
        else:
            self.all_back(list(self.up))
            self.point = None
            self.lowered.clear()
        self.nobody = False

    def do_take_point_off(self, by: tuple[str, str]) -> None:
        """Nobody is on the line any more, so nothing decides the point (47.1-2302(3))."""
        self.need_phase("open", "settled")
        if self.point is None or any(one.wager in craps.LINE for one in self.up):
            raise Refused("point-stays", "47.1-2302(3)")
        self.point, self.freed = None, False
        self.lowered = {each for each in self.lowered if each[1] not in craps.LINE}

    def do_void_round(self, by: tuple[str, str], reason: str) -> None:
        """Everything back, the point off."""
        super().do_void_round(by, reason)
        self.point, self.faces, self.freed = None, None, False
        self.lowered.clear()
