"""An operator with all keys who wants to choose an outcome: without a delay it works, with one a terminal catches it.

The operator has the server, the store, the seeds and the key of the device (`tests/support/cheating.py`). The
terminals are real sockets; `tests/web/browser/test_witness.py` makes the same checks in a browser.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store as stores
from croupier.cli.verify_round import read as read_proof
from croupier.cli.verify_round import verify_round
from croupier.core.delay import LEAST, PATIENCE_MS, speed_needed
from croupier.device.keeper import Keeper
from croupier.device.messages import Shut
from croupier.documents.claims import what_it_shows
from croupier.floor.crew.act import Act
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Electronic
from croupier.host import Host
from croupier.host.audit import audit
from croupier.host.audit.devices import compare
from croupier.store import Fault, Signer
from croupier.table import By, State, outcomes, stream_of, witness
from croupier.table.acts.device import chance_of
from croupier.table.closing import Closing, closing_digest, delayed, signed_bytes, tree
from croupier.table.proof import Proof, Verified, prove, to_json, verify
from tests.support.browser.people import Demonstration
from tests.support.cheating import Cheating
from tests.support.table.hosted import Hosted
from tests.support.table.play import by
from tests.support.web import FAST, Server, Visitor, check
from tests.support.witness import Witness, together, witness_at

FEW = 200_000  # iterations, where it does not matter how long they take
TRIES = 3  # rounds until all terminals were prompt enough, also on a busy machine
CLAIM = "not a player, and not the house"


# Without a delay --------------------------------------------------------------------------------------------
def test_without_a_delay_the_house_chooses_and_nothing_says_otherwise(tmp_path: Path) -> None:
    """17 comes as often as the house likes: it tries ids of the closing command. Every check passes."""
    with Demonstration(f"sqlite:///{tmp_path}/pit.db", "R00") as server, Visitor(server).at("R00") as line:
        for number in range(1, 5):
            line.until_betting()
            server.comes("R00", "17")
            line.until_event("betting-opened")
            proof = read_proof(server.get(f"/tables/R00/rounds/{number}/proof.json").text)
            assert (proof.outcome, isinstance(verify(proof), Verified)) == ("17", True)
            assert "It does not show that the house did not choose it." in " ".join(what_it_shows(proof))
            assert CLAIM not in server.get(f"/tables/R00/rounds/{number}").text
        assert "not even the house can choose" not in server.get("/tables/R00/rules").text


# With a delay: an honest house ------------------------------------------------------------------------------
def test_an_honest_house_is_in_time_and_everybody_can_check_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a device process of its own and the least delay: a player and a spectator take part."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with Server(db, "R00", "B6", pace=FAST, delay=LEAST) as server:
        with (
            witness_at(Visitor(server), "R00") as ann,
            witness_at(Visitor(server), "R00", watching=True) as bob,
        ):
            for _ in range(TRIES):
                proof = together(ann, bob)
                number = proof.round
                warned = [each.warns(number) for each in (ann, bob)]
                if warned == [None, None]:
                    break
            assert warned == [None, None]
            assert proof.closing is not None
            assert proof.closing.terminals == 2
            assert ann.seen[number].key in server.get("/tables/R00/rules").text
        assert CLAIM in server.get(f"/tables/R00/rounds/{number}").text
        assert server.end() == 0
    check(db, "R00", "B6")
    _saved(tmp_path, proof, ann)
    assert _verified(tmp_path) == 0
    assert "Your terminal took part" in capsys.readouterr().out


def _saved(folder: Path, proof: Proof, terminal: Witness) -> None:
    """What a player saves: the proof, and what the terminal saw."""
    (folder / "proof.json").write_text(to_json(proof), encoding="utf-8")
    (folder / "seen.json").write_bytes(msgspec.json.encode(terminal.seen[proof.round]))


def _verified(folder: Path) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        verify_round(folder / "proof.json", seen=folder / "seen.json")
    return ended.value.code


# With a delay: an operator who cheats -----------------------------------------------------------------------
@pytest.fixture(scope="module")
def cheating(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cheating]:
    """One table for each attack. At the end every log is in order: only the terminals know."""
    db = f"sqlite:///{tmp_path_factory.mktemp('pit')}/pit.db"
    ways = {"R00": ("swaps", FEW), "R000": ("omits", FEW), "B6": ("splits", FEW)}
    with Cheating(db, ways) as server:
        yield server
        assert server.end() == 0
    check(db, *ways)


def _plays(terminal: Witness) -> tuple[int, Proof]:
    """Take part in a whole round; return its number and its proof, which is valid by itself."""
    terminal.until(lambda: terminal.seen)
    number = max(terminal.seen)
    proof = terminal.until_proof(number)
    assert isinstance(verify(proof), Verified)
    return number, proof


def test_trying_closings_takes_too_long(tmp_path: Path) -> None:
    """Two candidates at once with the least delay: each takes longer than a terminal waits."""
    begun = time.monotonic()
    delayed("0" * 64, LEAST // 10)
    speed = LEAST / 10 / (time.monotonic() - begun)
    assert speed < speed_needed(LEAST), f"{speed:,.0f} iterations a second here: {LEAST:,} of them are too few"
    db = f"sqlite:///{tmp_path}/pit.db"
    with Cheating(db, {"R0": ("tries", LEAST)}) as server, witness_at(Visitor(server), "R0") as ann:
        ann.until(lambda: ann.seen)
        number = max(ann.seen)
        waited = ann.until(lambda: ann.seen[number].waited, timeout=60)
        assert waited > PATIENCE_MS
        warned = ann.warns(number)
    assert warned is not None
    assert "did not come within 500 milliseconds" in warned.message


def test_a_nonce_that_is_left_out_is_noticed(cheating: Cheating) -> None:
    """A closing that the house chose before it announced the close comes in time, but lacks the terminal's nonce."""
    with witness_at(Visitor(cheating), "R000") as ann:
        number, _ = _plays(ann)
        assert ann.seen[number].waited is not None
        warned = ann.warns(number)
    assert warned is not None
    assert "is not in the closing" in warned.message


def test_a_closing_that_is_exchanged_is_proved_to_everybody(
    cheating: Cheating, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The terminal was content at the close. Its signed closing and the published proof convict the house."""
    with witness_at(Visitor(cheating), "R00") as ann:
        number, proof = _plays(ann)
        assert witness.fault(ann.seen[number]) is None
        warned = ann.warns(number)
    assert warned is not None
    assert "The device has signed that one" in warned.message
    _saved(tmp_path, proof, ann)
    assert _verified(tmp_path) == 1
    assert "this proves to everybody that it was exchanged" in capsys.readouterr().out


def test_terminals_with_different_closings_cannot_both_be_right(cheating: Cheating) -> None:
    """Each terminal alone is content at the close, but the round is drawn from one closing."""
    with (
        witness_at(Visitor(cheating), "B6", watching=True) as ann,
        witness_at(Visitor(cheating), "B6", watching=True) as bob,
    ):
        number = together(ann, bob).round
        assert [witness.fault(each.seen[number]) for each in (ann, bob)] == [None, None]
        warned = [each.warns(number) for each in (ann, bob)]
    assert sorted(each is None for each in warned) == [False, True]
    assert ann.seen[number].closing != bob.seen[number].closing


# With a delay: an operator who deceives the device too ------------------------------------------------------
class Swapping(Electronic):
    """Shows the device one closing, and publishes and draws from another one, signed with the device's stolen key."""

    @property
    def keeper(self) -> Keeper:
        """The device, which the operator can open."""
        assert isinstance(self._device, Keeper)
        return self._device

    def took(self, shut: Shut) -> None:
        """Replace the closing that counts."""
        assert shut.closing is not None
        seal = self.keeper.rounds[self.commitment].seal
        nonces, _ = tree(["ab" * 16])
        root, _ = tree([closing_digest(seal.table, seal.round, shut.log, nonces, 1)])
        other = type(shut.closing)(shut.log, nonces, 1, root, (), shut.closing.iterations)
        message = signed_bytes(seal.table, seal.round, seal.commitment, other)
        stolen = Signer.open(self.keeper.folder / "device.key")
        self.chosen = Closing(**asdict(other), delayed=delayed(root, other.iterations))
        super().took(Shut(shut.log, other, stolen.sign(message).hex()))

    def fetch(self, state: State, of: str = outcomes.OUTCOME) -> None:
        """Draw without the device."""
        seal = self.keeper.rounds[self.commitment].seal
        self._drawn = outcomes.draw(seal, self.chosen, 1, of, chance_of(state, of))

    def open(self) -> None:
        """The operator knows the seed."""

    def revealed(self, commitment: str) -> None:
        """The device does not hear of it."""

    def proof(self, state: State) -> Proof:
        """A proof that is valid by itself."""
        return prove(self.keeper.rounds[self.commitment].seal, self.chosen, self._draws)


class Resigning(Electronic):
    """Publishes the right closing with a signature that the device has not made."""

    def closing(self) -> Mapping[str, Any]:
        """The same closing, with another key."""
        told, own = super().closing(), Signer(Ed25519PrivateKey.generate())
        message = signed_bytes("T1", 1, self.commitment, told["closing"])
        return {**told, "key": own.public.hex(), "signature": own.sign(message).hex()}


def _compared(folder: Path, kind: type[Electronic]) -> Fault | None:
    """Play a round with such a source; the table's log passes every check. Compare it with the device's."""
    with stores.open("memory:") as kept:
        with closing(Keeper(folder / "device")) as keeper:
            host = Host(kept, stream_of("T1"))
            table = Hosted(host=host, state=host.state)
            table.opened("colorado-double-zero", device__electronic=True, device__delay=1_000)
            source = kind(kept, keeper, "T1")

            def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
                table.do(word, who, **fields)
                return f"{table.ids}{table.number}"

            driver = Driver(lambda: host.state, give, source, staff=by)
            while not host.state.revealed:
                assert isinstance(driver.step(), Act)
            host.close()
        assert audit(kept).fault is None
        with stores.open(f"sqlite:///{folder}/device/log.db", reading=True) as log:
            return compare(kept, log).fault


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Electronic, None),
        (Swapping, "the device was shown another closing first"),
        (Resigning, "has another signature than the device gave"),
    ],
)
def test_the_log_of_the_device_has_the_closing_that_it_was_shown(
    kind: type[Electronic], says: str | None, tmp_path: Path
) -> None:
    fault = _compared(tmp_path, kind)
    assert (fault is None) is (says is None)
    assert fault is None or (says or "") in fault.what
