"""The data that the terminal's page gives its script, and the marks on its layout."""

from __future__ import annotations

import re

from croupier import house as houses
from croupier.games.craps.facts import CrapsTable, Hand
from croupier.games.roulette.facts import RouletteTable
from croupier.house import load
from croupier.web.api import felts
from croupier.web.shared.wager_outcomes import covers, numbers
from croupier.web.terminal.boot import boot, calls
from croupier.web.terminal.page import marked


def test_what_a_spot_covers_is_what_it_wins_on() -> None:
    """Found by playing the wagers, for every spot of the layout."""
    house = load("colorado-double-zero")
    found = numbers(house)
    assert found["corner|8-9-11-12"] == ["8", "9", "11", "12"]
    assert found["first-five|"] == ["0", "00", "1", "2", "3"]
    assert len(found["red|"]) == len(found["even|"]) == 18
    printed = re.findall(r'data-wager="([^"]+)" data-spot="([^"]*)"', felts.plain(house))
    main = {f"{wager}|{spot}" for wager, spot in printed if house.game.wagers[wager].group != "side-bets"}
    assert found.keys() == main
    single = numbers(load("colorado-single-zero"))  # where In Prison keeps a wager on 0 from losing, it does not win
    assert "0" not in single["red|"]


def test_every_wager_says_what_decides_it() -> None:
    """At dice and at the Big Six wheel too, for every spot."""
    craps, free = load("colorado-craps"), load("colorado-craps-free")
    first, then = "First roll: wins on {}", ". Any other number becomes its point: then {}"
    off = "; off on a come-out roll unless called on"
    line = first.format("7 and 11, loses on 2, 3 and 12") + then.format("the point wins, 7 loses")
    dont = first.format("2 and 3, loses on 7 and 11, push on 12") + then.format("7 wins, the point loses")
    for wager, spot, said in (
        ("pass", "", line),
        ("come", "", line),
        ("dont-pass", "", dont),
        ("dont-come", "", dont),
        ("come", "6", "Wins on 6, loses on 7"),
        ("dont-come", "6", "Wins on 7, loses on 6"),
        ("place-to-lose-4", "", "Wins on 7, loses on 4"),
        ("hard-8", "", f"Wins on 4-4, loses on 7, 2-6 and 3-5{off}"),
        ("place-6", "", f"Wins on 6, loses on 7{off}"),
        ("come-odds", "6", f"Wins and loses with Come{off}"),
        ("pass-odds", "", "Wins and loses with Pass"),
        ("big-6", "", "Wins on 6, loses on 7"),
        ("horn-high-12", "", "Wins if the next roll is 2, 3, 11 or 12, twice on 12"),
        ("field", "", "Wins if the next roll is 2, 3, 4, 9, 10, 11 or 12"),
        ("hop-2-4", "", "Wins if the next roll is 2-4"),
        ("horn", "", "Wins if the next roll is 2, 3, 11 or 12"),
        ("whirl", "", "Wins if the next roll is 2, 3, 7, 11 or 12"),
        ("put-odds", "4", f"Wins and loses with Put 4{off}"),
        ("fire-bet", "", "How many different points the shooter makes before the seven-out"),
    ):
        assert covers(craps, wager, spot) == said
    assert (
        covers(free, "pass", "")
        == "First roll: wins on 7. Any other number becomes its point: then the point wins, 7 loses"
    )
    assert covers(load("colorado-big-six"), "one", "") == "23 of the 54 sections"
    assert covers(load("colorado-double-zero"), "first-five", "") == "5 of the 38 numbers"
    for each in map(load, houses.presets()):
        for shown in felts.spots(each):
            assert shown.covers, shown.title


def test_calls_are_for_wagers_that_can_be_called() -> None:
    """Place and hardways can be called On or Off, the line and one-roll wagers cannot."""
    found = calls(load("colorado-craps"))
    assert {"place-6", "hard-8", "buy-4", "pass-odds"} <= set(found)
    assert not {"pass", "field", "any-seven", "fire-bet"} & set(found)


def test_the_wheel_is_in_the_order_of_the_rules() -> None:
    """Every compartment once, with its color; zeros are opposite on a double zero wheel."""
    ring = [each["pocket"] for each in boot("R00", load("colorado-double-zero"))["ring"]]
    assert len(set(ring)) == len(ring) == 38
    assert ring.index("00") - ring.index("0") == 19


def test_the_page_has_the_phases_in_which_players_may_wager() -> None:
    """At craps players may not wager while the dice are in the air; at roulette they may while the ball spins."""
    assert boot("C1", load("colorado-craps"))["taken"] == ["open", "dice-out"]
    assert boot("R0", load("colorado-single-zero"))["taken"] == ["open", "spun"]


def test_marks_are_the_dolly_the_puck_and_the_lammers() -> None:
    """Nothing else of the felt: no printed text, no spots."""
    roulette = marked(load("colorado-single-zero"), RouletteTable(), "17")
    assert 'data-number="17"' in roulette
    assert 'class="dolly"' in roulette
    assert 'class="spot"' not in roulette
    assert "dolly" not in marked(load("colorado-single-zero"), RouletteTable())
    craps = marked(load("colorado-craps"), CrapsTable(point=6, hand=Hand(points_made=frozenset({4}), passes=1)))
    assert 'data-puck="6"' in craps
    assert sorted(re.findall(r'data-lammer="([\w-]+)"', craps)) == ["fire-bet", "sharp-shooter"]
    assert marked(load("colorado-big-six"), None).endswith("/>")
