"""The limits themselves: each is documented, none uses the wall clock, and what they remember is bounded too."""

from __future__ import annotations

import ast
import asyncio
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import pairwise
from typing import Any, cast

import pytest
from starlette.requests import ClientDisconnect

from croupier import store as stores
from croupier.core.clock import Clock
from croupier.floor.allowance import Allowance, Allowances
from croupier.floor.history import History
from croupier.floor.limits import LIMITS, Limits
from croupier.floor.past_snapshots import PastSnapshots
from croupier.floor.table import Table
from croupier.floor.visits import Visits
from croupier.host import Host
from croupier.table import stream_of
from croupier.web.server.held import Held
from croupier.web.server.lane import Lane, Timed
from croupier.web.server.presence import Presence
from croupier.web.server.room import Room
from croupier.web.server.socket import Terminal
from croupier.web.server.wire import Wire
from croupier.web.views.everybody import View
from tests.support.run_table import Line, prepared
from tests.support.stores import SIGNER
from tests.support.where import ROOT, SOURCE

#: The modules in which a limit is applied.
APPLIED = (
    *("floor/allowance.py", "floor/limits.py", "floor/seats.py", "floor/visits.py"),
    *(f"web/server/{name}.py" for name in ("gate", "http_wire", "lane", "presence", "wire")),
)


def test_every_limit_is_documented_with_its_figure() -> None:
    """One table of docs/limits.md has each; the figure is the first number of its row."""
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d.,]+)", page, re.MULTILINE))
    found = {name: float(figure.replace(",", "").rstrip(".")) for name, figure in rows.items()}
    assert found == {each.name: getattr(LIMITS, each.name) for each in fields(Limits)}


@pytest.mark.parametrize("path", APPLIED)
def test_no_limit_uses_the_wall_clock(path: str) -> None:
    """Only `time.monotonic` and `time.perf_counter`."""
    tree = ast.parse((SOURCE / path).read_text(encoding="utf-8"))
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    used = {node.attr for node in uses if ast.unparse(node.value) == "time"}
    taken = {each.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for each in node.names}
    assert used <= {"monotonic"}
    assert not taken & {"time", "time_ns", "datetime", "now_ms", "clock"}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the monotonic clock to this many seconds from now."""
    now = time.monotonic()
    return lambda later: monkeypatch.setattr(time, "monotonic", lambda: now + later)


def test_an_allowance_comes_back(at: Callable[[float], None]) -> None:
    at(0)
    own = Allowance(rate=5, most=10)
    assert [own.use() for _ in range(11)] == [0.0] * 11, "the last one may overdraw it"
    assert own.use() == pytest.approx(0.2)
    assert own.spent
    at(0.21)
    assert own.use() == 0.0
    at(60)
    assert own.full


def test_full_allowances_are_forgotten(at: Callable[[float], None]) -> None:
    """A crowd of names that each use something once leaves nothing behind."""
    used, here = Allowances(rate=1, most=5), Presence(LIMITS)
    for number in range(10_000):
        at(number)
        used.of(f"guest-{number}").take()
        here.of(f"guest-{number}").messages.take()
        assert max(len(used), len(here)) < 200
    stays = here.of("stays")
    stays.sockets += 1
    for number in range(1000):
        at(20_000 + number)
        here.of(f"later-{number}")
    assert here.of("stays") is stays, "who has a socket is never forgotten"


def test_visits_are_bounded_and_end(at: Callable[[float], None]) -> None:
    """The set of those who had opened a page never shrank."""
    at(0)
    visits = Visits(Limits(visits=100, visit_time=60))
    visits.expect("ann")
    visits.came("ann", "127.0.0.1")
    for number in range(1000):
        visits.expect(f"guest-{number}")
    assert len(visits) == 100
    assert visits.expects("ann"), "she has an open terminal"
    assert (visits.expects("guest-999"), visits.expects("guest-1")) == (True, False)
    at(61)
    assert not visits.expects("guest-999")
    visits.expect("bob")
    assert len(visits) == 2
    assert (visits.expects("ann"), visits.absent("ann")) == (True, 0.0)
    visits.went("ann")
    at(100)
    assert visits.absent("ann") == pytest.approx(39)
    visits.left("ann")
    assert not visits.expects("ann")


async def _visited(store: stores.Store, count: int) -> tuple[Table, Room]:
    """A table where many visitors have opened a terminal and gone again."""
    history = History(store, "R00", PastSnapshots(store, "R00", SIGNER))
    host = Host(store, stream_of("R00"))
    table = Table(store, host.state, host.version, history, None, lambda job: job(), pytest.fail, clock=Clock())
    room = Room(table, View(), lambda _: None)
    table.run(host)
    for number in range(count):
        table.guests.visits.expect(f"guest-{number}")
        terminal = Terminal(cast(Wire, Line()), f"guest-{number}", table)
        room.join(terminal)
        room.leave(terminal)
    host.close()
    return table, room


def test_a_table_forgets_its_visitors() -> None:
    """Nothing that is kept by name grows with the number of visitors: not in the room, and not with the guests."""
    with stores.open("memory:") as store:
        prepared(store)
        table, room = asyncio.run(_visited(store, LIMITS.visits + 500))
        owners = (table.guests, room, *vars(room)["_listeners"].values())
        kept = {name: value for owner in owners for name, value in _sized(owner)}
        assert {"visits", "_own", "terminals", "arrived"} <= kept.keys()
        assert max(kept.values()) <= LIMITS.visits
        assert kept["_own"] == kept["terminals"] == 0


def _sized(owner: object) -> Iterator[tuple[str, int]]:
    """The collections of an object, with their sizes."""
    for name, value in vars(owner).items():
        if isinstance(value, dict | set | list | Visits | Allowances):
            yield name, len(value)


# The share of time ------------------------------------------------------------------------------------------
def test_work_takes_its_share_of_the_time_and_turns_go_round() -> None:
    """One visitor asks for 60 pages and another for 3: the second waits for a few turns, not for 60."""

    async def page(lane: Lane, name: str, done: list[str]) -> None:
        await lane.turn(name, Held())
        await Timed(_busy(0.004), lane.spend)
        done.append(name)

    async def both() -> tuple[list[str], float]:
        lane, done = Lane(0.25, 0.01), list[str]()
        begun = time.monotonic()
        greedy = [asyncio.create_task(page(lane, "greedy", done)) for _ in range(60)]
        await asyncio.sleep(0.05)
        await asyncio.gather(*(page(lane, "modest", done) for _ in range(3)), *greedy)
        return done, time.monotonic() - begun

    done, seconds = asyncio.run(both())
    assert seconds > 63 * 0.004 / 0.25 - 0.2
    last = max(place for place, name in enumerate(done) if name == "modest")
    first = min(place for place, name in enumerate(done) if name == "modest")
    assert last - first <= 6
    assert last < 30


async def _busy(seconds: float) -> None:
    """Keep the event loop busy, then wait for something else, which does not count."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass
    await asyncio.sleep(0.001)


def test_threads_work_one_after_the_other() -> None:
    async def all_of_them() -> list[tuple[float, float]]:
        lane = Lane(0.5, 0.02)

        def work() -> tuple[float, float]:
            begun = time.monotonic()
            time.sleep(0.02)
            return begun, time.monotonic()

        return await asyncio.gather(*(lane.thread(f"v{number % 3}", Held(), work) for number in range(8)))

    spans = sorted(asyncio.run(all_of_them()))
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert spans[-1][1] - spans[0][0] > 8 * 0.02 / 0.5 - 0.1


def test_a_request_in_the_moment_of_a_turn_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes after another one got the turn, and before that one has begun. Still only one thread works."""
    spans: list[tuple[float, float]] = []

    def work() -> None:
        begun = time.monotonic()
        time.sleep(0.02)
        spans.append((begun, time.monotonic()))

    async def all_of_them() -> None:
        lane, tasks = Lane(1.0, 1.0), list[asyncio.Task[None]]()
        gives = lane._next

        def asked_then() -> None:
            if len(tasks) == 2:
                tasks.append(asyncio.create_task(lane.thread("eve", Held(), work)))
            gives()

        monkeypatch.setattr(lane, "_next", asked_then)
        tasks += [asyncio.create_task(lane.thread(name, Held(), work)) for name in ("ann", "bob")]
        while len(tasks) < 3:
            await asyncio.sleep(0.01)
        await asyncio.gather(*tasks)

    asyncio.run(all_of_them())
    assert len(spans) == 3
    assert all(one[1] <= other[0] for one, other in pairwise(sorted(spans)))


def test_nobody_waits_for_a_client_that_has_gone() -> None:
    """Requests whose clients hang up leave the queue at once, whatever they wait for, and others get their turns."""

    async def work() -> None:
        lane, here, gone, again = Lane(0.01, 0.01), Presence(LIMITS), [Held() for _ in range(50)], Held()
        lane.spend(0.011)
        here.of("ann").messages.take(LIMITS.messages_at_once + 500)
        waits = [asyncio.create_task(lane.turn("bob", each)) for each in gone[:40]]
        waits += [asyncio.create_task(here.sends("ann", each)) for each in gone[40:]]
        modest = asyncio.create_task(lane.turn("ann", again))
        await asyncio.sleep(0)
        assert all(each.held for each in gone)
        for each in gone:
            each.let_go()
        found = await asyncio.gather(*waits, return_exceptions=True)
        assert all(isinstance(each, ClientDisconnect) for each in found)
        await asyncio.wait_for(modest, 5)
        with pytest.raises(ClientDisconnect):
            await here.sends("ann", gone[0])

    asyncio.run(work())


def test_a_client_that_goes_when_its_wait_ends_leaves_no_traceback() -> None:
    """Both happen in one pass of the event loop."""
    wrong: list[dict[str, Any]] = []

    async def work() -> None:
        loop, line = asyncio.get_running_loop(), Held()
        loop.set_exception_handler(lambda _, about: wrong.append(about))
        loop.call_later(0.01, line.let_go)
        waits = asyncio.create_task(line.pause(0.01))
        await asyncio.sleep(0)
        time.sleep(0.05)  # noqa: ASYNC251 (the loop is busy until both are due)
        with pytest.raises(ClientDisconnect):
            await waits

    asyncio.run(work())
    assert wrong == []


def test_an_error_and_a_cancellation_pass_through() -> None:
    """The wrapper that measures a request changes nothing else about it."""

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("as it was")

    async def work() -> Any:
        with pytest.raises(ValueError, match="as it was"):
            await Timed(fails(), lambda _: None)
        hangs = asyncio.ensure_future(_timed(asyncio.sleep(60)))
        await asyncio.sleep(0.01)
        hangs.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hangs

    asyncio.run(work())


async def _timed(work: Any) -> None:
    await Timed(work, lambda _: None)
