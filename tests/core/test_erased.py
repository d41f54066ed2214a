"""Games and wagers are checked where their own types are erased."""

from __future__ import annotations

import pytest

from croupier.core.erased import any_game, any_wager
from croupier.games import NAMES, game


@pytest.mark.parametrize("name", NAMES)
def test_a_game_and_its_wagers_pass_unchanged(name: str) -> None:
    assert any_game(game(name)) is game(name)
    assert all(any_wager(wager) is wager for wager in game(name).wagers.values())


def test_a_value_that_is_not_a_game_is_refused() -> None:
    with pytest.raises(AssertionError, match="is no game"):
        any_game("craps")


def test_a_value_that_is_not_a_declared_wager_is_refused() -> None:
    with pytest.raises(AssertionError, match="is no declared wager"):
        any_wager(game("craps"))
