"""A roulette table whose house has adopted the house procedure: moves that the dealer states, and still money."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.rulebook import procedure_moves
from croupier.table import By, commands, digest, events
from croupier.table.acts.money.buy_in import ChipsGiven
from croupier.table.moves import WithMoves
from tests.support.table.play import Table, by
from tests.support.table.roulette import WAVED, with_two_players

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")
SPUN: dict[str, Any] = {"opposite": True, "revolutions": 4}


def _opened() -> Table:
    table = Table().opened("ten-dollar-roulette")
    table.sits("ann", 1, 100_00, "orange", 1_00)
    return table


def _stated(table: Table, word: str, who: By = DEALER, **fields: Any) -> Any:
    """Give a command without each of its moves, which is refused by the move's paragraph; then with all of them."""
    due = procedure_moves("roulette")[word]
    for missing in due:
        moves = tuple(move.id for move in due if move is not missing)
        refusal = table.no(word, who, **fields, moves=moves)
        assert (refusal.code, refusal.cite) == (Code.NOT_ATTESTED, missing.cite)
        assert missing.says in refusal.message
    every = tuple(move.id for move in due)
    refusal = table.no(word, who, **fields, moves=(*every, "moonwalk"))
    assert (refusal.code, refusal.cite) == (Code.NOT_ATTESTED, None)
    done = table.do(word, who, **fields, moves=every)[0]
    assert done.moves == every  # type: ignore[attr-defined]
    return done


def test_every_move_is_stated_with_a_command_that_can_state_it() -> None:
    found = procedure_moves("roulette")
    assert all(issubclass(commands.KINDS[word], WithMoves) for word in found)
    assert {word for word, kind in commands.KINDS.items() if issubclass(kind, WithMoves)} == set(found)


@pytest.mark.cites("H-spin(1)")
def test_the_dealer_states_the_sweep_and_the_voice_with_no_more_bets() -> None:
    table = _opened()
    table.do("spin", DEALER)
    assert _stated(table, "call-no-more-bets", **WAVED, revolutions=4).moves == ("sweep-and-voice",)


@pytest.mark.cites("H-drop(1)")
def test_the_dealer_states_the_palm_with_the_number_even_if_only_outside_wagers_stand() -> None:
    table = _opened()
    table.places("ann", "red", 10_00)
    table.closes()
    called = _stated(table, "call-outcome", outcome="17", **SPUN)
    assert (called.outcome, called.moves) == ("17", ("palm-up",))
    assert b'"dolly-placed/1","number":"17"' in table.log[-1]


def test_no_palm_is_stated_with_a_number_that_does_not_count() -> None:
    table = _opened()
    table.closes()
    (voided,) = table.do("call-outcome", DEALER, outcome="17", opposite=True, revolutions=3)
    assert (voided.reason, voided.moves) == ("revolutions", ())  # type: ignore[attr-defined]


def _to_be_settled() -> Table:
    table = _opened()
    table.places("ann", "black", 10_00)
    table.places("ann", "red", 10_00)
    table.places("ann", "straight", 1_00, "17")
    table.places("ann", "straight", 1_00, "18")
    table.closes()
    table.calls("17")
    return table


@pytest.mark.cites("H-after(1)", "H-payouts(3)")
def test_the_dealer_states_where_losing_chips_and_winnings_go() -> None:
    settled = _stated(_to_be_settled(), "settle")
    assert {"mucked", "winnings-placed"} <= set(settled.moves)
    steps = [(row.step, row.wager) for row in settled.rows]
    assert steps == [("collect", "red"), ("collect", "straight"), ("pay", "black"), ("pay", "straight")]


@pytest.mark.cites("H-payouts(4)")
def test_winners_are_off_the_layout_before_the_next_spin_also_those_of_players_who_are_away() -> None:
    table = _to_be_settled()
    assert "away-cleared" in _stated(table, "settle").moves
    assert table.state.felt.standing == ()
    table.do("open-betting", DEALER)
    table.do("spin", DEALER)


@pytest.mark.cites("H-wagers(4)")
def test_with_every_transaction_is_stated_that_nothing_crossed_the_wheel() -> None:
    table = _opened()
    fields: dict[str, Any] = {"player": "ann", "instrument": "cash", "amount": 20_00}
    _stated(table, "spread-cash", **fields)
    _stated(table, "return-cash", player="ann")
    table.do("spread-cash", DEALER, **fields, moves=("clear-of-wheel",))
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    _stated(table, "give-chips", player="ann")
    table.do("drop-cash", DEALER, player="ann")
    _stated(table, "color-up", player="ann", amount=20_00)
    out = {"player": "ann", "amount": 20_00, "moves": ("clear-of-wheel",)}
    assert str(table.no("cash-out", by("player", "ann"), **out).cite) == "H-wagers(4)"  # an employee states it
    _stated(table, "cash-out", player="ann", amount=20_00)
    for word in ("receive-fill", "send-credit"):
        _stated(table, word, SUPERVISOR, amount=20_00, slip="S1", witness="sue")
    assert digest(table.replayed()) == digest(table.state)


def test_a_house_without_the_procedure_has_no_such_moves() -> None:
    table = with_two_players()
    refusal = table.no("cash-out", DEALER, player="ann", amount=20_00, moves=("clear-of-wheel",))
    assert (refusal.code, refusal.cite) == (Code.NOT_ATTESTED, None)
    assert refusal.message == "No move called 'clear-of-wheel' is stated with this act."
    table.do("cash-out", DEALER, player="ann", amount=20_00)


# Chips ------------------------------------------------------------------------------------------------------
@pytest.mark.cites("H-wagers(3)")
def test_a_player_asks_for_chips_of_one_or_five_dollars() -> None:
    table = Table().opened("ten-dollar-roulette", chips__denominations=[1, 5, 25])
    for place, (player, color, unit) in enumerate((("ann", "orange", 1_00), ("bob", "yellow", 5_00)), 1):
        table.sits(player, place)
        ask = {"player": player, "color": color}
        for other in (25_00, 2_00):
            refusal = table.no("take-color", by("player", player), **ask, unit=other)
            assert (refusal.code, str(refusal.cite)) == (Code.UNIT_UNKNOWN, "H-wagers(3)")
        table.do("take-color", by("player", player), **ask, unit=unit)
        table.buys_in(player, 20_00)
    given = [event.chips for event in map(events.read, table.log) if isinstance(event, ChipsGiven)]
    assert given == [((1_00, 20),), ((5_00, 4),)]


@pytest.mark.cites("H-wagers(5)")
def test_one_color_for_a_player_and_one_player_for_a_color() -> None:
    table = _opened()  # ann has chips in orange
    second = table.no("take-color", DEALER, player="ann", color="pink", unit=1_00)
    assert second.code is Code.UNIT_FIXED
    table.sits("bob", 2)
    assert table.no("take-color", DEALER, player="bob", color="Orange", unit=1_00).code is Code.COLOR_TAKEN
    for color in ("pink", "brown"):  # without chips bob changes his color, and still has only one
        table.do("take-color", DEALER, player="bob", color=color, unit=1_00)
    table.sits("eve", 3)
    assert table.no("take-color", DEALER, player="eve", color="brown", unit=1_00).code is Code.COLOR_TAKEN
    table.do("take-color", DEALER, player="eve", color="pink", unit=1_00)
    assert [seat.color for seat in table.state.seats] == ["orange", "brown", "pink"]


@pytest.mark.cites("H-after(2)", "H-after(3)")
def test_what_is_above_the_maximum_goes_back_and_a_winner_is_paid_as_the_maximum() -> None:
    table = Table().opened("ten-dollar-roulette", chips__physical=True)
    table.sits("ann", 1, 100_00, "orange", 1_00)
    table.places("ann", "red", 15_00)
    table.places("ann", "straight", 12_00, "17")
    table.closes()
    table.calls("17")
    rows = [(row.step, row.wager, row.overage, row.winnings, row.paid) for row in table.settles().rows]
    assert rows == [("collect", "red", 5_00, 0, 5_00), ("pay", "straight", 2_00, 350_00, 362_00)]


# Irregularities and money -----------------------------------------------------------------------------------
@pytest.mark.cites("H-irregularities(3)")
def test_an_object_in_the_wheel_is_no_spin_by_the_dealers_call() -> None:
    table = _opened()
    table.places("ann", "red", 10_00)
    table.closes()
    call = {"call": "no-spin", "reason": "foreign-object", "before_rest": True}
    (voided,) = table.do("call-void", DEALER, **call)
    assert (voided.says.partition(":")[0], voided.rows) == ("No spin", ())  # type: ignore[attr-defined]
    assert len(table.state.felt.standing) == 1


@pytest.mark.cites("H-spin(2)")
def test_no_money_moves_while_the_ball_runs_not_even_a_fill_or_a_box() -> None:
    table, ann = _opened(), {"player": "ann", "amount": 20_00}
    slip, wheel = {"amount": 20_00, "slip": "S1", "witness": "sue"}, {"moves": ("clear-of-wheel",)}
    for phase in ("spun", "no-more-bets"):
        if phase == "spun":
            table.do("spin", DEALER)
        else:
            table.closes()
        assert table.state.phase == phase
        for word, who, fields in (
            ("spread-cash", DEALER, {**ann, "instrument": "cash", **wheel}),
            ("color-up", DEALER, {**ann, **wheel}),
            ("cash-out", DEALER, {**ann, **wheel}),
            ("tip", DEALER, {**ann, "tapped": True}),
            ("receive-fill", SUPERVISOR, {**slip, **wheel}),
            ("send-credit", SUPERVISOR, {**slip, **wheel}),
            ("remove-box", by("count-team"), {"box": "drop"}),
            ("settle-claim", SUPERVISOR, {"person": "ann", "how": "cash"}),
        ):
            refusal = table.no(word, who, **fields)
            assert (word, refusal.code, str(refusal.cite)) == (word, Code.MONEY_STANDS_STILL, "H-spin(2)")
    table.calls("17")
    table.do("receive-fill", SUPERVISOR, **slip, **wheel)  # between the bank and the cage: no player's transaction
    table.do("remove-box", by("count-team"), box="drop")


@pytest.mark.cites("H-payouts(5)")
def test_players_wait_with_transactions_until_every_wager_is_resolved() -> None:
    table, ann, wheel = _to_be_settled(), {"player": "ann", "amount": 20_00}, {"moves": ("clear-of-wheel",)}
    for word, fields in (
        ("spread-cash", {**ann, "instrument": "cash", **wheel}),
        ("color-up", {**ann, **wheel}),
        ("cash-out", {**ann, **wheel}),
        ("tip", {**ann, "tapped": True}),
    ):
        refusal = table.no(word, DEALER, **fields)
        assert (refusal.code, str(refusal.cite)) == (Code.MONEY_STANDS_STILL, "H-payouts(5)")
    table.settles()
    table.do("cash-out", DEALER, **ann, **wheel)


def test_a_house_without_the_procedure_takes_a_fill_while_the_ball_runs() -> None:
    table = with_two_players()
    table.do("spin", DEALER)
    table.do("receive-fill", SUPERVISOR, amount=20_00, slip="S1", witness="sue")
