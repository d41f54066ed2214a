"""What an audit cannot prove to be wrong, but does not pass over: missing heads, similar names, owner numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from croupier.conduct import Records, registered
from croupier.host.host import SNAPSHOT_EVERY
from croupier.store import Head, Store, Tip

#: Characters that look alike in some font, each with the one that stands for all of them.
_ALIKE = str.maketrans("01i582", "ollsbz")
_PAIRS = (("rn", "m"), ("vv", "w"))


def missing_heads(due: Sequence[int], heads: Iterable[Head], kept: Iterable[Head]) -> Iterator[str]:
    """Warn of heads that a stream should have and has not.

    `due` are the versions after which a head is signed, `heads` those of the stream, `kept` those kept elsewhere.
    """
    there = set(heads)
    signed = {head.version for head in there}
    missing = [version for version in due if version not in signed]
    if missing:
        why = "an older version wrote them, a server was killed, or somebody wrote them or removed the heads"
        yield f"{len(missing):,} of {len(due):,} heads are missing, the first at version {missing[0]}: {why}"
    if removed := [head for head in kept if head not in there]:
        yield f"{len(removed):,} heads that you gave are not in the store any more, the first of {removed[0].version}"


def missing_snapshot(heads: Iterable[Head], snapshot: int) -> Iterator[str]:
    """Warn if a stream has no snapshot, or an old one, although a server stores one with a head in time."""
    last = max((head.version for head in heads), default=0)
    if last - snapshot >= SNAPSHOT_EVERY:
        old = f"its snapshot is of version {snapshot}" if snapshot else "it has no snapshot"
        what = f"a server stores one every {SNAPSHOT_EVERY:,} events, and its last head is of version {last}"
        yield f"{old}: {what}. It was removed, or a server was killed"


def similar_names(streams: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Warn of streams that a reader could take for each other.

    >>> list(similar_names(["table/R0", "table/R00", "table/RO"]))
    [('table/RO', "its name looks like that of 'table/R0'")]
    """
    first: dict[str, str] = {}
    for stream in streams:
        seen = first.setdefault(_skeleton(stream), stream)
        if seen != stream:
            yield stream, f"its name looks like that of {seen!r}"


def _skeleton(name: str) -> str:
    text = re.sub(r"[._-]", "", name.lower()).translate(_ALIKE)
    for two, one in _PAIRS:
        text = text.replace(two, one)
    return text


def owner_numbers(store: Store, anchored: Mapping[str, Collection[Tip]]) -> Iterator[tuple[str, str]]:
    """Warn of streams whose owner number is lower than it was. An imported stream has none before it is opened."""
    for stream, ends in anchored.items():
        now, then = store.end(stream).owner, max((end.owner for end in ends), default=0)
        if now < then and now != 0:
            why = "it was set back, or the store was imported"
            yield stream, f"its owner number is {now}, and {then} was anchored: {why}"


def doubts(store: Store, streams: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What the kinds of the streams warn of."""
    kinds = {kind.prefix: kind for kind in map(registered, streams) if isinstance(kind, Records)}
    for kind in kinds.values():
        yield from kind.doubts(store)
