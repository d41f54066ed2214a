"""Bad input to people, pit and cage: a sentence says what is wrong, and nothing changes, whatever field is bad."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.conduct import aggregate_of
from croupier.conduct.command import UnreadableCommand
from croupier.core.refusal import Refusal
from croupier.host.audit import audit
from tests.support.pit.story import Step, Story

#: One value of every type of JSON; those of another type than the right one are always wrong.
TYPES: tuple[Any, ...] = (None, True, 7, 1.5, "x", [], {})
LONG = "x" * 150_000  # a proposal may be that long
#: Fields that may be left out or null.
MAY_BE_NULL = {"place", "on", "table"}
#: Amounts that may be below zero.
MAY_BE_NEGATIVE = {"win_by_wagers", "win_by_drop"}
#: Texts of a house may be long, and so may what a proposal says.
MAY_BE_LONG = {"name", "text", "change", "body"}
#: Texts that are wrong in every field that names something; a remark may have them.
VISIBLE = ("'; DROP TABLE events; --", "../../etc/passwd")
ODD = ("\n", "a\nb", "\x00", " a", "a ", "\ud800", "k\u202eim", "k\u200bim", "k\tim", "k\x9fim", *VISIBLE)
#: Fields that have ids, days, keys or digests.
STRICT = {"since", "until", "day", "item", "terminal", "credential", "replaces", "key", "session", "digest"}


def _bad(value: Any, name: str) -> Iterator[Any]:
    """Values that this field never has."""
    for other in TYPES:
        if type(other) is not type(value) and not (other is None and name in MAY_BE_NULL):
            yield from () if value is None and isinstance(other, str) else (other,)
    match value:
        case bool():
            yield from (0, 1, "true")
        case int():
            yield from (2**63, 10**30) if name in MAY_BE_NEGATIVE else (-1, 2**63, 10**30)
        case str():
            yield from () if name in MAY_BE_LONG else (LONG,)
        case list() if value:
            yield from ([*value, None], [[]], [value])
            for place, each in enumerate(value):
                for worse in _bad(each, ""):
                    yield [*value[:place], worse, *value[place + 1 :]]
        case dict():
            yield from ({**value, "more": 1}, {**value, "": None})
            for key, each in value.items():
                for worse in _bad(each, key):
                    yield {**value, key: worse}


def _required(step: Step) -> set[str]:
    """The fields that a command must have."""
    kind = aggregate_of(step.stream).commands.kinds[step.word]
    return {each.name for each in msgspec.structs.fields(kind) if each.required}


def _wrong(body: dict[str, Any], required: set[str]) -> Iterator[dict[str, Any]]:
    """A command with one thing wrong: a field is missing, unknown, or has a value that it never has."""
    for name in sorted(required & body.keys()):
        yield {key: each for key, each in body.items() if key != name}
    for name in body.keys() - {"do"}:
        for worse in _bad(body[name], name):
            yield {**body, name: worse}
    yield {**body, "more": 1}
    for word in (None, True, 7, "", "fly", LONG):
        yield {**body, "do": word}


def _no(story: Story, stream: str, body: dict[str, Any]) -> str | None:
    """Why a command is refused; None if its bytes are no command."""
    host = story.hosts[stream]
    state, version = host.state, host.version
    try:
        command = host.kind.commands.read(json.dumps(body).encode())
    except UnreadableCommand:  # it quotes what is wrong
        said = None
    else:
        refusal = host.handle(command).refusal
        assert refusal is not None, f"accepted: {json.dumps(body)[:500]}"
        said = refusal.said()
    assert host.state is state
    assert host.version == version
    return said


def _sentence(said: str) -> None:
    assert said[-1] in ".?", said
    assert len(said) < 2_000, "it quotes too much"


@pytest.mark.parametrize("kind", ["people", "pit", "cage"])
def test_every_bad_field_gets_a_sentence_and_changes_nothing(kind: str, share: Callable[[str], None]) -> None:
    """The command without the fault is accepted at that moment, so the fault is why it is refused."""
    unreadable = refused = 0
    with store.open("memory:") as kept:
        story = Story(kept)
        for step in story.tell():
            if step.stream.partition("/")[0] != kind:
                continue
            if step.second is None:
                body = story.body(step.word, step.by, step.said, step.id)
                cases = list(_wrong(body, _required(step) | {"id", "by", "at"}))
            else:
                inner = {"do": step.word, **step.said}
                proposed = (json.dumps(each) for each in _wrong(inner, _required(step) - {"id", "by", "at"}))
                cases = [story.body("propose", step.by, {"body": each}) for each in proposed]
            for number, each in enumerate(cases):
                if step.id is None and each.get("id") == cases[-1].get("id"):
                    each["id"] = f"{each['id']}/{number}"  # a new one, or it would be a repeat
                said = _no(story, step.stream, each)
                unreadable += said is None
                if said is not None:
                    _sentence(said)
                    refused += 1
        story.close()
        found = audit(kept)
        assert (found.fault, found.differences) == (None, [])
    assert unreadable > 500
    share(f"bad input to {kind}: {unreadable + refused:,} commands, {unreadable:,} unreadable, {refused:,} refused")


@pytest.mark.parametrize("kind", ["people", "pit", "cage"])
def test_odd_texts_are_refused_or_kept_as_they_are(kind: str) -> None:
    """Names on the list, ids and days have no invisible characters, a remark may; nothing fails in another way."""
    with store.open("memory:") as kept:
        story, tried = Story(kept), 0
        for step in story.tell():
            host = story.hosts[step.stream]
            for name, value in step.said.items():
                for odd in ODD if isinstance(value, str) and host.stream.startswith(kind) else ():
                    body = story.body(step.word, step.by, {**step.said, name: odd}, step.id)
                    tried += 1
                    try:
                        command = host.kind.commands.read(json.dumps(body).encode())
                    except UnreadableCommand:
                        continue
                    done = host.kind.conduct(command, host.state)  # decided, and not carried out
                    if isinstance(done, Refusal):
                        _sentence(f"{done.message}")
                    else:
                        assert name not in STRICT, f"{step.word} {name} {odd!r}"
                        assert step.word != "register-person" or odd in VISIBLE, f"{name} {odd!r}"
        assert tried > 50
        story.close()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b"[" * 100_000, b'{"do":"propose"' * 9]
)
def test_bytes_that_are_no_command(body: bytes) -> None:
    for stream in ("people/main", "pit/main", "cage/main"):
        with pytest.raises(UnreadableCommand, match="no command"):
            aggregate_of(stream).commands.read(body)
