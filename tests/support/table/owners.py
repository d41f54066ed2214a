"""Server processes for tests. Each tries to own every table of a store, and runs those that it owns.

Run as a program, it imports everything once and then forks a server for each line of its input.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from threading import Thread

from croupier import store as stores
from croupier.host import Host
from croupier.store import Owned, Signer, Store, StoreError
from croupier.table import commands, stream_of

PATIENCE = 0.5  # seconds to wait for a table before trying again
LOST = 3  # the exit status of a server that may no longer write


class Server:
    """One server process with the tables that it owns."""

    def __init__(self, kept: Store, signer: Signer) -> None:
        self.kept, self.signer = kept, signer
        self.hosts: dict[str, Host] = {}

    def own(self, table: str) -> None:
        """Wait until a table has no owner, and run it."""
        while table not in self.hosts:
            try:
                self.hosts[table] = Host(self.kept, stream_of(table), signer=self.signer, patience=PATIENCE)
            except Owned:
                continue
            except StoreError as error:
                print(f"{table} could not be opened: {error}", file=sys.stderr, flush=True)
                os._exit(LOST)

    def serve(self, client: Connection) -> None:
        """Answer the commands of a client: with the table's answer, or that another server owns the table."""
        while True:
            try:
                table, body = client.recv()
            except (EOFError, OSError):
                return
            if table not in self.hosts:
                client.send(("elsewhere", b""))
                continue
            try:
                client.send(("answer", self.hosts[table].handle(commands.read(body)).write()))
            except StoreError as error:  # no longer the owner, or the store has failed: the process must end
                client.send(("lost", str(error).encode()))
                os._exit(LOST)


def run(place: str, folder: Path, name: str, tables: list[str]) -> None:
    """Run one server until its parent process ends."""
    server = Server(stores.open(f"{place}&application_name={name}"), Signer.open(folder / "key"))
    listener = Listener(str(folder / name), family="AF_UNIX", backlog=64)
    for table in tables:
        Thread(target=server.own, args=(table,), daemon=True).start()
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(0)

    Thread(target=watch, daemon=True).start()
    while True:
        Thread(target=server.serve, args=(listener.accept(),), daemon=True).start()


def fork_servers(place: str, folder: Path) -> None:
    """Fork a server for every line "NAME TABLE TABLE …" of the input, and print its process id."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    Signer.open(folder / "key")
    for line in sys.stdin:
        name, *tables = line.split()
        if pid := os.fork():
            print(pid, flush=True)
            continue
        try:
            run(place, folder, name, tables)
        finally:
            os._exit(1)


if __name__ == "__main__":
    fork_servers(sys.argv[1], Path(sys.argv[2]))
