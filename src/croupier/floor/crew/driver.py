"""The driver of a table: performs the machine's acts, and stops where a person has to act.

`due.py` computes the next act, and `performer.py` performs it. A driver decides when: this one at once, the one in
`paced.py` with time between acts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from croupier.conduct.by import Role
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.due import AUTOMATIC, Crew
from croupier.floor.crew.performer import Judge, Performer, Staff, Work, judged, staff
from croupier.floor.crew.source import NotYet, Source
from croupier.table import By, Command, State


class Driver:
    """Drives one table. `give` submits a command by its word and returns its id; a refusal is an error."""

    def __init__(
        self,
        state: Callable[[], State],
        give: Callable[[str, By, Mapping[str, Any]], str],
        source: Source,
        crew: Crew = AUTOMATIC,
        *,
        staff: Staff = staff,
        judge: Judge = judged,
    ) -> None:
        self.give, self.source = give, source
        self._performer = Performer(state, lambda: self.source, crew, staff, judge)

    def due(self) -> Act | Waiting:
        """The next act at the table, or whom it waits for."""
        return self._performer.due()

    def step(self) -> Act | Waiting:
        """Perform the next act, or return whom the table waits for."""
        found = self.due()
        if isinstance(found, Act):
            self.perform(found)
        return found

    def run(self, *until: type[Command]) -> Act | Waiting:
        """Perform acts until the table waits for a person, or one of these commands is due."""
        while isinstance(found := self.due(), Act) and found.command not in until:
            self.perform(found)
        return found

    def perform(self, act: Act, role: Role | None = None) -> None:
        """Perform an act in its own role, or in that of a deputy."""
        _patiently(self._performer.before(act))
        fields = self._performer.fields(act)
        command = self.give(act.word, self._performer.by(act, role), fields)
        if (work := self._performer.after(act, command, fields)) is not None:
            work()


def _patiently(work: Work | None) -> None:
    """Do the work; wait for a delay of the device."""
    while work is not None:
        try:
            work()
            return
        except NotYet as wait:
            time.sleep(wait.seconds)
