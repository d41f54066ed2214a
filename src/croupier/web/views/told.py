"""What everybody is told of an event."""

from __future__ import annotations

from typing import Any

from croupier.core.citation import implements
from croupier.table import Event
from croupier.table import events_irregularities as irregular
from croupier.table import events_play as play
from croupier.table import events_table as seats

#: What is told of an event beside its word; of one that is not here nothing is told.
TOLD: dict[type[Event], tuple[str, ...]] = {
    seats.Seated: ("player", "place"),
    seats.Left: ("player",),
    seats.HouseChanged: (),
    play.WagerPlaced: ("player", "wager", "spot", "amount", "tip"),
    play.WagerRaised: ("player", "wager", "spot", "amount"),
    play.WagerReduced: ("player", "wager", "spot", "amount"),
    play.WagerTakenDown: ("player", "wager", "spot"),
    play.CallAsked: ("player", "wager", "spot", "on"),
    play.CallConfirmed: ("player", "wager", "spot", "on"),
    play.Chosen: ("player", "wager", "choice"),
    play.BallSpun: ("round",),
    play.WheelSpun: ("round", "clockwise"),
    play.SealPublished: ("round", "commitment"),
    play.SeedRevealed: (),
    play.BettingClosed: ("round",),
    play.OutcomeCalled: ("round", "outcome"),
    play.DollyPlaced: ("number",),
    play.DollyLifted: (),
    play.Drawn: ("of", "result"),
    play.Settled: ("round", "stage", "outcome", "announced"),
    play.BettingOpened: ("round",),
    play.DiceOffered: ("player",),
    play.DiceAccepted: ("player", "hand"),
    play.DiceDeclined: ("player",),
    play.DicePassed: ("player", "reason"),
    play.HandDirected: ("way",),
    play.PointTakenOff: ("point",),
    play.DicePushed: ("round", "shooter"),
    play.DiceThrown: ("round", "shooter"),
    irregular.Voided: ("round", "call", "reason", "says", "cite"),
    irregular.RoundVoided: ("round", "reason"),
    irregular.Resumed: ("round", "phase", "held"),
    irregular.RoundReleased: ("round",),
    irregular.OutcomeCorrected: ("round", "was", "now"),
}


@implements("30-2201(7)", "47.1-2201(7)")
def told(event: Event) -> dict[str, Any] | None:
    """What everybody is told of an event; nothing of what lies in a rack or was bought in."""
    names = TOLD.get(type(event))
    if names is None:
        return None
    found: dict[str, Any] = {"event": word_of(event)}
    for name in names:
        found[name] = getattr(event, name)
    if isinstance(event, play.Settled):
        found["rows"] = [
            {"player": row.player, "wager": row.wager, "spot": row.spot, "step": row.step, "stake": row.stake}
            | {"paid": row.paid, "tip": row.tip}
            for row in event.rows
        ]
    return found


def word_of(event: Event) -> str:
    """The word of an event without its version."""
    return str(type(event).__struct_config__.tag).partition("/")[0]
