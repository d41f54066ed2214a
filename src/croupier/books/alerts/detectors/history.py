"""A wheel, or a set of dice, whose history has become unlikely for a fair one.

The evidence is checked while it is collected, and the chance of a false alarm stays below the level of the house
however long a device is used (`evidence/martingale.py`). After an alarm the test begins anew. Beside the alarm stands
the exact p-value of a sample of that size: it is smaller evidence than it looks, since the sample was not fixed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from croupier.books.alerts.detector import Daily, Finding, key_of, tenths
from croupier.books.alerts.evidence import exact
from croupier.books.alerts.evidence.families import Watched, watched
from croupier.books.alerts.evidence.martingale import MOST, Evidence, Watch
from croupier.books.walk import Told
from croupier.conduct import Event
from croupier.core.equipment import Wheel
from croupier.pit.kinds import kinds
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.state import State
from croupier.text.facts import Fact


class History(Daily):
    """The outcomes of a device are unlikely, if it is fair."""

    kind, about = "unlikely-history", "equipment"

    def __init__(self) -> None:
        super().__init__()
        self._watches: dict[tuple[str, tuple[object, ...]], Watch] = {}

    def see(self, told: Told) -> Iterable[Finding]:
        """Count every outcome that was called; a correction counts the right one instead."""
        event = told.event
        if isinstance(event, OutcomeCorrected):
            _, known, watch = self._of(told.after)
            if event.was in known.counted and event.now in known.counted:
                watch.replace(known.counted[event.was], known.counted[event.now])
        elif (outcome := _shown(event)) is not None:
            device, known, watch = self._of(told.after)
            if (counted := known.counted.get(outcome)) is not None:
                watch.see(counted)
            if watch.alarm(told.after.house.alerts.false_alarms):
                yield self.again(told, key_of(device), device=device, **_said(watch))
                watch.begin()
            elif watch.outcomes >= MOST:
                watch.begin()

    def _of(self, state: State) -> tuple[str, Watched, Watch]:
        """The device of a table, what is watched of it, and its test. Other chances are another test."""
        house, device = state.house, device_of(state)
        known = watched(house)
        which = device, (house.game_name, house.options.device())
        watch = self._watches.get(which)
        if watch is None:
            watch = self._watches[which] = Watch(known.families)
        return device, known, watch


def _shown(event: Event) -> str | None:
    """The outcome that a device showed, also one that is void by itself, such as a covered zero."""
    if isinstance(event, Voided):
        return event.reason if event.call == "outcome" else None
    return event.outcome if isinstance(event, OutcomeCalled) else None


def device_of(state: State) -> str:
    """What shows the outcomes of a table: the id of its wheel or dice, or the table's own electronic device."""
    house, kit = state.house, state.kit
    if house.electronic_device:
        return f"{state.table_id}-device"
    items = () if kit is None else kit.items
    wheels = [name for kind, name in items if kind in kinds() and issubclass(kinds()[kind], Wheel)]
    found = wheels or [name for kind, name in items if kind == house.game.course.device]
    return found[0] if found else f"{state.table_id}-{house.game.course.device}"


def _said(watch: Watch) -> dict[str, Fact]:
    """The bias for which the evidence speaks most, with its sample and its exact p-value."""
    evidence = watch.strongest()
    leading = evidence.leading()
    seen, sample = evidence.seen(leading.group), evidence.total
    expected = leading.chance * sample
    value = p_value(evidence, seen, leading.chance, more=seen > expected)
    facts: dict[str, Fact] = {"outcome": leading.group.name, "seen": seen, "sample": sample}
    return facts | {"expected": tenths(expected), "p_one_in": exact.one_in(value)}


def p_value(evidence: Evidence, seen: int, chance: Fraction, *, more: bool) -> Fraction:
    """The exact chance that any group of a fair device differs so much in a sample of this fixed size.

    It is the tail of one group times the number of all tails that were looked at: Holm's correction of the smallest.
    """
    tail = exact.at_least if more else exact.at_most
    return min(Fraction(1), tail(seen, evidence.total, chance) * 2 * len(evidence.family.groups))


DETECTOR = History
