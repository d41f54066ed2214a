"""Tables without terminals: their players put chips on the layout."""

from __future__ import annotations

from croupier.core.citation import Citation, implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house import House


@implements("47.1-2310")
def no_terminals(house: House) -> Refusal | None:
    """Why nobody wagers at a terminal here: the house has none; at some games they need an approval (reading D1)."""
    if house.terminals or house.electronic_device:
        return None
    cites = house.game.cites
    cite = cites.get(Topic.TERMINALS) or cites[Topic.DEVICE_APPROVAL]
    return refuse(Code.NO_TERMINALS, cite=house.printed(Citation(cite)))
