"""A device that has lost the seed of a round: who declares it, and what becomes of the wagers."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.table import begin, digest, events, evolve
from croupier.table.acts.irregularities.lost_seed import SeedLost
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.judge import TableJudge
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by

DEALER, DEVICE, MANAGER = by("dealer"), by("device"), by("key-manager")
REASON = "the disk broke"
COUPON = issued("K1")
APPROVED: dict[str, Any] = {
    "device__electronic": True,
    "approvals__electronic-device": {"reference": "a test", "date": "1969-01-01"},
}


def _sealed(**change: Any) -> Table:
    table = Table().opened("colorado-double-zero", device__electronic=True, **change)
    table.sits("ann", 1, 100_00)
    table.sits("bob", 2, 100_00)
    table.seals()
    return table


def _roulette() -> Table:
    """A sealed round with wagers of every kind: chips, a tip, a coupon and a progressive wager."""
    table = _sealed(coupons=[COUPON])
    table.places("ann", "red", 5_00)
    table.places("ann", "straight", 3_00, spot="17", tip=True)
    table.places("ann", "roulette-up-progressive", 1_00)
    fields = {"player": "bob", "wager": "even", "coupon": "K1", "amount": 5_00}
    table.do("place-coupon", DEALER, **fields)
    table.places("bob", "black", 2_00)
    return table


def _declared(table: Table, **fields: Any) -> tuple[Any, ...]:
    return table.do("declare-seed-lost", MANAGER, **{"commitment": table.state.seal, "reason": REASON, **fields})


def _goes_on(table: Table) -> None:
    """The next round is opened with another seal."""
    assert table.state.seal is None
    if table.state.phase == "settled":
        table.do("open-betting", DEALER)
    table.seals()
    table.places("ann", "red", 5_00)
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.parametrize("moment", ["open", "closed", "called", "held"])
def test_every_wager_comes_back_to_the_cent(moment: str) -> None:
    """Chips, tips, the coupon, and what was locked in for the meter, whose contribution stays as in every void."""
    table = _roulette()
    held = dict(table.state.balances)
    if moment != "open":
        table.closes()
        held["meter:roulette-up-progressive"] = table.state.balance("meter:roulette-up-progressive")
    if moment == "called":
        table.do("call-outcome", DEVICE, outcome="17")
    if moment == "held":
        table.do("resume", by("system"))
    voided, lost = _declared(table)
    assert (type(voided), type(lost)) == (RoundVoided, SeedLost)
    assert (table.rack("ann"), table.rack("bob")) == (100_00, 100_00)
    assert table.state.balance("layout") == 0
    assert (table.state.coupons, table.state.coupons_used) == ((), frozenset())
    meter = "meter:roulette-up-progressive"
    assert table.state.balance(meter) == held[meter]
    assert {each.cite for each in voided.rows} == {"30-2206(5)"}
    _goes_on(table)


def test_at_craps_every_wager_comes_back() -> None:
    table = Table().opened("colorado-craps", **APPROVED)
    table.sits("ann", 1, 100_00)
    table.seals()
    table.shoots("ann")
    table.places("ann", "pass", 5_00)
    table.places("ann", "field", 2_00, tip=True)
    table.closes()
    voided, _ = _declared(table)
    assert table.rack("ann") == 100_00
    assert {each.cite for each in voided.rows} == {"47.1-2319"}


def test_a_settled_round_stays_settled() -> None:
    """Its outcome was paid; only the proof is lost."""
    table = _roulette()
    table.closes()
    table.do("call-outcome", DEVICE, outcome="17")
    table.settles()
    racks = table.rack("ann"), table.rack("bob")
    (lost,) = _declared(table)
    assert isinstance(lost, SeedLost)
    assert (table.rack("ann"), table.rack("bob")) == racks
    _goes_on(table)


def test_wagers_that_wait_for_a_bonus_draw_come_back() -> None:
    table = _sealed(**{"side_bets__spinner-winner__pay_table": "SW2-U03"})
    table.closes()
    table.do("call-outcome", DEVICE, outcome="17")
    table.settles()
    _declared(table)
    table.do("open-betting", DEALER)
    table.seals()
    table.places("ann", "spinner-winner", 5_00)
    table.closes()
    table.do("call-outcome", DEVICE, outcome="17")  # once more: a bonus
    table.settles()
    assert table.state.felt.draw_due is not None
    _declared(table)
    assert table.state.felt.draw_due is None
    assert table.rack("ann") == 100_00
    _goes_on(table)


def test_without_a_wager_the_round_only_gets_another_seal() -> None:
    table = _sealed()
    (lost,) = _declared(table)
    assert (lost.round, table.state.phase) == (1, "open")
    _goes_on(table)


def test_it_needs_a_notification_by_somebody_else_and_the_seal() -> None:
    table = _roulette()
    seal = {"commitment": table.state.seal, "reason": REASON}
    number = table.notifies()
    assert table.no("declare-seed-lost", by("key-manager", "dee"), **seal, notice=number).code is Code.SAME_PERSON
    assert table.no("declare-seed-lost", MANAGER, **seal, notice=number + 1).code is Code.DISPUTE_UNKNOWN
    other = seal | {"commitment": "ab" * 32}
    assert table.no("declare-seed-lost", MANAGER, **other, notice=number).code is Code.SEAL_DUE
    for role in ("dealer", "pit-supervisor", "device", "system"):
        assert table.no("declare-seed-lost", by(role), **seal, notice=number).code is Code.NOT_YOUR_ROLE
    table.do("declare-seed-lost", MANAGER, **seal, notice=number)
    table.do("observe-action", MANAGER, number=number, action="done")
    assert table.no("declare-seed-lost", MANAGER, **seal, notice=table.notifies()).code is Code.SEAL_DUE


WAYS = {
    "open": "was voided before the close, when nothing fixed its outcome",
    "closed": "was voided after the close, and nobody can say what it would have drawn",
    "called": "was voided after it drew 17, which nobody can prove",
    "settled": "was settled with 17, which nobody can prove",
    "empty": "got another seal before the close, when nobody had a wager",
}


@pytest.mark.parametrize("moment", WAYS)
def test_an_audit_lists_it(moment: str) -> None:
    table = _sealed() if moment == "empty" else _roulette()
    if moment in ("closed", "called", "settled"):
        table.closes()
    if moment in ("called", "settled"):
        table.do("call-outcome", DEVICE, outcome="17")
    if moment == "settled":
        table.settles()
    _declared(table)
    judge, state = TableJudge({}), begin("T1")
    for _, group in groupby(map(events.read, table.log), key=lambda event: event.command):
        done = tuple(group)
        assert judge.see(state, done, bytes(32)).otherwise == ()
        for event in done:
            state = evolve(state, event)
    assert (judge.counts["lost"], judge.counts["remarks"]) == (1, 1)
    assert judge.remarks == [f"round 1 {WAYS[moment]}: its seed is lost, as kim (L-kim) declared: {REASON}"]
