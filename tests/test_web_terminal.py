"""What the terminal's page tells its script, and the marks on its layout."""

from __future__ import annotations

import re

from croupier.games.craps.facts import CrapsTable, Hand
from croupier.games.roulette.facts import RouletteTable
from croupier.house import load
from croupier.web import felts
from croupier.web.pages.terminal import boot, calls, covers, marked


def test_what_a_spot_covers_is_what_it_wins_on() -> None:
    """Asked of the wagers themselves, every spot of the layout."""
    house = load("colorado-double-zero")
    found = covers(house)
    assert found["corner|8-9-11-12"] == ["8", "9", "11", "12"]
    assert found["first-five|"] == ["0", "00", "1", "2", "3"]
    assert len(found["red|"]) == len(found["even|"]) == 18
    printed = re.findall(r'data-wager="([^"]+)" data-spot="([^"]*)"', felts.plain(house))
    main = {f"{wager}|{spot}" for wager, spot in printed if house.game.wagers[wager].group != "side-bets"}
    assert found.keys() == main
    single = covers(load("colorado-single-zero"))  # where In Prison keeps a wager on 0 from losing, it does not win
    assert "0" not in single["red|"]


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


def test_a_player_is_told_when_wagers_are_taken_from_players() -> None:
    """At craps the dice in the air are not for players, at roulette the spinning ball is."""
    assert boot("C1", load("colorado-craps"))["taken"] == ["open", "dice-out"]
    assert boot("R0", load("colorado-single-zero"))["taken"] == ["open", "spun"]


def test_marks_are_the_dolly_the_puck_and_the_lammers() -> None:
    """And nothing else of the felt: no printing, no spots."""
    roulette = marked(load("colorado-single-zero"), RouletteTable(), "17")
    assert 'data-number="17"' in roulette
    assert 'class="dolly"' in roulette
    assert 'class="spot"' not in roulette
    assert "dolly" not in marked(load("colorado-single-zero"), RouletteTable())
    craps = marked(load("colorado-craps"), CrapsTable(point=6, hand=Hand(points_made=frozenset({4}), passes=1)))
    assert 'data-puck="6"' in craps
    assert sorted(re.findall(r'data-lammer="([\w-]+)"', craps)) == ["fire-bet", "sharp-shooter"]
    assert marked(load("colorado-big-six"), None).endswith("/>")
