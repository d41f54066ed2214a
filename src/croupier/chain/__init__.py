"""Exact odds, computed from the same rules that live tables play by.

>>> from croupier import chain, house
>>> craps = house.load("colorado-craps")
>>> chain.worth(craps, "pass").edge
Fraction(7, 495)
>>> chain.gain(chain.compile(craps, chain.BUILT_IN["pass-odds-place-6-8"])).edge
Fraction(43, 4323)
"""

from croupier.chain.compile import Chain, TooLarge, compile
from croupier.chain.live import live
from croupier.chain.plan import Answer, Plan, PlanRefused, View
from croupier.chain.plans import BUILT_IN
from croupier.chain.price import NotTaken, Price, worth
from croupier.chain.session.session import NoSession, Session, kelly, session
from croupier.chain.solve import Gain, NoLongRun, gain
from croupier.core.live import UnknownState

__all__ = [
    "BUILT_IN",
    "Answer",
    "Chain",
    "Gain",
    "NoLongRun",
    "NoSession",
    "NotTaken",
    "Plan",
    "PlanRefused",
    "Price",
    "Session",
    "TooLarge",
    "UnknownState",
    "View",
    "compile",
    "gain",
    "kelly",
    "live",
    "session",
    "worth",
]
