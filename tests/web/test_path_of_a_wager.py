"""A wager takes the path that ARCHITECTURE.md describes: its hops in Python, in order, from frame to frame."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, cast

from croupier import store as stores
from croupier.store import Store
from croupier.web.server.room import GATHER, Room
from croupier.web.server.socket import Terminal
from croupier.web.server.wire import Wire
from croupier.web.views.everybody import View
from tests.support.run_table import Line, prepared, run_table
from tests.support.where import HOPS, SOURCE

#: The connection itself is left out.
EXPECTED = [(file, name) for file, name in HOPS.values() if file.endswith(".py") and name != "Wire"]
#: Modules of `floor` and `web` that only help a hop: with the command, the answer, the frames and the views.
HELPERS = {
    *("floor/asides.py", "floor/guest_commands.py", "floor/guests.py", "floor/in_turn.py"),
    *("web/server/answers.py", "web/server/frames.py"),
    *("web/server/recent_frames.py", "web/views/chips.py", "web/views/happened.py", "web/views/patch.py"),
    *(
        "floor/allowance.py",
        "floor/no_terminals.py",
        "floor/sound.py",
        "web/views/player.py",
        "web/views/closed_spots.py",
    ),
}
FRAME = b'{"do":"place","id":"1","wager":"straight","spot":"17","amount":500}'


def _calls(done: Callable[[], None]) -> list[tuple[str, str]]:
    """The functions of Croupier that are called in the block, in order: file and name."""
    found: list[tuple[str, str]] = []

    def note(frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        if what == "call" and code.co_filename.startswith(str(SOURCE)):
            found.append((code.co_filename.removeprefix(f"{SOURCE}/"), code.co_qualname))

    sys.setprofile(note)
    try:
        done()
    finally:
        sys.setprofile(None)
    return found


async def _placed(store: Store) -> tuple[list[tuple[str, str]], list[bytes]]:
    """The functions that are called when Ann places a wager at her terminal, and the frames that she gets."""
    jobs: list[Callable[[], None]] = []

    def heard() -> None:
        terminal.hear(FRAME)
        while jobs:
            jobs.pop(0)()

    table = run_table(store, "R00", jobs.append)
    room, line = Room(table, View(), lambda _: None), Line()
    terminal = Terminal(cast(Wire, line), "ann", table)
    terminal.sound = "on"
    room.join(terminal)
    line.pushed.clear()
    await asyncio.sleep(GATHER * 2)  # otherwise it is sent together with other changes
    calls = _calls(heard)
    table.stop().close()
    return calls, line.pushed


def test_the_hops_in_python_are_those_of_the_page() -> None:
    with stores.open("memory:") as store:
        prepared(store)
        calls, pushed = asyncio.run(_placed(store))
    left = iter(calls)
    for file, name in EXPECTED:
        assert any(path == file and called.split(".")[0] == name for path, called in left), f"no hop {name} of {file}"
    called = {path for path, _ in calls if path.startswith(("floor/", "web/"))}
    assert called - {file for file, _ in HOPS.values()} == HELPERS
    told = b"".join(pushed).decode(errors="replace")
    assert '"ann|straight|17|0":' in told
    assert '"happened":[]' in told  # the chip is in the patch, and nowhere else
    assert json.dumps("answer") in told
