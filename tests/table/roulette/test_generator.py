"""The approved generator that draws the award of Back2Back, at a table dealt by hand."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from croupier import house
from croupier.core.refusal import Code
from croupier.house.show import show
from croupier.web.shared.schedules import TERMS
from tests.support.house_files import APPROVED, faults_after, parts
from tests.support.house_files import written as file_of
from tests.support.side_bets import DOUBLE, OLD
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import of_2015, with_two_players

DEALER, KEY, APPROVAL = by("dealer"), "side_bets.back2back.generator", "approvals.award-generator"
WITHOUT = house.find(DOUBLE).read_text().replace('generator = "DEMO-GENERATOR"\n', "")
#: The side bets of the preset that the printing of 2015 does not have.
LATER = WITHOUT[WITHOUT.index("[side_bets.straights-and-8s]") : WITHOUT.index("[side_bets.back2back]")]
IN_BOTH = pytest.mark.parametrize(
    ("on", "cite"),
    [
        pytest.param(None, "30-2299.01(5)", marks=pytest.mark.cites("30-2299.01(5)"), id="30-2299.01(5)"),
        pytest.param(OLD, "47.1-2215.01(5)", marks=pytest.mark.cites("47.1-2215.01(5)"), id="47.1-2215.01(5)"),
    ],
)


@IN_BOTH
def test_a_house_that_names_no_generator_is_faulty_and_opens_no_table(
    tmp_path: Path, on: date | None, cite: str
) -> None:
    text = WITHOUT if on is None else WITHOUT.replace("2022-09-01", str(on)).replace(LATER, "")
    (fault,) = house.faults(file_of(tmp_path, text))
    assert (fault.key, str(fault.cite), fault.line) == (KEY, cite, _line(text, "[side_bets.back2back]"))
    fields: dict[str, Any] = {
        "house": {"name": DOUBLE, "text": WITHOUT, "on": on and str(on)},
        "bank": 1_00,
        "dealer": "dee",
    }
    refusal = Table().no("open-table", by("pit-supervisor"), **fields)
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.HOUSE_UNSOUND, "lacks", cite)
    assert KEY in refusal.message


def _line(text: str, line: str) -> int:
    return text.splitlines().index(line) + 1


@IN_BOTH
def test_a_generator_needs_a_name_and_an_approval(on: date | None, cite: str) -> None:
    changes: tuple[tuple[str, object, str], ...] = ((KEY, " ", KEY), ("approvals", {}, APPROVAL))
    for changed, value, key in changes:
        (fault,) = faults_after({changed: value}, DOUBLE, on)
        assert parts(fault)[:2] == (key, cite)


@IN_BOTH
def test_the_award_is_recorded_with_its_generator(on: date | None, cite: str) -> None:
    table = with_two_players() if on is None else of_2015()
    if on is not None:
        table.sits("bob", 2, 100_00)
    table.plays("18")
    table.places("bob", "back2back", 5_00)
    table.closes()
    table.calls("18")
    drawn: Any = table.do("draw", DEALER, of="award", result="20")[0]
    assert (drawn.result, drawn.generator, drawn.by.role) == ("20", "DEMO-GENERATOR", "dealer")


def test_the_balls_of_a_bonus_round_come_from_no_generator() -> None:
    table = with_two_players()
    table.plays("17")
    table.places("bob", "spinner-winner", 5_00)
    table.closes()
    table.calls("17")
    table.settles()
    table.do("load-balls", DEALER, balls=2)
    drawn: Any = table.do("draw", DEALER, of="bonus", result="1-2")[0]
    assert drawn.generator == ""


def test_an_electronic_device_draws_the_award_itself() -> None:
    weights = {"weights": {"10": 1}}
    device = {"device.electronic": True, "approvals.electronic-device": APPROVED, "side_bets.back2back": weights}
    rules = house.load(DOUBLE, change=device)
    assert rules.options.lacks() is None
    assert "Awards are drawn by: the electronic device" in show(rules)
    opened = written(DOUBLE, **{key.replace(".", "__"): value for key, value in device.items()})
    Table().do("open-table", by("pit-supervisor"), house=opened, bank=1_00, dealer="dee")


def test_the_generator_is_posted() -> None:
    rules = house.load(DOUBLE)
    assert "Awards are drawn by: DEMO-GENERATOR" in show(rules)
    assert "Approval of award-generator: DEMO-GENERATOR of 2015-01-14" in show(rules)
    assert TERMS["award"](rules).endswith("drawn at random by DEMO-GENERATOR, with the chances above.")
    older = house.load(DOUBLE, change={"side_bets.back2back": {"weights": {"10": 1}}})
    assert "drawn by" not in show(older) + TERMS["award"](older)
