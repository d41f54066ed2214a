"""Corrections of a wrongly entered number, to the cent: before payment, after it, and after the next round."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.table import digest, postings
from tests.support.table.corrections import correct, roulette
from tests.support.table.play import Table, by, written

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")
ANN, BOB = by("player", "ann"), by("player", "bob")


def test_before_payment_only_the_outcome_changes() -> None:
    table = roulette()
    table.closes()
    table.calls("17")
    balances = table.state.balances
    event = correct(table, "1")
    assert (event.stage, event.was, event.now, event.reason, event.dealer) == (
        "before-payment",
        "17",
        "1",
        "misread",
        "dee",
    )
    assert table.state.balances == balances
    assert [(row.player, row.paid) for row in table.settles().rows] == [("ann", 0), ("bob", 20_00)]


def test_after_payment_the_settlement_is_reversed_and_made_again() -> None:
    table = roulette()
    table.closes()
    table.calls("17")
    table.settles()
    assert (table.rack("ann"), table.rack("bob")) == (375_00, 190_00)
    before = table.state
    event = correct(table, "1")
    assert (event.stage, event.was, event.now) == ("after-payment", "17", "1")
    assert [(row.player, row.paid) for row in event.reversed] == [("bob", 0), ("ann", 180_00)]
    assert [(row.player, row.paid) for row in event.rows] == [("ann", 0), ("bob", 20_00)]
    assert (table.rack("ann"), table.rack("bob")) == (195_00, 210_00)
    why = {(each.account, each.why): each.amount for each in postings(event, before)}
    assert why["rack:ann", "reversed winnings"] == -175_00
    assert why["rack:bob", "winnings"] == 10_00
    assert RouletteTable.of(table.state.felt).previous == "1"
    assert table.state.phase == "settled"


@pytest.mark.cites("30-2206(5)")
def test_neither_the_dealer_nor_the_caller_may_correct_an_outcome() -> None:
    table = roulette()
    table.closes()
    table.calls("17")
    wrong = {"round": 1, "outcome": "1", "reason": "misread"}
    assert table.no("correct-outcome", DEALER, dealer="dee", **wrong).code is Code.NOT_YOUR_ROLE
    for _ in range(2):  # before payment and after it
        refusal = table.no("correct-outcome", SUPERVISOR, dealer="pat", **wrong)
        assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "30-2206(5)")
        refusal = table.no("correct-outcome", by("pit-supervisor", "dee"), dealer="dan", **wrong)
        assert refusal.code is Code.SAME_PERSON
        if table.state.phase == "called":
            table.settles()


def test_an_amount_that_the_rack_cannot_give_back_becomes_a_claim() -> None:
    table = roulette()
    table.closes()
    table.calls("17")
    table.settles()
    table.do("cash-out", ANN, player="ann", amount=300_00)  # 75 left of the 180 that were not hers
    event = correct(table, "1")
    assert [(move.player, move.rack, move.claim) for move in event.moves] == [
        ("ann", -75_00, -105_00),
        ("bob", 20_00, 0),
    ]
    assert (table.rack("ann"), table.state.claim("ann"), table.state.balance("claims")) == (0, -105_00, -105_00)
    bank = table.state.balance("bank")
    table.buys_in("ann", 200_00)
    assert table.no("cash-out", ANN, player="ann", amount=200_00).code is Code.CLAIM_OPEN
    assert table.no("settle-claim", DEALER, person="ann", how="rack").code is Code.NOT_YOUR_ROLE
    table.do("settle-claim", SUPERVISOR, person="ann", how="rack")
    assert (table.rack("ann"), table.state.claims) == (95_00, ())
    assert table.state.balance("bank") == bank - 200_00  # the claim was the bank's already
    assert table.no("settle-claim", SUPERVISOR, person="ann", how="cash").code is Code.CLAIM_UNKNOWN


@pytest.mark.parametrize("how", ["cash", "waived"])
def test_a_claim_with_a_player_who_has_left(how: str) -> None:
    table = roulette()
    table.plays("17")
    table.do("cash-out", ANN, player="ann", amount=375_00)
    table.do("leave", ANN, player="ann")
    event = correct(table, "1")
    assert event.stage == "later"
    assert [(move.player, move.rack, move.claim) for move in event.moves] == [("ann", 0, -180_00), ("bob", 20_00, 0)]
    assert table.no("settle-claim", SUPERVISOR, person="ann", how="rack").code is Code.NOT_SEATED
    drop, bank = table.state.balance("drop"), table.state.balance("bank")
    table.do("settle-claim", SUPERVISOR, person="ann", how=how)
    paid = 180_00 if how == "cash" else 0
    assert (table.state.balance("drop"), table.state.balance("bank")) == (drop + paid, bank - 180_00)


def test_a_player_who_has_left_may_be_owed_too() -> None:
    table = roulette()
    table.plays("2")
    table.do("cash-out", ANN, player="ann", amount=195_00)
    table.do("leave", ANN, player="ann")
    correct(table, "17")
    assert table.state.claim("ann") == 180_00
    table.do("cash-out", BOB, player="bob", amount=190_00)
    table.do("leave", BOB, player="bob")
    assert table.no("close-table", SUPERVISOR, counted=0).code is Code.CLAIM_OPEN
    outside = table.state.balance("outside")
    table.do("settle-claim", SUPERVISOR, person="ann", how="cash")
    assert table.state.balance("outside") == outside + 180_00
    table.do("close-table", SUPERVISOR, counted=0)


def test_after_the_next_round_each_gets_the_difference_and_play_stays_as_it_is() -> None:
    table = roulette()
    table.plays("17")
    table.places("ann", "red", 50_00)
    table.plays("1")
    table.places("bob", "black", 20_00)
    assert (table.rack("ann"), table.rack("bob")) == (425_00, 170_00)
    event = correct(table, "3", number=1)
    assert event.stage == "later"
    assert (table.rack("ann"), table.rack("bob")) == (245_00, 190_00)
    assert RouletteTable.of(table.state.felt).previous == "1"
    assert [each.wager for each in table.state.felt.standing] == ["black"]
    again = correct(table, "17", number=1)  # and back: nothing is left over
    assert (again.was, table.rack("ann"), table.rack("bob")) == ("3", 425_00, 170_00)


def test_impossible_corrections_are_refused() -> None:
    table = roulette()
    wrong = {"outcome": "1", "reason": "misread", "dealer": "dee"}
    assert table.no("correct-outcome", SUPERVISOR, round=1, **wrong).code is Code.ROUND_UNKNOWN
    table.plays("1")
    assert table.no("correct-outcome", SUPERVISOR, round=1, **wrong).code is Code.SAME_OUTCOME
    bad = table.no("correct-outcome", SUPERVISOR, round=1, outcome="37", reason="x", dealer="dee")
    assert bad.code is Code.IMPOSSIBLE_OUTCOME
    table.do("spin", DEALER)
    assert table.no("correct-outcome", SUPERVISOR, round=1, **wrong).code is Code.NOT_IN_THIS_PHASE
    table.closes()
    table.calls("9")
    for outcome in ("2", "4", "6", "8"):
        if table.state.phase == "called":
            table.settles()
            table.do("open-betting", DEALER)
        table.plays(outcome)
    assert table.no("correct-outcome", SUPERVISOR, round=1, **wrong).code is Code.ROUND_UNKNOWN


def test_a_wrong_award_names_the_right_one() -> None:
    table = roulette()
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    table.closes()
    table.calls("17")
    table.do("draw", DEALER, of="award", result="1000")
    table.settles()
    rack = table.rack("ann")
    refusal = table.no("correct-outcome", SUPERVISOR, round=2, outcome="17", reason="board", dealer="dee")
    assert refusal.code is Code.STILL_PENDING
    event = correct(table, "17", number=2, draws=[{"of": "award", "result": "10"}])
    assert event.was == "17 award 1000"
    assert table.rack("ann") == rack - 5_00 * 990


def test_a_bonus_round_that_a_correction_brings_back_is_drawn_by_the_house_of_its_wager() -> None:
    """The house may have changed since; if it has no bonus round, nothing could ever be drawn."""
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 200_00)
    table.closes()
    table.calls("17")
    table.settles()
    table.do("open-betting", DEALER)
    table.places("ann", "spinner-winner", 5_00)
    table.closes()
    table.calls("3")
    table.settles()
    table.do("change-house", by("key-manager"), house=written("colorado-double-zero", side_bets={}))
    assert RouletteOptions.of(table.state.house).bonus_balls == 0
    correct(table, "17", 2)
    assert table.state.felt.draw_due == "bonus"
    table.do("load-balls", DEALER, balls=2)
    assert table.no("draw", DEALER, of="bonus", result="1").code is Code.IMPOSSIBLE_DRAW
    table.do("draw", DEALER, of="bonus", result="17-17")
    assert table.state.felt.standing == ()
    table.do("open-betting", DEALER)


def test_tips_are_corrected_in_the_tip_box() -> None:
    table = roulette()
    table.places("bob", "black", 10_00, tip=True)
    table.closes()
    table.calls("17")
    table.settles()
    assert table.state.balance("tips") == 20_00
    correct(table, "1")
    assert table.state.balance("tips") == 0


@pytest.mark.parametrize("how", ["rack", "cash", "waived"])
def test_an_amount_that_the_tip_box_cannot_give_back_becomes_a_claim(how: str) -> None:
    table = roulette()
    table.places("bob", "black", 10_00, tip=True)
    table.closes()
    table.calls("17")
    table.settles()
    table.do("remove-box", by("count-team"), box="tips")
    correct(table, "1")
    assert (table.state.claims, table.state.balance("claims")) == (((":tips", -20_00),), -20_00)
    if how == "rack":  # which of the dealers is the tip box
        assert table.no("settle-claim", SUPERVISOR, person=":tips", how=how).code is Code.NOT_ENOUGH_CHIPS
        table.do("tip", ANN, player="ann", amount=25_00)
    table.do("settle-claim", SUPERVISOR, person=":tips", how=how)
    assert table.state.balance("tips") == (5_00 if how == "rack" else 0)
    assert table.state.felt.tip_box == (0 if how == "rack" else 20_00)
    for player in ("ann", "bob"):
        table.do("cash-out", DEALER, player=player, amount=table.rack(player))
        table.do("leave", DEALER, player=player)
    table.do("close-table", SUPERVISOR, counted=0)
    assert digest(table.replayed()) == digest(table.state)


def test_a_correction_may_leave_the_bank_short() -> None:
    table = Table().opened("colorado-single-zero", 250_00)
    table.sits("ann", 1, 200_00)
    table.places("ann", "straight", 10_00, "17")
    table.plays("2")
    events = table.do("correct-outcome", SUPERVISOR, round=1, outcome="17", reason="misread", dealer="dee")
    assert [type(each).__name__ for each in events] == ["OutcomeCorrected", "BankWentShort"]
    assert (table.rack("ann"), table.state.balance("bank")) == (550_00, -300_00)


def test_a_wrong_progressive_award_goes_back_into_the_meter() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 100_00)
    table.places("ann", "roulette-up-progressive", 1_00)
    account, rounds = "meter:roulette-up-progressive", 0
    while any(each.wager == "roulette-up-progressive" for each in table.state.felt.standing):
        rounds += 1
        table.closes()
        table.calls(str(rounds))
        settled = table.settles()
        if settled.rows and settled.rows[0].paid:
            break
        table.do("open-betting", DEALER)
    won = settled.rows[0].paid
    assert won > 0
    meter, rack = table.state.balance(account), table.rack("ann")
    correct(table, "0", number=rounds)
    anew = table.rack("ann") - rack + won
    assert table.state.balance(account) == table.state.felt.meters[0].cents
    assert anew < won
    assert table.state.balance(account) != meter


def test_in_prison_a_choice_made_on_a_wrong_zero_is_undone() -> None:
    table = roulette("colorado-single-zero")
    table.closes()
    table.calls("0")
    table.settles()
    table.do("choose", BOB, player="bob", wager="red", choice="half-back")
    assert table.rack("bob") == 195_00
    event = correct(table, "1")
    assert event.stage == "after-payment"
    assert table.rack("bob") == 210_00
    assert table.state.felt.standing == ()


def test_after_a_voided_round_the_one_before_it_is_corrected_as_play_that_went_on() -> None:
    table = roulette()
    table.plays("17")
    table.places("bob", "red", 10_00)
    table.closes()
    table.do("void-round", by("key-manager"), reason="smoke")
    event = correct(table, "1")
    assert (event.stage, table.rack("ann"), table.rack("bob")) == ("later", 195_00, 210_00)
