"""Computes the delays of electronic rounds again. The tables of a tick share one root, which is computed once."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from croupier.host import export
from croupier.store import Fault, Store
from croupier.table.acts.device import SeedRevealed
from croupier.table.closing import delayed
from croupier.table.events import EVENTS
from croupier.table.stream import TABLE

#: A root with its iterations -> what the rounds that were drawn from it call its delayed value, and where they stand.
Roots = dict[tuple[str, int], list[tuple[str, Fault]]]


def wrong_delay(place: str, told: Callable[[int, int], None]) -> Fault | None:
    """The first round whose delayed value is not that of its root. `told` hears how many roots are done, of all."""
    with export.open(place, reading=True) as store:
        roots = _roots(store)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:  # hashlib computes without Python's lock
        found = pool.map(lambda key: delayed(*key), roots)
        for done, (value, rounds) in enumerate(zip(found, roots.values(), strict=True), 1):
            told(done, len(roots))
            for said, fault in rounds:
                if said != value:
                    pool.shutdown(wait=False, cancel_futures=True)
                    return fault
    return None


def _roots(store: Store) -> Roots:
    found: Roots = {}
    for stream in store.streams():
        if not stream.startswith(TABLE.prefix):
            continue
        for envelope in store.read(stream):
            if envelope.kind.partition("/")[0] != "seed-revealed":
                continue
            event = EVENTS.read(envelope.body)
            if isinstance(event, SeedRevealed) and (closing := event.proof.closing) is not None:
                says = f"round {event.proof.round} was drawn from a delayed value that its root does not give"
                fault = Fault(stream, envelope.version, says)
                found.setdefault((closing.root, closing.iterations), []).append((closing.delayed, fault))
    return found
