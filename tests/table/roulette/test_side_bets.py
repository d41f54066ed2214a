"""Side bets at a live roulette table: when they are taken, what the dealer moves and marks, and how they are paid."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.documents.felts import draw
from croupier.games.roulette.facts import RouletteTable
from croupier.table import digest
from croupier.web.board.page import board
from croupier.web.board.trackers import trackers
from croupier.web.views.everybody import View
from tests.support.table.play import Table, by
from tests.support.table.roulette import of_2015, with_two_players

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")
STRAIGHTS, UP, PROGRESSIVE = "straights-and-8s", "roulette-up", "roulette-up-progressive"


def _lammers(table: Table, of: str) -> list[str]:
    """The markers on the felt for a wager or tracker: where each lies."""
    felt = table.state.felt.but(table=table.state.shown)
    drawn = draw(felt.house, felt)
    marked = drawn.split(f'data-lammer="{of}"')[1:]
    return [each.split('data-at="')[1].split('"')[0] for each in marked]


def _seen(table: Table) -> Any:
    """The trackers as every terminal gets them."""
    view = View()
    view.look(table.state)
    return view.shown.trackers


def _ready(table: Table, players: tuple[str, ...] = ("ann", "bob")) -> Table:
    for place, player in enumerate(players, 1):
        table.sits(player, place, 200_00)
    return table


# When they are taken -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wager", "opened"),
    [
        pytest.param("back2back", with_two_players, marks=pytest.mark.cites("30-2299.01(2)"), id="30-2299.01(2)"),
        pytest.param("back2back", with_two_players, marks=pytest.mark.cites("30-2299.01(3)"), id="30-2299.01(3)"),
        pytest.param("spinner-winner", with_two_players, marks=pytest.mark.cites("30-2299.03(1)"), id="03(1)"),
        pytest.param(STRAIGHTS, with_two_players, marks=pytest.mark.cites("30-2299.02(1)"), id="30-2299.02(1)"),
        pytest.param("back2back", of_2015, marks=pytest.mark.cites("47.1-2215.01(2)"), id="47.1-2215.01(2)"),
        pytest.param("back2back", of_2015, marks=pytest.mark.cites("47.1-2215.01(3)"), id="47.1-2215.01(3)"),
    ],
)
def test_side_bets_are_taken_with_the_others_until_the_dealer_waves(wager: str, opened: Any) -> None:
    table = opened() if opened is with_two_players else _ready(opened())
    table.plays("17")
    bob = by("player", "bob")
    for place in (DEALER, bob):
        table.do("place", place, player="bob", wager=wager, amount=5_00, spot=None)
    (spun,) = table.do("spin", DEALER)
    assert spun.by.role == "dealer"
    table.do("place", bob, player="bob", wager=wager, amount=5_00, spot=None)
    table.do("place", bob, player="bob", wager="red", amount=5_00, spot=None)
    table.do("call-no-more-bets", DEALER, waved=True, before_rest=True)
    for late in (wager, "red"):
        refusal = table.no("place", bob, player="bob", wager=late, amount=5_00, spot=None)
        assert refusal.code is Code.NOT_IN_THIS_PHASE


@pytest.mark.cites("30-2299.04/start(7)")
def test_roulette_up_wagers_close_at_the_moment_of_all_others() -> None:
    table = with_two_players()
    wagers = ((UP, 5_00), (PROGRESSIVE, 1_00), ("red", 5_00))
    ann = by("player", "ann")
    table.do("spin", DEALER)
    for wager, amount in wagers:
        table.do("place", ann, player="ann", wager=wager, amount=amount, spot=None)
    table.do("call-no-more-bets", DEALER, waved=True, before_rest=True)
    for wager, amount in wagers:
        refusal = table.no("place", by("player", "bob"), player="bob", wager=wager, amount=5 * amount, spot=None)
        assert refusal.code is Code.NOT_IN_THIS_PHASE


# Straights and 8's: moved and marked -------------------------------------------------------------------------
@pytest.mark.cites("30-2299.02(3)")
def test_the_dealer_moves_each_wager_to_the_numbered_place_of_its_player() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 3, 200_00)
    table.sits("bob", 7, 200_00)
    for player in ("ann", "bob"):
        table.places(player, STRAIGHTS, 5_00)
    assert table.no("move-wagers", DEALER).code is Code.NOT_IN_THIS_PHASE
    table.do("spin", DEALER)
    table.do("call-no-more-bets", DEALER, waved=True, before_rest=True)
    refusal = table.no("call-outcome", DEALER, outcome="5", opposite=True, revolutions=4)
    assert (refusal.code, str(refusal.cite)) == (Code.STILL_PENDING, "30-2299.02(3)")
    moved: Any = table.do("move-wagers", DEALER)[0]
    assert moved.wagers == ((3, "ann", STRAIGHTS), (7, "bob", STRAIGHTS))
    table.calls("5")
    table.settles()
    table.do("open-betting", DEALER)
    refusal = table.no("place", by("player", "ann"), player="ann", wager=STRAIGHTS, amount=5_00, spot=None)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_NOW, "30-2299.02(3)")
    table.plays("20")  # the sequence ends: they lie in the wagering position again
    table.places("ann", STRAIGHTS, 5_00)
    table.do("spin", DEALER)
    table.do("call-no-more-bets", DEALER, waved=True, before_rest=True)
    moved = table.do("move-wagers", DEALER)[0]
    assert moved.wagers == ((3, "ann", STRAIGHTS),)
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.cites("30-2299.02(4)")
def test_the_first_number_is_marked_with_the_dolly_and_stays_marked() -> None:
    table = with_two_players()
    table.places("bob", STRAIGHTS, 5_00)
    table.closes()
    called, dolly, marked = (type(each).__name__ for each in table.do("call-outcome", DEALER, **_valid("5")))
    assert (called, dolly, marked) == ("OutcomeCalled", "DollyPlaced", "NumberMarked")
    assert table.state.phase == "called"
    for _ in range(2):
        assert _lammers(table, STRAIGHTS) == ["5"]
        assert _seen(table).track.numbers == ("5",)
        if table.state.phase == "called":
            table.settles()
            table.do("open-betting", DEALER)
    assert _lammers(table, STRAIGHTS) == ["5"]  # until the sequence has ended


@pytest.mark.parametrize(
    ("numbers", "cite"),
    [
        pytest.param(("5", "6"), "30-2299.02(5)", marks=pytest.mark.cites("30-2299.02(5)"), id="within reach"),
        pytest.param(("5", "20"), "30-2299.02(5)", marks=pytest.mark.cites("30-2299.02(5)"), id="out of reach"),
        pytest.param(("5", "6", "30"), "30-2299.02(6)", marks=pytest.mark.cites("30-2299.02(6)"), id="third"),
        pytest.param(("00",), "30-2299.02(7)", marks=pytest.mark.cites("30-2299.02(7)"), id="first zero"),
    ],
)
def test_every_number_of_a_sequence_is_marked_before_it_is_settled(numbers: tuple[str, ...], cite: str) -> None:
    table = with_two_players()
    table.places("bob", STRAIGHTS, 5_00)
    for number in numbers:
        if table.state.phase == "settled":
            table.do("open-betting", DEALER)
        table.closes()
        table.calls(number)
        before = table.state.felt.standing
        assert before  # nothing is collected or paid yet
        count = numbers.index(number) + 1
        assert sorted(_lammers(table, STRAIGHTS)) == sorted(numbers[:count])
        assert _seen(table).track.numbers == numbers[:count]
        assert RouletteTable.of(table.state.felt).previous == table.state.shown.previous  # type: ignore[attr-defined]
        settled = table.settles()
        assert sorted(_lammers(table, STRAIGHTS)) == sorted(numbers[:count])  # until everything is paid
    table.do("open-betting", DEALER)
    assert bool(_lammers(table, STRAIGHTS)) is bool(table.state.felt.standing)
    if settled.rows:
        assert settled.rows[0].cite in (cite, "30-2299.02(8)-table")


def _valid(outcome: str) -> dict[str, Any]:
    return {"outcome": outcome, "opposite": True, "revolutions": 4}


# Roulette Up: the lammer --------------------------------------------------------------------------------------
@pytest.mark.cites("30-2299.04/streak(1)")
def test_the_lammer_moves_when_the_number_is_called_also_to_the_last_box() -> None:
    table = with_two_players()
    table.places("bob", UP, 5_00)
    for length, number in enumerate(("0", "00", "1", "4", "9", "12", "20", "30"), 1):
        if table.state.phase == "settled":
            table.do("open-betting", DEALER)
        table.closes()
        table.calls(number)
        assert _lammers(table, "up-streak") == [str(length)]
        assert [box.lit for box in _streak(table)].count(True) == length
        settled = table.settles()
        assert _lammers(table, "up-streak") == [str(length)]
    assert [row.grade for row in settled.rows] == ["8"]
    table.do("open-betting", DEALER)
    assert _lammers(table, "up-streak") == []


@pytest.mark.cites("30-2299.04/streak(3)(b)")
def test_a_36_moves_the_lammer_and_ends_the_streak() -> None:
    table = with_two_players()
    table.places("bob", UP, 5_00)
    table.plays("7")
    table.closes()
    table.calls("36")
    assert _lammers(table, "up-streak") == ["2"]
    table.settles()
    table.do("open-betting", DEALER)
    assert _lammers(table, "up-streak") == []


def _streak(table: Table) -> Any:
    return next(each.boxes for each in trackers(table.state) if each.name == "Roulette Up")


def test_a_corrected_number_is_marked_instead_of_the_wrong_one() -> None:
    for paid in (False, True):
        table = with_two_players()
        table.places("bob", STRAIGHTS, 5_00)
        table.closes()
        table.calls("5")
        if paid:
            table.settles()
        fields = {"round": table.state.round, "outcome": "8", "reason": "misread", "dealer": "dee"}
        table.do("correct-outcome", SUPERVISOR, **fields)
        assert _lammers(table, STRAIGHTS) == ["8"]
        assert digest(table.replayed()) == digest(table.state)


def test_a_number_that_is_corrected_later_leaves_the_marks_of_the_next_one() -> None:
    table = with_two_players()
    table.places("bob", STRAIGHTS, 5_00)
    table.plays("5")
    table.closes()
    table.calls("6")
    table.settles()
    fields = {"round": 1, "outcome": "9", "reason": "misread", "dealer": "dee"}
    (corrected,) = table.do("correct-outcome", SUPERVISOR, **fields)
    assert (corrected.stage, _lammers(table, STRAIGHTS)) == ("later", ["5", "6"])  # type: ignore[attr-defined]


@pytest.mark.cites("30-2299.04/start(2)", "30-2299.04/end(2)")
def test_after_a_voided_round_roulette_up_is_available_again() -> None:
    table = with_two_players()
    table.places("bob", UP, 5_00)
    table.plays("7")
    refusal = table.no("place", by("player", "ann"), player="ann", wager=UP, amount=5_00, spot=None)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_NOW, "30-2299.04/streak(2)")
    table.closes()
    table.do("void-round", by("key-manager"), reason="a fault of the wheel")
    table.do("open-betting", DEALER)
    table.places("ann", UP, 5_00)
    assert [each.seat for each in table.state.felt.standing] == ["ann"]


def test_a_voided_round_takes_the_marks_away() -> None:
    table = with_two_players()
    table.places("bob", STRAIGHTS, 5_00)
    table.closes()
    table.calls("5")
    table.do("void-round", by("key-manager"), reason="a fault of the wheel")
    assert table.state.marked is None
    assert _lammers(table, STRAIGHTS) == []


# Paid -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "opened",
    [
        pytest.param(with_two_players, marks=pytest.mark.cites("30-2299.01(6)"), id="30-2299.01(6)"),
        pytest.param(of_2015, marks=pytest.mark.cites("47.1-2215.01(6)"), id="47.1-2215.01(6)"),
    ],
)
def test_back2back_is_paid_with_the_other_winners(opened: Any) -> None:
    table = opened() if opened is with_two_players else _ready(opened())
    table.plays("18")
    for wager, spot in (("back2back", None), ("straight", "18"), ("red", None), ("black", None)):
        table.places("bob", wager, 5_00, spot)
    table.closes()
    table.calls("18")
    table.do("draw", DEALER, of="award", result="20")
    settled = table.settles()
    assert [(row.step, row.wager) for row in settled.rows] == [
        ("collect", "black"),
        ("pay", "red"),
        ("pay", "straight"),
        ("pay", "back2back"),
    ]
    assert table.state.felt.standing == ()  # one settlement


@pytest.mark.cites("30-2299.03(3)")
def test_spinner_winner_stays_on_the_felt_between_the_two_settlements() -> None:
    table = with_two_players()
    table.plays("17")
    table.places("bob", "spinner-winner", 5_00)
    table.places("bob", "straight", 5_00, "17")
    table.closes()
    table.calls("17")
    settled = table.settles()
    assert [row.wager for row in settled.rows] == ["straight"]
    assert [each.wager for each in table.state.felt.standing] == ["spinner-winner"]
    assert table.no("open-betting", DEALER).code is Code.STILL_PENDING
    table.do("load-balls", DEALER, balls=2)
    _, bonus = table.do("draw", DEALER, of="bonus", result="1-2")
    assert [(row.wager, row.step) for row in bonus.rows] == [("spinner-winner", "pay")]  # type: ignore[attr-defined]


@pytest.mark.cites("30-2299.04/end(1)(a)")
def test_a_streak_that_earns_nothing_is_collected_before_winners_are_paid() -> None:
    table = with_two_players()
    for wager, amount in ((UP, 5_00), ("red", 5_00)):
        table.places("bob", wager, amount)
    table.closes()
    table.calls("36")
    assert [(row.step, row.wager) for row in table.settles().rows] == [("collect", UP), ("pay", "red")]


@pytest.mark.cites("30-2299.04/end(1)(b)")
def test_bonus_and_progressive_are_paid_in_one_settlement() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 200_00)
    table.places("ann", UP, 5_00)
    table.places("ann", PROGRESSIVE, 1_00)
    for number in ("1", "2", "3", "4"):
        table.plays(number)
    table.closes()
    table.calls("36")
    assert [(row.wager, row.grade, row.step) for row in table.settles().rows] == [
        (UP, "5", "pay"),
        (PROGRESSIVE, "5", "pay"),
    ]


@pytest.mark.parametrize(
    "opened",
    [
        pytest.param(with_two_players, marks=pytest.mark.cites("30-2299.01(5)"), id="30-2299.01(5)"),
        pytest.param(of_2015, marks=pytest.mark.cites("47.1-2215.01(5)"), id="47.1-2215.01(5)"),
    ],
)
def test_the_award_is_on_the_reader_board_until_the_next_round(opened: Any) -> None:
    table = opened() if opened is with_two_players else _ready(opened())
    table.plays("18")
    table.places("bob", "back2back", 5_00)
    table.closes()
    table.calls("18")
    assert board(table.state, []).award == ""
    table.do("draw", DEALER, of="award", result="20")
    for _ in ("called", "settled"):
        assert board(table.state, []).award == "Award: 20 to 1"
        view = View()
        view.look(table.state)
        assert view.shown.award == "20"
        if table.state.phase == "called":
            assert table.settles().rows[-1].winnings == 20 * 5_00
    table.do("open-betting", DEALER)
    assert board(table.state, []).award == ""


@pytest.mark.cites("47.1-2215.01(1)")
def test_back2back_has_a_marked_area_in_the_printing_of_2015() -> None:
    table = _ready(of_2015())
    table.plays("18")
    table.places("ann", "back2back", 5_00)
    felt = table.state.felt
    assert draw(felt.house, felt).count('data-wager="back2back"') == 1
    assert table.state.balance("layout") == 5_00


@pytest.mark.cites("30-2299.03(4)(a)")
def test_of_three_balls_only_one_that_shares_a_pocket_is_launched_again() -> None:
    table = with_two_players(**{"side_bets__spinner-winner__pay_table": "SW3-U03"})
    table.plays("17")
    table.places("bob", "spinner-winner", 5_00)
    table.closes()
    table.calls("17")
    table.settles()
    table.do("load-balls", DEALER, balls=3)
    launched: Any = table.do("draw", DEALER, of="bonus", result="5-5-8")[0]
    assert launched.again
    table.do("load-balls", DEALER, balls=1)
    for moved in ("1-2-3", "5-5-9", "5-1-9", "1-1-8"):
        refusal = table.no("draw", DEALER, of="bonus", result=moved)
        assert (refusal.code, str(refusal.cite)) == (Code.IMPOSSIBLE_DRAW, "30-2299.03(4)(a)")
    again: Any = table.do("draw", DEALER, of="bonus", result="5-8-8")[0]  # it shares another pocket now
    assert again.again
    table.do("load-balls", DEALER, balls=1)
    drawn, settled = table.do("draw", DEALER, of="bonus", result="5-8-1")
    assert (drawn.again, [row.wager for row in settled.rows]) == (False, ["spinner-winner"])  # type: ignore[attr-defined]


def test_an_award_has_no_button() -> None:
    table = with_two_players()
    table.plays("18")
    table.places("bob", "back2back", 5_00)
    table.closes()
    table.calls("18")
    refusal = table.no("draw", DEALER, of="award", result="20", pressed="bob")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "30-2299.01(5)")
