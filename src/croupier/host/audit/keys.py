"""Which keys may have signed a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from croupier.store import Store


def trusted(store: Store, streams: Iterable[str], given: Collection[bytes]) -> frozenset[bytes]:
    """The keys whose signatures an audit accepts; a head or snapshot of any other key is a fault.

    Those of the heads and anchors that were kept elsewhere. Without any, the one key that signed most heads of the
    store: a store has one key, and no change of a key is on record.
    """
    if given:
        return frozenset(given)
    signed = Counter(head.key for stream in streams for head in store.heads(stream))
    return frozenset(key for key, _ in signed.most_common(1))
