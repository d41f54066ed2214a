"""What a settled round did to one player, in one sentence: the most important bet that won, and the sum."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from croupier.house import House
from croupier.table.rows import Row
from croupier.text.money import dollars
from croupier.web.shared import naming
from croupier.web.shared.messages import words


def result_line(rows: Sequence[Row], house: House) -> str:
    """The sentence for the decided bets of one player. Only a bet that pays more than its stake is said to pay.

    >>> from croupier.house import load
    >>> craps = load("colorado-craps")
    >>> won = Row("pay", "ann", "pass", None, "win", 10_00, released=10_00, paid=20_00)
    >>> odds = Row("pay", "ann", "pass-odds", None, "6", 10_00, released=10_00, paid=22_00)
    >>> lost = Row("collect", "ann", "field", None, "lose", 5_00, released=5_00)
    >>> result_line([won], craps), result_line([won, odds], craps), result_line([lost], craps)
    ('Pass pays $10', 'Pass and odds pay $22', 'You lose $5')
    >>> result_line([won, lost], craps)
    'Pass pays $10. You win $5 in all'
    """
    said, total = words()["result"], sum(row.profit for row in rows)
    won = sorted((row for row in rows if row.profit > 0), key=attrgetter("profit"), reverse=True)
    lost = any(row.profit < 0 for row in rows)
    if not won:
        return said["lose"].format(amount=dollars(-total)) if lost else _back(rows, house)
    paid = _pay(won, house)
    if not lost:
        return paid
    in_all = said["win_in_all"] if total > 0 else said["lose_in_all"] if total < 0 else said["even"]
    return said["both"].format(paid=paid, in_all=in_all.format(amount=dollars(abs(total))))


def _back(rows: Sequence[Row], house: House) -> str:
    """Every stake came back."""
    said = words()["result"]
    return said["back"].format(bet=_name(rows[0], house)) if len(rows) == 1 else said["all_back"]


def _pay(won: Sequence[Row], house: House) -> str:
    """What the bets that won paid; `won` has the one that paid most first, odds come after their bet."""
    said, amount = words()["result"], dollars(sum(row.profit for row in won))
    if len(won) == 1:
        return said["pays"].format(bet=_name(won[0], house), amount=amount)
    if len(won) > 2:
        return said["pay_many"].format(bet=_name(won[0], house), count=len(won) - 1, amount=amount)
    first, second = won[::-1] if _supports(won[0], won[1], house) else won
    other = _name(second, house)
    if _supports(second, first, house):
        other = naming.group(house.game.wagers[second.wager].group, house).lower()
    return said["pay_two"].format(bet=_name(first, house), other=other, amount=amount)


def _supports(odds: Row, bet: Row, house: House) -> bool:
    """Whether the first of two rows is for odds behind the second."""
    wager = house.game.wagers.get(odds.wager)
    return wager is not None and wager.parent is not None and wager.parent_of(odds.spot) == (bet.wager, bet.spot)


def _name(row: Row, house: House) -> str:
    return naming.spot(row.wager, row.spot, house)
