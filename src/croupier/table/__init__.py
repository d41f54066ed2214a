"""A live table: a felt with its people, chips, order of play and events.

`decide(command, state)` gives events or a refusal, `evolve(state, event)` the next state, `postings` the entries.
"""

from croupier.conduct import By, Command, Conducted, Event, Posting, digest
from croupier.table import commands, events
from croupier.table.decide import conduct, decide
from croupier.table.evolve import evolve
from croupier.table.houses import HouseText
from croupier.table.ledger import postings
from croupier.table.state import State, begin
from croupier.table.stream import TABLE, stream_of

__all__ = [
    "TABLE",
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
    "stream_of",
]
