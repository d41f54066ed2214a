"""Events of every kind and version can always be read; old versions are converted step by step."""

from __future__ import annotations

import json
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec
import pytest

from croupier.conduct.event import Events, TooOld, UnreadableEvent, Upcaster
from croupier.table import By, Command, Event, acts, commands, events
from tests.support.table.golden import COMMANDS, EVENTS


@pytest.mark.parametrize("body", EVENTS, ids=lambda body: json.loads(body)["event"])
def test_events_of_every_version_are_read(body: bytes) -> None:
    """Values of unchanged kinds are the same; fields added since have their defaults."""
    if json.loads(body)["event"] in events.FIRST:
        with pytest.raises(TooOld, match="croupier upgrade"):
            events.read(body)
    event = events.OLD.read(body)
    said = json.loads(body)
    word = said.pop("event")
    if word in events.KINDS:
        _has(event, said)
    assert word.split("/")[0] == events.WORDS[type(event)].split("/")[0]
    assert events.read(events.write(event)) == event


def _has(value: Any, said: Any) -> None:
    """Whether a value has everything that was written; defaults may be written or not."""
    if isinstance(said, dict) and not isinstance(value, dict):
        for name, part in said.items():
            _has(getattr(value, name), part)
    elif isinstance(value, tuple):
        for each, part in zip(value, said, strict=True):
            _has(each, part)
    else:
        assert value == said


def test_every_kind_is_kept_as_it_was_written() -> None:
    words = [json.loads(body)["event"] for body in EVENTS]
    assert len(set(words)) == len(words)
    missing = sorted(events.KINDS.keys() - set(words))
    assert not missing, f"write an event of each to tests/table/golden.txt: {missing}"


def test_every_command_has_an_example() -> None:
    missing = sorted(commands.KINDS.keys() - COMMANDS.keys())
    assert not missing, f"write a command of each to tests/table/golden.txt: {missing}"
    for word, fields in COMMANDS.items():
        raw = {"do": word, "id": "c1", "by": By("pat", "pit-supervisor", "L2"), "at": 0, **fields}
        assert type(commands.read(msgspec.json.encode(raw))) is commands.KINDS[word]


def test_every_command_and_event_of_an_act_is_declared_once() -> None:
    """A class in a module of `acts` that is missing in its tables would never be read, decided or applied."""
    found = [import_module(each.name) for each in walk_packages(acts.__path__, f"{acts.__name__}.")]
    assert {module for module in found if hasattr(module, "ACTS")} == set(acts.MODULES)
    for module in acts.MODULES:
        own = [kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__]
        tables = [act.command for act in module.ACTS] + [each.event for each in module.HAPPENINGS]
        assert tables == [kind for kind in own if isinstance(kind, type) and issubclass(kind, Command | Event)]


# A kind that has changed twice ------------------------------------------------------------------------------
class Rated(Event, frozen=True, tag="rated/3"):
    """A player was rated: in cents, with a remark."""

    player: str
    cents: int
    remark: str


def _in_cents(said: dict[str, Any]) -> dict[str, Any]:
    """Upcaster: the first version had whole dollars."""
    dollars = said.pop("dollars")
    return {**said, "cents": dollars * 100}


def _remarked(said: dict[str, Any]) -> dict[str, Any]:
    """Upcaster: the second version had no remark."""
    return {**said, "remark": ""}


UPCASTERS: dict[str, Upcaster] = {"rated/1": _in_cents, "rated/2": _remarked}
READER = Events([Rated], UPCASTERS)
ENDING = b',"command":"c1","by":{"person":"pat","role":"pit-supervisor","licence":"L2"},"at":7}'


@pytest.mark.parametrize(
    ("said", "remark"),
    [
        (b'{"event":"rated/1","player":"ann","dollars":25', ""),
        (b'{"event":"rated/2","player":"ann","cents":2500', ""),
        (b'{"event":"rated/3","player":"ann","cents":2500,"remark":"slow"', "slow"),
        (b'{"dollars":25,"player":"ann","event":"rated/1"', ""),
    ],
)
def test_an_old_version_is_read_as_today_s(said: bytes, remark: str) -> None:
    by = By("pat", "pit-supervisor", "L2")
    assert READER.read(said + ENDING) == Rated(command="c1", by=by, at=7, player="ann", cents=25_00, remark=remark)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"event":"rated/4"' + ENDING, "no event is called 'rated/4': use the croupier that wrote it"),
        (b'{"event":"berated/1"' + ENDING, "no event is called 'berated/1'"),
        (b'{"player":"ann"' + ENDING, "no event is called None"),
        (b'{"event":["rated/1"]' + ENDING, "no event: unhashable"),
        (b'{"event":"rated/3","player":"ann"' + ENDING, "no event: Object missing required field `cents`"),
        (b'{"event":"rated/3","player":1,"cents":1,"remark":""' + ENDING, "no event: Expected `str`"),
        (b'{"event":"rated/2","player":"ann","dollars":1' + ENDING, "no event: Object contains unknown field"),
        (b'{"event":"rated/1","player":"ann","cents":1' + ENDING, "no event: 'dollars'"),
        (b"", "no event: "),
        (b"[1", "no event: "),
        (b"\xff", "no event: "),
    ],
)
def test_invalid_events_are_clear_errors(body: bytes, said: str) -> None:
    with pytest.raises(UnreadableEvent, match=said):
        READER.read(body)


def test_the_events_of_a_table_say_which_word_they_do_not_know() -> None:
    with pytest.raises(UnreadableEvent, match=r"no event is called 'settled/9': use the croupier that wrote it"):
        events.read(b'{"event":"settled/9"}')


def test_every_old_version_leads_to_one_of_today() -> None:
    for wrong in ({"rated/1": _in_cents}, {"rated/3": _remarked}, {"rated/2": _remarked, "other/1": _remarked}):
        with pytest.raises(AssertionError):
            Events([Rated], wrong)
