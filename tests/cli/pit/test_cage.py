"""`croupier pit cage`: a fill to a table of the demonstration, and the counts that wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import store as stores
from croupier.floor.demo.pit import PASSWORD
from croupier.floor.demo.preparing import STAFF
from croupier.host import load
from croupier.table import stream_of
from tests.support.pit.command import KIM, PAT, Shop, pit

CAM, LEE, ANN = "Cam Ortiz", "Lee Adler", "Ann Diaz"
CHIPS = "chips=[[10000,50],[2500,100]]"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """The pit of a demonstration with a cage."""
    folder = tmp_path_factory.mktemp("cage")
    db, secrets = f"sqlite:///{folder}/pit.db", folder / "secrets.toml"
    assert pit("demo", "--db", db).status == 0
    secrets.write_text("".join(f'"{name}" = "{PASSWORD}"\n' for name, _ in STAFF))
    secrets.chmod(0o600)
    shop = Shop(db, secrets)
    assert shop.done("cage") == "The cage has not begun: found-cage begins it.\n"
    shop.done("cage", "found-cage", "amount=100000000", "zone=America/Denver", "hour=6", as_=CAM)
    assert "amount: 100000000" in shop.done("approve", "cage/1", "--yes", as_=KIM)
    return shop


def test_a_fill_is_asked_for_and_issued(shop: Shop) -> None:
    said = shop.done("cage", "issue-fill", "table=R0", CHIPS, as_=PAT)
    assert "cage approves it: croupier pit approve cage/2 --as NAME" in said
    assert "cage/2" in shop.done("proposals")
    assert shop.no("approve", "cage/2", "--yes", as_=PAT)
    shop.done("approve", "cage/2", "--yes", as_=CAM)
    assert {row["account"]: row["cents"] for row in shop.rows("cage")} == {
        "licensee": -1_000_000_00,
        "tables": 7_500_00,
        "vault": 992_500_00,
    }
    with stores.open(shop.db, reading=True) as kept:
        table, _ = load(kept, stream_of("R0"))
    assert [each.amount for each in table.of_cage.fills] == [7_500_00]


def test_what_is_refused_is_said(shop: Shop) -> None:
    assert "not for" in shop.no("cage", "issue-fill", "table=R0", CHIPS, as_=CAM)
    assert "No box waits" in shop.no("cage", "count-box", "number=7", 'counted=[["cash",100]]', as_=LEE)
    assert "is not over" in shop.no("cage", "close-day", "day=2999-01-01", as_=ANN)
    assert "no such act" in shop.no("cage", "fly", as_=CAM, status=2)


def test_there_is_nothing_to_list_yet(shop: Shop, tmp_path: Path) -> None:
    for option, says in (
        ("--waiting", "Nothing waits for a count.\n"),
        ("--differences", "There is no difference to explain.\n"),
        ("--stocks", "No chips of a table were counted yet.\n"),
    ):
        assert shop.done("cage", option) == says
    assert "issue-fill table=TABLE chips=CHIPS" in shop.done("cage", "--acts")
