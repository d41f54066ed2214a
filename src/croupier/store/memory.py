"""A store in memory, kept by nothing: it lasts as long as it is open."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.rows import Rows


class Memory(Rows):
    """The rows in dictionaries and lists. Nothing is kept before `write`: there is nothing to roll back."""

    instant = True

    def __init__(self) -> None:
        self._tips: defaultdict[str, Tip] = defaultdict(Tip)
        self._events: dict[str, list[Envelope]] = {}
        self._commands: dict[Key, Appended] = {}
        self._in_order: list[Key] = []  # the commands, as far as they were sorted when somebody asked
        self._heads: dict[str, dict[tuple[int, bytes], Head]] = {}  # by version and key
        self._snapshots: dict[str, Snapshot] = {}

    def close(self, *, failed: bool) -> None:
        """Forget everything."""
        self.__init__()  # type: ignore[misc]

    def begin(self, asked: Collection[Key]) -> tuple[Mapping[str, Tip], Mapping[Key, Appended]]:
        """What stands, of all streams and commands."""
        return self._tips, self._commands

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Mapping[Key, Appended]) -> None:
        """Keep all."""
        for envelope in envelopes:
            self._events.setdefault(envelope.stream, []).append(envelope)
        self._commands.update(commands)
        self._tips.update(tips)

    def rollback(self) -> None:
        """Nothing was written."""

    def tip(self, stream: str) -> Tip:
        """Where the stream ends."""
        return self._tips[stream]

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Versions are 1, 2, 3, …"""
        return self._events.get(stream, [])[after : after + most]

    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """Those that are known."""
        known = self._commands
        return {key: known[key] for key in asked if key in known}

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """In order."""
        return [self._commands[key] for key in self._keys_after(last, most)]

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """In order."""
        return [key[1] for key in self._keys_after((stream, command), most) if key[0] == stream]

    def _keys_after(self, last: Key, most: int) -> list[Key]:
        if len(self._in_order) != len(self._commands):
            self._in_order = sorted(self._commands)
        first = bisect_right(self._in_order, last)
        return self._in_order[first : first + most]

    def streams(self) -> list[str]:
        """Those that a command names."""
        return sorted({stream for stream, _ in self._commands})

    def faults(self) -> list[Fault]:
        """Nobody can change it behind its back."""
        return []

    def save_heads(self, heads: Sequence[Head]) -> None:
        """The first of a version and key stays."""
        for head in heads:
            self._heads.setdefault(head.stream, {}).setdefault((head.version, head.key), head)

    def heads(self, stream: str) -> list[Head]:
        """In order."""
        return [head for _, head in sorted(self._heads.get(stream, {}).items())]

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Unless a later one is there."""
        kept = self._snapshots.get(snapshot.stream)
        if kept is None or snapshot.version >= kept.version:
            self._snapshots[snapshot.stream] = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest."""
        return self._snapshots.get(stream)
