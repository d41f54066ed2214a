"""Whole shifts as past versions wrote them: upgraded if needed, opened, replayed to their ends, audited.

Each file of `tests/recorded/` is an export of a shift at tables of every game, named by its version; the first is of
commit 1c412e8, whose events do not record what they changed. A release adds one with
`tests/support/recorded/shift.py`, and none is ever changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import __version__, felt, house, store
from croupier.cli.upgrade import upgrade as upgrade_command
from croupier.core.refusal import Code, refuse
from croupier.floor import demonstration
from croupier.games.craps.facts import CrapsTable
from croupier.host import Host, export, load
from croupier.host.audit import Audit, audit
from croupier.host.opening import AnotherVersion
from croupier.host.upgrade import record, upgrade
from croupier.house import reader
from croupier.house.house import Limit
from croupier.store import Store
from croupier.table import State, acts, begin, digest, events, evolve, houses, settle, stream_of
from croupier.table.acts import coupons
from croupier.table.acts.coupons import CouponPlaced
from croupier.table.acts.device import SeedRevealed
from croupier.table.acts.money import tips
from croupier.table.acts.money.tips import Tipped
from croupier.table.acts.wagers import betting
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.effects import completed
from croupier.text.facts import Person
from tests.support.recorded import shift
from tests.support.recorded.files import OLDEST, OTHERWISE, RECORDED, decided_otherwise
from tests.support.recorded.shift import kinds_of, tables_of
from tests.support.recorded.states import digest as digest_of_states
from tests.support.stores import LASTING, SIGNER, chosen
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

#: The kinds of event that the version had when its shift was recorded, in their present versions: all of its kinds.
with export.open(str(RECORDED[0].parent / f"{__version__}.txt")) as _kept:
    _bodies = [envelope.body for stream in tables_of(_kept) for envelope in _kept.read(stream)]
RELEASED = {events.WORDS[type(events.read(body))] for body in _bodies}
#: A digest of every state of each table, as the version that recorded it has worked it out: by file and table.
STATES: dict[str, dict[str, str]] = msgspec.json.decode((RECORDED[0].parent / "states.json").read_bytes())


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """A recorded shift, opened by this version."""
    with export.open(str(path)) as source:
        if path != OLDEST:
            yield source
            return
        with store.open("memory:") as target:
            upgrade.upgrade(source, target, 1)
            yield target


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_shift_opens_and_holds(path: Path) -> None:
    with opened(path) as kept:
        found = audit(kept)
        assert (found.fault, decided_otherwise(found)) == (None, OTHERWISE.get(path.stem, set()))
        assert found.rounds >= 3 * len(tables_of(kept)) - 3  # a voided round is not settled
        assert found.proofs >= 6
        games = set()
        for stream in tables_of(kept):
            games.add(load(kept, stream)[0].game)
            assert digest_of_states(_states(kept, stream)) == STATES[path.stem][stream]
        assert games == {"roulette", "craps", "big-six"}


def test_the_shift_of_this_version_has_electronic_devices() -> None:
    with export.open(str(RECORDED[0].parent / f"{__version__}.txt")) as kept:
        electronic = [stream for stream in tables_of(kept) if _has_proof_of_a_draw(kept, stream)]
    assert len(electronic) >= 3


def test_a_shift_without_some_kind_of_event_is_not_recorded(tmp_path: Path) -> None:
    """A release must record every kind of event that its version knows."""
    with pytest.raises(AssertionError, match=r"rounds.py makes no \['souvenir-bought/1'\]"):
        shift.record("next", tmp_path, (*RELEASED, "souvenir-bought/1"))
    assert list(tmp_path.iterdir()) == []


def _has_proof_of_a_draw(kept: Store, stream: str) -> bool:
    read = (events.read(envelope.body) for envelope in kept.read(stream))
    return any(isinstance(event, SeedRevealed) and event.proof.draws for event in read)


def test_a_shift_is_recorded_by_one_command_and_always_the_same(tmp_path: Path) -> None:
    states = tmp_path / "states.json"
    written = []
    for _ in range(2):
        states.write_text("{}", encoding="utf-8")
        shift.record("next", tmp_path)
        written.append(((tmp_path / "next.txt").read_bytes(), states.read_bytes()))
    assert written[0] == written[1]
    assert msgspec.json.decode(written[0][1])["next"].keys() == {stream_of(table) for table in shift.TABLES}
    with export.open(str(tmp_path / "next.txt")) as kept:
        assert audit(kept).holds
        assert len(tables_of(kept)) == len(shift.TABLES)


@pytest.mark.parametrize("secret", [f"secret {number}" for number in range(12)])
def test_a_shift_has_everything_whatever_its_devices_draw(secret: str) -> None:
    """Whatever a device draws from its seeds and the bytes of the log, the shift has every kind of event."""
    with shift.scripted_shift(secret=secret) as kept:
        kinds = kinds_of(kept)
        stages = {
            (stream, getattr(events.read(envelope.body), "stage", None))
            for stream in tables_of(kept)
            for envelope in kept.read(stream)
            if envelope.kind.startswith("outcome-corrected/")
        }
        passes = [
            CrapsTable.of(evolved.felt).hand.passes
            for evolved in _states(kept, "table/C1")
            if evolved.play is not None
        ]
    assert kinds >= RELEASED
    corrected = ("before-payment", "after-payment", "later")
    assert stages == {(f"table/{table}", stage) for table in ("R00", "C1", "B6") for stage in corrected}
    assert max(passes) > 0


def _states(kept: Store, stream: str) -> Iterator[State]:
    state = begin(stream.removeprefix("table/"))
    for envelope in kept.read(stream):
        state = evolve(state, events.read(envelope.body))
        yield state


def _asks_a_rule(value: object) -> bool:
    """Whether a function decides, refuses, or computes the effects of an event."""
    returns = str(getattr(value, "__annotations__", {}).get("return", ""))
    return callable(value) and any(kind in returns for kind in ("Decided", "Refusal", "Effects"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_replay_asks_no_rule_and_reads_no_house(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any rule of play and without the reader of houses, a log still gives the same state, byte for byte."""
    with opened(path) as kept:
        stream = {each: [envelope.body for envelope in kept.read(each)] for each in tables_of(kept)}
        whole = {each: digest(load(kept, each)[0]) for each in stream}

    def no(*_: Any, **__: Any) -> Any:
        raise AssertionError("replay asked a rule")

    houses.named.cache_clear()
    for name in ("act", "outcome", "void", "choose", "drawn", "shooter", "repaired", "under", "wager"):
        monkeypatch.setattr(felt.Felt, name, no)
    monkeypatch.setattr(houses, "house_of", no)
    monkeypatch.setattr(reader, "read_text", no)
    for name in ("play", "voided", "returned", "rows", "rows_of"):
        monkeypatch.setattr(settle, name, no)
    for module in (*acts.MODULES, betting):  # decisions and effects stand there beside what applies an event
        ruling = [name for name, value in vars(module).items() if _asks_a_rule(value)]
        assert ruling or not vars(module).get("ACTS", True)  # a module without commands decides nothing
        for name in ruling:
            monkeypatch.setattr(module, name, no)
    for name, bodies in stream.items():
        state: State = begin(name.removeprefix("table/"))
        for body in bodies:
            state = evolve(state, events.read(body))
        assert digest(state) == whole[name]
    houses.named.cache_clear()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_stricter_limit_opens_the_past_and_names_what_it_would_refuse(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a lower maximum in a later version, tables open and continue; an audit lists the wagers above it."""
    most = 5_00
    with opened(path) as kept:
        due = set()
        for stream in tables_of(kept):
            first: dict[str, int] = {}  # a command is named at its first event
            for envelope in kept.read(stream):
                first.setdefault(envelope.command, envelope.version)
                event = events.read(envelope.body)
                if isinstance(event, WagerPlaced) and event.amount > most:
                    due.add((stream, first[envelope.command]))
        before = {stream: digest(load(kept, stream)[0]) for stream in tables_of(kept)}
        assert due
        limit = house.House.limit

        def stricter(self: house.House, wager: Any) -> Limit:
            posted = limit(self, wager)
            return Limit(min(posted.least, most), min(posted.most, most))

        monkeypatch.setattr(house.House, "limit", stricter)
        found: Audit = audit(kept)
        assert {stream: digest(load(kept, stream)[0]) for stream in before} == before
    assert found.fault is None
    named = {(each.stream, each.version): each.otherwise for each in found.differences}
    assert named.keys() >= due
    for place in due:
        assert re.match(r"round [0-9]+\Z", named[place].where)
        assert "it is refused: " in named[place].says
    assert {"30-2207", "30-2703(7)"} <= {each.cite for each in named.values()}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_stricter_decision_is_named_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are decided again, not only their effects: here with stricter rules for coupons and tips."""
    with opened(path) as kept:
        due = {
            (stream, envelope.version)
            for stream in tables_of(kept)
            for envelope in kept.read(stream)
            if isinstance(events.read(envelope.body), (CouponPlaced, Tipped))
        }
        known = OTHERWISE.get(path.stem, set())
        assert decided_otherwise(audit(kept)) == known
        no = refuse(Code.PATRON_EXCLUDED, player=Person("ann"))
        monkeypatch.setattr(coupons, "_coupon_taken", lambda *_: no)
        monkeypatch.setattr(tips, "_tapped", lambda *_: no)
        found = audit(kept)
    assert due
    assert decided_otherwise(found) == due | known


# Upgrading --------------------------------------------------------------------------------------------------
@pytest.fixture(params=LASTING)
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request, tmp_path, monkeypatch)


def test_an_old_store_is_refused_and_says_what_to_do() -> None:
    with store.open("memory:") as kept:
        with export.open(str(OLDEST)) as source:
            export.copy(source, kept)
        for stream in tables_of(kept):
            with pytest.raises(AnotherVersion, match="croupier upgrade"):
                Host(kept, stream, signer=SIGNER)
        fault = audit(kept).fault
    assert fault is not None
    assert "croupier upgrade" in fault.what


def test_an_upgrade_names_the_old_heads_and_keeps_every_answer(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = OLDEST.read_bytes()
    upgrade_command(db=str(OLDEST), into=place)
    assert OLDEST.read_bytes() == before
    assert "978 events" in capsys.readouterr().out
    with export.open(str(OLDEST)) as source, export.open(place, reading=True) as kept:
        first = next(kept.read(record.STREAM))
        said = msgspec.json.decode(first.body, type=record.Upgraded)
        heads = {each.stream: (each.version, each.digest) for each in said.streams}
        assert heads == {
            stream: (source.version(stream), list(source.read(stream))[-1].digest.hex())
            for stream in tables_of(source)
        }
        for row in source.commands():
            now = kept.answer(row.stream, row.command)
            assert now is not None
            assert (now.first, now.last, now.content, now.answer) == (row.first, row.last, row.content, row.answer)
        for stream in tables_of(source):
            for old, new in zip(source.read(stream), kept.read(stream), strict=True):
                was, now_is = events.OLD.read(old.body), events.read(new.body)
                for name in msgspec.json.decode(old.body).keys() - {"event"}:
                    assert getattr(now_is, name) == getattr(was, name), name


def test_an_upgraded_table_plays_on(place: str) -> None:
    upgrade_command(db=str(OLDEST), into=place)
    with store.open(place) as kept:
        host = Host(kept, stream_of("R0"), signer=SIGNER)
        assert host.state.phase == "closed"
        assert host.state.round > 0
        host.close()
        found = audit(kept)
        assert (found.fault, decided_otherwise(found)) == (None, OTHERWISE[OLDEST.stem])


def test_an_upgrade_goes_into_an_empty_store_only(place: str) -> None:
    upgrade_command(db=str(OLDEST), into=place)
    with (
        export.open(str(OLDEST)) as source,
        store.open(place) as kept,
        pytest.raises(upgrade.CannotUpgrade, match="is not empty"),
    ):
        upgrade.upgrade(source, kept, 1)


def test_an_event_that_would_be_decided_differently_is_not_upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    with export.open(str(OLDEST)) as source, store.open("memory:") as kept:

        def other(state: State, event: Any) -> Any:
            done = completed(state, event)
            return msgspec.structs.replace(done, moved=done.moved + 1) if isinstance(done, WagerPlaced) else done

        monkeypatch.setattr(upgrade, "completed", other)
        with pytest.raises(upgrade.CannotUpgrade, match=r"decided otherwise today: .*to upgrade"):
            upgrade.upgrade(source, kept, 1)


def test_a_damaged_store_is_not_upgraded(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    lines = OLDEST.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b"".join(lines[:5] + lines[6:]))
    with pytest.raises(SystemExit) as ended:
        _run(lambda: upgrade_command(db=str(damaged), into=f"sqlite:///{tmp_path / 'new.db'}"))
    assert ended.value.code == 2


def _run(command: Any) -> None:
    from croupier.cli import CannotRead

    try:
        command()
    except CannotRead:
        raise SystemExit(2) from None


def test_houses_of_the_presets_are_read_when_they_are_needed() -> None:
    text = houses.text_of(house.load("colorado-craps"))
    unread = houses.named(text, "some version")
    assert type(unread).__name__ == "UnreadHouse"
    assert unread.version == "some version"
    assert unread.game_name == "craps"
    assert type(unread) is house.House
    assert unread.version == "some version"


def test_a_house_keeps_the_exact_text_of_the_log(tmp_path: Path) -> None:
    """The snapshot of a table whose house was parsed equals that of a replay that did not parse it."""
    db = f"sqlite:///{tmp_path / 'store.db'}"
    with store.open(db) as kept:
        host = Host(kept, stream_of("R0"), signer=SIGNER)
        table = Hosted(host=host)
        house = demonstration.houses(delay=0)["R0"]
        table.do("open-table", by("pit-supervisor"), house=house, bank=1_000_00, dealer="dee")
        table.sits("ann", 1)
        assert host.state.house.electronic_device, "the house was read"
        host.close()
    houses.named.cache_clear()
    with store.open(db) as kept:
        found = audit(kept)
    assert (found.snapshots, found.holds) == (1, True)


def test_an_upgrade_that_stopped_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(state: State, envelope: Any) -> Any:
        if envelope.stream == "table/R0":
            raise upgrade.CannotUpgrade("stopped")
        return with_effects(state, envelope)

    with_effects = upgrade._with_effects
    with export.open(str(OLDEST)) as source, store.open("memory:") as kept:
        monkeypatch.setattr(upgrade, "_with_effects", stops)
        with pytest.raises(upgrade.CannotUpgrade):
            upgrade.upgrade(source, kept, 1)
        fault = audit(kept).fault
    assert fault is not None
    assert "did not finish" in fault.what


def test_a_second_record_of_an_upgrade_is_a_fault_and_counts_for_nothing() -> None:
    with opened(OLDEST) as kept:
        stream = next(each for each in tables_of(kept) if record.drawn_from(kept, each))
        before = record.drawn_from(kept, stream)
        other = record.Upgraded("9", (record.Old(stream, 1, "", {3: "ab" * 32}),))
        kept.append(record.STREAM, 2, "again", [(record.WORD, msgspec.json.encode(other))], at=2)
        assert record.drawn_from(kept, stream) == before
        fault = audit(kept).fault
    assert fault is not None
    assert (fault.stream, fault.version) == (record.STREAM, 3)


def test_a_house_that_a_later_version_refuses_is_a_difference_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    houses.named.cache_clear()
    with opened(RECORDED[0]) as kept:
        before = {stream: digest(load(kept, stream)[0]) for stream in tables_of(kept)}
        houses.named.cache_clear()
        monkeypatch.setattr(houses, "house_of", lambda _: refuse(Code.HOUSE_UNSOUND, "variations", house="it"))
        found = audit(kept)
        assert {stream: digest(load(kept, stream)[0]) for stream in before} == before
    houses.named.cache_clear()
    assert found.fault is None
    assert found.otherwise > 100
