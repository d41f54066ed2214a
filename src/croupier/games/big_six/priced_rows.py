"""The rows of Big Six in `croupier odds`: one for each wager."""

from croupier.core.priced_rows import PricedRows
from croupier.games.big_six.rules import Rules

PRICED: PricedRows[Rules] = PricedRows(houses=("colorado-big-six",))
