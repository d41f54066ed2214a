"""The spots of a felt: every legal one is drawn once, at the place of its chip, with its name and what it pays."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from croupier.core.refusal import Refusal
from croupier.games import game
from croupier.games.big_six import svg as big_six
from croupier.games.craps.svg import felt as craps
from croupier.games.roulette.layout import Layout, layout_of
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.svg import felt as roulette
from croupier.house import load, presets
from tests.support.felts import BOOK, LAYOUTS, SIX_POINTS, SVG, TEN_NUMBERS, at_house, hit, hits

EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")


@pytest.mark.cites("30-2210(2)(e)(i)", "47.1-2210(2)(d)(i)")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda x: f"{x.wheel} {x.converted} {len(x.customary)}")
def test_roulette_has_every_spot_of_its_layout_once(layout: Layout) -> None:
    expected = [(wager, spot, "") for wager, found in layout.spots.items() for spot in found]
    expected += [(wager, "", "") for wager in EVEN_MONEY]
    if "00" in layout.boxes and not layout.converted:
        expected += [("first-five", "", ""), ("split", "0-00", "courtesy")]
    found = [(h.wager, h.spot, h.at) for h in hits(roulette.draw(layout))]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("variant", ["craps", "craps-free"])
def test_craps_has_every_permitted_wager_wherever_it_may_lie(variant: str) -> None:
    declared = game("craps").wagers
    permitted = {wager for wager, row in BOOK.permitted("craps", variant).items() if not row.withdrawn}
    permitted = {
        wager for wager in permitted if declared[wager].group != "side-bets"
    }  # they have layouts of their own
    travels = {"come": TEN_NUMBERS if variant == "craps-free" else SIX_POINTS, "dont-come": SIX_POINTS}
    behind = ("come-odds", "dont-come-odds", "put-odds")
    expected = [(wager, "") for wager in permitted if wager not in behind]
    expected += [(wager, spot) for wager, spots in travels.items() if wager in permitted for spot in spots]
    expected += [(wager, spot) for wager in behind if wager in permitted for spot in SIX_POINTS]
    assert sorted((h.wager, h.spot) for h in hits(craps.draw(variant))) == sorted(expected)


@pytest.mark.parametrize("variant", ["craps", "craps-free"])
def test_craps_has_the_spots_the_game_itself_accepts(variant: str) -> None:
    rules: Any = SimpleNamespace(variant=variant)
    drawn = {(h.wager, h.spot) for h in hits(craps.draw(variant))}
    for wager in {wager for wager, _ in drawn}:
        for spot in ("", *TEN_NUMBERS, "7"):
            accepted = not isinstance(game("craps").wagers[wager].read_spot(spot or None, rules), Refusal)
            assert ((wager, spot) in drawn) == accepted, (wager, spot)


@pytest.mark.cites("30-2702(7)(b)(i)")
def test_big_six_has_an_area_for_every_dollar_symbol() -> None:
    words = [each.text for each in ElementTree.fromstring(big_six.draw()).iter(f"{SVG}text")]
    areas = {h.wager for h in hits(big_six.draw())}
    for wager, symbol in (("one", "$1"), ("two", "$2"), ("five", "$5"), ("ten", "$10"), ("twenty", "$20")):
        assert wager in areas
        assert symbol in words


@pytest.mark.cites("30-2702(7)(b)(ii)", "30-2702(7)(b)(iii)")
def test_big_six_has_areas_for_flag_and_joker_as_on_the_wheel() -> None:
    assert {"flag", "joker"} <= {h.wager for h in hits(big_six.draw())}
    own = big_six.draw(symbols={"flag": "Our House", "joker": "Star"})
    words = [each.text for each in ElementTree.fromstring(own).iter(f"{SVG}text")]
    assert (words.count("Our House"), words.count("Star")) == (2, 2)  # the area, and the section of the wheel


@pytest.mark.cites("30-2702(7)(c)")
def test_the_big_six_layout_has_the_odds_of_every_wager() -> None:
    words = [each.text for each in ElementTree.fromstring(big_six.draw()).iter(f"{SVG}text")]
    shown = sorted(each for each in words if each and each.startswith("PAYS "))
    assert shown == sorted(f"PAYS {n} TO 1" for n in (1, 2, 5, 10, 20, 45, 45))


def test_big_six_has_seven_betting_areas() -> None:
    assert {(h.wager, h.spot) for h in hits(big_six.draw())} == {(wager, "") for wager in BOOK.permitted("big-six")}
    assert len(hits(big_six.draw())) == 7


def test_titles_name_the_spot_and_what_it_pays() -> None:
    picture = roulette.draw(Layout("double-zero"))
    assert hit(picture, "corner", "8-9-11-12").title == "corner 8, 9, 11, 12, pays 8 to 1"
    felt = craps.draw("craps", pays={"dont-come-odds": {"4": "1 to 2"}})
    assert hit(felt, "dont-come-odds", "4").title == "don't come odds 4, pays 1 to 2"
    assert hit(felt, "hop-1-3").title == "hop 1-3"


@pytest.mark.parametrize("name", [name for name in presets() if load(name).game_name == "roulette"])
def test_a_roulette_house_has_exactly_the_spots_it_offers(name: str) -> None:
    house = load(name)
    spots = layout_of(RouletteOptions.of(house)).spots
    expected = [
        (wager, spot)
        for wager in house.offered
        for spot in spots.get(wager, ("",))
        if not isinstance(house.game.wagers[wager].read_spot(spot or None, house), Refusal)
    ]
    expected += [("split", "0-00")] if layout_of(RouletteOptions.of(house)).has_courtesy_spot else []
    assert sorted((h.wager, h.spot) for h in hits(at_house(name))) == sorted(expected)


@pytest.mark.parametrize("name", [name for name in presets() if load(name).game_name == "craps"])
def test_a_craps_house_has_exactly_the_spots_it_offers(name: str) -> None:
    house = load(name)
    accepted = [
        (wager, spot)
        for wager in house.offered
        for spot in ("", *TEN_NUMBERS, "7")
        if not isinstance(house.game.wagers[wager].read_spot(spot or None, house), Refusal)
    ]
    assert sorted((h.wager, h.spot) for h in hits(at_house(name))) == sorted(accepted)
