"""Two stores to tamper with: a shift at tables of every game with every kind of event, and a served demonstration.

The demonstration has a table with a device, which has a log of its own, and a delay. Its store has the records of a
server too: the mark of the demonstration, the owners of tables, and states of past rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.core.clock import Clock
from croupier.device.keeper import Keeper
from croupier.device.log import STREAM as DEVICE
from croupier.floor import demonstration, past_snapshots
from croupier.floor.crew.act import Act
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Electronic
from croupier.floor.houses import charge
from croupier.floor.known_device import KnownDevice
from croupier.floor.owners import Owners
from croupier.floor.past_snapshots import PastSnapshots
from croupier.floor.players import record
from croupier.floor.players.figures import Figures, Session
from croupier.floor.players.limits import Asked, OwnLimits
from croupier.floor.players.record import LimitsSet
from croupier.host import Host, export
from croupier.host.audit import audit
from croupier.host.audit.devices import compare
from croupier.store import Head, Signer, Store
from croupier.store.private_folder import private_folder
from croupier.store.sqlite import SQLite
from croupier.table import By, stream_of
from tests.support.recorded.shift import SECRET, SIGNER, scripted_shift
from tests.support.table.hosted import Hosted
from tests.support.table.play import by, written
from tests.support.tampering.contents import Contents

SERVED = "T1"  # the table of the demonstration
ROUNDS = 4
#: What an audit says about the heads and anchors that it was given, whatever the store contains.
GIVEN = ("anchored", "recorded", "unanchored")
STOLEN = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))  # a key that the attacker made himself


class OpenRows(SQLite):
    """A backend that stays open when a store over it is closed."""

    def close(self, *, failed: bool) -> None:
        """Do nothing: `Evidence.close` closes it."""


def served(kept: Store, device: Path, secret: str) -> None:
    """Fill a store with some rounds as a server of a demonstration plays them, with a device in this folder."""
    every, past_snapshots.EVERY = past_snapshots.EVERY, 2
    try:
        _serve(kept, device, secret)
    finally:
        past_snapshots.EVERY = every


def _serve(kept: Store, folder: Path, secret: str) -> None:
    with closing(Keeper(folder, Random(secret).randbytes)) as keeper:
        secrets = private_folder(folder.with_suffix(".secrets"))
        Signer.made(SIGNER._key, secrets / "heads.key")
        demonstration.mark(kept, secrets)
        owners = Owners(kept, SIGNER, "http://127.0.0.1:8000", Clock())
        owners.start()
        host = Host(kept, stream_of(SERVED), signer=SIGNER)
        owners.announce(SERVED, host.lease.number)
        table = Hosted(host=host, state=host.state)
        house = written("colorado-double-zero", device__electronic=True, device__delay=1_000)
        table.do("open-table", by("pit-supervisor"), house=house, bank=100_000_00, **charge(house, "dee"))

        def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
            table.do(word, who, **fields)
            return f"c{table.number}"

        device = KnownDevice(kept, keeper, SIGNER)
        driver = Driver(lambda: host.state, give, Electronic(kept, device, SERVED), staff=by)
        past = PastSnapshots(kept, SERVED, SIGNER)
        while host.state.round <= ROUNDS or host.state.seal is None:
            number = host.state.round
            assert isinstance(driver.step(), Act)
            if host.state.round == 1 and host.state.phase == "open" and not host.state.seats:
                table.sits("ann", 1, 500_00)
            if host.state.phase == "open" and host.state.seal and host.state.seats and not host.state.felt.standing:
                table.places("ann", "red", 5_00)
                table.refuses("place", by("player", "ann"), player="ann", wager="red", amount=1)
            if host.state.round > number:
                past.keep(host.state, host.version)
        host.close()
    _set_limits(kept, int(secret == SECRET))
    _tail(kept, owners)


def _set_limits(kept: Store, at: int) -> None:
    """Two players set limits, one of them twice; the figures of all sessions are recorded before and after."""
    figures = Figures({name: Session(at, net=-10_00) for name in ("ann", "bob")})
    loss, pause = (OwnLimits().changed(asked, Session(0), at) for asked in (Asked(loss=50_00), Asked(pause=60)))
    stricter = loss.changed(Asked(loss=20_00), Session(0), at)
    limits = [LimitsSet("ann", loss), LimitsSet("bob", pause), LimitsSet("ann", stricter)]
    entries = [record.entry(figures), *map(record.entry, limits), record.entry(figures)]
    for version, each in enumerate(entries):
        assert record.append(kept, SIGNER, version, each, at) is not None


def _tail(kept: Store, owners: Owners) -> None:
    """Go on after the last head of the table that was signed: nothing covers this."""
    host = Host(kept, stream_of(SERVED))
    owners.announce(SERVED, host.lease.number)
    table = Hosted(host=host, state=host.state, number=host.state.at // 1000 + 10)
    table.do("sit", by("player", "bob"), player="bob", place=2)
    table.refuses("sit", by("player", "bob"), player="bob", place=2)
    table.do("leave", by("player", "bob"), player="bob")
    host.close()


@dataclass
class Evidence:
    """What an auditor has: a store, the log of its device, and the heads that were kept elsewhere."""

    folder: Path
    rows: SQLite
    log: SQLite | None
    before: Contents
    log_before: Contents
    other: Contents  # of the same shift, played on another day
    heads: list[Head]
    says: dict[str, Any]  # what an audit says if nothing was changed

    @classmethod
    def made(cls, folder: Path, fill: Callable[[Store, Path, str], None]) -> Evidence:
        """Fill a store in this folder twice: `fill` gets the store, the folder of its device, and what is secret."""
        rows, other = OpenRows(folder / "shift.db"), OpenRows(folder / "other.db")
        for each, name, secret in ((rows, "device", SECRET), (other, "other", "another day")):
            with Store(each) as kept:
                fill(kept, folder / name, secret)
                heads = [head for stream in kept.streams() for head in kept.heads(stream)]
            if each is rows:
                mine = heads
        there = Contents.of(other)
        SQLite.close(other, failed=False)
        log = OpenRows(folder / "device" / "log.db") if (folder / "device").exists() else None
        found = cls(
            folder, rows, log, Contents.of(rows), Contents() if log is None else Contents.of(log), there, mine, {}
        )
        found.says = found.audited()
        assert (found.says["holds"], found.says["warnings"]) == (True, []), found.says
        assert found.audited(mine) == found.says
        return found

    def close(self) -> None:
        """Close both databases."""
        for rows in (self.rows, self.log):
            if rows is not None:
                SQLite.close(rows, failed=False)

    @contextmanager
    def changed(self, *, store: Contents | None = None, log: Contents | None = None) -> Iterator[None]:
        """Change the contents of the store or of the log, as long as the block runs."""
        pairs = ((self.rows, self.before, store), (self.log, self.log_before, log))
        given = [(rows, before, new) for rows, before, new in pairs if rows is not None and new is not None]
        for rows, _, _ in given:
            rows.run("BEGIN")
        try:
            for rows, before, new in given:
                new.write(rows, before)
            yield
        finally:
            for rows, _, _ in given:
                rows.run("ROLLBACK")

    def audited(self, heads: Iterable[Head] = ()) -> dict[str, Any]:
        """What an audit says about the store and the log of the device, without counts."""
        with Store(self.rows) as kept:
            result = audit(kept, heads)
            if result.fault is None and self.log is not None:
                with Store(self.log) as log:
                    compared = compare(kept, log)
                result.fault = compared.fault
                result.remark(DEVICE, *compared.remarks)
                result.warnings += [(DEVICE, says) for says in compared.warnings]
        return said(result.row())


def said(row: Mapping[str, Any]) -> dict[str, Any]:
    """What an audit says beyond counts: faults, differences, remarks, warnings, and whatever else it reports."""
    return {name: value for name, value in row.items() if type(value) is not int and name not in GIVEN}


def shift(kept: Store, device: Path, secret: str) -> None:
    """Fill a store with a shift at tables of every game, with every kind of event."""
    with scripted_shift(secret=secret) as played:
        export.copy(played, kept)
