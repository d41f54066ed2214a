"""The desk: the only door for staff. It proves who gives a command, and writes that into the command."""

from croupier.floor.desk.desk import Desk, SignedIn
from croupier.floor.desk.found import Newcomer
from croupier.floor.desk.terminals import Proof, to_sign

__all__ = ["Desk", "Newcomer", "Proof", "SignedIn", "to_sign"]
