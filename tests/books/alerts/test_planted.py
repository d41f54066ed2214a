"""Every kind of alert is found in a real log with planted trouble of that kind, and in no log without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import store as stores
from croupier.books.alerts.detector import Finding, detectors
from croupier.books.alerts.detectors.voids import house_loses
from croupier.books.alerts.watch import findings
from croupier.floor.crew.spins import valid_spin
from croupier.floor.demo.scripted import ScriptedPit
from croupier.floor.houses import written as plain
from croupier.store import Store
from croupier.table import stream_of
from croupier.text.alerts import says, sentences
from croupier.text.facts import Money, Person
from tests.support.dealt import SECOND, Dealt, dealt, found_in
from tests.support.pit.kits import PAT, PIT, PitAndTable, nothing_is_missing
from tests.support.pit.streams import MINUTE, NOON
from tests.support.stores import SIGNER
from tests.support.table.delays import published, signed
from tests.support.table.play import by, written

ROULETTE, CRAPS, BIG_SIX = "colorado-double-zero", "colorado-craps", "colorado-big-six"
HOUR = 60 * MINUTE


@pytest.fixture
def kept() -> Iterator[Store]:
    with stores.open("memory:") as store:
        yield store


def _seated(kept: Store, preset: str = ROULETTE, table: str = "T1", **more: Any) -> Dealt:
    """A table with one player, at which a round was played."""
    found = dealt(kept, preset, table, **more)
    found.seats("ann")
    found.bets(Random(1), "ann")
    found.round(found.shown(Random(2)))
    return found


def _one(kept: Store, at: int, kind: str) -> Finding:
    """The only trouble in the logs, which has a sentence."""
    (found,) = found_in(kept, at)
    assert found.kind == kind, found
    said = says(kind, {**dict(found.facts), "table": found.table or "-", "times": found.times})
    assert said[-1] == ".", said
    assert {"None", "{"}.isdisjoint(said.split()), said
    return found


# Play -----------------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2703(2)")
def test_a_spin_in_the_same_direction_is_found(kept: Store) -> None:
    """The table refuses it, and the refusal is on record."""
    table = _seated(kept, BIG_SIX)
    table.bets(Random(1), "ann")
    table.do("call-no-more-bets", by("dealer"))
    same = table.state.clockwise
    for _ in range(2):
        table.refuses("spin", by("dealer"), clockwise=same)
    table.do("spin", by("dealer"), clockwise=not same)
    found = _one(kept, table.ends(), "direction")
    assert (found.times, found.table, dict(found.facts)["round"]) == (2, "T1", table.state.round)


def test_a_ball_that_ran_with_the_wheel_is_found(kept: Store) -> None:
    table = _seated(kept)
    table.throws()
    table.do("call-outcome", by("dealer"), outcome="17", **{**valid_spin(table.state), "opposite": False})
    table.round("20")
    assert _one(kept, table.ends(), "direction").times == 1


def test_rounds_that_follow_too_fast_are_found(kept: Store) -> None:
    table = _seated(kept)
    table.step, table.clock = SECOND // 5, table.clock + MINUTE
    for _ in range(3):
        table.round("17")
    found = _one(kept, table.ends(), "pace")
    assert (found.key, found.times, dict(found.facts)["seconds"]) == ("fast", 2, 1)


def test_an_outcome_that_comes_late_is_found(kept: Store) -> None:
    table = _seated(kept)
    table.throws()
    table.clock += 400 * SECOND
    table.round("17")
    found = _one(kept, table.ends(), "pace")
    assert (found.key, dict(found.facts)["seconds"]) == ("slow", 404)


def _voids(kept: Store, chosen: Callable[[Dealt, str], bool]) -> int:
    """Play until forty rounds were voided after their outcome was known: those that are chosen."""
    table, random, voided = _seated(kept), Random(5), 0
    while voided < 40:
        table.bets(random, "ann")
        table.throws()
        outcome = table.shown(random)
        if chosen(table, outcome):
            table.do("call-outcome", by("dealer"), outcome=outcome, **{**valid_spin(table.state), "revolutions": 1})
            voided += 1
        else:
            table.round(outcome)
    return table.ends()


def test_voids_of_rounds_that_the_house_loses_are_found(kept: Store) -> None:
    at = _voids(kept, lambda table, outcome: outcome in house_loses(table.state))
    found = _one(kept, at, "voids-by-result")
    facts = dict(found.facts)
    assert facts["person"] == Person("dee")
    assert facts["voids"] == facts["lost"], "each of them"
    assert found.times == 40 // int(str(facts["voids"])), "the test begins anew after each alarm"


def test_voids_that_follow_no_result_are_not(kept: Store) -> None:
    random = Random(8)
    assert found_in(kept, _voids(kept, lambda table, outcome: random.random() < 0.5)) == []


# Equipment ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "outcome", "named"), [(ROULETTE, "17", "17"), (CRAPS, "6-5", "total 11"), (BIG_SIX, "joker", "joker")]
)
def test_a_device_that_shows_one_outcome_too_often_is_found(
    kept: Store, preset: str, outcome: str, named: str
) -> None:
    """Every third outcome is that one. The p-value is the exact one, of that many in a sample of that size."""
    table, random = _seated(kept, preset), Random(11)
    for number in range(90):
        table.bets(random, "ann")
        table.round(outcome if number % 3 == 0 else table.shown(random))
    found = _one(kept, table.ends(), "unlikely-history")
    facts = dict(found.facts)
    assert facts["device"] == f"T1-{table.state.course.device}"
    assert facts["outcome"] == named
    assert int(str(facts["p_one_in"])) > 10_000
    assert int(str(facts["seen"])) > Fraction(str(facts["expected"]))


def test_a_covered_zero_that_comes_too_often_is_found(kept: Store) -> None:
    """Each of them is void, and never called as an outcome: the wheel showed it all the same."""
    table, random = dealt(kept, "colorado-converted-wheel"), Random(3)
    table.seats("ann")
    for number in range(90):
        table.throws()
        if number % 3 == 0:
            table.calls("00")
            table.throws()
        table.calls(str(random.randrange(37)))
        while table.state.phase != "open":
            table.crew.step()
    facts = dict(_one(kept, table.ends(), "unlikely-history").facts)
    assert facts["outcome"] == "00"


def test_an_inspection_that_is_due_is_found(kept: Store) -> None:
    """Only at noon of the next gaming day, while the table is open."""
    pit = ScriptedPit(kept, SIGNER, lambda number: f"pit/{number}", NOON)
    pit.begin()
    pit.prepare({"R0": plain(ROULETTE, inspection_alert="12:00:00")})
    pit.streams.close()
    assert found_in(kept, NOON + 2 * HOUR) == []
    assert found_in(kept, NOON + 23 * HOUR) == []
    found = _one(kept, NOON + 25 * HOUR, "inspection-due")
    assert (found.table, found.day) == ("R0", "2022-10-31")


def test_a_kit_in_transit_is_found(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_missing(monkeypatch.setattr)
    both = PitAndTable(kept)
    both.at -= 3 * HOUR  # at noon the inspection would be due
    both.activates()
    both.only_issued(PIT, "issue-kit", PAT, table="R0")
    both.close()
    assert found_in(kept, both.at + 29 * MINUTE) == []
    found = _one(kept, both.at + 31 * MINUTE, "in-transit")
    assert dict(found.facts) == {"what": "kit", "source": "pit/main", "to": stream_of("R0"), "minutes": 30}


# Money ----------------------------------------------------------------------------------------------------------
def test_changed_limits_are_found(kept: Store) -> None:
    table = _seated(kept)
    table.do("change-house", by("key-manager"), house=written(ROULETTE, limits__default={"min": 5, "max": 300}))
    facts = dict(_one(kept, table.ends(), "limits-changed").facts)
    assert (facts["which"], facts["before"], facts["now"]) == ("default", "$1 to $500", "$5 to $300")


def test_another_version_with_the_same_limits_is_no_trouble(kept: Store) -> None:
    table = _seated(kept)
    table.do("change-house", by("key-manager"), house=written(ROULETTE, title="another name"))
    assert found_in(kept, table.ends()) == []


def test_a_bank_that_went_short_is_found(kept: Store) -> None:
    table = _seated(kept, bank=1_000_00)
    table.places("ann", "straight", 100_00, "17")
    table.round("17")
    assert dict(_one(kept, table.ends(), "bank-short").facts)["short"] == Money(-table.state.balance("bank"))


def test_a_bank_that_is_counted_differently_is_found(kept: Store) -> None:
    table = _seated(kept)
    table.round("17")
    bank = table.state.balance("bank")
    table.do("cash-out", by("player", "ann"), player="ann", amount=table.rack("ann"))
    table.do("leave", by("player", "ann"), player="ann")
    table.do("close-table", by("pit-supervisor"), counted=bank - 25_01)
    facts = dict(_one(kept, table.ends(), "count-difference").facts)
    assert (facts["difference"], facts["way"]) == (Money(25_01), "less")


def test_a_small_difference_is_no_trouble(kept: Store) -> None:
    table = _seated(kept)
    table.do("cash-out", by("player", "ann"), player="ann", amount=table.rack("ann"))
    table.do("leave", by("player", "ann"), player="ann")
    table.do("close-table", by("pit-supervisor"), counted=table.state.balance("bank") + 25_00)
    assert found_in(kept, table.ends()) == []


def test_much_cash_of_a_player_is_found_at_all_tables_together(kept: Store) -> None:
    """Twice the limit is seen twice; another gaming day is another sum."""
    first, second = _seated(kept), _seated(kept, CRAPS, "T2")
    first.buys_in("ann", 4_000_00)
    second.buys_in("ann", 4_999_00, "ticket", "N-1")
    assert found_in(kept, NOON + HOUR) == [], "$9,999 with the first two buy-ins of $500"
    first.buys_in("ann", 1_00)
    found = _one(kept, NOON + HOUR, "cash-in")
    assert (found.table, found.times, dict(found.facts)["tables"]) == (None, 1, "T1, T2")
    first.clock += 24 * HOUR
    first.buys_in("ann", 9_999_00)
    assert len(found_in(kept, NOON + 30 * HOUR)) == 1
    second.ends()
    first.buys_in("ann", 10_001_00)
    assert [each.times for each in found_in(kept, first.ends())] == [1, 2]


def test_a_large_award_is_found_and_a_correction_takes_it_back(kept: Store) -> None:
    table = _seated(kept, bank=1_000_000_00)
    table.places("ann", "straight", 300_00, "17")
    number = table.state.round
    table.round("17")
    facts = dict(_one(kept, table.clock, "large-award").facts)
    assert (facts["player"], facts["amount"]) == (Person("ann"), Money(300_00 * 35))
    said = {"round": number, "outcome": "20", "reason": "misread", "dealer": "dee"}
    notice = table.notifies()
    table._do("correct-outcome", by("pit-supervisor"), notice=notice, **said)
    table._do("observe-action", by("pit-supervisor"), number=notice, action="done")
    assert found_in(kept, table.ends()) == []


@dataclass(frozen=True)
class _Shift:
    """The figures of a shift."""

    win: int
    table: str = "T1"
    day: str = "2022-10-30"
    shift: int = 1
    expected: Fraction = Fraction(526, 10)
    variance: Fraction = Fraction(10_000)
    sigmas: int = 4


@pytest.mark.parametrize(("win", "found"), [(452, False), (453, True), (-347, False), (-348, True)])
def test_a_win_outside_its_band_is_found(kept: Store, win: int, found: bool) -> None:
    """The band is exact: 52.6 cents and four times a dollar on both sides."""
    kinds = [each.kind for each in findings(kept, NOON, shifts=[_Shift(win)])]
    assert kinds == (["hold"] if found else [])


@dataclass(frozen=True)
class _Box:
    """A box that was counted."""

    counted: int
    table: str = "T1"
    day: str = "2022-10-30"
    what: str = "the drop box"
    recorded: int = 1_000_00
    most: int = 10_00


def test_a_box_that_is_counted_differently_is_found(kept: Store) -> None:
    assert list(findings(kept, NOON, counts=[_Box(1_010_00)])) == []
    (found,) = findings(kept, NOON, counts=[_Box(1_010_01)])
    assert found.kind == "count-difference"


# Servers --------------------------------------------------------------------------------------------------------
def test_a_step_of_the_clock_is_found(kept: Store) -> None:
    table = _seated(kept)
    table.do("report-clock-step", by("system"), before=table.clock, after=table.clock - 90 * SECOND)
    table.do("acknowledge-clock", by("pit-supervisor"))
    facts = dict(_one(kept, table.ends(), "clock-stepped").facts)
    assert (facts["milliseconds"], facts["way"]) == (90_000, "back")


@pytest.mark.parametrize("terminals", [0, 1])
def test_a_terminal_that_is_offline_at_the_close_is_found(kept: Store, terminals: int) -> None:
    """Ann has a bet, and no terminal took part in the closing."""
    device: dict[str, Any] = {"device__electronic": True, "device__terminals": True, "device__delay": 1_000}
    table = dealt(kept, ROULETTE, **device, alerts__closings_missed=1)
    table.do("sit", by("player", "ann"), player="ann", place=1)
    table.do("bring-chips", by("player", "ann"), player="ann", amount=100_00)
    table.seals()
    table.places("ann", "red", 10_00)
    table.closes()
    closing = _with_terminals(table, terminals)
    table.do("publish-closing", by("device"), **signed(table.state, closing))
    found = found_in(kept, table.ends())
    assert [each.kind for each in found] == (["terminal-offline"] if not terminals else [])


def _with_terminals(table: Dealt, terminals: int) -> Any:
    """The closing of the table's round, in which this many terminals took part."""
    from croupier.table.closing import Published, closing_digest, tree

    plain = published(table.state, bytes(32))
    nonces, _ = tree([f"{number:032x}" for number in range(terminals)])
    digest = closing_digest(table.state.table_id, table.state.round, plain.log, nonces, terminals)
    return Published(plain.log, nonces, terminals, tree([digest])[0], (), plain.iterations)


# All kinds ------------------------------------------------------------------------------------------------------
def test_every_kind_has_a_sentence_and_a_test() -> None:
    kinds = {each.kind for each in detectors()}
    assert kinds == sentences().keys()
    here = Path(__file__).read_text(encoding="utf-8")
    assert {kind for kind in kinds if f'"{kind}"' in here} == kinds
