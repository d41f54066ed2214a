"""A table run over a store: answered once durable, the same answer again, the same table after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.host import Answer, Host, load
from croupier.store import CommandReused, Owned, Signer, Store
from croupier.table import By, Command, Event, commands, digest
from tests.store_places import PLACES, url
from tests.table_play import Table, by


@dataclass
class Hosted(Table):
    """A table under test whose commands go through a host and its store."""

    host: Host | None = None

    def command(self, word: str, who: By, **fields: Any) -> Command:
        """A fresh command, as it would come in from outside."""
        self.number += 1
        raw = {"do": word, "id": f"c{self.number}", "by": who, "at": self.number * 1000, **fields}
        return commands.read(msgspec.json.encode(raw))

    def do(self, word: str, who: By, /, **fields: Any) -> tuple[Event, ...]:
        assert self.host is not None
        answer = self.host.handle(self.command(word, who, **fields))
        assert answer.refusal is None, answer.refusal
        self.state = self.host.state
        return ()


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return url(request.param, tmp_path)


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
    table.sits("ann", 1, 200_00, "red", 1_00)
    return table


def test_a_restart_finds_the_same_table(kept: Store) -> None:
    host = Host(kept, "T1")
    table = _playing(host)
    table.places("ann", "red", 10_00)
    before = digest(host.state), host.version
    host.close()
    state, version = load(kept, "T1")
    assert (digest(state), version) == before
    again = Host(kept, "T1")
    assert (digest(again.state), again.version) == before
    again.close()


def test_a_repeat_gets_the_first_answer_also_after_a_restart(kept: Store) -> None:
    host = Host(kept, "T1")
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
    host = Host(kept, "T1")
    assert [host.handle(each) for each in (place, refused)] == answers
    assert host.version == version
    other = msgspec.structs.replace(place, amount=20_00)
    with pytest.raises(CommandReused):
        host.handle(other)
    assert host.version == version
    host.close()


def test_a_crowd_is_decided_in_one_order(kept: Store) -> None:
    published: list[int] = []
    host = Host(kept, "T1", publish=lambda version, _: published.append(version))
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
    host = Host(kept, "T1")
    with pytest.raises(Owned):
        Host(kept, "T1")
    host.close()
    Host(kept, "T1").close()


def test_every_settled_round_is_signed(kept: Store, tmp_path: Path) -> None:
    signer = Signer.open(tmp_path / "key")
    host = Host(kept, "T1", signer=signer)
    table = _playing(host)
    for _ in range(2):
        _round(table)
    host.close()
    heads = kept.heads("table/T1")
    assert len(heads) == 2
    assert isinstance(store.verify(kept, keys=[signer.public]), store.Verified)
