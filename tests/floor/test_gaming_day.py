"""A gaming day with a full pit: it balances, its audit holds, and the same seed plays the same day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from croupier import store as stores
from croupier.books.walk import told
from croupier.cage.stream import CAGE
from croupier.cage.stream import STREAM as CAGE_STREAM
from croupier.conduct import digest
from croupier.felt.meter import PARTS
from croupier.floor.demo import TABLES, CannotPlay, play, play_day
from croupier.floor.demo.play import MISCOUNTED
from croupier.host import load
from croupier.host.audit import audit
from croupier.people.stream import STREAM as PEOPLE
from croupier.store import Store
from croupier.table import stream_of
from croupier.table.acts.money.cage import CreditSent, FillReceived
from croupier.table.acts.money.drop_box import BoxRemoved
from croupier.table.acts.money.inventory import InventoryConfirmed

#: What moves chips of the bank other than a won or lost wager.
NO_WIN = {"chips", "opening", "closing", "fill", "credit", "contribution", "award", "counted"}


def _played(store: Store, seed: int, rounds: int = 12, tables: tuple[str, ...] = tuple(TABLES)) -> None:
    played = play_day(store, rounds, seed, tables)
    assert all(each.rounds >= rounds for each in played.tables)
    assert played.differences == 1, "one box was counted short on purpose"


def _balances(store: Store, table: str) -> None:
    """Win by drop is win by wagers, to the cent."""
    found = Counter[str]()
    for each in told(store, table):
        won = (amount for account, amount, why in each.entries if account == "bank" and why not in NO_WIN)
        found["win"] += sum(won)
        match each.event:
            case InventoryConfirmed() as event:
                assert event.amount == event.expected
                if "opening" not in found:
                    found["opening"], found["fills"] = event.amount, 0  # of the first fill the chips are counted
                found["closing"] = event.amount
            case FillReceived() as event:
                found["fills"] += event.amount
            case CreditSent() as event:
                found["credits"] += event.amount
            case BoxRemoved() as event:
                found["drop"] += event.amount if event.box != "tips" else 0
                found["tips"] += event.amount if event.box == "tips" else 0
    by_drop = found["drop"] + found["credits"] + found["closing"] - found["opening"] - found["fills"]
    assert by_drop == found["win"] != 0, dict(found)


def test_a_day_balances_and_its_audit_holds(proof: bool, share: Callable[[str], None]) -> None:
    days, first = (200, Random().randrange(2**32)) if proof else (2, 11)
    for seed in range(first, first + days):
        with stores.open("memory:") as store:
            _played(store, seed)
            found = audit(store)
            assert (found.fault, found.differences, found.warnings, found.under_way) == (None, [], [], 0)
            for table in TABLES:
                _balances(store, table)
            cage, _ = load(store, CAGE_STREAM)
            states = [load(store, stream_of(table))[0] for table in TABLES]
            seeds = sum(m.seeded // PARTS for state in states for m in state.play.meters)
            assert cage.held("tables") == -seeds - sum(state.balance("cage") for state in states)
            assert cage.held("over-short") == MISCOUNTED
            assert (cage.waiting, cage.differences) == ((), ())
            assert {each.table: each.open for each in cage.stocks} == dict.fromkeys(TABLES, True)
            people, _ = load(store, PEOPLE)
            assert all(each.post is None for each in people.persons)
    share(f"gaming days: {days} days from seed {first}, six tables each, win by drop equal to win by wagers")


def test_the_same_seed_plays_the_same_day() -> None:
    found = []
    for _ in range(2):
        with stores.open("memory:") as store:
            _played(store, 5, 4, ("R0", "C1"))
            found.append([digest(load(store, stream)[0]) for stream in ("table/R0", "table/C1", CAGE_STREAM, PEOPLE)])
    assert found[0] == found[1]


def test_every_kind_of_event_of_the_cage_but_three_happens() -> None:
    """Only what somebody does on purpose does not: more or less in the cage, and a fill that a table refuses."""
    with stores.open("memory:") as store:
        _played(store, 11)
        met = {type(CAGE.events.read(each.body)) for each in store.read(CAGE_STREAM)}
    left = {CAGE.events.words[kind] for kind in CAGE.events.words.keys() - met}
    assert left <= {
        "cage-stocked/1", "cage-drawn/1", "fill-taken-back/1", "proposal-withdrawn/1", "day-closed/1",
        "credit-arrived/1", "credit-counted/1",
    }  # fmt: skip


def test_a_day_needs_a_store_of_its_own() -> None:
    with stores.open("memory:") as store:
        play(store, 1, 1, ["B6"])
        with pytest.raises(CannotPlay, match="a store of its own"):
            play_day(store, 1, 1)
