"""A floor whose door is a Unix socket: real tables, crews, device and store, without web server and pages.

A connection is one guest at one table. Its first line is JSON with both names; each further line is a command as a
terminal says it, and is answered with one line.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from croupier import store as stores
from croupier.device.client import Client
from croupier.device.process import SOCKET
from croupier.floor import demonstration
from croupier.floor.crew.paced import Pace
from croupier.floor.floor import Floor
from croupier.floor.guest_commands import own_id
from croupier.floor.vault import Vault
from croupier.host import Answer
from croupier.store import StoreError
from croupier.table import HouseText


def run(db: str, path: Path, device: Path, houses: Mapping[str, HouseText], pace: Pace) -> None:
    """Run the tables of a store until the store fails."""
    with stores.open(db) as store, closing(Client(device / SOCKET)) as drawn:
        secrets = demonstration.secrets_of(db)
        demonstration.mark(store, secrets)
        vault = Vault(secrets)
        floor = Floor(store, vault, houses, device=drawn, address=str(path), pace=pace, may_mute=True)
        path.unlink(missing_ok=True)  # of a process that was killed
        asyncio.run(_run(floor, path))


async def _run(floor: Floor, path: Path) -> None:
    await floor.start()

    async def guest(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await _serve(floor, reader, writer)
        writer.close()

    async with await asyncio.start_unix_server(guest, path):
        await floor.ended.wait()
    raise SystemExit(floor.failed)


async def _serve(floor: Floor, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer one guest. If the result of a command is unknown, the connection ends."""

    def answered(done: Answer | StoreError) -> None:
        if isinstance(done, StoreError):
            writer.transport.abort()
            return
        refusal = None if done.refusal is None else {"word": done.refusal.word}
        said = {
            "kind": "answer",
            "id": own_id(done.command),
            "ok": refusal is None,
            "seq": done.version,
            "refusal": refusal,
        }
        writer.write(json.dumps(said).encode() + b"\n")

    who = json.loads(await reader.readuntil())
    table = floor.tables[who["table"]]
    if table.here:
        table.guests.visits.expect(who["name"])
    if not table.here or not await table.guests.seated(who["name"]):
        return
    while line := await reader.readline():
        try:
            table.guest_asks(line, who["name"], "on", answered)
        except StoreError:
            return
