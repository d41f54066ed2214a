"""A house: the choices of one licensee, checked against the rulebook of its date.

>>> from croupier import house
>>> house.load("colorado-craps").lowest_chip
100
"""

from croupier.core.citation import Approval
from croupier.core.sheet import Fault
from croupier.house.house import House, Limit, MeterPolicy, Variation
from croupier.house.reader import Unreadable, Unsound, faults, find, load, otherwise, presets

__all__ = [
    "Approval",
    "Fault",
    "House",
    "Limit",
    "MeterPolicy",
    "Unreadable",
    "Unsound",
    "Variation",
    "faults",
    "find",
    "load",
    "otherwise",
    "presets",
]
