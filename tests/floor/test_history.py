"""Past rounds as the log has them, read from its beginning or from snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store
from croupier.floor import history as past_rounds
from croupier.floor import past_snapshots
from croupier.floor.crew.paced import Pace
from croupier.floor.past_snapshots import PastSnapshots
from croupier.host import load
from croupier.store import Signer, Store
from croupier.table import begin, digest, events, evolve, stream_of
from croupier.table.acts.round.settling import Drawn
from croupier.table.shapes import SNAPSHOTS
from tests.support.web import ROUNDS, Server, Visitor, check, past_of, rounds_of, short_shift


@pytest.fixture(scope="module")
def played() -> Iterator[Store]:
    """One for all tests of this module."""
    with short_shift() as kept:
        yield kept


@pytest.fixture
def signer() -> Signer:
    """The key of a server."""
    return Signer(Ed25519PrivateKey.generate())


@pytest.mark.parametrize("table", ["R00", "C1", "B6"])
def test_past_rounds_are_what_the_log_settled(played: Store, table: str) -> None:
    past = past_of(played, table)
    settled: dict[int, tuple[Any, ...]] = {}
    for envelope in played.read(stream_of(table)):
        event = events.read(envelope.body)
        word = envelope.kind.partition("/")[0]
        if word == "settled" and getattr(event, "stage", "") == "round":
            settled[event.round] = event.outcome, event.rows  # type: ignore[attr-defined]
        elif word == "outcome-corrected" and event.round in settled:  # type: ignore[attr-defined]
            settled[event.round] = event.now, event.rows  # type: ignore[attr-defined]
    assert len(settled) >= ROUNDS - 4
    for number, (outcome, rows) in settled.items():
        found = past.round(number)
        assert found is not None
        assert found.outcome == outcome
        assert found.rows[: len(rows)] == rows
        assert found.done
    latest_first = [(number, settled[number][0]) for number in sorted(settled, reverse=True)]
    assert past.last(1000) == latest_first
    assert past.last(5) == latest_first[:5]


def test_a_round_has_the_draws_that_it_called_for(played: Store) -> None:
    drawn: list[tuple[str, str]] = []
    for envelope in played.read(stream_of("R00")):
        if envelope.kind.startswith("drawn/"):
            event = events.read(envelope.body)
            assert isinstance(event, Drawn)
            drawn.append((event.of, event.result))
    assert {of for of, _ in drawn} == {"award", "bonus"}
    found = [(draw.of, draw.result) for past in rounds_of(played, "R00") for draw in past.draws]
    assert found == drawn


def test_a_correction_is_kept_with_its_round(played: Store) -> None:
    for table in ("R00", "C1", "B6"):
        stages = [each.stage for past in rounds_of(played, table) for each in past.corrections]
        logged = [
            str(getattr(events.read(envelope.body), "stage", ""))
            for envelope in played.read(stream_of(table))
            if envelope.kind.startswith("outcome-corrected/")
        ]
        assert sorted(stages) == sorted(logged)
        for past in rounds_of(played, table):
            if past.corrections:
                assert past.outcome == past.corrections[-1].now


def test_there_is_no_round_before_the_first_nor_after_the_last(played: Store) -> None:
    past = past_of(played, "R00")
    state, _ = load(played, stream_of("R00"))
    assert past.round(0) is None
    assert past.round(state.round + 1) is None
    assert past_of(played, "nobody").round(1) is None


def test_an_old_round_is_read_again_as_it_was(played: Store, monkeypatch: pytest.MonkeyPatch, signer: Signer) -> None:
    whole = past_of(played, "R00")
    wanted = [whole.round(number) for number in range(1, ROUNDS + 1)]
    monkeypatch.setattr(past_rounds, "KEPT", 8)
    monkeypatch.setattr(past_snapshots, "EVERY", 5)
    for _ in range(2):  # the second starts with the snapshots of the first
        small = past_of(played, "R00", signer)
        assert [small.round(number) for number in range(1, ROUNDS + 1)] == wanted
        assert len(small.snapshots._known) >= 4


def test_a_snapshot_from_the_middle_of_a_round_gives_the_same_rounds(
    played: Store, monkeypatch: pytest.MonkeyPatch, signer: Signer
) -> None:
    """As a running floor saves them, at any moment."""
    monkeypatch.setattr(past_snapshots, "EVERY", 5)
    whole = past_of(played, "C1")
    state, kept, between = begin("C1"), PastSnapshots(played, "C1", signer), _openings(played, "C1")
    for number, envelope in enumerate(played.read(stream_of("C1"))):
        state = evolve(state, events.read(envelope.body))
        if number % 7 == 0 and envelope.version not in between:
            kept.keep(state, envelope.version)
    assert len(kept._known) >= 4
    for number in range(ROUNDS, 0, -1):
        found, version = kept.before(number)
        assert 0 <= number - 1 - found.round < 9
        assert (version == 0) == (found.round == 0)
        assert past_of(played, "C1", signer).round(number) == whole.round(number)


def _openings(kept: Store, table: str) -> set[int]:
    """The versions just before a round opens."""
    return {each.version - 1 for each in kept.read(stream_of(table)) if each.kind.startswith("betting-opened/")}


def test_an_unsigned_snapshot_is_ignored(played: Store, monkeypatch: pytest.MonkeyPatch, signer: Signer) -> None:
    """Somebody who can write to the store cannot invent past rounds with a snapshot of their own."""
    monkeypatch.setattr(past_snapshots, "EVERY", 5)
    true, kept = past_of(played, "B6", signer), PastSnapshots(played, "B6", signer)
    wanted = true.round(9)
    assert kept.before(9)[0].round == 5
    state, version = load(played, stream_of("B6"))
    sealed = signer.snapshot(stream_of("B6"), version, b"", digest(state), SNAPSHOTS.write(state))
    other = sealed._replace(body=SNAPSHOTS.write(begin("B6")))
    for number, forged in enumerate((sealed._replace(signature=bytes(64)), sealed, other, b"none")):
        name, made = f"{kept._key}/8/{version + number}", [(past_snapshots.KIND, msgspec.msgpack.encode(forged))]
        played.append(kept.stream, 4 + number, name, made, at=state.at)
    again = PastSnapshots(played, "B6", signer)
    assert again.before(9)[0].round == 5
    assert len(again._known) == 4 + 4
    assert past_of(played, "B6", signer).round(9) == wanted


def test_a_running_server_keeps_snapshots(tmp_path: Path) -> None:
    """Even if nobody looked at past rounds, after a restart they are read from snapshots."""
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    quick = Pace(window=0.03, spin=0.01, rest=0.01, show=0.01, offer=0.01)
    with Server(db, "R0", pace=quick) as server:
        with Visitor(server).at("R0", watching=True) as line:
            line.until(
                lambda: line.view.get("round", 0) > 2 * past_snapshots.EVERY, 60
            )  # a look is taken every half second
        assert server.end() == 0
    with store.open(db) as kept:
        signer = Signer.open(Path(f"{tmp_path / 'pit.db'}.secrets") / "heads.key")
        state, version = PastSnapshots(kept, "R0", signer).before()
        assert state.round >= past_snapshots.EVERY
        assert evolved(kept, "R0", version) == digest(state)
    check(db, "R0")


def evolved(kept: Store, table: str, version: int) -> bytes:
    """The digest of a table's state after all events up to a version."""
    state = begin(table)
    for envelope in islice(kept.read(stream_of(table)), version):
        state = evolve(state, events.read(envelope.body))
    return digest(state)


def test_outcomes_are_found_from_the_end(played: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No matter how few events are read first, and as far back as outcomes are kept."""
    wanted = past_of(played, "R00").last(ROUNDS)
    for span in (1, 3, 50, 10**6):
        monkeypatch.setattr(past_rounds, "SPAN", span)
        assert past_of(played, "R00").last(ROUNDS) == wanted
    past = past_of(played, "R00")
    assert past.last(3) == past.last(3) == wanted[:3]


def test_a_device_round_has_its_seal_its_proof_and_the_log_at_the_close(played: Store) -> None:
    proved = [found for found in rounds_of(played, "R00") if found.proof is not None]
    assert proved
    for found in proved:
        assert found.proof is not None
        assert found.proof.commitment == found.seal
        assert found.proof.round == found.number
        if found.proof.draws:
            assert found.proof.log == found.log
            assert found.voided is not None or found.proof.outcome == found.outcome
    assert any(found.proof is not None and found.proof.draws for found in proved)
    assert any(found.voided is not None for found in proved)
