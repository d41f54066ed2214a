"""A kit on its way from the pit to a table and back: over real stores, through a kill, and under an audit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import store
from croupier.conduct.by import By
from croupier.conduct.slip import COURIER, Slip
from croupier.core.equipment import Missing
from croupier.core.refusal import Code
from croupier.host.audit import audit
from croupier.host.slips.courier import deliver
from croupier.pit import equipped, inspected
from croupier.table import TABLE as TABLES
from croupier.table.acts.kit import KitReceived, ReceiveSlip
from croupier.table.kit import KIT, Kit, written
from tests.support.pit.kits import HOUSE, KIM, PAT, PIT, TABLE, WHERE, PitAndTable, nothing_is_missing
from tests.support.stores import LASTING, PLACES, chosen, url
from tests.support.table.play import written as written_house

DEE, SUE = By("dee", "dealer", "L-dee", "c-dee"), By("sue", "security", "L-sue", "c-sue")


@pytest.fixture(autouse=True)
def _complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """What equipment and inspections a table needs is tested in tests/pit."""
    nothing_is_missing(monkeypatch.setattr)


@pytest.fixture(params=PLACES)
def both(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PitAndTable]:
    with store.open(chosen(request, tmp_path, monkeypatch)) as kept:
        found = PitAndTable(kept)
        found.activates()
        yield found
        found.close()


def _audited(both: PitAndTable, under_way: int = 0) -> None:
    found = audit(both.slips.store)
    assert (found.fault, found.differences, found.under_way) == (None, [], under_way)


def test_a_kit_goes_to_the_table_and_comes_back(both: PitAndTable) -> None:
    for number in (1, 2):
        both.done(PIT, "issue-kit", PAT, table="R0")
        assert both.table.kit == both.pit.kit_out("R0")
        assert both.table.kit.number == number
        _audited(both)
        both.opens()
        both.done(TABLE, "close-table", PAT, counted=1_000_00)
        assert (both.table.kit, both.pit.kit_out("R0")) == (None, None)
        _audited(both)
    assert audit(both.slips.store).slips == 4
    refusal = both.gives(TABLE, "open-table", PAT, house=HOUSE, bank=1, dealer="dee").refusal
    assert refusal is not None
    assert refusal.code == Code.KIT_MISSING


@pytest.mark.cites("30-2212(9)")
def test_a_wheel_that_was_moved_spins_after_an_inspection(both: PitAndTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspected, "last_day", lambda state, table, house: "2022-10-30")
    both.done(PIT, "issue-kit", PAT, table="R0")
    both.opens()
    both.done(TABLE, "report-wheel-moved", DEE, what="a chair hit the table")
    assert both.pit.last_kit("R0").moves == 1
    refusal = both.gives(TABLE, "spin", DEE).refusal
    assert refusal is not None
    assert refusal.code == Code.WHEEL_MOVED
    both.done(PIT, "hand-over-inspection", SUE, table="R0")
    both.done(TABLE, "spin", DEE)
    _audited(both)


@pytest.mark.cites("30-2208", "47.1-2208")
def test_a_house_in_force_is_handed_over_before_the_table_changes_to_it(both: PitAndTable) -> None:
    low = written_house("colorado-single-zero", limits__default={"min": 2, "max": 50})
    both.done(PIT, "issue-kit", PAT, table="R0")
    both.opens()
    both.activates(low)
    refusal = both.gives(TABLE, "change-house", KIM, house=low).refusal
    assert refusal is not None
    assert refusal.code == Code.KIT_OF_ANOTHER_HOUSE
    both.done(PIT, "hand-over-house", PAT, table="R0")
    both.done(TABLE, "change-house", KIM, house=low)
    _audited(both)


def test_what_is_missing_leaves_no_slip(both: PitAndTable, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Missing("a tip box", "30-2210(2)(g)")
    monkeypatch.setattr(equipped, "lacking", lambda state, table, house: (missing,))
    refusal = both.gives(PIT, "issue-kit", PAT, table="R0").refusal
    assert refusal is not None
    assert refusal.code == Code.KIT_INCOMPLETE
    assert "a tip box [30-2210(2)(g)]" in refusal.said()
    assert both.table.of_pit is None
    _audited(both)


def test_a_kit_that_an_open_table_refuses_is_back_in_the_pit(both: PitAndTable) -> None:
    both.opens()
    refusal = both.gives(PIT, "issue-kit", PAT, table="R0").refusal
    assert refusal is not None
    assert refusal.code == Code.KIT_OUT
    assert (both.table.of_pit, both.pit.kit_out("R0")) == (None, None)
    _audited(both)
    both.done(TABLE, "close-table", PAT, counted=1_000_00)
    both.done(PIT, "issue-kit", PAT, table="R0")
    assert both.table.kit.number == 2
    _audited(both)


def test_slips_in_transit_are_delivered_once(both: PitAndTable) -> None:
    both.only_issued(PIT, "issue-kit", PAT, table="R0")
    assert both.table.kit is None
    _audited(both, under_way=1)
    (slip,) = both.slips.deliver_all(both.at)
    assert both.table.kit == both.pit.kit_out("R0")
    version = both.hosts[TABLE].version
    assert both.slips.deliver_all(both.at) == ()
    deliver(slip, both.hosts.__getitem__, both.at + 1)
    assert both.hosts[TABLE].version == version
    _audited(both)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("place", LASTING)
def test_a_kit_is_delivered_once_after_a_kill(place: str, where: str, tmp_path: Path) -> None:
    there, root = url(place, tmp_path), str(Path(__file__).parents[3])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-P", "-m", "tests.support.pit.kits", there, where]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=root)
    assert process.stdout is not None
    assert process.stdout.readline() == b"begun\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with store.open(there) as kept:
        both = PitAndTable(kept)
        both.at += 1_000_000
        _audited(both, under_way=1)
        assert len(both.slips.deliver_all(both.at)) == 1
        if where == "issued":
            assert both.table.kit.number == 1
            again = both.gives(PIT, "issue-kit", PAT, table="R0").refusal
            assert again is not None
            assert again.code == Code.KIT_OUT
            both.opens()
        else:
            assert (both.table.kit, both.pit.kit_out("R0")) == (None, None)
            both.done(PIT, "issue-kit", PAT, table="R0")
        assert both.slips.deliver_all(both.at) == ()
        _audited(both)
        both.close()


def _forged(both: PitAndTable) -> Slip:
    """A kit that the pit never issued."""
    kit = Kit(number=1, house="x", areas=(), items=(), zone="UTC", hour=6)
    return Slip(PIT, "never", TABLE, KIT, said=written(kit))


def test_nobody_can_make_a_kit(both: PitAndTable) -> None:
    forged = _forged(both)
    refusal = both.hosts[TABLE].handle(ReceiveSlip(id=forged.id, by=COURIER, at=both.at, slip=forged)).refusal
    assert refusal is not None
    assert refusal.code == Code.SLIP_MISUSED
    assert both.table.of_pit is None
    _audited(both)


def test_an_audit_finds_a_forged_kit(both: PitAndTable) -> None:
    """Somebody wrote it into the store."""
    forged = _forged(both)
    kit = Kit(number=1, house="x", areas=(), items=(), zone="UTC", hour=6)
    event = KitReceived(command=forged.id, by=COURIER, at=both.at, slip=forged, kit=kit)
    kept = both.slips.store
    body = (TABLES.events.words[KitReceived], TABLES.events.write(event))
    kept.append(TABLE, kept.version(TABLE), forged.id, [body], at=event.at)
    fault = audit(kept).fault
    assert fault is not None
    assert fault.what == "the slip of command 'never' in 'pit/main' was not issued like this"


def test_an_audit_finds_a_kit_with_other_contents(both: PitAndTable) -> None:
    """The real slip, and another kit beside it."""
    both.only_issued(PIT, "issue-kit", PAT, table="R0")
    kept, kit = both.slips.store, both.pit.kit_out("R0")
    (slip,) = (each.slip for each in map(both.hosts[PIT].kind.events.read, _bodies(both)) if hasattr(each, "slip"))
    more = Kit(number=1, house=kit.house, areas=("red",), items=(), zone="UTC", hour=6)
    event = KitReceived(command=slip.id, by=COURIER, at=both.at, slip=slip, kit=more)
    body = (TABLES.events.words[KitReceived], TABLES.events.write(event))
    kept.append(TABLE, kept.version(TABLE), slip.id, [body], at=event.at)
    assert "the event records other kit" in str(audit(kept).differences[0])


def _bodies(both: PitAndTable) -> list[bytes]:
    return [each.body for each in both.slips.store.read(PIT)]
