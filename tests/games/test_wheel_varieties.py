"""Which varieties of wheel a roulette house may have, in both printings."""

from __future__ import annotations

from datetime import date

import pytest

from croupier import house
from croupier.games.roulette.wheel import WHEELS

OLD = date(2016, 1, 1)


@pytest.mark.cites("30-2210(2)")
def test_a_wheel_is_of_one_of_three_varieties() -> None:
    _varieties(None, {"single-zero", "double-zero", "triple-zero"})


@pytest.mark.cites("47.1-2210(2)")
def test_a_wheel_of_the_older_printing_is_of_one_of_two_varieties() -> None:
    _varieties(OLD, {"single-zero", "double-zero"})


def _varieties(on: date | None, varieties: set[str]) -> None:
    sound = set()
    for kind in (*WHEELS, "quadruple-zero", "no-zero"):
        try:
            house.load("colorado-single-zero", on=on, change={"wheel.kind": kind, "side_bets": {}})
        except house.Unsound:
            continue
        sound.add(kind)
    assert sound == varieties
