"""Random lives of a table, good and bad commands mixed: money is conserved, replay agrees, a "no" changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from croupier.core.refusal import Refusal
from croupier.games.roulette.layout import layout_of
from croupier.table import begin, digest, evolve, outcomes, settle
from croupier.table import events as all_events
from croupier.table.commands import KINDS
from croupier.table.decide_device import chance_of
from croupier.table.people import ROLES
from tests.table_play import PEOPLE, Table, by

PLAYERS = ("ann", "bob", "eve")
AMOUNTS = (1_00, 2_00, 5_00, 6_00, 10_00, 12_00, 25_00, 100_00, 501_00, 50, 1)
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
SEEDS = st.integers(0, 2**32)
SEEN: Counter[str] = Counter()


class _Life(RuleBasedStateMachine):
    """One table's life."""

    game: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.shadow = begin("T1")
        self.logs: dict[int, str] = {}  # by round: the digest at the close that was drawn with
        self.drawn: dict[int, tuple[outcomes.Drawn, ...]] = {}

    @initialize(seed=SEEDS)
    def opens(self, seed: int) -> None:
        data = Random(seed)
        name, change = data.choice(HOUSES[self.game])
        bank = data.choice([1_000_00, 100_000_00])
        self.table.opened(name, bank, **change)
        color = iter(("red", "blue", "green"))
        for place, player in enumerate(PLAYERS[:2], start=1):
            self.table.sits(player, place, 400_00, next(color) if name == "ten-dollar-roulette" else None)
        self._catch_up()

    def _catch_up(self) -> None:
        for body in self.table.log[self.table.seen :]:
            self.shadow = evolve(self.shadow, all_events.read(body))
        self.table.seen = len(self.table.log)

    @rule(seed=SEEDS)
    def lives(self, seed: int) -> None:
        """A few moves, most of them such as play needs."""
        data = Random(f"{seed} {self.table.number}")
        for _ in range(data.randrange(1, 8)):
            moves = (self.goes_on, self.wagers, self.changes, self.corrects, self.irregular, self.anything)
            data.choices(moves, weights=(6, 10, 2, 2, 1, 2))[0](data)
            self._catch_up()
            assert digest(self.shadow) == digest(self.table.state)

    def try_it(self, word: str, who: Any, **fields: Any) -> None:
        """A command that may or may not be taken."""
        before = self.table.state
        done = self.table.ask(word, who, **fields)
        if isinstance(done, Refusal):
            assert self.table.state is before
            assert done.message[-1] in ".?", done.message
            SEEN[f"refused {done.code.word}"] += 1
            return
        assert done, f"{word} made no event"
        for event in done:
            SEEN[type(event).__name__] += 1
            self.table.happen(event)

    def goes_on(self, data: Random) -> None:
        """The next step of the round, as it should be."""
        state, dealer, stick = self.table.state, by("dealer"), by("stickperson")
        shows = by("device") if state.house.electronic_device else dealer
        if state.held:
            return self.try_it(
                "decide-resumed", by("pit-supervisor"), go_on=data.choice((False, True)), reason="power"
            )
        if state.buying is not None:
            return self._buying(data)
        match state.phase:
            case "closed":
                return None
            case "open" if state.house.electronic_device and (state.seal is None or state.revealed):
                self.table.seals()
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
                shown = self._draw("outcome", self._outcome(data))
                self.try_it("call-outcome", stick if self.game == "craps" else shows, outcome=shown)
            case "called":
                self.try_it("draw", shows, of="award", result=self._draw("award", "10"))
                self.try_it("settle", dealer)
            case "settled":
                balls = data.choice(["1-2", "1-1", "17-20", "0-1-2"])
                self.try_it("draw", shows, of="bonus", result=self._draw("bonus", balls))
                self._reveal()
                self.try_it("open-betting", dealer)
        return None

    def _draw(self, of: str, otherwise: str) -> str:
        """What the device draws; or, where there is none, what a person enters."""
        state = self.table.state
        if not state.house.electronic_device or (of != "outcome" and self._due() != of):
            return otherwise
        log = self.logs.setdefault(state.round, digest(state).hex())
        before = self.drawn.get(state.round, ())
        drawn = outcomes.draw(self.table.secret(), log, len(before) + 1, of, chance_of(state, of))
        self.drawn[state.round] = (*before, drawn)
        return drawn.outcome

    def _due(self) -> str | None:
        state = self.table.state
        if state.phase == "settled":
            return state.felt.draw_due
        done = settle.play(state.felt, state.outcome or "", state.draws)
        assert isinstance(done, tuple)
        return done[0].felt.draw_due

    def _reveal(self) -> None:
        state = self.table.state
        if not state.house.electronic_device or state.seal is None or state.revealed or state.felt.draw_due:
            return
        voided = all(each.number != state.round for each in state.rounds)
        log, draws = self.logs.get(state.round), self.drawn.get(state.round, ())
        self.try_it("reveal-seed", by("device"), proof=outcomes.prove(self.table.secret(), log, draws, voided=voided))
        assert self.table.state.revealed

    def _outcome(self, data: Random) -> str:
        house = self.table.state.house
        if self.game == "roulette" and data.randrange(4) == 0:  # zeros and repeats, which wake prisons and awards
            return data.choice(("0", "0", self.table.state.felt.table.previous or "17"))
        shown = data.choice([*house.game.chance(house)])
        return "-".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)

    def _buying(self, data: Random) -> None:
        buying = self.table.state.buying
        assert buying is not None
        word = {"spread": "state-amount", "stated": "give-chips", "given": "drop-cash"}[buying.step]
        amount = {"amount": buying.amount} if word == "state-amount" else {}
        self.try_it(word, by("dealer"), player=buying.player, **amount)

    def _dice(self, data: Random) -> None:
        from croupier.table.decide_craps import next_in_turn

        state = self.table.state
        due = next_in_turn(state)
        shooter = state.felt.table.shooter
        if shooter is not None:
            if not any(each.wager in ("pass", "dont-pass") and each.seat == shooter for each in state.felt.standing):
                self.try_it("place", by("player", shooter), player=shooter, wager="pass", amount=5_00)
            self.try_it("push-dice", by("stickperson"))
        elif state.dice.asked is not None:
            word = data.choice(["accept-dice", "accept-dice", "decline-dice"])
            self.try_it(word, by("player", state.dice.asked), player=state.dice.asked)
        elif due is not None:
            self.try_it("offer-dice", by("stickperson"), player=due, dice=data.choice([5, 6, 4]))
            if data.choice((False, True)):
                way = data.choice(["continue", "return"])
                self.try_it("direct-hand", by("boxperson"), way=way)

    def wagers(self, data: Random) -> None:
        """A wager that may well be taken."""
        house = self.table.state.house
        player = data.choice((*PLAYERS, *PLAYERS[:2] * 3))
        long = ("fire-bet", "sharp-shooter", "back2back", "spinner-winner", "red", "roulette-up-progressive", "come")
        wager = data.choice([*sorted(house.offered), *sorted(house.offered.intersection(long)) * 3])
        spots = sorted(layout_of(house).spots.get(wager, ())) if self.game == "roulette" else []
        spot = data.choice(spots) if spots else None
        word = data.choice(["place", "place", "place", "place-coupon", "raise", "reduce"])
        who = by("dealer") if word == "place-coupon" or data.choice((False, True)) else by("player", player)
        fields: dict[str, Any] = {"player": player, "wager": wager, "amount": data.choice(AMOUNTS), "spot": spot}
        if word == "place":
            fields["tip"] = data.choice([False, False, True])
        if word == "place-coupon":
            fields["coupon"] = "K1"
        self.try_it(word, who, **fields)

    def changes(self, data: Random) -> None:
        """What stands is taken down, called, repeated, chosen."""
        standing = self.table.state.felt.standing
        if not standing:
            return
        each = data.choice(standing)
        who = data.choice([by("player", each.seat), by("dealer")])
        word = data.choice("take-down call-wager confirm-call repeat clear choose reduce raise".split())
        fields: dict[str, Any] = {"player": each.seat}
        if word in ("take-down", "call-wager", "confirm-call", "reduce", "raise"):
            fields |= {"wager": each.wager, "spot": each.spot}
        if word in ("reduce", "raise"):
            fields["amount"] = data.choice(AMOUNTS)
        if word == "call-wager":
            fields["on"] = data.choice((False, True))
        if word == "choose":
            fields |= {"wager": each.wager, "choice": data.choice(["half-back", "imprison"])}
        self.try_it(word, by("dealer") if word == "confirm-call" else who, **fields)

    def corrects(self, data: Random) -> None:
        """An outcome of some round was wrong; or a dispute is decided."""
        state = self.table.state
        past = data.choice([0, 0, 1, 2])
        draws = data.choice([(), (), ({"of": "award", "result": "20"},)])
        fields = {"outcome": self._outcome(data), "reason": "misread", "dealer": "dee", "draws": draws}
        if data.choice((False, True)):
            return self.try_it("correct-outcome", by("pit-supervisor"), round=max(1, state.round - past), **fields)
        self.try_it("raise-dispute", by("dealer"), player=data.choice(PLAYERS), about="x", against="dee")
        amount = data.choice([0, 5_00, -5_00, -500_00])
        number = max(1, state.disputed)
        return self.try_it("decide-dispute", by("pit-supervisor"), number=number, decision="fair", amount=amount)

    def irregular(self, data: Random) -> None:
        """A void, a stop, an inspection, a claim."""
        call = {"roulette": "no-spin", "craps": "no-roll", "big-six": "void"}[self.game]
        reasons = "ball-out revolutions other foreign-object off-table hands cheating between-sections clapper-broken"
        match data.choice("void void stop inspect claim repair pass order void-round".split()):
            case "void":
                who = data.choice([by("dealer"), by("boxperson"), by("pit-supervisor")])
                self.try_it("call-void", who, call=call, reason=data.choice(reasons.split()))
            case "stop":
                self.try_it("resume", by("system"))
            case "inspect":
                self.try_it("inspect-ball", by("pit-supervisor"), fit=data.choice((False, True)), remark="seen")
            case "claim":
                how = data.choice(["rack", "cash", "waived"])
                self.try_it("settle-claim", by("pit-supervisor"), person=data.choice(PLAYERS), how=how)
            case "repair":
                self.try_it("return-to-service", by("key-manager"))
            case "pass":
                player = getattr(self.table.state.felt.table, "shooter", None) or "ann"
                self.try_it("pass-dice", by("player", player), player=player)
            case "order":
                self.try_it("order-pass", by("boxperson"), reason="delay")
            case "void-round":
                self.try_it("void-round", by("key-manager"), reason="smoke")

    def anything(self, data: Random) -> None:
        """Any command with any fields that can be read, by anybody."""
        kind = data.choice(sorted(KINDS))
        role = data.choice([*ROLES, *sorted(KINDS[kind].roles)])
        person = data.choice([*PLAYERS, PEOPLE.get(role, "zoe")])
        fields = {name: data.choice(_FIELDS[name]) for name in KINDS[kind].__struct_fields__ if name in _FIELDS}
        honest = role == "device" and self.table.state.house.electronic_device  # a device says what it has drawn
        if honest or kind in ("open-table", "change-house", "publish-seal", "reveal-seed"):
            return
        if kind == "acknowledge-clock":
            fields["at"] = 0
        self.try_it(kind, by(role, person), **_fitting(kind, fields))

    def teardown(self) -> None:
        assert digest(self.table.replayed()) == digest(self.table.state)


_FIELDS: dict[str, Any] = {
    "player": PLAYERS,
    "person": ["eve", "dee"],
    "against": ["dee", "pat"],
    "place": [1, 2, 3],
    "color": ["red", "blue"],
    "unit": [1_00, 5_00, 7],
    "amount": AMOUNTS,
    "counted": [0, 500_00],
    "instrument": ["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"],
    "into": ["drop-box", "bill-validator"],
    "table": ["", "T1", "T2"],
    "slip": ("S1",),
    "witness": ["sue", "pat"],
    "box": ["drop", "tips"],
    "wager": ["pass", "red", "one", "straight", "place-6"],
    "spot": [None, "17", "6"],
    "choice": ["half-back", "imprison"],
    "on": (False, True),
    "tip": (False, True),
    "coupon": ("K2",),
    "outcome": ["17", "0", "00", "4-2", "3-4", "one", "banana"],
    "of": ["award", "bonus"],
    "result": ["10", "1-2"],
    "dice": [4, 5],
    "way": ["continue", "return"],
    "fit": (False, True),
    "remark": ("seen",),
    "reason": ["delay", "other"],
    "about": ("a payout",),
    "number": [1, 2],
    "decision": ("fair",),
    "go_on": (False, True),
    "round": [1, 2],
    "dealer": ("dee",),
    "call": ["no-spin", "no-roll", "void"],
    "how": ["rack", "cash", "waived"],
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
    lives, steps = (1000, 30) if proof else (25, 15)
    run_state_machine_as_test(machine, settings=settings(max_examples=lives, stateful_step_count=steps))
    refused = sum(count for word, count in SEEN.items() if word.startswith("refused"))
    happened = sum(SEEN.values()) - refused
    assert happened > lives * 4
    assert refused > lives * 4
    share(f"live {machine.game} tables: {lives} random lives, {happened} events, {refused} refusals")
