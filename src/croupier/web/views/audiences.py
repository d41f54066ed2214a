"""Who may see which data of a table, as dictionaries that the API description and the tests use.

A view is made of layers. Everybody's layer is the same for all and is sent as the same bytes; an audience that sees
more gets further layers beside it.
"""

from __future__ import annotations

from typing import Literal

from croupier.table import State
from croupier.web.views.auditor import AuditorShown, auditor
from croupier.web.views.crew import CrewShown, crew
from croupier.web.views.everybody import TableShown
from croupier.web.views.patch import Shown
from croupier.web.views.player import Own, OwnShown
from croupier.web.views.supervisor import SupervisorShown, supervisor

#: The audiences of a table: who looks at it.
Viewer = Literal["everybody", "player", "crew", "supervisor", "auditor"]

#: The layers of a view, each with the type that is sent.
LAYERS: dict[str, type[Shown]] = {
    "table": TableShown,
    "you": OwnShown,
    "crew": CrewShown,
    "supervisor": SupervisorShown,
    "auditor": AuditorShown,
}
#: The layers that each audience sees.
SEES: dict[Viewer, tuple[str, ...]] = {
    "everybody": ("table",),
    "player": ("table", "you"),
    "crew": ("table", "crew"),
    "supervisor": ("table", "crew", "supervisor"),
    "auditor": ("table", "crew", "supervisor", "auditor"),
}
#: Who sees a field of a table's state: this audience and those after it. A player sees only their own part of it.
STATE: dict[str, Viewer] = {
    "table_id": "everybody",
    "phase": "everybody",
    "round": "everybody",
    "play": "everybody",  # part by part: see FELT
    "seats": "everybody",
    "outcome": "everybody",
    "draws": "everybody",  # the award of this round
    "marked": "everybody",  # where side bets follow the number
    "seal": "everybody",
    "closing": "everybody",  # what the outcome will be drawn from
    "revealed": "everybody",
    "held": "everybody",
    "step": "everybody",  # whether betting is paused; its times: the supervisor
    "clockwise": "everybody",  # the direction of the wheel
    "dice": "everybody",  # who is offered the dice
    "of_pit": "everybody",  # the spots without an area
    "of_cage": "supervisor",
    "rounds": "everybody",  # the last outcome; players also see their own rows
    "repeats": "player",  # whether there is something to repeat
    "dealer": "crew",  # who is in charge of the game
    "buying": "crew",
    "coupons": "crew",
    "coupons_used": "crew",
    "tickets_used": "crew",
    "calls": "crew",
    "moved": "crew",
    "loaded": "crew",
    "disputes": "crew",
    "caller": "crew",
    "ball_held": "crew",
    "claims": "supervisor",
    "excluded": "supervisor",
    "designated": "supervisor",
    "short": "supervisor",
    "at": "supervisor",
    "balances": "supervisor",  # bank, drop, tips, tube, layout; every account: the auditor
    "disputed": "auditor",
    "houses": "auditor",
}
#: The same of a felt.
FELT: dict[str, Viewer] = {
    "house": "everybody",
    "table": "everybody",
    "standing": "everybody",
    "meters": "everybody",  # their value; contributions and awards: the supervisor
    "racks": "player",  # their own; all racks: the crew
    "barred": "player",  # which of their own don't bets may not be placed again
    "tip_box": "auditor",
}


def beyond(audience: Viewer, state: State, version: int, player: str | None = None) -> dict[str, Shown]:
    """The additional layers of an audience; a player who is not seated has none."""
    found: dict[str, Shown] = {}
    for layer in SEES[audience]:
        if layer == "you" and player is not None and (you := Own(state).of(player)) is not None:
            found[layer] = you
        elif layer == "crew":
            found[layer] = crew(state)
        elif layer == "supervisor":
            found[layer] = supervisor(state)
        elif layer == "auditor":
            found[layer] = auditor(state, version)
    return found
