"""Somebody who can write to the store, but has no key, changes anything: an audit finds it, or says that it cannot.

The kinds are made from the tables, columns, events and lines themselves (`tests/support/tampering/`). Those that an
audit cannot find are listed in `beyond_the_audit.toml` and in docs/audit.md; the list must be exact.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.store import export_heads
from tests.support.command import croupier
from tests.support.tampering.catalogue import beyond, catalogue, listed, on_the_page
from tests.support.tampering.columns import POSITIONS
from tests.support.tampering.contents import Contents, linked
from tests.support.tampering.evidence import SERVED, Evidence, served
from tests.support.tampering.kinds import MODES, Kind
from tests.support.tampering.players import CHANGES

LEAST = 500  # kinds that must be found
PARTS = 4  # run in parallel
SHARE = 60  # kinds of each part
Catalogue = dict[str, Kind]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """All kinds by name."""
    with catalogue(tmp_path_factory.mktemp("tampering")) as found:
        yield found


def _wrong(kind: Kind) -> str | None:
    """How a kind differs from the list."""
    row, found = listed(kind.name, beyond()), kind.found(False)
    if row is None:
        return None if found is not None else f"neither found nor listed: {kind.name}"
    if found is not None:
        return f"found, so take it off the list: {kind.name}: {found}"
    if (kind.found(True) is not None) != row.heads:
        return f"listed with heads = {str(row.heads).lower()}, which is not so: {kind.name}"
    return None


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(PARTS))
def test_each_kind_is_found_or_listed(part: int, kinds: Catalogue, proof: bool, share: Callable[[str], None]) -> None:
    mine = sorted(kinds)[part::PARTS]
    seed = f"{secrets.token_hex(8) if proof else 'tampering'} {part}"
    some = mine if proof else Random(seed).sample(mine, SHARE)
    wrong = [what for name in some if (what := _wrong(kinds[name])) is not None]
    assert not wrong, "\n".join(wrong)
    rows = beyond()
    not_found = sum(listed(name, rows) is not None for name in some)
    share(
        f"kinds of tampering, part {part + 1} of {PARTS}: {len(some):,} of {len(mine):,},"
        f" {len(some) - not_found:,} found, {not_found:,} listed as beyond what the log can show"
    )


def test_the_list_is_on_the_page_and_stands_for_kinds(kinds: Catalogue) -> None:
    rows = beyond()
    assert on_the_page() == [row.tampering for row in rows]
    for row in rows:
        for pattern in row.kinds:
            assert any(re.fullmatch(pattern, name) for name in kinds), f"no kind is called {pattern}"
    assert sum(listed(name, rows) is None for name in kinds) >= LEAST


def test_nobody_without_a_key_changes_the_limits_that_players_set(kinds: Catalogue) -> None:
    """A limit removed, raised, emptied or given to another player is found without heads kept elsewhere."""
    limits = [kind for name, kind in kinds.items() if name.startswith("limits/")]
    assert len(limits) == len(POSITIONS) * len(CHANGES) * len(MODES)
    assert [kind.name for kind in limits if kind.found(False) is None] == []


@pytest.mark.parametrize(
    "name",
    [
        "column/device-log/commands.content/first/flipped/linked",
        "row/device-log/events/first/invented-before/linked-heads-removed",
        "export/stream/first/stream/emptied/end-computed-again",
        "row/device-log/heads/last/deleted/as-is",
        "column/table/streams.owner/first/negative/as-is",
    ],
)
def test_what_was_once_not_found_is_found(name: str, kinds: Catalogue) -> None:
    """Heads of a device did not cover the records of its log; its log had records that no device writes.

    Warnings about its log were not passed on. A negative owner number of a table was not compared with its owners.
    """
    assert kinds[name].found(False) is not None


# As people run it -------------------------------------------------------------------------------------------
def _raised(found: Contents) -> Contents:
    """A time in the past of the table is changed."""
    return found.mapped(
        "events", lambda row: row._replace(at=row.at + 1) if _is_third(row.stream, row.version) else row
    )


def _is_third(stream: str, version: int) -> bool:
    return (stream, version) == (f"table/{SERVED}", 3)


def _without_refusals(found: Contents) -> Contents:
    return found.mapped("commands", lambda row: None if row.last < row.first else row)


@pytest.mark.parametrize(
    "change",
    [_raised, lambda found: linked(_without_refusals(found))],
    ids=["a time", "no refusals, every digest computed again"],
)
def test_croupier_audit_ends_with_1(change: Callable[[Contents], Contents], tmp_path: Path) -> None:
    evidence = Evidence.made(tmp_path, served)
    export_heads(tmp_path / "heads", evidence.heads)
    change(evidence.before).write(evidence.rows, evidence.before)
    evidence.close()
    words = ("audit", "--db", f"sqlite:///{tmp_path / 'shift.db'}", "--device", tmp_path / "device")
    done = croupier(*words, "--anchors", tmp_path / "heads")
    assert (done.returncode, done.stderr) == (1, ""), done.stdout + done.stderr
    assert "\nfault: " in done.stdout


def test_a_stream_without_a_name_is_a_fault(tmp_path: Path) -> None:
    """It gave a traceback."""
    evidence = Evidence.made(tmp_path, served)
    evidence.rows.run("INSERT INTO streams VALUES ('', 1, x'00', 0, 0, x'00')")
    evidence.close()
    done = croupier("audit", "--db", f"sqlite:///{tmp_path / 'shift.db'}")
    assert (done.returncode, done.stderr) == (1, "")
    assert "fault: stream ''" in done.stdout


def test_croupier_audit_warns_of_a_device_without_heads(tmp_path: Path) -> None:
    evidence = Evidence.made(tmp_path, served)
    assert evidence.log is not None
    evidence.log.run("DELETE FROM heads WHERE stream = 'device'")
    evidence.close()
    done = croupier("audit", "--db", f"sqlite:///{tmp_path / 'shift.db'}", "--device", tmp_path / "device")
    assert (done.returncode, done.stderr) == (0, "")
    assert "warning: device: 4 of 4 heads are missing" in done.stdout
