"""An import writes everything or nothing, and carries whatever an audit accepts."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.floor import demo
from croupier.host import export
from croupier.host.audit import audit, audit_place
from croupier.store import Appended, Envelope, Store
from croupier.store.base import START, Tip
from croupier.store.rows import Rows
from tests.support.command import croupier
from tests.support.stores import PLACES, kept_rows, python, url

STREAM = "table/R0"
History = tuple[list[Envelope], list[Appended]]
IMPORT = """
import sys
from pathlib import Path
from croupier.cli.import_ import import_
import_(Path(sys.argv[1]), db=sys.argv[2])
"""


@pytest.fixture(scope="module")
def written() -> dict[str, History]:
    """What a small shift wrote at one table: by stream its events, and the records of all its commands."""
    with stores.open("memory:") as kept:
        demo.play(kept, 12, 7, ["R0"])
        commands = list(kept.commands())
        of = {each: [row for row in commands if row.stream == each] for each in kept.streams()}
        return {each: (list(kept.read(each)), rows) for each, rows in of.items()}


def _put(rows: Rows, stream: str, envelopes: list[Envelope], commands: list[Appended]) -> None:
    """Write rows as somebody does who can write to the database, with a new chain of the records of commands."""
    rows.begin([(stream, "")])
    record, made = START, {}
    for row in sorted(commands, key=lambda row: row.place):
        new = row._replace(previous=record)
        record = new.computed()
        made[row.stream, row.command] = new._replace(check=record)
    tip = Tip(envelopes[-1].version, envelopes[-1].digest, 0, len(made), record)
    rows.write({stream: tip}, envelopes, made)


def _chained(envelopes: list[Envelope], commands: list[Appended]) -> History:
    """Compute every digest again, as a forger does."""
    digests = {0: START}
    made = []
    for each in envelopes:
        new = Envelope.sealed(*each[:6], digests[each.version - 1])
        digests[each.version] = new.digest
        made.append(new)
    return made, [row._replace(digest=digests[row.last]) for row in commands]


def _two_times(envelopes: list[Envelope], commands: list[Appended]) -> History:
    """The last event of a command gets another time than the first, in its envelope and in its body."""
    row = max((row for row in commands if row.last > row.first), key=lambda row: row.first)
    old = envelopes[row.last - 1]
    body = old.body.replace(str(old.at).encode(), str(old.at + 1).encode())
    changed = old._replace(at=old.at + 1, body=body)
    return _chained([changed if each is old else each for each in envelopes], commands)


def _false_digest(envelopes: list[Envelope], commands: list[Appended]) -> History:
    """A refusal names a digest that the stream never had."""
    row = next(row for row in commands if row.last < row.first)
    false = row._replace(digest=bytes(32))
    return envelopes, [false if each is row else each for each in commands]


def _false_refused_at(envelopes: list[Envelope], commands: list[Appended]) -> History:
    """A refusal names other versions, both within the stream."""
    row = next(row for row in commands if row.last < row.first and row.last > 2)
    false = row._replace(last=row.last - 1)
    return envelopes, [false if each is row else each for each in commands]


def _long_id(envelopes: list[Envelope], commands: list[Appended]) -> History:
    """A refusal has a longer id than commands may have."""
    row = next(row for row in commands if row.last < row.first)
    answer = row.answer.replace(row.command.encode(), b"x" * 300)
    false = row._replace(command="x" * 300, answer=answer)
    return envelopes, [false if each is row else each for each in commands]


TAMPERED = [_two_times, _false_digest, _false_refused_at, _long_id]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("tamper", TAMPERED)
def test_what_an_audit_accepts_is_carried_and_the_rest_is_not_begun(
    tamper: Callable[..., History], place: str, written: dict[str, History], tmp_path: Path
) -> None:
    with kept_rows("sqlite", tmp_path) as rows:
        for stream, history in written.items():
            _put(rows, stream, *(tamper(*history) if stream == STREAM else history))
        with Store(rows) as kept:
            accepted = audit(kept).fault is None
            export.write(kept, tmp_path / "first")
            before = list(kept.read(STREAM)), list(kept.commands())
    where = url(place, tmp_path)
    with export.open(str(tmp_path / "first")) as source, stores.open(where) as target:
        assert (audit(source).fault is None) == accepted
        if accepted:
            export.verified(source)
            export.copy(source, target)
            assert (list(target.read(STREAM)), list(target.commands())) == before
            assert audit(target).fault is None
            export.write(target, tmp_path / "second")
            assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()
        else:
            with pytest.raises(stores.Damaged):
                export.verified(source)


@pytest.mark.parametrize("place", PLACES)
def test_an_import_that_fails_in_the_middle_leaves_nothing(place: str, tmp_path: Path) -> None:
    """The source breaks off while it is read: no stream of it is in the target, which still opens."""
    where = url(place, tmp_path)
    with stores.open(f"sqlite:///{tmp_path / 'shift.db'}") as kept:
        demo.play(kept, 2, 7, ["B6", "R0"])
        export.write(kept, tmp_path / "whole")
    with export.open(str(tmp_path / "whole")) as source, stores.open(where) as target:
        kept_page = source._rows.page

        def page(stream: str, after: int, most: int) -> list[Envelope]:
            if stream == "table/R0" and after > 0:
                raise OSError("the disk of the source has gone")
            return kept_page(stream, after, most)

        source._rows.page = page  # type: ignore[method-assign]
        with pytest.raises(stores.StoreError):
            export.copy(source, target)
        if place == "memory":
            assert target._rows.streams() == []
    if place != "memory":
        with stores.open(where, reading=True) as target:
            assert target.streams() == []
            assert target.faults() == []


def test_a_killed_import_leaves_nothing_or_everything(tmp_path: Path) -> None:
    """SIGKILL after more and more time: the target is empty or whole, and the next import completes it."""
    whole, seen = tmp_path / "whole", set()
    with stores.open(f"sqlite:///{tmp_path / 'shift.db'}") as kept:
        demo.play(kept, 40, 7, ["B6", "C1"])  # enough that an import takes longer than a process waits for its turn
        export.write(kept, whole)
        events = {stream: kept.version(stream) for stream in kept.streams()}
    for number in range(6):
        target = tmp_path / f"copy-{number}.db"
        process = python(IMPORT, str(whole), f"sqlite:///{target}")
        until = time.monotonic() + 20
        while (
            not target.with_name(f"{target.name}-wal").exists()
            and time.monotonic() < until
            and process.poll() is None
        ):
            time.sleep(0.001)
        time.sleep(number * 0.04)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if target.exists():
            with stores.open(f"sqlite:///{target}") as found:
                there = {stream: found.version(stream) for stream in found.streams()}
            assert there in ({}, events)
            seen.add(bool(there))
    assert False in seen, "no kill came before the end of an import"
    done = croupier("import", whole, "--db", f"sqlite:///{target}")
    assert done.returncode == 0, done.stderr
    assert audit_place(f"sqlite:///{target}").fault is None
