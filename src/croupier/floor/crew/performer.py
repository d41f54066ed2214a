"""How the machine performs an act, for any driver: the work before the command, the fields of the command, and the
work after it was accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from croupier.conduct.by import Role, same_person
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.due import Crew, due, with_moves
from croupier.floor.crew.source import Source
from croupier.floor.crew.spins import valid_close, valid_spin
from croupier.floor.crew.steps import by_another
from croupier.table import By, Command, State
from croupier.table.acts import device
from croupier.table.acts.dice import directing, turns
from croupier.table.acts.irregularities import disputes, stops, voids
from croupier.table.acts.money import cage
from croupier.table.acts.round import calling, closing, settling
from croupier.table.moves import moves_due

#: In cents: how much the machine fills a bank with.
FILL = 1_000_000_00
Judge: TypeAlias = Callable[[Act, State], Mapping[str, Any]]
Staff: TypeAlias = Callable[[Role], By]
Work: TypeAlias = Callable[[], None]


def staff(role: Role) -> By:
    """The machine acting in a role, with a made-up licence."""
    return By(f"robot {role}", role, "" if role == "system" else "demonstration")


#: The machine's answers where a role has to judge.
JUDGED: Mapping[type[Command], Mapping[str, Any]] = {
    voids.InspectBall: {"fit": True, "remark": "an electronic device"},
    stops.DecideResumed: {"go_on": True, "reason": "the server was stopped, and the log is whole"},
    disputes.RaiseDispute: {"about": "the round cannot go on without a decision"},
    disputes.ObserveAction: {"action": "done as directed"},
    turns.DirectHand: {"way": "continue"},
    directing.DirectDice: {"direction": "return"},
    cage.ReceiveFill: {"amount": FILL, "witness": "robot security"},
}


def judged(act: Act, state: State) -> Mapping[str, Any]:
    """The fields that the machine's judgement adds to an act."""
    slip = {"slip": f"fill-{state.round}-{state.at}"} if act.command is cage.ReceiveFill else {}
    return {**JUDGED.get(act.command, {}), **slip}


def stated_moves(state: State, command: type[Command]) -> dict[str, Any]:
    """The moves of the house procedure that the machine states with a command, if any are asked for."""
    due = moves_due(state.house, command)
    return {"moves": tuple(move.id for move in due)} if due else {}


@dataclass(frozen=True, slots=True)
class Performer:
    """The machine at one table.

    A driver does the work `before` the command, gives the command with `by` and `fields`, and once it is accepted
    does the work `after` it. Work may block, so the driver runs it. Nothing may happen at the table between `fields`
    and the command: what a device shows is given once.
    """

    state: Callable[[], State]
    source: Callable[[], Source]
    crew: Crew
    staff: Staff = staff
    judge: Judge = judged

    def due(self) -> Act | Waiting:
        """What is due at the table."""
        found = due(self.state(), self.crew, told=self.source().tells)
        if isinstance(found, Waiting) or found.person is None:
            return found
        if same_person(self.by(found).person, found.person):
            return found
        return with_moves(self.state(), by_another(found, self.state()))

    def before(self, act: Act) -> Work | None:
        """The work before the command: what a device does before it is published. It may raise `NotYet`."""
        source = self.source()
        match act.command:
            case device.PublishSeal:
                return partial(source.prepare, self.state().round)
            case device.PublishClosing:
                return partial(source.publish, self.state())
            case calling.CallOutcome if act.missing:
                return partial(source.fetch, self.state())
            case settling.Draw if act.missing:
                return partial(source.fetch, self.state(), act.fields["of"])
            case device.RevealSeed:
                return source.open
        return None

    def by(self, act: Act, role: Role | None = None) -> By:
        """Who gives the command, in the act's role or its deputy's; a player's act is done in the player's name."""
        role = role or act.role
        return By(act.fields["player"], role) if role == "player" else self.staff(role)

    def fields(self, act: Act) -> dict[str, Any]:
        """All fields of the command: those known, those the source shows, and those the machine judges."""
        fields = {**act.fields, **(self._missing(act) if act.missing else {})}
        return fields | stated_moves(self.state(), act.command) if "moves" in act.missing else fields

    def _missing(self, act: Act) -> Mapping[str, Any]:
        state, source = self.state(), self.source()
        match act.command:
            case device.PublishSeal:
                return {"commitment": source.seal()}
            case device.PublishClosing:
                return source.closing()
            case calling.CallOutcome:
                return {"outcome": source.shows(state), **valid_spin(state)}
            case closing.CallNoMoreBets:
                return valid_close(state)
            case settling.Draw:
                return {"result": source.shows(state, act.fields["of"])}
            case device.RevealSeed:
                return {"proof": source.proof(state)}
        return self.judge(act, state)

    def after(self, act: Act, command: str, fields: Mapping[str, Any]) -> Work | None:
        """The work after the command with this id: read the log at the close, delete a seed that is public."""
        if act.closes:
            return partial(self.source().closed, command)
        if act.command is device.RevealSeed:
            return partial(self.source().revealed, fields["proof"].commitment)
        return None
