"""Progressive wagers are locked in when betting closes: sensors, collection, meter, and what a void does (R21)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.command import UnreadableCommand
from croupier.core.refusal import Code
from croupier.table import digest, postings
from croupier.table.acts.round.calling import CallOutcome
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.locking import Collected, LockedIn, LockIn
from tests.support.table.play import Table, by
from tests.support.table.roulette import with_two_players

DEALER, MANAGER = by("dealer"), by("key-manager")
WAGER, METER = "roulette-up-progressive", "meter:roulette-up-progressive"
VALID: dict[str, Any] = {"opposite": True, "revolutions": 4}
START_4 = "30-2299.04/start(4)"


def _closed(*players: str, **change: Any) -> Table:
    """A table whose betting is closed, with a progressive wager of each of these players; nothing is locked in."""
    table = with_two_players(**change)
    for player in players:
        table.places(player, WAGER, 1_00)
    _closes(table)
    return table


def _closes(table: Table) -> None:
    table.crew.run(LockIn, CallOutcome)


def _locks(table: Table, *lit: int) -> Any:
    """Lock in with these sensors lit; returns the event."""
    return table.do("lock-in", DEALER, lit=lit)[0]


def _refused(table: Table, word: str, **fields: Any) -> tuple[Code, str]:
    refusal = table.no(word, DEALER, **fields)
    return refusal.code, str(refusal.cite)


@pytest.mark.cites(START_4)
def test_wagers_are_collected_and_feed_the_meter_between_the_close_and_the_number() -> None:
    table = _closed("ann")
    assert (table.state.balance("layout"), table.state.balance(METER)) == (1_00, 10_000_00)
    assert _refused(table, "call-outcome", outcome="3", **VALID) == (Code.STILL_PENDING, START_4)
    locked = _locks(table, 1)
    assert isinstance(locked, LockedIn)
    assert (locked.lit, locked.unlit) == ((1,), (2, 3, 4, 5, 6, 7, 8))
    assert locked.collected == (Collected("ann", WAGER, 1_00),)
    assert locked.by.person == "dee"
    assert (table.state.balance("layout"), table.state.balance(METER)) == (0, 10_000_20)
    (standing,) = table.state.felt.standing
    assert (standing.locked, standing.stake, standing.collected) == (True, 0, 1_00)
    assert table.state.phase == "no-more-bets"  # before the number is known
    table.do("call-outcome", DEALER, outcome="3", **VALID)
    settled = table.settles()
    assert settled.rows == ()
    assert table.state.balance(METER) == 10_000_20  # once
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.cites(START_4)
def test_every_sensor_is_stated_and_one_without_a_wager_stays_unlit() -> None:
    table = _closed("ann")
    with pytest.raises(UnreadableCommand, match="lit"):
        table.ask("lock-in", DEALER)
    assert _refused(table, "lock-in", lit=[1, 2]) == (Code.NOTHING_STANDS, START_4)
    assert table.no("lock-in", by("pit-supervisor"), lit=[1]).code is Code.NOT_YOUR_ROLE
    assert table.no("lock-in", by("device"), lit=[1]).code is Code.NOT_YOUR_ROLE
    table.do("lock-in", DEALER, lit=[1])
    assert _refused(table, "lock-in", lit=[1]) == (Code.NOTHING_PENDING, START_4)


@pytest.mark.cites(START_4)
def test_a_wager_that_is_not_locked_in_does_not_play_and_goes_back() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 200_00)
    table.sits("bob", 4, 200_00)
    for player in ("ann", "bob"):
        table.places(player, WAGER, 1_00)
    _closes(table)
    locked = _locks(table, 4)
    assert [(row.step, row.player, row.grade, row.paid) for row in locked.rows] == [
        ("return", "ann", "returned", 1_00)
    ]
    assert table.rack("ann") == 200_00
    assert [each.seat for each in table.state.felt.standing] == ["bob"]
    assert table.state.balance(METER) == 10_000_20  # of one wager
    table.calls("36")
    assert [(row.player, row.grade) for row in table.settles().rows] == [("bob", "lose")]
    assert (table.rack("ann"), table.rack("bob")) == (200_00, 199_00)


def test_lock_in_belongs_between_the_close_and_the_call() -> None:
    table = with_two_players()
    table.places("ann", WAGER, 1_00)
    assert table.no("lock-in", DEALER, lit=[1]).code is Code.NOT_IN_THIS_PHASE
    _closes(table)
    table.do("lock-in", DEALER, lit=[1])
    table.calls("2")
    assert table.no("lock-in", DEALER, lit=[1]).code is Code.NOT_IN_THIS_PHASE
    table.settles()
    table.do("open-betting", DEALER)
    table.closes()  # the streak runs: nothing is locked in again
    assert _refused(table, "lock-in", lit=[1]) == (Code.NOTHING_PENDING, START_4)


@pytest.mark.cites(START_4)
def test_after_a_void_wagers_stay_locked_in_and_new_ones_are_locked_in_beside_them() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 200_00)
    table.sits("bob", 2, 200_00)
    table.places("ann", WAGER, 1_00)
    _closes(table)
    table.do("lock-in", DEALER, lit=[1])
    table.do("call-void", DEALER, call="no-spin", reason="foreign-object", before_rest=True)
    ann = by("player", "ann")
    for word, fields in (("take-down", {}), ("reduce", {"amount": 1_00}), ("place", {"amount": 1_00})):
        refusal = table.no(word, ann, player="ann", wager=WAGER, **fields)
        assert (refusal.code, str(refusal.cite)) == (Code.LOCKED, START_4)
    table.places("bob", WAGER, 1_00)
    _closes(table)
    assert _refused(table, "lock-in", lit=[2]) == (Code.LOCKED, START_4)  # ann's sensor is still lit
    locked = _locks(table, 1, 2)
    assert [each.player for each in locked.collected] == ["bob"]
    assert table.state.balance(METER) == 10_000_40
    table.calls("36")
    assert [row.player for row in table.settles().rows] == ["ann", "bob"]
    assert digest(table.replayed()) == digest(table.state)


def test_a_wager_may_still_come_down_after_a_void_before_it_was_locked_in() -> None:
    table = _closed("ann")
    table.do("call-void", DEALER, call="no-spin", reason="foreign-object", before_rest=True)
    table.do("take-down", by("player", "ann"), player="ann", wager=WAGER)
    assert table.rack("ann") == 200_00
    assert table.state.balance(METER) == 10_000_00


def test_a_voided_round_returns_locked_in_wagers_and_the_meter_keeps_their_contribution() -> None:
    """Decision 10: the bank pays them back, and the streak ends."""
    table = _closed("ann")
    table.do("lock-in", DEALER, lit=[1])
    table.calls("5")
    table.settles()
    table.do("open-betting", DEALER)
    table.closes()
    bank = table.state.balance("bank")
    voided: Any = table.do("void-round", MANAGER, reason="the wheel is damaged")[0]
    assert [(row.step, row.player, row.paid) for row in voided.rows] == [("return", "ann", 1_00)]
    assert (table.rack("ann"), table.state.balance("bank")) == (200_00, bank - 1_00)
    assert table.state.balance(METER) == 10_000_20
    assert table.state.felt.standing == ()
    assert table.state.felt.table.up is None  # type: ignore[attr-defined]
    assert digest(table.replayed()) == digest(table.state)


def test_a_device_locks_in_at_the_close() -> None:
    table = with_two_players(device__electronic=True)
    table.seals()
    table.places("ann", WAGER, 1_00)
    device = by("device")
    table.do("spin", device)
    closed, locked = table.do("call-no-more-bets", device)
    assert isinstance(closed, BettingClosed)
    assert isinstance(locked, LockedIn)
    assert (locked.lit, locked.by.role) == ((1,), "device")
    assert (table.state.balance("layout"), table.state.balance(METER)) == (0, 10_000_20)
    table.do("call-outcome", device, outcome="3")


def test_lock_in_is_posted_from_the_layout_to_the_bank_and_from_the_bank_to_the_meter() -> None:
    table = _closed("ann")
    before = table.state
    locked = _locks(table, 1)
    assert {(each.account, each.amount, each.why) for each in postings(locked, before)} == {
        ("layout", -1_00, "locked in"),
        ("bank", 1_00, "locked in"),
        ("bank", -20, "contribution"),
        (METER, 20, "contribution"),
    }


@pytest.mark.cites("30-2299.04/end(1)(b)")
def test_a_locked_in_wager_is_paid_for_one_by_the_bank() -> None:
    table = _closed("ann")
    table.do("lock-in", DEALER, lit=[1])
    for number in ("1", "2", "3", "4"):
        table.calls(number)
        table.settles()
        table.do("open-betting", DEALER)
        table.closes()
    table.calls("5")
    table.settles()
    table.do("open-betting", DEALER)
    table.closes()
    table.calls("5")
    before = table.state
    settled = table.settles()
    assert [(row.grade, row.stake, row.released, row.paid) for row in settled.rows] == [("5", 1_00, 0, 25_00)]
    assert {(each.account, each.amount) for each in postings(settled, before)} == {
        ("bank", -1_00), ("rack:ann", 1_00), ("bank", -24_00), ("rack:ann", 24_00),
    }  # fmt: skip


def test_the_wager_is_repeated_after_its_streak() -> None:
    table = _closed("ann")
    table.do("lock-in", DEALER, lit=[1])
    table.calls("36")
    table.settles()
    table.do("open-betting", DEALER)
    table.do("repeat", by("player", "ann"), player="ann")
    assert [(each.wager, each.stake, each.collected) for each in table.state.felt.standing] == [(WAGER, 1_00, 0)]


@pytest.mark.parametrize("right", ["1", "36", "20"])
def test_a_corrected_number_settles_locked_in_wagers_again(right: str) -> None:
    """At once, and once play has gone on: what was collected counts at its stake, like a wager on the layout."""
    supervisor = by("pit-supervisor")
    for later in (False, True):
        table = _closed("ann")
        table.do("lock-in", DEALER, lit=[1])
        table.calls("10")
        table.settles()
        table.do("open-betting", DEALER)
        table.closes()
        table.calls("12")  # the streak is at 2
        table.settles()
        number = table.state.round
        if later:
            table.do("open-betting", DEALER)
            table.places("bob", "red", 5_00)
        table.do("correct-outcome", supervisor, round=number, outcome=right, reason="misread", dealer="dee", draws=())
        stands = [each.collected for each in table.state.felt.standing if each.wager == WAGER]
        assert stands == ([1_00] if later or right == "20" else [])
        assert table.rack("ann") == 199_00 - (1_00 if later and right != "20" else 0)
        assert digest(table.replayed()) == digest(table.state)
