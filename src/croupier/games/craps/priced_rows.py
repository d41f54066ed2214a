"""The rows of craps in `croupier odds`: line and come wagers are priced without and with odds behind them."""

from croupier.core.priced_rows import PricedRows
from croupier.games.craps.dice import NUMBERS
from croupier.games.craps.facts import ODDS_BEHIND
from croupier.games.craps.rules import Rules

PRICED: PricedRows[Rules] = PricedRows(
    houses=("colorado-craps", "colorado-craps-free"),
    odds_behind=ODDS_BEHIND,
    multiples={
        "1x": dict.fromkeys(NUMBERS, 1),
        "2x": dict.fromkeys(NUMBERS, 2),
        "3-4-5x": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
        "5x": dict.fromkeys(NUMBERS, 5),
        "10x": dict.fromkeys(NUMBERS, 10),
    },
)
