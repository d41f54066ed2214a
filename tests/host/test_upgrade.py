"""An upgrade is complete or unusable, even if it is killed; an open round ends with the outcome of the old log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from croupier import store
from croupier.cli import CannotRead
from croupier.cli.upgrade import upgrade as upgrade_command
from croupier.device.keeper import Keeper
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Electronic
from croupier.floor.history import History
from croupier.floor.past_snapshots import PastSnapshots
from croupier.floor.vault import Vault
from croupier.host import Host, export, load
from croupier.host.audit import audit
from croupier.host.upgrade import record, upgrade
from croupier.store import Appended, Damaged, Part, Store
from croupier.store.base import Tip
from croupier.store.memory import Memory
from croupier.store.schema import chained
from croupier.table import By, Event, State, events
from croupier.table.acts.device import SeedRevealed
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.settling import OpenBetting, Settled
from croupier.table.judge import CLOSES
from croupier.table.proof import Proof
from croupier.web.api import log_entries
from tests.support.recorded.files import OLDEST, OTHERWISE, RECORDED, decided_otherwise
from tests.support.recorded.shift import tables_of
from tests.support.stores import SIGNER
from tests.support.table.hosted import Hosted
from tests.support.table.play import by


@contextmanager
def old(stream: str | None = None, most: int = 10**9) -> Iterator[Store]:
    """The old shift; or one table of it, up to a version."""
    with export.open(str(OLDEST)) as source, store.open("memory:") as kept:
        if stream is None:
            yield source
            return
        rows = [row for row in source.commands() if row.stream == stream and row.last <= most]
        commands = list(chained(sorted(rows, key=lambda row: (row.first, row.last, row.command))))
        events = list(islice(source.read(stream), max(row.last for row in commands)))
        end = Tip(events[-1].version, events[-1].digest, 0, commands[-1].place, commands[-1].check)
        kept.take([Part(stream, 0, end, events, commands)])
        yield kept


# Complete, or unusable --------------------------------------------------------------------------------------
class Killed(BaseException):
    """The exception that stands for a killed process."""


class _Dies(Store):
    """A store whose process dies at the append after this many."""

    def __init__(self, left: int) -> None:
        super().__init__(Memory())
        self.left = left

    def submit(self, *asked: Any, **named: Any) -> Future[Appended]:
        """Submit, or die."""
        if not self.left:
            raise Killed
        self.left -= 1
        return super().submit(*asked, **named)


def test_an_upgrade_that_is_killed_anywhere_leaves_nothing_that_is_used() -> None:
    whole = _Dies(10**9)
    with old() as source, whole:
        upgrade.upgrade(source, whole, 1)
        appends = 10**9 - whole.left
        assert decided_otherwise(audit(whole)) == OTHERWISE[OLDEST.stem]
        for left in (1, 2, 300, appends - 2, appends - 1):
            with _Dies(left) as target:
                with pytest.raises(Killed):
                    upgrade.upgrade(source, target, 1)
                fault = audit(target).fault
                assert fault is not None, left
                assert "did not finish" in fault.what
                with pytest.raises(Damaged, match="Upgrade the old store again"):
                    load(target, "table/R0")
                with pytest.raises(Damaged, match="Upgrade the old store again"):
                    Host(target, "table/B6")


def test_an_upgrade_that_fails_at_its_last_event_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(state: State, envelope: Any) -> Any:
        if envelope.version == last:
            raise upgrade.CannotUpgrade("it stopped here.")
        return with_effects(state, envelope)

    with_effects = upgrade._with_effects
    with old("table/B6") as source, store.open("memory:") as kept:
        last = source.version("table/B6")
        monkeypatch.setattr(upgrade, "_with_effects", stops)
        with pytest.raises(upgrade.CannotUpgrade) as said:
            upgrade.upgrade(source, kept, 1)
        begun = "The new store is incomplete and cannot be opened: delete it"
        assert str(said.value) == f"it stopped here. {begun}"
        fault = audit(kept).fault
        assert fault is not None
        assert "did not finish" in fault.what
        with pytest.raises(Damaged):
            Host(kept, "table/B6")


def test_commands_that_were_all_refused_are_taken_over() -> None:
    with old("table/B6") as source, store.open("memory:") as kept:
        row = next(row for row in source.commands() if row.last < row.first)
        source.append("table/X", 0, "c1", [], at=1, answer=row.answer)
        upgrade.upgrade(source, kept, 1)
        was, now = source.answer("table/X", "c1"), kept.answer("table/X", "c1")
        assert was is not None
        assert now is not None
        assert (now.answer, now.content) == (was.answer, was.content)


def test_a_store_that_was_there_is_not_called_unusable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = f"sqlite:///{tmp_path / 'new.db'}"
    upgrade_command(db=str(OLDEST), into=place)
    assert _refused(str(OLDEST), place, capsys).endswith("the new store is not empty: name another file\n")
    with store.open(place) as kept:
        assert decided_otherwise(audit(kept)) == OTHERWISE[OLDEST.stem]


@pytest.mark.parametrize("path", [each for each in RECORDED if each != OLDEST], ids=lambda path: path.stem)
def test_a_store_of_this_version_needs_no_upgrade(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = _refused(str(path), f"sqlite:///{tmp_path / 'new.db'}", capsys)
    assert said.endswith("this store is of this version and needs no upgrade\n")


def test_a_store_that_was_upgraded_needs_no_upgrade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "two.db"))
    upgrade_command(db=str(OLDEST), into=first)
    assert _refused(first, second, capsys).endswith("made by an upgrade and needs no other\n")


def _refused(db: str, into: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The message of a command that refuses to upgrade."""
    with pytest.raises(CannotRead):
        upgrade_command(db=db, into=into)
    return capsys.readouterr().err


# Rounds that were open --------------------------------------------------------------------------------------
def _rounds(source: Store, stream: str) -> list[list[tuple[int, Event]]]:
    """The events of every round of a device, from the close to the reveal, each with its version."""
    found: list[list[tuple[int, Event]]] = []
    current: list[tuple[int, Event]] = []
    for envelope in source.read(stream):
        event = events.OLD.read(envelope.body)
        if isinstance(event, CLOSES):
            current = [(envelope.version, event)]
        elif current:
            current.append((envelope.version, event))
        if isinstance(event, SeedRevealed) and current:
            found.append(current)
            current = []
    return [each for each in found if not any(isinstance(event, RoundVoided) for _, event in each)]


with export.open(str(OLDEST)) as _source:
    TABLES = tables_of(_source)


@pytest.mark.parametrize("after", [CLOSES, OutcomeCalled, Settled], ids=["closed", "called", "settled"])
@pytest.mark.parametrize("stream", TABLES)
def test_a_round_closed_before_an_upgrade_gets_the_outcome_of_the_old_log(
    stream: str, after: Any, tmp_path: Path
) -> None:
    """The old server was killed before it revealed the seed: the new one draws from the old digest, and proves it."""
    with old() as whole:
        made = _rounds(whole, stream)[-1]
        cut = max(version for version, event in made if isinstance(event, after))
        row = next(
            row for row in whole.commands() if row.stream == stream and row.first <= cut <= row.last
        )  # only complete commands
    proof = made[-1][1].proof  # type: ignore[attr-defined]
    with old(stream, row.last) as source, store.open("memory:") as kept:
        upgrade.upgrade(source, kept, 1)
        found = audit(kept)
        known, before = {each for each in OTHERWISE[OLDEST.stem] if each[0] == stream}, found.proofs
        assert decided_otherwise(found) == known
        with _device(tmp_path, proof) as device:
            revealed = _plays_on(kept, stream, device)
        assert (revealed.log, revealed.seed, revealed.outcome) == (proof.log, proof.seed, proof.outcome)
        assert [each.word for each in revealed.draws] == [each.word for each in proof.draws]
        found = audit(kept)
        assert (found.fault, decided_otherwise(found), found.proofs) == (None, known, before + 1)


@contextmanager
def _device(folder: Path, proof: Proof) -> Iterator[Keeper]:
    """A device that finds the seed which an older server kept among its secrets."""
    vault = Vault(folder / "secrets")
    (vault.folder / f"{proof.commitment}.seed").write_bytes(bytes.fromhex(proof.seed))
    with closing(Keeper(vault.device_folder())) as made:
        yield made


def _plays_on(kept: Store, stream: str, device: Keeper) -> Proof:
    """Resume the table, let the crew finish the round, and return its proof."""
    table_id = stream.removeprefix("table/")
    host = Host(kept, stream)
    table = Hosted(host=host, state=host.state, number=host.state.at)  # own ids, and later times
    source = Electronic(kept, device, table_id)

    def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
        table.do(word, who, **fields)
        return f"c{table.number}"

    crew = Driver(lambda: table.state, give, source, staff=by)
    table.do("resume", by("system"))
    source.reopen(table.state)
    crew.run(OpenBetting)
    host.close()
    made = [events.read(envelope.body) for envelope in kept.read(stream)]
    return next(event.proof for event in reversed(made) if isinstance(event, SeedRevealed))


def test_draws_after_an_upgrade_still_use_the_old_log(tmp_path: Path) -> None:
    """Not from the new log, whose digests differ."""
    stream = "table/R0"
    with old() as whole:
        made = _rounds(whole, stream)[-1]
    proof = made[-1][1].proof  # type: ignore[attr-defined]
    with old(stream, made[0][0]) as source, store.open("memory:") as kept:
        upgrade.upgrade(source, kept, 1)
        state = load(kept, stream)[0]
        with _device(tmp_path, proof) as device:
            resumed = Electronic(kept, device, stream.removeprefix("table/"))
            resumed.reopen(state)
            resumed.fetch(state)
        close = next(kept.read(stream, made[0][0] - 1))
        assert resumed.log == proof.log != close.digest.hex()
        assert record.drawn_from(kept, stream)[made[0][0]] == proof.log
        assert resumed.shows(state) == proof.draws[0].outcome


@pytest.mark.parametrize("stream", TABLES)
def test_the_page_of_a_round_from_before_an_upgrade_has_the_old_digest(stream: str) -> None:
    """Its entries have other bytes now, so they are not offered for computing that digest."""
    with old() as source, store.open("memory:") as kept:
        upgrade.upgrade(source, kept, 1)
        table = stream.removeprefix("table/")
        history = History(kept, table, PastSnapshots(kept, table, SIGNER))
        for made in _rounds(source, stream):
            proof = made[-1][1].proof  # type: ignore[attr-defined]
            past = history.round(proof.round)
            assert past is not None
            assert past.proof == proof
            assert past.log == proof.log
            assert log_entries.of(kept, past) is None
