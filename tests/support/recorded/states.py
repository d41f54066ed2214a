"""A table's state as plain facts and their digest: the same in every version, whatever else a state has.

Run by the version that recorded a shift, with the name of its export, it prints what `recorded/states.json` keeps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

WAGER = ("seat", "wager", "spot", "stake", "state", "call", "commission", "choices", "draw", "locked", "tip")
#: Fields that later versions added: no shift that was recorded before says anything about them.
LATER = ("released", "refused", "rolled_out")
TABLE = ("phase", "round", "outcome", "ball_held", "seal", "revealed", "held", "short")


def plain(value: Any) -> Any:
    """Convert a value to plain JSON."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value) if each.name not in LATER}
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def facts(state: Any) -> dict[str, Any]:
    """What everybody at the table can see, and its accounts."""
    found = {name: plain(getattr(state, name)) for name in TABLE}
    found |= {"accounts": dict(state.balances), "claims": plain(state.claims), "dice": plain(state.dice)}
    found |= {"seats": plain(state.seats), "repeats": plain(state.repeats)}
    if state.play is not None:
        felt = state.play
        found |= {"table": plain(felt.table), "racks": plain(felt.racks), "meters": plain(felt.meters)}
        found["wagers"] = [[plain(getattr(each, name)) for name in WAGER] for each in felt.standing]
        found["house"] = felt.house.version
    return found


def digest(states: Iterable[Any]) -> str:
    """A digest of all states in their order."""
    running = sha256()
    for state in states:
        running.update(json.dumps(facts(state), sort_keys=True).encode())
    return running.hexdigest()


def of_export(path: str) -> dict[str, str]:
    """The digest of the states of every table in an export."""
    from croupier.host import export
    from croupier.table import begin, events, evolve

    def states(bodies: Iterable[bytes], name: str) -> Iterable[Any]:
        state = begin(name)
        for body in bodies:
            state = evolve(state, events.read(body))
            yield state

    with export.open(path) as kept:
        streams = [stream for stream in kept.streams() if stream.startswith("table/")]
        bodies = {stream: [each.body for each in kept.read(stream)] for stream in streams}
    return {name: digest(states(made, name.removeprefix("table/"))) for name, made in bodies.items()}


if __name__ == "__main__":
    print(json.dumps(of_export(sys.argv[1]), indent=1))
