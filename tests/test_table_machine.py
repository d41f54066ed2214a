"""Random lives of a table, valid and invalid commands mixed: money is conserved, replay agrees, refusals change nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from croupier.core.refusal import Refusal
from croupier.games.roulette.layout import layout_of
from croupier.table import begin, digest, evolve
from croupier.table import events as all_events
from croupier.table.commands import KINDS
from croupier.table.people import ROLES
from tests.table_play import PEOPLE, Table, by

PLAYERS = ("ann", "bob", "eve")
AMOUNTS = st.sampled_from([1_00, 2_00, 5_00, 6_00, 10_00, 12_00, 25_00, 100_00, 501_00, 50, 1])
HOUSES: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "roulette": (
        ("colorado-double-zero", {}),
        ("colorado-single-zero", {}),
        ("colorado-converted-wheel", {}),
        ("ten-dollar-roulette", {}),
        ("colorado-double-zero", {"chips__physical": True}),
        ("colorado-double-zero", {"device__electronic": True}),
    ),
    "craps": (
        ("colorado-craps", {}),
        ("colorado-craps", {"commission__buy__when": "up-front", "commission__lay__when": "up-front"}),
        ("colorado-craps-free", {}),
    ),
    "big-six": (("colorado-big-six", {}),),
}
SEEN: Counter[str] = Counter()


class _Life(RuleBasedStateMachine):
    """One table's life."""

    game: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.shadow = begin("T1")

    @initialize(data=st.data())
    def opens(self, data: Any) -> None:
        name, change = data.draw(st.sampled_from(HOUSES[self.game]))
        bank = data.draw(st.sampled_from([500_00, 100_000_00]))
        self.table.opened(name, bank, **change)
        color = iter(("red", "blue", "green"))
        for place, player in enumerate(PLAYERS[:2], start=1):
            self.table.sits(player, place, 100_00, next(color) if name == "ten-dollar-roulette" else None)
        self._catch_up()

    def _catch_up(self) -> None:
        for body in self.table.log[self.table.seen :]:
            self.shadow = evolve(self.shadow, all_events.read(body))
        self.table.seen = len(self.table.log)

    def try_it(self, word: str, who: Any, **fields: Any) -> None:
        """A command that may or may not be taken."""
        before = self.table.state
        done = self.table.ask(word, who, **fields)
        if isinstance(done, Refusal):
            assert self.table.state is before
            assert done.message.endswith("."), done.message
            SEEN[f"refused {done.code.word}"] += 1
            return
        assert done, f"{word} made no event"
        for event in done:
            SEEN[type(event).__name__] += 1
            self.table.happen(event)

    @rule(data=st.data())
    def goes_on(self, data: Any) -> None:
        """The next step of the round, as it should be."""
        state, dealer, stick = self.table.state, by("dealer"), by("stickperson")
        craps = self.game == "craps"
        if state.held:
            return self.try_it("decide-resumed", by("pit-supervisor"), go_on=data.draw(st.booleans()), reason="power")
        if state.buying is not None:
            return self._buying(data)
        match state.phase:
            case "closed":
                return None
            case "open" if self.game == "roulette":
                self.try_it("spin", dealer)
            case "open" if self.game == "big-six":
                self.try_it("call-no-more-bets", dealer)
            case "open":
                self._dice(data)
            case "spun" if self.game == "roulette":
                self.try_it("call-no-more-bets", dealer, revolutions=4)
            case "no-more-bets" if self.game == "big-six":
                self.try_it("spin", dealer, clockwise=state.felt.table.clockwise)
            case "dice-out":
                self.try_it("throw-dice", stick)
            case "spun" | "no-more-bets" | "in-the-air":
                self.try_it("call-outcome", stick if craps else dealer, outcome=self._outcome(data))
            case "called":
                self.try_it("draw", dealer, of="award", result="10")
                self.try_it("settle", dealer)
            case "settled":
                balls = data.draw(st.sampled_from(["1-2", "1-1", "17-20", "0-1-2"]))
                self.try_it("draw", dealer, of="bonus", result=balls)
                self.try_it("open-betting", dealer)
        return None

    def _outcome(self, data: Any) -> str:
        house = self.table.state.house
        shown = data.draw(st.sampled_from([*house.game.chance(house)]))
        return "-".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)

    def _buying(self, data: Any) -> None:
        buying = self.table.state.buying
        assert buying is not None
        word = {"spread": "state-amount", "stated": "give-chips", "given": "drop-cash"}[buying.step]
        amount = {"amount": buying.amount} if word == "state-amount" else {}
        self.try_it(word, by("dealer"), player=buying.player, **amount)

    def _dice(self, data: Any) -> None:
        from croupier.table.decide_craps import next_in_turn

        state = self.table.state
        due = next_in_turn(state)
        shooter = state.felt.table.shooter
        if shooter is not None:
            if not any(each.wager in ("pass", "dont-pass") and each.seat == shooter for each in state.felt.standing):
                self.try_it("place", by("player", shooter), player=shooter, wager="pass", amount=5_00)
            self.try_it("push-dice", by("stickperson"))
        elif state.dice.asked is not None:
            word = data.draw(st.sampled_from(["accept-dice", "accept-dice", "decline-dice"]))
            self.try_it(word, by("player", state.dice.asked), player=state.dice.asked)
        elif due is not None:
            self.try_it("offer-dice", by("stickperson"), player=due, dice=data.draw(st.sampled_from([5, 6, 4])))
            if data.draw(st.booleans()):
                way = data.draw(st.sampled_from(["continue", "return"]))
                self.try_it("direct-hand", by("boxperson"), way=way)

    @rule(data=st.data())
    def wagers(self, data: Any) -> None:
        """A wager that may well be taken."""
        house = self.table.state.house
        player = data.draw(st.sampled_from(PLAYERS))
        wager = data.draw(st.sampled_from(sorted(house.offered)))
        spots = sorted(layout_of(house).spots.get(wager, ())) if self.game == "roulette" else []
        spot = data.draw(st.sampled_from(spots)) if spots else None
        word = data.draw(st.sampled_from(["place", "place", "place", "place-coupon", "raise", "reduce"]))
        who = by("dealer") if word == "place-coupon" or data.draw(st.booleans()) else by("player", player)
        fields: dict[str, Any] = {"player": player, "wager": wager, "amount": data.draw(AMOUNTS), "spot": spot}
        if word == "place":
            fields["tip"] = data.draw(st.sampled_from([False, False, True]))
        if word == "place-coupon":
            fields["coupon"] = "K1"
        self.try_it(word, who, **fields)

    @rule(data=st.data())
    def changes(self, data: Any) -> None:
        """What stands is taken down, called, repeated, chosen."""
        standing = self.table.state.felt.standing
        if not standing:
            return
        each = data.draw(st.sampled_from(standing))
        who = data.draw(st.sampled_from([by("player", each.seat), by("dealer")]))
        word = data.draw(st.sampled_from("take-down call-wager confirm-call repeat clear choose reduce raise".split()))
        fields: dict[str, Any] = {"player": each.seat}
        if word in ("take-down", "call-wager", "confirm-call", "reduce", "raise"):
            fields |= {"wager": each.wager, "spot": each.spot}
        if word in ("reduce", "raise"):
            fields["amount"] = data.draw(AMOUNTS)
        if word == "call-wager":
            fields["on"] = data.draw(st.booleans())
        if word == "choose":
            fields |= {"wager": each.wager, "choice": data.draw(st.sampled_from(["half-back", "imprison"]))}
        self.try_it(word, by("dealer") if word == "confirm-call" else who, **fields)

    @rule(data=st.data())
    def corrects(self, data: Any) -> None:
        """An outcome of some round was wrong; or a dispute is decided."""
        state = self.table.state
        past = data.draw(st.sampled_from([0, 0, 1, 2]))
        draws = data.draw(st.sampled_from([(), (), ({"of": "award", "result": "20"},)]))
        fields = {"outcome": self._outcome(data), "reason": "misread", "dealer": "dee", "draws": draws}
        if data.draw(st.booleans()):
            return self.try_it(
                "correct-outcome", by("pit-supervisor"), round=max(1, state.round - past), **fields
            )
        self.try_it("raise-dispute", by("dealer"), player=data.draw(st.sampled_from(PLAYERS)), about="x", against="dee")
        amount = data.draw(st.sampled_from([0, 5_00, -5_00, -500_00]))
        number = max(1, state.disputed)
        return self.try_it("decide-dispute", by("pit-supervisor"), number=number, decision="fair", amount=amount)

    @rule(data=st.data())
    def irregular(self, data: Any) -> None:
        """A void, a stop, an inspection, a claim."""
        call = {"roulette": "no-spin", "craps": "no-roll", "big-six": "void"}[self.game]
        reasons = "ball-out revolutions other foreign-object off-table hands cheating between-sections clapper-broken"
        match data.draw(st.sampled_from("void void stop inspect claim repair pass order void-round".split())):
            case "void":
                who = data.draw(st.sampled_from([by("dealer"), by("boxperson"), by("pit-supervisor")]))
                self.try_it("call-void", who, call=call, reason=data.draw(st.sampled_from(reasons.split())))
            case "stop":
                self.try_it("resume", by("system"))
            case "inspect":
                self.try_it("inspect-ball", by("pit-supervisor"), fit=data.draw(st.booleans()), remark="seen")
            case "claim":
                how = data.draw(st.sampled_from(["rack", "cash", "waived"]))
                self.try_it("settle-claim", by("pit-supervisor"), person=data.draw(st.sampled_from(PLAYERS)), how=how)
            case "repair":
                self.try_it("return-to-service", by("key-manager"))
            case "pass":
                player = data.draw(st.sampled_from(PLAYERS))
                self.try_it("pass-dice", by("player", player), player=player)
            case "order":
                self.try_it("order-pass", by("boxperson"), reason="delay")
            case "void-round":
                self.try_it("void-round", by("key-manager"), reason="smoke")

    @rule(data=st.data())
    def anything(self, data: Any) -> None:
        """Any command with any fields that can be read, by anybody."""
        kind = data.draw(st.sampled_from(sorted(KINDS)))
        role = data.draw(st.sampled_from([*ROLES, *sorted(KINDS[kind].roles)]))
        person = data.draw(st.sampled_from([*PLAYERS, PEOPLE.get(role, "zoe")]))
        fields = {name: data.draw(_FIELDS[name]) for name in KINDS[kind].__struct_fields__ if name in _FIELDS}
        if kind in ("open-table", "change-house"):
            return
        if kind == "acknowledge-clock":
            fields["at"] = 0
        self.try_it(kind, by(role, person), **_fitting(kind, fields))

    @invariant()
    def replay_agrees(self) -> None:
        self._catch_up()
        assert digest(self.shadow) == digest(self.table.state)

    def teardown(self) -> None:
        assert digest(self.table.replayed()) == digest(self.table.state)


_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from(PLAYERS),
    "person": st.sampled_from([*PLAYERS, "dee"]),
    "against": st.sampled_from(["dee", "pat"]),
    "place": st.sampled_from([1, 2, 3]),
    "color": st.sampled_from(["red", "blue"]),
    "unit": st.sampled_from([1_00, 5_00, 7]),
    "amount": AMOUNTS,
    "counted": st.sampled_from([0, 500_00]),
    "instrument": st.sampled_from(["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"]),
    "into": st.sampled_from(["drop-box", "bill-validator"]),
    "table": st.sampled_from(["", "T1", "T2"]),
    "slip": st.just("S1"),
    "witness": st.sampled_from(["sue", "pat"]),
    "box": st.sampled_from(["drop", "tips"]),
    "wager": st.sampled_from(["pass", "red", "one", "straight", "place-6"]),
    "spot": st.sampled_from([None, "17", "6"]),
    "choice": st.sampled_from(["half-back", "imprison"]),
    "on": st.booleans(),
    "tip": st.booleans(),
    "coupon": st.just("K2"),
    "outcome": st.sampled_from(["17", "0", "00", "4-2", "3-4", "one", "banana"]),
    "of": st.sampled_from(["award", "bonus"]),
    "result": st.sampled_from(["10", "1-2"]),
    "dice": st.sampled_from([4, 5]),
    "way": st.sampled_from(["continue", "return"]),
    "fit": st.booleans(),
    "remark": st.just("seen"),
    "reason": st.sampled_from(["delay", "other"]),
    "about": st.just("a payout"),
    "number": st.sampled_from([1, 2]),
    "decision": st.just("fair"),
    "go_on": st.booleans(),
    "round": st.sampled_from([1, 2]),
    "dealer": st.just("dee"),
    "call": st.sampled_from(["no-spin", "no-roll", "void"]),
    "how": st.sampled_from(["rack", "cash", "waived"]),
}


def _fitting(kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The same fields, with a reason that can be read where only some can."""
    return fields | {"reason": "delay"} if kind == "order-pass" else fields


class _Roulette(_Life):
    game = "roulette"


class _Craps(_Life):
    game = "craps"


class _BigSix(_Life):
    game = "big-six"


@pytest.mark.parametrize("machine", [_Roulette, _Craps, _BigSix], ids=["roulette", "craps", "big-six"])
def test_a_random_life_of_a_table(machine: type[_Life], proof: bool, share: Callable[[str], None]) -> None:
    SEEN.clear()
    lives, steps = (1000, 60) if proof else (12, 40)
    run_state_machine_as_test(machine, settings=settings(max_examples=lives, stateful_step_count=steps))
    refused = sum(count for word, count in SEEN.items() if word.startswith("refused"))
    happened = sum(SEEN.values()) - refused
    assert happened > lives * 4
    assert refused > lives * 4
    share(f"live {machine.game} tables: {lives} random lives, {happened} events, {refused} refusals")
