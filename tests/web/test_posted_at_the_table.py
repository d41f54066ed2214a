"""A table posts its limits, tips and notices: on its terminals, on its board and on the page of its rules."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from jinja2 import Environment, PackageLoader
from starlette.requests import Request

from croupier.documents.felts import draw
from croupier.floor.houses import charge
from croupier.house import House, load
from croupier.table import HouseText
from croupier.web.board.page import board
from croupier.web.rules.page import values
from croupier.web.shared import posted_rules
from croupier.web.shared.messages import words
from croupier.web.terminal.page import posted
from tests.support.table.play import Table, by, written
from tests.support.web import Server

TEMPLATES = Environment(loader=PackageLoader("croupier.web", "."), autoescape=True)
NOTICES = {
    "double-zero": (
        "Notice: this double-zero wheel is used as a single-zero wheel; 00 cannot be wagered on.",
        "Notice: a spin that ends in 00 is void, and the wheel is spun again.",
        "Notice: red, black, odd, even, 1 to 18 and 19 to 36 lose on 0.",
    ),
    "triple-zero": (
        "Notice: this triple-zero wheel is used as a single-zero wheel; 00 and 000 cannot be wagered on.",
        "Notice: a spin that ends in 00 or 000 is void, and the wheel is spun again.",
        "Notice: red, black, odd, even, 1 to 18 and 19 to 36 lose on 0.",
    ),
}
TAKEN = "You may bet for the dealers; such a bet wins what your own bet would win."
NOT_TAKEN = "Bets for the dealers are not accepted."

#: What each number of points pays, by the printed name of the pay table.
FIRE_BET = {
    "FB-1": {6: "1,000 for 1", 5: "250 for 1", 4: "25 for 1"},
    "FB-2": {6: "999 to 1", 5: "249 to 1", 4: "24 to 1"},
    "FB-3": {6: "300 for 1", 5: "150 for 1", 4: "30 for 1", 3: "7 for 1"},
    "FB-4": {6: "299 to 1", 5: "149 to 1", 4: "29 to 1", 3: "6 to 1"},
}
SHARP_SHOOTER = {
    name: dict(zip(range(10, 2, -1), (f"{figure} {word} 1" for figure in figures), strict=True))
    for name, word, figures in (
        ("SS-01", "for", (300, 200, 100, 50, 30, 20, 10, 6)),
        ("SS-02", "for", (300, 200, 50, 40, 30, 20, 10, 7)),
        ("SS-03", "for", (500, 200, 100, 50, 30, 20, 10, 6)),
        ("SS-04", "to", (299, 200, 100, 50, 30, 20, 9, 5)),
        ("SS-05", "to", (299, 200, 50, 40, 30, 20, 9, 6)),
        ("SS-06", "to", (500, 200, 100, 50, 30, 15, 9, 5)),
    )
}


def _at(on: str, name: str, **change: Any) -> HouseText:
    """The text of a house under the rules of a day."""
    return msgspec.structs.replace(written(name, **change), on=on)


def _opened(house: HouseText) -> Table:
    table = Table()
    table.do("open-table", by("pit-supervisor"), house=house, bank=10_000_00, **charge(house, "dee"))
    return table


def _terminal(house: House) -> str:
    """What the terminal posts, as its page prints it."""
    return _text(TEMPLATES.get_template("terminal/posted.html").render(words=words(), posted=posted(house)))


def _board(table: Table) -> str:
    """What the board posts, as its page prints it."""
    page = TEMPLATES.get_template("board/board.html").render(words=words(), board=board(table.state, []), least=36)
    return _text(page[page.index('data-live="posted"') :])


def _rules(house: House) -> str:
    """The page of the posted rules."""
    asked = Request({"type": "http", "method": "GET", "path": "/tables/T1/rules", "headers": [], "query_string": b""})
    page = TEMPLATES.get_template("rules/rules.html").render(request=asked, words=words(), **values("T1", house))
    return _text(page[page.index("<main") : page.index('id="readings"')])


def _pages(table: Table) -> tuple[str, ...]:
    """What the terminals, the board and the rules of a table post."""
    house = table.state.house
    return _terminal(house), _board(table), _rules(house)


def _text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def _limits_are_posted(on: str) -> None:
    limits = {"default": {"min": 2, "max": 500}, "inside": {"min": 1, "max": 7}}
    table = _opened(_at(on, "colorado-double-zero", limits=limits, side_bets={}, tips__wagers=False))
    for page in _pages(table):
        assert "$2 to $500" in page
        assert "Inside bets $1 to $7" in page, "a group with limits of its own"
        assert NOT_TAKEN in page
    other = _at(on, "colorado-double-zero", side_bets={}, tips__wagers=True)
    table.do("change-house", by("key-manager"), house=other)
    for page in _pages(table):
        assert "Inside bets $1 to $7" not in page
        assert TAKEN in page


@pytest.mark.cites("30-2207")
def test_limits_and_restrictions_on_tips_are_posted_and_follow_the_house() -> None:
    _limits_are_posted("2022-09-01")


@pytest.mark.cites("47.1-2207")
def test_limits_and_restrictions_on_tips_are_posted_in_the_printing_of_2015() -> None:
    _limits_are_posted("2016-01-01")


@pytest.mark.cites("30-2703(7)")
def test_restrictions_on_tips_are_posted_at_big_six() -> None:
    for tips, said in ((True, TAKEN), (False, NOT_TAKEN)):
        table = Table().opened("colorado-big-six", tips__wagers=tips)
        least, most = (
            table.state.house.limits["default"].least // 100,
            table.state.house.limits["default"].most // 100,
        )
        for page in _pages(table):
            assert said in page
            assert f"${least} to ${most}" in page


def _notices_are_posted(wheel: str, on: str, part: int) -> None:
    table = _opened(_at(on, "colorado-converted-wheel", wheel__kind=wheel))
    for page in _pages(table):
        assert NOTICES[wheel][part] in page
    assert posted_rules.signs(table.state.house) == NOTICES[wheel]
    plain = _opened(_at(on, "colorado-double-zero", side_bets={}, limits={"default": {"min": 1, "max": 500}}))
    assert "Notice" not in "".join(_pages(plain))


@pytest.mark.cites("30-2210(2)(d)(ii)", "30-2210(2)(d)(ii)(A)")
def test_the_table_says_that_the_wheel_is_converted() -> None:
    for wheel in NOTICES:
        _notices_are_posted(wheel, "2022-09-01", 0)


@pytest.mark.cites("47.1-2210(2)(c)(ii)", "47.1-2210(2)(c)(ii)(A)")
def test_the_table_says_that_the_wheel_is_converted_in_the_printing_of_2015() -> None:
    _notices_are_posted("double-zero", "2016-01-01", 0)


@pytest.mark.cites("30-2210(2)(d)(ii)(B)", "47.1-2210(2)(c)(ii)(B)")
def test_the_table_says_that_the_covered_numbers_are_spun_again() -> None:
    for wheel, on in (("double-zero", "2022-09-01"), ("triple-zero", "2022-09-01"), ("double-zero", "2016-01-01")):
        _notices_are_posted(wheel, on, 1)


@pytest.mark.cites("30-2210(2)(d)(ii)(C)", "47.1-2210(2)(c)(ii)(C)")
def test_the_table_says_that_even_money_loses_on_zero() -> None:
    for wheel, on in (("double-zero", "2022-09-01"), ("triple-zero", "2022-09-01"), ("double-zero", "2016-01-01")):
        _notices_are_posted(wheel, on, 2)


@pytest.mark.cites("30-2299.04/start(6)")
def test_limits_and_the_aggregate_of_roulette_up_are_posted() -> None:
    """The limits of the bonus wager, the fixed amount of the progressive, and the most that one outcome pays."""
    bonus = {"pay_table": "PT-FLT-RU-02", "primary_required": False, "aggregate": 25_000}
    limits = {"default": {"min": 1, "max": 500}, "roulette-up": {"min": 5, "max": 25}}
    table = _opened(written("colorado-double-zero", limits=limits, **{"side_bets__roulette-up": bonus}))
    for page in _pages(table):
        assert "Roulette Up $5 to $25" in page
        assert "Roulette Up Progressive $1 exactly" in page
        assert "Roulette Up, all players together wins of at most $25,000 from one outcome" in page
    felt = _text(draw(table.state.house))
    assert "all players $25,000 at most" in felt
    assert "at most" not in _text(draw(load("colorado-double-zero")))


@pytest.mark.cites("47.1-2317.04(4)(a)")
def test_the_limits_of_every_wager_of_a_craps_table_are_posted_odds_and_side_bets_too() -> None:
    limits = {"default": {"min": 5, "max": 500}, "side-bets": {"min": 1, "max": 25}}
    taken = "flat bet 4: $1 to 3×, 5: $2 to 4×, 6: $5 to 5×, 8: $5 to 5×, 9: $2 to 4×, 10: $1 to 3×"
    laid = "Odds laid, times the flat bet 4: $2 to 6×"
    for on, cap in (("2022-09-01", ""), ("2020-01-01", "; at most $100")):
        table = _opened(_at(on, "colorado-craps", limits=limits))
        for page in (_terminal(table.state.house), _board(table)):
            assert "$5 to $500" in page
            assert "Side bets $1 to $25" in page
            assert f"{taken}{cap}" in page
            assert laid in page


def _schedule_is_shown(bet: str, name: str, schedule: dict[int, str]) -> None:
    """On the layout, under the name of the pay table, and on the posted rules with nothing else beside it."""
    house = _opened(written("colorado-craps", **{f"side_bets__{bet}__pay_table": name})).state.house
    printed = re.findall(r"<text[^>]*>([^<]*)</text>", draw(house))
    assert {name, *schedule.values()} <= set(printed)
    (posted_bet,) = (each for each in posted_rules.side_bets(house) if each.table == name)
    assert posted_bet.pays == tuple((f"{points} points", pays) for points, pays in schedule.items())


@pytest.mark.cites("47.1-2317.01(12)")
def test_the_pay_schedule_of_the_fire_bet_is_on_the_layout_and_the_posted_rules() -> None:
    for name, schedule in FIRE_BET.items():
        _schedule_is_shown("fire-bet", name, schedule)


@pytest.mark.cites("47.1-2317.02(9)")
def test_the_pay_schedule_of_sharp_shooter_is_on_the_layout_and_the_posted_rules() -> None:
    for name, schedule in SHARP_SHOOTER.items():
        _schedule_is_shown("sharp-shooter", name, schedule)


@pytest.mark.cites("30-2207")
def test_every_page_of_a_served_table_posts_the_same(slow: Server) -> None:
    for name in ("R00", "C1"):
        pages = [_text(slow.get(f"/tables/{name}{page}").text) for page in ("", "/board", "/rules")]
        house = load({"R00": "colorado-double-zero", "C1": "colorado-craps"}[name])
        for what, limit in posted_rules.limits(house):
            assert all(f"{what} {limit}" in page for page in pages), what
        assert all(posted(house).tips in page for page in pages)
