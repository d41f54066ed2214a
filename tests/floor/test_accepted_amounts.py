"""The amounts that a player may add to a spot are those that the table takes, and no others."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Refusal
from croupier.floor.accepted_amounts import Amounts, accepted_amounts
from croupier.table import State, decide
from croupier.table.acts.wagers.placing import Place
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by
from tests.support.table.roulette import with_two_players

CHIP = 1_00


def _all(state: State, wager: str, spot: str | None, most: int) -> list[int]:
    """Every amount that the table takes, tried one by one."""

    def place(amount: int) -> Place:
        return Place(id="x", by=by("player", "ann"), at=state.at, player="ann", wager=wager, spot=spot, amount=amount)

    return [each for each in range(CHIP, most + CHIP, CHIP) if not isinstance(decide(place(each), state), Refusal)]


def _point(table: Table) -> State:
    """After a point of 6 with $10 on the pass line."""
    table.plays("3-3")
    return table.state


@pytest.mark.parametrize("wager", ["place-6", "place-5", "pass-odds", "field", "horn", "buy-4", "hard-8"])
@pytest.mark.parametrize("wanted", [CHIP, 5_00, 25_00, 100_00])
def test_at_craps(wager: str, wanted: int) -> None:
    """For every wager the nearest ones and the most, compared with all amounts; and the next whole units."""
    state = _point(with_three_players())
    taken = _all(state, wager, None, 500_00)
    found = accepted_amounts(state, "ann", wager, None, wanted)
    assert found.most == max(taken)
    below, above = [each for each in taken if each <= wanted], [each for each in taken if each > wanted]
    unit = {"place-6": 6_00, "place-5": 5_00}.get(wager)
    whole = {wanted // unit * unit + unit} if unit else set()
    assert set(found.near) == ({*below[-1:], *above[:1]} - {wanted}) | whole


def test_the_most_odds_and_what_divides_into_parts() -> None:
    state = _point(with_three_players())
    assert accepted_amounts(state, "ann", "pass-odds", None, 100_00) == Amounts(50_00, (50_00,))
    assert accepted_amounts(state, "ann", "horn", None, 5_00).near == (4_00, 8_00)


def test_nothing_is_offered_where_no_amount_is_taken() -> None:
    table = with_two_players()
    state = table.state
    assert accepted_amounts(state, "ann", "straight", "17", 5_00).most == max(_all(state, "straight", "17", 500_00))
    assert accepted_amounts(state, "nobody", "straight", "17", 5_00) == Amounts()
    assert accepted_amounts(state, "ann", "straight", "99", 5_00) == Amounts()
    assert accepted_amounts(state, "ann", "no-such-wager", None, 5_00) == Amounts()
