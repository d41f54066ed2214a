"""Ways to spoil a command that a table would accept: one fault at a time, in the command or in the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from croupier.conduct.by import ROLES
from croupier.core.refusal import Refusal
from croupier.table import By, Command, State
from croupier.table.decide import drafted
from croupier.table.people import roles_of
from croupier.table.state import Buying, Dispute, Seat

NOBODY = "nobody at all"
LATER = 10_000_000  # microseconds by which the table's clock is ahead


class Fault(NamedTuple):
    """A fault, and what it is about. Two faults about the same thing are not combined."""

    name: str
    about: frozenset[str]
    command: Callable[[Command], Command] = lambda command: command
    state: Callable[[State], State] = lambda state: state


def verdict(command: Command, state: State) -> Refusal | str:
    """The refusal, or a text: the command was accepted, or no table can be in such a state."""
    try:
        done = drafted(command, state)
    except AssertionError:
        return "no such table"
    return done if isinstance(done, Refusal) else "taken"


def _with(**fields: Any) -> Callable[[Command], Command]:
    return lambda command: msgspec.structs.replace(command, **fields)


def _but(**fields: Any) -> Callable[[State], State]:
    return lambda state: state.but(**fields)


#: Wrong values for a field, in every command that has the field.
WRONG: dict[str, tuple[Any, ...]] = {
    "player": (NOBODY,),
    "person": (NOBODY,),
    "wager": ("banana", "first-five", "fire-bet"),
    "spot": ("banana", "1-36"),
    "amount": (0, -5_00, 50, 3_00, 999_999_00),
    "unit": (7,),
    "place": (1, 2),
    "tip": (True,),
    "coins": (True,),
    "tokens": (True,),
    "tube": (True,),
    "table": ("T9",),
    "choice": ("banana",),
    "outcome": ("banana",),
    "result": ("banana",),
    "pressed": (NOBODY,),
    "dice": (4,),
    "call": ("no-spin", "no-roll", "void"),
    "reason": ("banana", "other"),
    "number": (99,),
    "round": (99,),
    "revolutions": (0,),
    "clockwise": (True, False),
}


#: What else a wrong value affects: another wager has other amounts and spots, and another round has no phase.
ALSO: dict[Any, tuple[str, ...]] = {
    "first-five": ("amount", "spot", "tip", "coins", "tokens"),
    "fire-bet": ("amount", "spot", "tip", "coins", "tokens"),
    99: ("phase",),
}


def in_the_command(command: Command) -> Iterator[Fault]:
    """All faults in the fields of a command, and in who gives it."""
    fields = command.__struct_fields__
    for name, values in WRONG.items():
        for value in values if name in fields else ():
            yield Fault(f"{name}={value!r}", frozenset({name, *ALSO.get(value, ())}), _with(**{name: value}))
    if command.by.licence:
        bare = By(command.by.person, command.by.role)
        yield Fault("no licence", frozenset({"by"}), _with(by=bare))
    for role in ROLES:
        if role not in roles_of(type(command)):
            yield Fault(f"by the {role}", frozenset({"by"}), _with(by=By(command.by.person, role, "L-1")))
            break
    for name in ("witness", "dealer"):
        if name in fields:
            yield Fault(f"one's own {name}", frozenset({"by", name}), _with(**{name: command.by.person}))


def in_the_table(command: Command, state: State) -> Iterator[Fault]:
    """All faults of the table: ways in which it is not ready for the command."""
    player = getattr(command, "player", None) or getattr(command, "person", None) or "ann"
    if state.play is None:
        return
    for phase in ("closed", *state.course.phases):
        if phase != state.phase:
            yield Fault(f"phase {phase}", frozenset({"phase"}), state=_but(phase=phase))
    yield Fault("held", frozenset({"phase"}), state=_but(held=True))
    yield Fault("clock", frozenset({"at"}), state=_but(at=command.at + LATER))
    yield Fault("step", frozenset({"at"}), state=_but(step=(command.at, command.at + LATER)))
    for whose, about in ((player, {"buying", "player", "person"}), ("zoe", {"buying"})):
        for step in ("spread", "given"):
            buying = Buying(whose, "cash", 20_00, step, "dee")
            yield Fault(f"{whose} {step}", frozenset({*about, "by"}), state=_but(buying=buying))
    yield Fault("excluded", frozenset({"player"}), state=_but(excluded=frozenset({player})))
    yield Fault("not seated", frozenset({"player"}), state=_but(seats=()))
    yield Fault("ball held", frozenset({"ball"}), state=_but(ball_held=True))
    yield Fault("no seal", frozenset({"seal"}), state=_but(seal=None, revealed=False))
    yield Fault("sealed", frozenset({"seal"}), state=_but(seal="0" * 64, revealed=False))
    yield Fault("a claim", frozenset({"claims"}), state=_but(claims=((player, -5_00),)))
    yield Fault("a dispute", frozenset({"disputes"}), state=_but(disputes=(Dispute(7, "ann", "dee"),)))
    yield Fault("somebody seated", frozenset({"player"}), state=_but(seats=(*state.seats, Seat(40, "zoe"))))
    for account, amount in (("bank", -5_00), ("tube", 5_00)):
        others = (each for each in state.balances if each[0] != account)
        yield Fault(account, frozenset({account}), state=_but(balances=(*others, (account, amount))))
