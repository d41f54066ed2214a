"""The last frames, for a client that reconnects: it misses none and gets none twice."""

from __future__ import annotations

from collections import deque

#: How many deltas are kept.
KEPT = 512


class RecentFrames:
    """The last deltas, each with the sequence numbers before and after it."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, int, bytes]] = deque(maxlen=KEPT)

    def add(self, before: int, after: int, frame: bytes) -> None:
        """Add a delta that was sent."""
        self._kept.append((before, after, frame))

    def missed(self, after: int | None, told: int) -> list[bytes] | None:
        """The deltas after a sequence number; None if some are no longer known."""
        if after is None:
            return None
        if after == told:
            return []
        found = [frame for before, _, frame in self._kept if before >= after]
        return found if any(before == after for before, _, _ in self._kept) else None
