"""An electronic device at a host: it draws from the stored log at the close, before and after a restart."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.device.keeper import Keeper
from croupier.device.messages import Later, Reveal, Sealed, SealRound
from croupier.floor.crew.source import Electronic
from croupier.host import Host
from croupier.host.audit import audit
from croupier.host.device import Device, reopened
from croupier.store import Store
from croupier.table import commands, outcomes, stream_of
from croupier.table.outcomes import DeviceFailed, Generator
from tests.support.table.play import by, written

DEALER, DEVICE = by("dealer"), by("device")


class _Floor:
    """A table whose commands are numbered."""

    def __init__(self, kept: Store) -> None:
        self.kept, self.number = kept, 0
        self.host = Host(kept, stream_of("T1"))

    def do(self, word: str, who: Any, **fields: Any) -> str:
        """Give a command, which must be accepted; return its id."""
        self.number += 1
        raw = {"do": word, "id": f"c{self.number}", "by": who, "at": self.number, **fields}
        answer = self.host.handle(commands.read(msgspec.json.encode(raw)))
        assert answer.refusal is None, answer.refusal
        return answer.command

    def sealed(self, commitment: str) -> str:
        """A converted wheel with a seal and a wager, after the close; return the command that closed the betting."""
        house = written("colorado-converted-wheel", device__electronic=True)
        self.do("open-table", by("pit-supervisor"), house=house, bank=1_000_00, dealer="dee")
        self.do("sit", DEALER, player="ann", place=1)
        self.do("bring-chips", DEALER, player="ann", amount=10_00)
        self.do("publish-seal", DEVICE, commitment=commitment)
        self.do("place", DEALER, player="ann", wager="red", amount=5_00)
        self.do("spin", DEVICE)
        return self.do("call-no-more-bets", DEALER)

    def calls(self, device: Device) -> bool:
        """Call the next outcome; return whether it counts."""
        outcome = device.draw(self.host.state)
        self.do("call-outcome", DEVICE, outcome=outcome)
        return not outcomes.is_void(device.draws[-1])

    def ends(self, device: Device) -> None:
        """Call until an outcome counts, settle it, reveal the seed, and stop."""
        while not self.calls(device):
            pass
        self.do("settle", DEALER)
        self.do("reveal-seed", DEVICE, proof=device.proof(self.host.state))
        self.host.close()


def test_the_digest_is_that_of_the_close_and_the_round_audits() -> None:
    with store.open("memory:") as kept:
        floor, device = _Floor(kept), Device(Generator().seal("T1", 1))
        with pytest.raises(DeviceFailed, match="nothing may be drawn"):
            device.closed(kept, "c7")
        close = floor.sealed(device.seal.commitment)
        with pytest.raises(DeviceFailed, match="nothing may be drawn"):
            device.draw(floor.host.state)
        floor.do("raise-dispute", DEALER, player="ann", about="x", against="dee")  # the log goes on after the close
        device.closed(kept, close)
        floor.ends(device)
        found = audit(kept)
        assert (found.fault, found.proofs) == (None, 1)


def test_another_digest_than_that_of_the_close_is_found() -> None:
    with store.open("memory:") as kept:
        floor, device = _Floor(kept), Device(Generator().seal("T1", 1))
        floor.sealed(device.seal.commitment)
        device.closed(kept, floor.do("raise-dispute", DEALER, player="ann", about="x", against="dee"))
        floor.ends(device)
        fault = audit(kept).fault
        assert fault is not None
        assert "no digest of the log at the close" in fault.what


def test_after_a_restart_device_and_log_give_the_same_outcome(tmp_path: Path) -> None:
    again, most = 0, 1_000  # one number in 38 is void
    with closing(Keeper(tmp_path / "device")) as keeper:
        for number in range(most):
            if again:
                break
            with store.open("memory:") as kept:
                sealed = keeper.ask(SealRound("T1", 1))
                assert isinstance(sealed, Sealed)
                floor, source = _Floor(kept), Electronic(kept, keeper, "T1")
                source.prepare(1)
                assert source.seal() == sealed.commitment
                source.closed(floor.sealed(sealed.commitment))
                source.fetch(floor.host.state)
                outcome = source.shows(floor.host.state)
                floor.do("call-outcome", DEVICE, outcome=outcome)
                again += outcome == "00"
                anew = Electronic(kept, keeper, "T1")
                anew.reopen(floor.host.state)
                assert vars(anew) == vars(source), number
                floor.host.close()
            while isinstance(keeper.ask(Reveal(sealed.commitment)), Later):
                pass
    assert again, "no number was void"


def test_a_restart_without_a_seed_or_with_another_log_stops(tmp_path: Path) -> None:
    with store.open("memory:") as kept, closing(Keeper(tmp_path / "device")) as keeper:
        source = Electronic(kept, keeper, "T1")
        source.prepare(1)
        floor, commitment = _Floor(kept), source.seal()
        source.closed(floor.sealed(commitment))
        source.fetch(floor.host.state)
        shown = next(each for each in ("1", "2") if each != source.shows(floor.host.state))
        floor.do("call-outcome", DEVICE, outcome=shown)
        with pytest.raises(DeviceFailed, match=f"the outcome was {shown}"):
            reopened(kept, floor.host.state, keeper)
        with (
            closing(Keeper(tmp_path / "another")) as other,
            pytest.raises(DeviceFailed, match="is gone"),
        ):
            reopened(kept, floor.host.state, other)
        floor.host.close()
    with (
        store.open("memory:") as kept,
        closing(Keeper(tmp_path / "device")) as keeper,
        pytest.raises(DeviceFailed, match="no seal"),
    ):
        reopened(kept, Host(kept, stream_of("T1")).state, keeper)
