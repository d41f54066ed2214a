"""What naive live tables share: people and phases, buy-ins, chips, coupons and tips (readings A14, M3, M4).

A command is a word, who gives it (role and person) and its fields. `Refused` is a lawful no, as at the felt: the
caller throws a refused table away.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from tests.oracle import side_bets
from tests.oracle.table import Refused, Table, Wager

HANDLES_CHIPS = ("player", "dealer", "boxperson")
TAKES_CASH = ("dealer", "boxperson")
CONFIRMS = ("dealer", "stickperson", "boxperson")  # a late wager (47.1-2305(2), reading C18)
# who may give a command, whatever the game
WHO: dict[str, tuple[str, ...]] = {
    "sit": HANDLES_CHIPS,
    "leave": HANDLES_CHIPS,
    "take-color": ("player", "dealer"),
    "bring-chips": HANDLES_CHIPS,
    "cash-out": HANDLES_CHIPS,
    "spread-cash": TAKES_CASH,
    "state-amount": TAKES_CASH,
    "give-chips": TAKES_CASH,
    "drop-cash": TAKES_CASH,
    "return-cash": TAKES_CASH,
    "place": (*HANDLES_CHIPS, "stickperson"),
    "raise": (*HANDLES_CHIPS, "stickperson"),
    "reduce": HANDLES_CHIPS,
    "take-down": HANDLES_CHIPS,
    "place-coupon": CONFIRMS,
    "move-wagers": ("dealer",),
    "settle": ("dealer",),
    "open-betting": ("dealer",),
    "void-round": ("key-manager",),
}
LATE_ONLY = ("place", "raise", "place-coupon")  # a stickperson keys them only to confirm a late wager


@dataclass
class Buying:
    """A buy-in that is not finished: who spread the cash takes every step (30-2215, reading A14)."""

    player: str
    amount: int
    person: str
    step: str = "spread"
    serial: str | None = None


@dataclass
class Coupon:
    """A coupon on a wager; its face is a part of the wager's stake (readings M2, M3)."""

    serial: str
    face: int
    wager: Wager


class LiveTable(Table):
    """A live table of any game: what the felt decides, and who may do it when."""

    who: ClassVar[dict[str, tuple[str, ...]]] = WHO
    betting: tuple[str, ...] = ()  # phases in which wagers are taken
    money: tuple[str, ...] = ()  # phases in which money changes hands
    brings: tuple[str, ...] = ()  # phases in which value chips are brought
    circles: tuple[str, ...] = ()  # side bets that a dealer moves to the circle of the player's position

    def __init__(self, setup: dict[str, Any]) -> None:
        """An open table without players; `dee` is the dealer."""
        super().__init__(setup)
        self.phase = "open"
        self.seats: dict[str, int] = {}
        self.colors: dict[str, str] = {}
        self.in_charge: str | None = None
        self.buying: Buying | None = None
        self.coupons: list[Coupon] = []
        self.used: set[str] = set()
        self.moved: set[tuple[str, str]] = set()
        self.tips = 0
        self.tube = 0
        self.drop = 0
        self.decided: list[tuple[Wager, dict[str, Any]]] = []  # by the last command, in no order

    def command(self, word: str, role: str, person: str, fields: dict[str, Any]) -> None:
        """Carry out a command, or refuse it."""
        self.decided = []
        if role not in self.who.get(word, ()):
            raise Refused("not-your-role")
        if role == "player" and fields.get("player", person) != person:
            raise Refused("not-your-seat")
        if role == "stickperson" and word in LATE_ONLY and self.phase != "in-the-air":
            raise Refused("only-late", "47.1-2302(5)")
        if role == "dealer" and self.in_charge not in (None, person) and word != "relieve-dealer":
            raise Refused("not-in-charge", "30-2201(4)")
        given = self.buying is not None and self.buying.step == "given"
        if given and role in TAKES_CASH and word not in ("drop-cash", "relieve-dealer"):
            raise Refused("drop-at-once", "30-2215(3)")
        getattr(self, "do_" + word.replace("-", "_"))(by=(role, person), **fields)

    def need_phase(self, *phases: str) -> None:
        """Refuse outside these phases of the round."""
        if self.phase not in phases:
            raise Refused("not-in-this-phase")

    def by_seat(self, wagers: list[Wager]) -> list[Wager]:
        """In the order of the places, a player's own wager before her tip."""
        return sorted(wagers, key=lambda one: (self.seats[one.player], one.tip))

    def hand_over(self, wager: Wager, grade: str, net: int, cents: int) -> None:
        """As at the felt; what a tip wager wins goes to the box or the tube (47.1-2318)."""
        super().hand_over(wager, grade, net, cents)
        row = self.resolved[-1]
        self.decided.append((wager, row))
        won = row.get("tip_box_cents", 0)
        if self.setup.get("tips_then") == "tube":
            self.tube += won
        else:
            self.tips += won

    # people and chips

    def do_sit(self, by: tuple[str, str], player: str, place: int) -> None:
        """A free place for somebody who has none."""
        if player in self.seats or place in self.seats.values():
            raise Refused("taken")
        self.seats[player], self.racks[player] = place, 0

    def do_leave(self, by: tuple[str, str], player: str) -> None:
        """With nothing up, nothing in the rack and no cash on the table."""
        self.need_phase(*self.money)
        self.need_seat(player)
        if self.buying is not None and self.buying.player == player:
            raise Refused("buy-in")
        if self.racks[player] or any(one.player == player for one in self.up):
            raise Refused("chips-remain", "30-2203(2)")
        del self.seats[player], self.racks[player]
        self.colors.pop(player, None)

    def do_take_color(self, by: tuple[str, str], player: str, color: str, unit: int) -> None:
        """A color of nobody else's and of no value chip's, before any wager (30-2201(9), 30-2203(3), M4)."""
        self.need_seat(player)
        if color in self.setup["value_chip_colors"]:
            raise Refused("value-chip-color", "30-2203(3)")
        if any(other == color for name, other in self.colors.items() if name != player):
            raise Refused("color-taken", "30-2203(3)")
        if self.racks[player] or any(one.player == player for one in self.up):
            raise Refused("unit-is-set", "30-2201(9)")
        self.colors[player] = color

    def do_bring_chips(self, by: tuple[str, str], player: str, amount: int, table: str = "") -> None:
        """Value chips of the house may be brought; chips of a table never left one (30-2203(2), reading M4)."""
        self.need_phase(*self.brings)
        self.need_seat(player)
        if table:
            raise Refused("chips-of-a-table", "30-2203(2)")
        self.racks[player] += self.cents(Fraction(amount, 100))

    def do_cash_out(self, by: tuple[str, str], player: str, amount: int) -> None:
        """Chips leave the rack."""
        self.need_phase(*self.money)
        self.need_seat(player)
        if amount != self.racks[player]:
            self.cents(Fraction(amount, 100))
        self.pay_in(player, amount)

    # a buy-in

    def do_spread_cash(
        self, by: tuple[str, str], player: str, instrument: str, amount: int, serial: str | None = None
    ) -> None:
        """First step, one buy-in at a time (30-2215(1)); a coupon is exchanged for chips once (30-2215(4), M3)."""
        self.need_phase(*self.money)
        self.need_seat(player)
        self.cents(Fraction(amount, 100))
        if self.buying is not None:
            raise Refused("another-first", "30-2215(1)")
        if instrument == "coupon":
            self.need_valid_coupon(serial, amount)
            if self.setup["game"] == "craps":
                raise Refused("match-play-is-not-exchanged", "47.1-2305(1)")
        self.buying = Buying(player, amount, by[1], serial=serial)

    def buy_in(self, by: tuple[str, str], player: str, step: str) -> Buying:
        """The buy-in of this player at this step, taken on by the person who began it (reading A14)."""
        if self.buying is None or (self.buying.player, self.buying.step) != (player, step):
            raise Refused("not-this-step", "30-2215")
        if self.buying.person != by[1]:
            raise Refused("another-dealer", "30-2215(2)")
        return self.buying

    def do_state_amount(self, by: tuple[str, str], player: str, amount: int) -> None:
        """Second step: what lies there is stated (30-2215(2))."""
        buying = self.buy_in(by, player, "spread")
        if buying.amount != amount:
            raise Refused("amount-differs", "30-2215(2)")
        buying.step = "stated"

    def do_give_chips(self, by: tuple[str, str], player: str) -> None:
        """Third step (30-2215(3)): now a coupon is used."""
        buying = self.buy_in(by, player, "stated")
        buying.step = "given"
        self.racks[player] += buying.amount
        if buying.serial is not None:
            self.used.add(buying.serial)

    def do_drop_cash(self, by: tuple[str, str], player: str) -> None:
        """Fourth step, at once (30-2215(3))."""
        self.drop += self.buy_in(by, player, "given").amount
        self.buying = None

    def do_return_cash(self, by: tuple[str, str], player: str) -> None:
        """Before chips are given the cash may go back (reading A14)."""
        if self.buying is None or self.buying.player != player or self.buying.step == "given":
            raise Refused("nothing-to-return")
        self.buying = None

    def do_relieve_dealer(self, by: tuple[str, str]) -> None:
        """Another dealer takes charge; cash goes back, and between chips and drop she waits (reading A14)."""
        if by[1] == self.in_charge:
            raise Refused("herself")
        if self.buying is not None and self.buying.step == "given":
            raise Refused("to-be-dropped", "30-2215(3)")
        self.buying, self.in_charge = None, by[1]

    # wagers

    def need_betting(self, by: tuple[str, str], player: str, *, more: bool) -> None:
        """Whether this player's wagers may change now, and by whom (47.1-2305(2), reading C18; 30-2215(4))."""
        self.need_phase(*self.betting)
        if self.phase == "in-the-air" and (not more or by[0] not in CONFIRMS):
            raise Refused("in-the-air", "47.1-2305(2)")
        self.need_seat(player)
        if more and self.buying is not None and self.buying.player == player:
            raise Refused("redeemed-first", "30-2215(4)")

    def coupon_on(self, player: str, wager: str, spot: str | None) -> bool:
        """Whether a coupon is on a wager of the player's."""
        keys = [(one.wager.player, one.wager.wager, one.wager.spot) for one in self.coupons]
        return (player, wager, spot) in keys

    def do_place(
        self,
        by: tuple[str, str],
        player: str,
        wager: str,
        amount: int,
        spot: str | None = None,
        tip: bool = False,
        tip_at: str | None = None,
        must_stand: bool = False,
    ) -> None:
        """A wager in chips: none is added to one with a coupon (M3), a tip says where it lies (47.1-2317.01(5))."""
        self.need_betting(by, player, more=True)
        if not tip and self.coupon_on(player, wager, spot):
            raise Refused("beside-a-coupon")
        if (tip_at is not None) != (tip and wager in self.circles and wager in side_bets.HAND_LONG):
            raise Refused("tip-position", "47.1-2317.01(5)")
        if tip_at == "on-own-wager" and self.find(player, wager, spot) is None:
            raise Refused("no-own-wager", "47.1-2317.01(5)")
        self.place(player, Fraction(amount, 100), wager, spot, must_stand=must_stand, tip=tip)
        self.moved.discard((player, wager))

    def do_raise(self, by: tuple[str, str], player: str, wager: str, amount: int, spot: str | None = None) -> None:
        """More on a wager that stands."""
        self.do_place(by, player, wager, amount, spot, must_stand=True)

    def do_reduce(self, by: tuple[str, str], player: str, wager: str, amount: int, spot: str | None = None) -> None:
        """Part of a wager comes back; one with a coupon, or with a coupon on its odds, comes down whole (M3)."""
        self.need_betting(by, player, more=False)
        stakes = [one.wager.stake for one in self.coupons]
        self.reduce(player, Fraction(amount, 100), wager, spot)
        if stakes != [one.wager.stake for one in self.coupons]:
            raise Refused("coupon-comes-down-whole")

    def do_take_down(self, by: tuple[str, str], player: str, wager: str, spot: str | None = None) -> None:
        """A wager comes down, with its odds; coupons go back to the player (M3)."""
        self.need_betting(by, player, more=False)
        before = self.coupons
        self.reduce(player, None, wager, spot)
        self.coupons = [one for one in before if one.wager in self.up]
        self.racks[player] -= sum(one.face for one in before if one not in self.coupons)

    def unmoved(self) -> bool:
        """Whether a side bet lies in its marked area still (47.1-2317.01(3), .02(3), 30-2299.02(3))."""
        lying = [one for one in self.up if one.wager in self.circles and not one.tip]
        return any((one.player, one.wager) not in self.moved for one in lying)

    def do_move_wagers(self, by: tuple[str, str]) -> None:
        """The dealer moves them to the circles."""
        if not self.unmoved():
            raise Refused("nothing-to-move")
        self.moved = {(one.player, one.wager) for one in self.up}

    # coupons

    def need_valid_coupon(self, serial: str | None, amount: int) -> None:
        """In the register, of this table, game, date and face value, and never used or in use (M3)."""
        issued = self.setup["coupons"].get(serial)
        if issued is None or serial in self.used or any(one.serial == serial for one in self.coupons):
            raise Refused("coupon-not-valid")
        if self.buying is not None and self.buying.serial == serial:
            raise Refused("coupon-in-use")
        here = (issued["table"], issued["face_cents"]) == ("T1", amount)
        if not here or self.setup["game"] not in issued["games"] or not issued["today"]:
            raise Refused("coupon-not-valid-here")

    def do_place_coupon(
        self, by: tuple[str, str], player: str, wager: str, amount: int, coupon: str, spot: str | None = None
    ) -> None:
        """At craps beside chips of the same amount; at roulette alone, at even money or 2 to 1 (M2, M3)."""
        self.need_betting(by, player, more=True)
        self.need_valid_coupon(coupon, amount)
        if self.coupon_on(player, wager, spot):
            raise Refused("one-coupon-a-wager")
        old = self.find(player, wager, self.read(wager, spot))
        if self.setup["game"] == "craps":
            if old is None or old.stake != amount:
                raise Refused("match-play", "47.1-2305(1)")
        elif old is not None or wager not in self.setup["coupon_wagers"]:
            raise Refused("coupon-not-on-this", "30-2203(1)")
        if (old.stake if old else 0) + amount > self.most(wager):
            raise Refused("coupon-over-the-maximum")
        self.racks[player] += amount
        self.place(player, Fraction(amount, 100), wager, spot, must_stand=False)
        found = self.find(player, wager, self.read(wager, spot))
        assert found is not None
        self.coupons.append(Coupon(coupon, amount, found))
        self.moved.discard((player, wager))

    def most(self, wager: str) -> float:
        """The maximum of a wager: no part of a coupon can go back; it does not cap odds (readings R18, A2)."""
        return float("inf") if wager.endswith("-odds") else self.limits(wager)[1]

    def take_coupons(self) -> None:
        """Of decided wagers: used if won or lost; a push or return gives it back; it is no chip (M2, M3)."""
        for one, row in self.decided:
            for coupon in [each for each in self.coupons if each.wager is one]:
                self.coupons.remove(coupon)
                if row["grade"] not in ("push", "returned"):
                    self.used.add(coupon.serial)
                if row["grade"] != "lose":
                    self.racks[one.player] -= coupon.face
                if any(each is one for each in self.up):  # paid and would stay: it comes down with its coupon
                    self.up = [each for each in self.up if each is not one]
                    self.racks[one.player] += one.stake

    # the end of a round

    def all_back(self, wagers: list[Wager]) -> None:
        """Return wagers undecided, with their coupons."""
        for one in wagers:
            self.bring_down(one, "returned", 0)
        self.take_coupons()

    def do_void_round(self, by: tuple[str, str], reason: str) -> None:
        """A key manager voids the round: everything goes back (30-2206(5), 47.1-2319)."""
        if not self.up and self.phase in ("open", "settled"):
            raise Refused("nothing-to-void")
        self.all_back(list(self.up))
        self.phase = "settled"

    def payments(self) -> list[tuple[dict[str, Any], tuple[int, int]]]:
        """The decided wagers with their turn: losers first; then pays, the whole hand's last, by place (C22)."""
        found = []
        for one, row in self.decided:
            if row["grade"] == "lose":
                found.append((row, (0, 0)))
            elif self.setup["game"] == "craps":
                found.append((row, (2 if one.wager in side_bets.HAND_LONG else 1, self.seats[one.player])))
            else:
                found.append((row, (1, 0)))
        return found
