"""A judge finds events at a wrong point of the round, no matter who wrote them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.event import Event
from croupier.table.acts.dice.throwing import PointTakenOff
from croupier.table.acts.irregularities.disputes import DisputeDecided
from croupier.table.acts.money.bank import BankWentShort
from croupier.table.acts.money.buy_in import CashSpread
from croupier.table.acts.money.chips import CashedOut, ChipsBrought, ColoredUp
from croupier.table.acts.money.claims import ClaimSettled
from croupier.table.acts.money.drop_box import BoxRemoved
from croupier.table.acts.money.tips import Tipped, TubeEmptied
from croupier.table.acts.round.spinning import BallSpun
from croupier.table.acts.seats import Left
from croupier.table.acts.table import TableClosed
from croupier.table.rows import Move
from tests.support.table.play import Table, by, judged

AT: dict[str, Any] = {"command": "x", "by": by("dealer"), "at": 10**9}
PHASES = {
    "roulette": ("spun", "no-more-bets", "called"),
    "big-six": ("no-more-bets", "spun", "called"),
    "craps": ("in-the-air", "called"),
}
HOUSES = {"roulette": "colorado-double-zero", "big-six": "colorado-big-six", "craps": "colorado-craps"}


def _events(table: Table) -> list[Event]:
    """One event of every kind that moves money, as the table would write it between rounds."""
    chips, supervisor = ((5_00, 1),), {**AT, "by": by("pit-supervisor")}
    return [
        CashSpread(player="ann", instrument="cash", amount=5_00, **AT),
        ChipsBrought(player="ann", amount=5_00, **AT),
        ColoredUp(player="ann", amount=5_00, chips=chips, **AT),
        CashedOut(player="ann", amount=5_00, chips=chips, **AT),
        Tipped(player="ann", amount=5_00, **AT),
        ClaimSettled(person="eve", amount=-5_00, how="cash", **supervisor),
        Left(player="bob", **AT),
        DisputeDecided(number=2, decision="paid", move=Move("ann", 5_00, 0), directs="dee", **supervisor),
    ]


def _table(game: str) -> Table:
    table = Table().opened(HOUSES[game])
    table.sits("ann", 1, 100_00)
    table.sits("bob", 2)
    table.do("raise-dispute", by("dealer"), player="eve", about="x", against="dee")
    table.do("decide-dispute", by("pit-supervisor"), number=1, decision="owes", amount=-5_00)
    table.do("raise-dispute", by("dealer"), player="ann", about="x", against="dee")
    if game == "craps":
        table.shoots("ann")
        table.places("ann", "pass", 10_00)
    return table


@pytest.mark.parametrize("game", PHASES)
def test_no_money_changes_hands_while_a_round_runs(game: str) -> None:
    table = _table(game)
    for event in _events(table):
        assert not judged(table.state, event), "between rounds all of them may come"
    running = table.state
    for phase in PHASES[game]:
        running = running.but(phase=phase)
        for event in _events(table):
            if isinstance(event, ChipsBrought) and phase == running.course.closes:
                continue  # value chips are taken while the ball runs, except by the house procedure (30-2203(1))
            assert "No money changes hands" in judged(running, event)


def test_no_round_begins_in_a_buy_in() -> None:
    """So the steps of a buy-in never happen while a round runs."""
    table = _table("roulette")
    table.do("spread-cash", by("dealer"), player="ann", instrument="cash", amount=5_00)
    assert "buy-in is not finished" in judged(table.state, BallSpun(round=1, **AT))


def test_settling_a_claim_that_does_not_exist_is_found() -> None:
    table = _table("roulette")
    assert "claim" in judged(table.state, ClaimSettled(person="eve", amount=-4_00, how="cash", **AT))


@pytest.mark.parametrize(
    "event",
    [
        ColoredUp(player="ann", amount=5_00, chips=((1_00, 4),), **AT),
        CashedOut(player="ann", amount=5_00, chips=((5_00, 2),), **AT),
        BoxRemoved(box="drop", amount=99_00, **AT),
        TubeEmptied(amount=1_00, chips=((1_00, 1),), **AT),
        TableClosed(counted=0, expected=1_00, **AT),
        BankWentShort(short=1_00, **AT),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_wrong_count_in_an_event_is_found(event: Event) -> None:
    assert judged(_table("roulette").state, event)


def test_a_table_is_closed_and_its_house_changed_between_rounds_only() -> None:
    table = _table("craps")
    table.closes()
    supervisor = {**AT, "by": by("pit-supervisor")}
    closed = TableClosed(counted=0, expected=table.state.balance("bank"), **supervisor)
    point_off = PointTakenOff(point=6, **{**AT, "by": by("boxperson")})
    for event in (closed, point_off):
        assert "in-the-air" in judged(table.state, event)
