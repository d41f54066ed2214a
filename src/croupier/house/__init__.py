"""A licensee's choices, checked against the rulebook of the date.

>>> from croupier import house
>>> house.load("colorado-craps").lowest_chip
100
"""

from croupier.core.citation import Approval
from croupier.house.house import Commission, House, Limit, MeterPolicy, OddsPolicy, Variation
from croupier.house.reader import Unreadable, Unsound, faults, find, load, otherwise, presets
from croupier.house.sheet import Fault

__all__ = [
    "Approval",
    "Commission",
    "Fault",
    "House",
    "Limit",
    "MeterPolicy",
    "OddsPolicy",
    "Unreadable",
    "Unsound",
    "Variation",
    "faults",
    "find",
    "load",
    "otherwise",
    "presets",
]
