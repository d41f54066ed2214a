"""Anchors on a schedule: a thread of its own records them and sends them to their targets.

A target that fails is reported, and tried again the next time. Nobody waits for it: wagers go on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Self

from croupier.core.clock import Clock
from croupier.host.anchors.line import shown
from croupier.host.anchors.record import AnchorLog
from croupier.host.anchors.targets import CannotAnchor, Target
from croupier.store import Head, Signer, Store, StoreError

#: In seconds: how often anchors are made, and how long the last one may take when the server ends.
EVERY, PATIENCE = 60.0, 15.0
_log = logging.getLogger("croupier")


@dataclass(slots=True)
class Reached:
    """What is known about a target: the time of its last anchor, in microseconds, and why it fails, if it does."""

    target: Target
    since: int | None = None
    failed: str | None = None


class Anchoring:
    """Context manager that makes anchors: at the start, at a fixed interval, and at the end."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        targets: Iterable[Target],
        every: float = EVERY,
        clock: Clock | None = None,
    ) -> None:
        self.reached = [Reached(target) for target in targets]
        self._clock = clock or Clock()
        self._store, self._log, self._every = store, AnchorLog(store, signer, self._clock), every
        self._ending = Event()
        self._thread = Thread(target=self._run, name="anchors", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            _log.error("the last anchor was not sent within %.0f seconds", PATIENCE)

    def _run(self) -> None:
        try:
            while not self._ending.is_set():
                self.anchor()
                self._ending.wait(self._every)
            self.anchor()
        except StoreError as error:  # the server ends for the same reason, and says so
            _log.error("nothing more is anchored: %s", error)

    def anchor(self) -> None:
        """Record an anchor if something has changed, and bring every target up to it."""
        head = self._log.add()
        if head is not None:
            for reached in self.reached:
                self._send(reached, head)

    def _send(self, reached: Reached, head: Head) -> None:
        try:
            reached.target.send(self._log, head)
        except StoreError:
            raise
        except (CannotAnchor, OSError, ValueError) as error:
            reached.failed = " ".join(str(error).split()) or type(error).__name__
            since = "never" if reached.since is None else f"not since {shown(reached.since)}"
            _log.error("anchored at %s: %s. %s", reached.target.name, since, reached.failed)
            return
        if reached.failed is not None:
            _log.warning("anchored again at %s", reached.target.name)
        reached.since, reached.failed = self._clock.now(), None
