"""The figures of sessions, counted from events of tables."""

from __future__ import annotations

from typing import Any, TypeVar

from croupier.floor.players.figures import AWAY, Figures
from croupier.table import Event
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.irregularities.disputes import DisputeDecided
from croupier.table.acts.round.settling import Settled
from croupier.table.acts.seats import Left, Seated
from croupier.table.acts.wagers.choosing import Chosen
from croupier.table.rows import Move, Row
from tests.support.table.corrections import correct, roulette
from tests.support.table.play import Table, by

SECOND = 1_000_000
LOST = Row("collect", "ann", "red", None, "lose", 10_00, released=10_00)
WON = Row("pay", "ann", "red", None, "win", 10_00, released=10_00, winnings=10_00, paid=20_00)
STAYS_UP = Row("pay", "ann", "place-6", None, "win", 6_00, released=0, winnings=7_00, paid=7_00)
LOCKED_IN = Row("collect", "ann", "up-progressive", None, "lose", 1_00, released=0, collected=1_00)
FOR_THE_DEALERS = Row("collect", "ann", "black", None, "lose", 5_00, released=5_00, tip=True)
HALF_BACK = Row("pay", "ann", "even", None, "half-back", 10_00, released=10_00, paid=5_00)
AWARDED, COLLECTED = Move("ann", 7_00, 2_00), Move("ann", -4_00, 0)  # the second part of each is a claim
BOBS = Move("bob", 100_00, 0)
SUPERVISOR = by("pit-supervisor")
E = TypeVar("E", bound=Event)


def _made(kind: type[E], at: int = 0, **fields: Any) -> E:
    return kind(command="c", by=by("dealer"), at=at, **fields)


def _settled(number: int, *rows: Row) -> Settled:
    return _made(Settled, round=number, stage="round", outcome="7", rows=rows)


def _after(*made: Event) -> Figures:
    figures = Figures()
    figures.count("R00", 1, [_made(Seated, place=1, player="ann"), *made])
    return figures


def test_rounds_stakes_and_net_of_decided_wagers_are_counted() -> None:
    ann = _after(_settled(1, WON, STAYS_UP), _settled(2, LOST, LOCKED_IN, FOR_THE_DEALERS), _settled(3)).sessions[
        "ann"
    ]
    assert (ann.rounds, ann.bet, ann.net) == (2, 27_00, 10_00 + 7_00 - 10_00 - 1_00)


def test_a_choice_belongs_to_the_round_before_it() -> None:
    chosen = _made(Chosen, player="ann", wager="even", choice="half-back", rows=(HALF_BACK,))
    assert _after(_settled(4), chosen).sessions["ann"].rounds == 1
    ann = _after(_settled(4, LOST), chosen).sessions["ann"]
    assert (ann.rounds, ann.bet, ann.net) == (1, 20_00, -15_00)


def test_a_correction_reverses_what_was_counted() -> None:
    said: dict[str, Any] = {
        "round": 1,
        "stage": "after-payment",
        "was": "7",
        "now": "8",
        "reason": "misread",
        "dealer": "dee",
    }
    corrected = _made(OutcomeCorrected, **said, reversed=(LOST,), rows=(WON,))
    ann = _after(_settled(1, LOST), corrected).sessions["ann"]
    assert (ann.rounds, ann.bet, ann.net) == (1, 10_00, 10_00)


def test_a_decided_dispute_counts_in_the_net_alone_also_as_a_claim() -> None:
    decided = [_made(DisputeDecided, number=1, decision="paid", move=each) for each in (AWARDED, COLLECTED, BOBS)]
    ann = _after(_settled(1, LOST), *decided).sessions["ann"]
    assert (ann.rounds, ann.bet, ann.net) == (1, 10_00, -10_00 + 7_00 + 2_00 - 4_00)


def test_the_net_is_what_a_player_really_has_more_after_corrections_and_disputes() -> None:
    """A table corrects a round after payment and another one when play has gone on, and decides a dispute."""
    table, figures = roulette(), Figures()
    figures.count("T1", 1, [_made(Seated, place=each.place, player=each.player) for each in table.state.seats])
    laid = {seat.player: _laid(table, seat.player) for seat in table.state.seats}
    had = {name: table.rack(name) + amount for name, amount in laid.items()}

    def counted(*made: Event) -> None:
        figures.count("T1", 1, made)

    for number, wrong in ((1, "17"), (2, "2")):
        table.closes()
        table.calls(wrong)
        counted(table.settles())
        if number == 1:
            counted(correct(table, "1", round=1))
        table.crew.step()
        table.places("ann", "straight", 5_00, spot="17")
        table.places("bob", "red", 10_00)
    counted(correct(table, "17", round=2))
    notice = table.notifies("a late bet", player="ann")
    counted(*table.do("decide-dispute", SUPERVISOR, number=notice, decision="paid", amount=15_00))
    for name in had:
        owed = dict(table.state.claims).get(name, 0)
        assert figures.sessions[name].net == table.rack(name) + _laid(table, name) + owed - had[name], name
    assert figures.sessions["ann"].net > 15_00, "the number came after all"


def _laid(table: Table, name: str) -> int:
    return sum(each.stake for each in table.state.felt.standing if each.seat == name)


def test_time_in_which_no_server_ran_does_not_count() -> None:
    figures = _after()
    figures.interrupted(60 * SECOND, 900 * SECOND)
    assert figures.sessions["ann"].time(930 * SECOND) == 90 * SECOND


def test_who_is_away_for_long_is_forgotten_unless_a_limit_counts() -> None:
    figures = _after(_made(Left, at=SECOND, player="ann"))
    for now, limited, known in (
        (AWAY, (), True),
        (AWAY + 2 * SECOND, ("ann",), True),
        (AWAY + 2 * SECOND, (), False),
    ):
        figures.forget(now, limited)
        assert ("ann" in figures.sessions) is known
    seated = _after()
    seated.forget(10 * AWAY, ())
    assert "ann" in seated.sessions
