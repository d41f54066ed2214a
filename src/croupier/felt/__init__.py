"""Pure play of one table: acts, outcomes, resolutions, and refusals with their paragraph.

>>> from croupier import felt, house
>>> table = felt.open(house.load("colorado-craps")).sit("ann", 100_00)
>>> table = table.act("ann", felt.Place("pass", 10_00))
>>> played = table.outcome("3-4")
>>> played.resolutions[0].grade, played.resolutions[0].net
('win', 1000)
"""

from croupier.felt.acts import Act, Call, Place, Raise, Reduce, TakeDown
from croupier.felt.felt import Felt, Played, open
from croupier.felt.payout import Resolution

__all__ = ["Act", "Call", "Felt", "Place", "Played", "Raise", "Reduce", "Resolution", "TakeDown", "open"]
