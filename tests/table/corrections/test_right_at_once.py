"""A corrected round equals one whose outcome was right at once: the same felt and the same money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from tests.support.table.corrections import SUPERVISOR, correct
from tests.support.table.coupons import MANY
from tests.support.table.play import Table, by

DEALER = by("dealer")

HOUSES = [
    "colorado-double-zero",
    "colorado-single-zero",
    "colorado-converted-wheel",
    "colorado-craps",
    "colorado-big-six",
]
TUBE: dict[str, Any] = {"tips__tube": True, "tips__then": "tube"}

PLAIN = ("back2back", "spinner-winner")  # these call for draws


def _twins(name: str, data: Random) -> tuple[Table, Table]:
    """Two tables with the same history, with a round closed but not called."""
    change: dict[str, Any] = {"coupons": MANY} | (TUBE if name == "colorado-craps" else {})
    twins = (Table().opened(name, **change), Table().opened(name, **change))
    orders = []
    house = twins[0].state.house
    for _ in range(30):
        wager = data.choice(sorted(house.offered.difference(PLAIN)))
        spot = data.choice(house.game.wagers[wager].spots(house) or (None,))
        amount = data.choice([1_00, 5_00, 6_00, 10_00, 12_00, 20_00])
        tip = data.randrange(6) == 0
        orders.append(
            {"player": data.choice(["ann", "bob"]), "wager": wager, "amount": amount, "spot": spot, "tip": tip}
        )
    first = data.choice(["4-2", "5-5", "3-3"])
    for table in twins:
        table.sits("ann", 1, 1_000_00)
        table.sits("bob", 2, 1_000_00)
        if house.game_name == "craps":
            table.shoots("ann")
            table.places("ann", "pass", 10_00)
            for order in orders[:10]:
                _try(table, "place", order)
            table.plays(first)
        for number, order in enumerate(orders):
            coupon = _coupon(order, number) if number % 3 == 0 and not order["tip"] else None
            for word, fields in (("place-coupon", coupon), ("place", order), ("place-coupon", coupon)):
                if fields is not None:
                    _try(table, word, fields)
        table.closes()
    return twins


def _coupon(order: dict[str, Any], number: int) -> dict[str, Any]:
    """The same wager by a coupon: at craps beside its chips, otherwise in their place."""
    serial = f"K{order['amount'] // 100}-{number}"
    return {key: order[key] for key in ("player", "wager", "amount", "spot")} | {"coupon": serial}


def _try(table: Table, word: str, order: dict[str, Any]) -> None:
    done = table.ask(word, DEALER, **order)
    if isinstance(done, tuple):
        for event in done:
            table.happen(event)


def _outcome(table: Table, data: Random) -> str:
    shown = data.choice([*table.state.house.game.chance(table.state.house)])
    return "-".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)


def _called_wrong(name: str, seeds: Iterable[str]) -> Iterator[tuple[Table, Table, str]]:
    """Two equal tables, one settled with a wrong outcome, the other with the right one; and the right outcome."""
    for seed in seeds:
        data = Random(seed)
        wronged, right = _twins(name, data)
        wrong, truth = _outcome(wronged, data), _outcome(wronged, data)
        if wrong == truth or ({"00", "000"} & {wrong, truth} and name == "colorado-converted-wheel"):
            continue
        for table, outcome in ((wronged, wrong), (right, truth)):
            table.calls(outcome)
            table.settles()
        yield wronged, right, truth


@pytest.mark.parametrize("name", HOUSES)
def test_a_corrected_round_equals_the_round_with_the_right_outcome(name: str, proof: bool) -> None:
    """After payment the felt and every account are as if the right outcome had been called first."""
    corrected, seeds = 0, 150 if proof else 6
    for wronged, right, truth in _called_wrong(name, (f"{name} {seed}" for seed in range(seeds))):
        correct(wronged, truth, number=wronged.state.round)
        assert wronged.state.felt == right.state.felt
        assert wronged.state.balances == right.state.balances
        assert wronged.state.coupons == right.state.coupons
        assert wronged.state.coupons_used == right.state.coupons_used
        assert wronged.state.dice == right.state.dice
        corrected += 1
    assert corrected > seeds // 3


@pytest.mark.parametrize("name", HOUSES)
def test_a_later_correction_leaves_everybody_with_the_right_amount(name: str, proof: bool) -> None:
    """After play has continued, each player has, in rack and on layout, what the right outcome would have left."""
    seeds = (f"later {name} {seed}" for seed in range(150 if proof else 6))
    for wronged, right, truth in _called_wrong(name, seeds):
        for table in (wronged, right):
            table.do("open-betting", DEALER)
        number = wronged.state.round - 1
        left = {each.number for each in wronged.state.coupons}
        if left & right.state.coupons_used:  # such a coupon would be decided twice
            fields = {"round": number, "outcome": truth, "reason": "misread", "dealer": "dee"}
            assert wronged.no("correct-outcome", SUPERVISOR, **fields).variant == "corrected"
            continue
        correct(wronged, truth, number=number)
        for person in ("ann", "bob", None):
            assert _worth(wronged, person) == _worth(right, person)
        assert wronged.state.felt.meters == right.state.felt.meters
        assert wronged.state.coupons_used == right.state.coupons_used
        outside = [dict(table.state.balances).get("cage") for table in (wronged, right)]
        assert outside[0] == outside[1]


def _worth(table: Table, person: str | None) -> int:
    """The money of a player in rack and wagers without coupons, or that of the dealers in tips and tip wagers."""
    state = table.state
    wagers = (each for each in state.felt.standing if (None if each.tip else each.seat) == person)
    up = sum(each.stake + each.commission + each.collected for each in wagers)
    if person is None:
        return up + state.balance("tips") + state.balance("tube") + state.claim(":tips")
    return table.rack(person) + state.claim(person) + up - sum(c.amount for c in state.coupons if c.player == person)
