"""Patrons who may not play in the house: excluded and readmitted, however their names are written."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from croupier.people.acts.patrons import PatronReadmitted
from croupier.people.stream import PEOPLE
from tests.support.pit.people import KIM, founded

NAMES = ("Eve Poe", "EVE POE", "eve  poe", "\uff25ve Poe")


@pytest.mark.parametrize("name", NAMES)
def test_a_readmission_ends_every_exclusion_of_that_patron(name: str) -> None:
    people = founded()
    for each in (*NAMES[:2], "Eve Pole"):
        people.done("exclude-patron", KIM, person=each)
    people.done("readmit-patron", KIM, person=name)
    assert people.state.excluded == {"Eve Pole"}
    assert people.refused("readmit-patron", KIM, person=name).code is Code.NOT_EXCLUDED


def test_a_readmission_of_an_older_log_ends_the_exclusion_of_that_name_alone() -> None:
    people = founded()
    for each in NAMES[:2]:
        people.done("exclude-patron", KIM, person=each)
    old = PatronReadmitted(command="c", by=KIM, at=people.at, person=NAMES[0])
    assert b"others" not in PEOPLE.events.write(old)
    assert PEOPLE.evolve(people.state, old).excluded == {NAMES[1]}
