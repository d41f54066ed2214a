"""A licensee's choices, checked against the rulebook of the date.

>>> from croupier import house
>>> house.load("colorado-craps").lowest_chip
100
"""

from croupier.house.house import Approval, Commission, House, Limit, OddsPolicy
from croupier.house.reader import Unreadable, Unsound, faults, find, load, presets
from croupier.house.sheet import Fault

__all__ = [
    "Approval",
    "Commission",
    "Fault",
    "House",
    "Limit",
    "OddsPolicy",
    "Unreadable",
    "Unsound",
    "faults",
    "find",
    "load",
    "presets",
]
