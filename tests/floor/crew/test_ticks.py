"""Ticks: tables that close together ask the device once, and one that is at fault stops nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier.device.keeper import Keeper
from croupier.device.messages import Answer, Close, Question, Sealed, SealRound, Shown
from croupier.floor.crew.ticks import LATEST, Ticks, next_tick
from croupier.table.closing import NOBODY, Published
from croupier.table.outcomes import DeviceFailed

LOG = "a" * 64
FEW = 1_000


class Listening:
    """A device that notes what it is asked."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.asked: list[Close] = []

    def ask(self, question: Question) -> Answer:
        """Note the question and answer it."""
        if isinstance(question, Close):
            self.asked.append(question)
        return self.keeper.ask(question)

    def close(self) -> None:
        """The keeper is closed elsewhere."""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Listening]:
    """A device in a new folder."""
    with closing(Keeper(tmp_path / "device")) as keeper:
        yield Listening(keeper)


def _shown(device: Listening, table: str) -> Shown:
    sealed = device.ask(SealRound(table, 1))
    assert isinstance(sealed, Sealed)
    return Shown(sealed.commitment, LOG, NOBODY, 0)


def test_tables_that_close_together_share_a_root(device: Listening) -> None:
    async def play() -> list[Published | None]:
        ticks = Ticks(device)
        for each in ("R0", "R00", "B6"):
            ticks.begins(each, FEW)

        async def closes(table: str, after: float) -> Published | None:
            await asyncio.sleep(after)
            return (await ticks.close(table, _shown(device, table), FEW)).closing

        return list(await asyncio.gather(closes("R0", 0), closes("R00", 0.1), closes("B6", 0.01)))

    found = asyncio.run(play())
    assert len({each.root for each in found if each is not None}) == 1
    assert [len(each.closings) for each in device.asked] == [3]


def test_a_tick_does_not_wait_for_ever(device: Listening) -> None:
    async def play() -> float:
        ticks, now = Ticks(device), asyncio.get_running_loop().time
        ticks.begins("R0", FEW)  # and it never comes
        begun = now()
        await ticks.close("R00", _shown(device, "R00"), FEW)
        return now() - begun

    assert LATEST - 0.05 <= asyncio.run(play()) < LATEST + 0.5


def test_a_table_that_the_device_refuses_stops_nobody_else(device: Listening) -> None:
    async def play() -> list[object]:
        ticks, unknown = Ticks(device), Shown("f" * 64, LOG, NOBODY, 0)
        work = ticks.close("R0", unknown, FEW), ticks.close("R00", _shown(device, "R00"), FEW)
        return list(await asyncio.gather(*work, return_exceptions=True))

    bad, good = asyncio.run(play())
    assert isinstance(bad, DeviceFailed)
    assert not isinstance(good, BaseException)


def test_ticks_are_longer_than_the_delay_and_common() -> None:
    assert [next_tick(when, 20_000_000) for when in (0.1, 4.9, 5.0, 5.1)] == [5.0, 5.0, 5.0, 10.0]
    assert next_tick(7.3, 0) == 7.3, "without a delay betting closes at any time"
