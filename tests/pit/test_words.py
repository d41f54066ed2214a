"""What the pit finds at an open table stops it at once: real streams and equipment, slips carried as on the floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier import store as stores
from croupier.conduct import By
from croupier.core.refusal import Code, Refusal
from croupier.floor.crew.act import Waiting
from croupier.floor.crew.due import due
from croupier.floor.demo.equipment import approvals, complete
from croupier.host import Answer
from croupier.host.audit import audit
from croupier.table import HouseText
from croupier.table.houses import house_of
from tests.support.pit.kits import PIT, TABLE, PitAndTable
from tests.support.pit.wheels import DOT, KIM, NEW, OLD, PAT, SUE, house_on, results, staff

DEE, SYSTEM = staff("dealer"), By("server", "system")
FOUR, FIVE = ("magnets", "level", "parts", "ball"), ("magnets", "level", "parts", "ball", "layout")
CONVERTED = "colorado-converted-wheel"


class Real(PitAndTable):
    """A pit and its table R0, with complete equipment for a house."""

    def equips(self, text: HouseText) -> None:
        """Put the house into force, and everything it needs at the table."""
        house = house_of(text)
        assert not isinstance(house, Refusal), str(house)
        for approval in approvals(house, "R0"):
            self.done(PIT, "record-approval", KIM, **approval)
        self.activates(text)
        for name, kind, fields in complete(house, "R0"):
            self.done(PIT, "register-item", PAT, item=name, kind=kind, fields=fields)
            self.done(PIT, "move-item", PAT, item=name, table="R0")

    def inspects(self, *passed: str, failed: tuple[str, ...] = (), by: By = SUE) -> None:
        """Inspect the table."""
        self.done(PIT, "inspect-table", by, table="R0", results=results(*passed, failed=failed), remark="r")

    def level(self, *, passed: bool) -> None:
        """Inspect the wheel alone."""
        stated = results("level") if passed else results(failed=["level"])
        self.done(PIT, "inspect-level", SUE, table="R0", results=stated, remark="r")

    def starts(self, text: HouseText) -> None:
        """Open the table."""
        self.done(TABLE, "open-table", PAT, house=text, bank=1_000_00, dealer="dee")

    def no(self, stream: str, word: str, by: By, **said: Any) -> tuple[Code, str, str]:
        """Give a command that is refused."""
        answer: Answer = self.gives(stream, word, by, **said)
        assert answer.refusal is not None, word
        return Code(answer.refusal.code), answer.refusal.variant, str(answer.refusal.cite)

    def round(self) -> None:
        """Play a round from an open betting to the next one."""
        self.done(TABLE, "spin", DEE)
        self.done(TABLE, "call-no-more-bets", DEE, waved=True, before_rest=True)
        self.done(TABLE, "call-outcome", DEE, outcome="17", opposite=True, revolutions=5)
        self.done(TABLE, "settle", DEE)
        self.done(TABLE, "open-betting", DEE)


@pytest.fixture
def real() -> Iterator[Real]:
    with stores.open("memory:") as kept:
        found = Real(kept)
        yield found
        found.close()
        assert audit(kept).fault is None


def _open(real: Real, text: HouseText, *checks: str) -> None:
    real.equips(text)
    real.inspects(*checks)
    real.done(PIT, "issue-kit", PAT, table="R0")
    real.starts(text)
    real.round()


@pytest.mark.parametrize(
    ("on", "cite"),
    [
        pytest.param(NEW, "30-2212(1)", marks=pytest.mark.cites("30-2212(1)")),
        pytest.param(OLD, "47.1-2212(1)", marks=pytest.mark.cites("47.1-2212(1)")),
    ],
)
def test_an_open_table_that_fails_an_inspection_does_not_spin_until_it_passes_one(
    real: Real, on: str, cite: str
) -> None:
    """30-2212(1), 47.1-2212(1): nobody has to tell the table of it by another act."""
    text = house_on(on)
    _open(real, text, *FOUR)
    real.inspects("level", "parts", "ball", failed=("magnets",))
    assert real.no(TABLE, "spin", DEE) == (Code.INSPECTION_DUE, "failed", cite)
    waits = due(real.table)
    assert isinstance(waits, Waiting)
    assert (waits.role, waits.why) == ("pit-supervisor", "inspection")
    real.inspects(*FOUR)
    real.round()


def test_a_failed_inspection_before_the_opening_keeps_the_table_closed(real: Real) -> None:
    """30-2212(1): also after the kit was handed over."""
    text = house_on(NEW)
    real.equips(text)
    real.inspects(*FOUR)
    real.done(PIT, "issue-kit", PAT, table="R0")
    real.inspects("magnets", "parts", "ball", failed=("level",))
    opening = {"house": text, "bank": 1_000_00, "dealer": "dee"}
    assert real.no(TABLE, "open-table", PAT, **opening) == (Code.INSPECTION_DUE, "failed", "30-2212(1)")
    real.inspects(*FOUR)
    real.starts(text)
    real.round()


@pytest.mark.cites("30-2212(9)")
def test_a_movement_that_is_reported_to_the_pit_stops_the_open_table(real: Real) -> None:
    _open(real, house_on(NEW), *FOUR)
    real.done(PIT, "report-movement", DEE, table="R0", remark="a guest fell against it")
    assert real.no(TABLE, "spin", DEE)[0] is Code.INSPECTION_DUE
    real.level(passed=False)
    assert real.no(TABLE, "spin", DEE)[0] is Code.INSPECTION_DUE
    real.level(passed=True)
    real.round()


@pytest.mark.cites("30-2212(9)")
def test_a_movement_of_which_the_pit_hears_late_stops_the_table_under_its_next_kit(real: Real) -> None:
    """The word of it was in transit while the table closed and opened again; nobody has inspected it since."""
    text = house_on(NEW)
    _open(real, text, *FOUR)
    real.hosts[TABLE].handle(real.command(TABLE, "report-wheel-moved", DEE, what="a chair hit the table"))
    real.done(TABLE, "close-table", PAT, counted=real.table.balance("bank"))
    real.done(PIT, "issue-kit", PAT, table="R0")
    real.starts(text)
    real.slips.deliver_all(real.at)
    assert real.no(TABLE, "spin", DEE)[0] is Code.INSPECTION_DUE
    real.level(passed=True)
    real.round()


@pytest.mark.cites("30-2212(9)")
def test_a_movement_that_is_reported_at_the_table_ends_with_the_inspection(real: Real) -> None:
    """No other act has to hand the inspection over."""
    _open(real, house_on(NEW), *FOUR)
    real.done(TABLE, "report-wheel-moved", DEE, what="a chair hit the table")
    assert real.no(TABLE, "spin", DEE)[0] is Code.WHEEL_MOVED
    real.level(passed=False)
    assert real.no(TABLE, "spin", DEE)[0] is Code.INSPECTION_DUE
    real.level(passed=True)
    real.round()


def test_a_level_wheel_is_not_enough_where_another_item_failed(real: Real) -> None:
    """30-2212(1): a short inspection does not state the other items."""
    _open(real, house_on(NEW), *FOUR)
    real.inspects("magnets", "level", "parts", failed=("ball",))
    real.level(passed=True)
    assert real.no(TABLE, "spin", DEE)[0] is Code.INSPECTION_DUE
    assert real.no(PIT, "hand-over-inspection", SUE, table="R0")[:2] == (Code.INSPECTION_DUE, "none")
    real.inspects(*FOUR)
    real.round()


def test_words_that_come_in_another_order_end_the_same(real: Real) -> None:
    """The one from after more acts in the pit counts, whichever comes first."""
    _open(real, house_on(NEW), *FOUR)
    said = {"table": "R0", "remark": "r"}
    failed = {**said, "results": results("level", "parts", "ball", failed=["magnets"])}
    first = real.only_issued(PIT, "inspect-table", SUE, **failed)
    second = real.only_issued(PIT, "inspect-table", SUE, **said, results=results(*FOUR))
    for answer in (second, first):
        real.slips.carry(PIT, answer, real.at)
    real.round()
    third = real.only_issued(PIT, "inspect-table", SUE, **said, results=results(*FOUR))
    fourth = real.only_issued(PIT, "inspect-table", SUE, **failed)
    for answer in (fourth, third):
        real.slips.carry(PIT, answer, real.at)
    assert real.no(TABLE, "spin", DEE)[0] is Code.INSPECTION_DUE


def test_a_stopped_table_closes_and_opens_again_after_an_inspection(real: Real) -> None:
    """A fault that cannot be put right is no dead end: the table closes, and its equipment can be worked on."""
    text = house_on(NEW)
    _open(real, text, *FOUR)
    real.inspects("magnets", "level", "ball", failed=("parts",))
    real.done(TABLE, "close-table", PAT, counted=real.table.balance("bank"))
    assert real.no(PIT, "issue-kit", PAT, table="R0") == (Code.KIT_INCOMPLETE, "", "30-2212(1)(c)")
    real.inspects(*FOUR)
    real.done(PIT, "issue-kit", PAT, table="R0")
    real.starts(text)
    real.round()


# What an inspection is about --------------------------------------------------------------------------------
def _moves_away_and_back(real: Real, item: str) -> None:
    for table in (None, "R0"):
        real.done(PIT, "move-item", PAT, item=item, table=table)


@pytest.mark.parametrize("on", [NEW, OLD])
def test_another_layout_or_sign_is_confirmed_again(real: Real, on: str) -> None:
    """30-2212(1)(e), 47.1-2212(1)(e): what came or changed after the inspection was not confirmed by it."""
    cite = "30-2212(1)" if on == NEW else "47.1-2212(1)"
    real.equips(house_on(on, CONVERTED))
    for item in ("R0-layout", "R0-sign", "R0-wheel", "R0-ball-1"):
        real.inspects(*FIVE)
        _moves_away_and_back(real, item)
        assert real.no(PIT, "issue-kit", PAT, table="R0") == (Code.KIT_INCOMPLETE, "", cite), item
    real.inspects(*FIVE)
    _moves_away_and_back(real, "R0-tip-box")
    real.done(PIT, "issue-kit", PAT, table="R0")


@pytest.mark.parametrize(("on", "cite"), [(NEW, "30-2212(1)"), (OLD, "47.1-2212(1)")])
def test_another_table_top_is_inspected_again(real: Real, on: str, cite: str) -> None:
    """30-2212(1)(a), 47.1-2212(1)(a): the table is inspected for magnets as its wheel is; its layout is not."""
    real.equips(house_on(on))
    real.inspects(*FOUR)
    real.done(PIT, "change-item", PAT, item="R0-table", fields={"length": 1_000}, reason="it was measured again")
    assert real.no(PIT, "issue-kit", PAT, table="R0") == (Code.KIT_INCOMPLETE, "", cite)
    real.inspects(*FOUR)
    _moves_away_and_back(real, "R0-layout")
    real.done(PIT, "issue-kit", PAT, table="R0")


# Approvals --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("on", "cite"),
    [
        pytest.param(NEW, "30-2210(2)(e)", marks=pytest.mark.cites("30-2210(2)(e)")),
        pytest.param(OLD, "47.1-2210(2)(d)", marks=pytest.mark.cites("47.1-2210(2)(d)")),
    ],
)
def test_an_approval_of_a_later_day_does_not_count_yet(real: Real, on: str, cite: str) -> None:
    """The clock of the house decides what day it is; the table is at noon of 2022-10-30."""
    real.equips(house_on(on))
    real.inspects(*FOUR)
    for day, opens in (("2022-10-31", False), ("2022-10-30", True)):
        real.done(PIT, "withdraw-approval", KIM, reference="DEMO-LAYOUT", reason="it was misread")
        said = {"reference": "DEMO-LAYOUT", "subject": "layout", "day": day, "scope": "the layout"}
        real.done(PIT, "record-approval", DOT, **said)
        if opens:
            real.done(PIT, "issue-kit", PAT, table="R0")
        else:
            assert real.no(PIT, "issue-kit", PAT, table="R0") == (Code.KIT_INCOMPLETE, "", cite)


def test_a_house_whose_approval_was_withdrawn_opens_no_table(real: Real) -> None:
    """The pit has put it into force before. An open table may go on, and is not changed to it."""
    named = {"electronic-device": {"reference": "D-1", "date": "2022-01-01"}}
    text = house_on(NEW, device__electronic=True, approvals=named)
    device = {"reference": "D-1", "subject": "device", "day": "2022-01-01", "scope": "the device"}
    real.done(PIT, "record-approval", DOT, **device)
    real.equips(text)
    real.inspects(*FOUR)
    real.done(PIT, "withdraw-approval", DOT, reference="D-1", reason="its test has failed")
    assert real.no(PIT, "issue-kit", PAT, table="R0")[:2] == (Code.APPROVAL_UNKNOWN, "named")
    real.done(PIT, "record-approval", DOT, **device)
    real.done(PIT, "issue-kit", PAT, table="R0")
    real.done(PIT, "withdraw-approval", DOT, reference="D-1", reason="it failed again")
    assert real.no(PIT, "hand-over-house", PAT, table="R0")[:2] == (Code.APPROVAL_UNKNOWN, "named")
    real.done(TABLE, "return-kit", PAT)
