"""A cage and two tills that send each other slips."""

from __future__ import annotations

from croupier.conduct import Event
from croupier.conduct.postings import Balances
from croupier.conduct.slip import Slip
from croupier.host import Host
from croupier.host.audit import Audit, audit
from croupier.host.slips.courier import deliver, slips_of
from croupier.store import Store
from tests.support.slips.owners import TILLS
from tests.support.slips.streams import CAGE, COURIER, Receive, Send, TakeBack
from tests.support.stores import SIGNER


class Pair:
    """A cage and two tills over one store."""

    def __init__(self, kept: Store) -> None:
        self.kept, self.number = kept, 0
        self.hosts = {name: Host(kept, name, signer=SIGNER) for name in ("cage", *TILLS)}

    def send(self, source: str, to: str, amount: int) -> Slip | None:
        """Issue a slip without delivering it; None if that is refused."""
        self.number += 1
        command = Send(id=f"send/{source}/{self.number}", by=COURIER, at=self.number, to=to, amount=amount)
        answer = self.hosts[source].handle(command)
        return None if answer.refusal else Slip(source, command.id, to, "cash", amount)

    def sent(self, source: str, to: str, amount: int) -> Slip:
        """Issue a slip, which must be accepted."""
        slip = self.send(source, to, amount)
        assert slip is not None
        return slip

    def deliver(self, slip: Slip, at: int = 5) -> None:
        """Deliver a slip, as far as possible now."""
        deliver(slip, self.hosts.__getitem__, at)

    def end(self) -> None:
        """Deliver all slips in transit; empty the tills first, so that there is room for returned slips."""
        self.number = 10**9
        for slip in slips_of(self.kept, list(self.hosts)).under_way:
            for till in TILLS:
                if self.held(till):
                    self.deliver(self.sent(till, "cage", self.held(till)), self.number)
            self.deliver(slip, self.number)

    def ended(self) -> Audit:
        """Audit after all slips were delivered: none is in transit, and no money was lost or created."""
        self.end()
        found = audit(self.kept)
        assert (found.under_way, found.fault) == (0, None)
        assert sum(self.held(name) for name in self.hosts) == 0, "what left the cage is in the tills"
        return found

    def no(self, stream: str, command: Receive | TakeBack | Send) -> str:
        """Why a command is refused: the sentence for the log."""
        refusal = self.hosts[stream].handle(command).refusal
        assert refusal is not None, f"{command} is taken"
        return refusal.said()

    def write(self, stream: str, command: str, event: Event) -> None:
        """Put an event into the store that no host has decided."""
        said = CAGE.events.words[type(event)], CAGE.events.write(event)
        self.kept.append(stream, self.kept.version(stream), command, [said], at=event.at)

    def held(self, name: str) -> int:
        balances: Balances = self.hosts[name].state.balances
        return dict(balances).get(name, 0)

    def close(self) -> None:
        for host in self.hosts.values():
            host.close()
