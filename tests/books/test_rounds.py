"""Rounds as a log tells them: what the table won, in which order wagers were paid, and at what odds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from croupier import store as stores
from croupier.books.pays import paid_at
from croupier.books.rounds import RoundTold, decided_by, rounds, won_by
from croupier.books.walk import told
from croupier.core.refusal import Refusal
from croupier.felt.payout import grade, worth
from croupier.floor.demo import TABLES
from croupier.house import load, presets
from croupier.table import settle
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.round.locking import LockedIn
from croupier.table.acts.round.settling import Settled
from croupier.table.ledger import of_rows
from croupier.table.rows import Row
from tests.support.played import shift

#: Exchanges of the bank with the cage in a shift.
BANKED = ("opening", "closing")
#: A stake in cents that every unit divides.
STAKE = 4 * 5 * 7 * 9 * 11 * 13 * 100


@cache
def played(table: str) -> tuple[RoundTold, ...]:
    """The rounds of one table of a shift."""
    with stores.open(shift(), reading=True) as kept:
        return tuple(rounds(table, told(kept, table)))


def _every_round() -> Iterator[RoundTold]:
    for table in TABLES:
        yield from played(table)


def test_rounds_are_told_in_order() -> None:
    for table in TABLES:
        numbers = [each.number for each in played(table)]
        assert numbers == list(range(len(numbers)))


def test_the_table_wins_what_the_wagers_of_a_settlement_lose() -> None:
    """By the postings and by the rows: two ways to the same amount, where nothing was locked in before."""
    seen = 0
    for each in _every_round():
        for step in each.steps:
            decided = list(decided_by(step))
            besides = isinstance(step.event, OutcomeCorrected | LockedIn) or any(one.row.collected for one in decided)
            if decided and not besides:
                assert won_by(step) == -sum(one.row.profit for one in decided), each.number
                seen += 1
    assert seen > 100


def test_what_a_table_wins_in_its_rounds_is_what_its_boxes_and_bank_say() -> None:
    """Drop, closing and opening inventory, and what went to the meters: without the postings of any wager."""
    for table in TABLES:
        with stores.open(shift(), reading=True) as kept:
            entries = [entry for step in told(kept, table) for entry in step.entries]
        drop = sum(amount for account, amount, why in entries if account == "drop" and why != "box removed")
        bank = {why: -sum(e.amount for e in entries if e.account == "bank" and e.why == why) for why in BANKED}
        meters = sum(e.amount for e in entries if e.account.startswith("meter:") and e.why != "seed")
        assert sum(each.won for each in played(table)) == drop + bank["closing"] + bank["opening"] + meters


@pytest.mark.parametrize("name", presets())
def test_a_payment_of_any_row_is_told_with_its_odds(name: str) -> None:
    """Each row of each wager that a house offers, at a stake that tells its rows apart."""
    house = load(name)
    for wager, rows in house.pays_by_wager.items():
        if house.game.wagers[wager].parts:
            continue
        for found, pays in rows.items():
            won = worth(house, wager, found, STAKE).winnings
            row = Row("pay", "ann", wager, None, grade(house, wager, found), STAKE, STAKE, winnings=won)
            assert paid_at(row, house) == pays, (wager, found)


def test_a_settlement_is_told_in_the_order_of_payment() -> None:
    for each in _every_round():
        if each.settlement is not None and isinstance(event := each.settlement.event, Settled):
            own = [decided.row for decided in each.decided if decided.step is each.settlement]
            assert tuple(own) == event.rows


@pytest.mark.parametrize("table", TABLES)
def test_a_payment_is_told_with_the_odds_of_the_row_that_the_rules_find(table: str) -> None:
    seen = 0
    for each in played(table):
        event = each.settlement.event if each.settlement is not None else None
        if each.settlement is None or not isinstance(event, Settled):
            continue
        before = each.settlement.before
        again = settle.play(before.felt, event.outcome, before.draws)
        assert not isinstance(again, Refusal)
        for felt, step in again[1]:
            for found in step.resolutions:
                if felt.house.game.wagers[found.wager].parts:
                    continue  # its parts are paid apart
                row = next(
                    decided
                    for decided in each.decided
                    if (decided.row.player, decided.row.wager, decided.row.spot, decided.row.tip, decided.row.grade)
                    == (found.seat, found.wager, found.spot, found.tip, found.grade)
                )
                expected = None if found.row == "returned" else row.house.pays(found.wager, found.row)
                assert paid_at(row.row, row.house) == expected, row.row
                seen += 1
    assert seen > 30


def test_a_correction_takes_rows_back_and_settles_them_again() -> None:
    seen = 0
    for each in _every_round():
        for event in each.corrections:
            mine = [decided for decided in each.decided if decided.step.event is event]
            assert sum(decided.counts for decided in mine) == len(event.rows) - len(event.reversed)
            assert each.outcome == each.corrections[-1].now
            if event is each.corrections[-1] and event.reversed:
                assert [one.row for one in each.final if one.entry == "corrected"] == list(event.rows)
                assert len(each.final) == sum(one.counts for one in each.decided)
            seen += bool(event.reversed)
    assert seen, "no outcome was corrected after payment"


def test_a_voided_round_has_no_outcome() -> None:
    voided = [each for each in _every_round() if each.voided is not None]
    assert voided
    for each in voided:
        assert (each.outcome, each.meaning, each.settlement) == (None, None, None)
        assert {decided.row.step for decided in each.decided} <= {"return"}


def test_what_a_correction_moves_is_in_the_round_that_it_corrects() -> None:
    for each in _every_round():
        for step in each.steps:
            if isinstance(step.event, OutcomeCorrected):
                assert step.event.round == each.number


def test_the_postings_of_a_settlement_are_those_of_its_rows() -> None:
    for each in _every_round():
        if each.settlement is not None:
            rows = [decided.row for decided in each.decided if decided.step is each.settlement]
            assert of_rows(rows) == each.settlement.entries[: len(of_rows(rows))]


def test_what_is_undecided_after_a_correction_is_what_it_left_on_the_layout() -> None:
    seen = 0
    for each in _every_round():
        for step in each.steps:
            if isinstance(step.event, OutcomeCorrected) and step.event.stage == "after-payment":
                assert each.undecided == step.after.felt.standing
                assert each.settlement is not None
                seen += each.undecided != each.settlement.after.felt.standing
    assert seen, "no correction changed the layout"
