"""The driver of a table: it performs every act that is the machine's, and stops where a person has to act.

What is due is decided in `due.py` alone, how an act is performed in `performer.py`. A driver adds when that happens:
here at once, in `paced.py` with time between the acts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.conduct.by import Role
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.due import AUTOMATIC, Crew
from croupier.floor.crew.performer import Judge, Performer, Staff, judged, staff
from croupier.floor.crew.source import Source
from croupier.table import By, Command, State


class Driver:
    """Drives one table. `give` gives a command by its word and answers with its id; it must be taken."""

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
        """What is due at the table."""
        return self._performer.due()

    def step(self) -> Act | Waiting:
        """Perform the act that is due, or say for whom the table waits."""
        found = self.due()
        if isinstance(found, Act):
            self.perform(found)
        return found

    def run(self, *until: type[Command]) -> Act | Waiting:
        """Act after act, until the table waits for a person, or one of these commands is due."""
        while isinstance(found := self.due(), Act) and found.command not in until:
            self.perform(found)
        return found

    def perform(self, act: Act, role: Role | None = None) -> None:
        """Perform an act, in its own role or in that of its deputy."""
        if (work := self._performer.before(act)) is not None:
            work()
        fields = self._performer.fields(act)
        command = self.give(act.word, self._performer.by(act, role), fields)
        if (work := self._performer.after(act, command, fields)) is not None:
            work()
