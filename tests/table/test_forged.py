"""A judge finds events that no table would have written: corrections, disputes, money, houses."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.host.audit import audit
from croupier.table import By, Event, State, begin, evolve, stream_of
from croupier.table import events as all_events
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.coupons import CouponPlaced
from croupier.table.acts.irregularities.disputes import DisputeDecided, DisputeRaised
from croupier.table.acts.money.buy_in import CashReturned
from croupier.table.acts.seats import Left
from croupier.table.acts.table import HouseChanged, TableOpened
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.felt_change import Changed
from croupier.table.judge import AGAIN
from croupier.table.rows import Counter, Move
from croupier.table.state import DrawEntry
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by, judged, written

DEALER, SUPERVISOR, MANAGER = by("dealer"), by("pit-supervisor"), by("key-manager")
STREAM = stream_of("T1")


def _last(table: Table) -> tuple[State, Any]:
    """The state before the last event, from the log alone, and that event."""
    *before, last = [all_events.read(body) for body in table.log]
    state = begin(table.state.table_id)
    for event in before:
        state = evolve(state, event)
    return state, last


def _forged(event: Event, **change: Any) -> Event:
    return msgspec.structs.replace(event, **change)


def _found(table: Table, why: str, **change: Any) -> None:
    """Check that a judge accepts the last event as it is, and reports this if it is changed."""
    state, event = _last(table)
    assert not judged(state, event)
    assert re.search(why, judged(state, _forged(event, **change)))


def _wagered() -> Table:
    table = Table().opened("colorado-double-zero", coupons=[issued("K1")])
    for place, player in enumerate(("ann", "bob"), start=1):
        table.sits(player, place, 200_00)
    table.places("ann", "straight", 5_00, "17")
    table.places("bob", "red", 10_00)
    return table


def _corrected(stage: str) -> Table:
    table = _wagered()
    table.closes()
    table.calls("17")
    if stage != "before-payment":
        table.settles()
    if stage == "later":
        table.do("open-betting", DEALER)
    table.do(
        "correct-outcome", SUPERVISOR, round=1, outcome="1", reason="misread", dealer="dee", notice=table.notifies()
    )
    return table


@pytest.mark.parametrize("stage", ["after-payment", "later"])
def test_a_forged_correction_is_found(stage: str) -> None:
    table = _corrected(stage)
    _, event = _last(table)
    assert isinstance(event, OutcomeCorrected)
    assert event.stage == stage
    more = 1_000_00
    rows = tuple(
        _row(row, winnings=row.winnings + more, paid=row.paid + more) if row.player == "bob" else row
        for row in event.rows
    )
    moves = tuple(_row(move, rack=move.rack + more) if move.player == "bob" else move for move in event.moves)
    _found(table, "rows", rows=rows, moves=moves)
    _found(table, "reversed", reversed=())
    _found(table, "moves", moves=tuple(_row(move, rack=0, claim=move.rack) for move in event.moves))
    _found(table, "was", was="36")
    _found(table, "meters", meters=(Counter("roulette-up-progressive", 1, 0, 0),))
    _found(table, "stage", stage="later" if stage == "after-payment" else "after-payment")
    _found(table, "rows", now="2")
    _found(table, "not one of the last", round=7)
    _found(table, "draw|award", draws=(DrawEntry("award", "10"),))


def _row(row: Any, **change: Any) -> Any:
    return msgspec.structs.replace(row, **change)


def test_an_audit_names_the_event_of_a_forged_correction() -> None:
    table = _corrected("after-payment")
    _, event = _last(table)
    moves = tuple(_row(move, rack=move.rack + 1_000_00) for move in event.moves)
    forged = all_events.write(_forged(event, was="36", moves=moves))
    for last, version in ((table.log[-1], None), (forged, len(table.log))):
        with store.open("memory:") as kept:
            for command, bodies in groupby([*table.log[:-1], last], key=lambda body: all_events.read(body).command):
                made = [(type(each), each) for each in map(all_events.read, bodies)]
                written_down = [(str(kind.__struct_config__.tag), all_events.write(each)) for kind, each in made]
                kept.append(STREAM, kept.version(STREAM), command, written_down, at=made[-1][1].at)
            found = audit(kept)
        assert {each.version for each in found.differences} == ({version} if version else set())


def test_a_correction_before_payment_comes_while_the_outcome_is_called() -> None:
    table = _corrected("before-payment")
    _found(table, "was", was="36")
    _found(table, "moves", moves=(Move("ann", 0, 0),))
    event = _last(table)[1]
    for stage in ("open", "settled"):
        other = _wagered()
        if stage == "settled":
            other.closes()
            other.calls("17")
            other.settles()
        assert judged(other.state, _forged(event, at=other.state.at))


def test_the_outcome_of_a_device_is_not_corrected_by_any_event() -> None:
    event = _last(_corrected("before-payment"))[1]
    state = _last(_corrected("before-payment"))[0]
    device = Table().opened("colorado-double-zero", device__electronic=True).state
    felt = state.felt.but(house=device.house)
    assert "device" in judged(state.but(play=felt), event)


def test_a_dispute_is_decided_once_for_the_player_whose_it_is() -> None:
    table = _wagered()
    table.do("raise-dispute", DEALER, player="ann", about="a chip", against="dee")
    _found(table, "other number: 2, not 1", number=2)
    assert isinstance(_last(table)[1], DisputeRaised)
    table.do("decide-dispute", SUPERVISOR, number=1, decision="paid", amount=5_00)
    _found(table, "no open dispute 9", number=9)
    _found(table, "other move", move=Move("bob", 5_00, 0))
    _found(table, "other move", move=Move("ann", 0, 5_00))
    _found(table, "other directs: 'bob', not 'dee'", directs="bob")
    again = _last(table)[1]
    assert isinstance(again, DisputeDecided)
    assert "pat has decided dispute 1" in judged(table.state, again)
    table.do("observe-action", SUPERVISOR, number=1, action="paid")
    assert "no open dispute 1" in judged(table.state, again)
    _found(table, "no open dispute 9", number=9)


def test_money_returned_to_another_player_is_found() -> None:
    table = _wagered()
    table.do("spread-cash", DEALER, player="ann", instrument="cash", amount=100_00)
    table.do("return-cash", DEALER, player="ann")
    _found(table, "Nothing of bob lies there", player="bob")
    _found(table, "other amount: 9900, not 10000", amount=99_00)
    back = _last(table)[1]
    assert isinstance(back, CashReturned)
    table.do("spread-cash", DEALER, player="ann", instrument="cash", amount=100_00)
    table.do("state-amount", DEALER, player="ann", amount=100_00)
    table.do("give-chips", DEALER, player="ann")
    assert "goes into the drop box at once. [30-2215(3)]" in judged(table.state, _forged(back, at=table.state.at))


def test_a_wager_names_the_house_in_force() -> None:
    table = _wagered()
    table.places("ann", "roulette-up", 5_00)
    _, placed = _last(table)
    assert isinstance(placed, WagerPlaced)
    assert placed.pay_table
    _found(table, "other (house|rulebook)", house_version="another")
    _found(table, "other (house|rulebook)", rulebook="1991-10-01")
    _found(table, "other pay_table", pay_table="another")
    table.do("place-coupon", DEALER, player="bob", wager="black", amount=5_00, coupon="K1")
    assert isinstance(_last(table)[1], CouponPlaced)
    _found(table, "other (house|rulebook)", house_version="another")
    _found(table, "other (house|rulebook)", rulebook="1991-10-01")


def test_a_house_names_the_law_it_is_read_under() -> None:
    table = Table().opened("colorado-double-zero")
    assert isinstance(_last(table)[1], TableOpened)
    _found(table, "other rulebook", rulebook="1991-10-01")
    table.do("change-house", MANAGER, house=written("colorado-triple-zero"))
    _found(table, "other rulebook", rulebook="1991-10-01")
    changed = _last(table)[1]
    assert isinstance(changed, HouseChanged)
    wagered = _wagered()
    assert "Wagers stand" in judged(wagered.state, _forged(changed, at=wagered.state.at))


def test_nobody_leaves_wagers_behind() -> None:
    table = _wagered()
    for player in ("ann", "bob"):
        table.do("cash-out", DEALER, player=player, amount=table.rack(player))
    assert "ann has wagers on the layout" in judged(
        table.state, Left(player="ann", command="x", by=DEALER, at=table.state.at)
    )


@pytest.mark.parametrize(
    ("word", "who", "fields"),
    [
        ("receive-fill", SUPERVISOR, {"amount": 50_00, "slip": "S1", "witness": "sue"}),
        ("send-credit", SUPERVISOR, {"amount": 50_00, "slip": "S1", "witness": "sue"}),
        ("readmit-patron", SUPERVISOR, {"person": "eve"}),
        ("acknowledge-clock", SUPERVISOR, {}),
        ("spin", DEALER, {}),
    ],
)
def test_an_event_by_somebody_who_may_not_cause_it_is_found(word: str, who: By, fields: dict[str, Any]) -> None:
    table = _wagered()
    table.do("report-clock-step", by("system"), before=0, after=table.state.at + 9_000_000)
    table.do(word, who, **fields)
    _found(table, "not for the player ann", by=by("player", "ann"))
    _found(table, "gives no licence", by=By(who.person, who.role))


def test_a_player_acts_for_nobody_else() -> None:
    _found(_wagered(), "ann cannot act for bob", by=by("player", "ann"))


def test_effects_that_do_not_follow_are_found() -> None:
    """Even for an event that changes nothing on the felt."""
    table = Table().opened("colorado-craps")
    for place, player in enumerate(("ann", "bob"), start=1):
        table.sits(player, place, 200_00)
    table.do("cash-out", DEALER, player="bob", amount=200_00)
    table.do("leave", by("player", "bob"), player="bob")
    _found(table, "other felt", felt=Changed(racks=(("ann", 900_00),)))


def test_every_event_names_the_commands_that_make_it() -> None:
    """Except events about the bank, which any command may cause."""
    bank = {"bank-went-short/1", "bank-made-good/1"}
    assert {all_events.WORDS[kind] for kind in AGAIN.made_by} == all_events.KINDS.keys() - bank
