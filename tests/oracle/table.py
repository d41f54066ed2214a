"""What the three naive tables share: racks, standing wagers and the acts that every game has.

A refused act changes nothing: `play` copies the table before each act and throws a refused copy away.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from . import side_bets

# 30-2299.04/start(3) puts tips on the standard and the bonus wager; the progressive isn't among them
NO_TIPS: tuple[str, ...] = ("roulette-up-progressive",)


class Refused(Exception):
    """A lawful no: a short word for the reason and the paragraph it rests on (None where there is none)."""

    def __init__(self, why: str, cite: str | None = None) -> None:
        """Why not, and by which paragraph."""
        super().__init__(why, cite)
        self.why = why
        self.cite = cite


@dataclass
class Wager:
    """One standing wager. `call` is what the player called: "on", "off" or nothing.

    `state` is "fresh", or at In Prison "asked" and "imprisoned", or "due" while an award or bonus is awaited;
    `fee` is a commission held beside the stake; `tip` marks a wager of the dealers' that the player put up.
    """

    player: str
    wager: str
    spot: str | None
    stake: int
    call: str | None = None
    state: str = "fresh"
    fee: int = 0
    tip: bool = False


class Table:
    """A table of any game. Subclasses say what may stand and what an outcome does."""

    acts: frozenset[str] = frozenset({"seat", "wager", "raise", "reduce", "take-down", "tip", "outcome"})
    reasons: ClassVar[dict[str, tuple[str, ...]]] = {}

    def __init__(self, setup: dict[str, Any]) -> None:
        """An empty table of the house that the setup describes."""
        self.setup = setup
        self.chip: int = setup["chip_cents"]
        self.racks: dict[str, int] = {}
        self.up: list[Wager] = []
        self.resolved: list[dict[str, Any]] = []

    # what a game must say

    def read(self, wager: str, spot: str | None) -> str | None:
        """The canonical spot, or a refusal of the wager id or the spot."""
        raise NotImplementedError

    def limits(self, wager: str) -> tuple[int, int]:
        """The least and most that may stand on one spot of this wager."""
        limits: dict[str, tuple[int, int]] = self.setup["limits"]
        if wager in side_bets.ALL:
            return self.side_limits(wager)
        return limits.get(wager, limits["default"])

    def side_limits(self, wager: str) -> tuple[int, int]:
        """The limits of a side bet; the progressive is exactly its unit (30-2299.04/start(6))."""
        if wager == "roulette-up-progressive":
            unit: int = self.side(wager)["unit_cents"]
            return (unit, unit)
        limits: dict[str, tuple[int, int]] = self.setup["limits"]
        return limits.get(wager, limits.get("side-bets", limits["default"]))

    def side(self, wager: str) -> dict[str, Any]:
        """What the house says about a side bet it offers."""
        offered: dict[str, dict[str, Any]] = self.setup["side_bets"]
        return offered[wager]

    def read_side(self, wager: str, spot: str | None) -> None:
        """A side bet this house offers; it has no spots (reading A10)."""
        if wager not in self.setup["side_bets"]:
            raise Refused("not-offered")
        if spot is not None:
            raise Refused("needless-spot")

    def check_stake(self, wager: Wager, stake: int) -> None:
        """Refuse a whole stake that may not stand on its spot after the act."""
        low, high = self.limits(wager.wager)
        if stake > high:
            raise Refused("over-maximum", self.limit_cite)
        if stake < low:
            raise Refused("under-minimum", self.limit_cite)

    limit_cite: str | None = None

    def working(self, wager: Wager) -> bool:
        """Whether the wager would act on the next outcome."""
        return True

    # shared steps

    def find(self, player: str, wager: str, spot: str | None, tip: bool = False) -> Wager | None:
        """The fresh wager a player (or by her the dealers) has on a spot, or None."""
        for one in self.up:
            if (one.player, one.wager, one.spot, one.state, one.tip) == (player, wager, spot, "fresh", tip):
                return one
        return None

    def by_seat(self, wagers: list[Wager]) -> list[Wager]:
        """In seating order, a player's own wager before her tip."""
        seats = list(self.racks)
        return sorted(wagers, key=lambda one: (seats.index(one.player), one.tip))

    def need_seat(self, player: str) -> None:
        """Only a seated player acts (reading A10)."""
        if player not in self.racks:
            raise Refused("not-seated")

    def need_offered(self, wager: str) -> None:
        """The house offers this wager."""
        offered = self.setup["offered"]
        if wager not in side_bets.ALL and offered is not None and wager not in offered:
            raise Refused("not-offered")

    def cents(self, dollars: Fraction) -> int:
        """An amount as cents: more than nothing and a whole number of the lowest chip (reading C4)."""
        cents = dollars * 100
        if cents <= 0:
            raise Refused("not-positive")
        if cents.denominator != 1 or cents.numerator % self.chip != 0:
            raise Refused("not-whole-chips")
        return cents.numerator

    def pay_in(self, player: str, cents: int) -> None:
        """Move chips from the rack to the layout."""
        if cents > self.racks[player]:
            raise Refused("rack-too-small")
        self.racks[player] -= cents

    def hand_over(self, wager: Wager, grade: str, net: int, cents: int) -> None:
        """Write down a decision and pay `cents`: to the player's rack, or of a decided tip wager to the tip box."""
        row = {
            "player": wager.player,
            "wager": wager.wager,
            "spot": wager.spot,
            "grade": grade,
            "stake_cents": wager.stake,
            "net_cents": 0 if wager.tip else net,
        }
        dealers = wager.tip and grade != "returned"  # 30-2703(5): undecided, it goes back to the patron
        if wager.tip:
            row |= {"tip": True, "tip_box_cents": cents if dealers else 0}
        if not dealers:
            self.racks[wager.player] += cents
        self.resolved.append(row)

    def bring_down(self, wager: Wager, grade: str, net: int) -> None:
        """A decided wager comes down: stake, held fee and net go to the rack (or tip box) together."""
        self.hand_over(wager, grade, net, wager.stake + wager.fee + net)
        self.up = [one for one in self.up if one is not wager]

    # acts

    def seat(self, player: str, dollars: Fraction) -> None:
        """`seat ann 500`: a name is seated once (reading A10)."""
        if player in self.racks:
            raise Refused("seated-twice")
        self.racks[player] = self.cents(dollars)

    def place(
        self, player: str, dollars: Fraction, wager: str, spot: str | None, *, must_stand: bool, tip: bool = False
    ) -> None:
        """`wager`, and `raise` where `must_stand`; a second wager on a held spot adds to it (reading A3).

        `tip` is a wager for the dealers, beside the player's own.
        """
        if tip and (not self.setup["tips"] or wager in NO_TIPS):
            raise Refused("no-tips")
        self.need_seat(player)
        spot = self.read(wager, spot)
        self.need_offered(wager)
        cents = self.cents(dollars)
        old = self.find(player, wager, spot, tip)
        if must_stand and old is None:
            raise Refused("nothing-stands")
        self.may_add(player, wager, spot, old, tip)
        one = old or Wager(player, wager, spot, 0, tip=tip)
        self.check_stake(one, one.stake + cents)
        if old is None:
            self.up.append(one)
        self.set_stake(one, one.stake + cents)

    def may_add(self, player: str, wager: str, spot: str | None, old: Wager | None, tip: bool) -> None:
        """Refuse where this wager may not be placed or raised now."""

    def set_stake(self, wager: Wager, stake: int) -> None:
        """Change what stands and move the difference, fee included, between rack and layout."""
        fee = self.fee(wager, stake)
        difference = stake + fee - wager.stake - wager.fee
        if difference > 0:
            self.pay_in(wager.player, difference)
        else:
            self.racks[wager.player] -= difference
        wager.stake, wager.fee = stake, fee
        if stake == 0:
            self.up = [one for one in self.up if one is not wager]

    def fee(self, wager: Wager, stake: int) -> int:
        """A commission held beside the stake; none but at craps."""
        return 0

    def reduce(self, player: str, dollars: Fraction | None, wager: str, spot: str | None) -> None:
        """`reduce`, or `take-down` where no amount is given; by the whole stake is taking down (A2)."""
        self.need_seat(player)
        spot = self.read(wager, spot)
        one = self.find(player, wager, spot)
        cents = None if dollars is None else self.cents(dollars)
        if one is None:
            raise Refused("nothing-stands")
        self.may_reduce(one)
        left = 0 if cents is None else one.stake - cents
        if left < 0:
            raise Refused("more-than-stands")
        if left > 0:
            self.check_stake(one, left)
        self.before_reduction(one, left)
        self.set_stake(one, left)

    def may_reduce(self, wager: Wager) -> None:
        """Refuse where this wager may not be reduced or taken down now."""

    def before_reduction(self, wager: Wager, left: int) -> None:
        """What else a reduction changes."""

    def call(self, player: str, word: str, wager: str, spot: str | None) -> None:
        """`on` and `off`: craps alone."""
        raise Refused("another-game")

    def outcome(self, text: str) -> None:
        """What the device shows."""
        raise NotImplementedError

    def no_result(self, act: str, reason: str) -> None:
        """`no-roll`, `no-spin`, `void`: wagers stand (C16, R7, B2); the reason must be a listed one (A9)."""
        if reason not in self.reasons[act]:
            raise Refused("unknown-reason")

    def shooter(self, player: str) -> None:
        """`shooter`: craps alone."""
        raise Refused("another-game")

    def choose(self, player: str, wager: str, choice: str) -> None:
        """`choose`: roulette alone."""
        raise Refused("another-game")

    def award(self, times: Fraction) -> None:
        """`award`: roulette alone."""
        raise Refused("another-game")

    def bonus(self, balls: str) -> None:
        """`bonus`: roulette alone."""
        raise Refused("another-game")

    def repaired(self) -> None:
        """`repaired`: Big Six alone."""
        raise Refused("another-game")

    def standing(self) -> list[dict[str, Any]]:
        """The standing rows, oldest first."""
        return [
            {
                "player": one.player,
                "wager": one.wager,
                "spot": one.spot,
                "stake_cents": one.stake,
                "working": self.working(one),
                **({"tip": True} if one.tip else {}),
            }
            for one in self.up
        ]
