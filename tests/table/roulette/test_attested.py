"""What people state at a roulette table: when a spin was called off, and how the ball was spun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.conduct.command import UnreadableCommand
from tests.support.table.play import Table, by
from tests.support.table.roulette import of_2015, with_two_players

DEALER = by("dealer")


def _procedure() -> Table:
    return Table().opened("ten-dollar-roulette")


def _reasons() -> Iterator[Any]:
    """Each printed reason for no spin, in each text that asks for the ball before it rests."""
    printed = {with_two_players: "30-2206", of_2015: "47.1-2206", _procedure: "H-irregularities"}
    for table, rule in printed.items():
        for number, reason in enumerate(("same-direction", "revolutions", "foreign-object"), 1):
            if (table, number) != (_procedure, 3):  # the procedure says nothing about it there
                cite = f"{rule}({number})"
                yield pytest.param(table, reason, id=cite, marks=pytest.mark.cites(cite))


@pytest.mark.parametrize(("opened", "reason"), [*_reasons()])
def test_the_dealer_states_whether_the_ball_was_removed_before_it_rested(opened: Any, reason: str) -> None:
    table = opened()
    for stated in (True, False):
        table.closes()
        with pytest.raises(UnreadableCommand, match="before_rest"):
            table.ask("call-void", DEALER, call="no-spin", reason=reason)
        (voided,) = table.do("call-void", DEALER, call="no-spin", reason=reason, before_rest=stated)
        assert (voided.before_rest, voided.by.person) == (stated, "dee")
        assert voided.says.startswith("No spin")
