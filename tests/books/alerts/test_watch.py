"""The pit hears of trouble once: reading the same logs again raises nothing, also after it was cleared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from croupier import store as stores
from croupier.books.alerts.detector import key_of
from croupier.books.alerts.watch import findings, tell, watch
from croupier.floor.pit.streams import Hosts, PitStreams
from croupier.host.audit import audit
from croupier.pit.stream import STREAM as PIT
from croupier.store import Store
from croupier.text.facts import Person
from tests.support.dealt import Dealt, dealt
from tests.support.pit.streams import MINUTE, NOON
from tests.support.pit.wheels import KIM
from tests.support.stores import SIGNER


@contextmanager
def _pit(kept: Store, at: int) -> Iterator[PitStreams]:
    pit = PitStreams(kept, Hosts(kept, SIGNER), lambda: at)
    yield pit
    pit.close()


def _short(kept: Store, times: int = 1) -> Dealt:
    """A table whose bank went short, once or more."""
    table = dealt(kept, "colorado-double-zero", bank=1_000_00)
    table.seats("ann")
    for _ in range(times):
        table.goes_short("ann")
    return table


def _clears(pit: PitStreams, number: int) -> None:
    host = pit.hosts[PIT]
    said = {"do": "clear-alert", "id": f"clear/{number}", "by": KIM, "at": pit.now(), "number": number, "reason": "r"}
    assert host.handle(host.kind.commands.read(msgspec.json.encode(said))).refusal is None


def test_the_same_trouble_is_raised_once() -> None:
    with stores.open("memory:") as kept:
        table = _short(kept)
        at = table.ends()
        with _pit(kept, at) as pit:
            assert [each.kind for each in watch(pit)] == ["bank-short"]
            assert watch(pit) == ()
            assert [each.count for each in pit.register.alerts] == [1]
            _clears(pit, 1)
            assert watch(pit) == ()
            assert pit.register.alerts == ()
        found = audit(kept)
        assert (found.fault, found.differences) == (None, [])


def test_trouble_that_is_seen_again_counts_or_is_raised_again() -> None:
    """While the alert is open it counts; after it was cleared, it is another alert."""
    with stores.open("memory:") as kept:
        table = _short(kept)
        with _pit(kept, table.clock) as pit:
            watch(pit)
            table.goes_short("ann")
            assert [each.times for each in watch(pit)] == [2]
            assert [(each.number, each.count) for each in pit.register.alerts] == [(1, 2)]
            _clears(pit, 1)
            table.goes_short("ann")
            watch(pit)
            assert [(each.number, each.count) for each in pit.register.alerts] == [(2, 3)]
        table.ends()


def test_the_same_logs_give_the_same_findings() -> None:
    with stores.open("memory:") as kept:
        at = _short(kept, 2).ends()
        assert list(findings(kept, at)) == list(findings(kept, at)) != []


@pytest.mark.parametrize("text", ["Ann Díaz", "x'; DROP", "a" * 64, "\u202emik"])
def test_any_name_of_a_player_makes_a_key_and_a_fact(text: str) -> None:
    """Keys have no spaces, and facts keep the name as it is."""
    with stores.open("memory:") as kept:
        table = _short(kept)
        (finding,) = findings(kept, table.ends())
        with _pit(kept, NOON + MINUTE) as pit:
            odd = finding._replace(key=key_of(text), facts=(("player", Person(text)),))
            assert tell(pit, odd)
            assert pit.register.alerts[0].facts[0].value == text
