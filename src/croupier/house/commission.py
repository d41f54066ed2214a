"""The commission on a buy or lay wager: a posted share of the stake or of the possible win."""

from __future__ import annotations

from croupier.core.machine import Wager
from croupier.core.money import round_down
from croupier.core.printed_odds import Odds
from croupier.house.house import House


def commission(house: House, wager: Wager, stake: int) -> int:
    """The commission in cents: the posted percentage of its base, rounded down to the lowest chip (reading C6)."""
    base, unit = commission_base(house, wager, stake)
    return round_down(base * house.options.commission_on(wager.group).percent, unit * 100, house.lowest_chip)


def commission_base(house: House, wager: Wager, stake: int) -> tuple[int, int]:
    """The amount a commission is a share of, as a fraction of cents: a buy wager's stake, a lay wager's possible win.

    With reading C6 set to `of-the-stake`, it is the stake of a lay wager too.
    """
    pays = house.pays(wager.id, "win")
    assert isinstance(pays, Odds)
    of_stake = wager.commission == "stake" or house.reading("C6") == "of-the-stake"
    return (stake, 1) if of_stake else pays.won(stake)
