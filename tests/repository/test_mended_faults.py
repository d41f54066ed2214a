"""Faults at live tables that were mended: every case holds today, and the reference fails it.

[What was mended](../../docs/appendix/mended.md) lists every fault with its test.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks import ROOT
from benchmarks.trees import REFERENCE, CommitMissing, commit_id, reference
from tests.support.reference.faults import Fault, LiveTable, faults, live_table

every_fault = pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.name)


@pytest.fixture(scope="module")
def now() -> Iterator[LiveTable]:
    """A live table of this tree."""
    with live_table(ROOT) as found:
        yield found


@pytest.fixture(scope="module")
def before() -> Iterator[LiveTable]:
    """A live table of the reference."""
    try:
        commit_id(REFERENCE)
    except CommitMissing as missing:
        pytest.skip(f"not compared with the reference: {missing}")
    with reference() as tree, live_table(tree) as found:
        yield found


@every_fault
def test_today(fault: Fault, now: LiveTable) -> None:
    answers = now.play(fault)
    assert fault.unplayed(answers, may_be_unknown=False) is None
    assert fault.holds(answers[-1]), answers[-1]


@every_fault
def test_the_reference_fails(fault: Fault, before: LiveTable) -> None:
    answers = before.play(fault)
    if isinstance(answers[-1], dict):  # not for want of an earlier act
        assert fault.unplayed(answers, may_be_unknown=True) is None
    assert not fault.holds(answers[-1]), answers[-1]
