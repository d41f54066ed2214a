"""Posted limits that changed at a table."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.alerts.detector import Detector, Finding, day_of
from croupier.books.walk import Told
from croupier.core.topic import Topic
from croupier.house.show import limits_sign
from croupier.table.acts.table import HouseChanged, TableOpened
from croupier.text.facts import Fact


class LimitsChanged(Detector):
    """Another house with other limits came into force, while the table was open or when it opened again."""

    kind, about, topic = "limits-changed", "money", Topic.LIMITS

    def see(self, told: Told) -> Iterable[Finding]:
        """Compare the limits before and after."""
        if not isinstance(told.event, HouseChanged | TableOpened) or told.before.play is None:
            return
        old, new = told.before.house, told.after.house
        if (old.limits, old.player_most) == (new.limits, new.player_most):
            return
        before, now = limits_sign(old), limits_sign(new)
        which = tuple(name for name in dict.fromkeys((*before, *now)) if before.get(name) != now.get(name))
        facts: dict[str, Fact] = {"which": ", ".join(which), "before": _said(before, which), "now": _said(now, which)}
        key = f"{old.version}-{new.version}"
        yield self.found(told.after.table_id, day_of(new, told.event.at), key, facts)


def _said(limits: dict[str, str], which: Iterable[str]) -> str:
    return ", ".join(limits.get(name, "none of its own") for name in which)[:400]


DETECTOR = LimitsChanged
