"""What decided wagers were paid at: the odds of a row, in words, and those of a payment in a log."""

from __future__ import annotations

from croupier.core.machine import MeterShare, Pays, Return
from croupier.core.printed_odds import Odds
from croupier.felt.payout import grade
from croupier.house import House
from croupier.table.rows import Row
from croupier.text.phrase import Phrase


def words(pays: Pays | None) -> str:
    """What a row pays, in words.

    >>> from fractions import Fraction
    >>> words(Return(Fraction(1, 2))), words(None)
    ('1/2 of the stake back', 'loses')
    """
    match pays:
        case None:
            return "loses"
        case MeterShare(percent):
            return Phrase("{percent} % of the meter", percent=percent)
        case Return(share):
            return "stake back" if share == 1 else Phrase("{share} of the stake back", share=share)
    return Phrase(f"{{figure:,}} {pays.basis} {{unit}}", figure=pays.figure, unit=pays.unit)


def paid_at(row: Row, house: House) -> Pays | None:
    """What a decided wager was paid at, under the house of its placing; None if nothing was won.

    A log has the grade of a wager, which several rows of its pays may share: then it is the row that pays the
    winnings on record. None for a combination, whose parts are paid apart, and where a maximum cut the winnings.
    """
    pays = house.pays_by_wager.get(row.wager, {})
    found = [each for name, each in pays.items() if grade(house, row.wager, name) == row.grade]
    if len(found) == 1:
        return found[0]
    won = (each for each in found if isinstance(each, Odds) and _won(each, row.stake) == row.winnings)
    return next(won, None)


def _won(odds: Odds, stake: int) -> int:
    won, unit = odds.won(stake)
    return won // unit
