"""Patrons who may not play in the house: the server brings the list to every table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from croupier import store as stores
from croupier.conduct import By
from croupier.core.refusal import Code
from croupier.floor.demo.pit import DemonstrationPit
from croupier.floor.pit import Pit
from croupier.floor.pit.exclusions import spread
from croupier.floor.vault import Vault
from croupier.host.audit import audit
from croupier.people.stream import STREAM as PEOPLE
from croupier.table import stream_of
from tests.support.pit.streams import NOON
from tests.support.stores import url
from tests.support.table.hosted import Hosted

PAT, TABLES = ("Pat Reyes", "pit-supervisor"), ("R0", "C1")
HOUSES = {"R0": "colorado-single-zero", "C1": "colorado-craps"}


@pytest.fixture(params=["memory", "sqlite"])
def pit(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pit]:
    """Two open tables of a house with people."""
    place = url(request.param, tmp_path)
    with stores.open(place) as store, closing(Pit(store, Vault(tmp_path / "secrets"), lambda: NOON)) as pit:
        for table, preset in HOUSES.items():
            Hosted(host=pit.hosts[stream_of(table)]).opened(preset)
        yield pit
        assert audit(store).fault is None


def _house(pit: Pit, word: str, person: str) -> None:
    made = DemonstrationPit(pit)
    made.begin(passwords=False)
    answer = made.give(("Pat Reyes", "pit-supervisor"), PEOPLE, word, {"person": person})
    assert answer.refusal is None


def _sits(pit: Pit, table: str, name: str, number: int) -> Code | None:
    host = pit.hosts[stream_of(table)]
    said = {"do": "sit", "id": f"sit-{name}-{number}", "by": By(name, "player"), "at": NOON, "player": name}
    answer = host.handle(host.kind.commands.read(msgspec.json.encode({**said, "place": number})))
    return None if answer.refusal is None else Code(answer.refusal.code)


def test_an_excluded_patron_plays_at_no_table(pit: Pit) -> None:
    _house(pit, "exclude-patron", "Eve Stone")
    assert spread(pit, TABLES)
    for table in TABLES:
        assert _sits(pit, table, "Eve Stone", 1) is Code.PATRON_EXCLUDED
        assert _sits(pit, table, "eve  stone", 2) is Code.PATRON_EXCLUDED, "the same name, written otherwise"
        assert _sits(pit, table, "\uff25ve\u2800Stone\ufe0f", 2) is Code.PATRON_EXCLUDED, "it looks the same"
        assert _sits(pit, table, "ann", 3) is None
    versions = [pit.store.version(stream_of(table)) for table in TABLES]
    assert spread(pit, TABLES)
    assert [pit.store.version(stream_of(table)) for table in TABLES] == versions, "once is enough"


def test_a_patron_who_is_readmitted_plays_again(pit: Pit) -> None:
    for word in ("exclude-patron", "readmit-patron"):
        _house(pit, word, "Eve Stone")
        assert spread(pit, TABLES)
    assert [_sits(pit, table, "Eve Stone", 1) for table in TABLES] == [None, None]


def test_house_and_tables_agree_about_a_name_that_was_written_in_two_ways(pit: Pit) -> None:
    for word, name in (
        ("exclude-patron", "Eve Stone"),
        ("exclude-patron", "EVE STONE"),
        ("readmit-patron", "eve stone"),
    ):
        _house(pit, word, name)
        assert spread(pit, TABLES)
    assert not pit.people.excludes("Eve Stone")
    assert [_sits(pit, table, "Eve Stone", 1) for table in TABLES] == [None, None]
    _house(pit, "exclude-patron", "eve stone")
    assert spread(pit, TABLES)
    assert [_sits(pit, table, "EVE stone", 2) for table in TABLES] == [Code.PATRON_EXCLUDED] * 2


def test_whom_a_table_alone_excludes_stays_excluded_there(pit: Pit) -> None:
    host = pit.hosts[stream_of("R0")]
    by = By("Sal", "security", "L1")
    said = {"do": "exclude-patron", "id": "one", "by": by, "at": NOON, "person": "Max"}
    assert host.handle(host.kind.commands.read(msgspec.json.encode(said))).refusal is None
    _house(pit, "exclude-patron", "Eve Stone")
    assert spread(pit, TABLES)
    assert [_sits(pit, table, "Max", 1) for table in TABLES] == [Code.PATRON_EXCLUDED, None]
