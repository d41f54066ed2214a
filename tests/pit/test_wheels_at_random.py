"""Random inspections, adjustments, movements and moves of equipment, judged by a second, simple account of the rules.

The account below reads the events one by one and imports nothing of what decides in the pit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from croupier.conduct import Event
from croupier.conduct.by import ROLES
from croupier.core.refusal import Refusal
from croupier.pit.acts.adjustments import DirectorInspected, PartReplaced, WheelAdjusted
from croupier.pit.acts.inspections import TableInspected
from croupier.pit.acts.movement import LevelInspected, MovementReported
from croupier.pit.inspected import lacking, last_day
from tests.support.pit.streams import Stream
from tests.support.pit.wheels import (
    BALL,
    DOT,
    FIVE,
    FOUR,
    MAX,
    NEW,
    OLD,
    PAT,
    SUE,
    WHEEL,
    house_at,
    house_on,
    in_force,
    part,
    put,
    results,
    staff,
)

HOUR = 3600 * 1_000_000
TABLES = {"R0": (NEW, FOUR), "R1": (OLD, FOUR), "R2": (NEW, FIVE)}
KINDS = {"W1": WHEEL, "W2": WHEEL, "W3": WHEEL, "B1": BALL, "B2": BALL, "B3": BALL, "B4": BALL}


def _day(at: int) -> date:
    """The gaming day: six in the morning in Denver begins it."""
    here = datetime.fromtimestamp(at // 1_000_000, ZoneInfo("America/Denver")).replace(tzinfo=None)
    return (here - timedelta(hours=6)).date()


@dataclass
class Account:
    """What is so now, for somebody who watched."""

    places: dict[str, str | None] = field(default_factory=dict)  # where equipment is
    inspected: dict[str, tuple[date, set[str], set[str]]] = field(default_factory=dict)  # day, passed, equipment
    dirty: set[str] = field(default_factory=set)  # wheels that were worked on after their table was inspected
    waiting: set[str] = field(default_factory=set)  # wheels that wait for the Director
    shaken: set[str] = field(default_factory=set)  # wheels that were moved

    def put(self, name: str, table: str | None) -> None:
        """Equipment is elsewhere now, and not inspected there."""
        if self.places.get(name) != table:
            for _, _, equipment in self.inspected.values():
                equipment.discard(name)
        self.places[name] = table

    def at(self, table: str) -> set[str]:
        """What is at a table."""
        return {name for name, place in self.places.items() if place == table}

    def see(self, event: Event) -> None:
        """Watch one event."""
        if isinstance(event, TableInspected):
            passed = {each.check for each in event.results if each.passed}
            self.inspected[event.table] = (_day(event.at), passed, self.at(event.table))
            self.dirty -= self.at(event.table)
            if "level" in passed:
                self.shaken -= self.at(event.table)
        elif isinstance(event, WheelAdjusted | PartReplaced):
            self.dirty.add(event.wheel)
            if isinstance(event, PartReplaced) and any(each.external and each.movable for each in event.parts):
                self.waiting.add(event.wheel)
        elif isinstance(event, DirectorInspected):
            self.waiting -= {event.wheel} if event.passed else set()
        elif isinstance(event, MovementReported | LevelInspected):
            here = {name for name in self.at(event.table) if KINDS[name] == WHEEL}
            fine = isinstance(event, LevelInspected) and all(each.passed for each in event.results)
            self.shaken = self.shaken - here if fine else self.shaken | here

    def may_open(self, table: str, at: int) -> bool:
        """Whether nothing about inspections keeps a table closed."""
        if table not in self.inspected:
            return False
        day, passed, equipment = self.inspected[table]
        here, (on, checks) = self.at(table), TABLES[table]
        faults = self.dirty | self.waiting | (self.shaken if on == NEW else set())
        return day == _day(at) and passed >= set(checks) and equipment >= here and not here & faults


def _random_command(random: Random) -> tuple[str, dict[str, Any]]:
    """A command with its fields; one in ten inspections fails."""
    table, wheel = random.choice([*TABLES, "R9"]), random.choice([*KINDS, "W9"])
    passes = random.random() < 0.9
    checks = random.choice((FOUR, FOUR, FIVE))
    failed = [] if passes else [random.choice(checks)]
    whole = results(*(each for each in checks if each not in failed), failed=failed)
    short = results("level") if passes else results(failed=["level"])
    parts = [part(external=random.random() < 0.5, movable=random.random() < 0.8)]
    place = random.choice((None, None, "P-1", "P-2"))
    work = {"table": table, "wheel": wheel, "parts": parts, "place": place, "remark": "r"}
    return random.choice(
        (
            ("inspect-table", {"table": table, "results": whole, "remark": "r"}),
            ("inspect-table", {"table": table, "results": whole, "remark": "r"}),
            ("inspect-level", {"table": table, "results": short, "remark": "r"}),
            ("report-movement", {"table": table, "remark": "r"}),
            ("adjust-wheel", work),
            ("replace-part", work),
            ("director-inspection", {"wheel": wheel, "passed": passes, "remark": "r"}),
        )
    )


def _give(pit: Stream, word: str, said: dict[str, Any], random: Random) -> tuple[Event, ...] | Refusal:
    """Give a command, mostly by somebody who may."""
    if word in ("adjust-wheel", "replace-part"):
        one, other = (
            (MAX, SUE) if random.random() < 0.9 else (staff(random.choice(ROLES)), staff(random.choice(ROLES)))
        )
        return pit.both(word, one, other, **said)
    usual = DOT if word == "director-inspection" else PAT
    return pit.do(word, usual if random.random() < 0.9 else staff(random.choice(ROLES)), **said)


def _pit() -> Stream:
    pit = Stream("pit/main")
    in_force(pit, house_on(NEW), "R0")
    in_force(pit, house_on(OLD), "R1")
    in_force(pit, house_on(NEW, "colorado-converted-wheel"), "R2")
    approval = {"subject": "place", "day": "2022-10-30", "scope": "the workshop"}
    pit.done("record-approval", staff("key-manager"), reference="P-1", **approval)
    return pit


def test_a_table_opens_exactly_if_the_simple_account_says_so(
    request: pytest.FixtureRequest, share: Callable[[str], None]
) -> None:
    whole = request.config.getoption("--proof")
    seed, steps = (Random().randrange(2**32), 30_000) if whole else (20261119, 1_500)
    random, pit, account, opened, faults = Random(seed), _pit(), Account(), 0, 0
    for name in KINDS:
        put(pit, name, KINDS[name], None)
        account.put(name, None)
    for number in range(steps):
        pit.at += random.choice((0, 0, 0, HOUR // 4, HOUR, 5 * HOUR))
        if random.random() < 0.15:
            name, table = random.choice([*KINDS]), random.choice([*TABLES, None])
            put(pit, name, KINDS[name], table)
            account.put(name, table)
        else:
            before = len(pit.events)
            _give(pit, *_random_command(random), random)
            for event in pit.events[before:]:
                account.see(event)
        for table in TABLES:
            house = house_at(pit, table)
            missing = lacking(pit.state, table, house, pit.at)
            assert (not missing) is account.may_open(table, pit.at), f"seed {seed}, step {number}: {missing}"
            counts = last_day(pit.state, table, house) == _day(pit.at).isoformat()
            assert counts is (not missing), f"seed {seed}, step {number}"
            opened, faults = opened + (not missing), faults + bool(missing)
    assert min(opened, faults) > steps // 20, "both happen"
    share(f"inspections: {steps} steps with seed {seed}, {opened} times a table could open, {faults} times not")
