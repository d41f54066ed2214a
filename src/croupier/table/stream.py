"""Registers the table as a kind of stream, with all functions that host, audit and export need."""

from __future__ import annotations

from croupier.conduct.aggregate import Aggregate, register
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.kit import SLIPS
from croupier.table.acts.round.settling import Settled
from croupier.table.commands import COMMANDS
from croupier.table.decide import conduct
from croupier.table.events import EVENTS
from croupier.table.evolve import evolve
from croupier.table.judge import TableJudge
from croupier.table.kit import TABLES
from croupier.table.ledger import postings
from croupier.table.shapes import SNAPSHOTS
from croupier.table.state import State, begin

TABLE: Aggregate[State, Command, Event] = register(
    Aggregate(
        prefix=TABLES,
        begin=begin,
        commands=COMMANDS,
        events=EVENTS,
        conduct=conduct,
        evolve=evolve,
        snapshots=SNAPSHOTS,
        postings=postings,
        balances=lambda state: state.balances,
        judge=TableJudge,
        sealed_by=frozenset({Settled, RoundVoided}),
        slips=SLIPS,
    )
)


def stream_of(table_id: str) -> str:
    """The stream of a table."""
    return f"{TABLE.prefix}{table_id}"
