"""An event is completed with its effects by the rules, whatever fields it has."""

from __future__ import annotations

import pytest

from croupier.conduct.event import Event
from croupier.table.acts.round.calling import DollyPlaced
from croupier.table.effects import carried_out
from croupier.table.registry import EFFECTS_OF
from tests.support.table.play import Table, by


def test_an_event_without_a_felt_is_completed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event with effects but without a field for the felt: its effects were never computed."""
    state = Table().opened("colorado-double-zero").state
    kind: type[Event] = DollyPlaced
    monkeypatch.setitem(EFFECTS_OF, kind, lambda before, event: {"number": "17"})
    event, _, _ = carried_out(state, DollyPlaced(command="c", by=by("dealer"), at=state.at, number="1"))
    assert isinstance(event, DollyPlaced)
    assert event.number == "17"
