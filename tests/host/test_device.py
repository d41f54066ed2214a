"""An electronic device at a host: it draws from the stored log at the close, before and after a restart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.host import Host
from croupier.host.audit import audit
from croupier.host.device import Device, reopened
from croupier.store import Store
from croupier.table import commands, outcomes, stream_of
from croupier.table.outcomes import DeviceFailed, Generator, Seal
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

    def sealed(self, seal: Seal) -> str:
        """A converted wheel with a seal and a wager, after the close; return the command that closed the betting."""
        house = written("colorado-converted-wheel", device__electronic=True)
        self.do("open-table", by("pit-supervisor"), house=house, bank=1_000_00, dealer="dee")
        self.do("sit", DEALER, player="ann", place=1)
        self.do("bring-chips", DEALER, player="ann", amount=10_00)
        self.do("publish-seal", DEVICE, commitment=seal.commitment)
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
        close = floor.sealed(device.seal)
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
        floor.sealed(device.seal)
        device.closed(kept, floor.do("raise-dispute", DEALER, player="ann", about="x", against="dee"))
        floor.ends(device)
        fault = audit(kept).fault
        assert fault is not None
        assert "no digest of the log at the close" in fault.what


def test_after_a_restart_seed_and_log_give_the_same_outcome() -> None:
    again = 0
    for number in range(120):
        seal = Seal("T1", 1, bytes([number] * 31 + [0]))
        with store.open("memory:") as kept:
            floor, device = _Floor(kept), Device(seal)
            device.closed(kept, floor.sealed(seal))
            counts = floor.calls(device)
            floor.host.close()
            floor.host = Host(kept, stream_of("T1"))
            anew = reopened(kept, floor.host.state, seal.seed)
            assert anew == device
            again += not counts
            with pytest.raises(DeviceFailed, match="does not open the seal"):
                reopened(kept, floor.host.state, bytes([255]) * 32)
            floor.host.close()
    assert again, "no number was void"


def test_a_restart_without_a_seal_or_with_another_log_stops() -> None:
    with store.open("memory:") as kept:
        floor, seal = _Floor(kept), Generator().seal("T1", 1)
        device = Device(seal)
        device.closed(kept, floor.sealed(seal))
        shown = next(each for each in ("1", "2") if each != device.draw(floor.host.state))
        floor.do("call-outcome", DEVICE, outcome=shown)
        with pytest.raises(DeviceFailed, match=f"the outcome was {shown}"):
            reopened(kept, floor.host.state, seal.seed)
        floor.host.close()
    with store.open("memory:") as kept, pytest.raises(DeviceFailed, match="no seal"):
        reopened(kept, Host(kept, stream_of("T1")).state, bytes(32))
