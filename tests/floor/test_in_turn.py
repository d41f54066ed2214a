"""Commands of guests whose ids may have been used before: order, time, and what others see of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from croupier import store as stores
from croupier.floor.in_turn import Moved
from croupier.floor.table import Table
from croupier.host.seen_ids import SeenIds
from croupier.store import Store
from tests.support.run_table import Told, prepared, run_table, says
from tests.support.stores import LASTING, url

RED, BLACK = ({"do": "place", "id": word, "wager": word, "amount": 5_00} for word in ("red", "black"))


@pytest.fixture(params=["memory", *LASTING])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with a table."""
    with stores.open(url(request.param, tmp_path)) as store:
        prepared(store)
        yield store


def _live(store: Store, lived: Callable[[Table], Awaitable[None]], clock: Told | None = None) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()

        def post(job: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the last event may be published after the test has ended
                loop.call_soon_threadsafe(job)

        table = run_table(store, "R00", post, clock=clock)
        await lived(table)
        if table.here:
            table.stop().close()

    asyncio.run(run())


class Slow:
    """Makes a store wait before it looks up an id."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch, only: str = "") -> None:
        self.go, self.asked, self.store = Event(), list[str](), store
        answer = store.answer

        def slow(stream: str, command: str) -> Any:
            self.asked.append(command)
            assert not command.startswith(only) or self.go.wait(20)
            return answer(stream, command)

        patch.setattr(store, "answer", slow)


def test_false_positives_keep_their_order_and_get_the_time_at_which_they_are_decided(
    kept: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The filter takes every id for one that was used. While the store is asked, the clock goes on."""
    monkeypatch.setattr(SeenIds, "add", lambda self, command: True)
    clock = Told()
    clock.at = 5_000_000

    async def lived(table: Table) -> None:
        slow = Slow(kept, monkeypatch)
        waiting = [says(table, RED), says(table, {"do": "take-down", "id": "t", "wager": "red"}), says(table, BLACK)]
        waiting += [says(table, RED), says(table, BLACK)]
        await asyncio.sleep(0.05)
        clock.at = 9_000_000
        slow.go.set()
        answers = await asyncio.gather(*waiting)
        assert [each.refusal for each in answers] == [None] * 5
        assert answers[3:] == [answers[0], answers[2]]
        assert table.host.version == 6

    _live(kept, lived, clock)
    assert {each.at for each in kept.read("table/R00", 3)} == {9_000_000}


def test_only_possible_repeats_are_looked_up(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lived(table: Table) -> None:
        slow = Slow(kept, monkeypatch)
        slow.go.set()
        first = await says(table, RED)
        assert slow.asked == []
        assert await says(table, RED) == first
        assert slow.asked == ["ann/R00/red"]

    _live(kept, lived)


@pytest.mark.parametrize("only", ["ann/R00/red", "id-used/"])
def test_others_do_not_wait_for_a_look_up(kept: Store, only: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for that of an id, nor for that of the record of its reuse. Those of the same guest wait."""

    async def lived(table: Table) -> None:
        await says(table, RED)
        slow = Slow(kept, monkeypatch, only)
        reused = says(table, {**RED, "amount": 6_00})
        until = time.monotonic() + 10
        while not slow.asked[-1:] or not slow.asked[-1].startswith(only):
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        begun = time.monotonic()
        other = await says(table, BLACK, "bea")
        assert other.refusal is not None
        assert other.refusal.word == "not-seated"
        assert time.monotonic() - begun < 5
        behind = says(table, BLACK)
        await asyncio.sleep(0.05)
        assert not behind.done()
        slow.go.set()
        refused = await reused
        assert refused.refusal is not None
        assert refused.refusal.word == "id-used"
        assert (await behind).refusal is None

    _live(kept, lived)


def test_a_table_that_moves_decides_nothing_that_waited(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lived(table: Table) -> None:
        await says(table, RED)
        slow = Slow(kept, monkeypatch)
        waiting = [says(table, RED), says(table, BLACK)]
        host = table.release()
        slow.go.set()
        host.close()
        for each in waiting:
            with pytest.raises(Moved):
                await each
        await asyncio.sleep(0.05)
        assert host.version == 4

    _live(kept, lived)
