"""Objects on a felt: chips, the dolly, covered pockets, the puck, and the rim of the Big Six wheel."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from xml.etree import ElementTree

import pytest

from croupier.games.big_six import svg as big_six
from croupier.games.big_six.wheel import sections
from croupier.games.chips import LEAST, Chip, stacks
from croupier.games.craps.layout import PLANS
from croupier.games.craps.svg import felt as craps
from croupier.games.roulette.layout import Layout
from croupier.games.roulette.svg import felt as roulette
from croupier.games.roulette.wheel import WHEELS, WheelName, pockets
from croupier.games.svg import Spot
from tests.support.felts import BOOK, SIX_POINTS, SVG, TEN_NUMBERS, hit, hits, marked


def fills(group: ElementTree.Element) -> list[str | None]:
    """The colors of the opaque circles of an element, the lowest first."""
    return [c.get("fill") for c in group.iter(f"{SVG}circle") if c.get("fill-opacity") is None]


@pytest.mark.parametrize("symbol", [None, *dict.fromkeys(sections())])
def test_the_big_six_wheel_has_stopped_at_the_outcome(symbol: str | None) -> None:
    picture = big_six.draw(outcome=symbol)
    turned = re.findall(r'data-section="(\d+)" data-symbol="(\w+)" transform="rotate\(([\d.]+)\)"', picture)
    assert [int(number) for number, _, _ in turned] == list(range(1, 55))
    assert len({angle for _, _, angle in turned}) == 54
    assert [name for _, name, angle in turned if angle == "0.000"] == [symbol or "joker"]


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
    """No chip covers the middle of another, where its amount is; a wager that is off says so."""
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
            for edge in (box.x - 1, box.y + box.height + 1):
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


@pytest.mark.cites("47.1-2303(2)")
def test_the_craps_felt_says_no_call_bets_and_marks_an_area_for_every_wager() -> None:
    for variant in ("craps", "craps-free"):
        picture = craps.draw(variant)
        words = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
        assert "No call bets" in words
        permitted = {wager for wager, row in BOOK.permitted("craps", variant).items() if not row.withdrawn}
        assert {each.wager for each in hits(picture)} == permitted - {"fire-bet", "sharp-shooter", SFLW}


SFLW = "super-front-line-winner"  # side bets have areas at the tables that offer them


def test_the_craps_felt_marks_its_field() -> None:
    for variant in ("craps", "craps-free"):
        words = [each.text for each in ElementTree.fromstring(craps.draw(variant)).iter(f"{SVG}text")]
        assert words.count("DOUBLE") == 2
    better = craps.draw(pays={"field": {"win on 2": "2 to 1", "win on 12": "3 to 1"}})
    assert "TRIPLE" in better


@pytest.mark.cites("30-2702(4)")
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


def test_a_chip_may_still_lie_where_the_house_takes_no_more_wagers() -> None:
    picture = craps.draw("craps", [Chip("field", None, 500)], offered=["pass"])
    assert [h.wager for h in hits(picture)] == ["pass"]
    assert len(marked(picture, "stack")) == 1


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize(("width", "height"), [(400, 60), (60, 400), (84, 46), (120, 110)])
def test_chips_stay_in_their_spot(count: int, width: int, height: int) -> None:
    """However many there are, unless they would be too small to read: then they overlap in the middle."""
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


@pytest.mark.cites("47.1-2313(2)")
def test_the_puck_lies_off_on_the_dont_pass_line_while_come_wagers_are_decided() -> None:
    area = PLANS["craps"].dont_pass
    assert area is not None
    (puck,) = marked(craps.draw("craps", puck="come-only"), "puck")
    disk = next(each for each in puck.iter() if each.get("fill") == "#101010")
    assert area.x < int(disk.attrib["cx"]) < area.x + area.width
    assert area.y < int(disk.attrib["cy"]) < area.y + area.height
    assert "OFF" in "".join(puck.itertext())
    assert "on the Don't Pass line, in front of the shooter" in "".join(puck.itertext())
    (free,) = marked(craps.draw("craps-free", puck="come-only"), "puck")
    said = "".join(free.itertext())
    assert "in front of the shooter" in said
    assert "Don't" not in said
