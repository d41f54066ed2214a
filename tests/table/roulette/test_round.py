"""A round of roulette in its order: the spin, the close, the call, losers before winners, draws and choices."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.house.show import show
from croupier.table import digest
from croupier.table import events as all_events
from croupier.table.acts.round.settling import Settled
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import WAVED, of_2015, with_two_players

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")


def _in_charge(table: Table, paragraph: str) -> None:
    """One dealer handles wagers, payouts and the spin: no player, no supervisor and no other dealer does."""
    assert table.state.dealer == "dee"
    acts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("spin", {}),
        ("call-no-more-bets", WAVED),
        ("call-outcome", {"outcome": "17", "opposite": True, "revolutions": 4}),
        ("draw", {"of": "award", "result": "10"}),
        ("settle", {}),
        ("open-betting", {}),
    )
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    for word, fields in acts:
        for who in (by("player", "ann"), by("pit-supervisor")):
            assert table.no(word, who, **fields).code is Code.NOT_YOUR_ROLE
        refusal = table.no(word, by("dealer", "dov"), **fields)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_ON_DUTY, paragraph)
        table.do(word, DEALER, **fields)
    wager = {"player": "ann", "wager": "red", "amount": 5_00}
    assert table.no("place", by("dealer", "dov"), **wager).code is Code.NOT_ON_DUTY
    (relieved,) = table.do("relieve-dealer", by("dealer", "dov"))
    assert (relieved.relieved, relieved.by.person, table.state.dealer) == ("dee", "dov", "dov")  # type: ignore[attr-defined]
    assert table.no("relieve-dealer", by("dealer", "Dov")).code is Code.SAME_PERSON
    assert table.no("spin", DEALER).code is Code.NOT_ON_DUTY
    table.do("place", by("dealer", "dov"), **wager)
    table.do("spin", by("dealer", "dov"))
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.cites("30-2201(4)")
def test_one_dealer_is_in_charge_until_another_relieves_her() -> None:
    _in_charge(with_two_players(), "30-2201(4)")


@pytest.mark.cites("47.1-2201(4)")
def test_one_dealer_is_in_charge_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 50_00)
    _in_charge(table, "47.1-2201(4)")


@pytest.mark.cites("30-2201(4)", "47.1-2201(4)")
def test_a_table_opens_with_a_dealer_in_charge_and_closes_without() -> None:
    text = written("colorado-double-zero")
    for on, cite in ((None, "30-2201(4)"), ("2016-01-01", "47.1-2201(4)")):
        table, house = Table(), {"name": text.name, "text": text.text, "on": on}
        refusal = table.no("open-table", SUPERVISOR, house=house, bank=10_000_00)
        assert (refusal.code, str(refusal.cite)) == (Code.DEALER_UNNAMED, cite)
        table.do("open-table", SUPERVISOR, house=house, bank=10_000_00, dealer="dov")
        assert table.no("spin", DEALER).code is Code.NOT_ON_DUTY
        table.do("close-table", SUPERVISOR, counted=0)
        assert table.state.dealer is None
    for name in ("colorado-craps", "colorado-big-six"):
        other = {"house": written(name), "bank": 10_000_00}
        assert Table().no("open-table", SUPERVISOR, **other, dealer="dee").code is Code.DEALER_UNNAMED
        assert Table().opened(name).no("relieve-dealer", DEALER).code is Code.ACT_OF_ANOTHER_GAME


@pytest.mark.cites("30-2201(4)")
def test_the_dealer_spins_and_wagers_are_taken_until_the_wave() -> None:
    table = with_two_players()
    refusal = table.no("spin", by("player", "ann"))
    assert refusal.code is Code.NOT_YOUR_ROLE
    table.do("spin", DEALER)
    table.places("ann", "red", 5_00)
    table.do("call-no-more-bets", DEALER, **WAVED)
    refusal = table.no("place", by("player", "ann"), player="ann", wager="red", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_IN_THIS_PHASE, "30-2205(2)")
    assert refusal.message == "No more bets: the betting of this round is closed."  # a sentence for the player
    assert str(table.no("take-down", by("player", "ann"), player="ann", wager="red").cite) == "30-2205(2)"


@pytest.mark.cites("47.1-2201(4)")
def test_the_dealer_spins_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.do("spin", DEALER)
    assert str(table.no("spin", DEALER).cite) == "47.1-2205(1)"


@pytest.mark.cites("30-2299.02(2)", "30-2299.04/start(7)")
def test_side_bets_close_with_all_the_others() -> None:
    table = with_two_players()
    table.do("spin", DEALER)
    table.places("ann", "straights-and-8s", 5_00)
    table.places("ann", "roulette-up", 5_00)
    table.do("call-no-more-bets", DEALER, **WAVED)
    for wager in ("straights-and-8s", "roulette-up"):
        refusal = table.no("place", by("player", "bob"), player="bob", wager=wager, amount=5_00)
        assert refusal.code is Code.NOT_IN_THIS_PHASE


@pytest.mark.cites("30-2205(2)", "30-2205(3)")
def test_no_more_bets_comes_while_the_ball_runs_and_the_outcome_after_it() -> None:
    table = with_two_players()
    assert str(table.no("call-no-more-bets", DEALER).cite) == "30-2205(2)"
    table.do("spin", DEALER)
    assert str(table.no("call-outcome", DEALER, outcome="17").cite) == "30-2205(3)"
    table.do("call-no-more-bets", DEALER, **WAVED)
    _announced_and_marked(table)


@pytest.mark.cites("47.1-2205(2)", "47.1-2205(3)")
def test_the_round_in_the_printing_of_2015() -> None:
    table = of_2015()
    assert str(table.no("call-no-more-bets", DEALER).cite) == "47.1-2205(2)"
    table.do("spin", DEALER)
    assert str(table.no("call-outcome", DEALER, outcome="17").cite) == "47.1-2205(3)"
    table.closes()
    _announced_and_marked(table)


def _announced_and_marked(table: Table) -> None:
    """The dealer announces the number, and the dolly goes on that number."""
    called, placed = table.do("call-outcome", DEALER, outcome="17", opposite=True, revolutions=4)
    assert [type(each).__name__ for each in (called, placed)] == ["OutcomeCalled", "DollyPlaced"]
    assert (called.outcome, called.by.role, placed.number) == ("17", "dealer", "17")  # type: ignore[attr-defined]


@pytest.mark.cites("30-2205(4)")
def test_losers_are_collected_before_winners_are_paid() -> None:
    table = with_two_players()
    table.places("ann", "red", 10_00)
    table.places("bob", "black", 10_00)
    assert [(row.step, row.player) for row in table.plays("1").rows] == [("collect", "bob"), ("pay", "ann")]
    assert str(table.no("settle", DEALER).cite) == "30-2205(4)"


@pytest.mark.cites("47.1-2205(4)")
def test_losers_first_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 50_00, "orange")
    for number, lost, won in (("1", "black", "red"), ("2", "red", "black")):
        table.places("ann", "red", 10_00)
        table.places("ann", "black", 10_00)
        assert [(row.step, row.wager) for row in table.plays(number).rows] == [("collect", lost), ("pay", won)]
    assert str(table.no("settle", DEALER).cite) == "47.1-2205(4)"


def _house_procedure_round() -> Settled:
    table = Table().opened("ten-dollar-roulette")
    table.sits("bob", 2, 100_00, "yellow", 1_00)
    table.sits("ann", 1, 100_00, "orange", 1_00)
    for player in ("bob", "ann"):
        table.places(player, "straight", 1_00, "17")
        table.places(player, "straight", 1_00, "18")
        table.places(player, "split", 1_00, "17-20")
        table.places(player, "corner", 1_00, "16-17-19-20")
        table.places(player, "line", 1_00, "16-17-18-19-20-21")
    table.places("ann", "black", 10_00)
    table.places("bob", "red", 10_00)
    table.closes()
    table.calls("17")
    settled: Settled = table.settles()
    return settled


@pytest.mark.cites("H-after(1)", "H-payouts(1)")
def test_outside_before_inside_for_losers_and_for_winners() -> None:
    rows = [(row.step, row.player, row.wager) for row in _house_procedure_round().rows]
    assert rows[:3] == [("collect", "bob", "red"), ("collect", "ann", "straight"), ("collect", "bob", "straight")]
    assert rows[3] == ("pay", "ann", "black")


@pytest.mark.cites("H-payouts(2)")
def test_inside_winners_color_by_color_and_from_the_outside_in() -> None:
    rows = [(row.player, row.wager) for row in _house_procedure_round().rows if row.step == "pay"]
    each = ["line", "corner", "split", "straight"]
    assert rows[1:] == [*(("ann", wager) for wager in each), *(("bob", wager) for wager in each)]


@pytest.mark.cites("H-drop(1)", "H-drop(2)")
def test_the_dolly_lies_on_the_number_until_everything_is_paid() -> None:
    table = with_two_players("ten-dollar-roulette")
    table.places("ann", "black", 10_00)
    table.closes()
    before = len(table.log)
    table.calls("17")
    assert table.no("open-betting", DEALER).code is Code.NOT_IN_THIS_PHASE
    assert [row.step for row in table.settles().rows] == ["pay"]
    again = {"player": "ann", "wager": "red", "amount": 10_00}
    assert table.no("place", by("player", "ann"), **again).code is Code.NOT_IN_THIS_PHASE
    table.do("open-betting", DEALER)
    words = [all_events.word(body).partition("/")[0] for body in table.log[before:]]
    assert words == ["outcome-called", "dolly-placed", "settled", "dolly-lifted", "betting-opened"]
    table.places("ann", "red", 10_00)


@pytest.mark.cites("H-spin(1)")
def test_no_more_bets_after_four_revolutions() -> None:
    table = with_two_players("ten-dollar-roulette")
    table.do("spin", DEALER)
    moves = table.moves("call-no-more-bets")
    for revolutions, code in ((None, Code.NOT_ATTESTED), (0, Code.TOO_EARLY), (3, Code.TOO_EARLY)):
        refusal = table.no("call-no-more-bets", DEALER, revolutions=revolutions, **WAVED, **moves)
        assert (refusal.code, str(refusal.cite)) == (code, "H-spin(1)")
    (closed,) = table.do("call-no-more-bets", DEALER, revolutions=4, **WAVED, **moves)
    assert closed.revolutions == 4  # type: ignore[attr-defined]


@pytest.mark.cites("30-2299.01(6)")
def test_back2back_winners_are_paid_with_the_others_once_the_award_is_drawn() -> None:
    table = with_two_players()
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    table.places("ann", "straight", 1_00, "17")
    table.closes()
    table.calls("17")
    assert table.no("settle", DEALER).code is Code.STILL_PENDING
    assert table.no("draw", DEALER, of="award", result="11").code is Code.IMPOSSIBLE_DRAW
    table.do("draw", DEALER, of="award", result="20")
    rows = table.settles().rows
    assert [(row.wager, row.paid) for row in rows] == [("straight", 36_00), ("back2back", 105_00)]


@pytest.mark.cites("47.1-2215.01(6)")
def test_back2back_winners_are_paid_with_the_others_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 50_00)
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    table.closes()
    table.calls("17")
    table.do("draw", DEALER, of="award", result="10")
    assert [row.paid for row in table.settles().rows] == [55_00]


@pytest.mark.cites("30-2299.03(3)")
def test_a_bonus_round_comes_after_all_else_is_resolved() -> None:
    table = with_two_players()
    table.plays("17")
    table.places("ann", "spinner-winner", 5_00)
    table.places("ann", "red", 5_00)
    table.closes()
    table.calls("17")
    assert table.no("draw", DEALER, of="bonus", result="1-1").code is Code.NOT_IN_THIS_PHASE
    assert [row.wager for row in table.settles().rows] == ["red"]
    assert table.no("open-betting", DEALER).code is Code.STILL_PENDING
    table.do("load-balls", DEALER, balls=2)
    assert table.no("draw", by("player", "ann"), of="bonus", result="17-17").code is Code.NOT_YOUR_ROLE
    assert table.no("draw", DEALER, of="bonus", result="17-17", pressed="zed").code is Code.NOT_SEATED
    refusal = table.no("draw", DEALER, of="bonus", result="17-17", pressed="ann")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "30-2299.03(4)")
    drawn, settled = table.do("draw", DEALER, of="bonus", result="17-17")
    assert drawn.pressed is None  # type: ignore[attr-defined]
    assert isinstance(settled, Settled)
    assert (settled.stage, settled.rows[0].wager) == ("bonus", "spinner-winner")
    table.do("open-betting", DEALER)


def _bonus_due(**choices: Any) -> Table:
    """Ann and the dealers wait for a bonus round, Bob has no wager on it."""
    change = {f"side_bets__spinner-winner__{key}": value for key, value in choices.items()}
    table = with_two_players("colorado-double-zero", **change)
    table.plays("17")
    table.places("ann", "spinner-winner", 5_00)
    table.places("bob", "spinner-winner", 5_00, tip=True)
    table.closes()
    table.calls("17")
    table.settles()
    return table


@pytest.mark.cites("30-2299.03(4)")
def test_a_player_with_the_wager_presses_where_the_posted_rules_say_so() -> None:
    table = _bonus_due(presses="player")
    assert "pressed by: player" in show(table.state.house)
    table.do("load-balls", DEALER, balls=2)
    for pressed, code in ((None, Code.NOT_YOUR_ROLE), ("bob", Code.NOTHING_STANDS), ("zed", Code.NOT_SEATED)):
        refusal = table.no("draw", DEALER, of="bonus", result="17-17", pressed=pressed)
        assert refusal.code is code
        assert str(refusal.cite) == "30-2299.03(4)" or code is Code.NOT_SEATED
    drawn, settled = table.do("draw", DEALER, of="bonus", result="17-17", pressed="ann")
    assert (drawn.pressed, settled.stage) == ("ann", "bonus")  # type: ignore[attr-defined]


def test_the_dealer_presses_where_only_a_wager_for_the_dealers_waits() -> None:
    change: dict[str, Any] = {"side_bets__spinner-winner__presses": "player"}
    table = with_two_players(**change)
    table.plays("17")
    table.places("bob", "spinner-winner", 5_00, tip=True)
    table.closes()
    table.calls("17")
    table.settles()
    assert table.no("draw", DEALER, of="bonus", result="1-1", pressed="bob").code is Code.NOT_YOUR_ROLE
    table.do("load-balls", DEALER, balls=2)
    table.do("draw", DEALER, of="bonus", result="1-1")


def test_an_award_has_no_button() -> None:
    table = with_two_players()
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    table.closes()
    table.calls("17")
    refusal = table.no("draw", DEALER, of="award", result="10", pressed="ann")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "30-2299.01(5)")


@pytest.mark.cites("30-2299.03(4)(a)")
def test_only_one_ball_of_a_shared_pocket_is_launched_again_and_the_others_stay() -> None:
    table = _bonus_due(pay_table="SW3-U03")
    launches = []
    table.do("load-balls", DEALER, balls=3)
    for result, wrong in (
        ("5-5-5", ("5-1-2", "1-2-3")),
        ("5-8-5", ("5-9-5", "1-8-2", "5-9-6")),
        ("5-8-5", ("8-5-5",)),  # it came to rest in the same pocket again
        ("5-8-8", ("5-5-9", "6-8-8", "5-1-2")),
    ):
        (launched,) = table.do("draw", DEALER, of="bonus", result=result)
        launches.append((launched.result, launched.again))  # type: ignore[attr-defined]
        assert table.no("open-betting", DEALER).code is Code.STILL_PENDING
        table.do("load-balls", DEALER, balls=1)
        for other in wrong:
            refusal = table.no("draw", DEALER, of="bonus", result=other)
            assert (refusal.code, str(refusal.cite)) == (Code.IMPOSSIBLE_DRAW, "30-2299.03(4)(a)")
    drawn, settled = table.do("draw", DEALER, of="bonus", result="5-1-8")
    assert (drawn.again, settled.outcome) == (False, "5-1-8")  # type: ignore[attr-defined]
    assert [draw.result for draw in table.state.rounds[-1].draws] == ["5-1-8"]
    assert launches == [("5-5-5", True), ("5-8-5", True), ("5-8-5", True), ("5-8-8", True)]
    table.do("open-betting", DEALER)
    assert digest(table.replayed()) == digest(table.state)


def test_in_prison_a_choice_nobody_makes_is_made_by_the_closing() -> None:
    table = with_two_players("colorado-single-zero")
    table.places("ann", "red", 5_00)
    table.places("bob", "black", 5_00)
    table.plays("0")
    (chosen,) = table.do("choose", by("player", "ann"), player="ann", wager="red", choice="half-back")
    assert [(row.step, row.paid, row.rounding) for row in chosen.rows] == [("return", 3_00, 50)]  # type: ignore[attr-defined]
    table.do("spin", DEALER)
    events = table.do("call-no-more-bets", DEALER, **WAVED)
    assert [type(each).__name__ for each in events] == ["Chosen", "BettingClosed"]
    table.calls("2")
    assert [(row.player, row.grade, row.paid) for row in table.settles().rows] == [("bob", "push", 5_00)]


def test_a_no_spin_leaves_a_choice_open() -> None:
    table = with_two_players("colorado-single-zero")
    table.places("ann", "red", 5_00)
    table.plays("0")
    table.do("spin", DEALER)
    table.do("call-void", DEALER, call="no-spin", reason="revolutions", before_rest=True)
    table.do("choose", by("player", "ann"), player="ann", wager="red", choice="half-back")
    assert table.rack("ann") == 198_00
