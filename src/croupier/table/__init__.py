"""A live table: a felt with people, chips, order and events around it.

`decide(command, state)` gives events or a refusal, `evolve(state, event)` the next state, `postings` the entries.
"""

from croupier.table import commands, events
from croupier.table.command import Command
from croupier.table.decide import Conducted, conduct, decide
from croupier.table.digest import digest
from croupier.table.event import Event
from croupier.table.evolve import evolve
from croupier.table.houses import HouseText
from croupier.table.ledger import Posting, postings
from croupier.table.people import By
from croupier.table.state import State, begin

__all__ = [
    "By",
    "Command",
    "Conducted",
    "Event",
    "HouseText",
    "Posting",
    "State",
    "begin",
    "commands",
    "conduct",
    "decide",
    "digest",
    "events",
    "evolve",
    "postings",
]
