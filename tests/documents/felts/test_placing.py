"""Where 2203(6) has a chip placed, on the layout and at a terminal, wager by wager and in both printings.

Nothing here asks the code for a place: a box is what the picture prints around its number or its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from croupier.documents import felts as layouts
from croupier.games.svg import BLACK, RED
from croupier.house import load
from croupier.web.api import felts as terminals
from tests.support.felts import SVG, Hit, hits

NEW, OLD = date(2022, 9, 1), date(2016, 1, 1)
HOUSES = {"30": ("single-zero", "double-zero", "triple-zero"), "47.1": ("single-zero", "double-zero")}


class Box(NamedTuple):
    """A printed box."""

    left: int
    top: int
    right: int
    bottom: int
    fills: frozenset[str]

    def holds(self, hit: Hit) -> bool:
        """Whether a whole area lies inside, away from the lines."""
        across = self.left < hit.x and hit.x + hit.width < self.right
        return across and self.top < hit.y and hit.y + hit.height < self.bottom


class Felt(NamedTuple):
    """A picture: its printed boxes by their words, and the areas for chips."""

    house: str
    boxes: dict[str, Box]
    columns: tuple[Box, ...]  # the three boxes that say what a column pays
    hits: tuple[Hit, ...]

    def of(self, wager: str) -> dict[str, Hit]:
        """The areas of a wager by spot; the second one of 0 and 00 as 'courtesy'."""
        return {hit.at or hit.spot: hit for hit in self.hits if hit.wager == wager}

    def common(self, *names: str) -> tuple[int, int, int, int]:
        """What the boxes of these names share: left, top, right, bottom. Without a width it is a line."""
        boxes = [self.boxes[name] for name in names]
        left, top = max(box.left for box in boxes), max(box.top for box in boxes)
        right, bottom = min(box.right for box in boxes), min(box.bottom for box in boxes)
        assert min(right - left, bottom - top) >= 0, f"{names} do not touch at {self.house}"
        return left, top, right, bottom


def _outline(each: ElementTree.Element) -> tuple[int, int, int, int] | None:
    """The rectangle around a printed box."""
    if each.tag == f"{SVG}rect" and each.get("class") != "spot":
        x, y, width, height = (int(each.attrib[name]) for name in ("x", "y", "width", "height"))
        return x, y, x + width, y + height
    if each.tag == f"{SVG}path":
        numbers = [int(word) for word in "".join(c if c.isdigit() else " " for c in each.attrib["d"]).split()]
        right, top, bottom = numbers[0], numbers[1], numbers[-2]
        left = numbers[8]  # where the first arc ends
        return left, top, right, bottom
    return None


def _read(house: str, picture: str) -> Felt:
    """Read a picture: words lie in the outlined box that was drawn last around them."""
    boxes: dict[str, Box] = {}
    columns: list[Box] = []
    open_boxes: list[Box] = []
    for each in ElementTree.fromstring(picture):
        if each.tag == f"{SVG}path" and "A" not in each.attrib["d"]:  # the diamond of red or black
            last = open_boxes.pop()
            open_boxes.append(last._replace(fills=last.fills | {each.attrib["fill"]}))
        elif (outline := _outline(each)) is not None:
            open_boxes.append(Box(*outline, frozenset({each.attrib["fill"]})))
        elif each.tag == f"{SVG}text" and open_boxes:
            words, (x, y) = each.text or "", (int(each.attrib["x"]), int(each.attrib["y"]))
            box = next(b for b in reversed(open_boxes) if b.left < x < b.right and b.top < y < b.bottom)
            if words == "2 to 1":
                columns.append(box)
            else:
                boxes[words] = box
            if words == "19 to 36":  # the last box of the layout; side bets are printed below
                break
    return Felt(house, boxes, tuple(columns), tuple(hits(picture)))


@cache
def felts(printing: str) -> tuple[Felt, ...]:
    """The layouts of a printing, and the pictures that terminals show of them."""
    found = []
    for name in HOUSES[printing]:
        house = load(f"colorado-{name}", on=NEW if printing == "30" else OLD)
        found += [_read(name, layouts.draw(house)), _read(f"a terminal of {name}", terminals.plain(house))]
    return tuple(found)


def placed(part: str) -> pytest.MarkDecorator:
    """One test for each printing, citing its paragraph."""
    cited = [pytest.param(each, marks=pytest.mark.cites(f"{each}-2203(6){part}"), id=each) for each in HOUSES]
    return pytest.mark.parametrize("printing", cited)


def each_spot(printing: str, wager: str) -> Iterator[tuple[Felt, tuple[str, ...], Hit]]:
    """Every area of a wager, with the names in its spot."""
    for felt in felts(printing):
        for spot, hit in felt.of(wager).items():
            yield felt, tuple(spot.split("-")), hit


def zeros(felt: Felt) -> list[str]:
    return [zero for zero in ("0", "00", "000") if zero in felt.boxes]


@placed("(a)")
def test_a_straight_lies_within_the_box_of_its_number(printing: str) -> None:
    for felt in felts(printing):
        assert set(felt.of("straight")) == {*zeros(felt), *map(str, range(1, 37))}
    for felt, (number,), hit in each_spot(printing, "straight"):
        assert felt.boxes[number].holds(hit), (felt.house, number)


@placed("(b)")
def test_a_split_lies_on_the_line_between_its_two_boxes(printing: str) -> None:
    for felt, numbers, hit in each_spot(printing, "split"):
        if numbers == ("courtesy",):
            continue
        first, second = numbers
        left, top, right, bottom = felt.common(first, second)
        x, y = hit.center
        assert (left == x == right and top < y < bottom) or (top == y == bottom and left < x < right), numbers


@placed("(b)")
def test_0_and_00_have_a_second_spot_between_the_second_and_the_third_dozen(printing: str) -> None:
    for felt in felts(printing):
        assert ("courtesy" in felt.of("split")) == ("00" in felt.boxes)
        if "00" in felt.boxes:
            hit = felt.of("split")["courtesy"]
            assert hit.spot == "0-00"
            left, top, right, bottom = felt.common("2nd 12", "3rd 12")
            assert left == hit.center[0] == right
            assert top < hit.center[1] < bottom


@placed("(c)")
def test_a_street_lies_on_the_outside_line_of_the_first_number_of_its_row(printing: str) -> None:
    for felt in felts(printing):
        assert set(felt.of("street")) == {f"{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)}
    for felt, (first, second, third), hit in each_spot(printing, "street"):
        box = felt.boxes[first]
        assert box.top > felt.boxes[second].top > felt.boxes[third].top, "the first number is the outermost"
        assert hit.center[1] == box.bottom
        assert box.left < hit.center[0] < box.right


@placed("(c)(ii)")
def test_three_numbers_lie_on_the_common_corner_of_their_boxes(printing: str) -> None:
    expected = {"single-zero": {"0-1-2"}, "double-zero": {"0-1-2", "0-00-2", "00-2-3"}}
    expected["triple-zero"] = expected["double-zero"] | {"0-00-000"}
    for felt in felts(printing):
        assert set(felt.of("trio")) == expected[felt.house.removeprefix("a terminal of ")]
    for felt, numbers, hit in each_spot(printing, "trio"):
        assert felt.common(*numbers) == (*hit.center, *hit.center), numbers


@placed("(d)")
def test_a_corner_lies_where_its_four_boxes_meet(printing: str) -> None:
    for felt in felts(printing):
        assert len(felt.of("corner")) == 22
    for felt, numbers, hit in each_spot(printing, "corner"):
        assert len(numbers) == 4
        assert felt.common(*numbers) == (*hit.center, *hit.center), numbers


@placed("(e)")
def test_first_five_lies_at_the_edge_of_0_and_1_and_the_first_dozen(printing: str) -> None:
    for felt in felts(printing):
        assert ("" in felt.of("first-five")) == ("00" in felt.boxes), felt.house
    for felt, _, hit in each_spot(printing, "first-five"):
        assert felt.common("0", "1", "1st 12") == (*hit.center, *hit.center)


@placed("(f)")
def test_a_line_bet_lies_on_the_outside_corner_of_its_two_rows(printing: str) -> None:
    for felt in felts(printing):
        assert len(felt.of("line")) == 11
    for felt, numbers, hit in each_spot(printing, "line"):
        assert list(map(int, numbers)) == list(range(int(numbers[0]), int(numbers[0]) + 6))
        *_, right, bottom = felt.common(numbers[0], numbers[3])
        assert hit.center == (right, bottom), "the outer end of the line that their first numbers share"


@placed("(g)")
def test_a_column_bet_lies_in_the_box_at_the_foot_of_its_column(printing: str) -> None:
    for felt in felts(printing):
        assert set(felt.of("column")) == {"1", "2", "3"}
    for felt, (column,), hit in each_spot(printing, "column"):
        (foot,) = [box for box in felt.columns if box.holds(hit)]
        numbers = [str(n) for n in range(int(column), 37, 3)]
        assert {(felt.boxes[n].top, felt.boxes[n].bottom) for n in numbers} == {(foot.top, foot.bottom)}
        assert foot.left == max(felt.boxes[n].right for n in numbers)


@placed("(h)")
def test_a_dozen_bet_lies_in_the_box_with_its_words(printing: str) -> None:
    words = {"1": "1st 12", "2": "2nd 12", "3": "3rd 12"}
    for felt in felts(printing):
        assert set(felt.of("dozen")) == set(words)
    for felt, (dozen,), hit in each_spot(printing, "dozen"):
        box, last = felt.boxes[words[dozen]], 12 * int(dozen)
        assert box.holds(hit)
        assert (box.left, box.right) == (felt.boxes[str(last - 11)].left, felt.boxes[str(last)].right)


def lies_in(printing: str, wager: str, words: str) -> list[Box]:
    """The box with these words on every picture, each with the whole area of the wager in it."""
    found = []
    for felt in felts(printing):
        (hit,) = [each for each in felt.hits if each.wager == wager]
        assert felt.boxes[words].holds(hit), felt.house
        found.append(felt.boxes[words])
    return found


@placed("(i)")
def test_red_lies_in_the_red_box(printing: str) -> None:
    assert all(RED in box.fills for box in lies_in(printing, "red", "RED"))


@placed("(j)")
def test_black_lies_in_the_black_box(printing: str) -> None:
    assert all(BLACK in box.fills for box in lies_in(printing, "black", "BLACK"))


@placed("(k)")
def test_odd_lies_in_the_box_labeled_odd(printing: str) -> None:
    assert lies_in(printing, "odd", "ODD")


@placed("(l)")
def test_even_lies_in_the_box_labeled_even(printing: str) -> None:
    assert lies_in(printing, "even", "EVEN")


@placed("(m)")
def test_low_lies_in_the_box_labeled_1_to_18(printing: str) -> None:
    assert lies_in(printing, "low", "1 to 18")


@placed("(n)")
def test_high_lies_in_the_box_labeled_19_to_36(printing: str) -> None:
    assert lies_in(printing, "high", "19 to 36")
