"""A stream of an unknown kind is reported, even if its name resembles a known one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from croupier import store
from croupier.cli.export import export as export_command
from croupier.core.refusal import Code, refuse
from croupier.host import export
from croupier.host.answer import refused
from croupier.host.audit import audit
from croupier.store import Fault
from tests.support.stores import PLACES, url


@pytest.mark.parametrize(
    ("stream", "kind", "body"),
    [
        ("kitchen/1", "x/1", b"{}"),
        ("table/", "x/1", b"{}"),
        ("upgrade-of-people", "upgraded/1", b'{"croupier":"x","streams":[]}'),
        ("floor/owners-cage", "owner/1", b'{"address":"x"}'),
        ("floor/demonstrations", "demonstration/1", b"{}"),
        ("floor/server/x", "x/1", b"{}"),
    ],
)
def test_a_stream_of_an_unknown_kind_is_a_fault(stream: str, kind: str, body: bytes) -> None:
    """Even if its name and its contents resemble those of a known kind."""
    with store.open("memory:") as kept:
        kept.append(stream, 0, "c1", [(kind, body)], at=1)
        assert audit(kept).fault == Fault(stream, 0, "is of an unknown kind of stream")


@pytest.mark.parametrize("where", [*PLACES, "export"])
def test_a_stream_with_only_refusals_is_audited(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no events, but is audited, exported and imported too; if its kind is unknown, it is a fault."""
    place = url("sqlite" if where == "export" else where, tmp_path)
    with store.open(place) as kept:
        for stream in ("kitchen/2", "table/R0"):
            no = refused("c1", 0, refuse(Code.HOUSE_UNSOUND, "variations", house="it")).write()
            kept.append(stream, 0, "c1", [], at=1, answer=no)
        assert kept.streams() == ["kitchen/2", "table/R0"]
        if where != "export":
            assert audit(kept).fault == Fault("kitchen/2", 0, "is of an unknown kind of stream")
            return
    out = tmp_path / "all.export"
    export_command(db=place, out=out)
    said = capsys.readouterr().out
    assert "0 events are in" in said
    assert "stream 'kitchen/2' is of an unknown kind" in said
    assert "table/R0" not in said
    with export.open(str(out)) as read, store.open("memory:") as kept:
        export.copy(read, kept)
        for each in (read, kept):
            assert each.streams() == ["kitchen/2", "table/R0"]
            assert audit(each).fault == Fault("kitchen/2", 0, "is of an unknown kind of stream")
            assert audit(each).refusals == 1, "those of a stream of an unknown kind are not read"


def test_a_deleted_stream_of_refusals_is_found(tmp_path: Path) -> None:
    """If its row is deleted, its commands are still there."""
    place = tmp_path / "store.db"
    with store.open(f"sqlite:///{place}") as kept:
        no = refused("c1", 0, refuse(Code.HOUSE_UNSOUND, "variations", house="it")).write()
        kept.append("kitchen/2", 0, "c1", [], at=1, answer=no)
    with closing(apsw.Connection(str(place))) as connection:
        connection.execute("DELETE FROM streams")
    with store.open(f"sqlite:///{place}", reading=True) as kept:
        assert audit(kept).fault == Fault("kitchen/2", 1, "has entries, but no such stream exists")
