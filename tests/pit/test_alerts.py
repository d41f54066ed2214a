"""Alerts in the pit: the same trouble is one alert, it stays until a named person clears it, and old states stay."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.slip import COURIER
from croupier.core.refusal import Code
from croupier.pit.acts.alerts import AlertCleared, AlertRaised
from croupier.pit.state import State
from croupier.pit.stream import PIT
from tests.support.pit.streams import Stream
from tests.support.pit.wheels import staff

PAT, KIM, ANN, DEE = staff("pit-supervisor"), staff("key-manager"), staff("accounting"), staff("dealer")
SHORT = {"name": "short", "kind": "money", "value": 5_00}
TROUBLE: dict[str, Any] = {"kind": "bank-short", "about": "money", "table": "R0", "day": "2022-10-30", "key": "bank"}


@pytest.fixture
def pit() -> Stream:
    return Stream("pit/main")


def _raises(pit: Stream, count: int = 1, **changes: Any) -> AlertRaised:
    (event,) = pit.done("raise-alert", COURIER, **{**TROUBLE, "facts": [SHORT], "count": count, **changes})
    assert isinstance(event, AlertRaised)
    return event


def test_the_same_trouble_is_one_alert_that_counts(pit: Stream) -> None:
    assert [_raises(pit, count).number for count in (1, 2, 5)] == [1, 1, 1]
    (alert,) = pit.state.alerts
    assert (alert.count, alert.facts[0].value) == (5, 5_00)
    said = {**TROUBLE, "facts": [SHORT]}
    assert pit.refused("raise-alert", COURIER, **said, count=5).code is Code.ALERT_KNOWN


@pytest.mark.parametrize(
    "changes", [{"kind": "pace"}, {"table": None}, {"table": "R1"}, {"day": "2022-10-31"}, {"key": "b"}]
)
def test_other_trouble_is_another_alert(pit: Stream, changes: dict[str, Any]) -> None:
    _raises(pit)
    assert _raises(pit, **changes).number == 2
    assert len(pit.state.alerts) == 2


def test_an_alert_stays_until_a_person_clears_it_with_a_reason(pit: Stream) -> None:
    _raises(pit)
    pit.at += 30 * 86_400_000_000
    assert [each.number for each in pit.state.alerts] == [1]
    (event,) = pit.done("clear-alert", KIM, number=1, reason="a fill was late")
    assert event == AlertCleared(
        command=event.command, by=KIM, at=event.at, number=1, kind="bank-short", reason="a fill was late"
    )
    assert pit.state.alerts == ()
    assert pit.refused("clear-alert", KIM, number=1, reason="again").code is Code.ALERT_UNKNOWN
    assert _raises(pit, 2).number == 2, "it was seen again after that"


def test_the_machine_and_the_dealer_clear_nothing(pit: Stream) -> None:
    _raises(pit)
    for by in (COURIER, DEE):
        assert pit.refused("clear-alert", by, number=1, reason="r").code is Code.NOT_YOUR_ROLE
    assert pit.refused("raise-alert", PAT, **TROUBLE, facts=[], count=9).code is Code.NOT_YOUR_ROLE


def test_accounting_clears_what_is_about_money_alone(pit: Stream) -> None:
    _raises(pit)
    _raises(pit, kind="pace", about="play")
    assert pit.refused("clear-alert", ANN, number=2, reason="r").code is Code.ALERT_NOT_MONEY
    pit.done("clear-alert", ANN, number=1, reason="counted again")


@pytest.mark.parametrize(
    ("facts", "variant"),
    [
        ([SHORT, SHORT], "twice"),
        ([{**SHORT, "value": "five"}], "value"),
        ([{"name": "player", "kind": "person", "value": 5}], "value"),
    ],
)
def test_facts_are_of_their_kind(pit: Stream, facts: list[dict[str, Any]], variant: str) -> None:
    no = pit.refused("raise-alert", COURIER, **TROUBLE, facts=facts, count=1)
    assert (no.code, no.variant) == (Code.ALERT_UNFIT, variant)


def test_a_pit_without_alerts_is_written_as_before() -> None:
    """The fields for alerts came later: plain JSON of a state without alerts does not have them."""
    from croupier.conduct.shapes import Shapes

    shapes = Shapes(State)
    assert not {"alerts", "alerted"} & shapes.plain(PIT.fresh("pit/main")).keys()
