"""`croupier audit`, `export`, `import` and `verify-round`: how they exit, and what they print."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import store
from croupier.cli.audit import audit as audit_command
from croupier.cli.demo import demo as demo_command
from croupier.cli.export import export as export_command
from croupier.cli.import_ import import_ as import_command
from croupier.cli.verify_round import verify_round
from croupier.floor import demo
from croupier.host import export
from croupier.host.audit import audit
from croupier.store import CannotOpen, Head, Store
from croupier.store.memory import Memory
from croupier.table import events as all_events
from croupier.table.acts.device import SeedRevealed
from croupier.table.proof import to_json
from tests.support.audited import STREAM
from tests.support.stores import SIGNER, postgresql


def _exit(run: Callable[[], None]) -> int:
    with pytest.raises(SystemExit) as ended:
        run()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_commands_exit_with_their_documented_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, again, out, heads = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db", tmp_path / "x", tmp_path / "h"
    with store.open(db) as made:
        demo.play(made, 2, 7, ["B6"])
    export_command(db=db, out=out, heads=heads)
    import_command(out, db=again)
    capsys.readouterr()
    rows = []
    for place in (db, again, str(out)):
        assert _exit(lambda place=place: audit_command(db=place, anchors=(heads,), json=True)) == 0  # type: ignore[misc]
        rows.append(json.loads(capsys.readouterr().out))
    assert rows[0] == rows[1] == rows[2]
    assert rows[0]["holds"]
    assert rows[0]["tables"] == 1
    assert _exit(lambda: audit_command(db=str(out))) == 0
    assert "Everything is in order" in capsys.readouterr().out

    out.write_bytes(out.read_bytes().replace(b"table/B6", b"table/B7", 1))
    assert _exit(lambda: audit_command(db=str(out))) == 1
    assert "fault: stream 'table/B7', version 1" in capsys.readouterr().out
    assert _exit(lambda: import_command(out, db=f"sqlite:///{tmp_path}/c.db")) == 2
    assert not (tmp_path / "c.db").exists()
    for place in (f"sqlite:///{tmp_path}/none.db", str(tmp_path / "none"), str(heads)):
        assert _exit(lambda place=place: audit_command(db=place)) == 2  # type: ignore[misc]
    assert _exit(lambda: audit_command(db=db, anchors=(out,))) == 2
    store.export_heads(tmp_path / "no-heads", [])
    assert _exit(lambda: audit_command(db=db, anchors=(tmp_path / "no-heads",))) == 2
    assert _exit(lambda: export_command(db=db, out=out)) == 2
    assert _exit(lambda: export_command(db=f"sqlite:///{tmp_path}/none.db", out=tmp_path / "y")) == 2
    assert not (tmp_path / "none.db").exists()


def test_an_export_keeps_the_heads_that_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, heads = f"sqlite:///{tmp_path}/a.db", tmp_path / "heads.json"
    with store.open(db) as made:
        demo.play(made, 1, 7, ["B6"])
    export_command(db=db, out=tmp_path / "first", heads=heads)
    before = heads.read_bytes()
    with store.open(db) as made:
        demo.play(made, 1, 8, ["B6"])
    assert _exit(lambda: export_command(db=db, out=tmp_path / "second", heads=heads)) == 2
    assert "heads.json' already exists: give the name of a new file" in capsys.readouterr().err
    assert heads.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "first", "heads.json"]


class _Played(Store):
    """A store that changes during the export: every reading of its heads adds one."""

    def heads(self, stream: str) -> list[Head]:
        version = self.version(stream)
        done = self.append(stream, version, f"more {version}", [("e", b"")], at=1)
        self.save_head(SIGNER.seal(stream, done.last, done.digest, 1))
        return super().heads(stream)


def test_heads_of_an_export_are_those_of_its_events(tmp_path: Path) -> None:
    with _Played(Memory()) as live:
        first = live.append("t", 0, "c", [("e", b"")], at=1)
        live.save_head(SIGNER.seal("t", 1, first.digest, 1))
        live.append("u", 0, "c", [("e", b"")], at=1)
        export.write(live, tmp_path / "x", tmp_path / "heads")
        assert (live.version("t"), live.version("u")) == (2, 2)
    heads = store.import_heads(tmp_path / "heads")
    assert [(head.stream, head.version) for head in heads] == [("t", 1)]
    with export.open(str(tmp_path / "x")) as read:
        assert (read.version("t"), read.version("u")) == (1, 1)
        fault = audit(read, heads).fault
        assert fault is not None
        assert fault.what == "is of an unknown kind of stream"


def test_a_place_without_a_store_is_not_audited(capsys: pytest.CaptureFixture[str]) -> None:
    place = postgresql()
    assert _exit(lambda: audit_command(db=place)) == 2
    said = capsys.readouterr()
    assert "holds no store" in said.err
    assert not said.out
    with pytest.raises(CannotOpen):
        store.open(place, reading=True)


def test_no_command_prints_a_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x"
    for db in (
        "postgresql://me:secret@/db?host=/nowhere",
        "postgresql:///db?host=/nowhere&password=secret",
        "postgresql://me:sec@ret-secret@/db?host=/nowhere",
        "postgresql://me:secret@%%/",
        "postgres://me:secret@host/db",
    ):
        for run in (
            lambda db=db: audit_command(db=db),
            lambda db=db: export_command(db=db, out=out),
            lambda db=db: demo_command(db=db),
            lambda db=db: import_command(Path(db), db="memory:"),
        ):
            assert _exit(run) == 2
            said = capsys.readouterr()
            assert "secret" not in said.out + said.err
            assert "croupier: cannot " in said.err


def test_the_proof_of_a_round_is_written_and_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, out = f"sqlite:///{tmp_path}/a.db", tmp_path / "round.json"
    with store.open(db) as made:
        demo.play(made, 12, 7, ["B6"])
        read = (all_events.read(envelope.body) for envelope in made.read(STREAM))
        proofs = [event.proof for event in read if isinstance(event, SeedRevealed)]
    number = proofs[-1].round
    export_command(db=db, out=out, proof=f"B6/{number}")
    assert out.read_text() == to_json(proofs[-1])
    assert _exit(lambda: verify_round(out, commitment=proofs[-1].commitment)) == 0
    capsys.readouterr()
    for wrong in ("B6/1", f"B7/{number}", str(number), f"{number}/B6", "", "B6/", f"B\n6/{number}"):
        assert _exit(lambda wrong=wrong: export_command(db=db, out=tmp_path / "no", proof=wrong)) == 2  # type: ignore[misc]
        assert "give" in capsys.readouterr().err
    assert _exit(lambda: export_command(db=db, out=out, proof=f"B6/{number}")) == 2
    assert _exit(lambda: export_command(db=db, out=tmp_path / "no", heads=tmp_path / "h", proof=f"B6/{number}")) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "round.json"]


def test_no_audit_without_assertions() -> None:
    code = "from croupier import store; from croupier.host.audit import audit; audit(store.open('memory:'))"
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "run Python without -O" in done.stderr
