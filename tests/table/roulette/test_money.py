"""The money of a roulette table: its bank, its meters, odd cents, tips, and a changed house."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from croupier.table import digest, postings
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import with_two_players

DEALER, SUPERVISOR, MANAGER = by("dealer"), by("pit-supervisor"), by("key-manager")


def test_the_bank_may_owe_a_win_and_must_be_filled_before_closing() -> None:
    table = Table().opened("colorado-single-zero", 300_00)
    table.sits("ann", 1, 200_00)
    refusal = table.no("give-chips", DEALER, player="ann")
    assert refusal.code is Code.CASH_ON_THE_TABLE
    table.places("ann", "straight", 10_00, "17")
    table.closes()
    table.calls("17")
    _, short = table.do("settle", DEALER)
    assert short.short == 250_00  # type: ignore[attr-defined]
    assert table.state.balance("bank") == -250_00
    table.do("open-betting", DEALER)
    table.do("cash-out", by("player", "ann"), player="ann", amount=550_00)
    table.do("leave", by("player", "ann"), player="ann")
    assert table.no("close-table", SUPERVISOR, counted=0).code is Code.BANK_SHORT
    for witness in ("pat", "Pat", "PAT"):
        own = table.no("receive-fill", SUPERVISOR, amount=300_00, slip="F1", witness=witness)
        assert own.code is Code.SAME_PERSON
    spaced = by("pit-supervisor", "Pat  Lee")
    assert table.no("send-credit", spaced, amount=1_00, slip="F1", witness="pat lee").code is Code.SAME_PERSON
    assert len(table.do("receive-fill", SUPERVISOR, amount=200_00, slip="F0", witness="sue")) == 1
    events = table.do("receive-fill", SUPERVISOR, amount=50_00, slip="F1", witness="sue")
    assert [type(each).__name__ for each in events] == ["FillReceived", "BankMadeGood"]
    table.do("receive-fill", SUPERVISOR, amount=50_00, slip="F2", witness="sue")
    (closed,) = table.do("close-table", SUPERVISOR, counted=50_00)
    assert closed.expected == 50_00  # type: ignore[attr-defined]
    table.do("remove-box", by("count-team"), box="drop")
    assert table.state.balances == (("cage", -350_00), ("outside", 350_00))
    assert table.no("spin", DEALER).code is Code.TABLE_CLOSED


def test_win_by_wagers_is_win_by_drop() -> None:
    table = with_two_players()
    won = 0
    for outcome in ("17", "0", "36", "8", "17"):
        table.places("ann", "straight", 5_00, "17")
        table.places("bob", "red", 10_00)
        settled = table.plays(outcome)
        won += sum(row.released - row.paid for row in settled.rows)
    for player in ("ann", "bob"):
        table.do("cash-out", by("player", player), player=player, amount=table.rack(player))
    closing, opening = table.state.balance("bank"), 100_000_00
    chips_gone = table.state.balance("outside") + table.state.balance("drop")  # value chips that left the table
    assert table.state.balance("drop") + closing - opening == won
    assert chips_gone == 400_00 - won


def test_progressive_contributions_and_awards_go_through_the_meters_account() -> None:
    table = with_two_players()
    account = "meter:roulette-up-progressive"
    assert table.state.balance(account) == 10_000_00
    table.places("ann", "roulette-up-progressive", 1_00)
    table.closes()
    table.calls("1")
    settled = table.settles()
    assert table.state.balance(account) == 10_000_20
    why = [each for each in postings(settled, table.state) if each.account == account]
    assert why == []  # the state is past it already: nothing is posted twice
    table.do("open-betting", DEALER)
    for number in ("2", "3", "4", "5", "6", "7", "8", "9", "10"):
        settled = table.plays(number)
    assert table.state.balance(account) == table.state.felt.meters[0].cents


def test_every_award_of_a_meter_is_posted_as_it_was_paid() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 100_00)
    account = "meter:roulette-up-progressive"
    awards: list[int] = []
    number = 0
    while len(awards) < 3:
        if not table.state.felt.standing:
            number = 0
            table.places("ann", "roulette-up-progressive", 1_00)
        number += 1
        table.closes()
        table.calls(str(number))
        before = table.state
        settled = table.settles()
        entries = postings(settled, before)
        paid = sum(row.paid for row in settled.rows)
        award = -sum(each.amount for each in entries if (each.account, each.why) == (account, "award"))
        assert award in (0, paid)
        awards += [award] if award else []
        table.do("open-betting", DEALER)
    assert table.state.balance(account) == table.state.felt.meters[0].cents


def test_odd_cents_leave_with_the_whole_rack_only() -> None:
    table = with_two_players()
    table.do("raise-dispute", DEALER, player="ann", about="x", against="dee")
    table.places("ann", "roulette-up-progressive", 1_00)
    for number in range(1, 38):
        table.closes()
        table.calls(str(number))
        table.settles()
        if table.rack("ann") % 100:
            break
        table.do("open-betting", DEALER)
    odd = table.rack("ann")
    assert odd % 100
    ann = by("player", "ann")
    assert table.no("cash-out", ann, player="ann", amount=odd % 100).code is Code.NOT_WHOLE_CHIPS
    (out,) = table.do("cash-out", ann, player="ann", amount=odd)
    assert out.chips[-1] == (1, odd % 100)  # type: ignore[attr-defined]


def test_a_changed_house_holds_for_new_wagers_only_and_travels_in_the_log() -> None:
    table = with_two_players()
    table.places("ann", "straight", 1_00, "17")
    better = written("colorado-double-zero", pays__straight__win="36 to 1")
    assert table.no("change-house", SUPERVISOR, house=better).code is Code.NOT_YOUR_ROLE
    table.do("change-house", MANAGER, house=better)
    table.places("bob", "straight", 5_00, "17")
    rows = {row.player: (row.winnings, row.house) for row in table.plays("17").rows}
    assert rows["ann"][0] == 35_00
    assert rows["bob"][0] == 180_00
    assert rows["ann"][1] != rows["bob"][1]
    assert digest(table.replayed()) == digest(table.state)
    bad = {"name": "bad", "text": "game = 3"}
    assert table.no("change-house", MANAGER, house=bad).code is Code.HOUSE_UNSOUND
    assert table.no("change-house", MANAGER, house=written("colorado-craps")).code is Code.HOUSE_UNSOUND


def test_overage_of_physical_chips_goes_back_and_tips_go_to_the_box() -> None:
    table = with_two_players(chips__physical=True, limits__default={"min": 1, "max": 50})
    table.places("ann", "red", 60_00)
    table.places("bob", "red", 10_00, tip=True)
    rows = {row.player: row for row in table.plays("1").rows}
    assert (rows["ann"].overage, rows["ann"].paid) == (10_00, 110_00)
    assert (table.state.balance("tips"), rows["bob"].tip) == (20_00, True)
    table.do("tip", by("player", "ann"), player="ann", amount=5_00)
    assert table.state.balance("tips") == 25_00
    (up,) = table.do("color-up", DEALER, player="ann", amount=131_00)
    assert up.chips == ((100_00, 1), (25_00, 1), (5_00, 1), (1_00, 1))  # type: ignore[attr-defined]


@pytest.mark.cites("H-after(2)", "30-2205(4)")
def test_a_losing_wager_above_the_maximum_is_collected_with_the_losers() -> None:
    table = with_two_players(chips__physical=True, limits__default={"min": 1, "max": 50})
    table.places("ann", "red", 60_00)
    table.places("bob", "black", 10_00)
    table.places("bob", "low", 10_00)
    rows = [(row.step, row.player, row.wager, row.paid) for row in table.plays("20").rows]
    assert rows == [("collect", "ann", "red", 10_00), ("collect", "bob", "low", 0), ("pay", "bob", "black", 20_00)]
    assert (table.rack("ann"), table.rack("bob")) == (150_00, 200_00)


@pytest.mark.cites("H-wagers(8)")
def test_by_the_house_procedure_the_dealer_taps_a_tip_on_the_wheel_base() -> None:
    table = Table().opened("ten-dollar-roulette")
    table.sits("ann", 1, 100_00, "orange", 1_00)
    tip = {"player": "ann", "amount": 1_00}
    for who, tapped in ((by("dealer"), False), (by("player", "ann"), True)):
        refusal = table.no("tip", who, tapped=tapped, **tip)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_TAPPED, "H-wagers(8)")
    (tipped,) = table.do("tip", by("dealer"), tapped=True, **tip)
    assert (tipped.tapped, table.state.balance("tips")) == (True, 1_00)  # type: ignore[attr-defined]
