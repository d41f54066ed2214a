"""Every act of a person in the pit is signed: the log names the credential that proved who it was."""

from __future__ import annotations

from croupier.conduct import powers
from croupier.conduct.by import UNLICENSED
from croupier.conduct.command import Command
from croupier.core.refusal import Code, Refusal, refuse
from croupier.pit.acts.adjustments import AdjustWheel, ReplacePart
from croupier.pit.acts.inspections import InspectTable
from croupier.pit.acts.movement import InspectLevel
from croupier.pit.state import State
from croupier.text.facts import Person

KIND = "pit"
#: They refuse it themselves, and cite the paragraph that asks for a signature.
BY_PARAGRAPH = (InspectTable, InspectLevel, AdjustWheel, ReplacePart)


def allowed(command: Command, state: State) -> Refusal | None:
    """Refuse a person whom nothing has proved; the server acts for nobody."""
    by = command.by
    if by.credential or by.role in UNLICENSED or isinstance(command, BY_PARAGRAPH):
        return None
    cite = powers.cite_of(KIND, str(type(command).__struct_config__.tag))
    return refuse(Code.UNSIGNED, cite=cite, player=Person(by.person))
