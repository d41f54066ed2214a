"""Servers that share a store: whoever can write a row there gets no visitor, no cookie and no table."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from croupier import store as stores
from croupier.conduct import keys
from croupier.conduct.keys import KeyNamed
from croupier.floor.vault import Vault
from croupier.host.audit import audit
from croupier.store import Envelope, Signer, Store
from croupier.store.base import digest_of
from tests.support.stores import postgresql
from tests.support.web import FAST, SLOW, Line, Server, Visitor

STREAM, TABLES = "floor/owners", ("R00", "B6")
MALLORY = Ed25519PrivateKey.generate()


def row(key: Ed25519PrivateKey, previous: bytes, **said: Any) -> bytes:
    """A record of an owner as a server with this key would write it after the record with this digest."""
    public = key.public_key().public_bytes_raw()
    texts = [(said[name] or "").encode() for name in ("address", "link", "table")]
    signed = digest_of("croupier owner 2", (said["number"],), *texts, public, previous)
    return json.dumps(
        said | {"key": public.hex(), "signature": key.sign(signed).hex()}, separators=(",", ":")
    ).encode()


def records(store: Store, table: str) -> list[Envelope]:
    """The records about a table."""
    return [each for each in store.read(STREAM) if json.loads(each.body).get("table") == table]


def forge(store: Store, kind: str, body: bytes) -> None:
    """Append a record, as anybody can who may write to the database."""
    end = store.version(STREAM)
    store.append(STREAM, end, f"forged {end}", [(kind, body)], at=time.time_ns() // 1000)


def owner(store: Store, table: str) -> str:
    """The address of the server that runs a table, before anything was forged."""
    return str(json.loads(records(store, table)[-1].body)["address"])


class Spy:
    """Somebody who listens, and notes what is said."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.name = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.heard: list[bytes] = []
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
                with connection:
                    connection.settimeout(1.0)
                    self.heard.append(connection.recv(65536))
            except OSError:
                if self.listener.fileno() < 0:
                    return
                self.heard.append(b"")


@contextmanager
def spying() -> Iterator[Spy]:
    spy = Spy()
    try:
        yield spy
    finally:
        spy.listener.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers that share two tables: the first does not run R00, the second does."""
    db = postgresql()
    with (
        Server(db, *TABLES, pace=FAST, data=tmp_path, log=tmp_path / "log") as first,
        Server(db, *TABLES, pace=FAST, data=tmp_path, log=tmp_path / "log") as second,
        stores.open(db) as store,
    ):
        until = time.monotonic() + 20
        while len({owner(store, table) for table in TABLES}) < 2:
            assert time.monotonic() < until, "one runs them all"
            time.sleep(0.2)
        yield (first, second) if owner(store, "R00") == second.origin else (second, first)


def plays(visitor: Visitor, table: str, wager: str) -> None:
    """Make a wager at a table."""
    until = time.monotonic() + 15
    while True:
        with visitor.at(table) as line:
            try:
                line.until_betting()
                assert line.ask("place", wager=wager, amount=500)["ok"]
            except ConnectionClosed:  # told to come again
                assert time.monotonic() < until, f"nobody can play at {table}"
                time.sleep(0.2)
            else:
                return


def test_a_forged_record_leads_nobody_astray(two: tuple[Server, Server], tmp_path: Path) -> None:
    """Unsigned, signed by another key, changed, copied or unreadable: the table is played where it is."""
    far, near = two
    ann = Visitor(far)
    plays(ann, "R00", "red")
    with spying() as spy, stores.open(far.db) as store:
        said = {"address": f"http://{spy.name}", "link": spy.name, "table": "R00"}
        number, genuine, end = store.end("table/R00").owner, records(store, "R00")[-1], store.end(STREAM)
        forged = row(MALLORY, end.digest, **said, number=number)
        for kind, body in [
            ("owner/2", forged),
            ("owner/1", json.dumps(said).encode()),
            ("owner/2", genuine.body.replace(near.origin.encode(), said["address"].encode())),
            ("owner/2", records(store, "R00")[0].body),  # of a former owner
            ("owner/2", genuine.body),
            ("owner/9", b"not JSON"),
        ]:
            forge(store, kind, body)
            plays(ann, "R00", "black")
            assert ann.post("R00", {"do": "bring-chips", "id": kind, "amount": 10**9}).status_code == 200
            assert spy.heard == []
        time.sleep(1.2)  # the servers look twice a second which tables they should run
        near.kill()
        plays(ann, "R00", "red")
        assert spy.heard == []
        log = (tmp_path / "log").read_text()
        assert "Traceback" not in log
        assert len(re.findall(f"version {end.version + 2} of floor/owners.*{spy.name}.*not signed", log)) == 2
        assert (fault := audit(store).fault) is not None
        assert fault.stream == STREAM


def test_servers_with_other_keys_do_not_relay(tmp_path: Path) -> None:
    """A server that the operator has not named runs the tables: terminals are told so, and nothing goes there.

    The other way round it is named: otherwise this server would not start at a store that is not signed with its key.
    """
    db = postgresql()
    named = {Vault(tmp_path / "b" / "croupier" / "demonstration.secrets").identity(None).public.hex(): "b"}
    with (
        Server(db, "R00", pace=SLOW, data=tmp_path / "a", peers=named) as first,
        Server(db, "R00", pace=SLOW, data=tmp_path / "b", log=tmp_path / "log") as second,
    ):
        eve = Visitor(second)
        until = time.monotonic() + 10
        while second.get("/readyz").status_code == 200:
            assert time.monotonic() < until, "it does not notice"
            time.sleep(0.1)
        sentence = "A server that this one does not trust runs table R00, so it cannot be played here."
        assert second.get("/readyz").json()["faults"] == {"R00": sentence}
        with eve.at("R00") as line:
            line.until(lambda: line.view.get("fault") == sentence)
            answer = line.ask("place", wager="red", amount=500)
            assert (answer["refusal"]["word"], sentence in answer["refusal"]["message"]) == ("table-failed", True)
        refused = eve.post("R00", {"do": "clear", "id": "1"})
        assert (refused.status_code, refused.json()) == (503, {"error": sentence})
        with Visitor(first).at("R00") as line:
            line.until_betting()
            assert len(line.view["players"]) == 1
        key = Vault(tmp_path / "a" / "croupier" / "demonstration.secrets").identity(None).public.hex()
        said = [each for each in (tmp_path / "log").read_text().splitlines() if key in each]
        assert len(said) == 1, "once"
        assert "--peers" in said[0]


def test_a_browser_cannot_speak_like_a_server(tmp_path: Path) -> None:
    """It names another visitor in the header of servers, or asks for a seat as they do."""
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW) as server:
        ann = Visitor(server)
        name = ann.cookie.partition("=")[2].partition(".")[0]
        with ann.at("R00") as line:
            line.until_betting()
            claimed = {"croupier-visitor": name}
            shown = server.get("/api/1/tables/R00", **claimed).json()
            assert name in shown["table"]["players"]
            assert shown["you"] is None
            headers = claimed | {"origin": server.origin}
            posted = httpx.post(f"{server.origin}/api/1/tables/R00/commands", json={}, headers=headers)
            assert posted.status_code == 401
        eve = Visitor(server)
        assert watches(eve, "R00", "?seat=1")


def watches(visitor: Visitor, table: str, query: str) -> bool:
    """Whether the socket of a table gives no seat to a visitor who has not opened the table's page."""
    url = f"ws://127.0.0.1:{visitor.server.port}/api/1/tables/{table}/socket{query}"
    given: dict[str, Any] = {
        "origin": Origin(visitor.server.origin),
        "additional_headers": {"Cookie": visitor.cookie},
    }
    with connect(url, **given) as opened:
        return not Line(opened).hear()["you"]


# What an audit says ------------------------------------------------------------------------------------------
def _signed(store: Store, key: Ed25519PrivateKey, **said: Any) -> bytes:
    end = store.end(STREAM)
    given = {"address": "http://a", "link": None, "table": None, "number": 0} | said
    body = row(key, end.digest, **given)
    forge(store, "owner/2", body)
    return body


@pytest.mark.parametrize("forged", ["unsigned", "another signature", "changed", "copied"])
def test_an_audit_finds_a_forged_record(forged: str) -> None:
    key = Ed25519PrivateKey.generate()
    with stores.open("memory:") as store:
        keys.name(store, KeyNamed("heads", Signer(key).public.hex()), (Signer(key),))
        forge(store, "owner/1", b'{"address":"http://a","table":"R00"}')  # of an older version
        first = _signed(store, key)
        last = _signed(store, key, table="R00", number=1)
        assert audit(store).fault is None
        match forged:
            case "unsigned":
                forge(store, "owner/1", b'{"address":"http://a","table":"R00"}')
            case "another signature":
                forge(store, "owner/2", re.sub(b'"signature":"....', b'"signature":"0000', last))
            case "changed":
                forge(store, "owner/2", last.replace(b"http://a", b"http://b"))
            case _:
                forge(store, "owner/2", first)
        fault = audit(store).fault
        assert fault is not None
        assert (fault.stream, fault.version) == (STREAM, 4)
        assert "sign" in fault.what


def test_an_audit_finds_a_record_of_a_server_that_nobody_named() -> None:
    """Also if it signs its own key: the store names another one, and so do heads that were kept elsewhere."""
    key = Ed25519PrivateKey.generate()
    with stores.open("memory:") as store:
        keys.name(store, KeyNamed("heads", Signer(key).public.hex()), (Signer(key),))
        _signed(store, key)
        end = store.end(STREAM)
        head = Signer(key).seal(STREAM, end.version, end.digest, 1)
        assert audit(store, [head]).fault is None
        _signed(store, MALLORY, table="R00", number=1)
        for heads in ([], [head]):
            fault = audit(store, heads).fault
            assert fault is not None
            assert (fault.version, fault.what.startswith("is signed by another key")) == (2, True)
