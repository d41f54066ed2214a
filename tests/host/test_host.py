"""A table run over a store: answers are durable, repeats get the same answer, and a restart finds the same table."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path
from threading import Event as Event_

import msgspec
import pytest

from croupier import store
from croupier.host import Answer, Host, load
from croupier.host.answer import read
from croupier.host.audit import audit
from croupier.host.host import REUSED
from croupier.host.seen_ids import GROWTH, LEAST, SeenIds
from croupier.store import CommandReused, Owned, Signer, Store, content_of
from croupier.table import digest, stream_of
from tests.support.stores import LASTING, PLACES, SIGNER, chosen
from tests.support.table.hosted import Hosted
from tests.support.table.play import by, written


@pytest.fixture(params=(*PLACES, "sqlite apart"))
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request, tmp_path, monkeypatch)


@pytest.fixture
def kept(place: str) -> Iterator[Store]:
    with store.open(place) as found:
        yield found


def _round(table: Hosted) -> None:
    table.places("ann", "straight", 5_00, "17")
    table.closes()
    table.calls("17")
    table.do("settle", by("dealer"))
    table.do("open-betting", by("dealer"))


def _playing(host: Host) -> Hosted:
    table = Hosted(host=host)
    table.opened("colorado-double-zero")
    table.sits("ann", 1, 200_00, "orange", 1_00)
    return table


def test_a_restart_finds_the_same_table(kept: Store) -> None:
    host = Host(kept, stream_of("T1"))
    table = _playing(host)
    table.places("ann", "red", 10_00)
    before = digest(host.state), host.version
    host.close()
    state, version = load(kept, stream_of("T1"))
    assert (digest(state), version) == before
    again = Host(kept, stream_of("T1"))
    assert (digest(again.state), again.version) == before
    again.close()


def test_a_repeat_gets_the_first_answer_also_after_a_restart(kept: Store) -> None:
    host = Host(kept, stream_of("T1"))
    table = _playing(host)
    place = table.command("place", by("player", "ann"), player="ann", wager="red", amount=10_00, spot=None)
    refused = table.command("place", by("player", "ann"), player="ann", wager="red", amount=7_000_00, spot=None)
    answers = [host.handle(each) for each in (place, refused)]
    version = host.version
    assert answers[0].refusal is None
    assert answers[1].refusal is not None
    for _ in range(4):
        assert [host.handle(each) for each in (place, refused)] == answers
    host.close()
    host = Host(kept, stream_of("T1"))
    assert [host.handle(each) for each in (place, refused)] == answers
    assert host.version == version
    other = msgspec.structs.replace(place, amount=20_00)
    for _ in range(2):
        with pytest.raises(CommandReused):
            host.handle(other)
    assert host.version == version
    host.close()
    (record,) = [row for row in kept.commands() if row.command.startswith(REUSED)]
    assert record.command == f"{REUSED}{content_of(host.stream, msgspec.json.encode(other)).hex()}"
    found = read(record.answer)
    assert found.refusal is not None
    assert (found.refusal.word, place.id in found.refusal.said()) == ("id-used", True)
    assert audit(kept).fault is None


def test_a_crowd_is_decided_in_one_order(kept: Store) -> None:
    published: list[int] = []
    host = Host(kept, stream_of("T1"), publish=lambda version, _, after: published.append(version))
    table = _playing(host)
    wagers = [
        table.command("place", by("player", "ann"), player="ann", wager="straight", amount=1_00, spot=str(spot))
        for spot in range(1, 37)
    ]
    futures = [host.submit(each) for each in wagers]
    wait(futures)
    answers: list[Answer] = [future.result() for future in futures]
    assert [answer.version for answer in answers] == list(range(host.version - 35, host.version + 1))
    assert published == sorted(published)
    assert published[-1] == host.version
    assert sum(each.stake for each in host.state.felt.standing) == 36_00
    host.close()


def test_one_owner_at_a_time(kept: Store) -> None:
    host = Host(kept, stream_of("T1"))
    with pytest.raises(Owned):
        Host(kept, stream_of("T1"))
    host.close()
    Host(kept, stream_of("T1")).close()


def test_every_settled_round_is_signed(kept: Store, tmp_path: Path) -> None:
    signer = Signer.open(tmp_path / "key")
    host = Host(kept, stream_of("T1"), signer=signer)
    table = _playing(host)
    for _ in range(2):
        _round(table)
    host.close()
    heads = kept.heads("table/T1")
    assert len(heads) == 2 + 1, "and the end"
    assert [head.before for head in heads[1:]] == [head.named() for head in heads[:-1]], "each names the one before"
    assert heads[0].before == b""
    assert isinstance(store.verify(kept, keys=[signer.public]), store.Verified)


# Commands met before ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("place", LASTING, indirect=True)
def test_a_repeat_of_a_command_in_flight_gets_its_answer(kept: Store) -> None:
    """The store is blocked by a subscriber; only the answers wait for it."""
    going, published = Event_(), Event_()

    def publish(version: int, made: object, after: object) -> None:
        published.set()
        assert going.wait(10)

    host = Host(kept, stream_of("T1"), publish=publish)
    table = Hosted(host=host)
    host.submit(table.command("open-table", by("pit-supervisor"), house=written("colorado-big-six"), bank=5_000_00))
    assert published.wait(10)
    sit = table.command("sit", by("player", "ann"), player="ann", place=1)
    first, again = host.submit(sit), host.submit(sit)
    reused = host.submit(msgspec.structs.replace(sit, place=2))
    assert not again.done()
    assert not first.done()
    assert not first.cancel()
    going.set()
    assert first.result().refusal is None
    with pytest.raises(CommandReused):
        reused.result()
    assert host.version == 2
    assert host.handle(sit) == first.result()
    host.close()


def test_a_false_positive_of_the_id_filter_is_decided(kept: Store) -> None:
    host = Host(kept, stream_of("T1"))
    table = Hosted(host=host)
    for number in range(1, 20):
        host._seen.add(f"c{number}")
    table.opened("colorado-big-six")
    table.sits("ann", 1, 50_00)
    assert [envelope.command for envelope in kept.read("table/T1")][-1] == f"c{table.number}"
    host.close()


def test_an_id_of_another_table_is_another_command(kept: Store) -> None:
    """Clients choose the ids: using the id of another table delays neither."""
    one, two = Host(kept, stream_of("T1")), Host(kept, stream_of("T2"))
    command = Hosted().command("open-table", by("pit-supervisor"), house=written("colorado-big-six"), bank=5_000_00)
    one.handle(command)
    assert two.handle(command).version == 1
    assert [host.handle(command).version for host in (one, two)] == [1, 1]
    for host in (one, two):
        assert not host.failed
        assert host.version == 1
        host.close()


def test_a_command_of_another_owner_gets_the_stored_answer(kept: Store) -> None:
    """A host that lost its table without noticing gives the stored answer, and decides nothing more."""
    lost = Host(kept, stream_of("T1"))
    table = _playing(lost)
    lost.lease.release()
    owner = Host(kept, stream_of("T1"))
    asked = {"player": "ann", "wager": "red", "amount": 10_00, "spot": None}
    one, two, three = (table.command("place", by("player", "ann"), **asked) for _ in range(3))
    assert owner.handle(one).refusal is None
    first = owner.handle(two)
    assert lost.handle(two) == first
    assert lost.failed
    assert not owner.failed
    with pytest.raises(store.StoreFailed, match="must be opened anew: another owner carried out command"):
        lost.handle(three)
    assert owner.handle(three).version == kept.version("table/T1")
    for host in (lost, owner):
        host.close()


def test_the_memory_of_a_host_does_not_grow_with_commands(
    proof: bool, share: Callable[[str], None], tmp_path: Path
) -> None:
    """Accepted and refused commands leave no future, answer or envelope in memory, only two bytes per id."""
    most = 50_000 if proof else 10_000
    with store.open(f"sqlite:///{tmp_path / 's.db'}") as kept:
        host = Host(kept, stream_of("T1"), signer=SIGNER)
        table = _playing(host)
        _round(table)
        counts, size = [], host._seen.size
        for _ in range(3):
            for _ in range(most // 3 // 15):
                _sent(host, table, 5)
            _sent(host, table, 1)
            host._sealer.submit(int).result()
            counts.append(_objects())
        assert not host._in_flight
        assert not host._unsigned
        assert counts[-1] - counts[0] < 200, counts
        assert host._seen.size == size * (1 if table.number < LEAST else 1 + GROWTH)
        host.close()
    share(f"commands of one host, with what it keeps counted: {table.number:,} of 50,000")


def _sent(host: Host, table: Hosted, times: int) -> None:
    """Send this many wagers and take-downs, and as many commands that are refused."""
    futures = []
    for _ in range(times):
        for amount in (1_00, 7_000_00):
            asked = {"player": "ann", "wager": "red", "amount": amount, "spot": None}
            futures.append(host.submit(table.command("place", by("player", "ann"), **asked)))
        futures.append(
            host.submit(table.command("take-down", by("player", "ann"), player="ann", wager="red", spot=None))
        )
    wait(futures)


def _objects() -> int:
    gc.collect()
    return len(gc.get_objects())


def test_ids_are_never_forgotten_and_seldom_mistaken() -> None:
    for expected in (0, 3 * LEAST):
        seen, ids = SeenIds(expected), [f"demo/1/R0/{n}" for n in range(3 * LEAST)]
        mistaken = sum(map(seen.add, ids))
        assert mistaken < len(ids) / 70, "one in 70 a filter, at most, when it is full"
        assert all(map(seen.add, ids))
        assert seen.size <= 2 * 5 * LEAST


def test_a_broken_invariant_ends_the_host(kept: Store) -> None:
    """An inconsistent state is not written and not continued: here the accounts are wrong by a cent."""
    host = Host(kept, stream_of("T1"))
    table = Hosted(host=host)
    table.opened("colorado-big-six")
    good, version = host.state, host.version
    host.state = good.but(balances=(("bank", 1), *good.balances[1:]))
    with pytest.raises(AssertionError):
        host.handle(table.command("sit", by("player", "ann"), player="ann", place=1))
    assert host.failed
    with pytest.raises(store.StoreFailed, match="the stream must be opened anew"):
        host.handle(table.command("sit", by("player", "bob"), player="bob", place=2))
    assert kept.version(host.stream) == version
    host.close()
    again = Host(kept, stream_of("T1"))
    assert digest(again.state) == digest(good)
    again.close()
