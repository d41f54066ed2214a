"""What the kit of a table allows: wagers that have an area on the layout, and spins if it was inspected in time."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code, Refusal
from croupier.table import HouseText
from croupier.table.acts.kit import WheelMoved
from croupier.table.acts.wagers.betting import betting_closed
from croupier.table.kit import KIT, MOVED, Kit, Moved, read
from croupier.table.kit import written as said
from croupier.text.language import speaking
from croupier.text.render import Audience, sentence
from tests.support.table.coupons import issued
from tests.support.table.kits import DAY, OF_2015, TODAY, WHEEL, Kitted, craps, kit_of, opening, playing, slip
from tests.support.table.play import Table, by, written

SUPERVISOR, MANAGER, DEALER, ANN = by("pit-supervisor"), by("key-manager"), by("dealer"), by("player", "ann")
OTHER = written("colorado-double-zero", limits__default={"min": 2, "max": 50})


# Areas ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        pytest.param("fire-bet", "47.1-2317.01(1)", marks=pytest.mark.cites("47.1-2317.01(1)")),
        pytest.param("sharp-shooter", "47.1-2317.02(1)", marks=pytest.mark.cites("47.1-2317.02(1)")),
        pytest.param("super-front-line-winner", "47.1-2317.04(1)", marks=pytest.mark.cites("47.1-2317.04(1)")),
    ],
)
def test_a_side_bet_is_played_only_at_a_table_whose_layout_shows_it(wager: str, cite: str) -> None:
    table = craps(without=(wager,))
    refusal = table.no("place", ANN, player="ann", wager=wager, amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_AREA, cite)
    craps().places("ann", wager, 5_00)


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        pytest.param(WHEEL, "30-2210(2)(f)", marks=pytest.mark.cites("30-2210(2)(f)")),
        pytest.param(OF_2015, "47.1-2210(2)(e)", marks=pytest.mark.cites("47.1-2210(2)(e)")),
    ],
)
def test_a_wager_without_an_area_is_refused(text: HouseText, cite: str) -> None:
    table = Kitted().gets(text, without=("straight",))
    table.do("open-table", SUPERVISOR, **opening(text))
    playing(table)
    refusal = table.no("place", ANN, player="ann", wager="straight", spot="17", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_AREA, cite)


def test_what_a_player_reads_about_a_wager_without_an_area() -> None:
    table = playing(Kitted().opens(without=("straight",)))
    refusal = table.no("place", ANN, player="ann", wager="straight", spot="17", amount=5_00)
    reader = Audience("player", "ann", wager=lambda wager: "Straight")
    assert sentence(refusal, reader) == "Straight has no area on this layout: choose another bet."
    with speaking("es"):
        assert sentence(refusal, reader) == "Straight no tiene lugar en este tapete: elige otra apuesta."


def test_odds_lie_behind_their_wager() -> None:
    table = craps(without=("pass-odds",))
    table.plays("2-2")
    table.places("ann", "pass-odds", 10_00)


@pytest.mark.parametrize(
    ("areas", "without", "taken"),
    [
        (["whirl"], "any-seven", True),
        (["whirl"], "whirl", False),
        ([], "whirl", True),
        ([], "any-seven", False),
        ([], "horn", False),
    ],
)
def test_a_combination_without_an_area_is_broken_down_into_its_parts(
    areas: list[str], without: str, taken: bool
) -> None:
    text = written("colorado-craps", options__areas=areas)
    table = Kitted().gets(text, without=(without,))
    table.do("open-table", SUPERVISOR, house=text, bank=1_000_00)
    table.sits("ann", 1, 200_00)
    done = table.ask("place", ANN, player="ann", wager="whirl", amount=5_00)
    assert isinstance(done, Refusal) is not taken
    if isinstance(done, Refusal):
        assert done.code is Code.NO_AREA


def test_a_wager_without_an_area_is_not_raised_repeated_or_made_with_a_coupon() -> None:
    """A wager that stands keeps standing, and may be taken down."""
    text = written("colorado-double-zero", coupons=[issued("K1")])
    table = Kitted().gets(text)
    table.do("open-table", SUPERVISOR, **opening(text))
    table = playing(table, "dozen", spot="1")
    assert table.state.kit is not None
    assert table.state.of_pit is not None
    areas = tuple(each for each in table.state.kit.areas if each != "dozen")
    bare = kit_of(text, areas=areas)
    table.state = table.state.but(of_pit=type(table.state.of_pit)("pit/main", bare))
    raised = table.ask("raise", ANN, player="ann", wager="dozen", spot="1", amount=5_00)
    coupon = table.ask("place-coupon", DEALER, player="ann", wager="dozen", spot="2", amount=5_00, coupon="K1")
    for done in (raised, coupon):
        assert isinstance(done, Refusal)
        assert done.code is Code.NO_AREA
    table.do("reduce", ANN, player="ann", wager="dozen", spot="1", amount=1_00)
    table.plays("36")
    again = table.ask("repeat", ANN, player="ann")
    assert isinstance(again, Refusal)
    assert again.code is Code.NO_AREA


# Inspections ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "cite"),
    [
        pytest.param(WHEEL, "30-2212(1)", marks=pytest.mark.cites("30-2212(1)")),
        pytest.param(OF_2015, "47.1-2212(1)", marks=pytest.mark.cites("47.1-2212(1)")),
    ],
)
def test_a_table_opens_after_an_inspection_of_the_same_gaming_day(text: HouseText, cite: str) -> None:
    table = Kitted().gets(text)
    table.start += DAY
    refusal = table.no("open-table", SUPERVISOR, **opening(text))
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.INSPECTION_DUE, "to-open", cite)
    table.inspected("2022-10-31")
    table.do("open-table", SUPERVISOR, **opening(text))


def test_the_night_belongs_to_the_gaming_day_before() -> None:
    """The day of the kit ends at 6 in the morning of its zone, 18 hours after noon."""
    for hours, opens in ((17, True), (18, False)):
        table = Kitted().gets(WHEEL)
        table.start += hours * DAY // 24
        done = table.ask("open-table", SUPERVISOR, **opening(WHEEL))
        assert isinstance(done, tuple) is opens, hours


def test_a_gaming_day_may_begin_at_a_minute() -> None:
    """The kit and the house agree about it."""
    text = written("colorado-double-zero", gaming_day_starts="06:30:00")
    for minutes, opens in ((18 * 60 + 29, True), (18 * 60 + 30, False)):
        table = Kitted().gets(text, minute=30)
        table.start += minutes * DAY // 24 // 60
        assert isinstance(table.ask("open-table", SUPERVISOR, **opening(text)), tuple) is opens, minutes


@pytest.mark.cites("30-2212(1)")
def test_spins_stop_once_a_gaming_day_has_ended_without_an_inspection() -> None:
    """The day after the last inspection may be played to its end: its inspection may still come."""
    for hours, spins in ((18 + 23, True), (18 + 24, False), (18 + 48, False)):
        table = playing(Kitted().opens())
        table.start += hours * DAY // 24
        done = table.ask("spin", DEALER)
        assert isinstance(done, tuple) is spins, hours
        if spins:
            continue
        assert isinstance(done, Refusal)
        assert (done.code, done.variant, str(done.cite)) == (Code.INSPECTION_DUE, "to-spin", "30-2212(1)")
        table.inspected("2022-11-01")
        table.do("spin", DEALER)


@pytest.mark.cites("30-2212(1)")
def test_an_electronic_device_does_not_spin_without_an_inspection_either() -> None:
    text = written("colorado-double-zero", device__electronic=True)
    table = Kitted().gets(text)
    table.do("open-table", SUPERVISOR, **opening(text))
    table.seals()
    table.start += 3 * DAY
    table.do("exclude-patron", SUPERVISOR, person="eve")
    assert table.no("spin", by("device")).code is Code.INSPECTION_DUE
    table.inspected("2022-11-02")
    table.do("spin", by("device"))


def test_the_printing_of_2015_asks_for_an_inspection_only_before_opening() -> None:
    """47.1-2212(1): an open table goes on for days."""
    table = Kitted().gets(OF_2015)
    table.do("open-table", SUPERVISOR, **opening(OF_2015))
    table.start += 9 * DAY
    table.do("spin", DEALER)


def test_a_game_without_inspections_goes_on() -> None:
    dice, six = craps(), Kitted().opens("colorado-big-six")
    for table in (dice, six):
        table.start += 9 * DAY
        table.do("exclude-patron", SUPERVISOR, person="eve")
    dice.plays("4-2")
    six.plays("one")


def test_the_later_of_two_inspections_counts() -> None:
    table = Kitted().opens()
    table.inspected("2022-11-02")
    table.inspected("2022-11-01")
    assert table.state.kit is not None
    assert table.state.kit.inspected == "2022-11-02"


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        pytest.param(WHEEL, "30-2212(1)", marks=pytest.mark.cites("30-2212(1)")),
        pytest.param(OF_2015, "47.1-2212(1)", marks=pytest.mark.cites("47.1-2212(1)")),
    ],
)
def test_a_table_that_fails_an_inspection_neither_opens_nor_spins_until_it_passes_one(
    text: HouseText, cite: str
) -> None:
    """A ball that runs is played to its end. Of two words the one from after more acts in the pit counts."""
    table = Kitted().gets(text)
    table.inspected(TODAY, act=2, stops=True)
    table.inspected(TODAY, act=1)
    refusal = table.no("open-table", SUPERVISOR, **opening(text))
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.INSPECTION_DUE, "failed", cite)
    table.inspected(TODAY, act=3)
    table.do("open-table", SUPERVISOR, **opening(text))
    playing(table).do("spin", DEALER)
    table.inspected(TODAY, act=4, stops=True)
    table.closes()
    table.calls("17")
    table.settles()
    table.do("open-betting", DEALER)
    refusal = table.no("spin", DEALER)
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.INSPECTION_DUE, "failed", cite)
    assert betting_closed(table.state) is None, "wagers may still be changed"
    table.inspected(TODAY, act=5)
    table.do("spin", DEALER)
    assert table.replayed() == table.state


def test_a_stopped_table_is_free_again_with_its_next_kit() -> None:
    table = Kitted().opens()
    table.inspected(TODAY, act=9, stops=True)
    table.closes_down()
    table.opens(number=2)
    table.inspected(TODAY, number=2, act=1, stops=True)
    assert table.no("spin", DEALER).variant == "failed", "words about another kit do not outrank those about this one"
    table.inspected(TODAY, number=2, act=2)
    table.do("spin", DEALER)


def test_without_an_inspection_wagers_are_taken_down_and_the_table_closes() -> None:
    table = playing(Kitted().opens())
    table.start += 5 * DAY
    table.do("exclude-patron", SUPERVISOR, person="eve")
    assert table.no("spin", DEALER).code is Code.INSPECTION_DUE
    assert betting_closed(table.state) is None, "wagers may still be changed"
    table.closes_down()
    assert (table.state.phase, table.state.kit) == ("closed", None)


# A wheel that was moved -------------------------------------------------------------------------------------
@pytest.mark.cites("30-2212(9)")
def test_a_wheel_that_was_moved_waits_for_an_inspection() -> None:
    """An inspection from before the movement does not count, even if its word comes later."""
    table = playing(Kitted().opens())
    (moved,) = table.do("report-wheel-moved", DEALER, what="a chair hit the table")
    assert isinstance(moved, WheelMoved)
    assert read(moved.slip, Moved) == Moved(1, "a chair hit the table")
    assert (moved.slip.to, moved.slip.what) == ("pit/main", MOVED)
    table.inspected(TODAY)
    refusal = table.no("spin", DEALER)
    assert (refusal.code, str(refusal.cite)) == (Code.WHEEL_MOVED, "30-2212(9)")
    table.inspected(TODAY, moves=1)
    table.do("report-wheel-moved", SUPERVISOR, what="again")
    assert table.no("spin", DEALER).code is Code.WHEEL_MOVED
    table.inspected(TODAY, moves=2)
    table.plays("17")
    assert table.replayed() == table.state


def test_a_ball_that_runs_when_the_wheel_is_moved_is_played_to_its_end() -> None:
    table = playing(Kitted().opens())
    table.do("spin", DEALER)
    table.do("report-wheel-moved", DEALER, what="a chair hit the table")
    table.closes()
    table.calls("17")
    table.settles()
    table.do("open-betting", DEALER)
    assert table.no("spin", DEALER).code is Code.WHEEL_MOVED


def test_a_new_kit_has_no_movements() -> None:
    table = playing(Kitted().opens())
    table.do("report-wheel-moved", DEALER, what="a chair hit the table")
    table.closes_down()
    table.opens(number=2)
    table.do("spin", DEALER)


def test_who_reports_a_wheel_that_was_moved_and_where() -> None:
    for who in (DEALER, SUPERVISOR, MANAGER, by("security")):
        Kitted().opens().do("report-wheel-moved", who, what="it moved")
    for who in (ANN, by("system"), by("device"), by("count-team")):
        assert Kitted().opens().no("report-wheel-moved", who, what="it moved").code is Code.NOT_YOUR_ROLE
    without = Table().opened("colorado-double-zero")
    assert without.no("report-wheel-moved", DEALER, what="it moved").code is Code.KIT_MISSING
    of_2015 = Kitted().gets(OF_2015)
    of_2015.do("open-table", SUPERVISOR, **opening(OF_2015))
    for table in (craps(), Kitted().opens("colorado-big-six"), of_2015):
        assert table.no("report-wheel-moved", DEALER, what="it moved").code is Code.ACT_OF_ANOTHER_GAME


# The keys of the drop box -----------------------------------------------------------------------------------
COUNT, SECURITY = by("count-team"), by("security")


@pytest.mark.cites("30-2202", "47.1-2202")
@pytest.mark.parametrize("house", [WHEEL, OF_2015])
def test_the_drop_box_is_removed_with_the_key_of_its_lock_to_the_table(house: HouseText) -> None:
    """Whoever has the key of the box itself does not remove it; also after the kit went back."""
    cite = "30-2202" if house is WHEEL else "47.1-2202"
    for holder, other in ((SECURITY, COUNT), (COUNT, SECURITY)):
        table = Kitted().gets(house, table_key=holder.role, contents_key=other.role)
        table.do("open-table", by("pit-supervisor"), **opening(house))
        for _ in range(2):
            refusal = table.no("remove-box", other, box="drop")
            assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "key", cite)
            assert holder.role in refusal.message
            table.do("remove-box", holder, box="drop")
            if table.state.kit is not None:
                table.closes_down()
        assert table.state.kit is None


@pytest.mark.cites("30-2202")
def test_without_a_word_on_keys_the_count_team_removes_every_box() -> None:
    """A table without a pit, a kit of an earlier version, and the tip box of any table."""
    with_keys = Kitted().opens(table_key="security", contents_key="count-team")
    for table, box in (
        (Table().opened("colorado-double-zero"), "drop"),
        (Kitted().opens(), "drop"),
        (with_keys, "tips"),
    ):
        assert table.no("remove-box", SECURITY, box=box).variant == "key"
        table.do("remove-box", COUNT, box=box)
    for role in ("dealer", "boxperson", "pit-supervisor", "key-manager"):
        assert with_keys.no("remove-box", by(role), box="drop").variant == "not-for"


def test_a_kit_of_an_earlier_version_says_nothing_of_keys() -> None:
    old = said(kit_of(WHEEL))
    assert "key" not in old
    kit = read(slip(KIT, old), Kit)
    assert isinstance(kit, Kit)
    assert (kit.table_key, kit.contents_key, kit.together) == ("", "", ())
