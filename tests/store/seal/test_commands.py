"""The records of commands: one that was changed, or that has other events, is found."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.store import Damaged, Fault, Store, verify_stream
from croupier.store.sql import Tables
from tests.support.sealed import check
from tests.support.stores import SIGNER, fill


@pytest.mark.parametrize("change", [{"digest": bytes(32)}, {"first": 3}, {"last": 1}, {"stream": "u"}])
def test_the_record_of_a_command_made_anew_does_not_fit_its_events(rows: Tables, change: dict[str, Any]) -> None:
    with Store(rows) as store:
        (done,) = fill(store, "t", 3, each=3)
    row = done._replace(**change)
    rows.run("DELETE FROM commands")
    rows.add("commands", [row._replace(check=row.computed())])
    found = check(rows)
    assert isinstance(found, Fault)
    assert "command 't/0'" in found.what


FALSE_COMMANDS: dict[str, tuple[dict[str, Any], bool, int, str]] = {  # what is changed in 't/2' or in its copy
    "an event more": ({"first": 2}, False, 3, "its command 't/2' has no matching record"),
    "an event after it": ({"last": 5}, False, 5, "its command 't/4' has no matching record"),
    "an event less": ({"first": 4}, False, 3, "its command 't/2' has no matching record"),
    "more than there is": ({"last": 7}, False, 5, "its command 't/4' has no matching record"),
    "made up": ({"command": "fake"}, True, 3, "command 'fake' is recorded for it, but it belongs to 't/2'"),
    "made up for one event": (
        {"command": "a", "last": 3},
        True,
        3,
        "command 'a' is recorded for it, but it belongs to 't/2'",
    ),
    "made up for all": ({"command": "a", "first": 1, "last": 6}, True, 1, "command 'a' is recorded for it"),
    "made up behind the end": (
        {"command": "fake", "first": 7, "last": 7},
        True,
        7,
        "command 'fake' goes to version 7, and the stream ends at 6",
    ),
    "made up over the end": ({"command": "fake", "last": 7}, True, 3, "command 'fake' goes to version 7"),
    "made up of a refusal to come": ({"command": "fake", "first": 9, "last": 8}, True, 9, "was not refused"),
    "made up of nothing": ({"command": "fake", "first": 5, "last": 2}, True, 5, "has impossible versions"),
    "made up for no stream": (
        {"command": "a", "stream": "u", "first": 1, "last": 1},
        True,
        1,
        "has entries, but no such stream exists",
    ),
}


@pytest.mark.parametrize("false", FALSE_COMMANDS)
def test_a_command_has_the_events_that_name_it_and_no_others(rows: Tables, false: str) -> None:
    """Somebody who writes a command's record with a valid check cannot give it other events, or remove one."""
    change, beside, version, what = FALSE_COMMANDS[false]
    with Store(rows) as store:
        done = fill(store, "t", 6, each=2)
        heads = [SIGNER.seal("t", 6, done[2].digest, 7)]
        row = done[1]._replace(**change)
    if not beside:
        rows.run("DELETE FROM commands WHERE id = 't/2'")
    rows.add("commands", [row._replace(check=row.computed())])
    found = check(rows, heads)
    assert isinstance(found, Fault)
    assert (found.stream, found.version) == (change.get("stream", "t"), version)
    assert what in found.what


def test_the_last_command_does_not_go_on_behind_the_end(rows: Tables) -> None:
    with Store(rows) as store:
        (done,) = fill(store, "t", 2, each=2)
    row = done._replace(last=3)
    rows.run("DELETE FROM commands")
    rows.add("commands", [row._replace(check=row.computed())])
    assert check(rows) == Fault("t", 3, "is missing: command 't/0' went to version 3")


class _Played(Store):
    """A store that changes while its commands are verified."""

    def commands_up_to(self, stream: str, version: int) -> tuple[int, int]:
        for name in ("t", "new"):
            self.append(name, self.version(name), f"{name} meanwhile", [("e", b""), ("e", b"")], at=1)
        return super().commands_up_to(stream, version)


@pytest.mark.parametrize("last", [None, 2, 3, 4])
def test_commands_added_during_the_check_are_no_fault(rows: Tables, last: int | None) -> None:
    with _Played(rows) as store:
        (done,) = fill(store, "t", 2, each=2)
        if last is not None:  # invent a command for entries that are added meanwhile
            row = done._replace(command="fake", first=2, last=last)
            made = [row._replace(check=row.computed())]
            rows.add("commands", made)
            with pytest.raises(Damaged, match=r"'t', version 2: command 'fake' (is recorded for it|goes to version)"):
                verify_stream(store, "t", keys=())
        else:
            assert verify_stream(store, "t", keys=()).commands == 1
