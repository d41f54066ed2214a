"""The felts of one table: full and simple, along the table and upright. Each has its spots and its markers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from croupier.games.craps.facts import CrapsTable, Hand
from croupier.games.craps.panels import SIMPLE
from croupier.games.craps.svg import felt as craps
from croupier.games.roulette.layout import Layout
from croupier.games.roulette.svg import felt as roulette
from croupier.games.svg import FULL, STYLES, Style
from croupier.house import House, load, presets
from tests.support.felts import CRAPS_BETS, LAYOUTS, SIX_POINTS, SVG, TEN_NUMBERS, at_house, hit, hits, marked

UPRIGHT = Style(upright=True)
SIMPLE_STYLES = (Style(simple=True), Style(simple=True, upright=True))
#: A finger needs 44 pixels. On a phone of 360 pixels, an upright felt of 640 units is 348 pixels wide.
FINGER = 44 * 640 // 348
NUMBERS = {"craps": SIX_POINTS, "craps-free": TEN_NUMBERS}


def keys(picture: str) -> list[tuple[str, str, str]]:
    """The spots of a picture, each with its second place."""
    return sorted((each.wager, each.spot, each.at) for each in hits(picture))


def name_of(style: Style) -> str:
    return f"{'simple' if style.simple else 'full'}-{'upright' if style.upright else 'along'}"


@pytest.mark.parametrize("name", presets())
def test_the_upright_felt_has_every_spot_of_the_full_one(name: str) -> None:
    assert keys(at_house(name, UPRIGHT)) == keys(at_house(name))


def is_simple(house: House, wager: str) -> bool:
    """Whether a wager is on the simple felt: at craps as `SIMPLE` declares, elsewhere if it is no side bet."""
    if house.game_name == "craps":
        kind, _, number = wager.rpartition("-")
        return wager in SIMPLE or (kind in SIMPLE and number.isdigit())
    return house.game.wagers[wager].group != "side-bets"


@pytest.mark.parametrize("name", presets())
def test_the_simple_felt_has_exactly_the_declared_spots(name: str) -> None:
    house = load(name)
    wanted = [key for key in keys(at_house(name)) if is_simple(house, key[0])]
    assert wanted
    for style in SIMPLE_STYLES:
        assert keys(at_house(name, style)) == wanted


def test_a_beginner_finds_the_bets_of_a_first_hand_on_the_simple_craps_felt() -> None:
    found = {each.wager for each in hits(at_house("colorado-craps", SIMPLE_STYLES[0]))}
    assert {"pass", "pass-odds", "dont-pass", "come", "place-6", "place-8", "field", "hard-8"} <= found
    assert not {"hop-1-1", "any-seven", "horn", "buy-4", "lay-4", "fire-bet", "dont-come"} & found


@pytest.mark.parametrize("name", presets())
def test_a_finger_hits_every_box_of_the_simple_upright_felt(name: str) -> None:
    """Spots on lines and corners are chosen by name instead."""
    for each in hits(at_house(name, SIMPLE_STYLES[1])):
        assert each.between or min(each.width, each.height) >= FINGER, each
        assert not each.between or each.wager in ("split", "street", "corner", "line", "trio", "first-five"), each


@pytest.mark.parametrize("style", STYLES, ids=name_of)
def test_the_dolly_lies_on_its_number(style: Style) -> None:
    for layout in (LAYOUTS[2], Layout("triple-zero")):
        for pocket in layout.spots["straight"]:
            picture = roulette.draw(layout, dolly=pocket, style=style)
            (dolly,) = marked(picture, "dolly")
            x, y = (int(dolly[1].attrib[name]) for name in ("cx", "cy"))
            box = hit(picture, "straight", pocket)
            assert (x, y - 3) == box.center


@pytest.mark.parametrize("variant", NUMBERS)
@pytest.mark.parametrize("style", STYLES, ids=name_of)
def test_the_puck_lies_at_its_number_and_on_no_chip(variant: str, style: Style) -> None:
    """In the column of its number, beside the middle of every spot."""
    for number in NUMBERS[variant]:
        picture = craps.draw(variant, puck=int(number), style=style)
        (puck,) = marked(picture, "puck")
        x, y = (int(puck[2].attrib[name]) for name in ("cx", "cy"))
        come = hit(picture, "come", number)
        place = hit(picture, f"place-{number}")
        left, right = min(come.x, place.x), max(come.x + come.width, place.x + place.width)
        assert left < x < (right if style != FULL else place.x + 2 * place.width)
        for each in hits(picture):
            assert abs(each.center[0] - x) > 27 or abs(each.center[1] - y) > 27, each
    for where in ("off", "come-only"):
        (puck,) = marked(craps.draw(variant, puck=where, style=style), "puck")
        assert puck.attrib["data-puck"] == where


def test_the_panels_of_the_upright_felt_are_named() -> None:
    names = [each.attrib["data-panel"] for each in marked(craps.draw(side_bets=CRAPS_BETS, style=UPRIGHT), "panel")]
    assert names == ["Line and come", "Numbers", "Field and hardways", "One roll", "Side bets"]
    simple = craps.draw(side_bets=CRAPS_BETS, style=SIMPLE_STYLES[1])
    assert [each.attrib["data-panel"] for each in marked(simple, "panel")] == names[:3]


@pytest.mark.parametrize("style", [FULL, UPRIGHT], ids=name_of)
def test_lammers_lie_in_their_boxes(style: Style) -> None:
    """Under the number that they count, and at the point that was made; the simple felt has none."""
    table = CrapsTable(hand=Hand(points_made=frozenset({6}), passes=3, sevens_and_elevens=2))
    picture = craps.draw(side_bets=CRAPS_BETS, table=table, style=style)
    where = {
        each.attrib["data-lammer"]: (int(each[2].attrib["cx"]), int(each[2].attrib["cy"]))
        for each in marked(picture, "lammer")
    }
    for wager, number in (("sharp-shooter", "3"), ("super-front-line-winner", "2")):
        x, y = where[wager]
        above = [
            each.text
            for each in ElementTree.fromstring(picture).iter(f"{SVG}text")
            if int(each.attrib["x"]) == x and 0 < y - int(each.attrib["y"]) < 40
        ]
        assert above == [number]
    come = hit(picture, "come", "6")
    assert come.x < where["fire-bet"][0] < come.x + 2 * come.width
    assert where["fire-bet"][1] < come.y
    assert not marked(craps.draw(side_bets=CRAPS_BETS, table=table, style=SIMPLE_STYLES[0]), "lammer")


@pytest.mark.cites("47.1-2303(2)")
@pytest.mark.parametrize("style", STYLES, ids=name_of)
def test_no_call_bets_is_printed_on_every_craps_felt(style: Style) -> None:
    for variant in NUMBERS:
        words = [
            each.text or "" for each in ElementTree.fromstring(craps.draw(variant, style=style)).iter(f"{SVG}text")
        ]
        assert any(each.startswith("No call bets") for each in words)


def test_the_wheel_is_on_one_big_six_felt_and_defined_in_the_others() -> None:
    """A terminal shows it beside the felt then: one wheel, never two."""
    for style in STYLES:
        root = ElementTree.fromstring(at_house("colorado-big-six", style))
        (wheel,) = [each for each in root.iter() if each.get("class") == "wheel"]
        defined = [each for defs in root.iter(f"{SVG}defs") for each in defs]
        assert (wheel in defined) == (style != FULL)
