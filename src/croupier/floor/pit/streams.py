"""The pit of a store in this process: its people, its register and its tables, which staff reach by the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.conduct import Aggregate, keys, registered
from croupier.core.clock import Clock
from croupier.floor.desk import Desk
from croupier.floor.pit.slips import PitSlips
from croupier.floor.vault import Vault
from croupier.host import Answer, Host
from croupier.people.state import State as People
from croupier.people.stream import STREAM as PEOPLE
from croupier.pit.state import State as Register
from croupier.pit.stream import STREAM as PIT
from croupier.store import Signer, Store
from croupier.table import TABLE


class Hosts(dict[str, Host]):
    """The hosts of streams by name. Each is opened when it is first asked for, and then owned until the end.

    For people and pit it waits up to `patience` seconds, while another process has them.
    """

    def __init__(self, store: Store, signer: Signer, patience: float = 0) -> None:
        super().__init__()
        self._store, self._signer, self._patience = store, signer, patience
        self._lent = set[str]()

    def __missing__(self, stream: str) -> Host:
        """Open a stream of people, pit or a table; LookupError for any other."""
        if stream not in (PEOPLE, PIT) and not _of_table(stream):
            raise LookupError(f"no stream of people, pit or a table is called {stream!r}")
        patience = 0 if _of_table(stream) else self._patience
        self[stream] = host = Host(self._store, stream, signer=self._signer, patience=patience)
        self.opened()
        return host

    def opened(self) -> None:
        """Called after every stream that was opened."""

    def lend(self, stream: str, host: Host) -> None:
        """Use a host that this process has already, and that stays open."""
        self[stream] = host
        self._lent.add(stream)

    def close(self) -> None:
        """Release every stream that was opened here."""
        for stream, host in self.items():
            if stream not in self._lent:
                host.close()
        self.clear()


class NamedHosts(Hosts):
    """Hosts of a store that names its keys. `croupier rekey` needs a stream too, so the key stays from here on."""

    def opened(self) -> None:
        """Check that the key has not been changed."""
        keys.check(self._store, self._signer)


class PitStreams:
    """The hosts of people, pit and tables, and the slips between them."""

    def __init__(self, store: Store, hosts: Hosts, now: Callable[[], int]) -> None:
        """`now` tells the time in microseconds."""
        self.store, self.hosts, self.now = store, hosts, now
        self.slips = PitSlips(store, hosts)

    @property
    def people(self) -> People:
        """Everybody who works here."""
        state: People = self.hosts[PEOPLE].state
        return state

    @property
    def register(self) -> Register:
        """Equipment, inspections, approvals and houses."""
        state: Register = self.hosts[PIT].state
        return state

    def close(self) -> None:
        """Release every stream that was opened here."""
        self.hosts.close()


class Pit(PitStreams):
    """Everything that staff of one store need in this process: the streams behind the desk."""

    def __init__(
        self, store: Store, vault: Vault, now: Callable[[], int] | None = None, *, patience: float = 0
    ) -> None:
        """Without `now`, the clock of this machine tells the time; `patience` is as for `Hosts`."""
        super().__init__(store, NamedHosts(store, vault.signer(store), patience), now or Clock().now)
        self.folder = vault.folder
        try:
            self.desk = Desk(self.hosts[PEOPLE], vault.folder, self.now, self.hosts.__getitem__)
        except BaseException:
            self.hosts.close()
            raise

    def give(self, token: str, stream: str, word: str, fields: Mapping[str, Any]) -> Answer:
        """Give a command at the desk, and deliver the slip that it issues, if it issues one."""
        return self.slips.carry(stream, self.desk.give(token, stream, word, fields), self.now())

    def close(self) -> None:
        """Close the desk, and release every stream."""
        self.desk.close()
        super().close()


def _of_table(stream: str) -> bool:
    """Whether this is the name of a table's stream."""
    return stream.startswith(TABLE.prefix) and isinstance(registered(stream), Aggregate)
