"""Side bets on the felt: their areas, their printed rows, their lammers and their meters."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from croupier.documents.felts import draw as opened
from croupier.games.craps import facts as craps_facts
from croupier.games.craps.facts import CrapsTable
from croupier.games.craps.svg import felt as craps
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.layout import Layout
from croupier.games.roulette.sequences import Track, UpStreak
from croupier.games.roulette.svg import felt as roulette
from croupier.games.roulette.wheel import pockets
from croupier.house import House, load, presets
from tests.support.felts import CRAPS_BETS, ROULETTE_BETS, SVG, at_house, hit, hits, marked


def rolled(table: CrapsTable, *totals: int) -> CrapsTable:
    """The table after rolls of these totals, with no wager on it."""
    for total in totals:
        rules = load("colorado-craps")
        seen = craps_facts.observe(table, (1, total - 1) if total < 8 else (6, total - 6), rules)
        table = seen.table
    return table


def spun(table: RouletteTable, *pockets: str) -> RouletteTable:
    """The table after these numbers."""
    for pocket in pockets:
        rules = load("colorado-double-zero")
        seen = rules.game.observe(table, pocket, rules)
        table = RouletteTable.of(seen)
    return table


def hand_felt(*totals: int) -> str:
    """A craps felt with every side bet, after rolls without wagers."""
    return craps.draw(side_bets=CRAPS_BETS, table=rolled(CrapsTable(), *totals))


def lammers(picture: str, wager: str) -> list[str]:
    """The positions of a side bet's lammers, by the number that each marks."""
    words = {(each.text, each.get("x")) for each in ElementTree.fromstring(picture).iter(f"{SVG}text")}
    found = [each for each in marked(picture, "lammer") if each.get("data-lammer") == wager]
    for each in found:
        (x,) = {c.get("cx") for c in each.iter(f"{SVG}circle")}
        assert wager == "fire-bet" or (each.get("data-at"), x) in words
    return [each.attrib["data-at"] for each in found]


def own_bets(house: House) -> set[str]:
    return {wager for wager in house.offered if house.game.wagers[wager].group == "side-bets"}


@pytest.mark.parametrize("name", presets())
def test_a_side_bet_has_one_marked_area_with_its_name_and_what_it_pays(name: str) -> None:
    house = load(name)
    for wager in own_bets(house):
        area = hit(opened(house), wager)
        assert area.title.startswith(wager.replace("-", " "))
        assert house.pay_tables.get(wager, "") in area.title
        for pays in house.pays_by_wager[wager].values():
            assert str(pays) in area.title or "(" in str(pays)


def test_side_bets_are_printed_with_their_rows() -> None:
    words = [each.text for each in ElementTree.fromstring(at_house("colorado-double-zero")).iter(f"{SVG}text")]
    for printed in (
        "SW2-U03",
        "200 to 1",
        "progressive for 1",
        "1,500",
        "100%",
        "8, 18 and 28 299 to 1",
        "$10,000.00",
    ):
        assert printed in words
    assert "push" in [
        each.text for each in ElementTree.fromstring(at_house("colorado-single-zero")).iter(f"{SVG}text")
    ]
    words = [each.text for each in ElementTree.fromstring(at_house("colorado-craps")).iter(f"{SVG}text")]
    for printed in ("FB-1", "1,000 for 1", "SS-01", "300 for 1", "WINNER · table 1", "500 to 1"):
        assert printed in words


@pytest.mark.cites("47.1-2317.01(12)")
def test_the_fire_bet_schedule_in_use_is_on_the_layout() -> None:
    for table in ("FB-1", "FB-2", "FB-3", "FB-4"):
        _displays("fire-bet", table)


@pytest.mark.cites("47.1-2317.02(9)")
def test_the_sharp_shooter_schedule_in_use_is_on_the_layout() -> None:
    for table in ("SS-01", "SS-02", "SS-03", "SS-04", "SS-05", "SS-06"):
        _displays("sharp-shooter", table)


def _displays(wager: str, table: str) -> None:
    """The layout prints the chosen pay table with all its rows, and no other pay table of the wager."""
    house = load("colorado-craps", change={f"side_bets.{wager}.pay_table": table})
    tables = house.rulebook.permitted("craps")[wager].pay_tables
    picture = opened(house)
    words = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert [each for each in words if each in tables] == [table]
    for pays in tables[table].rows.values():
        assert f"{pays}" in words
        assert f"{pays}" in hit(picture, wager).title


def test_a_side_bet_from_outside_has_its_area_too() -> None:
    pays = {"lucky-red-seven": {"red": "5 to 1"}}
    for picture in (
        craps.draw(pays=pays, side_bets=["lucky-red-seven"]),
        roulette.draw(Layout("double-zero"), pays=pays, side_bets=["lucky-red-seven"]),
    ):
        assert hit(picture, "lucky-red-seven").title == "lucky red seven, pays 5 to 1 on red"
        assert "LUCKY RED SEVEN" in [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_side_bets_leave_the_rest_of_the_felt_where_it_was() -> None:
    layout = Layout("double-zero")
    pairs = (
        (craps.draw(), craps.draw(side_bets=CRAPS_BETS)),
        (roulette.draw(layout), roulette.draw(layout, side_bets=ROULETTE_BETS)),
    )
    for plain, full in pairs:
        assert [h for h in hits(full) if h.wager not in (*CRAPS_BETS, *ROULETTE_BETS)] == hits(plain)
    assert craps.draw(table=rolled(CrapsTable(), 6, 6)) == craps.draw()
    assert roulette.draw(layout, table=RouletteTable("7", UpStreak(9, 1, "7")), meter_cents=5) == roulette.draw(
        layout
    )


@pytest.mark.cites("47.1-2317.01(6)")
def test_fire_bet_lammers_lie_on_every_point_made_until_the_seven_out() -> None:
    assert lammers(hand_felt(6), "fire-bet") == []
    assert lammers(hand_felt(6, 6), "fire-bet") == ["6"]
    assert lammers(hand_felt(6, 6, 10, 10, 6, 6, 4, 4), "fire-bet") == ["4", "6", "10"]
    assert lammers(hand_felt(6, 6, 10, 7), "fire-bet") == []
    table = rolled(CrapsTable(), 6, 6, 6)
    assert lammers(craps.draw(side_bets=["sharp-shooter"], table=table), "fire-bet") == []
    for puck in ("off", 6):
        picture = craps.draw(puck=puck, side_bets=["fire-bet"], table=table)
        (lammer,), (disk,) = marked(picture, "lammer"), marked(picture, "puck")
        (x,), (at,) = ({int(c.attrib["cx"]) for c in each.iter(f"{SVG}circle")} for each in (lammer, disk))
        assert hit(picture, "place-6").x < x < hit(picture, "buy-6").x + hit(picture, "buy-6").width
        assert abs(x - at) >= 27 + 20, "beside the puck, never under it"


@pytest.mark.cites("47.1-2317.02(5)")
def test_the_sharp_shooter_lammer_counts_the_passes() -> None:
    assert lammers(hand_felt(7, 11, 6), "sharp-shooter") == []
    for passes in range(1, 11):
        assert lammers(hand_felt(*(6, 6) * passes), "sharp-shooter") == [str(passes)]
    assert lammers(hand_felt(*(6, 6) * 11), "sharp-shooter") == ["10"]
    assert lammers(hand_felt(6, 6, 4, 7), "sharp-shooter") == []


@pytest.mark.cites("47.1-2317.04(14)", "47.1-2317.04(16)")
def test_a_single_nameless_lammer_counts_sevens_and_elevens_of_every_hand() -> None:
    assert not marked(craps.draw(side_bets=["super-front-line-winner"]), "lammer")
    assert lammers(hand_felt(2, 6, 6), "super-front-line-winner") == []
    picture = hand_felt(7, 11, 7, 11)
    (lammer,) = marked(picture, "lammer")
    assert lammer.attrib["data-lammer"] == "super-front-line-winner"
    assert lammer.attrib["data-at"] == "4"
    assert not list(lammer.iter(f"{SVG}text"))
    assert not marked(picture, "stack"), "no wager stands"


def _moves_to(*counts: int) -> None:
    for count in counts:
        assert lammers(hand_felt(*(7,) * count), "super-front-line-winner") == [str(count)]
        assert lammers(hand_felt(*(11,) * count, 4), "super-front-line-winner") == [str(count)]


@pytest.mark.cites("47.1-2317.04(18)", "47.1-2317.04(19)")
def test_the_lammer_lies_on_the_first_and_the_second() -> None:
    _moves_to(1, 2)


@pytest.mark.cites("47.1-2317.04(20)", "47.1-2317.04(21)")
def test_the_lammer_lies_on_the_third_and_the_fourth() -> None:
    _moves_to(3, 4)


@pytest.mark.cites("47.1-2317.04(22)", "47.1-2317.04(23)")
def test_the_lammer_lies_on_the_fifth_and_the_sixth() -> None:
    _moves_to(5, 6)


@pytest.mark.cites("47.1-2317.04(24)", "47.1-2317.04(25)")
def test_the_lammer_lies_on_the_seventh_and_the_eighth() -> None:
    _moves_to(7, 8)


@pytest.mark.cites("47.1-2317.04(26)", "47.1-2317.04(27)")
def test_the_lammer_lies_on_the_ninth_and_the_tenth() -> None:
    _moves_to(9, 10)


@pytest.mark.cites("47.1-2317.04(28)")
def test_the_lammer_stays_on_the_eleventh_until_the_seven_out() -> None:
    _moves_to(11)
    eleven = (7, 11) * 6
    assert lammers(hand_felt(*eleven, 11, 6), "super-front-line-winner") == ["11"]
    assert lammers(hand_felt(*eleven, 11, 6, 7), "super-front-line-winner") == []


@pytest.mark.cites("30-2299.02(4)")
def test_numbers_stay_marked_on_the_number_track_until_the_sequence_has_ended() -> None:
    def track(*numbers: str) -> list[str]:
        table = spun(RouletteTable(track=Track()), *numbers)
        return lammers(roulette.draw(Layout("double-zero"), side_bets=ROULETTE_BETS, table=table), "straights-and-8s")

    assert track() == []
    for number in pockets("double-zero"):
        assert track(number) == ([] if number in ("0", "00") else [number])
    assert track("5", "7") == ["5", "7"]
    assert track("8", "8") == ["8", "8"]
    assert track("5", "8") == track("5", "7", "6") == track("5", "00") == []
    covered = roulette.draw(Layout("triple-zero", converted=True), side_bets=["straights-and-8s"])
    assert {"0", "36"} <= {each.text for each in ElementTree.fromstring(covered).iter(f"{SVG}text")}


@pytest.mark.cites("30-2299.04/start(8)")
def test_the_up_streak_lammer_starts_in_box_1_and_leaves_with_the_streak() -> None:
    def streak(*numbers: str) -> list[str]:
        table = spun(RouletteTable(up=UpStreak(9)), *numbers)
        return lammers(roulette.draw(Layout("double-zero"), side_bets=["roulette-up"], table=table), "up-streak")

    assert streak() == []
    assert streak("17") == ["1"]
    rising = ("0", "00", "1", "5", "9", "12", "30", "35")
    for length in range(1, len(rising) + 1):
        assert streak(*rising[:length]) == [str(length)]
    assert streak("17", "17") == streak("17", "3") == streak("17", "36") == []


def test_the_previous_number_and_the_meter_are_shown() -> None:
    layout = Layout("double-zero")
    for bet in ("back2back", "spinner-winner"):
        (none,) = marked(roulette.draw(layout, side_bets=[bet], table=RouletteTable()), "previous")
        assert none.get("data-previous") == ""
        (seen,) = marked(roulette.draw(layout, side_bets=[bet], table=RouletteTable("00")), "previous")
        assert seen.get("data-previous") == "00"
        assert "00" in [each.text for each in seen.iter(f"{SVG}text")]
    (board,) = marked(roulette.draw(layout, side_bets=ROULETTE_BETS, meter_cents=1234567890), "meter")
    assert board.get("data-cents") == "1234567890"
    assert "$12,345,678.90" in [each.text for each in board.iter(f"{SVG}text")]
    assert not marked(roulette.draw(layout, side_bets=["roulette-up"], meter_cents=5), "meter")
