"""The naive roulette table and the naive Big Six table."""

from __future__ import annotations

from typing import Any, ClassVar

from . import big_six, roulette
from .table import Refused, Table, Wager


class RouletteTable(Table):
    """Roulette: every spin decides everything but the wagers In Prison (30-2203, 30-2204)."""

    acts = Table.acts | {"no-spin", "choose"}
    reasons: ClassVar[dict[str, tuple[str, ...]]] = {
        "no-spin": ("same-direction", "revolutions", "foreign-object", "ball-out", "other")
    }
    limit_cite = "30-2207"

    def __init__(self, setup: dict[str, Any]) -> None:
        """The wheel and whether it is used as a single zero (30-2210(2))."""
        super().__init__(setup)
        self.wheel: str = setup["wheel"]
        self.converted: bool = setup["converted"]

    def read(self, wager: str, spot: str | None) -> str | None:
        """A permitted wager on a lawful spot of this layout (30-2203(6))."""
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
        group = "inside" if wager in roulette.INSIDE else "outside"
        return limits.get(wager, limits.get(group, limits["default"]))

    def need_no_choice(self) -> None:
        """The next spin waits for every In Prison answer (reading A8)."""
        if any(one.state == "asked" for one in self.up):
            raise Refused("choice-pending", "30-2204(2)")

    def outcome(self, text: str) -> None:
        """The ball rests: pay, collect, or ask about In Prison (30-2203(5), 30-2204)."""
        if text not in roulette.pockets(self.wheel):
            raise Refused("impossible-outcome", "30-2210(2)")
        self.need_no_choice()
        for one in list(self.up):
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

    def no_result(self, act: str, reason: str) -> None:
        """A No Spin, unless an answer is awaited (30-2206, reading A8)."""
        super().no_result(act, reason)
        self.need_no_choice()

    def choose(self, player: str, wager: str, choice: str) -> None:
        """Half back or In Prison (30-2204(2), reading R5)."""
        self.need_seat(player)
        if choice not in ("half-back", "imprison"):
            raise Refused("unknown-choice", "30-2204(2)")
        asked = [one for one in self.up if (one.player, one.wager, one.state) == (player, wager, "asked")]
        if not asked:
            raise Refused("no-choice-pending", "30-2204(2)")
        assert len(asked) == 1
        done = roulette.choose(asked[0].stake, choice, self.chip)
        if done is None:
            asked[0].state = "imprisoned"
        else:
            self.bring_down(asked[0], *done)


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

    def may_add(self, player: str, wager: str, spot: str | None, old: Wager | None) -> None:
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
