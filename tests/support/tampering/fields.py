"""Every field of every kind of event, changed in the log of a table: a rewritten past that may even fit the rules.

Every digest is computed again, and the heads that contradict it are removed. So only the events themselves can show
it: whether they can be applied, whether this version decides the same, whether proofs and accounts fit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.store import Envelope
from tests.support.tampering.evidence import Evidence
from tests.support.tampering.kinds import Change, Kind, in_log, in_store

MODE = ("linked-heads-removed",)
Path = tuple[str | int, ...]


def kinds(evidence: Evidence) -> Iterator[Kind]:
    """All of them, in a shift that has every kind of event."""
    for name, change in _changes(evidence.before.events):
        yield from in_store(evidence, f"field/{name}", change, MODE)


def in_device_log(evidence: Evidence) -> Iterator[Kind]:
    """The same in the records of a device."""
    for name, change in _changes(evidence.log_before.events):
        yield from in_log(evidence, f"device-field/{name}", change, MODE)


def _changes(events: Iterable[Envelope]) -> Iterator[tuple[str, Change]]:
    for word, envelope in _examples(events).items():
        body = json.loads(envelope.body)
        for path, value in leaves(body):
            new = json.dumps(changed(body, path, another(value)), separators=(",", ":"), ensure_ascii=False)
            yield f"{word}/{'.'.join(map(str, path))}", _put(envelope, envelope._replace(body=new.encode()))


def _put(old: Envelope, new: Envelope) -> Change:
    return lambda found: found.mapped("events", lambda each: new if each == old else each)


def _examples(events: Iterable[Envelope]) -> dict[str, Envelope]:
    """An event of every kind: the one that says most."""
    found: dict[str, Envelope] = {}
    for envelope in events:
        word = envelope.kind.partition("/")[0]
        if word not in found or len(envelope.body) > len(found[word].body):
            found[word] = envelope
    return found


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values in a JSON text, each with its place; of a list the first entry only, and the list itself."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list) and value:
        yield path, value
        yield from leaves(value[0], (*path, 0))
    else:
        yield path, value


def another(value: Any) -> Any:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return _other_text(value)
        case list():
            return value[1:] or ["x", *value]
        case None:
            return "x"
        case _:
            return {"x": 1}


def _other_text(value: str) -> str:
    """Another text of the same form: a digit or letter is exchanged."""
    for place in range(len(value) - 1, -1, -1):
        if value[place].isalnum():
            new = (
                "2" if value[place] == "1" else "1" if value[place].isdigit() else "a" if value[place] != "a" else "b"
            )
            return value[:place] + new + value[place + 1 :]
    return f"{value}x"


def changed(value: Any, path: Path, new: Any) -> Any:
    """A JSON value with another one at a place."""
    if not path:
        return new
    first, *rest = path
    copy: Any = list(value) if isinstance(value, list) else dict(value)
    copy[first] = changed(value[first], tuple(rest), new)
    return copy
