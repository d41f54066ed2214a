"""Database and secrets are set back together: only what has left the machine can show that.

Anchors leave it by themselves, to files, receivers and paper. Any one of them contradicts the older state.
"""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from subprocess import Popen
from threading import Thread

import httpx
import msgspec
import pytest

from croupier import store as stores
from croupier.cli.audit import audit as audit_command
from croupier.floor import demo
from croupier.host import export
from croupier.host.anchors.kept import Elsewhere
from croupier.host.anchors.line import read
from croupier.host.anchors.receiver import Keeper, Receiving
from croupier.host.anchors.record import STREAM, AnchorLog
from croupier.host.anchors.schedule import Anchoring
from croupier.host.anchors.targets import CannotAnchor, File, Paper, Receiver, Target, target
from croupier.host.audit import Audit, audit_place
from croupier.store import CannotOpen, CannotRead, Damaged, Head, Store
from tests.support.forger import remove, run
from tests.support.sealed import OTHER
from tests.support.stores import LASTING, SIGNER, url

TABLE = "table/B6"
COVERED = (TABLE, "pit/main", "people/main")  # what a shift at the table writes


def _play(store: Store, seed: int, *targets: Target) -> Anchoring:
    """Play a shift, with an anchor before it and one after it."""
    with Anchoring(store, demo.signer(), targets, every=1000) as anchoring:
        demo.play(store, 1, seed, ["B6"])
    return anchoring


def _audit(db: str, *files: Path) -> Audit:
    return audit_place(db, elsewhere=Elsewhere().add(*files))


@contextmanager
def _receiving(path: Path, *keys: str) -> Iterator[str]:
    """`croupier keep-anchors` in a thread: yields its address."""
    with Receiving(("127.0.0.1", 0), Keeper(path, keys)) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("place", LASTING)
def test_database_and_secrets_set_back_together(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The copy is complete and genuine, and so is its key; an audit without anchors cannot know."""
    db, older = url(place, tmp_path), url(place, tmp_path)
    file, kept, typed = tmp_path / "anchors", tmp_path / "kept", tmp_path / "typed"
    with _receiving(kept) as address:
        targets = [File(file), Receiver(address), Paper()]
        with stores.open(db) as store:
            _play(store, 7, *targets)
            export.write(store, tmp_path / "copy")
        with export.open(str(tmp_path / "copy")) as copy, stores.open(older) as store:
            export.copy(copy, store)
        assert _audit(older, file, kept).holds
        with stores.open(db) as store:
            _play(store, 8, *targets)
    typed.write_text(capsys.readouterr().out)
    assert file.read_bytes() == kept.read_bytes()
    for found in (_audit(db, file), _audit(db, kept), _audit(db, typed), _audit(db, file, kept, typed)):
        assert (found.fault, found.unanchored) == (None, 0)
        assert found.warnings == []
    assert audit_place(older).holds, "everything fits"
    for anchors in (file, kept, typed):
        fault = _audit(older, anchors).fault
        assert fault is not None
        assert "is missing: the stream ends at version" in fault.what
    last = typed.read_text().splitlines()[-1]
    typed.write_text(f"{last}\n")
    assert _audit(older, typed).fault is not None, "one printed line is enough"


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store with a shift and two anchors in `anchors`."""
    found = url("sqlite", tmp_path)
    with stores.open(found) as store:
        anchoring = Anchoring(store, demo.signer(), [File(tmp_path / "anchors")])
        for seed, table in ((7, "B6"), (20, "C1")):
            demo.play(store, 1, seed, [table])
            anchoring.anchor()
    return found


def _copied(db: str, name: str) -> str:
    path = Path(db.removeprefix("sqlite:///"))
    shutil.copy(path, path.with_name(name))
    return f"sqlite:///{path.with_name(name)}"


# What an anchor in the store itself shows -----------------------------------------------------------------------
@pytest.mark.parametrize("place", LASTING)
def test_a_stream_removed_with_its_heads(place: str, tmp_path: Path) -> None:
    db = url(place, tmp_path)
    with stores.open(db) as store:
        _play(store, 7)
    remove(db, TABLE)
    fault = audit_place(db).fault
    assert fault is not None
    assert (fault.stream, fault.version) == (TABLE, 1)
    assert "was anchored" in fault.what


def test_an_owner_number_below_the_anchored_one(db: str, tmp_path: Path) -> None:
    with stores.open(db) as store:
        _play(store, 8, File(tmp_path / "anchors"))
    run(db, "UPDATE streams SET owner = 1 WHERE name = $1", TABLE)
    (warning,) = audit_place(db).warnings
    assert warning == (
        TABLE,
        "its owner number is 1, and 2 was anchored: it was set back, or the store was imported",
    )


def test_an_audit_says_since_when_nothing_is_anchored(
    db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(db: str, *files: Path) -> str:
        with pytest.raises(SystemExit) as ended:
            audit_command(db=db, anchors=files)
        assert ended.value.code == 0
        return capsys.readouterr().out

    with stores.open(db) as store:
        anchored = sum(map(store.version, COVERED))
        demo.play(store, 1, 8, ["B6"])
        more = sum(map(store.version, COVERED)) - anchored
    when = said(db, tmp_path / "anchors")
    assert f"{more} events since then are not anchored" in when
    assert _audit(db, tmp_path / "anchors").anchored == read((tmp_path / "anchors").read_bytes().splitlines()[-1]).at
    assert "The store was last anchored at 20" in said(db)
    with stores.open(plain := url("sqlite", tmp_path)) as store:
        demo.play(store, 1, 7, ["B6"])
    assert "Nothing was ever anchored" in said(plain)


def test_a_record_of_an_anchor_that_was_changed(db: str, tmp_path: Path) -> None:
    run(db, "DELETE FROM heads WHERE stream = $1", STREAM)
    assert [stream for stream, _ in audit_place(db).warnings] == [STREAM]
    remove(db, STREAM)
    assert audit_place(db).holds
    fault = _audit(db, tmp_path / "anchors").fault
    assert fault is not None
    assert (fault.stream, fault.version) == (STREAM, 1)


# Two histories --------------------------------------------------------------------------------------------------
def test_a_store_that_was_set_back_and_played_on(db: str, tmp_path: Path) -> None:
    """The file refuses the other history, and the server hears of it; both histories in one file are a fault."""
    older, file = _copied(db, "older.db"), tmp_path / "anchors"
    with stores.open(db) as store:
        _play(store, 8, File(file))
    before = file.read_bytes()
    with stores.open(older) as store:
        (reached,) = _play(store, 9, File(file)).reached
        _play(store, 10, File(tmp_path / "other"))
    assert reached.since is None
    assert "which this store does not have: the store was set back" in (reached.failed or "")
    assert file.read_bytes() == before
    assert _audit(db, file).holds
    assert audit_place(older).holds
    fault = _audit(older, file).fault
    assert fault is not None
    assert fault.stream == STREAM
    assert "is not what was anchored: the past was changed" in fault.what
    (tmp_path / "both").write_bytes(before + (tmp_path / "other").read_bytes())
    with pytest.raises(Damaged, match="has two histories from anchor"):
        _audit(db, tmp_path / "both")


@pytest.mark.parametrize("number", [0, 1])
def test_a_changed_digest_in_a_file(db: str, tmp_path: Path, number: int) -> None:
    """Of every digest, key and signature of a line, one digit: nothing of it is taken for true."""
    file = tmp_path / "anchors"
    lines = file.read_bytes().splitlines(keepends=True)
    values = [each for each in lines[number].split(b'"') if len(each) >= 64]
    assert len(values) > 6
    for value, digit in product(values, (b"0", b"1", b"x", b"\xc3\xa9")):
        changed = lines[number].replace(value, digit + value[1:])
        if changed == lines[number]:
            continue
        file.write_bytes(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
        try:
            found = _audit(db, file)
        except (CannotRead, Damaged):
            continue
        assert found.fault is not None, value


def test_a_line_that_a_power_failure_cut_short(db: str, tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    lines = file.read_bytes().splitlines(keepends=True)
    for cut in (1, 20, len(lines[-1]) - 1):
        file.write_bytes(b"".join(lines[:-1]) + lines[-1][:cut])
        assert _audit(db, file).fault is None
        with stores.open(db) as store:
            anchors = AnchorLog(store, demo.signer())
            head = store.last_head(STREAM, demo.signer().public)
            assert head is not None
            File(file).send(anchors, head)
        assert file.read_bytes() == b"".join(lines[:-1]) + lines[-1][:cut] + b"\n" + lines[-1]
        assert _audit(db, file).fault is None


def test_two_servers_of_one_store_write_one_history(tmp_path: Path) -> None:
    db, file = url("postgresql", tmp_path), tmp_path / "anchors"
    with stores.open(db) as one, stores.open(db) as two:
        logs = [AnchorLog(each, demo.signer()) for each in (one, two)]
        for version in range(6):
            one.append("past/B6", version, f"c{version}", [("mark/1", b"\x90")], at=1)
            both = [Thread(target=_send, args=(log, file)) for log in logs]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
        assert one.version(STREAM) == 12
    found = [read(line).number for line in file.read_bytes().splitlines()]
    assert found == [*range(found[0], 13)]
    Elsewhere().add(file)


def _send(log: AnchorLog, file: Path) -> Head:
    head = log.add()
    assert head is not None
    File(file).send(log, head)
    return head


# The receiver ---------------------------------------------------------------------------------------------------
def test_a_receiver_that_was_away_gets_everything_it_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.host.anchors.targets.AT_ONCE", 3)
    kept, file = tmp_path / "kept", File(tmp_path / "anchors")
    with stores.open("memory:") as store, _receiving(kept) as address:
        log = AnchorLog(store, SIGNER)
        receiver = Receiver(address)
        for version in range(10):
            store.append("past/B6", version, f"c{version}", [("mark/1", b"\x90")], at=1)
            head = _send(log, file.path)
            if version in (0, 8):
                receiver.send(log, head)
        Receiver(address).send(log, head)  # after a restart it does not know what the receiver has
    assert kept.read_bytes() == file.path.read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o600


Forge = Callable[[list[bytes]], bytes]
_UNSIGNED = ["", "", 0, ""]


def _with(line: bytes, at: int, *values: object) -> bytes:
    fields = msgspec.json.decode(line.removeprefix(b"anchor/1 "), type=list[msgspec.Raw])
    fields[at : at + len(values)] = [msgspec.Raw(msgspec.json.encode(value)) for value in values]
    return b"anchor/1 " + msgspec.json.encode(fields) + b"\n"


@pytest.mark.parametrize(
    ("status", "forge"),
    [
        (400, lambda lines: b""),
        (400, lambda lines: b"anchor/1 []\n"),
        (400, lambda lines: b"\xff\xfe\n"),
        (400, lambda lines: _with(lines[1], 0, 10**30)),
        (400, lambda lines: _with(lines[1], 5, [])),
        (403, lambda lines: _with(lines[1], 6, *_UNSIGNED)),
        (403, lambda lines: _with(lines[1], 6, OTHER.public.hex())),
        (403, lambda lines: _with(lines[1], 7, "00" * 64)),
        (403, lambda lines: _with(lines[0], 6, OTHER.public.hex()) + lines[1]),
        (403, lambda lines: lines[1] + lines[0]),
        (409, lambda lines: lines[0]),
        (200, lambda lines: lines[1]),
    ],
)
def test_what_a_receiver_takes(db: str, tmp_path: Path, status: int, forge: Forge) -> None:
    lines = (tmp_path / "anchors").read_bytes().splitlines(keepends=True)
    kept = tmp_path / "kept"
    with _receiving(kept) as address:
        assert httpx.post(address, content=lines[0]).status_code == 200
        assert httpx.post(address, content=forge(lines)).status_code == status
        assert httpx.get(address).text.startswith("croupier anchor ")
    assert kept.read_bytes() == b"".join(lines if status == 200 else lines[:1])


def test_a_receiver_takes_the_key_that_its_operator_names(db: str, tmp_path: Path) -> None:
    lines = (tmp_path / "anchors").read_bytes()
    for key, status in ((OTHER.public.hex(), 403), (demo.signer().public.hex(), 200)):
        with _receiving(tmp_path / key, key) as address:
            assert httpx.post(address, content=lines).status_code == status
            assert _raw(address, b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n").startswith(b"HTTP/1.0 413")
            assert httpx.get(address).status_code == 200


def _raw(address: str, request: bytes) -> bytes:
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), 5) as connection:
        connection.sendall(request)
        return connection.recv(1000)


def test_targets_that_cannot_be(tmp_path: Path) -> None:
    for text in (f"{tmp_path}/none/file", "http://", "https://me:secret@host/", "http://host:port/"):
        with pytest.raises(CannotOpen) as said:
            target(text)
        assert "secret" not in str(said.value)
    (tmp_path / "letter").write_text("Dear Bob,\n")
    with pytest.raises(CannotAnchor, match="something else than anchors"):
        File(tmp_path / "letter").last()


def test_what_a_stranger_answers_is_not_printed_raw() -> None:
    """Somebody may stand in for a receiver: the log of the server shows no control character of the answer."""
    with socket.create_server(("127.0.0.1", 0)) as stranger, stores.open("memory:") as store:
        thread = Thread(target=_answers, args=(stranger, b"HTTP/1.0 403 No\r\n\r\n\x1b[2Jall is well"))
        thread.start()
        log = AnchorLog(store, SIGNER)
        store.append("past/B6", 0, "c0", [("mark/1", b"\x90")], at=1)
        head = log.add()
        assert head is not None
        with pytest.raises(CannotAnchor, match=r"answers 403: \\x1b\[2Jall is well"):
            Receiver(f"http://127.0.0.1:{stranger.getsockname()[1]}/").send(log, head)
        thread.join()


def _answers(listener: socket.socket, answer: bytes) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.sendall(answer)
        connection.shutdown(socket.SHUT_WR)
        connection.makefile("rb").read()  # closed with anything unread, it would be reset and the answer lost


# A real server --------------------------------------------------------------------------------------------------
def _until(holds: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)


def test_a_server_anchors_on_a_schedule_and_at_its_end(tmp_path: Path) -> None:
    """To a file, a receiver and paper; a fourth target is dead, which it says, and play goes on."""
    db, file, kept = f"sqlite:///{tmp_path}/demo.db", tmp_path / "anchors", tmp_path / "kept"
    typed, log = tmp_path / "typed", tmp_path / "log"
    dead = socket.socket()
    dead.bind(("127.0.0.1", 0))  # it never listens
    with _receiving(kept) as address, typed.open("w") as out, log.open("w") as err:
        targets = [str(file), address, "print", f"http://127.0.0.1:{dead.getsockname()[1]}/"]
        words = ["serve", "--no-browser", "--port", "0", "--db", db, "--anchor-every", "1"]
        named = [word for each in targets for word in ("--anchor", each)]
        server = Popen([sys.executable, "-m", "croupier", *words, *named], stdout=out, stderr=err)
        try:
            _until(lambda: "Croupier, a demonstration" in typed.read_text() and file.read_bytes().count(b"\n") > 1)
            origin = re.search(r"http://\S+", typed.read_text())
            assert origin is not None
            ready = httpx.get(f"{origin[0]}readyz")
            shown = {each["target"]: each for each in ready.json()["anchors"]}
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
    dead.close()
    assert ready.status_code == 200, "play goes on"
    assert shown.keys() == {"file anchors", "receiver 127.0.0.1", "print"}
    assert shown["file anchors"]["failed"] is None
    assert shown["file anchors"]["since"] > (time.time() - 60) * 1000
    assert ready.json()["anchors"][3]["since"] is None
    assert "refused" in ready.json()["anchors"][3]["failed"]
    assert "anchored at receiver 127.0.0.1: never. " in log.read_text()
    lines = [line for line in typed.read_text().splitlines() if line.startswith("croupier anchor")]
    typed.write_text("\n".join(lines))
    assert file.read_bytes() == kept.read_bytes()
    for found in (_audit(db, file), _audit(db, kept), _audit(db, typed)):
        assert (found.fault, found.warnings) == (None, [])
        assert found.unanchored == 0
