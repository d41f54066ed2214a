"""The felts as pictures: every legal spot is one element, where its chip lies, and no two overlap."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import combinations
from types import SimpleNamespace
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from croupier import rulebook
from croupier.core.refusal import Refusal
from croupier.documents.felts import draw as opened
from croupier.fonts.outlines import outlined
from croupier.games import game
from croupier.games.big_six import svg as big_six
from croupier.games.big_six.wheel import sections
from croupier.games.chips import LEAST, Chip, stacks
from croupier.games.craps import facts as craps_facts
from croupier.games.craps.facts import CrapsTable
from croupier.games.craps.svg import felt as craps
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.layout import CUSTOMARY, Layout, layout_of
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.sequences import Track, UpStreak
from croupier.games.roulette.svg import felt as roulette
from croupier.games.roulette.wheel import WHEELS, WheelName, pockets
from croupier.games.svg import Spot
from croupier.house import House, load, presets

SVG = "{http://www.w3.org/2000/svg}"
BOOK = rulebook.colorado(on=date(2022, 9, 1))
SIX_POINTS = ("4", "5", "6", "8", "9", "10")
TEN_NUMBERS = ("2", "3", "4", "5", "6", "8", "9", "10", "11", "12")
EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")

LAYOUTS = [Layout(wheel, converted) for wheel in WHEELS for converted in (False, True)]
LAYOUTS.append(Layout("single-zero", customary=frozenset(CUSTOMARY)))
CRAPS_BETS = ("fire-bet", "sharp-shooter", "super-front-line-winner")
ROULETTE_BETS = ("back2back", "roulette-up", "roulette-up-progressive", "spinner-winner", "straights-and-8s")


def at_house(name: str) -> str:
    """A preset's table as it opens."""
    return opened(load(name))


FELTS: dict[str, Callable[[], str]] = {
    **{f"{x.wheel} {x.converted} {len(x.customary)}": partial(roulette.draw, x) for x in LAYOUTS},
    "craps": partial(craps.draw, "craps"),
    "craps-free": partial(craps.draw, "craps-free"),
    "big-six": big_six.draw,
    **{f"at {name}": partial(at_house, name) for name in presets()},
    "craps with variations": partial(craps.draw, side_bets=("fire-bet", *(f"own-{n}" for n in range(9)))),
    "roulette without a pay table": partial(roulette.draw, Layout("triple-zero"), side_bets=ROULETTE_BETS),
}


class Hit(NamedTuple):
    """A hit area as drawn."""

    wager: str
    spot: str
    at: str
    x: int
    y: int
    width: int
    height: int
    title: str

    @property
    def center(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2

    def overlaps(self, other: Hit) -> bool:
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across > 0 and down > 0


def hits(picture: str) -> list[Hit]:
    """Every element with data-wager; each must be a plain rectangle."""
    found = []
    for each in ElementTree.fromstring(picture).iter():
        if "data-wager" in each.attrib or each.get("class") == "spot":
            assert each.tag == f"{SVG}rect"
            assert each.get("class") == "spot"
            assert "transform" not in each.attrib
            x, y, width, height = (int(each.attrib[name]) for name in ("x", "y", "width", "height"))
            title = each.findtext(f"{SVG}title") or ""
            assert each.get("aria-label") == title
            wager, spot, at = each.attrib["data-wager"], each.attrib["data-spot"], each.get("data-at", "")
            found.append(Hit(wager, spot, at, x, y, width, height, title))
    return found


def hit(picture: str, wager: str, spot: str = "", at: str = "") -> Hit:
    (found,) = [h for h in hits(picture) if (h.wager, h.spot, h.at) == (wager, spot, at)]
    return found


def marked(picture: str, name: str) -> list[ElementTree.Element]:
    """Every element of a class."""
    return [each for each in ElementTree.fromstring(picture).iter() if each.get("class") == name]


def fills(group: ElementTree.Element) -> list[str | None]:
    """The colors of a thing's opaque circles, from below."""
    return [c.get("fill") for c in group.iter(f"{SVG}circle") if c.get("fill-opacity") is None]


@pytest.mark.parametrize("name", FELTS)
def test_hit_areas_never_overlap(name: str) -> None:
    areas = hits(FELTS[name]())
    for one, other in combinations(areas, 2):
        assert not one.overlaps(other), (one, other)


@pytest.mark.parametrize("name", FELTS)
def test_hit_areas_are_large_enough_and_on_the_felt(name: str) -> None:
    picture = FELTS[name]()
    _, _, width, height = map(int, ElementTree.fromstring(picture).attrib["viewBox"].split())
    for area in hits(picture):
        assert min(area.width, area.height) >= 24, area
        assert area.x > 18, area
        assert area.y > 18, area
        assert area.x + area.width < width - 18, area
        assert area.y + area.height < height - 18, area


def _light(color: str) -> float:
    """How light a color is, as WCAG reckons it."""
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


#: Bold letters of 18.66 pixels where a layout is drawn at 0.58 of its size.
LARGE = 33


def _reach(each: ElementTree.Element) -> tuple[float, float, float, float] | None:
    """The box of a shape: left, top, right, bottom."""
    of = {key: float(each.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "r")}
    match each.tag.removeprefix(SVG):
        case "rect":
            return of["x"], of["y"], of["x"] + of["width"], of["y"] + of["height"]
        case "circle":
            return of["cx"] - of["r"], of["cy"] - of["r"], of["cx"] + of["r"], of["cy"] + of["r"]
        case "path":
            x = y = 0.0
            ends = []
            for word, figures in re.findall(r"([MLHVQCA])([^A-Z]*)", each.attrib["d"]):
                found = [float(figure) for figure in re.findall(r"-?[\d.]+", figures)]
                x, y = {"H": (found[-1], y), "V": (x, found[-1])}.get(word, tuple(found[-2:]))
                ends.append((x, y))
            across, down = zip(*ends, strict=True)
            return min(across), min(down), max(across), max(down)
    return None


def _printed(
    each: ElementTree.Element, below: list[tuple[tuple[float, ...], str]]
) -> Iterator[tuple[str, str, str, int]]:
    """Words with their ink, the paint that is under their middle, and their size; what is turned is left out."""
    if each.get("transform") and not each.tag.endswith("text"):
        return
    paint, reach = each.get("fill", "none"), _reach(each)
    if reach and paint.startswith("#") and float(each.get("fill-opacity", 1)) > 0.9:
        below.append((reach, paint))
    if each.tag == f"{SVG}text":
        size = int(each.attrib["font-size"])
        x, y = float(each.attrib["x"]), float(each.attrib["y"]) - size * 0.35
        under = [paint for (left, top, right, foot), paint in below if left <= x <= right and top <= y <= foot]
        yield each.text or "", each.attrib["fill"], under[-1], size
    for child in each:
        yield from _printed(child, below)


@pytest.mark.parametrize("name", FELTS)
def test_what_is_printed_stands_out_from_what_is_under_it(name: str) -> None:
    """4.5 to 1, and 3 to 1 for letters that are large on the page of a round too (WCAG 2.2, 1.4.3)."""
    found = list(_printed(ElementTree.fromstring(FELTS[name]()), []))
    assert len(found) > 7
    for words, ink, under, size in found:
        assert _contrast(ink, under) >= (3 if size >= LARGE else 4.5), (words, ink, under)


def test_what_is_on_the_big_six_wheel_stands_out() -> None:
    for paint, ink in big_six.PAINT.values():
        assert _contrast(ink, paint) >= 4.5, (ink, paint)


@pytest.mark.parametrize("name", FELTS)
def test_a_felt_is_one_self_contained_picture_with_a_title(name: str) -> None:
    picture = FELTS[name]()
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == root.get("aria-label") != ""
    assert "width" not in root.attrib
    for foreign in ("href", "url(", "<image", "<script", "<style", "@import"):
        assert foreign not in picture


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


def test_big_six_has_seven_betting_areas() -> None:
    assert {(h.wager, h.spot) for h in hits(big_six.draw())} == {(wager, "") for wager in BOOK.permitted("big-six")}
    assert len(hits(big_six.draw())) == 7


@pytest.mark.parametrize("symbol", [None, *dict.fromkeys(sections())])
def test_the_big_six_wheel_has_stopped_at_the_outcome(symbol: str | None) -> None:
    picture = big_six.draw(outcome=symbol)
    turned = re.findall(r'data-section="(\d+)" data-symbol="(\w+)" transform="rotate\(([\d.]+)\)"', picture)
    assert [int(number) for number, _, _ in turned] == list(range(1, 55))
    assert len({angle for _, _, angle in turned}) == 54
    assert [name for _, name, angle in turned if angle == "0.000"] == [symbol or "joker"]


def test_roulette_chips_lie_where_the_rules_place_them() -> None:
    picture = roulette.draw(Layout("double-zero"))

    def at(wager: str, spot: str = "") -> tuple[int, int]:
        return hit(picture, wager, spot).center

    one, two, four, eight, nine = (at("straight", n) for n in ("1", "2", "4", "8", "9"))
    side = four[0] - one[0]
    edge = one[1] + side // 2
    assert at("split", "8-9") == (eight[0], (eight[1] + nine[1]) // 2)
    assert at("split", "5-8") == (eight[0] - side // 2, eight[1])
    assert at("corner", "8-9-11-12") == (eight[0] + side // 2, (eight[1] + nine[1]) // 2)
    assert at("street", "1-2-3") == (one[0], edge)
    assert at("line", "1-2-3-4-5-6") == ((one[0] + four[0]) // 2, edge)
    assert at("first-five") == (one[0] - side // 2, edge)
    assert at("trio", "0-1-2") == (one[0] - side // 2, (one[1] + two[1]) // 2)
    assert at("trio", "0-00-2") == (two[0] - side // 2, two[1])
    assert at("split", "0-00")[1] == two[1]
    assert at("column", "1")[1] == one[1]
    assert at("column", "1")[0] > at("straight", "34")[0]
    assert at("dozen", "1")[0] == (four[0] + at("straight", "7")[0]) // 2
    assert at("dozen", "1")[1] > edge
    courtesy = hit(picture, "split", "0-00", "courtesy").center
    assert courtesy[0] == (at("dozen", "2")[0] + at("dozen", "3")[0]) // 2


def test_titles_name_the_spot_and_what_it_pays() -> None:
    picture = roulette.draw(Layout("double-zero"))
    assert hit(picture, "corner", "8-9-11-12").title == "corner 8, 9, 11, 12, pays 8 to 1"
    felt = craps.draw("craps", pays={"dont-come-odds": {"4": "1 to 2"}})
    assert hit(felt, "dont-come-odds", "4").title == "don't come odds 4, pays 1 to 2"
    assert hit(felt, "hop-1-3").title == "hop 1-3"


@pytest.mark.parametrize(
    ("draw", "chip"),
    [
        (lambda chips: roulette.draw(Layout("double-zero"), chips), Chip("split", "17-20", 500)),
        (lambda chips: roulette.draw(Layout("double-zero"), chips), Chip("split", "0-00", 500, at="courtesy")),
        (lambda chips: craps.draw("craps", chips), Chip("come-odds", "6", 1000)),
        (lambda chips: big_six.draw(chips), Chip("joker", None, 250)),
    ],
)
def test_a_stack_lies_at_the_middle_of_its_spot(draw: Callable[[list[Chip]], str], chip: Chip) -> None:
    assert not marked(draw([]), "stack")
    picture = draw([chip, chip])
    (stack,) = marked(picture, "stack")
    x, y = hit(picture, chip.wager, chip.spot or "", chip.at).center
    assert stack.attrib["transform"].startswith(f"translate({x} {y}) ")
    assert len([c for c in stack.iter() if c.get("class") == "chip"]) == 2
    assert chip.words in [each.text for each in stack.iter(f"{SVG}text")]


@pytest.mark.parametrize("count", [1, 2, 4, 5, 8, 14])
def test_every_chip_of_a_spot_is_seen(count: int) -> None:
    """No chip covers the middle of another, where its dollars are; what is off says so."""
    picture = craps.draw("craps", [Chip("place-8", None, 600, mark="OFF") for _ in range(count)])
    (stack,) = marked(picture, "stack")
    middles = [(int(c.attrib["cx"]), int(c.attrib["cy"])) for c in stack.iter() if c.get("class") == "chip"]
    assert len(middles) == count
    assert all(abs(x - other) + abs(y - far) >= 30 for (x, y), (other, far) in combinations(middles, 2))
    assert abs(sum(y for _, y in middles[:1] + middles[-1:])) <= 2
    assert [each.text for each in stack.iter(f"{SVG}text")].count("OFF") == count


def test_chips_keep_their_words_and_color_whatever_these_are() -> None:
    picture = big_six.draw([Chip("one", "", color='"><x/>', label="<&>")], {"two": "<Plum & Co>"})
    (stack,) = marked(picture, "stack")
    assert "<&>" in [each.text for each in stack.iter(f"{SVG}text")]
    assert hit(picture, "two").title == "<Plum & Co>, pays 2 to 1"


def test_a_chip_on_no_spot_of_the_felt_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="no spot 'split 1-9' on this felt"):
        roulette.draw(Layout("double-zero"), [Chip("split", "1-9", 500)])
    with pytest.raises(ValueError, match="no spot 'dont-pass' on this felt"):
        craps.draw("craps-free", [Chip("dont-pass", None, 500)])
    with pytest.raises(ValueError, match="no craps felt 'crabs'"):
        craps.draw("crabs")
    with pytest.raises(ValueError, match="no symbol 'plum' on the rim"):
        big_six.draw(symbols={"plum": "Plum"})


@pytest.mark.cites("30-2201(3)", "47.1-2201(3)")
def test_the_dolly_marks_the_number_where_the_ball_rests() -> None:
    for wheel in WHEELS:
        layout = Layout(wheel)
        assert not marked(roulette.draw(layout), "dolly")
        for pocket in pockets(wheel):
            picture = roulette.draw(layout, dolly=pocket)
            (dolly,) = marked(picture, "dolly")
            top = [(int(c.attrib["cx"]), int(c.attrib["cy"])) for c in dolly.iter(f"{SVG}circle")][-1]
            assert top == hit(picture, "straight", pocket).center
            assert dolly.get("data-number") == pocket
    with pytest.raises(ValueError, match="no open box '00'"):
        roulette.draw(Layout("single-zero"), dolly="00")


@pytest.mark.cites("30-2210(2)(d)(i)", "47.1-2210(2)(c)(i)")
def test_a_converted_wheel_has_00_and_000_covered_and_without_spots() -> None:
    zeros: dict[WheelName, list[str]] = {"double-zero": ["00"], "triple-zero": ["00", "000"]}
    for wheel, covered in zeros.items():
        open_felt, picture = roulette.draw(Layout(wheel)), roulette.draw(Layout(wheel, converted=True))
        assert not marked(open_felt, "cover")
        covers = marked(picture, "cover")
        assert [cover.get("data-covers") for cover in covers] == covered
        for cover in covers:
            assert "NOT AVAILABLE" in [each.text for each in cover.iter(f"{SVG}text")]
            (plate,) = cover.iter(f"{SVG}path")
            assert plate.get("fill") not in (None, "none")
            box = hit(open_felt, "straight", cover.attrib["data-covers"])
            edges = re.findall(r"[0-9]+", plate.attrib["d"])
            for edge in (box.x - roulette.HALF, box.y + box.height + roulette.HALF):
                assert str(edge) in edges
        assert not [h for h in hits(picture) if {"00", "000"} & set(h.spot.split("-"))]


@pytest.mark.cites("47.1-2302(6)")
def test_the_puck_is_white_on_the_point_and_black_at_rest() -> None:
    for variant, numbers in (("craps", SIX_POINTS), ("craps-free", TEN_NUMBERS)):
        assert not marked(craps.draw(variant), "puck")
        (off,) = marked(craps.draw(variant, puck="off"), "puck")
        assert "OFF" in [each.text for each in off.iter(f"{SVG}text")]
        assert fills(off)[0] == "#101010"
        for number in numbers:
            picture = craps.draw(variant, puck=int(number))
            (on,) = marked(picture, "puck")
            assert "ON" in [each.text for each in on.iter(f"{SVG}text")]
            assert fills(on)[0] == "#fafafa"
            x = int(on.findall(f"{SVG}circle")[-1].attrib["cx"])
            left, right = hit(picture, f"place-{number}"), hit(picture, f"buy-{number}")
            assert left.x < x < right.x + right.width
    with pytest.raises(ValueError, match="no number 11"):
        craps.draw("craps", puck=11)


def test_the_craps_felt_says_no_call_bets_and_marks_its_field() -> None:
    for variant in ("craps", "craps-free"):
        words = [each.text for each in ElementTree.fromstring(craps.draw(variant)).iter(f"{SVG}text")]
        assert "No call bets" in words
        assert words.count("PAYS DOUBLE") == 2
    better = craps.draw(pays={"field": {"win on 2": "2 to 1", "win on 12": "3 to 1"}})
    assert "PAYS TRIPLE" in better


def test_the_rim_shows_54_sections_in_order_with_what_each_pays() -> None:
    least = BOOK.permitted("big-six")
    rim = marked(big_six.draw(), "section")
    assert tuple(section.get("data-symbol") for section in rim) == sections()
    turns = [section.attrib["transform"] for section in rim]
    assert len(set(turns)) == 54
    assert turns[0] == "rotate(0.000)"
    assert turns[27] == "rotate(180.000)"
    for section in rim:
        (figure,) = [each.text for each in section.iter(f"{SVG}text") if each.get("class") == "figure"]
        assert f"{figure} to 1" == str(least[section.attrib["data-symbol"]].odds["win"])


def test_themed_symbols_stand_on_the_felt_and_on_every_section() -> None:
    picture = big_six.draw(symbols={"twenty": "Cherry"})
    words = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert words.count("Cherry") == 3
    assert "$20" not in words


# side bets


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
    """Where a side bet's lammers lie; each under the number it stands for."""
    words = {(each.text, each.get("x")) for each in ElementTree.fromstring(picture).iter(f"{SVG}text")}
    found = [each for each in marked(picture, "lammer") if each.get("data-lammer") == wager]
    for each in found:
        (x,) = {c.get("cx") for c in each.iter(f"{SVG}circle")}
        assert wager == "fire-bet" or (each.get("data-at"), x) in words
    return [each.attrib["data-at"] for each in found]


def own_bets(house: House) -> set[str]:
    return {wager for wager in house.offered if house.game.wagers[wager].group == "side-bets"}


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
    for printed in ("SW2-U03", "200 to 1", "1,500 for 1", "100%", "8, 18 and 28 299 to 1", "$10,000.00"):
        assert printed in words
    assert "push" in [
        each.text for each in ElementTree.fromstring(at_house("colorado-single-zero")).iter(f"{SVG}text")
    ]
    words = [each.text for each in ElementTree.fromstring(at_house("colorado-craps")).iter(f"{SVG}text")]
    for printed in ("FB-1", "1,000 for 1", "SS-01", "300 for 1", "WINNER · table 1", "500 to 1"):
        assert printed in words


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


def test_a_chip_may_still_lie_where_the_house_takes_no_more_wagers() -> None:
    picture = craps.draw("craps", [Chip("field", None, 500)], offered=["pass"])
    assert [h.wager for h in hits(picture)] == ["pass"]
    assert len(marked(picture, "stack")) == 1


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


# the command


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "croupier", "felt", *words], capture_output=True, text=True)


def test_the_command_draws_the_table_of_a_house() -> None:
    done = command("roulette", "--house", "colorado-triple-zero")
    assert (done.returncode, done.stdout) == (0, outlined(at_house("colorado-triple-zero")) + "\n")
    assert (
        command("roulette", "--wheel", "triple-zero").stdout == outlined(roulette.draw(Layout("triple-zero"))) + "\n"
    )
    assert "used as a single zero wheel" in command("roulette", "--house", "colorado-converted-wheel").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("craps", "--house", "colorado-double-zero"), "colorado-double-zero is for roulette, not for craps"),
        (("craps-free", "--house", "colorado-craps"), "colorado-craps is for craps, not for craps-free"),
        (("craps", "--wheel", "double-zero"), "--wheel is for roulette"),
        (("roulette", "--house", "colorado-double-zero", "--wheel", "single-zero"), "has a double-zero wheel"),
        (("roulette", "--house", "no-such-house"), "no-such-house"),
    ],
)
def test_the_command_says_what_is_wrong_and_exits_2(words: tuple[str, ...], says: str) -> None:
    done = command(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stdout == ""


def test_the_same_felt_is_the_same_bytes_in_every_process() -> None:
    program = """
from croupier.games.big_six import svg as b
from croupier.games.craps.svg import felt as c
from croupier.games.roulette.svg import felt as r
from croupier.games.roulette.layout import CUSTOMARY, Layout
from croupier.documents.felts import draw as opened
from croupier.house import load, presets
felts = [b.draw(), c.draw("craps"), c.draw("craps-free"), r.draw(Layout("triple-zero"))]
felts += [opened(load(name)) for name in presets()]
print("".join(felts) + r.draw(Layout("single-zero", customary=frozenset(CUSTOMARY))))
"""
    made = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize(("width", "height"), [(400, 60), (60, 400), (84, 46), (120, 110)])
def test_chips_stay_in_their_spot(count: int, width: int, height: int) -> None:
    """However many, unless they would be too small to be read: then they lie over one another in the middle."""
    spot = Spot("pass", "", 0, 0, width, height, "pass")
    drawn = ElementTree.fromstring(stacks([Chip("pass", cents=500)] * count, [spot]))
    (pile,) = drawn
    scale = float(pile.attrib["transform"].partition("scale(")[2].rstrip(")"))
    chips = [each for each in pile.iter("circle") if each.get("class") == "chip"]
    assert len({(each.get("cx"), each.get("cy")) for each in chips}) == count
    if scale > LEAST / 1000:
        assert max(abs(float(each.attrib["cx"])) + 24 for each in chips) * scale <= width / 2 + 1
        assert max(abs(float(each.attrib["cy"])) + 24 for each in chips) * scale <= height / 2 + 1
    else:
        assert count > 2
