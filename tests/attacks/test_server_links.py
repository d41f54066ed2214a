"""Connections between servers: both ends prove their keys, and nobody in between can use what was said."""

from __future__ import annotations

import asyncio
import gc
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from croupier import store as stores
from croupier.floor.owners import Stranger
from croupier.floor.vault import Vault
from croupier.host.owner_records import STREAM, Claim, Owner, read
from croupier.store import Store
from croupier.table import stream_of
from croupier.web.server import relay
from croupier.web.server.callers import VISITOR
from croupier.web.server.link import Link
from croupier.web.server.relay import Relay
from tests.support.peers import Peer, ends
from tests.support.relays import ANN, answers_whole, cookie_of, visiting
from tests.support.relays import Owner as Listening
from tests.support.stores import postgresql
from tests.support.web import SLOW, Server, Visitor

HERE, THERE, MALLORY = Peer.new("http://here"), Peer.new("http://there"), Peer.new("http://mallory")


# Records -----------------------------------------------------------------------------------------------------
@pytest.fixture
def store() -> Store:
    """A store in memory."""
    return stores.open("memory:")


def test_only_the_record_of_the_current_owner_counts(store: Store) -> None:
    """The newer records are deleted, so that a genuine old one is the last: its owner number is not the table's."""
    THERE.takes(store, "R00")
    old = next(store.read(STREAM))
    assert isinstance(found := HERE.owners(store, THERE).of("R00"), Owner)
    assert (found.address, found.number) == (THERE.address, 1)
    with store.own(stream_of("R00")):
        assert HERE.owners(store, THERE).of("R00") is None, "nobody has said yet that it runs the table now"
    HERE.takes(store, "R00")
    with stores.open("memory:") as cut:
        for _ in range(3):
            cut.own(stream_of("R00")).release()
        cut.append(STREAM, 0, old.command, [(old.kind, old.body)], at=old.at)
        assert isinstance(read(next(cut.read(STREAM))), Claim)
        assert HERE.owners(cut, THERE).of("R00") is None
        cut.append(STREAM, 1, "again", [(old.kind, old.body)], at=old.at)
        assert HERE.owners(cut, THERE).of("R00") == Stranger("R00", 2), "nor does a copy at another place"


def test_a_server_is_trusted_by_its_key_alone(store: Store) -> None:
    """Not by its address: another key there, or no key, is another server. It does not count as alive either."""
    Peer.new(THERE.address, THERE.link).takes(store, "R00")
    known = HERE.owners(store, THERE)
    assert known.of("R00") == Stranger("R00", 1)
    assert known.alive() == 1
    THERE.takes(store, "R00")
    assert isinstance(known.of("R00"), Owner)
    MALLORY.takes(store, "R00")
    assert known.of("R00") == Stranger("R00", 3), "it has really taken the table"
    assert isinstance(HERE.owners(store, THERE, MALLORY).of("R00"), Owner)


# Connections -------------------------------------------------------------------------------------------------
class Plain(Listening):
    """Somebody who listens without TLS, and answers whatever is said."""

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.heard.append(await reader.read(65536))
        await self.answers(writer)
        writer.close()


@asynccontextmanager
async def listening(at: Link | None, heard: Listening) -> AsyncIterator[int]:
    """Somebody who listens at a port."""
    tls = None if at is None else at.listening
    async with await asyncio.start_server(heard, "127.0.0.1", 0, ssl=tls) as server:
        yield server.sockets[0].getsockname()[1]


async def relayed(port: int) -> httpx.Response:
    """The answer to a visitor of HERE about a table which THERE runs, at this port."""
    with stores.open("memory:") as store:
        THERE._replace(link=f"127.0.0.1:{port}").takes(store, "R7")
        relays = Relay(HERE.owners(store, THERE), HERE.ends(THERE))
        async with visiting(relays) as visitor:
            answer = await visitor.get("/api/1/tables/R7", headers={"cookie": cookie_of(ANN)})
        await relays.close()
        return answer


@pytest.mark.parametrize(
    ("who", "status"),
    [
        (lambda: THERE.ends(HERE), 409),
        (lambda: MALLORY.ends(HERE), 503),
        (lambda: HERE.ends(THERE), 503),  # another server with our own key
        (lambda: ends(THERE.signer, []), 503),  # it does not trust us
        (lambda: None, 503),  # no TLS
    ],
)
def test_a_visitor_is_named_only_to_the_server_that_is_meant(who: Callable[[], Link | None], status: int) -> None:
    at = who()
    heard = Plain(answers_whole) if at is None else Listening(answers_whole)

    async def ask() -> None:
        async with listening(at, heard) as port:
            assert (await relayed(port)).status_code == status

    asyncio.run(ask())
    said = b"".join(heard.heard)
    assert (ANN.encode() in said) == (status == 409)
    assert b"cookie" not in said


def test_a_server_that_never_proves_its_key_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs, or something else has its port now. Nothing is left open."""
    monkeypatch.setattr(relay, "CONNECT", 0.2)
    heard = Listening(answers_whole)

    async def ask() -> None:
        async with listening(None, heard) as port:
            begun = time.monotonic()
            assert (await relayed(port)).status_code == 503
            assert time.monotonic() - begun < 2

    asyncio.run(ask())
    gc.collect()  # a connection that is still open would be a warning, which is an error here
    assert heard.heard == []


class Tap:
    """Somebody on the wire, who records what a client says to a port."""

    def __init__(self, port: int) -> None:
        self.port, self.said, self.done = port, list[bytes](), asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection."""
        back, on = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self._copy(reader, on, self.said), self._copy(back, writer, []))
        self.done.set()

    async def _copy(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, kept: list[bytes]) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                kept.append(data)
                to.write(data)
        await _closed(to)


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def test_a_recorded_connection_cannot_be_used_again() -> None:
    """Somebody on the wire records all bytes of a relayed request, and sends them again."""
    heard = Listening(answers_whole)

    async def ask() -> None:
        async with listening(THERE.ends(HERE), heard) as port:
            tap = Tap(port)
            async with await asyncio.start_server(tap, "127.0.0.1", 0) as between:
                assert (await relayed(between.sockets[0].getsockname()[1])).status_code == 409
                await asyncio.wait_for(tap.done.wait(), 5)
            assert (len(heard.heard), ANN.encode() in b"".join(tap.said)) == (1, False)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for part in tap.said:
                writer.write(part)
                with suppress(TimeoutError, OSError):
                    await asyncio.wait_for(reader.read(65536), 0.2)
            await _closed(writer)
            await asyncio.sleep(0.1)
            assert len(heard.heard) == 1

    asyncio.run(ask())


# A server ----------------------------------------------------------------------------------------------------
def test_the_port_for_servers_lets_only_them_in(tmp_path: Path) -> None:
    with Server(postgresql(), "R00", pace=SLOW, data=tmp_path, log=tmp_path / "log") as server:
        with stores.open(server.db) as store:
            claim = read(next(store.read(STREAM)))
        assert isinstance(claim, Claim)
        signer = Vault(tmp_path / "croupier" / "demonstration.secrets").identity(None)
        url = f"https://{claim.owner.link}/api/1/tables/R00"
        ann = Visitor(server)
        name = ann.cookie.partition("=")[2].partition(".")[0]
        with ann.at("R00") as line:
            line.until_betting()
            peer = ends(signer, []).to[signer.public]
            assert httpx.get(url, verify=peer, headers={VISITOR: name}).json()["you"]["player"] == name
            assert httpx.get(url, verify=peer, headers={"cookie": ann.cookie}).json()["you"] is None
            for wrong in ([(VISITOR, "mallory")], [(VISITOR, name), (VISITOR, ANN)]):
                assert httpx.get(url, verify=peer, headers=wrong).status_code == 400
            for nobody in (ends(MALLORY.signer, [signer.public]).to[signer.public], _without_key()):
                with pytest.raises((httpx.ReadError, httpx.RemoteProtocolError)):
                    httpx.get(url, verify=nobody, headers={VISITOR: name})
            with pytest.raises(httpx.RemoteProtocolError):
                httpx.get(url.replace("https", "http"))
            _junk(str(claim.owner.link))
            assert line.ask("place", wager="red", amount=500)["ok"]
        log = (tmp_path / "log").read_text()
        assert "Traceback" not in log, log
        assert not list((tmp_path / "croupier" / "demonstration.secrets").glob("link-*")), "a key is left there"


def _without_key() -> ssl.SSLContext:
    """TLS of a client that has no key and trusts everybody."""
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    found.check_hostname, found.verify_mode = False, ssl.CERT_NONE
    return found


def _junk(where: str) -> None:
    """Bytes that are no TLS, half a handshake, and a connection that says nothing."""
    host, _, port = where.rpartition(":")
    for said in (b"\x00" * 1000, b"\x16\x03\x01\x02\x00\x01\x00", b""):
        with socket.create_connection((host, int(port))) as connection, suppress(OSError):
            connection.sendall(said)
            time.sleep(0.05)
