"""A live Big Six table: no more bets before the spin, alternating direction, void spins, a broken clapper."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.table import digest
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.spinning import Spin
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by, written

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")
ANN = by("player", "ann")


def _table() -> Table:
    table = Table().opened("colorado-big-six", coupons=[issued("K", face=2)])
    table.sits("ann", 1, 100_00)
    table.sits("bob", 2, 100_00)
    return table


@pytest.mark.cites("30-2703(1)")
def test_no_more_bets_comes_before_the_spin() -> None:
    table = _table()
    table.places("ann", "one", 5_00)
    refusal = table.no("spin", DEALER, clockwise=True)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_IN_THIS_PHASE, "30-2703(1)")
    table.do("call-no-more-bets", DEALER)
    assert str(table.no("place", ANN, player="ann", wager="one", amount=5_00).cite) == "30-2703(1)"
    table.do("spin", DEALER, clockwise=True)
    assert str(table.no("call-no-more-bets", DEALER).cite) == "30-2703(1)"


@pytest.mark.cites("30-2703(2)")
def test_the_direction_alternates_through_re_spins_and_a_new_opening() -> None:
    table = _table()
    table.plays("one")
    table.do("call-no-more-bets", DEALER)
    refusal = table.no("spin", DEALER, clockwise=True)
    assert (refusal.code, str(refusal.cite)) == (Code.WRONG_DIRECTION, "30-2703(2)")
    assert table.no("spin", DEALER).code is Code.WRONG_DIRECTION
    table.do("spin", DEALER, clockwise=False)
    table.do("call-void", DEALER, call="void", reason="revolutions", before_rest=True)
    table.closes()
    assert table.state.clockwise is True
    table.calls("two")
    table.settles()
    for player in ("ann", "bob"):
        table.do("cash-out", DEALER, player=player, amount=100_00)
        table.do("leave", DEALER, player=player)
    table.do("close-table", SUPERVISOR, counted=0)
    table.opened("colorado-big-six")
    assert table.state.clockwise_next is False
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.cites("30-2703(2)")
@pytest.mark.parametrize("first", [True, False])
def test_the_first_spin_goes_either_way_and_the_others_alternate(first: bool) -> None:
    table = _table()
    table.places("ann", "one", 5_00)
    table.do("call-no-more-bets", DEALER)
    refusal = table.no("spin", DEALER)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_ATTESTED, "30-2703(2)")
    table.do("spin", DEALER, clockwise=first)
    table.do("call-outcome", DEALER, outcome="two", clockwise=first, revolutions=3)
    table.settles()
    table.do("open-betting", DEALER)
    table.do("call-no-more-bets", DEALER)
    refusal = table.no("spin", DEALER, clockwise=first)
    assert (refusal.code, str(refusal.cite)) == (Code.WRONG_DIRECTION, "30-2703(2)")
    table.do("spin", DEALER, clockwise=not first)
    assert digest(table.replayed()) == digest(table.state)


def test_a_spin_of_a_round_that_was_voided_counts_for_the_direction() -> None:
    """Every spin alternates (reading B3), whatever becomes of its round."""
    table = _table()
    table.places("ann", "one", 5_00)
    table.closes()
    assert table.state.clockwise is True
    table.do("void-round", by("key-manager"), reason="smoke")
    table.crew.run(Spin)
    assert table.no("spin", DEALER, clockwise=True).code is Code.WRONG_DIRECTION
    table.do("spin", DEALER, clockwise=False)


@pytest.mark.cites("30-2702(1)")
@pytest.mark.parametrize(("stated", "key"), [({}, "wheel_inches"), ({"wheel_inches": 72}, "glass")])
def test_no_table_opens_without_a_word_on_the_size_of_its_wheel_and_the_glass(
    stated: dict[str, Any], key: str
) -> None:
    refusal = Table().no("open-table", SUPERVISOR, house=written("colorado-big-six", options=stated), bank=1_00)
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.HOUSE_UNSOUND, "lacks", "30-2702(1)")
    assert f"options.{key}" in refusal.message


@pytest.mark.cites("30-2703(3)")
def test_a_wager_that_the_dealer_put_elsewhere_is_the_players() -> None:
    table = _table()
    table.do("place", DEALER, player="ann", wager="two", amount=5_00)  # ann had asked for one
    (row,) = table.plays("one").rows
    assert (row.player, row.wager, row.step, table.rack("ann")) == ("ann", "two", "collect", 95_00)


@pytest.mark.cites("30-2703(3)")
def test_chips_and_coupons_and_the_player_answers_for_their_place() -> None:
    table = _table()
    (placed,) = table.do("place", DEALER, player="ann", wager="joker", amount=5_00)
    assert placed.by.person == "dee"
    table.do("place-coupon", DEALER, player="bob", wager="joker", amount=2_00, coupon="K")
    rows = {row.player: row.gain for row in table.plays("joker").rows}
    assert rows == {"ann": 230_00, "bob": 90_00}


@pytest.mark.cites("30-2703(6)")
def test_losers_are_collected_before_winners_are_paid() -> None:
    table = _table()
    table.places("ann", "one", 5_00)
    table.places("bob", "two", 5_00)
    assert [(row.step, row.player) for row in table.plays("one").rows] == [("collect", "bob"), ("pay", "ann")]


@pytest.mark.cites("30-2703(5)")
def test_a_broken_clapper_returns_every_wager_and_closes_the_table_for_repair() -> None:
    table = _table()
    table.places("ann", "one", 5_00)
    table.places("ann", "two", 5_00, tip=True)
    table.do("place-coupon", DEALER, player="bob", wager="joker", amount=2_00, coupon="K")
    table.closes()
    (voided,) = table.do("call-void", DEALER, call="void", reason="clapper-broken", before_rest=True)
    rows = [(row.step, row.paid, row.to_tips) for row in voided.rows]  # type: ignore[attr-defined]
    assert rows == [("return", 5_00, False), ("return", 5_00, False), ("return", 2_00, False)]
    assert (table.state.coupons, table.state.coupons_used, table.rack("bob")) == ((), frozenset(), 100_00)
    assert (table.rack("ann"), table.state.balance("tips"), table.state.felt.tip_box) == (100_00, 0, 0)
    assert table.no("place", ANN, player="ann", wager="one", amount=5_00).code is Code.OUT_OF_SERVICE
    table.do("call-no-more-bets", DEALER)
    assert table.no("spin", DEALER, clockwise=False).code is Code.OUT_OF_SERVICE
    assert table.no("return-to-service", DEALER).code is Code.NOT_YOUR_ROLE
    table.do("return-to-service", SUPERVISOR)
    table.do("spin", DEALER, clockwise=table.state.clockwise_next)


@pytest.mark.cites("30-2703(5)")
def test_a_round_that_is_voided_returns_every_wager_by_the_paragraph_on_that() -> None:
    for command in ("void-round", "decide-resumed"):
        table = _table()
        table.places("ann", "one", 5_00)
        table.closes()
        if command == "void-round":
            (voided,) = table.do("void-round", by("key-manager"), reason="smoke")
        else:
            table.do("resume", by("system"))
            (voided,) = table.do("decide-resumed", SUPERVISOR, go_on=False, reason="power")
        assert [(row.step, row.cite) for row in voided.rows] == [("return", "30-2703(5)")]  # type: ignore[attr-defined]


@pytest.mark.cites("30-2703(5)")
def test_a_clapper_between_two_sections_is_spun_again() -> None:
    table = _table()
    table.places("ann", "one", 5_00)
    table.closes()
    table.do("call-void", DEALER, call="void", reason="between-sections", before_rest=True)
    assert table.plays("one").rows[0].paid == 10_00


# The spin, attested with the section (reading R22) ------------------------------------------------------------
@pytest.mark.cites("30-2703(2)")
def test_a_section_is_settled_only_with_the_direction_and_three_revolutions() -> None:
    table = _table()
    table.places("ann", "one", 5_00)
    table.closes()
    wrong: tuple[dict[str, Any], ...] = (
        {},
        {"clockwise": True},
        {"revolutions": 3},
        {"clockwise": False, "revolutions": 3},
    )
    for stated in (*wrong, {"clockwise": True, "revolutions": 3, "opposite": True}):
        refusal = table.no("call-outcome", DEALER, outcome="one", **stated)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_ATTESTED, "30-2703(2)")
    for clockwise, revolutions in ((True, 2), (False, 0)):
        (voided,) = table.do("call-outcome", DEALER, outcome="one", clockwise=clockwise, revolutions=revolutions)
        assert isinstance(voided, Voided)
        assert (voided.call, voided.reason, voided.cite) == ("void", "revolutions", "30-2703(2)")
        assert (voided.outcome, voided.clockwise, voided.revolutions) == ("one", clockwise, revolutions)
        assert (table.rack("ann"), table.state.phase) == (95_00, "open")
        table.closes()
    table.do("call-outcome", DEALER, outcome="one", clockwise=True, revolutions=3)
    assert table.settles().rows[0].paid == 10_00
    assert digest(table.replayed()) == digest(table.state)


def test_an_approved_wheel_attests_by_its_approval() -> None:
    table = Table().opened("colorado-big-six", device__electronic=True)
    table.closes()
    refusal = table.no("call-outcome", by("device"), outcome="one", clockwise=True, revolutions=3)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_ATTESTED, "30-2703(2)")
    table.do("call-outcome", by("device"), outcome="one")
