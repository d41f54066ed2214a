"""A terminal in Python that takes part in the closings of its table, and checks them as the page of one does."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.core.refusal import Refusal
from croupier.table import witness
from croupier.table.closing import NONCE_BYTES, Published
from croupier.table.proof import Proof
from croupier.table.witness import FORMAT, Seen
from tests.support.web import LEFT, Line, Visitor

#: The events that close the betting.
CLOSES = ("betting-closed", "dice-thrown")


class Witness(Line):
    """A terminal that adds a nonce at every close, and keeps what it saw: by round, and the proofs by round."""

    seen: dict[int, Seen]
    proofs: dict[int, Proof]

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.seen, self.proofs = {}, {}
        self._sent: dict[int, float] = {}
        self._answered: set[int] = set()  # rounds in which the table has said where the nonce is

    def hear(self, *given: Any, **named: Any) -> dict[str, Any]:
        """Receive the next frame, and do at once what it asks for."""
        heard = super().hear(*given, **named)
        for event in heard.get("happened", ()):
            if event["event"] in CLOSES and "delay" in self.view["device"]:
                self.closed(event["round"])
            elif event["event"] == "closing-published" and event["round"] in self.seen:
                self._came(event)
            elif event["event"] == "seed-revealed":
                proof = msgspec.convert(event["proof"], Proof)
                self.proofs[proof.round] = proof
        if heard["kind"] == "nonce" and heard["round"] not in self._answered:
            self._answered.add(heard["round"])
            self._keep(heard["round"], path=None if heard["path"] is None else tuple(heard["path"]))
        return heard

    def _came(self, event: dict[str, Any]) -> None:
        """Only the first closing counts: the round must be drawn from it."""
        if self.seen[event["round"]].closing is None:
            found = msgspec.convert(event["closing"], Published)
            self._keep(event["round"], closing=found, signature=event["signature"])

    def closed(self, number: int) -> None:
        """Betting has closed: add a nonce that did not exist before."""
        nonce, device = os.urandom(NONCE_BYTES).hex(), self.view["device"]
        self._sent[number] = time.monotonic()
        self.say({"do": "nonce", "round": number, "nonce": nonce})
        self.seen[number] = Seen(
            format="croupier evidence 1", table=self.view["id"], round=number, commitment=device["seal"],
            key=device["key"], iterations=device["delay"], nonce=nonce, at=time.time_ns() // 1_000_000, waited=None,
            closing=None, path=None, signature=None,
        )  # fmt: skip
        assert self.seen[number].format == FORMAT

    def _keep(self, number: int, **what: Any) -> None:
        found = msgspec.structs.replace(self.seen[number], **what)
        if found.closing is not None and number in self._answered and found.waited is None:
            waited = round(1000 * (time.monotonic() - self._sent[number]))
            found = msgspec.structs.replace(found, waited=waited)
        self.seen[number] = found

    def until_proof(self, number: int) -> Proof:
        """Receive frames until the proof of a round is published."""
        proof: Proof = self.until(lambda: self.proofs.get(number))
        return proof

    def warns(self, number: int) -> Refusal | None:
        """What this terminal warns its player of: at the close, or after the proof."""
        seen, proof = self.seen[number], self.proofs.get(number)
        return witness.fault(seen) or (None if proof is None else witness.exchanged(seen, proof))


@contextmanager
def witness_at(visitor: Visitor, table: str, *, watching: bool = False) -> Iterator[Witness]:
    """Open a terminal that takes part, of a player or (watching) of a spectator."""
    with visitor.at(table, watching=watching) as line:
        yield Witness(line.socket)


def together(*terminals: Witness) -> Proof:
    """Take part in the next whole round at the same time, each as promptly as a browser; return its proof."""
    first = terminals[0]

    def betting() -> bool:
        left = 0 if first.closes is None else first.closes - time.monotonic() * 1000 - first.ahead
        return first.view.get("phase") == "open" and left > LEFT / 2

    first.until(betting)
    number: int = first.view["round"]
    with ThreadPoolExecutor(len(terminals)) as pool:
        proofs: list[Proof] = list(pool.map(lambda each: each.until_proof(number), terminals))
    return proofs[0]
