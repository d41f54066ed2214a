"""A storage backend in memory. Its contents are lost when it is closed."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.rows import Part, Rows


class Memory(Rows):
    """Keeps everything in dictionaries and lists. Nothing changes before `write`, so no rollback is needed."""

    instant = True

    def __init__(self) -> None:
        self._tips: defaultdict[str, Tip] = defaultdict(Tip)
        self._events: dict[str, list[Envelope]] = {}
        self._commands: dict[Key, Appended] = {}
        self._in_order: list[Key] = []  # the sorted keys of all commands; updated on the next query
        self._heads: dict[str, dict[tuple[int, int, bytes], Head]] = {}  # by version, number of records, and key
        self._snapshots: dict[str, Snapshot] = {}

    def close(self, *, failed: bool) -> None:
        """Delete everything."""
        self.__init__()  # type: ignore[misc]

    def begin(self, asked: Collection[Key]) -> tuple[Mapping[str, Tip], Mapping[Key, Appended]]:
        """Return the ends of all streams and the results of all commands."""
        return self._tips, self._commands

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Mapping[Key, Appended]) -> None:
        """Store everything."""
        for envelope in envelopes:
            self._events.setdefault(envelope.stream, []).append(envelope)
        self._commands.update(commands)
        self._tips.update(tips)

    def take(self, parts: Iterable[Part], owned: Mapping[str, int]) -> None:
        """Store parts of streams unchanged, once all of them have been read."""
        ends = dict(self._tips)
        read = list(parts)
        for part in read:
            ends[part.stream] = part.end_after(ends.get(part.stream, Tip()), owned)
        for part in read:
            rows = {(row.stream, row.command): row for row in part.commands}
            self.write({part.stream: ends[part.stream]}, part.envelopes, rows)
            self.save_heads(part.heads)
            for snapshot in part.snapshots:
                self.save_snapshot(snapshot)

    def rollback(self) -> None:
        """Do nothing, since nothing was written."""

    def tip(self, stream: str) -> Tip:
        """Return the end of the stream."""
        return self._tips[stream]

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Return up to `most` envelopes after a version. Version n is at index n - 1."""
        return self._events.get(stream, [])[after : after + most]

    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """Return the results of those of these commands that were carried out."""
        known = self._commands
        return {key: known[key] for key in asked if key in known}

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Return the results of up to `most` commands, ordered by stream and id."""
        return [self._commands[key] for key in self._keys_after(last, most)]

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Return up to `most` ids of a stream's commands, in order."""
        return [key[1] for key in self._keys_after((stream, command), most) if key[0] == stream]

    def _keys_after(self, last: Key, most: int) -> list[Key]:
        if len(self._in_order) != len(self._commands):
            self._in_order = sorted(self._commands)
        first = bisect_right(self._in_order, last)
        return self._in_order[first : first + most]

    def streams(self) -> list[str]:
        """Return the names of all streams with commands, in order."""
        return sorted({stream for stream, _ in self._commands})

    def faults(self) -> list[Fault]:
        """Return no faults: no other program can change this memory."""
        return []

    def save_heads(self, heads: Sequence[Head]) -> None:
        """Store heads; for a version, record and key that already have one, the first head stays."""
        for head in heads:
            self._heads.setdefault(head.stream, {}).setdefault((head.version, head.commands, head.key), head)

    def heads(self, stream: str) -> list[Head]:
        """Return all heads of a stream, oldest first."""
        return [head for _, head in sorted(self._heads.get(stream, {}).items())]

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot, unless there is a later one."""
        stored = self._snapshots.get(snapshot.stream)
        if stored is None or snapshot.version >= stored.version:
            self._snapshots[snapshot.stream] = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, if there is one."""
        return self._snapshots.get(stream)
