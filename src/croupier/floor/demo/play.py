"""Plays a shift of robot players on one table of every kind into a store. The same seed gives the same log.

The data serve as examples, and for tests and benchmarks. The heads are signed with a key that anybody can compute:
they show how heads work, but protect nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.demo.day import Day, DayPlayed, close
from croupier.floor.demo.scripted import ScriptedPit
from croupier.floor.demo.shift import Shift
from croupier.floor.demo.table import STEP, DemoTable
from croupier.games import demo_tables
from croupier.host.host import Host, load
from croupier.store import Signer, Store
from croupier.table import digest, stream_of
from croupier.table.outcomes import Seal

#: One table of every kind, by its id, with its preset.
TABLES = demo_tables()
START = 1_767_290_400_000_000  # 2026-01-01 18:00 UTC, in microseconds
#: In cents: what is missing in a drop box of a gaming day, so that there is a difference to explain.
MISCOUNTED = 40_00


class CannotPlay(ValueError):
    """The store already contains this shift, or an unfinished one."""


@dataclass(frozen=True, slots=True)
class Played:
    """What happened at one table."""

    table: str
    house: str
    rounds: int
    commands: int
    refusals: Counter[str]  # by the code of the refusal
    events: int
    won: int  # by the table from the players, in cents; below zero: lost to them
    state: bytes  # digest of the state at the end


def signer() -> Signer:
    """The signing key of every demo, so that its heads are always the same, and several shifts fit in one store."""
    return Signer(Ed25519PrivateKey.from_private_bytes(sha256(b"croupier demo").digest()))


def play(store: Store, rounds: int, seed: int, tables: Iterable[str] = TABLES) -> list[Played]:
    """Play this many rounds at each of these tables, from opening to closing."""
    for table in TABLES:
        if load(store, stream_of(table))[0].phase != "closed":
            what = f"table {table} of this store is open: its shift is running, or was interrupted"
            raise CannotPlay(f"{what}; give another store")
    if any(store.answer(stream_of(table), _command(seed, table, 1)) for table in TABLES):
        raise CannotPlay(f"this store holds the demo of seed {seed}: give another seed, or another store")
    return [_shift(store, table, rounds, seed) for table in tables]


def play_day(store: Store, rounds: int, seed: int, tables: Iterable[str] = TABLES) -> DayPlayed:
    """Play a gaming day with a full pit at these tables, into a store without any other."""
    if any(store.version(stream) for stream in store.streams()):
        raise CannotPlay("a gaming day needs a store of its own: give one that does not exist yet")
    name, seal = partial(_command_of_day, seed), partial(_seal, seed)
    presets = {table: TABLES[table] for table in tables}
    return Day(store, signer(), presets, rounds, seed, START, name, seal, miscounted=MISCOUNTED).play()


def close_day(store: Store, seed: int, day: str, figures: list[dict[str, Any]]) -> None:
    """Close the books of a gaming day that was played, with the figures of its tables."""
    pit = ScriptedPit(store, signer(), partial(_command_of_day, seed, "books"), START)
    try:
        close(pit, day, figures)
    finally:
        pit.streams.close()


def _command_of_day(seed: int, table: str, number: int) -> str:
    return f"day/{seed}/{table}/{number}"


def _command(seed: int, table: str, number: int) -> str:
    return f"demo/{seed}/{table}/{number}"


def _seal(seed: int, table: str, number: int) -> Seal:
    """The seed of a device's round, made from the seed of the demo; a real device uses the operating system's."""
    return Seal(table, number, sha256(f"croupier demo {seed} {table} {number}".encode()).digest())


def _shift(store: Store, table: str, rounds: int, seed: int) -> Played:
    host = Host(store, stream_of(table), signer=signer())
    try:
        first, outside = host.version, host.state.balance("outside")
        start = max(START, host.state.at + STEP)
        name, seal = partial(_command, seed, table), partial(_seal, seed, table)
        data = Random(f"{seed} {table}")  # noqa: S311 (a demonstration that can be repeated)
        pit = ScriptedPit(store, signer(), partial(_command, seed, f"{table}/pit"), start)
        pit.streams.hosts.lend(stream_of(table), host)
        try:
            shift = Shift(DemoTable(host, store, data, start, name, seal), TABLES[table], pit)
            shift.play(rounds)
        finally:
            pit.streams.close()
        refusals, commands = shift.table.acknowledged(), shift.table.number
        won = outside - host.state.balance("outside")
        events = host.version - first
        return Played(table, TABLES[table], shift.rounds, commands, refusals, events, won, digest(host.state))
    finally:
        host.close()
