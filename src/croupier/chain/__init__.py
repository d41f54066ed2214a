"""Exact odds of everything, solved from the same declarations the table plays.

>>> from croupier import chain, house
>>> chain.worth(house.load("colorado-craps"), "pass").edge
Fraction(7, 495)
"""

from croupier.chain.live import UnknownState, live
from croupier.chain.price import Price, worth

__all__ = ["Price", "UnknownState", "live", "worth"]
