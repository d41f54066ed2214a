"""The driver of a table: it performs every act that is the machine's, and stops where a person has to act.

What is due is decided in `due.py` alone. A driver adds who signs a command, what the source shows, and what the
machine says where a role has to judge. `paced.py` runs the same with time between the acts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from croupier.conduct.by import Role
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.due import AUTOMATIC, Crew, due
from croupier.floor.crew.source import Source
from croupier.table import By, Command, State
from croupier.table import commands_irregularities as irregular
from croupier.table import commands_play as play
from croupier.table import commands_table as seats

#: What the machine fills a bank with, in cents.
FILL = 1_000_000_00
Judge: TypeAlias = Callable[[Act, State], Mapping[str, Any]]


def staff(role: Role) -> By:
    """Who acts in a role: the machine, under a licence that is none."""
    return By(f"robot {role}", role, "" if role == "system" else "demonstration")


def signed(act: Act, role: Role, staff: Callable[[Role], By] = staff) -> By:
    """Who gives the command of an act in a role; what is a player's, the machine does in that player's name."""
    return By(act.fields["player"], role) if role == "player" else staff(role)


#: What the machine says where a role has to judge.
JUDGED: Mapping[type[Command], Mapping[str, Any]] = {
    irregular.InspectBall: {"fit": True, "remark": "an electronic device"},
    irregular.DecideResumed: {
        "go_on": True,
        "reason": "the server was stopped, and the device and the log are whole",
    },
    irregular.VoidRound: {"reason": "nobody is left who may throw"},
    play.DirectHand: {"way": "continue"},
    seats.ReceiveFill: {"amount": FILL, "witness": "robot security"},
}


def judged(act: Act, state: State) -> Mapping[str, Any]:
    """The judgement of the machine."""
    slip = {"slip": f"fill-{state.round}-{state.at}"} if act.command is seats.ReceiveFill else {}
    return {**JUDGED.get(act.command, {}), **slip}


class Driver:
    """Drives one table. `give` gives a command by its word and answers with its id; it must be taken."""

    def __init__(
        self,
        state: Callable[[], State],
        give: Callable[[str, By, Mapping[str, Any]], str],
        source: Source,
        crew: Crew = AUTOMATIC,
        *,
        staff: Callable[[Role], By] = staff,
        judge: Judge = judged,
    ) -> None:
        self.state, self.give, self.source, self.crew, self.staff, self.judge = (
            state,
            give,
            source,
            crew,
            staff,
            judge,
        )

    def due(self) -> Act | Waiting:
        """What is due at the table."""
        return due(self.state(), self.crew)

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
        if act.command is play.PublishSeal:
            self.source.prepare(self.state().round)
        seal = self.state().seal
        who = signed(act, role or act.role, self.staff)
        command = self.give(act.word, who, self.fields(act))
        if act.closes:
            self.source.closed(command)
        if act.command is play.RevealSeed and seal is not None:
            self.source.revealed(seal)

    def fields(self, act: Act) -> dict[str, Any]:
        """All fields of an act: those that are known, and those that the role adds."""
        return {**act.fields, **filled(act, self.state(), self.source, self.judge)}


def filled(act: Act, state: State, source: Source, judge: Judge = judged) -> Mapping[str, Any]:
    """The fields that are missing: what the source shows, and what the machine judges."""
    if not act.missing:
        return {}
    if act.command is play.PublishSeal:
        return {"commitment": source.seal()}
    if act.command is play.CallOutcome:
        return {"outcome": source.shows(state)}
    if act.command is play.Draw:
        return {"result": source.shows(state, act.fields["of"])}
    if act.command is play.RevealSeed:
        return {"proof": source.proof(state)}
    return judge(act, state)
