"""Directions of spins that did not alternate as the rules ask: of the wheel, or of the ball against its wheel.

The table refuses a spin in the wrong direction, and voids one that its dealer attests to have gone the wrong way.
Both are on record. A log that no rule checked, such as one of another program, may even have the spin itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Daily, Finding
from croupier.books.walk import Told
from croupier.core.refusal import Code
from croupier.core.topic import Topic
from croupier.host.answer import Refused
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.spinning import WheelSpun
from croupier.table.state import State

#: Refusals that say which way the wheel went or was meant to go.
_WRONG = ((Code.WRONG_DIRECTION, ""), (Code.NOT_ATTESTED, "another-way"))


class Direction(Daily):
    """A spin went, or was to go, the wrong way."""

    kind, about, topic = "direction", "play", Topic.OUTCOME

    def see(self, told: Told) -> Iterable[Finding]:
        """Find a spin that went the same way as the one before, and a ball that ran with its wheel."""
        event, before = told.event, told.before
        if isinstance(event, WheelSpun) and before.clockwise is event.clockwise:
            yield self.again(told, "spun", round=event.round, what="the wheel turned as the time before")
        elif isinstance(event, Voided) and event.reason == _along(told.after):
            yield self.again(told, "ball", round=event.round, what="the ball ran with the wheel")

    def see_refused(self, told: Told, refused: Refused) -> Iterable[Finding]:
        """Find a spin that the table refused because of its direction."""
        if (refused.code, refused.variant) in _WRONG:
            yield self.again(told, "refused", round=told.after.round, what="the table refused it")


def _along(state: State) -> str | None:
    """The reason for which a ball that ran with its wheel is void; None where no ball runs."""
    return None if (rule := state.course.spin) is None else rule.along or None


DETECTOR = Direction
